import { MAX_PLACES_PER_CALL, NewPlace } from '../../shared/places.ts'
import { bareName, fold } from '../../shared/words/fold.ts'
import { contractMessage, type Message, msg } from '../../shared/words/message.ts'
import { isCode, rangeIn } from './pasted-ranges.ts'
import { type PastedRow, pastedRows } from './pasted-rows.ts'

/** Reads places from a pasted list or table, each with its faults. */

/** The meanings of names in the list. Names are folded. */
export interface PlaceNames {
  /** The headings of a table. */
  columns: ReadonlyMap<string, 'name' | 'department'>
  departments: ReadonlyMap<string, { id: number; mayManage: boolean }>
  /** The names of places that exist. */
  taken: ReadonlySet<string>
}

/** The meaning of words beside a name: a part of the name, nothing, or a department. */
export type Meaning = 'name' | 'none' | number

/** The choices of the person in the preview. */
export interface PlaceChoices {
  /** The department of lines that name none. */
  departmentId: number | null
  /** The meanings of words that name no department, by the folded words. */
  meanings: ReadonlyMap<string, Meaning>
  /** Corrections of single places, by their keys. */
  corrections: ReadonlyMap<string, CorrectedPlace>
  /** Lines with a range that is the name of one place. */
  whole: ReadonlySet<string>
  /** The keys of places that do not come in. */
  leftOut: ReadonlySet<string>
}
export interface CorrectedPlace {
  name: string
  departmentId: number | null
}

/** A place of the preview, with its faults. */
export interface PastedPlace {
  /** Changes when the line moves or changes. */
  key: string
  line: number
  name: string
  departmentId: number | null
  faults: Message[]
  /** The range that begins with this place, and how many places it makes; absent for all others. */
  range?: { text: string; count: number }
}

export interface PastedPlaces {
  /** The first of them, as many as one call creates. */
  places: PastedPlace[]
  /** All of them. */
  count: number
  /** Words that stand beside names and name no department, as they are written. */
  unknown: string[]
  /** Unknown words beside names in a list without headings: a part of the name, unless somebody says otherwise. */
  beside: ReadonlySet<string>
  /** Headings of columns that nobody uses. */
  unused: string[]
}

/** A line before its range is counted out. */
interface Entry {
  line: number
  name: string
  department: string
  /** Words beside the name. */
  beside: string[]
}

/** Reads the places of a pasted text. No text makes it throw, and a long one takes no longer than its length. */
export function pastedPlaces(text: string, names: PlaceNames, choices: PlaceChoices): PastedPlaces {
  const { entries, unused } = entriesOf(pastedRows(text), names)
  const places: PastedPlace[] = []
  const unknown = new Map<string, string>()
  const lineOf = new Map<string, number>()
  let count = 0
  for (const entry of entries) {
    for (const words of unknownIn(entry, names)) unknown.set(fold(words), words)
    const { found, total } = placesOf(entry, names, choices, MAX_PLACES_PER_CALL - places.length)
    count += total
    // A place that is left out takes nobody's name.
    for (const place of found) places.push(choices.leftOut.has(place.key) ? place : withDuplicate(place, names, lineOf))
  }
  const beside = new Set(entries.flatMap((entry) => entry.beside))
  return { places, count, unknown: [...unknown.values()].slice(0, MAX_UNKNOWN), beside, unused }
}

/** So many unknown words can be given a meaning. */
const MAX_UNKNOWN = 50

function entriesOf(lines: PastedRow[], names: PlaceNames): { entries: Entry[]; unused: string[] } {
  const [head] = lines
  const columns = head?.cells.map((cell) => names.columns.get(fold(cell))) ?? []
  if (head && head.cells.length > 1 && columns.some(Boolean)) return tableOf(lines, columns)
  // A column that was copied with its heading.
  return { entries: listOf(columns[0] === 'name' ? lines.slice(1) : lines, names), unused: [] }
}

function listOf(lines: PastedRow[], names: PlaceNames): Entry[] {
  const entries: Entry[] = []
  let section: Pick<Entry, 'department' | 'beside'> = { department: '', beside: [] }
  for (const { line, cells, isList } of lines) {
    const [only = ''] = cells
    if (cells.length === 1 && /[:：]$/.test(only)) {
      const words = only.slice(0, -1).trim()
      section = departmentNamed(words, names) ? { department: words, beside: [] } : { department: '', beside: [words] }
    } else if (isList && cells.length > 1 && cells.every((cell) => isCode(cell)))
      entries.push(...cells.map((name) => ({ line, name, ...section })))
    else entries.push(entryOf(line, cells, section, names))
  }
  return entries
}

/** A line without headings: its name, and what stands beside it. */
function entryOf(
  line: number,
  cells: string[],
  section: Pick<Entry, 'department' | 'beside'>,
  names: PlaceNames,
): Entry {
  const filled = cells.filter((cell) => cell !== '')
  const at = filled.length > 1 ? filled.findIndex((cell) => departmentNamed(cell, names)) : -1
  const [name = '', ...beside] = at === -1 ? filled : filled.toSpliced(at, 1)
  return {
    ...{ line, name, department: filled[at] ?? section.department },
    beside: beside.length > 0 ? beside : section.beside,
  }
}

function tableOf([head, ...lines]: PastedRow[], columns: ('name' | 'department' | undefined)[]) {
  const headings = head?.cells ?? []
  const department = columns.indexOf('department')
  // A table whose headings name a department alone has its names in another column, most likely in the first.
  const name = columns.includes('name') ? columns.indexOf('name') : department === 0 ? 1 : 0
  const entries = lines.map(({ line, cells }) => ({
    ...{ line, name: cells[name] ?? '', department: cells[department] ?? '', beside: [] },
  }))
  return { entries, unused: headings.filter((heading, at) => heading !== '' && at !== name && at !== department) }
}

const departmentNamed = (name: string, { departments }: PlaceNames) =>
  departments.get(fold(name)) ?? departments.get(bareName(name))

const unknownIn = ({ department, beside }: Entry, names: PlaceNames) =>
  [...beside, department].filter((words) => words !== '' && !departmentNamed(words, names))

/** The place of a line, or the places of its range, so many at most. `total` counts all of them. */
function placesOf(
  entry: Entry,
  names: PlaceNames,
  choices: PlaceChoices,
  most: number,
): { found: PastedPlace[]; total: number } {
  const { line, name } = entry
  const lineKey = `${line} ${name}`
  const range = choices.whole.has(lineKey) ? undefined : rangeIn(name)
  const { departmentId, faults, ending } = meaningOf(entry, names, choices)
  const made = (own: string, key: string, more: Message[] = []): PastedPlace =>
    corrected(
      { key, line, name: own === '' ? '' : `${own}${ending}`, departmentId, faults: [...faults, ...more] },
      choices,
    )
  if (!range) return { found: most > 0 ? [made(name, lineKey)] : [], total: 1 }
  if (range.isBackwards) {
    const fault = msg('"{text}" ends before it begins. Correct it, or keep it as one place.', {
      text: name.slice(0, 60),
    })
    return { found: most > 0 ? [{ ...made(name, lineKey, [fault]), range: { text: name, count: 1 } }] : [], total: 1 }
  }
  const found = range.names(most).map((each, at) => made(each, at === 0 ? lineKey : `${lineKey} ${at}`))
  const [first, ...others] = found
  return {
    found: first ? [{ ...first, range: { text: name, count: range.count } }, ...others] : [],
    total: range.count,
  }
}

/** The department of a line, what follows its name, and what is not understood. */
function meaningOf({ department, beside }: Entry, names: PlaceNames, choices: PlaceChoices) {
  const faults: Message[] = []
  let departmentId = choices.departmentId
  let ending = ''
  for (const words of department === '' ? beside : [department, ...beside]) {
    const known = departmentNamed(words, names)
    const meaning = choices.meanings.get(fold(words))
    if (known?.mayManage) departmentId = known.id
    else if (known) faults.push(msg('You cannot create places for {department}.', { department: words.slice(0, 100) }))
    else if (typeof meaning === 'number') departmentId = meaning
    else if (meaning === 'name' || (meaning === undefined && words !== department))
      ending += /\p{Script=Arabic}/u.test(words) ? `، ${words}` : `, ${words}`
    else if (meaning === undefined) faults.push(msg('There is no department "{name}".', { name: words.slice(0, 100) }))
  }
  return { departmentId, faults, ending }
}

/** A place as somebody has corrected it, or as the list has it. The contract finds its faults. */
function corrected(place: PastedPlace, { corrections }: PlaceChoices): PastedPlace {
  const correction = corrections.get(place.key)
  const whole = correction ? { ...place, ...correction, faults: [] } : place
  const issues = NewPlace.safeParse({ name: whole.name, departmentId: whole.departmentId }).error?.issues ?? []
  return { ...whole, faults: [...whole.faults, ...issues.map(({ message }) => contractMessage(message))] }
}

/** Adds the fault of a name that a place, or an earlier line, has. */
function withDuplicate(place: PastedPlace, { taken }: PlaceNames, lineOf: Map<string, number>): PastedPlace {
  const name = fold(place.name.trim())
  const earlier = lineOf.get(name)
  if (name === '') return place
  if (earlier === undefined) lineOf.set(name, place.line)
  const fault = taken.has(name)
    ? msg('There is a place with this name already')
    : earlier !== undefined && msg('Line {line} has the same name', { line: earlier })
  return fault ? { ...place, faults: [...place.faults, fault] } : place
}
