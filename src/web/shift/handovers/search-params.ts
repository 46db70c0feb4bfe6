import { useAddress, useChangeAddress } from '../../ui/address.ts'

/** The log book's part of the address. The tasks have their own. */
export interface HandoverSearch {
  /** The day (YYYY-MM-DD) whose handovers are shown; all, the newest first, when absent. */
  day?: string
  /** The words that handovers are searched for. */
  q?: string
}

const DAY = /^(19[7-9]\d|2\d{3})-\d\d-\d\d$/
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true

/** The state in the address. Unknown and invalid values are dropped. */
export function validateHandoverSearch({ day, q }: Record<string, unknown>): HandoverSearch {
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 200) : ''
  return { ...(isDay(day) && { day }), ...(words && { q: words }) }
}

/** The screen's part of the address, and the way to change it. */
export function useHandoverSearch() {
  const search = useAddress(validateHandoverSearch)
  const change = useChangeAddress<HandoverSearch>('replace')
  return { search, change }
}
