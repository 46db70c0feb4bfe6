import { describeFault, readCronRule } from '../../shared/time/cron-rule.ts'
import { fold } from '../../shared/words/fold.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { withLatinDigits } from './when/reader.ts'

/** Times and days as people write them in a list. */

/** Minutes. */
const DAY = 24 * 60
/** So much of a text is shown in the sentence about its fault. */
const MAX_QUOTED = 40

/** "06:00", "6.00", "6h30", "6:00 am", "6:00 Uhr", "6 am", "6h". No hour alone: lines begin with numbers. */
const suffix = String.raw`(?:[ap]\.?m\.?|Uhr|h)(?![\p{L}\p{N}])`
const time = String.raw`(?:\d{1,2}[:.h]\d{2}(?::\d{2})?(?!\d)(?:\s{0,3}${suffix})?|\d{1,2}\s{0,3}[ap]\.?m\.?(?![\p{L}\p{N}])|\d{1,2}h(?![\p{L}\p{N}]))`
const WHOLE_TIME = new RegExp(`^${time}$`, 'iu')
const TIME = /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)?\s*(?:([ap])\.?m\.?|Uhr|h)?$/iu
const LENGTH = /^\+?\s*(\d{1,6})\s*min(?![\p{L}\p{N}])/iu

/** Minutes after midnight, up to 24:00; undefined if the text is no time. */
function minutesOf(text: string): number | undefined {
  const found = TIME.exec(withLatinDigits(text.slice(0, 60)))
  const [hour, minute, half] = [Number(found?.[1]), Number(found?.[2] ?? 0), found?.[3]?.toLowerCase()]
  if (!found || !WHOLE_TIME.test(found[0]) || minute > 59) return undefined
  if (half) return hour >= 1 && hour <= 12 ? ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute : undefined
  return hour * 60 + minute <= DAY ? hour * 60 + minute : undefined
}

const quoted = (text: string) => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)
const noTime = (text: string) =>
  msg('"{text}" is not a time of day. Write it as {example}.', { text: quoted(text), example: '06:00' })

/** A value, or why the text has none. */
export type Value<T> = { value: T; fault?: undefined } | { value?: undefined; fault: Message }

/** The time at which a routine opens, as "06:00". */
export function openingOf(text: string): Value<string> {
  const minutes = minutesOf(text)
  if (minutes === undefined || minutes === DAY) return { fault: noTime(text) }
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return { value: `${hour}:${minute}` }
}

/**
 * The minutes from an opening until a time or after a length, as "07:30" or "90 min". A time less than `least` minutes
 * after the opening means a later day.
 *
 * @param opensAt as "06:00"
 */
export function minutesUntil(text: string, opensAt: string, least: number): Value<number> {
  const length = LENGTH.exec(withLatinDigits(text.slice(0, 60)))
  if (length) return { value: Number(length[1]) }
  const [end, start] = [minutesOf(text), minutesOf(opensAt)]
  if (end === undefined || start === undefined) return { fault: noTime(text) }
  const after = (end - start + DAY) % DAY
  return { value: after + Math.max(0, Math.ceil((least - after) / DAY)) * DAY }
}

/** Shortened names of days end with a point in some languages. */
const folded = (text: string) => fold(text).replaceAll('.', '').trim()

/** Folded names of days, with their cron fields (`days`), and of weekdays, as numbers from Sunday (`weekdays`). */
export interface DayNames {
  days: ReadonlyMap<string, string>
  weekdays: ReadonlyMap<string, number>
}

/** A map by names without case, accents and points. */
export const pastedNamesOf = <T>(names: Iterable<readonly [string, T]>): Map<string, T> =>
  new Map(Array.from(names, ([name, value]) => [folded(name), value]))

/** The days of a routine as three cron fields: a name of days, weekdays as "Mon, Wed" or "Mon-Fri", or the fields. */
export function pastedDaysOf(text: string, { days, weekdays }: DayNames): Value<string> {
  const known = days.get(folded(text)) ?? weekdaysIn(folded(text).slice(0, 200), weekdays)
  if (known !== undefined) return { value: known }
  const fields = text.trim().split(/\s+/)
  if (fields.length !== 3) {
    const values = { text: quoted(text), example: 'Mon, Wed', rule: '* * 1-5' }
    return { fault: msg('"{text}" names no days. Write them as {example}, or as a rule such as {rule}.', values) }
  }
  const { fault } = readCronRule(`0 0 ${fields.join(' ')}`)
  return fault ? { fault: describeFault(fault) } : { value: fields.join(' ') }
}

function weekdaysIn(text: string, weekdays: ReadonlyMap<string, number>): string | undefined {
  const words = text
    .replace(/\s?[-–—]\s?/g, '-')
    .split(/[\s,;/+&]+/)
    .filter(Boolean)
  const numbers = words.map((word) => {
    const single = weekdays.get(word)
    if (single !== undefined) return [single]
    const [first, last, more] = word.split('-').map((name) => weekdays.get(name))
    if (first === undefined || last === undefined || more !== undefined) return undefined
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7)
  })
  if (words.length === 0 || numbers.includes(undefined)) return undefined
  const all = [...new Set(numbers.flatMap((each) => each ?? []))].sort((a, b) => a - b).join()
  if (all === '0,1,2,3,4,5,6') return '* * *'
  return `* * ${all === '1,2,3,4,5' ? '1-5' : all}`
}
