import { DASH, FILL, type Piece, type RuleReader, SIGN_BETWEEN } from './reader.ts'
import { timePiece } from './times.ts'

/** Weekdays: one, several, ranges, and all but some. */

/** The weekdays of three cron fields, in the order of the week. */
function weekdaysOf(days: readonly number[]): string {
  const all = [...new Set(days)].sort((a, b) => a - b).join()
  if (all === '0,1,2,3,4,5,6') return '* * *'
  return `* * ${all === '1,2,3,4,5' ? '1-5' : all}`
}

export const numbersOf = (days: string): number[] | undefined => {
  const found = /^\* \* (.+)$/.exec(days)?.[1]
  if (found === '*') return [0, 1, 2, 3, 4, 5, 6]
  if (found === '1-5') return [1, 2, 3, 4, 5]
  return found && /^[\d,]+$/.test(found) ? found.split(',').map(Number) : undefined
}

interface Days {
  days: number[]
  next: number
  /** How many weekdays are named, and whether one of them is a word that may be another. */
  count: number
  isRisky: boolean
  loose?: string
}

/** One weekday, a range of them, or a word for several. */
export function daysAtom(reader: RuleReader, index: number): Days | undefined {
  for (const start of reader.skip(index, FILL, 3)) {
    const found = reader.at(start, 'weekday', 'short', 'days', 'loose')
    const several = found && /days|loose/.test(found.word.kind) ? numbersOf(found.word.value) : undefined
    if (!found) continue
    if (several) {
      // "weekly" is no set of weekdays.
      if (several.length === 1) continue
      const loose = found.word.kind === 'loose' ? { loose: reader.raw(start, found.next) } : {}
      return { days: several, next: found.next, count: 2, isRisky: false, ...loose }
    }
    if (!/weekday|short/.test(found.word.kind)) continue
    const first = Number(found.word.value)
    const isRisky = found.word.kind === 'short' && !reader.isPlainShort(found.name)
    const next = reader.sign(found.next) === '.' ? found.next + 1 : found.next
    // "pazartesiden cumaya": the endings say from and to.
    const ending = reader.at(next, 'weekday')?.name ?? ''
    const isFromTo = /[dt][ae]n$/.test(found.name) && /[ae]$/.test(ending) && ending !== 'carsamba' && ending !== 'cuma'
    const to = DASH.test(reader.sign(next) ?? '') ? { next: next + 1 } : isFromTo ? { next } : reader.at(next, 'to')
    for (const end of to ? reader.skip(to.next, FILL, 2) : []) {
      const last = reader.at(end, 'weekday', 'short')
      if (!last) continue
      const length = ((Number(last.word.value) - first + 7) % 7) + 1
      const days = Array.from({ length }, (_, at) => (first + at) % 7)
      const behind = reader.sign(last.next) === '.' ? last.next + 1 : last.next
      return { days, next: behind, count: 2, isRisky: false }
    }
    return { days: [first], next, count: 1, isRisky }
  }
  return undefined
}

/** Weekdays: one, several, a range, or all but some. */
export function weekdaysPiece(reader: RuleReader, index: number): Piece | undefined {
  const first = daysAtom(reader, index)
  if (!first) return undefined
  let { days, next, count, isRisky, loose } = first
  // Behind "daily" stands no weekday: Polish "do" is "until", and German "Do" is Thursday.
  while (days.length < 7) {
    const sign = reader.sign(next)
    const between = sign !== undefined && /^[,/+&;|]$/.test(sign) ? next + 1 : (reader.at(next, 'and')?.next ?? next)
    const more = daysAtom(reader, reader.at(between, 'and')?.next ?? between)
    if (!more || (between === next && more.isRisky && count === 1)) break
    days = [...days, ...more.days]
    next = more.next
    count += more.count
  }
  const without = exceptionsAt(reader, next)
  if (without) {
    days = days.filter((day) => !without.days.includes(day))
    next = without.next
  }
  const suffix = reader.at(next, 'fill')
  if (suffix && /^(gunleri|gunu|gun)$/.test(suffix.name)) next = suffix.next
  if (isRisky && count === 1 && !isApart(reader, next)) return undefined
  if (days.length === 0) return { next, isUnclear: true }
  return { days: weekdaysOf(days), next, ...(loose && { loose }) }
}

/** Whether a sign, a number or the end stands behind a word. */
const isApart = (reader: RuleReader, index: number) =>
  reader.isEnd(index)
    ? /^[-–—,;:(|/]$/.test(reader.sign(index - 2) ?? '')
    : SIGN_BETWEEN.test(reader.sign(index) ?? '') ||
      reader.sign(index - 1) === '.' ||
      timePiece(reader, index) !== undefined

export function exceptionsAt(reader: RuleReader, index: number): Days | undefined {
  const start = /^[,(]$/.test(reader.sign(index) ?? '') ? index + 1 : index
  const except = reader.at(start, 'except')
  let found = except && daysAtom(reader, except.next)
  while (found) {
    const and = reader.at(found.next, 'and')?.next ?? (reader.sign(found.next) === ',' ? found.next + 1 : undefined)
    const more = and === undefined ? undefined : daysAtom(reader, and)
    if (!more) break
    found = { ...found, days: [...found.days, ...more.days], next: more.next }
  }
  return found && reader.sign(found.next) === ')' ? { ...found, next: found.next + 1 } : found
}

/** Every day but some. */
export const allBut = ({ days, next }: Days): Piece => ({
  days: weekdaysOf([0, 1, 2, 3, 4, 5, 6].filter((day) => !days.includes(day))),
  next,
})

export function shortAt(reader: RuleReader, index: number) {
  const found = reader.at(index, 'short')
  return found && reader.isPlainShort(found.name) ? found : undefined
}
