import { FILL, type Piece, type RuleReader } from './reader.ts'
import { timePiece } from './times.ts'
import { allBut, daysAtom, exceptionsAt } from './weekdays.ts'
import { daysOfUnit, type RuleWord, type Unit } from './words.ts'

/** How often: "daily", "every 3 months", "1x im Quartal". */

/** "every day", "every 3 months", "1x im Quartal", "once a week". */
export function unitPiece(reader: RuleReader, index: number): Piece | undefined {
  for (const start of reader.skip(index, ['fill'], 2)) {
    const counted = countedAt(reader, start)
    if (counted) return counted
    const every = reader.at(start, 'every')
    if (!every) continue
    // "щовечора" is "every evening" in one word, and "щополудня" is "every noon".
    const inOne = reader.at(start, 'am', 'pm', 'night')
    if (inOne?.next === every.next) return { days: '* * *', part: inOne.word.kind as 'am', next: every.next }
    if (reader.at(start, 'noon')?.next === every.next)
      return { days: '* * *', next: timePiece(reader, every.next, true) ? every.next : start }
    for (const place of reader.skip(every.next, ['fill', 'every', 'other'], 3)) {
      const isOther = [...Array(place - every.next).keys()].some((at) => reader.at(every.next + at, 'other'))
      const count = reader.number(place)
      const unit = reader.at(count === undefined ? place : place + 1, 'unit')
      const part = reader.at(place, 'am', 'pm', 'night')
      if (unit) return unitOf(reader, index, unit, isOther ? 2 : (count ?? 1))
      const noon = reader.at(place, 'noon', 'midnight')
      // "Every noon" is at 12:00, and "every noon at 12:30" is not.
      if (noon && count === undefined)
        return { days: '* * *', next: timePiece(reader, noon.next, true) ? noon.next : place }
      if (part && count === undefined) return { days: '* * *', part: part.word.kind as 'am', next: part.next }
      if (reader.at(place, 'month') && count === undefined) return { next: place + 1, isUnclear: true }
      if (isOther && daysAtom(reader, place)) return { next: daysAtom(reader, place)?.next ?? place, isUnclear: true }
    }
  }
  return undefined
}

const MONTHS: Record<number, Unit> = { 1: 'month', 3: 'quarter', 6: 'half', 12: 'year' }

function unitOf(
  reader: RuleReader,
  from: number,
  { word, next }: { word: RuleWord; next: number },
  count: number,
): Piece {
  const named = word.value as Unit
  const unit = count === 1 ? named : named === 'month' ? MONTHS[count] : undefined
  const days = unit && daysOfUnit(unit)
  const without = days === '* * *' ? exceptionsAt(reader, next) : undefined
  if (without) return allBut(without)
  if (!unit || !days) {
    if (named === 'month' && count === 2)
      return { days: '1 */2 *', loose: reader.raw(from, next), next, isCadence: true }
    return { next, isUnclear: true }
  }
  return { days, next, isCadence: true, cadence: unit, ...(unit !== 'day' && { loose: reader.raw(from, next) }) }
}

/** "1x täglich", "2 mal pro Woche", "once a month". */
function countedAt(reader: RuleReader, index: number): Piece | undefined {
  const once = reader.at(index, 'once')
  const often = reader.at(index, 'often')
  const count = reader.number(index)
  const times = count === undefined ? undefined : reader.at(index + 1, 'times')
  const behind = once?.next ?? often?.next ?? times?.next
  if (behind === undefined) return undefined
  const isOnce = once !== undefined || (often === undefined && count === 1)
  const start = reader.sign(behind) === '.' ? behind + 1 : behind
  for (const place of reader.skip(start, ['fill', 'per', 'every'], 3)) {
    const cadence = reader.at(place, 'days', 'loose')
    const inner = reader.number(place) === undefined ? undefined : reader.at(place + 1, 'unit')
    const unit = reader.at(place, 'unit')
    if (inner) return { next: inner.next, isUnclear: true }
    if (unit && place > start) return isOnce ? unitOf(reader, index, unit, 1) : { next: unit.next, isUnclear: true }
    if (cadence)
      return isOnce
        ? { ...cadenceOf(reader, place, cadence), next: cadence.next }
        : { next: cadence.next, isUnclear: true }
  }
  const per = reader.at(start, 'per')
  return per && !reader.isEnd(per.next) && once === undefined && times
    ? { next: per.next + 1, isUnclear: true }
    : undefined
}

function cadenceOf(reader: RuleReader, from: number, { word, next }: { word: RuleWord; next: number }): Piece {
  const units: Record<string, Unit> = {
    '* * *': 'day',
    '* * 1': 'week',
    '1 * *': 'month',
    '1 1,4,7,10 *': 'quarter',
    '1 1,7 *': 'half',
    '1 1 *': 'year',
  }
  const cadence = word.kind === 'loose' || word.value === '* * *' ? units[word.value] : undefined
  const loose = word.kind === 'loose' ? { loose: reader.raw(from, next) } : {}
  const without = word.value === '* * *' ? exceptionsAt(reader, next) : undefined
  if (without) return allBut(without)
  return { days: word.value, next, isCadence: true, ...(cadence && { cadence }), ...loose }
}

/** "daily", "monthly", "month end", "weekends". */
export function cadencePiece(reader: RuleReader, index: number): Piece | undefined {
  for (const start of reader.skip(index, FILL, 3)) {
    const found = reader.at(start, 'days', 'loose')
    if (found) return cadenceOf(reader, start, found)
  }
  return undefined
}
