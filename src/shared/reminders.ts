import * as z from 'zod/mini'
import { describeFault, LONGEST_RULE, readCronRule } from './cron-rule.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, named, pathId, replyInstant, text, title, userId } from './fields.ts'

/** The most that the list holds: those that are still to come first, by their time. Below managers nobody makes more. */
export const REMINDERS_MOST = 1000
/** The most active reminders that one person may have made: a guest or a user, and a manager or above. */
export const ACTIVE_MOST = { staff: 100, managers: 1000 }
/** The fewest minutes between two times at which a personal reminder repeats. */
export const PERSONAL_MINUTES = 15
export const REMINDER_DESCRIPTION_MOST = 4000

const Person = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
})

export const Reminder = z.object({
  id,
  title: z.string(),
  description: z.nullable(z.string()),
  /** Whom a personal reminder is for. */
  userId: z.nullable(userId),
  /** Whose a department-wide reminder is; one with neither is for everyone. */
  departmentId: z.nullable(id),
  /** Present: recurring. */
  cronRule: z.nullable(z.string()),
  nextRun: replyInstant,
  createdBy: userId,
  /** False once a one-time reminder has fired. */
  isActive: z.boolean(),
  lastTriggered: z.nullable(replyInstant),
  createdAt: replyInstant,
  /** With the department they are in now, by which their manager is known. */
  user: z.nullable(z.extend(Person, { departmentId: z.nullable(id) })),
  department: z.nullable(named),
  creator: Person,
})
export type Reminder = z.output<typeof Reminder>

export const kinds = ['personal', 'department', 'general'] as const
export type Kind = (typeof kinds)[number]

/** Whom a reminder reaches: one person, a department's people, or everyone. */
export const kindOf = ({ userId, departmentId }: Pick<Reminder, 'userId' | 'departmentId'>): Kind =>
  userId !== null ? 'personal' : departmentId !== null ? 'department' : 'general'

/** Five fields, minute hour day month weekday, single spaces between them; a fault names the field. */
export const cronRule = text(LONGEST_RULE).check(
  z.overwrite((rule) => rule.replace(/\s+/g, ' ')),
  z.check<string>(({ value, issues }) => {
    const { fault } = readCronRule(value)
    if (fault) issues.push({ code: 'custom', input: value, message: describeFault(fault) })
  }),
)

const more = {
  description: z.optional(z.nullable(text(REMINDER_DESCRIPTION_MOST))),
  userId: z.optional(z.nullable(userId)),
  departmentId: z.optional(z.nullable(id)),
  cronRule: z.optional(z.nullable(cronRule)),
  isActive: z.optional(z.boolean()),
}

/** Without user and department: for oneself. With both null: for everyone. */
export const NewReminder = z.strictObject({ title, nextRun: instant, ...more })
export type NewReminder = z.output<typeof NewReminder>

/** Only the fields sent are changed. */
export const ReminderChanges = z.strictObject({ title: z.optional(title), nextRun: z.optional(instant), ...more })
export type ReminderChanges = z.output<typeof ReminderChanges>

const params = { id: pathId }
const reads = ['reminders', 'users', 'departments'] as const

export const remindersApi = {
  list: endpoint({
    method: 'GET',
    path: '/reminders',
    summary: 'Reminders that one gets or manages, the next first',
    allow: 'reminder:read',
    reply: z.array(Reminder),
    reads,
  }),
  get: endpoint({
    method: 'GET',
    path: '/reminders/:id',
    summary: 'One reminder',
    allow: 'reminder:read',
    params,
    reply: Reminder,
    reads,
  }),
  create: endpoint({
    method: 'POST',
    path: '/reminders',
    summary: 'Create a reminder',
    allow: 'reminder:personal',
    limit: 'reminder',
    body: NewReminder,
    reply: Reminder,
    status: 201,
    changes: ['reminders'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/reminders/:id',
    summary: 'Change a reminder',
    allow: 'reminder:update',
    limit: 'reminder',
    params,
    body: ReminderChanges,
    reply: Reminder,
    changes: ['reminders'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/reminders/:id',
    summary: 'Delete a reminder',
    allow: 'reminder:delete',
    params,
    changes: ['reminders'],
  }),
}
