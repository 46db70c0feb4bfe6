import { withoutApostrophes } from '../../shared/csv.ts'
import { fold } from '../../shared/fold.ts'
import { type CsvRow, parseCsv } from '../../shared/parse-csv.ts'
import { LIST_MARK } from '../components/steps/lines.ts'
import { timesAt } from './pasted-values.ts'

/** Takes a pasted text apart, without asking what its times and days mean. */

export const columns = ['title', 'department', 'days', 'opens', 'due', 'closes', 'steps'] as const
export type Column = (typeof columns)[number]

/** A routine as it is written. An empty text stands for none. */
export type Entry = Record<Exclude<Column, 'steps'>, string> & {
  /** The number of the line at which it begins, from 1. */
  line: number
  steps: string[]
}

export interface Pasted {
  entries: Entry[]
  /** Headings of columns that nobody uses. */
  unused: string[]
  /** Columns that stand in the heading twice. The first one counts. */
  doubled: Column[]
  /** Whether it is a table without a column for titles. */
  lacksTitle: boolean
}

/** Words in folded form. */
export interface PasteWords {
  /** The headings of a table, in the language of the reader. */
  columns: ReadonlyMap<string, Column>
  /** Names that head a part of the list: the departments. */
  isDepartment: (name: string) => boolean
}

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
/** White space, and signs that nobody sees and that give a direction to text. */
const UNSEEN = /[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
const TAB_WIDTH = 4

/** Text without white space and signs of direction around it. It takes time in proportion to its length, whatever it holds. */
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

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (const [at, whole] of text.split(LINE_BREAK).entries()) {
    const content = trimmed(whole)
    const begin = LIST_MARK.exec(content)?.[0] ?? ''
    const rest = trimmed(content.slice(begin.length))
    if (rest !== '') lines.push({ line: at + 1, indent: indentOf(whole), mark: markOf(begin.trim()), text: rest })
  }
  return lines
}

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

/**
 * Reads a list. Its first line is a routine and shows how routines are written; a line that stands deeper, or begins with a mark that
 * the first one lacks, is a step. A line with the name of a department, as "Kitchen:", is for those below it.
 */
function readList(text: string, { isDepartment }: PasteWords): Entry[] {
  const entries: Entry[] = []
  let first: Line | undefined
  let department = ''
  for (const line of linesOf(text)) {
    const heading = departmentIn(line, isDepartment)
    if (heading !== undefined) {
      department = heading
      first = undefined
      continue
    }
    const isStep = first && (line.indent > first.indent || (line.mark !== '' && line.mark !== first.mark))
    if (isStep) entries.at(-1)?.steps.push(oneLine(line.text))
    else {
      first ??= line
      entries.push({ ...entryOf(line), department })
    }
  }
  return entries
}

function departmentIn({ text }: Line, isDepartment: PasteWords['isDepartment']) {
  const isHeading = text.startsWith('#') || text.endsWith(':') || text.endsWith('：')
  const name =
    isHeading && text.length < 200
      ? text
          .replace(HEADING, '')
          .replace(/[:：]$/, '')
          .trim()
      : ''
  return name !== '' && isDepartment(fold(name)) ? name : undefined
}

/** What stands between a time and the title. */
const BETWEEN = /^[\s:,;.|–—-]+/

function entryOf({ line, text }: Line): Entry {
  const whole = text.replace(HEADING, '')
  const times = timesAt(whole)
  const title = times ? whole.slice(times.length).replace(BETWEEN, '') : whole
  const none = { department: '', days: '', closes: '' }
  return { line, title: oneLine(title), opens: times?.opens ?? '', due: times?.due ?? '', ...none, steps: [] }
}

const oneLine = (text: string) => trimmed(text.replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' '))

/** The column that a heading names. Those of steps may be numbered. */
function columnOf(heading: string, words: PasteWords): Column | undefined {
  if (heading.length > 100) return undefined
  const name = fold(trimmed(heading))
  return words.columns.get(name) ?? words.columns.get(name.replace(/\s*\d+$/, ''))
}

function readTable([head, ...rows]: CsvRow[], words: PasteWords): Pasted {
  const headings = head?.cells ?? []
  const assigned = headings.map((heading) => columnOf(heading, words))
  const isSecond = (column: Column | undefined, at: number) =>
    column !== undefined && column !== 'steps' && assigned.indexOf(column) !== at
  const entries: Entry[] = []
  for (const { line, cells } of rows) {
    // Files that are added to one another bring their headings along.
    if (cells.join('\n') === headings.join('\n')) continue
    const textOf = (column: Column) => {
      const at = assigned.indexOf(column)
      return at === -1 ? '' : oneLine(withoutApostrophes(cells[at] ?? ''))
    }
    const steps = assigned.flatMap((column, at) => (column === 'steps' ? stepsOf(cells[at] ?? '') : []))
    const [title, department, days] = [textOf('title'), textOf('department'), textOf('days')]
    const window = timesAt(textOf('opens'))
    const isWindow = window !== undefined && window.due !== '' && window.length === textOf('opens').length
    const opens = isWindow ? window.opens : textOf('opens')
    const due = textOf('due') || (isWindow ? window.due : '')
    const closes = textOf('closes')
    const before = entries.at(-1)
    const isOnlySteps = [title, department, days, opens, due, closes].every((value) => value === '')
    // A row for each step: the routine stands in the first one.
    if (isOnlySteps && before) before.steps.push(...steps)
    else entries.push({ line, title, department, days, opens, due, closes, steps })
  }
  return {
    entries,
    unused: headings.filter((heading, at) => assigned[at] === undefined && heading.trim() !== ''),
    doubled: [...new Set(assigned.filter((column, at) => column !== undefined && isSecond(column, at)))] as Column[],
    lacksTitle: !assigned.includes('title'),
  }
}

const stepsOf = (cell: string) =>
  withoutApostrophes(cell)
    .split(/[;\n\r\v]/)
    .map((step) => trimmed(trimmed(step).replace(LIST_MARK, '')))
    .filter(Boolean)
