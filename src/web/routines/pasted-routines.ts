import { MAX_ROUTINES_PER_CALL, NewRoutine } from '../../shared/routines.ts'
import { bareName, fold } from '../../shared/words/fold.ts'
import { contractMessage, type Message, msg } from '../../shared/words/message.ts'
import { type Pasted, type PastedEntry, type PasteWords, readPaste } from './pasted-entries.ts'
import { type DayNames, minutesUntil, openingOf, pastedDaysOf, type Value } from './pasted-values.ts'

/** The defaults of a line. */
export interface PastedDefaults {
  departmentId: number | null
  /** Three cron fields. */
  days: string
  /** As "06:00"; empty for none. */
  opensAt: string
  /** Minutes after the opening. */
  dueAfterMinutes: number
  /** Minutes after it is due; null: it stays open. */
  closesAfterDue: number | null
}

/** The meanings of names in the list. Names of departments are folded. */
export interface PasteNames extends DayNames {
  columns: PasteWords['columns']
  departments: ReadonlyMap<string, { id: number; mayManage: boolean }>
  /** Words in place of a closing time, folded. */
  staysOpen: ReadonlySet<string>
  /** The language that the text is most likely in. */
  language: string
}

/** A line of the preview: the routine that it becomes, unless it has faults. */
export interface PastedRoutine {
  /** Changes when the line moves or changes. */
  key: string
  entry: PastedEntry
  faults: Message[]
  /** Remarks that deserve a look, although they are no faults. */
  notes: Message[]
  /** Whether a fault goes when somebody says that the line is right as it is. */
  isDoubtful: boolean
  /** Undefined as long as there are faults. */
  routine: NewRoutine | undefined
}

/** The words of a line that somebody has corrected. */
export type CorrectedLine = Pick<PastedEntry, 'title' | 'department' | 'days' | 'opens' | 'due' | 'closes'>

/** The choices of the person in the preview. */
export interface Mended {
  /** The keys of doubtful lines that are right as they are. */
  kept: ReadonlySet<string>
  corrections: ReadonlyMap<string, CorrectedLine>
  /** Departments that are meant by names that none of them has, by the folded names. */
  meant: ReadonlyMap<string, number>
}
const asWritten: Mended = { kept: new Set(), corrections: new Map(), meant: new Map() }

export interface PastedList extends Omit<Pasted, 'entries'> {
  /** The first of them, as many as one call creates. */
  routines: PastedRoutine[]
  /** All of them. */
  count: number
  /** Names in the list that no department has, as they are written. */
  unknownDepartments: string[]
}

/** So many names can be given a department. */
const MAX_UNKNOWN = 50

/** Reads the routines of a pasted text: a list, or a table. No text makes it throw. */
export function pastedRoutines(
  text: string,
  defaults: PastedDefaults,
  names: PasteNames,
  mended: Mended = asWritten,
): PastedList {
  const { entries, ...rest } = readPaste(text, {
    columns: names.columns,
    isDepartment: (name) => names.departments.has(name) || names.departments.has(bareName(name)),
    language: names.language,
    most: MAX_ROUTINES_PER_CALL,
  })
  const routines = entries.slice(0, MAX_ROUTINES_PER_CALL).map((entry) => routineOf(entry, defaults, names, mended))
  const unknown = new Map(
    routines.flatMap(({ entry: { department } }) =>
      department === '' || departmentNamed(department, names) ? [] : [[fold(department), department] as const],
    ),
  )
  return { routines, count: entries.length, unknownDepartments: [...unknown.values()].slice(0, MAX_UNKNOWN), ...rest }
}

function routineOf(
  written: PastedEntry,
  defaults: PastedDefaults,
  names: PasteNames,
  { kept, corrections, meant }: Mended,
): PastedRoutine {
  const key = `${written.line} ${written.title.slice(0, 200)}`
  const correction = corrections.get(key)
  const entry = correction ? { ...written, ...correction, loose: '', doubt: '', isLikeHeading: false } : written
  const doubt = kept.has(key) ? undefined : doubtOf(entry)
  const faults: Message[] = doubt ? [doubt] : []
  /** The value, or undefined and one more fault. */
  const take = <T>({ value, fault }: Value<T>): T | undefined => {
    if (fault) faults.push(fault)
    return value
  }
  const departmentId = take(departmentOf(entry.department, defaults, names, meant))
  const days = entry.days === '' ? defaults.days : take(pastedDaysOf(entry.days, names))
  const opening = entry.opens || defaults.opensAt
  const opensAt = take(
    opening === '' ? { fault: msg('It has no time. Write one, or choose one for all.') } : openingOf(opening),
  )
  const window = opensAt === undefined ? {} : windowOf(entry, opensAt, defaults, names, take)
  const routine = {
    title: entry.title,
    departmentId,
    days,
    opensAt,
    ...window,
    steps: entry.steps.map((text) => ({ text })),
  }
  const notes = entry.loose
    ? [msg('"{text}" does not say which day. Check the day that Muster took.', { text: entry.loose.slice(0, 60) })]
    : []
  const line = { key, entry, notes, isDoubtful: doubt !== undefined }
  if (faults.length > 0) return { ...line, faults, routine: undefined }
  const checked = NewRoutine.safeParse(routine)
  const issues = checked.error?.issues ?? []
  return { ...line, faults: issues.map(({ path, message }) => describe(path, message)), routine: checked.data }
}

/** The part of a line that is not understood, or may be meant otherwise. */
function doubtOf({ doubt, isLikeHeading, title }: PastedEntry): Message | undefined {
  if (doubt !== '')
    return msg(
      '"{text}" may be a time, but Muster does not understand it here. Write it at the beginning, or keep the line as it is.',
      { text: doubt.slice(0, 60) },
    )
  if (!isLikeHeading) return undefined
  return msg('"{name}" may be a heading, but there is no such department. Correct it, or keep the line as it is.', {
    name: title.slice(0, 60),
  })
}

/** The fault that the contract finds. Of a step it says which. */
function describe([field, at]: PropertyKey[], text: string): Message {
  const fault = contractMessage(text)
  return field === 'steps' && typeof at === 'number' ? msg('Step {number}: {fault}', { number: at + 1, fault }) : fault
}

const departmentNamed = (name: string, { departments }: PasteNames) =>
  departments.get(fold(name)) ?? departments.get(bareName(name))

function departmentOf(
  name: string,
  { departmentId }: PastedDefaults,
  names: PasteNames,
  meant: Mended['meant'],
): Value<number> {
  if (name === '')
    return departmentId === null ? { fault: msg('It has no department. Choose one for all.') } : { value: departmentId }
  const found = departmentNamed(name, names)
  const chosen = meant.get(fold(name))
  if (!found && chosen !== undefined) return { value: chosen }
  if (!found) return { fault: msg('There is no department "{name}".', { name: name.slice(0, 100) }) }
  if (!found.mayManage) return { fault: msg('You cannot create routines for {department}.', { department: name }) }
  return { value: found.id }
}

function windowOf(
  { due, closes }: PastedEntry,
  opensAt: string,
  { dueAfterMinutes: byDefault, closesAfterDue }: PastedDefaults,
  { staysOpen }: PasteNames,
  take: <T>(value: Value<T>) => T | undefined,
): Partial<NewRoutine> {
  const dueAfterMinutes = due === '' ? byDefault : take(minutesUntil(due, opensAt, 1))
  if (dueAfterMinutes === undefined) return {}
  if (closes === '')
    return { dueAfterMinutes, closesAfterMinutes: closesAfterDue === null ? null : dueAfterMinutes + closesAfterDue }
  if (staysOpen.has(fold(closes))) return { dueAfterMinutes, closesAfterMinutes: null }
  const closesAfterMinutes = take(minutesUntil(closes, opensAt, dueAfterMinutes))
  if (closesAfterMinutes !== undefined && closesAfterMinutes < dueAfterMinutes)
    take({ fault: msg('Must not close before it is due') })
  return { dueAfterMinutes, closesAfterMinutes }
}
