import * as z from 'zod/mini'
import type { Viewer } from '../../shared/auth.ts'
import { description, title } from '../../shared/fields.ts'
import { kindOf, kinds, type NewReminder, type Reminder, type ReminderChanges } from '../../shared/reminders.ts'
import { describeFault, readCronRule } from '../../shared/time/cron-rule.ts'
import { nextOccurrence } from '../../shared/time/recurrence.ts'
import { dateTimeIn, instantOf } from '../../shared/time/time.ts'
import { english, plainEnglish } from '../../shared/words/message.ts'

export const frequencies = ['once', 'recurring'] as const
const FIRST_DAY = '1970-01-02'
const LAST_DAY = '2999-12-30'
/** The first and last day that the form takes. */
export const dayRange = { min: FIRST_DAY, max: LAST_DAY }

/** The form of a reminder has its controls' values. An empty text stands for no value. */
const Fields = z.object({
  title,
  description,
  kind: z.enum(kinds),
  /** The recipient of a personal reminder; empty for the viewer. */
  userId: z.string(),
  departmentId: z.string(),
  frequency: z.enum(frequencies),
  date: z.string(),
  time: z.string(),
  cronRule: z.string(),
})
export type ReminderFormValues = z.output<typeof Fields>

/** The fault of a typed rule; undefined for a good or an empty one. */
export function ruleFault(rule: string) {
  const { fault } = readCronRule(rule)
  return fault && rule.trim() !== '' ? describeFault(fault) : undefined
}

/** In English: the form puts the fault of a rule into words itself, while it is being typed. */
const faultOfRule = (rule: string) => {
  const fault = ruleFault(rule)
  return fault && plainEnglish(fault)
}

type Faults = Partial<Record<keyof ReminderFormValues, string | false | undefined>>

const faultsOf = ({ kind, departmentId, frequency, date, time, cronRule }: ReminderFormValues): Faults => ({
  departmentId: kind === 'department' && departmentId === '' && english('Choose a department'),
  ...(frequency === 'once'
    ? {
        date:
          date === ''
            ? english('Choose a date')
            : (date < FIRST_DAY || date > LAST_DAY) && english('Choose a date between 1970 and 2999'),
        time: time === '' && english('Choose a time'),
      }
    : { cronRule: cronRule.trim() === '' ? english('Choose or write a rule') : faultOfRule(cronRule) }),
})

/** The form's schema, with the rules that concern several fields. */
export const ReminderForm = Fields.check(
  z.check(({ value, issues }) => {
    for (const [field, message] of Object.entries(faultsOf(value)))
      if (message) issues.push({ code: 'custom', input: value, path: [field], message })
  }),
)

const HOUR = 3_600_000

/** The form's date and time so many milliseconds from now. */
export function timeFrom(now: number, milliseconds: number, timeZone: string) {
  const { date, time } = dateTimeIn(new Date(now + milliseconds).toISOString(), timeZone)
  return { date, time }
}

/** The values of a new reminder's form: an hour from now. */
export const emptyReminderValues = (
  now: number,
  timeZone: string,
  given: Partial<Pick<ReminderFormValues, 'title' | 'kind' | 'departmentId'>> = {},
): ReminderFormValues => ({
  title: '',
  description: '',
  kind: 'personal',
  userId: '',
  departmentId: '',
  frequency: 'once',
  cronRule: '',
  ...timeFrom(now, HOUR, timeZone),
  ...given,
})

/** The form's values for a reminder. */
export function reminderValuesOf(reminder: Reminder, viewer: Viewer, now: number): ReminderFormValues {
  const { date, time } = dateTimeIn(reminder.nextRun, viewer.timeZone)
  const isRecurring = reminder.cronRule !== null
  return {
    title: reminder.title,
    description: reminder.description ?? '',
    kind: kindOf(reminder),
    userId: reminder.userId === null || reminder.userId === viewer.id ? '' : reminder.userId,
    departmentId: String(reminder.departmentId ?? viewer.departmentId ?? ''),
    frequency: isRecurring ? 'recurring' : 'once',
    cronRule: reminder.cronRule ?? '',
    ...(isRecurring ? timeFrom(now, HOUR, viewer.timeZone) : { date, time }),
  }
}

/**
 * The body that creates a reminder. A recurring one first fires at the next time of its rule. A field of the contract
 * that is missing here does not compile.
 */
export const newReminderOf = (values: ReminderFormValues, viewer: Viewer, now: number): Required<NewReminder> => ({
  title: values.title,
  description: values.description || null,
  ...scopeOf(values, viewer),
  ...timingOf(values, viewer.timeZone, now),
  isActive: true,
})

/** The body that changes a reminder: only the fields that differ from the form's initial values. */
export function reminderChangesOf(
  values: ReminderFormValues,
  initial: ReminderFormValues,
  viewer: Viewer,
  now: number,
): ReminderChanges {
  const differs = (...names: (keyof ReminderFormValues)[]) => names.some((name) => values[name] !== initial[name])
  const timing = values.frequency === 'once' ? (['date', 'time'] as const) : (['cronRule'] as const)
  return {
    ...(differs('title') && { title: values.title }),
    ...(differs('description') && { description: values.description || null }),
    ...(differs('kind', 'userId', 'departmentId') && scopeOf(values, viewer)),
    ...(differs('frequency', ...timing) && timingOf(values, viewer.timeZone, now)),
  }
}

const scopeOf = ({ kind, userId, departmentId }: ReminderFormValues, viewer: Viewer) => ({
  userId: kind === 'personal' ? userId || viewer.id : null,
  departmentId: kind === 'department' ? Number(departmentId) : null,
})

function timingOf({ frequency, date, time, cronRule }: ReminderFormValues, timeZone: string, now: number) {
  if (frequency === 'once') return { cronRule: null, nextRun: instantOf(date, time, timeZone) }
  const next = nextOccurrence(cronRule, new Date(now), timeZone)
  return { cronRule, nextRun: (next ?? new Date(now)).toISOString() }
}
