import { mayAnywhere, type Role } from '../../../shared/permissions.ts'
import type { Scope } from '../../../shared/token-scopes.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** The scopes of tokens in parts that people choose from. */

export interface Area {
  name: string
  label: Message
  read: readonly Scope[]
  change: readonly Scope[]
}

export const areas: readonly Area[] = [
  {
    name: 'tasks',
    label: msg('Tasks and projects'),
    read: ['task:read', 'task:history', 'task:export', 'project:read'],
    change: [
      ...(['task:create', 'task:update', 'task:set-status', 'task:check', 'task:comment'] as const),
      ...(['task:claim', 'task:release', 'project:create', 'project:update'] as const),
    ],
  },
  {
    name: 'deleting',
    label: msg('Deleting tasks and projects'),
    read: [],
    change: ['task:delete', 'task:restore', 'project:delete'],
  },
  { name: 'problems', label: msg('Problems and places'), read: [], change: ['task:report', 'place:manage'] },
  {
    name: 'roster',
    label: msg('Roster'),
    read: ['roster:read'],
    change: ['roster:plan', 'roster:own', 'roster:claim'],
  },
  { name: 'routines', label: msg('Routines'), read: ['routine:read'], change: ['routine:manage'] },
  {
    name: 'sops',
    label: msg('SOPs'),
    read: ['sop:read', 'sop:readers'],
    change: ['sop:create', 'sop:update', 'sop:delete'],
  },
  {
    name: 'shift',
    label: msg('Shifts, handovers and messages'),
    read: ['duty:read', 'department:review', 'handover:read', 'briefing:own', 'thread:read'],
    change: ['handover:write', 'message:send', 'message:urgent', 'thread:write'],
  },
  {
    name: 'hours',
    label: msg('Hours'),
    read: ['clock:read-others', 'clock:record', 'contract:read', 'holiday:read'],
    change: ['clock:use', 'clock:break', 'clock:correct'],
  },
  {
    name: 'reminders',
    label: msg('Reminders'),
    read: ['reminder:read'],
    change: [
      ...(['reminder:personal', 'reminder:personal-others', 'reminder:department', 'reminder:general'] as const),
      ...(['reminder:update', 'reminder:delete'] as const),
    ],
  },
  {
    name: 'own',
    label: msg('Notifications and saved views'),
    read: ['notification:read', 'saved-view:read'],
    change: ['saved-view:own', 'saved-view:share'],
  },
  {
    name: 'people',
    label: msg('People and departments'),
    read: ['person:list', 'department:read', 'department:choose'],
    change: ['department:manage', 'organisation:update', 'holiday:manage'],
  },
  {
    name: 'running',
    label: msg('Analytics, audit log and feedback'),
    read: ['analytics:read', 'audit:read', 'job:read', 'operations:read', 'feedback:read'],
    change: ['job:retry', 'job:delete', 'feedback:create', 'feedback:hide'],
  },
]

/** The scopes among these that a role may have. */
export const allowedFor = (role: Role, scopes: readonly Scope[]) => scopes.filter((scope) => mayAnywhere(role, scope))

/** Common choices, before people make their own. */
export const presets = {
  'read-tasks': {
    label: msg('Read tasks'),
    scopes: ['task:read', 'task:history', 'project:read', 'department:read'],
  },
  'work-on-tasks': {
    label: msg('Read tasks and work on them'),
    scopes: [
      ...(['task:read', 'task:create', 'task:update', 'task:set-status', 'task:check', 'task:comment'] as const),
      ...(['task:claim', 'task:release', 'task:report', 'project:read', 'department:read', 'person:list'] as const),
    ],
  },
  report: { label: msg('Report problems'), scopes: ['task:report', 'department:read'] },
  'read-all': { label: msg('Read everything that I can read'), scopes: areas.flatMap(({ read }) => read) },
} as const satisfies Record<string, { label: Message; scopes: readonly Scope[] }>
export type Preset = keyof typeof presets

/** The areas that scopes touch, each with whether they read and change there. */
export const touchedBy = (scopes: readonly string[]) =>
  areas
    .map(({ label, read, change }) => ({
      label,
      reads: read.some((scope) => scopes.includes(scope)),
      changes: change.some((scope) => scopes.includes(scope)),
    }))
    .filter(({ reads, changes }) => reads || changes)
