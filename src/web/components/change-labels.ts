import { rankOf, roles } from '../../shared/permissions.ts'
import type { Priority, Status } from '../../shared/tasks.ts'
import { dateTimeIn, formatDate, formatTime } from '../../shared/time.ts'
import { priorityLabels } from './priority-icon.tsx'
import { statusLabels } from './status-icon.tsx'

/** The audit log's names of things, deeds and fields, in words for people. What has none here is spelt out. */

const kinds: Record<string, string> = {
  user: 'person',
  sop: 'SOP',
  sample: 'sample hotel',
  access: 'permission',
}

/** "task", "clock session". */
export const kindLabels = (type: string) => kinds[type] ?? spelt(type)

const actions: Record<string, string> = {
  'session.start': 'signed in',
  'session.end': 'signed out',
  'session.refuse': 'was refused at sign-in',
  'sample.load': 'loaded the sample hotel',
  'clock-session.create': 'clocked in',
  'clock-session.export': 'exported hours',
  'task.export': 'exported tasks',
  'audit-log.export': 'exported the audit log',
  'audit-log.read': 'read the audit log',
  'access.refuse': 'was refused a change',
  'user.refuse-password': 'gave a wrong current password',
}
const verbs: Record<string, string> = {
  create: 'created',
  add: 'added',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  'set-password': 'set a new password for',
  'reset-password': 'reset the password of',
  'ask-password': 'asked for a new password for',
}

const verbOf = (action: string) => action.split('.').slice(1).join(' ')
export const kindOf = (action: string) => action.split('.')[0] ?? action

/** What somebody did, as "created"; `whole` when the words need no thing after them, as "signed in". */
export function actionLabels(action: string): { words: string; whole: boolean } {
  const whole = actions[action]
  return whole ? { words: whole, whole: true } : { words: verbs[verbOf(action)] ?? spelt(verbOf(action)), whole: false }
}

/** An action among others, as "Task created". */
export function actionLabel(action: string) {
  const { words, whole } = actionLabels(action)
  return capital(whole ? words : `${kindLabels(kindOf(action))} ${words}`)
}

const fields: Record<string, string> = {
  projectId: 'project',
  assigneeId: 'assignee',
  creatorId: 'creator',
  departmentId: 'department',
  ownerId: 'owner',
  userId: 'person',
  createdBy: 'creator',
  uploadedBy: 'uploaded by',
  dueDate: 'due date',
  completedAt: 'completed',
  deletedAt: 'deleted',
  email: 'e-mail',
  isActive: 'active',
  isVisible: 'shown',
  profileImageUrl: 'picture',
  nextRun: 'next run',
  cronRule: 'repeats',
  lastTriggered: 'last triggered',
  fileName: 'file',
  unlogged: 'more, not logged',
}

/** "due date"; a name without words of its own is spelt out: "startTime" as "start time". */
export const fieldLabels = (field: string) => fields[field] ?? spelt(field)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A value as people write it. */
export function formatValue(field: string, value: string, timeZone: string) {
  if (field === 'status') return statusLabels[value as Status] ?? capital(spelt(value))
  if (field === 'priority') return priorityLabels[value as Priority] ?? value
  if (field === 'role') return capital(roles[rankOf(value)] ?? value)
  if (value === 'true') return 'Yes'
  if (value === 'false') return 'No'
  return INSTANT.test(value) ? formatMoment(value, timeZone) : value
}

const formatMoment = (iso: string, timeZone: string) =>
  dateTimeIn(iso, timeZone).endOfDay
    ? formatDate(iso, timeZone)
    : `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const spelt = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()

/** "status", "status and assignee", "status, assignee and tags". */
export const formatList = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Follows from what else is told: when something was completed or deleted is said by that it was. */
const followers = new Set(['completedAt', 'deletedAt'])

export const shownChanges = <C extends { field: string }>(changes: C[]) =>
  changes.filter(({ field }) => !followers.has(field))
