import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idAndName, instant, pathId, personWithPicture, replyInstant, text, title, userId } from './fields.ts'
import { describeFault, MAX_RULE_LENGTH, readCronRule } from './time/cron-rule.ts'
import { plainEnglish } from './words/message.ts'

/** Reminders of the list, those to come first, by their time. Guests and users never have so many. */
export const MAX_REMINDERS = 1000
/** Active reminders that one person may have created: guests and users (`staff`), and managers and above. */
export const MAX_ACTIVE_REMINDERS = { staff: 100, managers: 1000 }
/** Minutes between two times of a recurring personal reminder, at least. */
export const MIN_PERSONAL_INTERVAL_MINUTES = 15
export const MAX_REMINDER_DESCRIPTION = 4000

const Person = z.object({
  ...personWithPicture.shape,
  email: z.nullable(z.string()),
})

export const Reminder = z.object({
  id,
  title: z.string(),
  description: z.nullable(z.string()),
  /** The person that a personal reminder is for. */
  userId: z.nullable(userId),
  /** The department that a reminder is for. A reminder with neither person nor department is for everyone. */
  departmentId: z.nullable(id),
  /** The rule of a recurring reminder; null for a one-time reminder. */
  cronRule: z.nullable(z.string()),
  nextRun: replyInstant,
  createdBy: userId,
  /** False once a one-time reminder has fired. */
  isActive: z.boolean(),
  lastTriggered: z.nullable(replyInstant),
  createdAt: replyInstant,
  /** With their present department, whose managers may change the reminder. */
  user: z.nullable(z.extend(Person, { departmentId: z.nullable(id) })),
  department: z.nullable(idAndName),
  creator: Person,
})
export type Reminder = z.output<typeof Reminder>

export const kinds = ['personal', 'department', 'general'] as const
export type Kind = (typeof kinds)[number]

/** The kind of a reminder, by its receivers: one person, a department's people, or everyone. */
export const kindOf = ({ userId, departmentId }: Pick<Reminder, 'userId' | 'departmentId'>): Kind =>
  userId !== null ? 'personal' : departmentId !== null ? 'department' : 'general'

/** A rule of five fields: minute hour day month weekday. The message of a fault names the field. */
export const cronRule = text(MAX_RULE_LENGTH).check(
  z.overwrite((rule) => rule.replace(/\s+/g, ' ')),
  z.check<string>(({ value, issues }) => {
    const { fault } = readCronRule(value)
    if (!fault) return
    const text = describeFault(fault)
    issues.push({ code: 'custom', input: value, message: plainEnglish(text), params: { text } })
  }),
)

const optionalFields = {
  description: z.optional(z.nullable(text(MAX_REMINDER_DESCRIPTION))),
  userId: z.optional(z.nullable(userId)),
  departmentId: z.optional(z.nullable(id)),
  cronRule: z.optional(z.nullable(cronRule)),
  isActive: z.optional(z.boolean()),
}

/** If user and department are absent, the reminder is for its creator. If both are null, it is for everyone. */
export const NewReminder = z.strictObject({ title, nextRun: instant, ...optionalFields })
export type NewReminder = z.output<typeof NewReminder>

/** Only the fields sent are changed. */
export const ReminderChanges = z.strictObject({
  title: z.optional(title),
  nextRun: z.optional(instant),
  ...optionalFields,
})
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
