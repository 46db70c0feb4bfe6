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
}

const MAX_SEARCH_LENGTH = 200

const words = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, MAX_SEARCH_LENGTH) : undefined
const number = (value: unknown) => {
  const parsed = Number(value)
  return value !== undefined && Number.isInteger(parsed) && parsed > 0 && parsed < 2 ** 31 ? parsed : undefined
}
const flag = (value: unknown) => (value === true || value === 'true' ? (true as const) : undefined)

const readers: { [K in keyof Required<SopSearch>]: (value: unknown) => SopSearch[K] } = {
  q: (value) => words(value)?.trim() || undefined,
  sop: number,
  page: number,
  version: number,
  find: (value) => words(value)?.trim() || undefined,
  readers: flag,
  versions: flag,
  edit: number,
  new: flag,
}

/** The state in the address. Unknown and invalid values are dropped. */
export const validateSopSearch = (search: Record<string, unknown>): SopSearch =>
  Object.fromEntries(
    Object.entries(readers)
      .map(([name, read]) => [name, read(search[name])])
      .filter(([, value]) => value !== undefined),
  )

/** Removes every parameter that opens something over the list. */
export const closed = {
  sop: undefined,
  page: undefined,
  version: undefined,
  find: undefined,
  readers: undefined,
  versions: undefined,
  edit: undefined,
  new: undefined,
}
