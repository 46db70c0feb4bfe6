import { flag, readAddress, rowId, words } from '../components/addresses/address-values.ts'

/** The state of the SOPs' screen in the address. */
export interface SopSearch {
  q?: string
  /** The SOP that is open; below, its page, its revision, and the words that are marked in it. */
  sop?: number
  page?: number
  version?: number
  find?: string
  /** The list of its readers is open. */
  readers?: true
  /** The list of its versions is open. */
  versions?: true
  /** The SOP whose form is open. */
  edit?: number
  /** The form for a new SOP is open. */
  new?: true
  /** The dialog for several new SOPs is open. */
  many?: true
}

/** The state in the address. Unknown and invalid values are dropped. */
export const readSopSearch = readAddress<SopSearch>({
  ...{ q: words, sop: rowId, page: rowId, version: rowId, find: words },
  ...{ readers: flag, versions: flag, edit: rowId, new: flag, many: flag },
})

/** Removes every parameter that opens something over the list. */
export const closedProcedureDialogs = {
  sop: undefined,
  page: undefined,
  version: undefined,
  find: undefined,
  readers: undefined,
  versions: undefined,
  edit: undefined,
  new: undefined,
  many: undefined,
}
