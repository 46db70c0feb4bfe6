import { rankOf, roles } from '../../shared/permissions.ts'
import type { Priority, Status } from '../../shared/tasks.ts'
import { formatMoment } from './format.ts'
import { priorityLabels } from './priority-icon.tsx'
import { statusLabels } from './status-icon.tsx'

/** Labels for the subjects, actions and fields of the audit log. A name without a label here is spelt out. */

const kinds: Record<string, string> = {
  user: 'person',
  sop: 'SOP',
  sample: 'sample hotel',
  access: 'permission',
  job: 'background work',
}

/** The label of a subject's type: "task", "clock session". */
export const kindLabels = (type: string) => kinds[type] ?? spellOut(type)

/** Actions whose label needs no subject after it. */
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
/** The labels of all other actions, to be followed by a subject. */
const verbs: Record<string, string> = {
  create: 'created',
  add: 'added',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  retry: 'tried again',
  'set-password': 'set a new password for',
  'reset-password': 'reset the password of',
  'ask-password': 'asked for a new password for',
}

const verbOf = (action: string) => action.split('.').slice(1).join(' ')
/** The type of an action's subject: "task" of "task.create". */
export const kindOf = (action: string) => action.split('.')[0] ?? action

/** An action as "created". `isComplete`: the label needs no subject after it, as "signed in". */
export function actionLabels(action: string): { label: string; isComplete: boolean } {
  const complete = actions[action]
  if (complete) return { label: complete, isComplete: true }
  return { label: verbs[verbOf(action)] ?? spellOut(verbOf(action)), isComplete: false }
}

/** An action in a list of actions: "Task created". */
export function actionLabel(action: string) {
  const { label, isComplete } = actionLabels(action)
  return capitalize(isComplete ? label : `${kindLabels(kindOf(action))} ${label}`)
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

/** The label of a field: "due date". A field without a label is spelt out: "startTime" as "start time". */
export const fieldLabels = (field: string) => fields[field] ?? spellOut(field)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A field's value as text for people. */
export function formatValue(field: string, value: string, timeZone: string) {
  if (field === 'status') return statusLabels[value as Status] ?? capitalize(spellOut(value))
  if (field === 'priority') return priorityLabels[value as Priority] ?? value
  if (field === 'role') return capitalize(roles[rankOf(value)] ?? value)
  if (value === 'true') return 'Yes'
  if (value === 'false') return 'No'
  return INSTANT.test(value) ? formatMoment(value, timeZone) : value
}

/** The text with its first letter in upper case. */
export const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const spellOut = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()

/** "status", "status and assignee", "status, assignee and tags". */
export const formatList = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Fields whose changes follow from others: the history's own time shows when something was completed or deleted. */
const implied = new Set(['completedAt', 'deletedAt'])

/** The changes without those that follow from others. */
export const shownChanges = <C extends { field: string }>(changes: C[]) =>
  changes.filter(({ field }) => !implied.has(field))
