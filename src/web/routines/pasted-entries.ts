import { withoutApostrophes } from '../../shared/csv.ts'
import { type CsvRow, parseCsv } from '../../shared/parse-csv.ts'
import { fold } from '../../shared/words/fold.ts'
import { LIST_MARK } from '../components/steps/lines.ts'
import { readLine, wholeWhen } from './when/line.ts'

/** Takes a pasted text apart, without interpreting its times and days. */

export const pastedColumns = ['title', 'department', 'days', 'opens', 'due', 'closes', 'steps'] as const
export type PastedColumn = (typeof pastedColumns)[number]

/** A routine as it is written. An empty text stands for none. */
export type PastedEntry = Record<Exclude<PastedColumn, 'steps'>, string> & {
  /** The number of the line at which it begins, from 1. */
  line: number
  steps: string[]
  /** Words that leave the day open, as "monthly". */
  loose: string
  /** Words that may say when, and are not understood. */
  doubt: string
  /** Whether it stands like a heading, although no department has this name. */
  isLikeHeading: boolean
}

export interface Pasted {
  entries: PastedEntry[]
  /** Headings of columns that nobody uses. */
  unused: string[]
  /** Columns that stand in the heading twice. The first one counts. */
  doubled: PastedColumn[]
  /** Whether it is a table without a column for titles. */
  lacksTitle: boolean
}

/** Words in folded form. */
export interface PasteWords {
  /** The headings of a table, in the language of the reader. */
  columns: ReadonlyMap<string, PastedColumn>
  /** Names that head a part of the list: the departments. */
  isDepartment: (name: string) => boolean
  /** The language that the text is most likely in. */
  language: string
  /** So many entries are read. The others are counted. */
  most: number
}

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
/** White space, and signs that nobody sees and that give a direction to text. */
const UNSEEN = /[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
const TAB_WIDTH = 4

/** Text without white space and signs of direction around it. Its time is linear in the length of any text. */
function trimmed(text: string) {
  let [start, end] = [0, text.length]
  while (start < end && UNSEEN.test(text[start] ?? '')) start += 1
  while (end > start && UNSEEN.test(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

/** Takes apart a list, or a table whose first line names at least two columns. */
export function readPaste(text: string, words: PasteWords): Pasted {
  const [head] = parseCsv(text.slice(0, 4_000))
  const named = head?.cells.filter((cell) => columnOf(cell, words) !== undefined) ?? []
  if (named.length >= 2) return readTable(parseCsv(text), words)
  return { entries: readList(text, words), unused: [], doubled: [], lacksTitle: false }
}

interface Line {
  /** The number of the line, from 1. */
  line: number
  indent: number
  /** The sign at its beginning: "-", "1." for every number, "[]" for every box, or none. */
  mark: string
  text: string
}

function linesOf(text: string, language: string): Line[] {
  const lines: Line[] = []
  for (const [at, whole] of text.split(LINE_BREAK).entries()) {
    const content = trimmed(whole)
    const mark = LIST_MARK.exec(content)?.[0] ?? ''
    const begin = isDayOfMonth(mark, content, language) ? '' : mark
    const rest = trimmed(content.slice(begin.length))
    if (rest !== '') lines.push({ line: at + 1, indent: indentOf(whole), mark: markOf(begin.trim()), text: rest })
  }
  return lines
}

/** "15. of each month" is a day, not the fifteenth line of a list. */
const isDayOfMonth = (mark: string, content: string, language: string) =>
  /^\d{1,2}\.\s*$/.test(mark) && readLine(content.slice(0, 200), language).days === `${Number.parseInt(mark, 10)} * *`

const markOf = (sign: string) => (/^\d/.test(sign) ? '1.' : /[[☐☑✓✔]/u.test(sign) ? '[]' : sign)

/** Columns before the first sign that can be seen. */
function indentOf(line: string) {
  let indent = 0
  for (let at = 0; UNSEEN.test(line[at] ?? ''); at += 1) {
    if (/[^\S\ufeff]/.test(line[at] ?? '')) indent += line[at] === '\t' ? TAB_WIDTH : 1
  }
  return indent
}

const HEADING = /^#+\s*/

/** A heading's meaning for the lines below it. */
interface Section {
  department: string
  days: string
  opens: string
  due: string
  loose: string
}

const nothing: Section = { department: '', days: '', opens: '', due: '', loose: '' }

/**
 * Reads a list. Its first line is a routine and shows how routines are written; a line that stands deeper, or begins
 * with a mark that the first one lacks, is a step. A line with the name of a department, or with days alone, is for
 * those below it.
 */
function readList(text: string, words: PasteWords): PastedEntry[] {
  const entries: PastedEntry[] = []
  const lines = linesOf(text, words.language)
  let first: Line | undefined
  let section = nothing
  for (const [at, line] of lines.entries()) {
    const isStep = first && (line.indent > first.indent || (line.mark !== '' && line.mark !== first.mark))
    if (entries.length > words.most) {
      // The lines beyond the limit are counted, and nobody sees them.
      if (!isStep) entries.push(UNREAD)
      continue
    }
    const heading = headingIn(line, lines[at + 1], section, isStep, words)
    if (heading) {
      section = heading
      first = undefined
    } else if (isStep) entries.at(-1)?.steps.push(oneLine(line.text))
    else {
      first ??= line
      entries.push(entryOf(line, section, words))
    }
  }
  return withDoubtfulHeadings(entries, lines)
}

const isMarkedHeading = (text: string) => text.length < 200 && (/^#/.test(text) || /[:：]$/.test(text))
const bareHeading = (text: string) => trimmed(text.replace(HEADING, '').replace(/^[\s*_=~-]+|[\s*_=~:：-]+$/g, ''))

/** The department that a text names, perhaps behind the word "Department"; undefined if it names none. */
function departmentIn(text: string, { columns, isDepartment }: PasteWords): string | undefined {
  const [, word = '', rest = ''] = /^(\S{1,40}?)[\s:]+(.+)$/s.exec(text.slice(0, 200)) ?? []
  const names = [text, columns.get(fold(word)) === 'department' ? bareHeading(rest) : '']
  return names.find((name) => name !== '' && name.length < 200 && isDepartment(fold(name)))
}

/** A line's meaning for the lines below it; undefined if it is a routine or a step. */
function headingIn(
  line: Line,
  next: Line | undefined,
  section: Section,
  isStep: boolean | undefined,
  words: PasteWords,
): Section | undefined {
  const isMarked = isMarkedHeading(line.text)
  if ((isStep && !isMarked) || line.text.length > 200) return undefined
  const name = bareHeading(line.text)
  const department = departmentIn(name, words)
  if (department !== undefined) return { ...nothing, department }
  if (isStep || !next) return undefined
  const { title, doubt, ...when } = readLine(name, words.language)
  const { days = '', opens = '', due = '', loose = '' } = when
  const named = departmentIn(bareHeading(title), words)
  if (doubt === undefined && days !== '' && (title === '' || named !== undefined))
    return { department: named ?? section.department, days, opens, due, loose }
  // "Reception:" without a department of this name. Deeper lines are its steps, unless they have times of their own.
  const isAbove = next.indent > line.indent || (next.mark !== '' && next.mark !== line.mark)
  const isHead = isMarked && days === '' && opens === '' && (!isAbove || saysWhen(next, words))
  return isHead ? { ...nothing, department: name } : undefined
}

function saysWhen({ text }: Line, { language }: PasteWords) {
  const { days, opens } = readLine(text.slice(0, 200), language)
  return days !== undefined || opens !== undefined
}

/** A line without a time above lines with times, as "Reception" alone, may be a heading. */
function withDoubtfulHeadings(entries: PastedEntry[], lines: Line[]): PastedEntry[] {
  const shown = entries.slice(0, MAX_LOOKED_AT)
  const filled = new Set(lines.slice(0, MAX_LOOKED_AT * 10).map(({ line }) => line))
  const hasWhen = ({ days, opens }: PastedEntry) => days !== '' || opens !== ''
  const isMostlyTimed = shown.filter(hasWhen).length * 2 >= shown.length
  for (const [at, entry] of shown.entries()) {
    const next = entries[at + 1]
    const isLonely = !filled.has(entry.line - 1) && next?.line === entry.line + 1 && hasWhen(next)
    entry.isLikeHeading = isMostlyTimed && isLonely && !hasWhen(entry) && entry.steps.length === 0
  }
  return entries
}

/** Headings are looked for in so many entries. */
const MAX_LOOKED_AT = 500

const none: Omit<PastedEntry, 'line'> = {
  ...{ title: '', department: '', days: '', opens: '', due: '', closes: '', loose: '', doubt: '' },
  ...{ steps: [], isLikeHeading: false },
}

/** An entry beyond the limit. */
const UNREAD: PastedEntry = { ...none, line: 0 }

function entryOf({ line, text }: Line, section: Section, words: PasteWords): PastedEntry {
  const { department, rest } = withoutDepartment(text.replace(HEADING, ''), words)
  const { title, days, opens = '', due = '', loose = '', doubt = '' } = readLine(rest, words.language)
  const own = { days: days ?? section.days, opens: opens || section.opens, due: due || (opens ? '' : section.due) }
  return {
    ...none,
    ...{ line, title: oneLine(title), department: department || section.department, ...own, doubt },
    ...{ steps: [], loose: days === undefined ? section.loose : loose },
  }
}

/** A line whose cells are divided by tabs, semicolons or bars may have its department in one of them. */
function withoutDepartment(text: string, words: PasteWords) {
  const cells = text.length > 1_000 ? [text] : text.split(/[\t;|]/).map((cell) => cell.trim())
  const at = cells.length < 2 ? -1 : cells.findIndex((cell) => departmentIn(cell, words) !== undefined)
  if (at === -1) return { department: '', rest: text }
  const rest = cells.toSpliced(at, 1).filter(Boolean).join(' | ')
  return { department: departmentIn(cells[at] ?? '', words) ?? '', rest }
}

const oneLine = (text: string) => trimmed(text.replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' '))

/** The column that a heading names. Headings of steps may be numbered. */
function columnOf(heading: string, words: PasteWords): PastedColumn | undefined {
  if (heading.length > 100) return undefined
  const name = fold(trimmed(heading))
  return words.columns.get(name) ?? words.columns.get(name.replace(/\s*\d+$/, ''))
}

function readTable([head, ...rows]: CsvRow[], words: PasteWords): Pasted {
  const headings = head?.cells ?? []
  const assigned = headings.map((heading) => columnOf(heading, words))
  const isSecond = (column: PastedColumn | undefined, at: number) =>
    column !== undefined && column !== 'steps' && assigned.indexOf(column) !== at
  const entries: PastedEntry[] = []
  for (const { line, cells } of rows) {
    // Files that are added to one another bring their headings along.
    if (cells.join('\n') === headings.join('\n')) continue
    const textOf = (column: PastedColumn) => {
      const at = assigned.indexOf(column)
      return at === -1 ? '' : oneLine(withoutApostrophes(cells[at] ?? ''))
    }
    const steps = assigned.flatMap((column, at) => (column === 'steps' ? stepsOf(cells[at] ?? '') : []))
    const [department, closes] = [textOf('department'), textOf('closes')]
    const isRead = entries.length <= words.most
    const when = isRead
      ? whenOf(textOf, words)
      : { title: textOf('title'), days: textOf('days'), opens: textOf('opens') }
    const before = entries.at(-1)
    const isOnlySteps = [when.title, department, when.days, when.opens, textOf('due'), closes].every(
      (value) => value === '',
    )
    // A row for each step: the routine stands in the first one.
    if (isOnlySteps && before) before.steps.push(...steps)
    else entries.push({ ...none, line, department, ...when, closes: isRead ? timeIn(closes, words) : '', steps })
  }
  return {
    entries,
    unused: headings.filter((heading, at) => assigned[at] === undefined && heading.trim() !== ''),
    doubled: [
      ...new Set(assigned.filter((column, at) => column !== undefined && isSecond(column, at))),
    ] as PastedColumn[],
    lacksTitle: !assigned.includes('title'),
  }
}

/** A time in a cell as "06:00"; any other text stays as it is. */
const timeIn = (cell: string, { language }: PasteWords) =>
  cell === '' || cell.length > 100 ? cell : (wholeWhen(cell, language)?.opens ?? wholeWhen(cell, language)?.due ?? cell)

/** Three cron fields. */
const CRON_DAYS = /^\S+\s+\S+\s+\S+$/
const isRule = (cell: string) => CRON_DAYS.test(cell) && cell.split(/\s+/).includes('*')

/** When a row comes. Days and times may stand in one cell, or in the title if no cell says them. */
function whenOf(textOf: (column: PastedColumn) => string, words: PasteWords) {
  const [ofDays, ofOpens] = [textOf('days'), textOf('opens')]
  const [days, opens] = [ofDays, ofOpens].map((cell) =>
    cell === '' || cell.length > 200 || isRule(cell) ? undefined : wholeWhen(cell, words.language),
  )
  const whole = textOf('title')
  const says = ofDays === '' && ofOpens === '' ? readLine(whole, words.language) : { title: whole }
  return {
    title: says.title,
    days: days?.days ?? (ofDays === '' ? (opens?.days ?? says.days ?? '') : days?.opens === undefined ? ofDays : ''),
    opens:
      ofOpens === '' ? (days?.opens ?? says.opens ?? '') : (opens?.opens ?? (opens?.days === undefined ? ofOpens : '')),
    due: timeIn(textOf('due'), words) || (opens?.due ?? days?.due ?? says.due ?? ''),
    loose: days?.loose ?? opens?.loose ?? says.loose ?? '',
    doubt: says.doubt ?? '',
  }
}

const stepsOf = (cell: string) =>
  withoutApostrophes(cell)
    .split(/[;\n\r\v]/)
    .map((step) => trimmed(trimmed(step).replace(LIST_MARK, '')))
    .filter(Boolean)
