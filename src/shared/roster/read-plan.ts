import { parseCsv } from '../parse-csv.ts'
import { bareName, spellOut } from '../words/fold.ts'
import { type Message, msg } from '../words/message.ts'
import { cellReader, type KnownTemplate, type ReadShift } from './plan-cells.ts'
import { type HeadingOptions, headingReader } from './plan-headings.ts'

/** Reads a plan that somebody has copied from a spreadsheet: names by days. A pure function, for the preview. */

/** Characters, rows and columns that are read. A plan of 500 people over four weeks has fewer. */
export const MAX_PLAN_TEXT = 1_000_000
const MAX_ROWS = 1_000
const MAX_COLUMNS = 100
/** The headings stand in one of the first rows. */
const MAX_ROWS_ABOVE = 10

export interface PlanPerson {
  id: string
  firstName: string
  lastName: string
}

export interface ReadPlanOptions extends HeadingOptions {
  people: readonly PlanPerson[]
  templates: readonly KnownTemplate[]
  /** Names of the row for shifts that are nobody's. */
  openNames: readonly string[]
}

/** A cell with shifts, or with faults. */
export interface ReadPlanCell {
  date: string
  text: string
  shifts: ReadShift[]
  faults: Message[]
}

export interface ReadPlanRow {
  /** From 1, as the table has it. */
  line: number
  name: string
  /** The person by the name, null for open shifts; undefined if nobody has this name, or several have. */
  userId: string | null | undefined
  cells: ReadPlanCell[]
}

export interface ReadPlan {
  /** Why nothing could be read; null if something could. */
  fault: Message | null
  days: string[]
  rows: ReadPlanRow[]
  /** Headings that look like days and are none, in words. */
  headingFaults: Message[]
}

const nothing = (fault: Message | null): ReadPlan => ({ fault, days: [], rows: [], headingFaults: [] })

/** Reads a table of names and days, from a spreadsheet's clipboard or a CSV file. Days may also stand downwards. */
export function readPlan(text: string, options: ReadPlanOptions): ReadPlan {
  if (text.trim() === '') return nothing(null)
  if (text.length > MAX_PLAN_TEXT) return nothing(msg('The table is too large. Divide it into several.'))
  const table = parseCsv(text, text.includes('\t') ? '\t' : undefined).map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, MAX_COLUMNS),
  }))
  if (table.length > MAX_ROWS) return nothing(msg('The table is too large. Divide it into several.'))
  const heading = headingReader(options)
  const across = headOf(table, heading)
  const turned = across ? undefined : transposed(table)
  const head = across ?? (turned && headOf(turned, heading))
  if (!head) return nothing(msg('No row names days. Copy the row above the shifts as well.'))
  const body = (across ? table : (turned ?? [])).slice(head.rows)
  const find = personFinder(options)
  const readCell = cellReader(options.templates)
  const rows = body.flatMap(({ line, cells }): ReadPlanRow[] => {
    const name = (cells[0] ?? '').replace(/\s+/g, ' ').trim().slice(0, 100)
    if (name === '') return []
    const read = head.dates.flatMap(({ date, column }): ReadPlanCell[] => {
      const cell = cells[column]?.trim() ?? ''
      const found = readCell(cell)
      return found.shifts.length + found.faults.length === 0 ? [] : [{ date, text: cell, ...found }]
    })
    return [{ line, name, userId: find(name), cells: read }]
  })
  return {
    fault: rows.length === 0 ? msg('No row below the days begins with a name.') : null,
    days: head.dates.map(({ date }) => date),
    rows,
    headingFaults: head.faults,
  }
}

interface Row {
  line: number
  cells: string[]
}

/** The row that names the most days, with the number of rows up to the first one of a person. */
function headOf(table: readonly Row[], heading: ReturnType<typeof headingReader>) {
  const found = table.slice(0, MAX_ROWS_ABOVE).map(({ cells }, at) => {
    const next = table[at + 1]?.cells
    // A row of weekdays above one of dates: both belong to the heading.
    const hasSecond = next !== undefined && (next[0] ?? '').trim() === '' && datesIn(next, heading).dates.length > 0
    const texts = hasSecond ? cells.map((cell, column) => `${cell} ${next[column] ?? ''}`) : cells
    return { ...datesIn(texts, heading), rows: at + (hasSecond ? 2 : 1) }
  })
  const [best] = found.toSorted((a, b) => b.dates.length - a.dates.length || a.rows - b.rows)
  return best && best.dates.length > 0 ? best : undefined
}

function datesIn(cells: readonly string[], heading: ReturnType<typeof headingReader>) {
  const dates: { date: string; column: number }[] = []
  const faults: Message[] = []
  for (const [column, cell] of cells.entries()) {
    if (column === 0) continue
    const read = heading(cell, dates.at(-1)?.date)
    if (read === null) continue
    if ('fault' in read) faults.push(read.fault)
    else if (dates.some(({ date }) => date === read.date))
      faults.push(msg('"{text}" is there twice', { text: cell.trim().slice(0, 40) }))
    else dates.push({ date: read.date, column })
  }
  return { dates, faults }
}

function transposed(table: readonly Row[]): Row[] {
  const width = Math.max(...table.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, column) => ({
    line: column + 1,
    cells: table.map(({ cells }) => cells[column] ?? ''),
  }))
}

/** Makes the function that finds a person by the name in a row: "Ana Silva", "Silva, Ana", "Silva A.", "Ana". */
function personFinder({ people, openNames }: Pick<ReadPlanOptions, 'people' | 'openNames'>) {
  const known = new Map<string, string | null | undefined>()
  const formsOf = (text: string) => new Set([text, spellOut(text)].map(bareName))
  const add = (text: string, id: string) => {
    for (const form of formsOf(text)) {
      if (form === '') continue
      // Two people of one name: nobody can tell.
      known.set(form, known.has(form) && known.get(form) !== id ? undefined : id)
    }
  }
  const shortened = (text: string) => text.slice(0, 1)
  for (const { id, firstName, lastName } of people)
    for (const name of [`${firstName} ${lastName}`, `${lastName} ${firstName}`]) add(name, id)
  const whole = new Map(known)
  for (const { id, firstName, lastName } of people)
    for (const name of [
      firstName,
      lastName,
      `${shortened(firstName)} ${lastName}`,
      `${lastName} ${shortened(firstName)}`,
    ])
      if (![...formsOf(name)].some((form) => whole.has(form))) add(name, id)
  const open = new Set(openNames.map(bareName))
  return (name: string): string | null | undefined => {
    const forms = [...formsOf(name)]
    const found = forms.map((form) => known.get(form)).find((id) => id !== undefined)
    return found ?? (forms.some((form) => open.has(form)) ? null : undefined)
  }
}
