import { MAX_SEARCH_LENGTH } from '../../../shared/words/search-length.ts'

/**
 * Readers of single values in the address. Each gives undefined for a value that it does not know, so that a link that
 * somebody has shortened or changed still opens its screen.
 */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY = /^(19[7-9]\d|2\d{3})-\d\d-\d\d$/

/** Something that is there or not. */
export const flag = (value: unknown) => (value === true || value === 'true' ? (true as const) : undefined)

/** One of these words. */
export const choiceIn =
  <T extends string>(...known: readonly T[]) =>
  (value: unknown) =>
    known.find((each) => each === value)

const numberFrom = (least: number) => (value: unknown) => {
  const number = value === '' ? Number.NaN : Number(value)
  return Number.isInteger(number) && number >= least && number < 2 ** 31 ? number : undefined
}

/** The id of a row, or the number of a page. */
export const rowId = numberFrom(1)

/** The id of a row whose form is open; 0 for a new one. */
export const rowIdOrNew = numberFrom(0)

/** The id of a person. */
export const personId = (value: unknown) =>
  typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined

/** A day that the calendar has, as YYYY-MM-DD. */
export const day = (value: unknown) =>
  typeof value === 'string' && DAY.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
    ? value
    : undefined

/** Words that something is searched for. Those that look like a number or a yes come as such. */
export const words = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value)
    ? String(value).trim().slice(0, MAX_SEARCH_LENGTH) || undefined
    : undefined

/** Makes the reader of a screen's part of the address, for `useAddress`. It drops unknown names and bad values. */
export const readAddress =
  <T extends object>(readers: { [K in keyof Required<T>]: (value: unknown) => T[K] | undefined }) =>
  (search: Record<string, unknown>): T => {
    const values = Object.entries<(value: unknown) => unknown>(readers).map(([name, read]) => [
      name,
      search[name] === undefined ? undefined : read(search[name]),
    ])
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as T
  }
