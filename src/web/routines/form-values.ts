import * as z from 'zod/mini'
import { description, text, title } from '../../shared/fields.ts'
import { MAX_CLOSE_MINUTES, MAX_DUE_MINUTES, NewRoutine, type Routine } from '../../shared/routines.ts'
import type { NewStep } from '../../shared/step-fields.ts'
import { MAX_ESTIMATE, MAX_PLACE } from '../../shared/task-kinds.ts'
import { priorities } from '../../shared/task-status.ts'
import { describeFault, listsAll, readCronRule } from '../../shared/time/cron-rule.ts'
import type { RoutineRule } from '../../shared/time/routine-times.ts'
import { english, type Message, msg, plainEnglish } from '../../shared/words/message.ts'
import type { StepWords } from '../components/steps/step-form.tsx'

export const dayKinds = ['daily', 'weekdays', 'weekends', 'weekly', 'monthly', 'lastDay', 'interval', 'own'] as const
export type DayKind = (typeof dayKinds)[number]
export const closings = ['never', 'time', 'hours'] as const

export type FormStep = StepWords & { id: number }

/** The form of a routine has its controls' values. An empty text stands for no value. */
const Fields = z.object({
  title,
  description,
  departmentId: z.string(),
  /** Empty for the people on duty in the department. */
  assigneeId: z.string(),
  dayKind: z.enum(dayKinds),
  /** Of certain weekdays: 0 is Sunday. */
  weekdays: z.array(z.number()),
  monthDay: z.string(),
  everyDays: z.string(),
  from: z.string(),
  /** The own rule: day of month, month, weekday. */
  days: z.string(),
  opensAt: z.string(),
  /** It is due the first time that the clock shows this after the opening, or so many days after that. */
  dueTime: z.string(),
  dueDays: z.string(),
  closing: z.enum(closings),
  closesTime: z.string(),
  closesDays: z.string(),
  closesHours: z.string(),
  priority: z.enum(priorities),
  tags: z.nonoptional(NewRoutine.shape.tags),
  place: text(MAX_PLACE),
  workMinutes: z.string(),
  procedure: z.object({ sopId: z.nullable(z.number()), page: z.string() }),
  steps: z.custom<FormStep[]>(),
  /** Steps that are typed, but not added yet. They are saved too. */
  typedSteps: z.custom<NewStep[]>(),
  /** A step whose change is not saved yet. */
  isStepOpen: z.boolean(),
  eachCounts: z.boolean(),
  isActive: z.boolean(),
})
export type RoutineFormValues = z.output<typeof Fields>

/** Minutes. */
const HOUR = 60
const DAY = 24 * HOUR

const isBetween = (typed: string, min: number, max: number) =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max

/** The fault of three typed fields; undefined for good or empty ones. */
export function daysFault(days: string): Message | undefined {
  if (days.trim() === '') return undefined
  if (days.trim().split(/\s+/).length !== 3) return msg('Needs three fields: day month weekday')
  const { fault } = readCronRule(`0 0 ${days.trim()}`)
  return fault && describeFault(fault)
}

/** In English: the form puts the fault of a rule into words itself, while it is being typed. */
function faultOfDays(days: string) {
  const fault = daysFault(days)
  return fault && plainEnglish(fault)
}

type Faults = Partial<Record<keyof RoutineFormValues, string | false | undefined>>

function faultsOf(values: RoutineFormValues): Faults {
  const { departmentId, assigneeId, opensAt, dueTime, closing, closesTime } = values
  const minutes = windowMinutes(values)
  return {
    departmentId: departmentId === '' && assigneeId === '' && english('Choose a department or a person'),
    ...faultsOfDays(values),
    opensAt: opensAt === '' && english('Choose a time'),
    dueTime: dueTime === '' && english('Choose a time'),
    closesTime:
      closing === 'time' &&
      (closesTime === ''
        ? english('Choose a time')
        : minutes &&
          minutes.closes !== null &&
          minutes.closes < minutes.due &&
          english('Must not close before it is due')),
    closesHours:
      closing === 'hours' &&
      (!isBetween(values.closesHours, 1, MAX_CLOSE_MINUTES / HOUR)
        ? english('Enter a number from {min} to {max}', { min: 1, max: MAX_CLOSE_MINUTES / HOUR })
        : minutes &&
          minutes.closes !== null &&
          minutes.closes < minutes.due &&
          english('Must not close before it is due')),
    workMinutes:
      values.workMinutes.trim() !== '' &&
      !isBetween(values.workMinutes, 1, MAX_ESTIMATE) &&
      english('Enter a number from {min} to {max}', { min: 1, max: MAX_ESTIMATE }),
    steps: values.isStepOpen && english('Save the change of the step first, or cancel it'),
  }
}

function faultsOfDays({ dayKind, weekdays, monthDay, everyDays, from, days }: RoutineFormValues): Faults {
  const number = (min: number, max: number) => english('Enter a number from {min} to {max}', { min, max })
  if (dayKind === 'weekly') return { weekdays: weekdays.length === 0 && english('Choose the days') }
  if (dayKind === 'monthly') return { monthDay: !isBetween(monthDay, 1, 31) && number(1, 31) }
  if (dayKind === 'interval') {
    return {
      everyDays: !isBetween(everyDays, 1, 366) && number(1, 366),
      from: (from < '1970-01-01' || from >= '3000') && english('Choose the first day'),
    }
  }
  return dayKind === 'own' ? { days: days.trim() === '' ? english('Choose the days') : faultOfDays(days) } : {}
}

/** The form's schema, with the rules that concern several fields. */
export const RoutineForm = Fields.check(
  z.check(({ value, issues }) => {
    for (const [field, message] of Object.entries(faultsOf(value)))
      if (message) issues.push({ code: 'custom', input: value, path: [field], message })
  }),
)

const presetDays: Partial<Record<DayKind, string>> = {
  daily: '* * *',
  weekdays: '* * 1-5',
  weekends: '* * 0,6',
  lastDay: 'L * *',
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3, 5))
const timeOf = (minutes: number) =>
  [Math.floor((minutes % DAY) / HOUR), minutes % HOUR].map((part) => String(part).padStart(2, '0')).join(':')

/** Whether the clock shows this time only on the day after the opening. */
export const isNextDay = (opensAt: string, time: string) => time <= opensAt

/** Minutes from the opening until the clock shows this time, so many days after it first does. */
const minutesUntil = (opensAt: string, time: string, days: string) =>
  minutesOf(time) - minutesOf(opensAt) + (isNextDay(opensAt, time) ? DAY : 0) + Number(days) * DAY

/** When the form's window is due and closes, in minutes after its opening; undefined while a time is missing. */
function windowMinutes(values: RoutineFormValues) {
  const { opensAt, dueTime, dueDays, closing, closesTime, closesDays, closesHours } = values
  if (opensAt === '' || dueTime === '' || (closing === 'time' && closesTime === '')) return undefined
  return {
    due: minutesUntil(opensAt, dueTime, dueDays),
    closes:
      closing === 'never'
        ? null
        : closing === 'time'
          ? minutesUntil(opensAt, closesTime, closesDays)
          : Number(closesHours) * HOUR,
  }
}

function daysOf({ dayKind, weekdays, monthDay, days }: RoutineFormValues): string | null {
  if (dayKind === 'interval') return null
  if (dayKind === 'weekly') return weekdays.length === 7 ? '* * *' : `* * ${weekdays.toSorted().join(',')}`
  if (dayKind === 'monthly') return `${Number(monthDay)} * *`
  return presetDays[dayKind] ?? days.trim().replace(/\s+/g, ' ')
}

/** Why the window of the form cannot be, although all of it is filled in; undefined if it can. */
export const windowFault = (values: RoutineFormValues) => {
  const { closesTime, closesHours } = faultsOf(values)
  return (values.closesTime !== '' && closesTime) || (values.closesHours !== '' && closesHours) || undefined
}

/** The rule that the form describes; undefined as long as something in it is missing or wrong. */
export function ruleOf(values: RoutineFormValues): RoutineRule | undefined {
  const wrong = faultsOf(values)
  const names = [
    'weekdays',
    'monthDay',
    'everyDays',
    'from',
    'days',
    'opensAt',
    'dueTime',
    'closesTime',
    'closesHours',
  ] as const
  const minutes = windowMinutes(values)
  if (!minutes || names.some((name) => wrong[name])) return undefined
  const days = daysOf(values)
  return {
    days,
    everyDays: days === null ? Number(values.everyDays) : null,
    from: days === null ? values.from : null,
    opensAt: values.opensAt,
    dueAfterMinutes: minutes.due,
    closesAfterMinutes: minutes.closes,
  }
}

/** The fields of a routine that the server takes. A field of the contract that is missing here does not compile. */
export type RoutineBody = Required<NewRoutine>

/** The body that creates a routine, of values that the schema has checked. */
export function routineBodyOf(values: RoutineFormValues): RoutineBody {
  const rule = ruleOf(values)
  if (!rule) throw new Error('The form has faults')
  const { sopId, page } = values.procedure
  const steps = values.steps.map(({ text, kind, required, unit, min, max }) => ({
    text,
    kind,
    required,
    unit,
    min,
    max,
  }))
  return {
    title: values.title,
    description: values.description || null,
    departmentId: values.departmentId === '' ? null : Number(values.departmentId),
    assigneeId: values.assigneeId || null,
    ...rule,
    priority: values.priority,
    tags: values.tags,
    place: values.place || null,
    workMinutes: values.workMinutes.trim() === '' ? null : Number(values.workMinutes),
    sopId,
    sopPage: sopId === null ? null : Number(page),
    steps: [...steps, ...values.typedSteps],
    eachCounts: values.eachCounts,
    isActive: values.isActive,
  }
}

type DayFields = Pick<RoutineFormValues, 'dayKind' | 'weekdays' | 'monthDay' | 'everyDays' | 'from' | 'days'>

/** The controls of the days on which a routine comes. `today` fills those that are not used. */
function dayFieldsOf({ days, everyDays, from }: RoutineRule, today: string): DayFields {
  const empty = { weekdays: [], monthDay: '1', everyDays: '2', from: today, days: '' }
  if (days === null) return { ...empty, dayKind: 'interval', everyDays: String(everyDays ?? 1), from: from ?? today }
  const [day = '', month = ''] = days.split(' ')
  const { rule } = readCronRule(`0 0 ${days}`)
  const isAnyDay = rule && listsAll('day', rule.day)
  if (!rule || month !== '*') return { ...empty, dayKind: 'own', days }
  if (isAnyDay && listsAll('weekday', rule.weekday)) return { ...empty, dayKind: 'daily' }
  if (isAnyDay) {
    const words = rule.weekday.toSorted().join()
    const dayKind = words === '1,2,3,4,5' ? 'weekdays' : words === '0,6' ? 'weekends' : 'weekly'
    return { ...empty, dayKind, weekdays: rule.weekday }
  }
  if (/^l$/i.test(day) && listsAll('weekday', rule.weekday)) return { ...empty, dayKind: 'lastDay' }
  if (/^\d+$/.test(day) && listsAll('weekday', rule.weekday)) return { ...empty, dayKind: 'monthly', monthDay: day }
  return { ...empty, dayKind: 'own', days }
}

/** The time so many minutes after the opening, and on which of the days on which the clock shows it. */
function timeFieldsOf(opensAt: string, minutes: number) {
  return { time: timeOf(minutesOf(opensAt) + minutes), days: String(Math.ceil(minutes / DAY) - 1) }
}

/** The most days that may be added to a due time and to a closing time. */
export const maxDays = { due: MAX_DUE_MINUTES / DAY - 1, closes: MAX_CLOSE_MINUTES / DAY - 1 }

/** The default due time of a new routine that opens at this time, or the default end of one that is due then. */
export const timeAfterUsual = (time: string) => timeOf(minutesOf(time) + 2 * HOUR)

type Named = Omit<
  Routine,
  'id' | 'createdAt' | 'updatedAt' | 'nextOccurrence' | 'lastOutcomes' | 'creatorId' | 'department' | 'assignee'
>

/** The form's values for a routine. */
export function routineValuesOf(routine: Named, today: string): RoutineFormValues {
  const { opensAt, dueAfterMinutes, closesAfterMinutes } = routine
  const due = timeFieldsOf(opensAt, dueAfterMinutes)
  const closes = timeFieldsOf(opensAt, closesAfterMinutes ?? DAY)
  return {
    title: routine.title,
    description: routine.description ?? '',
    departmentId: routine.departmentId?.toString() ?? '',
    assigneeId: routine.assigneeId ?? '',
    ...dayFieldsOf(routine, today),
    opensAt,
    dueTime: due.time,
    dueDays: due.days,
    closing: closesAfterMinutes === null ? 'never' : 'time',
    closesTime: closes.time,
    closesDays: closes.days,
    closesHours: String(Math.max(1, Math.round((closesAfterMinutes ?? DAY) / HOUR))),
    priority: routine.priority,
    tags: routine.tags,
    place: routine.place ?? '',
    // A reply that a device cached may come from an older server.
    workMinutes: routine.workMinutes?.toString() ?? '',
    procedure: { sopId: routine.sopId, page: String(routine.sopPage ?? 1) },
    steps: routine.steps.map((step, at) => ({ ...step, id: at + 1 })),
    typedSteps: [],
    isStepOpen: false,
    eachCounts: routine.eachCounts,
    isActive: routine.isActive,
  }
}

/** A routine for everyone's morning, from which a new one begins. */
export const usualRoutine: Named = {
  ...{ title: '', description: null, departmentId: null, assigneeId: null, priority: 'medium', tags: [], place: null },
  workMinutes: null,
  ...{ sopId: null, sopPage: null, steps: [], days: '* * *', everyDays: null, from: null, opensAt: '08:00' },
  ...{ dueAfterMinutes: 2 * HOUR, closesAfterMinutes: 4 * HOUR, eachCounts: false, isActive: true },
}
