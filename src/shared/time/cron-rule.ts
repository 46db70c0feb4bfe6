import { type Message, msg } from '../words/message.ts'

/** Parses a recurring reminder's rule: "minute hour day month weekday". `recurrence.ts` finds its times. */

const cronFields = ['minute', 'hour', 'day', 'month', 'weekday'] as const
export type CronField = (typeof cronFields)[number]

/** The fault of a rule. `field` is null if the rule as a whole is wrong. */
interface CronFault {
  field: CronField | null
  message: Message
}

/** A rule, as the values of each field. */
export interface CronRule {
  minute: number[]
  hour: number[]
  /** Empty if the rule names the last day of the month alone. */
  day: number[]
  /** Whether the last day of the month matches too, whichever it is: the `L` in the field of the day. */
  isLastDay: boolean
  month: number[]
  /** 0 is Sunday. */
  weekday: number[]
  /** Whether it fires each real hour when the clocks change, and not at fixed local times. */
  isHourly: boolean
  /**
   * Whether day and weekday must both match. As in Vixie cron they must if one of them begins with a star. Otherwise
   * one match is enough; if one of them then lists every value, every day matches, and both list all values.
   */
  needsBothDays: boolean
}

/** Characters. A rule that lists every value is shorter. */
export const MAX_RULE_LENGTH = 500

const namesFrom = (first: number, names: string) =>
  new Map(names.split(' ').map((name, index): [string, number] => [name, first + index]))

const fields: Record<CronField, { min: number; max: number; names?: Map<string, number> }> = {
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: { min: 1, max: 12, names: namesFrom(1, 'jan feb mar apr may jun jul aug sep oct nov dec') },
  weekday: { min: 0, max: 7, names: namesFrom(0, 'sun mon tue wed thu fri sat') },
}

/** The last day of a month, in the field of the day. */
const LAST_DAY = 'l'

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

class Fault extends Error {
  readonly text: Message

  constructor(text: Message) {
    super(text.id)
    this.text = text
  }
}

/** Parses a rule. Returns the rule or its first fault. */
export function readCronRule(
  text: string,
): { rule: CronRule; fault?: undefined } | { rule?: undefined; fault: CronFault } {
  const parts = text.trim().split(/\s+/).filter(Boolean)
  if (parts.length !== cronFields.length) {
    const message =
      parts.length === 0
        ? msg('Needs five fields: minute hour day month weekday; this has none')
        : msg('Needs five fields: minute hour day month weekday; this has {count}', { count: parts.length })
    return { fault: { field: null, message } }
  }
  const [, hour = '', day = '', , weekday = ''] = parts
  const read: Partial<Record<CronField, number[]>> = {}
  for (const [index, field] of cronFields.entries()) {
    try {
      read[field] = valuesOf(field, parts[index] ?? '')
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { fault: { field, message: error.text } }
    }
  }
  const values = read as Record<CronField, number[]>
  const needsBothDays = isStar(day) || isStar(weekday)
  const isLastDay = namesLastDay(day) && !listsAll('day', values.day)
  const isEveryDay = !needsBothDays && (listsAll('day', values.day) || listsAll('weekday', values.weekday))
  const rule: CronRule = {
    ...values,
    isLastDay,
    ...(isEveryDay && { day: valuesOf('day', '*'), isLastDay: false, weekday: valuesOf('weekday', '*') }),
    isHourly: isStar(hour) || listsAll('hour', values.hour),
    needsBothDays,
  }
  if (neverOccurs(rule)) return { fault: { field: 'day', message: msg('None of these months has this day') } }
  return { rule }
}

const labels: Record<CronField, Message> = {
  minute: msg('Minute'),
  hour: msg('Hour'),
  day: msg('Day'),
  month: msg('Month'),
  weekday: msg('Weekday'),
}

/** The fault as a sentence that names the field. */
export const describeFault = ({ field, message }: CronFault) =>
  field ? msg('{field}: {fault}', { field: labels[field], fault: message }) : message

/** The fewest minutes between two times of a rule, at most 60. Midnight counts as any other full hour. */
export function shortestGap({ minute, hour }: CronRule): number {
  const gaps = minute.slice(1).map((value, index) => value - (minute[index] ?? 0))
  const hasNextHour = hour.some((value) => hour.includes((value + 1) % 24))
  if (hasNextHour) gaps.push((minute[0] ?? 0) + 60 - (minute.at(-1) ?? 0))
  return Math.min(60, ...gaps)
}

const isStar = (text: string) => text.startsWith('*')

/** Whether the values are all that a field can have. */
export const listsAll = (field: CronField, values: number[]) => values.length === valuesOf(field, '*').length

/** Whether the rule needs a day that none of its months has. If a weekday alone is enough, every month has one. */
const neverOccurs = ({ day, isLastDay, month, needsBothDays }: CronRule) =>
  needsBothDays && !isLastDay && !month.some((number) => day.some((value) => value <= (DAYS_IN_MONTH[number - 1] ?? 0)))

const isLastDayOf = (field: CronField, part: string) => field === 'day' && part.toLowerCase() === LAST_DAY

/** Whether the field of the day names the last day of the month, alone or in its list. */
const namesLastDay = (day: string) => day.split(',').some((part) => isLastDayOf('day', part))

/** The values of a field, in ascending order. The last day of the month is none of them. */
function valuesOf(field: CronField, text: string) {
  const numbers = text.split(',').flatMap((part) => (isLastDayOf(field, part) ? [] : ruleRangeOf(field, part)))
  const distinct = new Set(field === 'weekday' ? numbers.map((number) => number % 7) : numbers)
  return [...distinct].sort((a, b) => a - b)
}

/** One part of a list: `*`, `5`, `1-5`, with `/2` behind a star or a range. */
export function ruleRangeOf(field: CronField, part: string) {
  if (part === '') throw new Fault(msg('Has an empty entry in its list'))
  const [range = '', step, ...more] = part.split('/')
  if (more.length > 0) throw new Fault(msg('"{part}" has more than one step', { part: shortened(part) }))
  const [from = '', to, ...others] = range.split('-')
  if (others.length > 0) throw new Fault(msg('"{part}" is not a range', { part: shortened(part) }))
  const isWhole = range === '*'
  if (step !== undefined && !isWhole && to === undefined)
    throw new Fault(
      msg('"{part}" needs a star or a range before the step, as */5 or 10-20/5', { part: shortened(part) }),
    )
  const { min, max } = fields[field]
  // A star ends with Saturday, 6. The 7 is a second number of Sunday.
  const last = field === 'weekday' ? 6 : max
  const first = isWhole ? min : numberOf(field, from)
  const end = isWhole ? last : to === undefined ? first : endOf(field, to)
  if (end < first) throw new Fault(msg('"{range}" runs backwards', { range: shortened(range) }))
  const by = step === undefined ? 1 : stepOf(step, last - min + 1)
  return Array.from({ length: Math.floor((end - first) / by) + 1 }, (_, index) => first + index * by)
}

/** The end of a range. Sunday as an end is 7. */
const endOf = (field: CronField, text: string) =>
  field === 'weekday' && text.toLowerCase() === 'sun' ? 7 : numberOf(field, text)

function numberOf(field: CronField, text: string) {
  const { min, max, names } = fields[field]
  const named = names?.get(text.toLowerCase())
  if (named !== undefined) return named
  if (!/^\d{1,4}$/.test(text)) {
    const part = shortened(text)
    throw new Fault(
      names ? msg('"{part}" is not a number or a name', { part }) : msg('"{part}" is not a number', { part }),
    )
  }
  const number = Number(text)
  if (number < min || number > max)
    throw new Fault(msg('{number} is not between {min} and {max}', { number, min, max }))
  return number
}

function stepOf(text: string, max: number) {
  if (!/^\d{1,4}$/.test(text)) throw new Fault(msg('"{part}" is not a step', { part: shortened(text) }))
  const step = Number(text)
  if (step < 1 || step > max)
    throw new Fault(msg('A step of {step} is not between {min} and {max}', { step, min: 1, max }))
  return step
}

const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text)
