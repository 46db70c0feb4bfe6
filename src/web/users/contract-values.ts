import type { NewContract, WorkContract } from '../../shared/work-contracts.ts'

/** The texts in the form of a contract. */
export interface ContractValues {
  from: string
  /** Hours a week, as "40", "38.5" or "38:30". */
  hours: string
  days: string
}

/** The minutes of a text of hours: "40", "38.5", "38,5" or "38:30"; null for anything else. */
export function minutesOfHours(text: string): number | null {
  const [, whole, sign, rest = ''] = /^(\d{1,3})(?:([.,:])(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const hours = Number(whole) * 60
  if (sign === undefined) return hours
  if (sign !== ':') return hours + Math.round(Number(`0.${rest}`) * 60)
  return rest.length === 2 && Number(rest) < 60 ? hours + Number(rest) : null
}

/** Hours for the form: "40", "38:30". */
const hoursOf = (minutes: number) =>
  minutes % 60 === 0 ? String(minutes / 60) : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** The values of the form for a contract, or for a new one from this day. */
export const contractValues = (contract: WorkContract | undefined, from: string): ContractValues => ({
  from: contract?.from ?? from,
  hours: contract ? hoursOf(contract.weeklyMinutes) : '40',
  days: String(contract?.daysPerWeek ?? 5),
})

/** The body that the form sends; its texts have been checked. */
export const contractBody = ({ from, hours, days }: ContractValues): NewContract => ({
  from,
  weeklyMinutes: minutesOfHours(hours) ?? 0,
  daysPerWeek: Number(days),
})
