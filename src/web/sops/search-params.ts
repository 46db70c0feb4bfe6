/** What the screen of the SOPs keeps in the address. */
export interface SopSearch {
  q?: string
  /** The SOP that is open, at which page, in which of its files, and the words marked in it. */
  sop?: number
  page?: number
  version?: number
  find?: string
  /** Who has read it, is open beside it. */
  readers?: true
  /** The SOP whose dialog is open. */
  edit?: number
  /** The dialog for a new one is open. */
  new?: true
}

const LONGEST_SEARCH = 200

const words = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, LONGEST_SEARCH) : undefined
const number = (value: unknown) => {
  const read = Number(value)
  return value !== undefined && Number.isInteger(read) && read > 0 && read < 2 ** 31 ? read : undefined
}
const flag = (value: unknown) => (value === true || value === 'true' ? (true as const) : undefined)

const readers: { [K in keyof Required<SopSearch>]: (value: unknown) => SopSearch[K] } = {
  q: (value) => words(value)?.trim() || undefined,
  sop: number,
  page: number,
  version: number,
  find: (value) => words(value)?.trim() || undefined,
  readers: flag,
  edit: number,
  new: flag,
}

/** What the address says; unknown and bad values are dropped. */
export const validateSopSearch = (search: Record<string, unknown>): SopSearch =>
  Object.fromEntries(
    Object.entries(readers)
      .map(([name, read]) => [name, read(search[name])])
      .filter(([, value]) => value !== undefined),
  )

/** All that opens something over the list. */
export const closed = {
  sop: undefined,
  page: undefined,
  version: undefined,
  find: undefined,
  readers: undefined,
  edit: undefined,
  new: undefined,
}
