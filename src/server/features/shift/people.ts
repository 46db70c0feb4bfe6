import { and, asc, eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_PAGE_SIZE } from '../../../shared/fields.ts'
import { may } from '../../../shared/permissions.ts'
import type { PersonOnShift, shiftApi } from '../../../shared/shift.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden } from '../../base/errors.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { active } from '../../core/counts/task-counts.ts'
import { doesShifts } from '../../core/people/active.ts'
import { onDuty } from '../../core/people/duty.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { personColumns } from '../../db/person-columns.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { departments } from '../../db/tables/departments.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

/**
 * The active people of a department, or all of them, those on duty first, a page at a time. Guests do no shifts. People
 * below managers see their own department, whichever they ask for by default; another one is 403.
 */
export async function listShiftPeople(
  ctx: Context,
  { query }: Input<typeof shiftApi.people>,
): Promise<PersonOnShift[]> {
  const { limit = MAX_PAGE_SIZE, offset = 0 } = query
  const departmentId = shownDepartment(ctx, query.departmentId)
  if (departmentId === null) return []
  const people = await ctx.db
    .select({
      ...personColumns,
      department: { id: departments.id, name: departments.name },
      onDutySince: sql<string | null>`duty.since`,
      onDutyUntil: sql<string | null>`duty.until`,
      onBreakSince: sql<string | null>`duty.break_since`,
      doing: doingOf(ctx),
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(sql`${onDuty(ctx)} as duty`, sql`duty.user_id = ${users.id}`)
    .where(and(doesShifts, departmentId === undefined ? undefined : eq(users.departmentId, departmentId)))
    .orderBy(sql`duty.since is null`, asc(users.foldedName), asc(users.id))
    .limit(limit)
    .offset(offset)
  return people.map((person) => ({
    ...person,
    onDutySince: person.onDutySince && isoFromPostgres(person.onDutySince),
    onDutyUntil: person.onDutyUntil && isoFromPostgres(person.onDutyUntil),
    onBreakSince: person.onBreakSince && isoFromPostgres(person.onBreakSince),
  }))
}

/** Looks at so many of the latest tasks of a person who begins many. */
const BEGUN = 20

/**
 * The current work of a person on duty: the latest of their tasks in progress that they have begun themselves, as the
 * task's history says. A task that somebody else set to In Progress, or began before it was theirs, is not shown as
 * theirs.
 */
const doingOf = (ctx: Context) => {
  // Within one row of people: a task has few entries, and an index has the latest of them first.
  const beginning = sql`
    select entry.id, entry.user_id from ${auditLogs} as entry
    where entry.resource_type = 'task' and entry.resource_id = begun.id::text and entry.details -> 'after' ->> 'status' = 'in_progress'
    order by entry.id desc limit 1`
  return sql<PersonOnShift['doing']>`case when duty.since is not null then (
    select json_build_object('id', begun.id, 'title', begun.title) from (
      select ${tasks.id} as id, ${tasks.title} as title from ${tasks}
      where ${active} and ${tasks.assigneeId} = ${users.id} and ${tasks.status} = 'in_progress' and ${seesTasks(ctx)}
      order by ${tasks.updatedAt} desc limit ${BEGUN}
    ) as begun cross join lateral (${beginning}) as beginning
    where beginning.user_id = ${users.id} order by beginning.id desc limit 1
  ) end`
}

/** The department to show: undefined for all, null for a person without one. Throws 403 for another's. */
function shownDepartment({ viewer }: Context, departmentId: number | undefined) {
  if (departmentId === undefined && !may(viewer, 'duty:read', {})) return viewer.departmentId
  if (departmentId !== undefined && !may(viewer, 'duty:read', { departmentId }))
    throw forbidden(msg('You can only see your own department'))
  return departmentId
}
