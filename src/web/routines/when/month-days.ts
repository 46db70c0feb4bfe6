import { FILL, type Piece, type RuleReader } from './reader.ts'
import { DATE } from './times.ts'
import { numbersOf, shortAt } from './weekdays.ts'
import type { Unit } from './words.ts'

/** Days of the month: "the last day of the month", "am 15."; and dates, which no rule of a routine says. */

const ofUnit: Partial<Record<Unit, { first: string; last: string }>> = {
  month: { first: '1 * *', last: 'L * *' },
  quarter: { first: '1 1,4,7,10 *', last: 'L 3,6,9,12 *' },
  half: { first: '1 1,7 *', last: 'L 6,12 *' },
  year: { first: '1 1 *', last: 'L 12 *' },
}

/** "the last day of the month", "am Ersten jedes Monats", "ayın son günü". `given`: a month elsewhere. */
export function edgePiece(reader: RuleReader, index: number, given?: Unit): Piece | undefined {
  for (const start of reader.skip(index, FILL, 3)) {
    // "ayın son günü", "month's last day": the unit comes first.
    const before = reader.at(start, 'unit')
    const at = before ? reader.skip(before.next, FILL, 2) : [start]
    for (const place of at) {
      const edge = reader.at(place, 'first', 'last')
      if (!edge) continue
      const side = edge.word.kind as 'first' | 'last'
      // "the last Friday of the month": no rule says it.
      const weekday = reader.at(edge.next, 'weekday') ?? shortAt(reader, edge.next)
      if (weekday) return { next: monthBehind(reader, weekday.next)?.next ?? weekday.next, isUnclear: true }
      const workday = reader.at(edge.next, 'days')
      if (workday && numbersOf(workday.word.value))
        return { next: monthBehind(reader, workday.next)?.next ?? workday.next, isUnclear: true }
      const day = dayAt(reader, edge.next)
      const behind = monthBehind(reader, day?.next ?? edge.next)
      const unit = (before?.word.value as Unit | undefined) ?? behind?.unit ?? (day || !behind ? given : undefined)
      const days = unit && ofUnit[unit]?.[side]
      if (!days || (before && !day)) continue
      const next = behind?.next ?? day?.next ?? edge.next
      return { days, next }
    }
  }
  return undefined
}

/** The word "day" at a token, perhaps behind an article. */
const dayAt = (reader: RuleReader, index: number) =>
  reader
    .skip(index, ['fill'], 1)
    .map((each) => reader.at(each, 'unit'))
    .find((each) => each?.word.value === 'day')

/** "of the month", "jedes Monats", "im Quartal". */
function monthBehind(reader: RuleReader, index: number): { unit: Unit; next: number } | undefined {
  for (const place of reader.skip(index, FILL, 4)) {
    const unit = reader.at(place, 'unit') ?? reader.at(place, 'loose')
    const value = unit?.word.kind === 'loose' ? (unit.word.value === '1 * *' ? 'month' : '') : unit?.word.value
    if (unit && /^(month|quarter|half|year)$/.test(value ?? '')) return { unit: value as Unit, next: unit.next }
  }
  return undefined
}

const ORDINAL = /^(st|nd|rd|th|er|o|a|i|ego|go|го|е|u|si|inci|uncu|nci|inde|unda|sinde|sinda|unde|inda)$/

/** "am 15. des Monats", "1st and 15th of each month", "los días 1 y 15 de cada mes", "ayın 15'i". */
export function monthDayPiece(reader: RuleReader, index: number, given?: Unit): Piece | undefined {
  for (const start of reader.skip(index, FILL, 4)) {
    const before = reader.at(start, 'unit')
    const places =
      before?.word.value === 'month' || before?.word.value === 'day' ? reader.skip(before.next, FILL, 2) : [start]
    for (const place of places) {
      const list = numbersAt(reader, place)
      if (!list) continue
      const dayNoun = dayAt(reader, list.next)
      const behind = monthBehind(reader, dayNoun?.next ?? list.next)
      const isMonth = before?.word.value === 'month' || behind?.unit === 'month' || given === 'month'
      if (!isMonth || list.days.some((day) => day < 1 || day > 31)) continue
      // "every month at 9" names an hour.
      if (!behind && !list.isOrdinal && namesHour(reader, index, place)) continue
      // A number is no day of the month by its neighbourhood alone: "monthly 15 towels".
      if (!before && !behind && !list.isOrdinal && !dayNoun && start === index) continue
      const next = behind?.unit === 'month' ? behind.next : (dayNoun?.next ?? list.next)
      return { days: `${[...new Set(list.days)].sort((a, b) => a - b).join()} * *`, next }
    }
  }
  return undefined
}

/** Whether a word before a number says that an hour comes: "at 9", "o 9". */
const namesHour = (reader: RuleReader, from: number, to: number) =>
  [...Array(to - from).keys()].some((at) =>
    /^(at|um|o|о|alle|as|saat|الساعة|الساعه)$/.test(reader.tokens[from + at]?.folded ?? ''),
  )

function numbersAt(
  reader: RuleReader,
  index: number,
): { days: number[]; next: number; isOrdinal: boolean } | undefined {
  const days: number[] = []
  let next = index
  let isOrdinal = false
  for (;;) {
    const day = reader.number(next)
    if (day === undefined) break
    days.push(day)
    index = next + 1
    while (
      /^[.'’ºª°-]$/.test(reader.sign(index) ?? '') &&
      (reader.sign(index) !== '-' || ORDINAL.test(reader.tokens[index + 1]?.folded ?? ''))
    ) {
      isOrdinal = true
      index += 1
    }
    if (
      ORDINAL.test(reader.tokens[index]?.folded ?? '') &&
      reader.tokens[index]?.start === reader.tokens[index - 1]?.end
    ) {
      isOrdinal = true
      index += 1
    }
    const and = reader.sign(index) === ',' ? index + 1 : reader.at(index, 'and')?.next
    const [more] = and === undefined ? [] : reader.skip(and, ['fill'], 2)
    if (more === undefined || reader.number(more) === undefined) return { days, next: index, isOrdinal }
    next = more
  }
  return days.length > 0 ? { days, next: index, isOrdinal } : undefined
}

/** Dates, hours and needs: they say when, and no rule of a routine says that. */
export function unclearPiece(reader: RuleReader, index: number): Piece | undefined {
  const token = reader.tokens[index]
  const date = token?.isNumber ? DATE.exec(reader.text.slice(token.start, token.start + 20)) : undefined
  if (token && date) {
    const next = reader.tokens.findIndex(({ start }) => start >= token.start + date[0].length)
    return { next: next === -1 ? reader.tokens.length : next, isUnclear: true }
  }
  const month =
    reader.number(index) === undefined
      ? undefined
      : reader
          .skip(index + 1, ['fill'], 2)
          .map((each) => reader.at(each, 'month'))
          .find(Boolean)
  if (month) return { next: month.next, isUnclear: true }
  // "3 günde bir", once in three days; "3 ayda bir" has a rule.
  const often = reader.number(index) === undefined ? undefined : reader.at(index + 1, 'days', 'loose')
  if (often && / bir$/.test(often.name) && !reader.at(index, 'days', 'loose'))
    return { next: often.next, isUnclear: true }
  for (const start of reader.skip(index, FILL, 2)) {
    const found = reader.at(start, 'unsayable')
    if (found) return { next: found.next, isUnclear: true }
  }
  return undefined
}
