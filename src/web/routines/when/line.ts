import { cadencePiece, unitPiece } from './cadences.ts'
import { edgePiece, monthDayPiece, unclearPiece } from './month-days.ts'
import { FILL, MAX_RULE_WORDS, type Piece, RuleReader, type SaidTimes, SIGN_BETWEEN } from './reader.ts'
import { inHalf, timePiece, untilPiece } from './times.ts'
import { weekdaysPiece } from './weekdays.ts'
import type { Unit } from './words.ts'

/** Reads when work comes again from the words of a line: "Mo-Fr 07:00", "1x im Quartal", "todos los lunes a las 8". */

/** A line, divided into its times and its title. */
interface ReadLine extends SaidTimes {
  title: string
  /** Words that may say when, and that are not understood, or stand within the title. */
  doubt?: string
}

const readerOf = (text: string, language: string) =>
  new RuleReader(text, language, (reader, index) => pieceAt(reader, index) !== undefined)

/** The longest piece that begins at a token. */
function pieceAt(reader: RuleReader, index: number, given?: Unit, isAfterDays = false): Piece | undefined {
  if (reader.isPlain(index)) return undefined
  const pieces = [
    ...[unclearPiece, untilPiece, cadencePiece, weekdaysPiece, unitPiece].map((read) => read(reader, index)),
    timePiece(reader, index, isAfterDays),
    ...[edgePiece, monthDayPiece].map((read) => read(reader, index, given)),
  ]
  return pieces.reduce((best, piece) => (piece && (!best || piece.next > best.next) ? piece : best), undefined)
}

interface Sequence {
  when: SaidTimes
  next: number
  part?: Piece['part']
  unclear?: string
}

/** Pieces one after the other, with signs between them. */
function sequenceAt(reader: RuleReader, index: number): Sequence {
  let [when, next, part, given]: [SaidTimes, number, Piece['part'], Unit | undefined] = [
    {},
    index,
    undefined,
    undefined,
  ]
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

const isSomething = ({ days, opens, due }: SaidTimes) => days !== undefined || opens !== undefined || due !== undefined

/** The whole text as a time of routines; undefined if anything else stands in it. */
export function wholeWhen(text: string, language: string): SaidTimes | undefined {
  const reader = readerOf(text, language)
  const { when, next, unclear } = sequenceAt(reader, 0)
  const isWhole = reader.tokens.slice(next).every((_, at) => SIGN_BETWEEN.test(reader.sign(next + at) ?? ''))
  return isWhole && !unclear && isSomething(when) && reader.tokens.length < MAX_RULE_WORDS ? when : undefined
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
  const reader = readerOf(text, language)
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
  const when: SaidTimes = { ...tail?.when, ...head.when }
  const line = { ...when, title: isHead && /^[)\]]/.test(cut) ? cut.slice(1).replace(LEADING, '') : cut }
  const unclear = head.unclear ?? tail?.unclear
  const part = head.part ?? tail?.part
  if (unclear !== undefined) return { ...line, doubt: unclear }
  if (part && when.opens === undefined)
    return { ...line, doubt: reader.raw(begin, from) || reader.raw(tail?.from ?? 0, reader.tokens.length) }
  return { ...line, ...withinTitle(reader, from, tail?.from ?? reader.tokens.length, when) }
}

/** The first token that is no emoji, box or other sign. */
function firstWord(reader: RuleReader) {
  const at = reader.tokens.findIndex(({ isWord, isNumber }) => isWord || isNumber)
  return at === -1 ? 0 : at
}

/** The times at the end of a line, and where they begin. */
function tailOf(reader: RuleReader, from: number): (Sequence & { start: number; from: number }) | undefined {
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

/** Days and times in a title, unless its line has others. */
function withinTitle(
  reader: RuleReader,
  from: number,
  to: number,
  when: SaidTimes,
): Pick<ReadLine, 'days' | 'loose' | 'doubt'> {
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
function hintAt(reader: RuleReader, at: number, to: number, { days, opens }: SaidTimes): string | undefined {
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
