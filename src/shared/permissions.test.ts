import { describe, expect, test } from 'vitest'
import {
  may,
  mayAnywhere,
  type Permission,
  permissions,
  type Role,
  rankOf,
  roles,
  type Subject,
} from './permissions.ts'

/** The whole table of permissions, written out: for which rows each role has each of them. */

const me = { id: 'me', departmentId: 1 }

const rows = {
  own: { departmentId: 1 },
  other: { departmentId: 2 },
  none: { departmentId: null },
  /** In another department, but assigned to me. */
  assigned: { departmentId: 2, assigneeId: 'me' },
  /** In another department, but created by me. */
  created: { departmentId: 2, creatorId: 'me' },
} satisfies Record<string, Subject>

const people = {
  self: { userId: 'me', departmentId: 1 },
  colleague: { userId: 'you', departmentId: 1 },
  stranger: { userId: 'they', departmentId: 2 },
} satisfies Record<string, Subject>

const all = Object.keys(rows)
const ownOrInvolved = ['own', 'assigned', 'created']
const ownOrNone = ['own', 'none']
const allButNone = all.filter((row) => row !== 'none')
/** The rows for which guest, user, manager, admin and god have a permission, in this order. */
type Row = readonly [guest: string[], user: string[], manager: string[], admin: string[], god: string[]]
const everybody: Row = [all, all, all, all, all]
const fromManager: Row = [[], [], all, all, all]
const fromUser: Row = [[], all, all, all, all]
const fromAdmin: Row = [[], [], [], all, all]
const onlyGod: Row = [[], [], [], [], all]
const managersOwnOrNone: Row = [[], [], ownOrNone, all, all]
const managersOwn: Row = [[], [], ['own'], all, all]

const onRows = {
  'task:read': [ownOrInvolved, ownOrInvolved, all, all, all],
  'saved-view:share': [[], [], ['own'], allButNone, allButNone],
  'task:set-status': [[], ownOrInvolved, all, all, all],
  'task:create': managersOwnOrNone,
  'task:update': managersOwnOrNone,
  'task:delete': managersOwnOrNone,
  'task:restore': managersOwnOrNone,
  'task:export': fromManager,
  'task:comment': [[], ownOrInvolved, all, all, all],
  'task:check': [[], ownOrInvolved, all, all, all],
  'task:history': [[], ownOrInvolved, all, all, all],
  'task:report': [[], all, all, all, all],
  'task:claim': [[], ['own'], ownOrNone, all, all],
  'task:release': [[], ['assigned'], ['own', 'none', 'assigned'], all, all],
  'routine:read': [[], ownOrInvolved, all, all, all],
  'routine:manage': managersOwnOrNone,
  'place:manage': managersOwnOrNone,
  'project:read': [ownOrInvolved, ownOrInvolved, all, all, all],
  'project:create': managersOwnOrNone,
  'project:update': managersOwnOrNone,
  'project:delete': managersOwnOrNone,
  'sop:read': [[], ownOrNone, all, all, all],
  'sop:confirm': [[], ownOrNone, all, all, all],
  'sop:create': managersOwnOrNone,
  'sop:update': managersOwn,
  'sop:delete': fromAdmin,
  'sop:readers': managersOwn,
  'reminder:department': managersOwn,
  'reminder:general': fromAdmin,
  'duty:read': [[], ['own'], all, all, all],
  'roster:read': [[], ['own'], all, all, all],
  'roster:plan': managersOwn,
  'roster:claim': [[], ['own'], ['own'], ['own'], ['own']],
  'handover:write': [[], ownOrInvolved, all, all, all],
  'handover:read': [[], ownOrInvolved, all, all, all],
  'message:send': [[], ['own'], all, all, all],
  'message:urgent': managersOwn,
  'thread:read': [[], ['own'], ['own'], ['own'], ['own']],
  'thread:write': [[], ['own'], ['own'], ['own'], ['own']],
  'analytics:read': fromManager,
  'department:read': everybody,
  'department:choose': fromManager,
  'department:review': managersOwn,
  'department:manage': fromAdmin,
  'person:list': fromManager,
  'holiday:read': fromUser,
  'holiday:manage': fromAdmin,
  'payroll:manage': fromAdmin,
  'payroll:export': fromAdmin,
  'organisation:update': fromAdmin,
  'setup:manage': fromAdmin,
  'kiosk:manage': fromAdmin,
  'webhook:manage': fromAdmin,
  'audit:read': fromAdmin,
  'job:read': fromAdmin,
  'job:retry': fromAdmin,
  'job:delete': fromAdmin,
  'operations:read': onlyGod,
  'feedback:create': everybody,
  'feedback:read': fromAdmin,
  'feedback:hide': fromAdmin,
} satisfies Partial<Record<Permission, Row>>

const self = ['self']
const ofDepartment = ['self', 'colleague']
const others = ['colleague', 'stranger']
const onPeople = {
  'clock:use': [[], self, self, self, self],
  'clock:break': [[], self, self, self, self],
  'clock:read-others': [[], [], ['colleague'], others, others],
  'clock:correct': [[], [], ['colleague'], others, others],
  'clock:record': [[], self, ['self', 'colleague'], Object.keys(people), Object.keys(people)],
  'hours:confirm': [[], self, self, self, self],
  'hours:approve': [[], [], ['colleague'], others, others],
  'contract:read': [[], self, ['self', 'colleague'], Object.keys(people), Object.keys(people)],
  'absence:read': [[], self, ['self', 'colleague'], Object.keys(people), Object.keys(people)],
  'absence:decide': [[], [], ['colleague'], others, others],
  'hours:reopen': [[], [], [], Object.keys(people), Object.keys(people)],
  'contract:manage': [[], [], [], Object.keys(people), Object.keys(people)],
  'reminder:personal': [self, self, self, self, self],
  'reminder:personal-others': [[], [], ['self', 'colleague'], Object.keys(people), Object.keys(people)],
  'roster:own': [[], self, self, self, self],
  'briefing:own': [[], self, self, self, self],
  'profile:own': [self, self, self, self, self],
  'token:own': [[], self, self, self, self],
  'notification:read': [self, self, self, self, self],
  'saved-view:own': [self, self, self, self, self],
  'saved-view:read': [ofDepartment, ofDepartment, ofDepartment, ofDepartment, ofDepartment],
  'user:edit-own': [[], [], [], self, self],
  'user:copy-data': [self, self, self, Object.keys(people), Object.keys(people)],
} satisfies Partial<Record<Permission, Row>>

/** Personal reminders by person and creator, the others by department. */
const reminders = {
  forMe: { userId: 'me', departmentId: null, createdBy: 'you' },
  fromMe: { userId: 'you', departmentId: null, createdBy: 'me', user: { departmentId: 1 } },
  fromMeElsewhere: { userId: 'you', departmentId: null, createdBy: 'me', user: { departmentId: 2 } },
  theirs: { userId: 'you', departmentId: null, createdBy: 'they' },
  own: { userId: null, departmentId: 1, createdBy: 'they' },
  other: { userId: null, departmentId: 2, createdBy: 'me' },
  general: { userId: null, departmentId: null, createdBy: 'me' },
} satisfies Record<string, Subject>
const allButTheirs = ['forMe', 'fromMe', 'fromMeElsewhere', 'own', 'other', 'general']
const changed: Row = [['forMe'], ['forMe'], ['forMe', 'fromMe', 'own'], allButTheirs, allButTheirs]
const reached = ['forMe', 'own', 'general']
const onReminders = {
  'reminder:read': [reached, reached, [...reached, 'fromMe'], allButTheirs, allButTheirs],
  'reminder:update': changed,
  'reminder:delete': changed,
} satisfies Partial<Record<Permission, Row>>

/** People who get help: two of lower rank with and without an e-mail address, one elsewhere, one of the same rank. */
const helped = {
  withEmail: { userId: 'you', departmentId: 1, role: 'user', email: 'you@hotel.example' },
  withoutEmail: { userId: 'you', departmentId: 1, role: 'user', email: null },
  elsewhere: { userId: 'they', departmentId: 2, role: 'user', email: null },
  manager: { userId: 'they', departmentId: 1, role: 'manager', email: null },
} satisfies Record<string, Subject>
const allHelped = Object.keys(helped)
const onHelped = {
  'user:invite': [[], [], ['withoutEmail'], allHelped, allHelped],
  'user:set-pin': [[], [], ['withEmail', 'withoutEmail'], allHelped, allHelped],
} satisfies Partial<Record<Permission, Row>>

/** The roles whose people each role manages, and the roles that it may grant. */
const managed = {
  guest: [],
  user: [],
  manager: [],
  admin: ['guest', 'user', 'manager'],
  god: ['guest', 'user', 'manager', 'admin', 'god'],
} satisfies Record<Role, Role[]>

const granted = {
  guest: [],
  user: [],
  manager: [],
  admin: ['guest', 'user', 'manager', 'admin'],
  god: ['guest', 'user', 'manager', 'admin', 'god'],
} satisfies Record<Role, Role[]>
const onRoles = { 'user:manage': managed, 'user:grant': granted } satisfies Partial<Record<Permission, object>>

test('every permission has its row here', () => {
  const tested = [onRows, onPeople, onReminders, onHelped, onRoles].flatMap(Object.keys)
  expect(tested.sort()).toEqual(Object.keys(permissions).sort())
})

function check(permission: Permission, row: Row, among: Record<string, Subject>) {
  roles.forEach((role, rank) => {
    const allowed = Object.keys(among).filter((name) => may({ ...me, role }, permission, among[name] as Subject))
    expect(allowed.sort(), `${permission} for a ${role}`).toEqual([...(row[rank] ?? [])].sort())
    expect(mayAnywhere(role, permission)).toBe(allowed.length > 0)
  })
}

describe('each role may do only what its row says', () => {
  test.each(Object.entries(onRows))('%s', (permission, row) => check(permission as Permission, row as Row, rows))
  test.each(Object.entries(onPeople))('%s', (permission, row) => check(permission as Permission, row as Row, people))

  test.each(Object.entries(onReminders))('%s', (permission, row) => check(permission as Permission, row, reminders))

  test.each(Object.entries(onHelped))('%s', (permission, row) => check(permission as Permission, row, helped))

  test.each(Object.entries(onRoles))('%s', (permission, row) => {
    for (const role of roles) {
      const subject = (theirs: Role) => ({ userId: 'you', role: theirs })
      const among = roles.filter((theirs) => may({ ...me, role }, permission as Permission, subject(theirs)))
      expect(among, `for a ${role}`).toEqual(row[role])
    }
  })
})

test('rows without a department do not belong to people without a department', () => {
  const withoutDepartment = (role: Role) => ({ id: 'me', role, departmentId: null })
  expect(may(withoutDepartment('user'), 'task:read', { departmentId: null })).toBe(false)
  expect(may(withoutDepartment('user'), 'sop:update', { departmentId: null })).toBe(false)
  expect(may(withoutDepartment('manager'), 'sop:update', { departmentId: null })).toBe(false)
  expect(may(withoutDepartment('manager'), 'task:update', { departmentId: null })).toBe(true)
  expect(may(withoutDepartment('manager'), 'task:update', { departmentId: 1 })).toBe(false)
})

test('a missing or unknown role ranks as guest', () => {
  expect([null, undefined, '', 'owner', 'GOD'].map(rankOf)).toEqual([0, 0, 0, 0, 0])
  expect(roles.map(rankOf)).toEqual([0, 1, 2, 3, 4])
})
