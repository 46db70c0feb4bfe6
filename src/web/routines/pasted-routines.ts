import { MAX_ROUTINES_PER_CALL, NewRoutine } from '../../shared/routines.ts'
import { fold } from '../../shared/words/fold.ts'
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

/** A name without signs and spaces, so that "Front-Office" is "front office". */
export const bareName = (name: string) => fold(name).replace(/[^\p{L}\p{N}]/gu, '')

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

export interface PastedList extends Omit<Pasted, 'entries'> {
  /** The first of them, as many as one call creates. */
  routines: PastedRoutine[]
  /** All of them. */
  count: number
}

/**
 * Reads the routines of a pasted text: a list, or a table. No text makes it throw.
 *
 * @param kept the keys of doubtful lines that somebody has found right as they are
 */
export function pastedRoutines(
  text: string,
  defaults: PastedDefaults,
  names: PasteNames,
  kept: ReadonlySet<string> = new Set(),
): PastedList {
  const { entries, ...rest } = readPaste(text, {
    columns: names.columns,
    isDepartment: (name) => names.departments.has(name) || names.departments.has(bareName(name)),
    language: names.language,
    most: MAX_ROUTINES_PER_CALL,
  })
  const routines = entries.slice(0, MAX_ROUTINES_PER_CALL).map((entry) => routineOf(entry, defaults, names, kept))
  return { routines, count: entries.length, ...rest }
}

function routineOf(
  entry: PastedEntry,
  defaults: PastedDefaults,
  names: PasteNames,
  kept: ReadonlySet<string>,
): PastedRoutine {
  const key = `${entry.line} ${entry.title.slice(0, 200)}`
  const doubt = kept.has(key) ? undefined : doubtOf(entry)
  const faults: Message[] = doubt ? [doubt] : []
  /** The value, or undefined and one more fault. */
  const take = <T>({ value, fault }: Value<T>): T | undefined => {
    if (fault) faults.push(fault)
    return value
  }
  const departmentId = take(departmentOf(entry.department, defaults, names))
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

function departmentOf(name: string, { departmentId }: PastedDefaults, { departments }: PasteNames): Value<number> {
  if (name === '')
    return departmentId === null ? { fault: msg('It has no department. Choose one for all.') } : { value: departmentId }
  const found = departments.get(fold(name)) ?? departments.get(bareName(name))
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
