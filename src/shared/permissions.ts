/** Who may do what: the one table that the server's guards, `access` and the screens read. */

export const roles = ['guest', 'user', 'manager', 'admin', 'god'] as const
export type Role = (typeof roles)[number]

/** The rank of a role, lowest 0; a missing or unknown role counts as guest. */
export const rankOf = (role: string | null | undefined) => Math.max(0, roles.indexOf(role as Role))

/** The one who asks, as far as permissions go. */
export interface Actor {
  id: string
  role: Role
  departmentId: number | null
}

/** The thing a permission is asked for; only what its rule looks at need be there. */
export interface Subject {
  departmentId?: number | null
  assigneeId?: string | null
  creatorId?: string | null
  /** Of a reminder. */
  createdBy?: string | null
  userId?: string | null
  /** Of a personal reminder: whom it is for, with the department they are in now. */
  user?: { departmentId: number | null } | null
  role?: Role
}

type Where = (actor: Actor, subject: Subject) => boolean
interface Rule {
  from: Role
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
const managersAnywhereOthersOwnOrInvolved: Where = (actor, subject) =>
  isAtLeast(actor, 'manager') ||
  inOwnDepartment(actor, subject) ||
  subject.assigneeId === actor.id ||
  subject.creatorId === actor.id
const ownDepartmentsPeopleNotOneself: Where = (actor, subject) =>
  subject.userId !== actor.id && ownDepartment(actor, subject)
/**
 * A personal reminder is the person's, and its creator's for as long as they may make one for that person. The others belong
 * to those who manage the department, or all departments.
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
/** Admins manage people of lower rank, a god everyone. */
const lowerRank: Where = (actor, subject) => actor.role === 'god' || rankOf(subject.role) < rankOf(actor.role)
/** Nobody grants a role above their own. */
const upToOwnRank: Where = (actor, subject) => rankOf(subject.role) <= rankOf(actor.role)

/** In brackets the specification's name of the capability (section 6), where it has one. */
export const permissions = {
  'task:read': { from: 'guest', where: managersAnywhereOthersOwnOrInvolved },
  'task:set-status': { from: 'user', where: managersAnywhereOthersOwnOrInvolved },
  'task:create': { from: 'manager', where: ownDepartmentOrNone }, // CAN_CREATE_TASKS
  'task:update': { from: 'manager', where: ownDepartmentOrNone }, // CAN_EDIT_TASKS, CAN_ASSIGN_TASKS
  'task:delete': { from: 'manager', where: ownDepartmentOrNone }, // CAN_DELETE_TASKS
  'task:restore': { from: 'manager', where: ownDepartmentOrNone },
  'task:export': { from: 'manager', where: anywhere },

  'project:read': { from: 'guest', where: managersAnywhereOthersOwnOrInvolved },
  'project:create': { from: 'manager', where: ownDepartmentOrNone },
  'project:update': { from: 'manager', where: ownDepartmentOrNone },
  'project:delete': { from: 'manager', where: ownDepartmentOrNone },

  'sop:read': { from: 'user', where: managersAnywhereOthersOwnOrGlobal },
  'sop:confirm': { from: 'user', where: managersAnywhereOthersOwnOrGlobal },
  'sop:create': { from: 'manager', where: ownDepartmentOrNone }, // CAN_CREATE_SOPS
  'sop:update': { from: 'manager', where: ownDepartment }, // CAN_EDIT_SOPS
  'sop:delete': { from: 'admin', where: anywhere }, // CAN_DELETE_SOPS
  'sop:readers': { from: 'manager', where: ownDepartment },

  'clock:use': { from: 'user', where: oneself }, // CAN_CLOCK_IN_OUT
  'clock:read-others': { from: 'manager', where: ownDepartmentsPeopleNotOneself },
  'clock:correct': { from: 'manager', where: ownDepartmentsPeopleNotOneself },

  'reminder:personal': { from: 'guest', where: oneself },
  'reminder:personal-others': { from: 'manager', where: ownDepartment },
  'reminder:department': { from: 'manager', where: ownDepartment }, // CAN_MANAGE_REMINDERS
  'reminder:general': { from: 'admin', where: anywhere },
  'reminder:read': { from: 'guest', where: reachedByReminderOrManaging },
  'reminder:update': { from: 'guest', where: ownReminderOrManaged },
  'reminder:delete': { from: 'guest', where: ownReminderOrManaged },

  /** Profile, password, sign-in sessions. */
  'profile:own': { from: 'guest', where: oneself },
  'notification:read': { from: 'guest', where: oneself },

  'analytics:read': { from: 'manager', where: anywhere }, // CAN_VIEW_ANALYTICS
  'department:read': { from: 'guest', where: anywhere },
  'department:choose': { from: 'manager', where: anywhere },
  'department:manage': { from: 'admin', where: anywhere }, // CAN_MANAGE_DEPARTMENTS
  'person:list': { from: 'manager', where: anywhere },
  'user:manage': { from: 'admin', where: lowerRank }, // CAN_MANAGE_USERS
  'user:edit-own': { from: 'admin', where: oneself },
  'user:grant': { from: 'admin', where: upToOwnRank },
  'audit:read': { from: 'admin', where: anywhere },
  'feedback:create': { from: 'guest', where: anywhere },
  'feedback:read': { from: 'admin', where: anywhere },
  'feedback:hide': { from: 'admin', where: anywhere },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** Whether the role alone allows it, somewhere. */
export const mayAnywhere = (role: Role, permission: Permission) => rankOf(role) >= rankOf(permissions[permission].from)

/** Whether this person may do it to this thing: the role's rank and the rule's place. */
export const may = (actor: Actor, permission: Permission, subject: Subject) =>
  mayAnywhere(actor.role, permission) && permissions[permission].where(actor, subject)
