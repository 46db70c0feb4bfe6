import { getTableName } from 'drizzle-orm'
import type { Resource } from '../../shared/changes.ts'
import { type Actor, may, type Role, rankOf } from '../../shared/permissions.ts'
import type { Audience } from '../db/bus.ts'
import type { clockSessions } from '../db/tables/clock.ts'
import type { feedback } from '../db/tables/feedback.ts'
import type { departments, users } from '../db/tables/people.ts'
import type { projects } from '../db/tables/projects.ts'
import type { reminders } from '../db/tables/reminders.ts'
import type { sops } from '../db/tables/sops.ts'
import type { tasks } from '../db/tables/tasks.ts'

/** What `write` must know of each table whose changes are logged and announced; a new one gets its entry here. */

interface AuditConfig<T extends Audited> {
  resource: Resource
  /** Its name in the audit log, as in `task.update`. */
  type: string
  /** People on whose present role and department it depends who may hear of the row. */
  people?(row: T['$inferSelect']): string[]
  /** Who may hear of the row: exactly those who may see it. `people` holds those that the row's `people` names. */
  audience(row: T['$inferSelect'], people: People): Audience
  /** Columns that say nothing to a person, or must not be told. */
  unlogged: readonly (keyof T['$inferSelect'])[]
}

/** People as they are now, by id. */
export type People = ReadonlyMap<string, Actor>

export type Audited =
  | typeof clockSessions
  | typeof departments
  | typeof feedback
  | typeof projects
  | typeof reminders
  | typeof sops
  | typeof tasks
  | typeof users

const present = <T>(values: (T | null | undefined)[]) => values.filter((value): value is T => value != null)

const auditConfig: { [K in Audited['_']['name']]: AuditConfig<Extract<Audited, { _: { name: K } }>> } = {
  tasks: {
    resource: 'tasks',
    type: 'task',
    audience: (task) => ({
      fromRole: 'manager',
      departments: present([task.departmentId]),
      users: present([task.assigneeId, task.creatorId]),
    }),
    unlogged: ['foldedTitle', 'searchText', 'dueOrNever', 'updatedAt', 'createdAt'],
  },
  projects: {
    resource: 'projects',
    type: 'project',
    audience: (project) => ({
      fromRole: 'manager',
      departments: present([project.departmentId]),
      users: [project.ownerId],
    }),
    unlogged: ['updatedAt', 'createdAt'],
  },
  reminders: {
    resource: 'reminders',
    type: 'reminder',
    people: ({ userId, createdBy }) => (userId === null || userId === createdBy ? [] : [userId, createdBy]),
    audience: (reminder, people) => {
      const { userId, departmentId, createdBy } = reminder
      const creator = people.get(createdBy)
      const subject = { ...reminder, user: people.get(userId ?? '') ?? null }
      const isCreators = creator && may(creator, 'reminder:read', subject)
      if (userId !== null)
        return { fromRole: null, departments: [], users: isCreators ? [userId, createdBy] : [userId] }
      return { fromRole: departmentId === null ? 'guest' : 'admin', departments: present([departmentId]), users: [] }
    },
    unlogged: ['createdAt'],
  },
  sops: {
    resource: 'sops',
    type: 'sop',
    audience: (sop) => ({
      fromRole: sop.departmentId === null ? 'user' : 'manager',
      departments: present([sop.departmentId]),
      departmentsFrom: 'user',
      users: [],
    }),
    unlogged: ['updatedAt', 'createdAt'],
  },
  departments: {
    resource: 'departments',
    type: 'department',
    audience: () => ({ fromRole: 'guest', departments: [], users: [] }),
    unlogged: ['foldedName', 'createdAt'],
  },
  users: {
    resource: 'users',
    type: 'user',
    audience: (user) => ({ fromRole: 'manager', departments: [], users: [user.id] }),
    unlogged: ['passwordHash', 'foldedName', 'updatedAt', 'createdAt'],
  },
  clock_sessions: {
    resource: 'clock',
    type: 'clock-session',
    people: ({ userId }) => [userId],
    audience: ({ userId }, people) => {
      const person = people.get(userId)
      return {
        fromRole: 'admin',
        departments: present([person?.departmentId]),
        departmentsFrom: 'manager',
        users: person && may(person, 'clock:use', { userId }) ? [userId] : [],
      }
    },
    unlogged: ['updatedAt', 'createdAt'],
  },
  feedback: {
    resource: 'feedback',
    type: 'feedback',
    audience: () => ({ fromRole: 'admin', departments: [], users: [] }),
    // What somebody wrote stands in one place.
    unlogged: ['comment', 'createdAt'],
  },
}

export const auditConfigOf = (table: Audited) =>
  auditConfig[getTableName(table) as keyof typeof auditConfig] as unknown as AuditConfig<Audited>

/** Who may hear of a change of this row. */
export const audienceOf = <T extends Audited>(table: T, row: T['$inferSelect'], people: People = new Map()) =>
  auditConfigOf(table).audience(row, people)

const lowest = (among: Role[]): Role | null => among.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? null

/** Everybody who may hear of one of these. */
export const joined = (audiences: Audience[]): Audience => ({
  fromRole: lowest(present(audiences.map((audience) => audience.fromRole))),
  departments: [...new Set(audiences.flatMap((audience) => audience.departments))],
  departmentsFrom: lowest(audiences.map(({ departmentsFrom = 'guest' }) => departmentsFrom)) ?? undefined,
  users: [...new Set(audiences.flatMap((audience) => audience.users))],
})
