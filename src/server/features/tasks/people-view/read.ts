import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../../shared/endpoint.ts'
import {
  LANE_TASKS,
  LANES_PAGE,
  type Lane,
  type Lanes,
  type LanesQuery,
  type peopleViewApi,
} from '../../../../shared/people-view.ts'
import { dueBounds } from '../../../../shared/task-filter.ts'
import type { Status } from '../../../../shared/task-status.ts'
import { mustBeAllowed } from '../../../core/access/access.ts'
import { type Context, JsonText } from '../../../core/context.ts'
import { allOf, living, open, shownAs } from '../../../core/counts/task-counts.ts'
import { doesShifts } from '../../../core/people/active.ts'
import { onDuty } from '../../../core/people/duty.ts'
import { isoFromPostgres } from '../../../db/columns.ts'
import { fixed } from '../../../db/connect/connect.ts'
import { departments } from '../../../db/tables/departments.ts'
import { tasks } from '../../../db/tables/tasks.ts'
import { users } from '../../../db/tables/users.ts'
import { dueWithin, selectionOf } from '../pages.ts'
import { readLaneTasks } from './lane-tasks.ts'

/**
 * Open tasks by person, a page of lanes with the first tasks of each: those without an assignee, then people on duty,
 * then others. There is a lane for each active person of the department and for everybody else who has a task in it, so
 * that no task is hidden. Throws 403 for a department in which the viewer may not assign tasks.
 */
export async function readLanes(ctx: Context, { query }: Input<typeof peopleViewApi.lanes>): Promise<JsonText<Lanes>> {
  const { departmentId, offset = 0 } = query
  // Only a lane by itself has more tasks than the first.
  const isOneLane = query.person !== undefined || query.unassigned !== undefined
  const limit = isOneLane ? (query.limit ?? LANE_TASKS) : Math.min(query.limit ?? LANE_TASKS, LANE_TASKS)
  if (departmentId !== undefined) mustBeAllowed(ctx, 'task:update', { departmentId })
  const { scopes, filters, narrow } = await selectionOf(ctx, query)
  const scope = sql`(${sql.join(
    scopes.map(({ condition }) => condition),
    sql` or `,
  )})`
  const shown = [living, scope, shownOpen(query.status, ctx.now), ...filters]
  const found = await findPeople(ctx, query, shown)
  const listed = found.filter(({ id }) => id !== null).slice(0, LANES_PAGE)
  const hasUnassigned = query.unassigned !== undefined || (query.person === undefined && offset === 0)
  const ids = listed.map(({ id }) => id as string)
  const [loads, texts] = await Promise.all([
    readLoads(ctx, ids, query, hasUnassigned ? scope : undefined),
    readLaneTasks(ctx, { ids, hasUnassigned, shown, narrow, limit }),
  ])
  const laneOf = (row: PersonRow | undefined) => {
    const id = row?.id ?? null
    const { due = 0, later = 0 } = loads.get(id) ?? {}
    const lane = {
      person: row ? personOf(row) : null,
      onDutySince: iso(row?.since),
      onDutyUntil: iso(row?.until),
      onBreakSince: iso(row?.break_since),
      due,
      later,
    }
    const total = (row ?? found.find((each) => each.id === null))?.total ?? 0
    return `${JSON.stringify(lane satisfies Omit<Lane, 'total' | 'tasks'>).slice(0, -1)},"total":${total},"tasks":[${texts.get(id) ?? ''}]}`
  }
  const lanes = [...(hasUnassigned ? [undefined] : []), ...listed].map(laneOf)
  const hasMore = found.filter(({ id }) => id !== null).length > LANES_PAGE
  return new JsonText(`{"lanes":[${lanes.join()}],"next":${hasMore ? offset + LANES_PAGE : null}}`)
}

/** The open tasks that the filter of a status shows; there are none for completed. */
function shownOpen(status: Status | undefined, now: Date): SQL {
  if (status === undefined) return open
  return status === 'completed' ? sql`false` : sql`(${sql.join(shownAs(status, now), sql` or `)})`
}

/**
 * The tasks for the days in the filter of due dates, else for today. Overdue tasks are for today, and for this week.
 */
function isForDays(ctx: Context, query: LanesQuery): SQL {
  const { due, dueFrom, dueTo } = query
  if (dueFrom || dueTo || due === 'tomorrow') return sql`(${allOf(dueWithin(ctx, { due, dueFrom, dueTo }))})`
  const time = { now: ctx.now.getTime(), timeZone: ctx.services.config.timeZone }
  const end = new Date(dueBounds(due === 'week' ? due : 'today', time).to).toISOString()
  return sql`(${tasks.status} = 'overdue' or ${tasks.dueOrNever} < ${end})`
}

interface PersonRow extends Record<string, unknown> {
  /** Null in the row that only has the total of the tasks without an assignee. */
  id: string | null
  first_name: string
  last_name: string
  profile_image_url: string | null
  is_active: boolean
  department_id: number | null
  department_name: string
  since: string | null
  until: string | null
  break_since: string | null
  total: number
}

const personOf = (row: PersonRow): NonNullable<Lane['person']> => ({
  id: row.id ?? '',
  firstName: row.first_name,
  lastName: row.last_name,
  profileImageUrl: row.profile_image_url,
  isActive: row.is_active,
  department: row.department_id === null ? null : { id: row.department_id, name: row.department_name },
})
const iso = (time: string | null | undefined) => (time ? isoFromPostgres(time) : null)

const columns =
  fixed(sql`${users.id}, ${users.firstName}, ${users.lastName}, ${users.profileImageUrl}, ${users.isActive},
  ${departments.id} as department_id, ${departments.name} as department_name, duty.since, duty.until, duty.break_since`)
const noPerson = fixed(
  sql`null::uuid, '', '', null, false, null::int, '', null::timestamptz, null::timestamptz, null::timestamptz`,
)

/** The people of a page and one more if there is a next page, each with the number of their tasks that are shown. */
async function findPeople(
  ctx: Context,
  { departmentId, assigneeId, person, unassigned, offset = 0 }: LanesQuery,
  shown: SQL[],
) {
  const only = person ?? (assigneeId === 'none' ? undefined : assigneeId)
  const isUnassigned = unassigned || (person === undefined && assigneeId === 'none')
  const matched = [
    ...shown,
    ...(isUnassigned ? [sql`${tasks.assigneeId} is null`] : only ? [sql`${tasks.assigneeId} = ${only}`] : []),
  ]
  const ofDepartment =
    departmentId === undefined ? doesShifts : sql`${doesShifts} and ${users.departmentId} = ${departmentId}`
  const listed = only
    ? sql`${users.id} = ${only} and (${person === undefined ? ofDepartment : sql`true`} or matched.total is not null)`
    : sql`(${ofDepartment} or matched.total is not null)`
  const { rows } = await ctx.db.execute<PersonRow>(sql`
    with matched as (
      select ${tasks.assigneeId} as id, count(*)::int as total from ${tasks} where ${allOf(matched)} group by 1
    )
    (select ${columns}, coalesce(matched.total, 0) as total
      from ${users}
      left join ${departments} on ${departments.id} = ${users.departmentId}
      left join ${onDuty(ctx)} as duty on duty.user_id = ${users.id}
      left join matched on matched.id = ${users.id}
      where ${isUnassigned ? sql`false` : listed}
      order by duty.since is null, ${users.foldedName}, ${users.id}
      limit ${LANES_PAGE + 1} offset ${person ? 0 : offset})
    union all
    select ${noPerson}, total from matched where id is null`)
  return rows
}

/**
 * How much people have to do, by their ids: open tasks for the days of the filter, and the others. `unassigned` is the
 * condition on the tasks without an assignee that count, by null.
 */
async function readLoads(ctx: Context, ids: string[], query: LanesQuery, unassigned: SQL | undefined) {
  const isDue = isForDays(ctx, query)
  const loadOf = (condition: SQL) => sql`
    select ${tasks.assigneeId} as id, count(*) filter (where ${isDue})::int as due, count(*) filter (where not ${isDue})::int as later
    from ${tasks} where ${allOf([living, open, condition])} group by 1`
  const parts = [sql`${tasks.assigneeId} = any(${sql.param(ids)}::uuid[])`]
  if (unassigned) parts.push(sql`${tasks.assigneeId} is null and ${unassigned}`)
  const { rows } = await ctx.db.execute<{ id: string | null; due: number; later: number }>(
    sql.join(parts.map(loadOf), sql` union all `),
  )
  return new Map(rows.map(({ id, due, later }) => [id, { due, later }]))
}
