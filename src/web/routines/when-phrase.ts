import { fold } from '../../shared/fold.ts'
import { daysOfUnit, MAX_WORDS, plainShort, type Unit, type Word, type WordKind, whenWords } from './when-words.ts'

/** Reads when work comes again from the words of a line: "Mo-Fr 07:00", "1x im Quartal", "todos los lunes a las 8". */

/** What a text says of days and times. */
export interface When {
  /** Three cron fields. */
  days?: string
  /** As "06:00", or as it is written if it is no time of day. */
  opens?: string
  due?: string
  /** The words that leave the day open, as "monthly". */
  loose?: string
}

/** A line, divided into what says when and its title. */
export interface ReadLine extends When {
  title: string
  /** Words that may say when, and that are not understood, or stand within the title. */
  doubt?: string
}

interface Token {
  folded: string
  isWord: boolean
  isNumber: boolean
  start: number
  end: number
}

/** The digits of Arabic and Persian as those of Latin. No character changes its place. */
export const withLatinDigits = (text: string) =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replaceAll('٫', '.')

const TOKEN = /[\p{L}\p{M}]+(?:['’ʼ`](?=\p{Script=Cyrillic})[\p{L}\p{M}]+)*|\d+|[^\s\p{L}\p{M}\d]/gu
/** A longer line is no title. */
const MAX_TOKENS = 80

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const found of text.matchAll(TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break
    const [raw] = found
    const isWord = /^[\p{L}\p{M}]/u.test(raw)
    const folded = isWord ? fold(raw).replaceAll("'", '') : raw
    tokens.push({ folded, isWord, isNumber: /^\d/.test(raw), start: found.index, end: found.index + raw.length })
  }
  return tokens
}

/** A piece of a line that says when. `isUnclear`: it says when, and no rule of a routine says that. */
interface Piece extends When {
  next: number
  isUnclear?: boolean
  /** Which half of the day it names. */
  part?: 'am' | 'pm' | 'night'
  /** "monthly" and the like: the day may stand in another piece. */
  cadence?: Unit
  /** It stands for days only beside a sign or a time. */
  isCadence?: boolean
}

const DASH = /^[-–—−]$/
const SIGN_BETWEEN = /^[-–—−,;:|·•/()[\]+&.*]$/
const MINUTES_OF_DAY = 24 * 60

interface Found {
  word: Word
  next: number
  name: string
}

class Reader {
  readonly text: string
  readonly tokens: Token[]
  readonly #words: ReadonlyMap<string, Word[]>
  readonly #plain: ReadonlySet<string>
  readonly #found: (Found[] | undefined)[] = []

  constructor(text: string, language: string) {
    this.text = withLatinDigits(text)
    this.tokens = tokensOf(this.text)
    this.#words = whenWords(language)
    this.#plain = plainShort(language)
  }

  /** The longest words of these kinds at a token, and the token behind them. */
  at(index: number, ...kinds: WordKind[]): Found | undefined {
    this.#found[index] ??= this.#wordsAt(index)
    return this.#found[index]?.find(({ word }) => kinds.includes(word.kind))
  }

  /** Whether the words of the text know nothing that begins with this token. */
  isPlain(index: number) {
    this.#found[index] ??= this.#wordsAt(index)
    return this.#found[index]?.length === 0 && this.tokens[index]?.isNumber === false
  }

  /** All that the words at a token may be, the longest first. */
  #wordsAt(index: number): Found[] {
    const found: Found[] = []
    let name = ''
    let next = index
    for (let count = 0; count < MAX_WORDS && next < this.tokens.length; ) {
      const token = this.tokens[next]
      if (!token || !(token.isWord || token.isNumber)) {
        // "segunda-feira", "m-c": a hyphen, or the sign of an ordinal, within a name.
        if (name === '' || !/^[-'’ªº°.]$/.test(token?.folded ?? '') || !this.#touches(next)) break
        next += 1
        continue
      }
      name = name === '' ? token.folded : `${name} ${token.folded}`
      count += 1
      next += 1
      for (const word of this.#words.get(name) ?? []) found.push({ word, next, name })
    }
    return found.sort((a, b) => b.next - a.next)
  }

  /** Whether a sign stands directly behind the token before it and before the one behind it. */
  #touches(index: number) {
    const [before, token, after] = [this.tokens[index - 1], this.tokens[index], this.tokens[index + 1]]
    return before?.end === token?.start && token?.end === after?.start
  }

  /** The token behind words that say nothing by themselves, at most so many. */
  skip(index: number, kinds: WordKind[], most = 3): number[] {
    const places = [index]
    let next = index
    while (places.length <= most) {
      const found = this.at(next, ...kinds)
      const isMark = /^['’.º°ª]$/.test(this.tokens[next]?.folded ?? '')
      if (!found && !isMark) break
      next = found?.next ?? next + 1
      places.push(next)
    }
    return places.reverse()
  }

  sign(index: number) {
    const token = this.tokens[index]
    return token && !token.isWord && !token.isNumber ? token.folded : undefined
  }

  number(index: number) {
    const token = this.tokens[index]
    return token?.isNumber ? Number(token.folded) : undefined
  }

  raw(from: number, to: number) {
    return this.text.slice(this.tokens[from]?.start ?? 0, this.tokens[to - 1]?.end ?? 0)
  }

  isEnd(index: number) {
    return index >= this.tokens.length
  }

  isPlainShort(name: string) {
    return this.#plain.has(name)
  }
}

const FILL: WordKind[] = ['fill', 'every', 'per', 'at']

/** Times: hour and minute in all their ways of writing. */
const SUFFIX =
  "(?:[ap]\\.?\\s?m\\.?|uhr|hrs?|hs?|o['’]?clock|heures?|horas?|ore|godz(?:iny|inie|ina)?|год(?:ини|ина|ин|ину)?|ص|م)"
const TIME = new RegExp(
  `(\\d{1,2})(?:([:.hHг])(\\d{2})(?::\\d{2})?(?!\\d))?(?:\\s{0,3}(${SUFFIX})\\.?(?![\\p{L}\\p{N}])(?:\\s?(\\d{2})(?![\\d:.]))?)?(?:['’]\\p{L}{1,4})?`,
  'iuy',
)
/** What makes "1.25" an amount, "01.12." a date and "20/5" neither. */
const NO_TIME =
  /^(?:\s{0,2}(?:l|ml|cl|kg|g|m|cm|mm|km|%|€|\$|£|°|eur|euro|usd|bar|ppm|litros?|liter|litres?|tl|zł|zl|pln|грн)(?![\p{L}\p{N}])|[.:]?\d|\.\d|[,/]\d)/iu
const DATE = /^(?:\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?!\d)|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\d/])|\d{4}-\d{2}-\d{2})/

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

function clockAt(reader: Reader, index: number): Clock | undefined {
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
    ...{ hour: Number(hour), minute: Number(minute ?? later ?? 0), half, raw },
    isBare: minute === undefined && suffix === '',
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

/** Words behind which a number alone is an hour, whatever follows. */
const HOUR_COMES = /^(saat|saatleri|ore|alle ore|dalle ore|o godz|godz|o godzinie|od godz|um|a las|.*الساعه|о години)$/

/** A time or a range of times, perhaps behind "at" or "from". Behind days, "at" is enough: "Mondays at 8 order linen". */
function timePiece(reader: Reader, index: number, isAfterDays = false): Piece | undefined {
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

const namedClock = ({ word, next, name }: Found): Clock => ({
  ...{ hour: word.kind === 'noon' ? 12 : 0, minute: 0, half: '', isBare: false, raw: name, next },
})

/** "halb 9". In German it is half an hour before, in English ("half past 8") behind. */
function halfTo(reader: Reader, index: number): Clock | undefined {
  const clock = clockAt(reader, index)
  if (clock?.minute !== 0) return undefined
  const isPast = reader.tokens[index - 1]?.folded === 'past'
  return { ...clock, minute: 30, hour: isPast ? clock.hour : clock.hour - 1, isBare: false }
}

function withHalf(reader: Reader, clock: Clock): Clock {
  const half = clock.minute === 0 ? reader.at(clock.next, 'half') : undefined
  return half ? { ...clock, minute: 30, isBare: false, next: half.next } : clock
}

function partBetween(reader: Reader, from: number, to: number): Piece['part'] {
  for (let at = from; at < to; at += 1) {
    const found = reader.at(at, 'am', 'pm', 'night')
    if (found && found.next <= to) return found.word.kind as Piece['part']
  }
  return undefined
}

function rangeFrom(
  reader: Reader,
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
    const isAlone = reader.isEnd(next) || SIGN_BETWEEN.test(reader.sign(next) ?? '') || pieceAt(reader, next)
    if (!isNamed || !isAlone) return undefined
  }
  if (first.isBare && part?.word.kind === undefined && !isNamed) return undefined
  return { opens: timeOf(first, (part?.word.kind as Piece['part']) ?? before), next }
}

/** Parts of the day that are more than the half of a clock: "06:00 morning round" keeps its title. */
const NOUN =
  /^(mornings?|evenings?|afternoons?|nights?|morgen|vormittag|abend|nachmittag|nacht|mananas?|tardes?|noches?|matins?|soirs?|apres midi|nuits?|mattin[aeo]|ser[ae]|pomeriggio|nott[ei]|manhas?|noites?|ranek|wieczor|noc|ранок|вечир|sabah.*|aksam.*|gece.*|ogle.*|صباح|ليله|الليل)$/

function partBehind(reader: Reader, index: number) {
  const found = reader.at(index, 'am', 'pm', 'night')
  return found && !NOUN.test(found.name) ? found : undefined
}

/** The end of further times, as in "8, 12 and 16 Uhr": one routine has one time. */
function anotherTime(reader: Reader, index: number, isNamed: boolean): number | undefined {
  const start = /^[,/+&]$/.test(reader.sign(index) ?? '') ? index + 1 : reader.at(index, 'and')?.next
  const [place] = start === undefined ? [] : reader.skip(start, ['at', 'fill'], 2)
  const clock = place === undefined ? undefined : clockAt(reader, place)
  if (!clock) return undefined
  const later = anotherTime(reader, clock.next, isNamed)
  return later ?? (clock.isBare && !isNamed ? undefined : clock.next)
}

/** A window may end at 24:00. */
const dueOf = (clock: Clock, part: Piece['part']) =>
  clock.hour === 24 && clock.minute === 0 ? '24:00' : timeOf(clock, part)

/** "until 10", "bis 10 Uhr": when it is due. */
function untilPiece(reader: Reader, index: number): Piece | undefined {
  const until = reader.at(index, 'until')
  if (!until) return undefined
  for (const start of reader.skip(until.next, ['at', 'fill'], 2)) {
    const clock = clockAt(reader, start)
    if (!clock || clock.isBare) continue
    const part = partBehind(reader, clock.next)
    return { due: dueOf(clock, part?.word.kind as Piece['part']), next: part?.next ?? clock.next }
  }
  return undefined
}

/** The weekdays of three cron fields, in the order of the week. */
function weekdaysOf(days: readonly number[]): string {
  const all = [...new Set(days)].sort((a, b) => a - b).join()
  if (all === '0,1,2,3,4,5,6') return '* * *'
  return `* * ${all === '1,2,3,4,5' ? '1-5' : all}`
}

const numbersOf = (days: string): number[] | undefined => {
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
function daysAtom(reader: Reader, index: number): Days | undefined {
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
function weekdaysPiece(reader: Reader, index: number): Piece | undefined {
  const first = daysAtom(reader, index)
  if (!first) return undefined
  let { days, next, count, isRisky, loose } = first
  for (;;) {
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
const isApart = (reader: Reader, index: number) =>
  reader.isEnd(index)
    ? /^[-–—,;:(|/]$/.test(reader.sign(index - 2) ?? '')
    : SIGN_BETWEEN.test(reader.sign(index) ?? '') ||
      reader.sign(index - 1) === '.' ||
      timePiece(reader, index) !== undefined

function exceptionsAt(reader: Reader, index: number): Days | undefined {
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

/** "every day", "every 3 months", "1x im Quartal", "once a week". */
function unitPiece(reader: Reader, index: number): Piece | undefined {
  for (const start of reader.skip(index, ['fill'], 2)) {
    const counted = countedAt(reader, start)
    if (counted) return counted
    const every = reader.at(start, 'every')
    if (!every) continue
    // "щовечора" is "every evening" in one word.
    const inOne = reader.at(start, 'am', 'pm', 'night')
    if (inOne?.next === every.next) return { days: '* * *', part: inOne.word.kind as 'am', next: every.next }
    for (const place of reader.skip(every.next, ['fill', 'every', 'other'], 3)) {
      const isOther = [...Array(place - every.next).keys()].some((at) => reader.at(every.next + at, 'other'))
      const count = reader.number(place)
      const unit = reader.at(count === undefined ? place : place + 1, 'unit')
      const part = reader.at(place, 'am', 'pm', 'night')
      if (unit) return unitOf(reader, index, unit, isOther ? 2 : (count ?? 1))
      if (part && count === undefined) return { days: '* * *', part: part.word.kind as 'am', next: part.next }
      if (reader.at(place, 'month') && count === undefined) return { next: place + 1, isUnclear: true }
      if (isOther && daysAtom(reader, place)) return { next: daysAtom(reader, place)?.next ?? place, isUnclear: true }
    }
  }
  return undefined
}

const MONTHS: Record<number, Unit> = { 1: 'month', 3: 'quarter', 6: 'half', 12: 'year' }

function unitOf(reader: Reader, from: number, { word, next }: { word: Word; next: number }, count: number): Piece {
  const named = word.value as Unit
  const unit = count === 1 ? named : named === 'month' ? MONTHS[count] : undefined
  const days = unit && daysOfUnit(unit)
  const without = days === '* * *' ? exceptionsAt(reader, next) : undefined
  if (without)
    return { days: weekdaysOf([0, 1, 2, 3, 4, 5, 6].filter((day) => !without.days.includes(day))), next: without.next }
  if (!unit || !days) {
    if (named === 'month' && count === 2)
      return { days: '1 */2 *', loose: reader.raw(from, next), next, isCadence: true }
    return { next, isUnclear: true }
  }
  return { days, next, isCadence: true, cadence: unit, ...(unit !== 'day' && { loose: reader.raw(from, next) }) }
}

/** "1x täglich", "2 mal pro Woche", "once a month". */
function countedAt(reader: Reader, index: number): Piece | undefined {
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

function cadenceOf(reader: Reader, from: number, { word, next }: { word: Word; next: number }): Piece {
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
  if (without)
    return { days: weekdaysOf([0, 1, 2, 3, 4, 5, 6].filter((day) => !without.days.includes(day))), next: without.next }
  return { days: word.value, next, isCadence: true, ...(cadence && { cadence }), ...loose }
}

/** "daily", "monthly", "month end", "weekends". */
function cadencePiece(reader: Reader, index: number): Piece | undefined {
  for (const start of reader.skip(index, FILL, 3)) {
    const found = reader.at(start, 'days', 'loose')
    if (found) return cadenceOf(reader, start, found)
  }
  return undefined
}

const ofUnit: Partial<Record<Unit, { first: string; last: string }>> = {
  month: { first: '1 * *', last: 'L * *' },
  quarter: { first: '1 1,4,7,10 *', last: 'L 3,6,9,12 *' },
  half: { first: '1 1,7 *', last: 'L 6,12 *' },
  year: { first: '1 1 *', last: 'L 12 *' },
}

/** "the last day of the month", "am Ersten jedes Monats", "ayın son günü". With `given`, the month stands in another piece. */
function edgePiece(reader: Reader, index: number, given?: Unit): Piece | undefined {
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
      const day = reader
        .skip(edge.next, ['fill'], 1)
        .map((each) => reader.at(each, 'unit'))
        .find((each) => each?.word.value === 'day')
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

function shortAt(reader: Reader, index: number) {
  const found = reader.at(index, 'short')
  return found && reader.isPlainShort(found.name) ? found : undefined
}

/** "of the month", "jedes Monats", "im Quartal". */
function monthBehind(reader: Reader, index: number): { unit: Unit; next: number } | undefined {
  for (const place of reader.skip(index, FILL, 4)) {
    const unit = reader.at(place, 'unit') ?? reader.at(place, 'loose')
    const value = unit?.word.kind === 'loose' ? (unit.word.value === '1 * *' ? 'month' : '') : unit?.word.value
    if (unit && /^(month|quarter|half|year)$/.test(value ?? '')) return { unit: value as Unit, next: unit.next }
  }
  return undefined
}

const ORDINAL = /^(st|nd|rd|th|er|o|a|i|ego|go|го|е|u|si|inci|uncu|nci)$/

/** "am 15. des Monats", "1st and 15th of each month", "los días 1 y 15 de cada mes", "ayın 15'i". */
function monthDayPiece(reader: Reader, index: number, given?: Unit): Piece | undefined {
  for (const start of reader.skip(index, FILL, 4)) {
    const before = reader.at(start, 'unit')
    const places =
      before?.word.value === 'month' || before?.word.value === 'day' ? reader.skip(before.next, FILL, 2) : [start]
    for (const place of places) {
      const list = numbersAt(reader, place)
      if (!list) continue
      const dayNoun = reader
        .skip(list.next, ['fill'], 1)
        .map((each) => reader.at(each, 'unit'))
        .find((each) => each?.word.value === 'day')
      const behind = monthBehind(reader, dayNoun?.next ?? list.next)
      const isMonth = before?.word.value === 'month' || behind?.unit === 'month' || given === 'month'
      if (!isMonth || list.days.some((day) => day < 1 || day > 31)) continue
      // A number is no day of the month by its neighbourhood alone: "monthly 15 towels".
      if (!before && !behind && !list.isOrdinal && !dayNoun && start === index) continue
      const next = behind?.unit === 'month' ? behind.next : (dayNoun?.next ?? list.next)
      return { days: `${[...new Set(list.days)].sort((a, b) => a - b).join()} * *`, next }
    }
  }
  return undefined
}

function numbersAt(reader: Reader, index: number): { days: number[]; next: number; isOrdinal: boolean } | undefined {
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
function unclearPiece(reader: Reader, index: number): Piece | undefined {
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
  for (const start of reader.skip(index, FILL, 2)) {
    const found = reader.at(start, 'unsayable')
    if (found) return { next: found.next, isUnclear: true }
  }
  return undefined
}

/** The longest piece that begins at a token. */
function pieceAt(reader: Reader, index: number, given?: Unit, isAfterDays = false): Piece | undefined {
  if (reader.isPlain(index)) return undefined
  const pieces = [
    ...[unclearPiece, untilPiece, cadencePiece, weekdaysPiece, unitPiece].map((read) => read(reader, index)),
    timePiece(reader, index, isAfterDays),
    ...[edgePiece, monthDayPiece].map((read) => read(reader, index, given)),
  ]
  return pieces.reduce((best, piece) => (piece && (!best || piece.next > best.next) ? piece : best), undefined)
}

interface Sequence {
  when: When
  next: number
  part?: Piece['part']
  unclear?: string
}

/** Pieces one after the other, with signs between them. */
function sequenceAt(reader: Reader, index: number): Sequence {
  let [when, next, part, given]: [When, number, Piece['part'], Unit | undefined] = [{}, index, undefined, undefined]
  let isOfCadence = false
  for (let at = index; !reader.isEnd(at); ) {
    const piece = pieceAt(reader, at, given, when.days !== undefined)
    if (!piece) {
      const isBetween = SIGN_BETWEEN.test(reader.sign(at) ?? '')
      const and = next > index ? reader.at(at, 'and') : undefined
      if (!isBetween && !and) break
      at = and?.next ?? at + 1
      continue
    }
    const twice =
      (piece.opens !== undefined && when.opens !== undefined) ||
      (piece.days !== undefined && when.days !== undefined && !isOfCadence && !piece.isCadence)
    if (piece.isUnclear || twice) return { when, next, ...(part && { part }), unclear: reader.raw(index, piece.next) }
    if (piece.days !== undefined && (when.days === undefined || !piece.isCadence)) {
      const { loose: _, ...rest } = when
      when = { ...rest, days: piece.days, ...(piece.loose && { loose: piece.loose }) }
      isOfCadence = piece.isCadence ?? false
    }
    if (piece.opens !== undefined) when = { ...when, opens: piece.opens }
    if (piece.due !== undefined) when = { ...when, due: piece.due }
    given = piece.cadence ?? given
    part = piece.part ?? part
    next = piece.next
    at = next
  }
  return { when: inHalf(when, part), next, ...(part && { part }) }
}

/** "Every evening at 10" is 22:00. */
function inHalf(when: When, part: Piece['part']): When {
  const [hour = 0, minute = ''] = /^\d\d:\d\d$/.test(when.opens ?? '') ? (when.opens ?? '').split(':').map(Number) : []
  const isLate = minute !== '' && hour > 0 && hour < 12 && (part === 'pm' || (part === 'night' && hour >= 6))
  return isLate ? { ...when, opens: `${hour + 12}:${String(minute).padStart(2, '0')}` } : when
}

const isSomething = ({ days, opens, due }: When) => days !== undefined || opens !== undefined || due !== undefined

/** The whole text as a time of routines; undefined if anything else stands in it. */
export function wholeWhen(text: string, language: string): When | undefined {
  const reader = new Reader(text, language)
  const { when, next, unclear } = sequenceAt(reader, 0)
  const isWhole = reader.tokens.slice(next).every((_, at) => SIGN_BETWEEN.test(reader.sign(next + at) ?? ''))
  return isWhole && !unclear && isSomething(when) && reader.tokens.length < MAX_TOKENS ? when : undefined
}

const LEADING = /^[\s:,;.|–—-]+/
const TRAILING = /[\s:,;|–—([-]+$/

/** The lines that were read last. A text is read anew with each letter that is typed, and most of its lines stay. */
const lastRead = new Map<string, ReadLine>()
const MAX_REMEMBERED = 1_000

/** Divides a line into when it comes, at its beginning and its end, and its title. */
export function readLine(text: string, language: string): ReadLine {
  const key = `${language} ${text}`
  const known = lastRead.get(key)
  if (known) return known
  const read = divide(text, language)
  if (lastRead.size >= MAX_REMEMBERED) lastRead.clear()
  lastRead.set(key, read)
  return read
}

function divide(text: string, language: string): ReadLine {
  const reader = new Reader(text, language)
  const begin = firstWord(reader)
  const head = sequenceAt(reader, begin)
  const isHead = isSomething(head.when)
  const from = isHead ? head.next : 0
  const start = isHead ? (reader.tokens[from - 1]?.end ?? 0) : 0
  const tail = head.unclear ? undefined : tailOf(reader, from)
  const end = tail?.start ?? text.length
  const title = text.slice(start, end)
  const bare = (isHead ? title.replace(LEADING, '') : title).trim()
  const cut = tail ? bare.replace(TRAILING, '') : bare
  const when: When = { ...tail?.when, ...head.when }
  const line = { ...when, title: isHead && /^[)\]]/.test(cut) ? cut.slice(1).replace(LEADING, '') : cut }
  const unclear = head.unclear ?? tail?.unclear
  const part = head.part ?? tail?.part
  if (unclear !== undefined) return { ...line, doubt: unclear }
  if (part && when.opens === undefined)
    return { ...line, doubt: reader.raw(begin, from) || reader.raw(tail?.from ?? 0, reader.tokens.length) }
  return { ...line, ...withinTitle(reader, from, tail?.from ?? reader.tokens.length, when) }
}

/** The first token that is no emoji, box or other sign. */
function firstWord(reader: Reader) {
  const at = reader.tokens.findIndex(({ isWord, isNumber }) => isWord || isNumber)
  return at === -1 ? 0 : at
}

/** What says when at the end of a line, and where it begins. */
function tailOf(reader: Reader, from: number): (Sequence & { start: number; from: number }) | undefined {
  for (let at = Math.max(from, 1); at < reader.tokens.length; at += 1) {
    if (reader.sign(at) !== undefined) continue
    const found = sequenceAt(reader, at)
    if (!isSomething(found.when)) continue
    const rest = reader.tokens.slice(found.next)
    if (found.unclear || !rest.every((_, more) => /^[).!\]]$/.test(reader.sign(found.next + more) ?? ''))) continue
    return { ...found, start: reader.tokens[at]?.start ?? 0, from: at }
  }
  return undefined
}

/** What a title says of days and times that its line does not say otherwise. */
function withinTitle(reader: Reader, from: number, to: number, when: When): Pick<ReadLine, 'days' | 'loose' | 'doubt'> {
  for (let at = from; at < to; at += 1) {
    if (reader.sign(at) !== undefined) continue
    const piece = pieceAt(reader, at)
    if (!piece || piece.next > to) {
      const hint = hintAt(reader, at, to, when)
      if (hint !== undefined) return { doubt: hint }
      continue
    }
    const text = reader.raw(at, piece.next)
    if (piece.isUnclear) return { doubt: text }
    if (piece.isCadence && piece.days !== undefined && when.days === undefined)
      return { days: piece.days, ...(piece.days !== '* * *' && { loose: text }) }
    if (piece.days !== undefined && when.days === undefined) return { doubt: text }
    if ((piece.opens !== undefined || piece.due !== undefined) && when.opens === undefined) return { doubt: text }
    at = piece.next - 1
  }
  return {}
}

/** Words that speak of times without being understood: a part of the day, a unit behind "every" or a number, "Uhr". */
function hintAt(reader: Reader, at: number, to: number, { days, opens }: When): string | undefined {
  const part = reader.at(at, 'am', 'pm', 'night')
  const isAdverb =
    opens === undefined &&
    part &&
    part.next <= to &&
    /^(morgens|vormittags|mittags|nachmittags|abends|nachts|rano|wieczorem|вранці|зранку|ввечері|увечері|вночі|sabahlari|aksamlari|geceleri|صباحا|مساء|ليلا)$| /.test(
      part.name,
    )
  if (isAdverb) return reader.raw(at, part.next)
  const folded = reader.tokens[at]?.folded ?? ''
  if (opens === undefined && /^(uhr|oclock|clock)$/.test(folded)) return reader.raw(Math.max(0, at - 1), at + 1)
  const every = reader.at(at, 'every', 'per', 'times', 'first', 'last', 'other')
  const unit =
    every &&
    reader
      .skip(every.next, FILL, 2)
      .map((each) => reader.at(each, 'unit'))
      .find(Boolean)
  const isStrong = every && /every|times|other/.test(every.word.kind)
  return days === undefined && unit && unit.next <= to && isStrong ? reader.raw(at, unit.next) : undefined
}
