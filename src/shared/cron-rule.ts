/** Reads a reminder's rule: five fields, "minute hour day month weekday". What can be said of it without a clock stands here. */

const cronFields = ['minute', 'hour', 'day', 'month', 'weekday'] as const
export type CronField = (typeof cronFields)[number]

/** What is wrong with a rule; `field` is null when it is wrong as a whole. */
export interface CronFault {
  field: CronField | null
  message: string
}

/** A rule as the values that each of its fields lists. */
export interface CronRule {
  minute: number[]
  hour: number[]
  day: number[]
  month: number[]
  /** From Sunday, 0. */
  weekday: number[]
  /** Fires each real hour through the changes of the clocks, not at fixed times. */
  isHourly: boolean
  /**
   * Day and weekday must both fit, not either. As Vixie cron: when one of them begins with a star. Where either suffices and one
   * lists every value, every day fits, and both are listed whole.
   */
  needsBothDays: boolean
}

/** Longer than a rule that lists every value there is. */
export const LONGEST_RULE = 500

const namesFrom = (first: number, names: string) =>
  new Map(names.split(' ').map((name, at): [string, number] => [name, first + at]))

const fields: Record<CronField, { min: number; max: number; names?: Map<string, number> }> = {
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: { min: 1, max: 12, names: namesFrom(1, 'jan feb mar apr may jun jul aug sep oct nov dec') },
  weekday: { min: 0, max: 7, names: namesFrom(0, 'sun mon tue wed thu fri sat') },
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

class Fault extends Error {}

/** The rule, or what is wrong with it. */
export function readCronRule(
  text: string,
): { rule: CronRule; fault?: undefined } | { rule?: undefined; fault: CronFault } {
  const parts = text.trim().split(/\s+/).filter(Boolean)
  if (parts.length !== cronFields.length) {
    const count = parts.length === 0 ? 'none' : String(parts.length)
    return { fault: { field: null, message: `Needs five fields: minute hour day month weekday; this has ${count}` } }
  }
  const [, hour = '', day = '', , weekday = ''] = parts
  const read: Partial<Record<CronField, number[]>> = {}
  for (const [at, field] of cronFields.entries()) {
    try {
      read[field] = valuesOf(field, parts[at] ?? '')
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { fault: { field, message: error.message } }
    }
  }
  const values = read as Record<CronField, number[]>
  const needsBothDays = isStar(day) || isStar(weekday)
  const isEveryDay = !needsBothDays && (listsAll('day', values.day) || listsAll('weekday', values.weekday))
  const rule: CronRule = {
    ...values,
    ...(isEveryDay && { day: valuesOf('day', '*'), weekday: valuesOf('weekday', '*') }),
    isHourly: isStar(hour) || listsAll('hour', values.hour),
    needsBothDays,
  }
  if (neverOccurs(rule)) return { fault: { field: 'day', message: 'This day is in none of the months given' } }
  return { rule }
}

/** What is wrong, in one sentence that names the field. */
export const describeFault = ({ field, message }: CronFault) =>
  field ? `${field[0]?.toUpperCase()}${field.slice(1)}: ${message}` : message

/**
 * The fewest minutes between two times of a rule, up to 60. Midnight counts as any other full hour, although the day after
 * need not be one of the rule's.
 */
export function shortestGap({ minute, hour }: CronRule): number {
  const gaps = minute.slice(1).map((each, at) => each - (minute[at] ?? 0))
  const followsHour = hour.some((each) => hour.includes((each + 1) % 24))
  if (followsHour) gaps.push((minute[0] ?? 0) + 60 - (minute.at(-1) ?? 0))
  return Math.min(60, ...gaps)
}

const isStar = (text: string) => text.startsWith('*')

/** Whether a field lists every value that it can have, however it was written. */
export const listsAll = (field: CronField, values: number[]) => values.length === valuesOf(field, '*').length

/** Whether it needs a day that none of its months has; a weekday, where either suffices, comes in every month. */
const neverOccurs = ({ day, month, needsBothDays }: CronRule) =>
  needsBothDays && !month.some((number) => day.some((each) => each <= (DAYS_IN_MONTH[number - 1] ?? 0)))

/** The numbers that a field stands for, in order. */
function valuesOf(field: CronField, text: string) {
  const numbers = text.split(',').flatMap((part) => rangeOf(field, part))
  const distinct = new Set(field === 'weekday' ? numbers.map((number) => number % 7) : numbers)
  return [...distinct].sort((a, b) => a - b)
}

/** One part of a list: `*`, `5`, `1-5`, with `/2` behind a star or a range. */
function rangeOf(field: CronField, part: string) {
  if (part === '') throw new Fault('Has an empty place in its list')
  const [range = '', step, ...more] = part.split('/')
  if (more.length > 0) throw new Fault(`"${shortened(part)}" has more than one step`)
  const [from = '', to, ...others] = range.split('-')
  if (others.length > 0) throw new Fault(`"${shortened(part)}" is not a range`)
  const isWhole = range === '*'
  if (step !== undefined && !isWhole && to === undefined)
    throw new Fault(`"${shortened(part)}" needs a star or a range before the step, as */5 or 10-20/5`)
  const { min, max } = fields[field]
  // A week that is counted from Sunday, 0, ends on Saturday.
  const last = field === 'weekday' ? 6 : max
  const first = isWhole ? min : numberOf(field, from)
  const end = isWhole ? last : to === undefined ? first : endOf(field, to)
  if (end < first) throw new Fault(`"${shortened(range)}" runs backwards`)
  const by = step === undefined ? 1 : stepOf(step, last - min + 1)
  return Array.from({ length: Math.floor((end - first) / by) + 1 }, (_, at) => first + at * by)
}

/** A range may end with Sunday. */
const endOf = (field: CronField, text: string) =>
  field === 'weekday' && text.toLowerCase() === 'sun' ? 7 : numberOf(field, text)

function numberOf(field: CronField, text: string) {
  const { min, max, names } = fields[field]
  const named = names?.get(text.toLowerCase())
  if (named !== undefined) return named
  if (!/^\d{1,4}$/.test(text)) throw new Fault(`"${shortened(text)}" is not a number${names ? ' or a name' : ''}`)
  const number = Number(text)
  if (number < min || number > max) throw new Fault(`${number} is not between ${min} and ${max}`)
  return number
}

function stepOf(text: string, most: number) {
  if (!/^\d{1,4}$/.test(text)) throw new Fault(`"${shortened(text)}" is not a step`)
  const step = Number(text)
  if (step < 1 || step > most) throw new Fault(`A step of ${step} is not between 1 and ${most}`)
  return step
}

const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text)
