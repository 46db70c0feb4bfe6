import { type Actor, may, type Permission, type Role, rankOf } from '../../../shared/permissions.ts'
import type { Audience } from '../../db/events/events.ts'
import type { tasks } from '../../db/tables/tasks.ts'

/** The people who may hear of a change, for the tables in `audited/`. */

/** The current data of people, by id. */
export type ActorsById = ReadonlyMap<string, Actor>
/** The tasks that rows hang on, by id. */
export type TaskRows = ReadonlyMap<number, Parameters<typeof audienceOfTask>[0]>

/** The values without those that are null. */
export const present = <T>(values: (T | null | undefined)[]) => values.filter((value): value is T => value != null)

/** Those who may see a task. */
export const audienceOfTask = (
  task: Pick<typeof tasks.$inferSelect, 'departmentId' | 'assigneeId' | 'creatorId'>,
): Audience => ({
  fromRole: 'manager',
  departments: present([task.departmentId]),
  users: present([task.assigneeId, task.creatorId]),
})

/** Everybody from a role upwards. */
export const everybodyFrom = (fromRole: Role) => (): Audience => ({ fromRole, departments: [], users: [] })

/** The managers of a row's person, and the person if they have the permission. */
export const personAndManagers =
  (permission: Permission) =>
  ({ userId }: { userId: string }, people: ActorsById): Audience => {
    const person = people.get(userId)
    return {
      fromRole: 'admin',
      departments: present([person?.departmentId]),
      departmentsFrom: 'manager',
      users: person && may(person, permission, { userId }) ? [userId] : [],
    }
  }

/** The people who plan a department: everybody with the permission `roster:plan`. */
export const planners = ({ departmentId }: { departmentId: number }): Audience => ({
  fromRole: 'admin',
  departments: [departmentId],
  departmentsFrom: 'manager',
  users: [],
})

const lowest = (roles: Role[]): Role | null => roles.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? null

/** The smallest audience that contains all of these audiences. */
export const joined = (audiences: Audience[]): Audience => ({
  fromRole: lowest(present(audiences.map((audience) => audience.fromRole))),
  departments: [...new Set(audiences.flatMap((audience) => audience.departments))],
  departmentsFrom: lowest(audiences.map(({ departmentsFrom = 'guest' }) => departmentsFrom)) ?? undefined,
  users: [...new Set(audiences.flatMap((audience) => audience.users))],
})
