import * as z from 'zod/mini'
import type { Viewer } from '../../shared/auth.ts'
import { describeFault, readCronRule } from '../../shared/cron-rule.ts'
import { description, title } from '../../shared/fields.ts'
import { nextOccurrence } from '../../shared/recurrence.ts'
import {
  type Kind,
  kindOf,
  kinds,
  type NewReminder,
  type Reminder,
  type ReminderChanges,
} from '../../shared/reminders.ts'
import { dateTimeIn, instantOf } from '../../shared/time.ts'

export const frequencies = ['once', 'recurring'] as const
const FIRST_DAY = '1970-01-02'
const LAST_DAY = '2999-12-30'
export const dayRange = { min: FIRST_DAY, max: LAST_DAY }

/** What the form of a reminder holds: what its controls hold; empty text for none. */
export interface ReminderFormValues {
  title: string
  description: string
  kind: Kind
  /** Whom a personal one is for; empty: the viewer. */
  userId: string
  departmentId: string
  frequency: (typeof frequencies)[number]
  date: string
  time: string
  cronRule: string
}

/** What is wrong with what is typed as a rule; nothing while there is nothing. */
export function faultOf(rule: string) {
  const { fault } = readCronRule(rule)
  return fault && rule.trim() !== '' ? describeFault(fault) : undefined
}

type Faults = Partial<Record<keyof ReminderFormValues, string | false | undefined>>

const faultsOf = ({ kind, departmentId, frequency, date, time, cronRule }: ReminderFormValues): Faults => ({
  departmentId: kind === 'department' && departmentId === '' && 'Choose a department',
  ...(frequency === 'once'
    ? {
        date:
          date === ''
            ? 'Choose a date'
            : (date < FIRST_DAY || date > LAST_DAY) && 'Choose a date between 1970 and 2999',
        time: time === '' && 'Choose a time',
      }
    : { cronRule: cronRule.trim() === '' ? 'Choose or write a rule' : faultOf(cronRule) }),
})

export const ReminderForm = z
  .object({
    title,
    description,
    kind: z.enum(kinds),
    userId: z.string(),
    departmentId: z.string(),
    frequency: z.enum(frequencies),
    date: z.string(),
    time: z.string(),
    cronRule: z.string(),
  })
  .check(
    z.check(({ value, issues }) => {
      for (const [field, message] of Object.entries(faultsOf(value)))
        if (message) issues.push({ code: 'custom', input: value, path: [field], message })
    }),
  )

const HOUR = 3_600_000

/** Date and time, in the form's words, so many milliseconds from now. */
export function timeFrom(now: number, milliseconds: number, timeZone: string) {
  const { date, time } = dateTimeIn(new Date(now + milliseconds).toISOString(), timeZone)
  return { date, time }
}

/** A new reminder's form as it opens: an hour from now. */
export const emptyValues = (
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

/** A reminder as its form shows it. */
export function valuesOf(reminder: Reminder, viewer: Viewer, now: number): ReminderFormValues {
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

/** What is sent to create a reminder. A recurring one begins at the next time of its rule. */
export const newReminderOf = (values: ReminderFormValues, viewer: Viewer, now: number): NewReminder => ({
  title: values.title,
  description: values.description || null,
  ...scopeOf(values, viewer),
  ...timingOf(values, viewer.timeZone, now),
  isActive: true,
})

/** What is sent to change a reminder: only what differs from the values the form began with. */
export function changesOf(
  values: ReminderFormValues,
  initial: ReminderFormValues,
  viewer: Viewer,
  now: number,
): ReminderChanges {
  const differs = (...names: (keyof ReminderFormValues)[]) => names.some((name) => values[name] !== initial[name])
  const when = values.frequency === 'once' ? (['date', 'time'] as const) : (['cronRule'] as const)
  return {
    ...(differs('title') && { title: values.title }),
    ...(differs('description') && { description: values.description || null }),
    ...(differs('kind', 'userId', 'departmentId') && scopeOf(values, viewer)),
    ...(differs('frequency', ...when) && timingOf(values, viewer.timeZone, now)),
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
