import { DASH, type FoundRule, type Piece, type RuleReader, type SaidTimes, SIGN_BETWEEN } from './reader.ts'

/** Times of day: "07:00", "8 Uhr", "half past 8", "a las 8 de la tarde", and ranges of them. */

const MINUTES_OF_DAY = 24 * 60

/** Times: hour and minute in all their ways of writing. */
const SUFFIX =
  "(?:[ap]\\.?\\s?m\\.?|uhr|hrs?|hs?|o['’]?clock|heures?|horas?|ore|godz(?:iny|inie|ina)?|год(?:ини|ина|ин|ину|ині)?|ص|م)"

const TIME = new RegExp(
  `(\\d{1,2})(?:([:.hHг])(\\d{2})(?::\\d{2})?(?!\\d))?(?:\\s{0,3}(${SUFFIX})\\.?(?![\\p{L}\\p{N}])(?:\\s?(\\d{2})(?![\\d:.]))?)?(?:['’]\\p{L}{1,4})?`,
  'iuy',
)

/** Signs behind a number that make it no time: "1.25" is an amount, "01.12." a date and "20/5" neither. */
const NO_TIME =
  /^(?:\s{0,2}(?:l|ml|cl|kg|g|m|cm|mm|km|%|€|\$|£|°|eur|euro|usd|bar|ppm|litros?|liter|litres?|tl|zł|zl|pln|грн)(?![\p{L}\p{N}])|[.:]?\d|\.\d|[,/]\d)/iu

export const DATE =
  /^(?:\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?!\d)|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\d/])|\d{4}-\d{2}-\d{2})/

interface Clock {
  hour: number
  minute: number
  /** "a" or "p". */
  half: string
  isBare: boolean
  raw: string
  /** The index of the token behind it. */
  next: number
}

function clockAt(reader: RuleReader, index: number): Clock | undefined {
  const token = reader.tokens[index]
  if (!token?.isNumber) return undefined
  const rest = reader.text.slice(token.start, token.start + 40)
  TIME.lastIndex = 0
  const found = TIME.exec(rest)
  if (!found || DATE.test(rest)) return undefined
  const [raw, hour = '', sign = '', minute, suffix = '', later] = found
  const behind = rest.slice(raw.length)
  if (sign === '.' && suffix === '' && (NO_TIME.test(behind) || /^\s?[-–]\s?\d{1,2}\.\d{1,2}\./.test(behind)))
    return undefined
  if (sign === '' && suffix === '' && /^[:.,/]\d/.test(behind)) return undefined
  const end = token.start + raw.length
  const next = reader.tokens.findIndex(({ start }) => start >= end)
  const half = /^[ap]/i.test(suffix) ? suffix.charAt(0).toLowerCase() : suffix === 'ص' ? 'a' : suffix === 'م' ? 'p' : ''
  return {
    hour: Number(hour),
    minute: Number(minute ?? later ?? 0),
    half,
    raw,
    // In Turkish "7'de" is "at 7".
    isBare: minute === undefined && suffix === '' && !/['’][dt][ae]$/i.test(raw),
    next: next === -1 ? reader.tokens.length : next,
  }
}

/** "06:00"; the text as it is written if that is no time of day. */
function timeOf({ hour, minute, half, raw }: Clock, part?: Piece['part']): string {
  if (minute > 59 || hour > 24 || (half && (hour < 1 || hour > 12))) return raw
  const isLate = half === 'p' || (!half && hour < 12 && (part === 'pm' || (part === 'night' && hour >= 6)))
  const isMidnight = hour === 12 && (half === 'a' || (!half && part === 'night'))
  const minutes = (isMidnight ? 0 : isLate && hour < 12 ? hour + 12 : hour) * 60 + minute
  if (minutes >= MINUTES_OF_DAY) return raw
  return [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, '0')).join(':')
}

/** Words behind which a number alone is an hour. */
const HOUR_COMES = /^(saat|saatleri|ore|alle ore|dalle ore|o godz|godz|o godzinie|od godz|um|a las|.*الساعه|о години)$/

/**
 * A time or a range of times, perhaps behind "at" or "from". Behind days, "at" is enough: "Mondays at 8 order linen".
 */
export function timePiece(reader: RuleReader, index: number, isAfterDays = false): Piece | undefined {
  for (const start of reader.skip(index, ['at', 'fill', 'am', 'pm', 'night'], 4)) {
    const naming = [...Array(start - index).keys()].flatMap((at) => {
      const found = reader.at(index + at, 'at')
      return found?.next === start || (found && reader.sign(found.next) === '.' && found.next + 1 === start)
        ? [found]
        : []
    })
    const isNamed = naming.length > 0
    const isHour = isNamed && (isAfterDays || naming.some(({ name }) => HOUR_COMES.test(name)))
    const before = partBetween(reader, index, start)
    const named = reader.at(start, 'noon', 'midnight')
    const half = reader.at(start, 'toHalf')
    const first = half ? halfTo(reader, half.next) : clockAt(reader, start)
    if (named && (isNamed || start === index)) return rangeFrom(reader, namedClock(named), true, true, before)
    if (!first) continue
    const piece = rangeFrom(reader, withHalf(reader, first), isNamed || half !== undefined, isHour, before)
    if (piece) return piece
  }
  return undefined
}

const namedClock = ({ word, next, name }: FoundRule): Clock => ({
  hour: word.kind === 'noon' ? 12 : 0,
  minute: 0,
  half: '',
  isBare: false,
  raw: name,
  next,
})

/** "halb 9". In German it is half an hour before, in English ("half past 8") behind. */
function halfTo(reader: RuleReader, index: number): Clock | undefined {
  const clock = clockAt(reader, index)
  if (clock?.minute !== 0) return undefined
  const isPast = reader.tokens[index - 1]?.folded === 'past'
  return { ...clock, minute: 30, hour: isPast ? clock.hour : clock.hour - 1, isBare: false }
}

function withHalf(reader: RuleReader, clock: Clock): Clock {
  const half = clock.minute === 0 ? reader.at(clock.next, 'half') : undefined
  return half ? { ...clock, minute: 30, isBare: false, next: half.next } : clock
}

function partBetween(reader: RuleReader, from: number, to: number): Piece['part'] {
  for (let at = from; at < to; at += 1) {
    const found = reader.at(at, 'am', 'pm', 'night')
    if (found && found.next <= to) return found.word.kind as Piece['part']
  }
  return undefined
}

function rangeFrom(
  reader: RuleReader,
  first: Clock,
  isNamed: boolean,
  isHour: boolean,
  before: Piece['part'],
): Piece | undefined {
  const to = DASH.test(reader.sign(first.next) ?? '') ? { next: first.next + 1 } : reader.at(first.next, 'to')
  const [startOfLast] = to ? reader.skip(to.next, ['at', 'fill'], 2) : []
  const last = startOfLast === undefined ? undefined : clockAt(reader, startOfLast)
  const midnight = startOfLast === undefined ? undefined : reader.at(startOfLast, 'noon', 'midnight')
  const end = midnight ? namedClock(midnight) : last && withHalf(reader, last)
  if (end && (!first.isBare || !end.isBare || isNamed)) {
    const part = partBehind(reader, end.next)
    const kind = (part?.word.kind as Piece['part']) ?? before
    const half = first.half || (end.half && first.hour <= end.hour && first.hour !== 12 ? end.half : '')
    const due = end.hour === 0 && midnight ? '24:00' : dueOf(end, kind)
    return { opens: timeOf({ ...first, half }, kind), due, next: part?.next ?? end.next }
  }
  const part = first.hour > 12 ? undefined : partBehind(reader, first.next)
  const next = part?.next ?? first.next
  const again = first.isBare && !isNamed ? undefined : anotherTime(reader, next, isNamed)
  if (again !== undefined) return { next: again, isUnclear: true }
  if (first.isBare && !part && !before && !isHour) {
    const isAlone = reader.isEnd(next) || SIGN_BETWEEN.test(reader.sign(next) ?? '') || reader.isPiece(next)
    if (!isNamed || !isAlone) return undefined
  }
  if (first.isBare && part?.word.kind === undefined && !isNamed) return undefined
  return { opens: timeOf(first, (part?.word.kind as Piece['part']) ?? before), next }
}

/** Parts of the day that are more than the half of a clock: "06:00 morning round" keeps its title. */
const NOUN =
  /^(mornings?|evenings?|afternoons?|nights?|morgen|vormittag|abend|nachmittag|nacht|mananas?|tardes?|noches?|matins?|soirs?|apres midi|nuits?|mattin[aeo]|ser[ae]|pomeriggio|nott[ei]|manhas?|noites?|ranek|wieczor|noc|ранок|вечир|sabah.*|aksam.*|gece.*|ogle.*|صباح|ليله|الليل)$/

function partBehind(reader: RuleReader, index: number) {
  const found = reader.at(index, 'am', 'pm', 'night')
  return found && !NOUN.test(found.name) ? found : undefined
}

/** The end of further times, as in "8, 12 and 16 Uhr": one routine has one time. */
function anotherTime(reader: RuleReader, index: number, isNamed: boolean): number | undefined {
  const start = /^[,/+&]$/.test(reader.sign(index) ?? '') ? index + 1 : reader.at(index, 'and')?.next
  const [place] = start === undefined ? [] : reader.skip(start, ['at', 'fill'], 2)
  const clock = place === undefined ? undefined : clockAt(reader, place)
  if (!clock) return undefined
  const later = anotherTime(reader, clock.next, isNamed)
  return later ?? (clock.isBare && !isNamed ? undefined : clock.next)
}

/** A window may end at 24:00. */
const dueOf = (clock: Clock, part?: Piece['part']) =>
  clock.hour === 24 && clock.minute === 0 ? '24:00' : timeOf(clock, part)

/** "until 10", "bis 10 Uhr": when it is due. */
export function untilPiece(reader: RuleReader, index: number): Piece | undefined {
  const until = reader.at(index, 'until')
  if (!until) return untilBehind(reader, index)
  for (const start of reader.skip(until.next, ['at', 'fill'], 2)) {
    const clock = clockAt(reader, start)
    if (!clock || clock.isBare) continue
    const part = partBehind(reader, clock.next)
    return { due: dueOf(clock, part?.word.kind as Piece['part']), next: part?.next ?? clock.next }
  }
  return undefined
}

/** "22:00'ye kadar": in Turkish the word stands behind. */
function untilBehind(reader: RuleReader, index: number): Piece | undefined {
  for (const start of reader.skip(index, ['at', 'fill'], 2)) {
    const clock = clockAt(reader, start)
    const until = clock && reader.at(clock.next, 'until')
    if (clock && until?.name === 'kadar') return { due: dueOf(clock), next: until.next }
  }
  return undefined
}

/** "Every evening at 10" is 22:00. */
export function inHalf(when: SaidTimes, part: Piece['part']): SaidTimes {
  const [hour = 0, minute = ''] = /^\d\d:\d\d$/.test(when.opens ?? '') ? (when.opens ?? '').split(':').map(Number) : []
  const isLate = minute !== '' && hour > 0 && hour < 12 && (part === 'pm' || (part === 'night' && hour >= 6))
  return isLate ? { ...when, opens: `${hour + 12}:${String(minute).padStart(2, '0')}` } : when
}
