/** The permissions of the roles: one table for the server's checks, `access` and the screens. */

export const roles = ['guest', 'user', 'manager', 'admin', 'god'] as const
export type Role = (typeof roles)[number]

/** The rank of a role, from 0 for guest. A missing or unknown role ranks as guest. */
export const rankOf = (role: string | null | undefined) => Math.max(0, roles.indexOf(role as Role))

/** The person whose permission is checked. */
export interface Actor {
  id: string
  role: Role
  departmentId: number | null
  /** The scopes of the token that a program calls with; absent for the person themselves. */
  scopes?: readonly Permission[]
}

/** The row that a permission is checked for. Only the fields that its rule reads must be present. */
export interface Subject {
  departmentId?: number | null
  assigneeId?: string | null
  creatorId?: string | null
  /** The creator of a reminder. */
  createdBy?: string | null
  userId?: string | null
  /** The person that a personal reminder is for, with their present department. */
  user?: { departmentId: number | null } | null
  role?: Role
  /** The two people of a thread. */
  people?: readonly string[]
  /** The e-mail address of a person; null for none. */
  email?: string | null
  /** Of a procedure: whether only its department may read it, or everybody. */
  visibleTo?: string
}

type Where = (actor: Actor, subject: Subject) => boolean
interface Rule {
  /** The lowest role that has the permission. */
  from: Role
  /** For which rows that role and those above have it. */
  where: Where
}

const isAtLeast = (actor: Actor, role: Role) => rankOf(actor.role) >= rankOf(role)
const inOwnDepartment: Where = (actor, subject) =>
  subject.departmentId != null && subject.departmentId === actor.departmentId

const anywhere: Where = () => true
const oneself: Where = (actor, subject) => subject.userId === actor.id
const ownDepartment: Where = (actor, subject) => isAtLeast(actor, 'admin') || inOwnDepartment(actor, subject)
const ownDepartmentOrNone: Where = (actor, subject) => subject.departmentId == null || ownDepartment(actor, subject)
const managersAnywhereOthersOwnOrGlobal: Where = (actor, subject) =>
  isAtLeast(actor, 'manager') || ownDepartmentOrNone(actor, subject)
const managersAnywhereOthersOwn: Where = (actor, subject) =>
  isAtLeast(actor, 'manager') || inOwnDepartment(actor, subject)
const managersAnywhereOthersOwnOrInvolved: Where = (actor, subject) =>
  isAtLeast(actor, 'manager') ||
  inOwnDepartment(actor, subject) ||
  subject.assigneeId === actor.id ||
  subject.creatorId === actor.id
const ownDepartmentManagersAlsoNone: Where = (actor, subject) =>
  inOwnDepartment(actor, subject) || (isAtLeast(actor, 'manager') && ownDepartmentOrNone(actor, subject))
const ownTaskOrManaged: Where = (actor, subject) =>
  subject.assigneeId === actor.id || (isAtLeast(actor, 'manager') && ownDepartmentOrNone(actor, subject))
const ownDepartmentNotNone: Where = (actor, subject) => subject.departmentId != null && ownDepartment(actor, subject)
const oneselfOrInDepartment: Where = (actor, subject) => oneself(actor, subject) || inOwnDepartment(actor, subject)
const ownDepartmentsPeopleNotOneself: Where = (actor, subject) =>
  subject.userId !== actor.id && ownDepartment(actor, subject)
const oneselfAndDepartmentsPeople: Where = (actor, subject) =>
  subject.userId === actor.id || (isAtLeast(actor, 'manager') && ownDepartment(actor, subject))
/**
 * A personal reminder belongs to its person, and to its creator for as long as the creator may create one for that
 * person. A reminder of a department belongs to the managers of the department, a general reminder to admins.
 */
const ownReminderOrManaged: Where = (actor, subject) => {
  if (subject.userId === actor.id) return true
  if (subject.userId != null)
    return subject.createdBy === actor.id && isAtLeast(actor, 'manager') && ownDepartment(actor, subject.user ?? {})
  return isAtLeast(actor, subject.departmentId == null ? 'admin' : 'manager') && ownDepartment(actor, subject)
}
const reachedByReminderOrManaging: Where = (actor, subject) =>
  ownReminderOrManaged(actor, subject) ||
  (subject.userId == null && (subject.departmentId == null || inOwnDepartment(actor, subject)))
/** A thread belongs to its two people, or to everybody who is in its department now. */
const ownThread: Where = (actor, subject) => subject.people?.includes(actor.id) || inOwnDepartment(actor, subject)
/** Admins manage people of lower rank. A god manages everyone. */
const lowerRank: Where = (actor, subject) => actor.role === 'god' || rankOf(subject.role) < rankOf(actor.role)
/** Managers help people of lower rank in their department, and admins everywhere. */
const lowerRankInDepartment: Where = (actor, subject) => lowerRank(actor, subject) && ownDepartment(actor, subject)
/** Everybody has their own data. Admins also have the data of people whose accounts they manage. */
const oneselfManagersOfAccountsLowerRank: Where = (actor, subject) =>
  subject.userId === actor.id || (isAtLeast(actor, 'admin') && lowerRank(actor, subject))
/** People with an e-mail address have other ways to a new password. Managers give a link to the others alone. */
const lowerRankManagersWithoutEmail: Where = (actor, subject) =>
  lowerRankInDepartment(actor, subject) && (isAtLeast(actor, 'admin') || subject.email === null)
/** Nobody grants a role above their own. */
const upToOwnRank: Where = (actor, subject) => rankOf(subject.role) <= rankOf(actor.role)

/** A department may let everybody of the staff read its procedure. */
const managersAnywhereOthersOwnGlobalOrOpened: Where = (actor, subject) =>
  subject.visibleTo === 'everyone' || managersAnywhereOthersOwnOrGlobal(actor, subject)

/** A comment behind a line is the name by which people outside the code know this capability. */
export const permissions = {
  'task:read': { from: 'guest', where: managersAnywhereOthersOwnOrInvolved },
  'task:set-status': { from: 'user', where: managersAnywhereOthersOwnOrInvolved },
  'task:create': { from: 'manager', where: ownDepartmentOrNone }, // CAN_CREATE_TASKS
  'task:update': { from: 'manager', where: ownDepartmentOrNone }, // CAN_EDIT_TASKS, CAN_ASSIGN_TASKS
  'task:delete': { from: 'manager', where: ownDepartmentOrNone }, // CAN_DELETE_TASKS
  'task:restore': { from: 'manager', where: ownDepartmentOrNone },
  'task:export': { from: 'manager', where: anywhere },
  'task:comment': { from: 'user', where: managersAnywhereOthersOwnOrInvolved },
  /** Tick a step, or enter its value. */
  'task:check': { from: 'user', where: managersAnywhereOthersOwnOrInvolved },
  'task:history': { from: 'user', where: managersAnywhereOthersOwnOrInvolved },
  /** Report a problem to a department. */
  'task:report': { from: 'user', where: anywhere },
  /** Take a task that nobody has, and give it back. */
  'task:claim': { from: 'user', where: ownDepartmentManagersAlsoNone },
  'task:release': { from: 'user', where: ownTaskOrManaged },

  'routine:read': { from: 'user', where: managersAnywhereOthersOwnOrInvolved },
  'routine:manage': { from: 'manager', where: ownDepartmentOrNone },
  'place:manage': { from: 'manager', where: ownDepartmentOrNone },

  'project:read': { from: 'guest', where: managersAnywhereOthersOwnOrInvolved },
  'project:create': { from: 'manager', where: ownDepartmentOrNone },
  'project:update': { from: 'manager', where: ownDepartmentOrNone },
  'project:delete': { from: 'manager', where: ownDepartmentOrNone },

  'sop:read': { from: 'user', where: managersAnywhereOthersOwnGlobalOrOpened },
  'sop:confirm': { from: 'user', where: managersAnywhereOthersOwnOrGlobal },
  'sop:create': { from: 'manager', where: ownDepartmentOrNone }, // CAN_CREATE_SOPS
  'sop:update': { from: 'manager', where: ownDepartment }, // CAN_EDIT_SOPS
  'sop:delete': { from: 'admin', where: anywhere }, // CAN_DELETE_SOPS
  'sop:readers': { from: 'manager', where: ownDepartment },

  'clock:use': { from: 'user', where: oneself }, // CAN_CLOCK_IN_OUT
  /** Breaks, and to state one afterwards. */
  'clock:break': { from: 'user', where: oneself },
  'clock:read-others': { from: 'manager', where: ownDepartmentsPeopleNotOneself },
  'clock:correct': { from: 'manager', where: ownDepartmentsPeopleNotOneself },
  /** The record of begin, end and breaks of each day, for the person and for an inspector. */
  'clock:record': { from: 'user', where: oneselfAndDepartmentsPeople },
  /** Say that one's hours of a pay period are right, or what is wrong. */
  'hours:confirm': { from: 'user', where: oneself },
  'hours:approve': { from: 'manager', where: ownDepartmentsPeopleNotOneself },
  /** Withdraw the approval of hours that payroll has received. */
  'hours:reopen': { from: 'admin', where: anywhere },
  'contract:read': { from: 'user', where: oneselfAndDepartmentsPeople },
  'contract:manage': { from: 'admin', where: anywhere },
  /** Wage types, the file for the payroll program, and what was exported. */
  'payroll:manage': { from: 'admin', where: anywhere },
  'payroll:export': { from: 'admin', where: anywhere },
  /** The people on duty, and since when. It is less than hours: nobody's past days, and no totals. */
  'duty:read': { from: 'user', where: managersAnywhereOthersOwn },
  /** The published plan. */
  'roster:read': { from: 'user', where: managersAnywhereOthersOwn },
  'roster:plan': { from: 'manager', where: ownDepartment },
  /** Take open shifts and those that colleagues offer. Nobody works in a department that is not theirs. */
  'roster:claim': { from: 'user', where: inOwnDepartment },
  /** One's own shifts, answers about late changes, and offers to colleagues. */
  'roster:own': { from: 'user', where: oneself },
  /** Absences, and why: of oneself and of the department's people. */
  'absence:read': { from: 'user', where: oneselfAndDepartmentsPeople },
  'absence:decide': { from: 'manager', where: ownDepartmentsPeopleNotOneself },
  'briefing:own': { from: 'user', where: oneself },
  'handover:write': { from: 'user', where: managersAnywhereOthersOwnOrInvolved },
  'handover:read': { from: 'user', where: managersAnywhereOthersOwnOrInvolved },
  /** To people on duty. */
  'message:send': { from: 'user', where: managersAnywhereOthersOwn },
  /** To people off duty too. */
  'message:urgent': { from: 'manager', where: ownDepartment },
  'thread:read': { from: 'user', where: ownThread },
  'thread:write': { from: 'user', where: ownThread },

  'reminder:personal': { from: 'guest', where: oneself },
  'reminder:personal-others': { from: 'manager', where: ownDepartment },
  'reminder:department': { from: 'manager', where: ownDepartment }, // CAN_MANAGE_REMINDERS
  'reminder:general': { from: 'admin', where: anywhere },
  'reminder:read': { from: 'guest', where: reachedByReminderOrManaging },
  'reminder:update': { from: 'guest', where: ownReminderOrManaged },
  'reminder:delete': { from: 'guest', where: ownReminderOrManaged },

  /** One's own profile, password and sign-in sessions. */
  'profile:own': { from: 'guest', where: oneself },
  /** Tokens by which programs call the API. */
  'token:own': { from: 'user', where: oneself },
  'saved-view:own': { from: 'guest', where: oneself },
  /** One's own, and those that are shared with one's department. */
  'saved-view:read': { from: 'guest', where: oneselfOrInDepartment },
  'saved-view:share': { from: 'manager', where: ownDepartmentNotNone },
  'notification:read': { from: 'guest', where: oneself },

  'analytics:read': { from: 'manager', where: anywhere }, // CAN_VIEW_ANALYTICS
  'department:read': { from: 'guest', where: anywhere },
  'department:choose': { from: 'manager', where: anywhere },
  /** Read what went wrong in a department and what waits there, and say that one has read it. */
  'department:review': { from: 'manager', where: ownDepartment },
  'department:manage': { from: 'admin', where: anywhere }, // CAN_MANAGE_DEPARTMENTS
  'person:list': { from: 'manager', where: anywhere },
  'user:manage': { from: 'admin', where: lowerRank }, // CAN_MANAGE_USERS
  /** Give a person a link by which they set a password. */
  'user:invite': { from: 'manager', where: lowerRankManagersWithoutEmail },
  /** Give a person a new PIN for kiosks. */
  'user:set-pin': { from: 'manager', where: lowerRankInDepartment },
  /** A copy of a person's data: one's own, and of people whose accounts one manages. */
  'user:copy-data': { from: 'guest', where: oneselfManagersOfAccountsLowerRank },
  'user:edit-own': { from: 'admin', where: oneself },
  'user:grant': { from: 'admin', where: upToOwnRank },
  'holiday:read': { from: 'user', where: anywhere },
  'holiday:manage': { from: 'admin', where: anywhere },
  'organisation:update': { from: 'admin', where: anywhere },
  'kiosk:manage': { from: 'admin', where: anywhere },
  'webhook:manage': { from: 'admin', where: anywhere },
  'setup:manage': { from: 'admin', where: anywhere },
  'audit:read': { from: 'admin', where: anywhere },
  'job:read': { from: 'admin', where: anywhere },
  'job:retry': { from: 'admin', where: anywhere },
  'job:delete': { from: 'admin', where: anywhere },
  'operations:read': { from: 'god', where: anywhere },
  'feedback:create': { from: 'guest', where: anywhere },
  'feedback:read': { from: 'admin', where: anywhere },
  'feedback:hide': { from: 'admin', where: anywhere },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** Whether a role has the permission for at least some rows. */
export const mayAnywhere = (role: Role, permission: Permission) => rankOf(role) >= rankOf(permissions[permission].from)

/** Whether a person has the permission for at least some rows; with a token, only within its scopes. */
export const mayAtAll = ({ role, scopes }: Pick<Actor, 'role' | 'scopes'>, permission: Permission) =>
  mayAnywhere(role, permission) && (scopes?.includes(permission) ?? true)

/** Whether a person has the permission for this row; with a token, only within its scopes. */
export const may = (actor: Actor, permission: Permission, subject: Subject) =>
  mayAtAll(actor, permission) && permissions[permission].where(actor, subject)
