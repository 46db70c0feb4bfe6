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
import { dueBounds, namesDays, statusesOf } from '../../../../shared/task-filter.ts'
import { mustBeAllowed } from '../../../core/access/access.ts'
import { type Context, JsonText } from '../../../core/context.ts'
import { active, allOf, open, shownAs } from '../../../core/counts/task-counts.ts'
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
  // The days of the filter decide which tasks are shown, and which of the others are counted as due.
  const { due, dueFrom, dueTo, ...others } = query
  const { scopes, filters, narrow } = await selectionOf(ctx, others)
  const scope = sql`(${sql.join(
    scopes.map(({ condition }) => condition),
    sql` or `,
  )})`
  const matching = [active, scope, shownOpen(query, ctx.now), ...filters]
  const shown = [...matching, ...dueWithin(ctx, { due, dueFrom, dueTo })]
  const found = await findPeople(ctx, query, shown)
  const listed = found.filter(({ id }) => id !== null).slice(0, LANES_PAGE)
  const hasUnassigned = query.unassigned !== undefined || (query.person === undefined && offset === 0)
  const ids = listed.map(({ id }) => id as string)
  const [loads, texts] = await Promise.all([
    readLoads(ctx, { ids, hasUnassigned, matching, isDue: isForDays(ctx, query) }),
    readLaneTasks(ctx, { ids, hasUnassigned, shown, narrow: narrow || (due !== undefined && due !== 'none'), limit }),
  ])
  const laneOf = (row: PersonRow | undefined) => {
    const id = row?.id ?? null
    const load = loads.get(id) ?? noLoad
    const lane = {
      person: row ? personOf(row) : null,
      onDutySince: iso(row?.since),
      onDutyUntil: iso(row?.until),
      onBreakSince: iso(row?.break_since),
      ...load,
    }
    const total = (row ?? found.find((each) => each.id === null))?.total ?? 0
    return `${JSON.stringify(lane satisfies Omit<Lane, 'total' | 'tasks'>).slice(0, -1)},"total":${total},"tasks":[${texts.get(id) ?? ''}]}`
  }
  const lanes = [...(hasUnassigned ? [undefined] : []), ...listed].map(laneOf)
  const hasMore = found.filter(({ id }) => id !== null).length > LANES_PAGE
  return new JsonText(`{"lanes":[${lanes.join()}],"next":${hasMore ? offset + LANES_PAGE : null}}`)
}

/** The open tasks that the filters of a status and of overdue tasks show; there are none for completed. */
function shownOpen({ status, due }: LanesQuery, now: Date): SQL {
  if (status === undefined && due !== 'overdue') return open
  const shown = statusesOf({ status, due }).filter((each) => each !== 'completed')
  const conditions = shown.flatMap((each) => shownAs(each, now))
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * The tasks for the days in the filter of due dates, else for today. Overdue tasks are for today, and for this week.
 */
function isForDays(ctx: Context, query: LanesQuery): SQL {
  const { due, dueFrom, dueTo } = query
  const isApart = namesDays(due) && due !== 'today' && due !== 'week'
  if (dueFrom || dueTo || isApart) return sql`(${allOf(dueWithin(ctx, { due, dueFrom, dueTo }))})`
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

type Load = Pick<Lane, 'due' | 'later' | 'dueMinutes' | 'dueUnestimated'>
const noLoad: Load = { due: 0, later: 0, dueMinutes: 0, dueUnestimated: 0 }

/** How many tasks of people match, by their ids, and how many of them are due. Nobody's are by null. */
async function readLoads(
  ctx: Context,
  { ids, hasUnassigned, matching, isDue }: { ids: string[]; hasUnassigned: boolean; matching: SQL[]; isDue: SQL },
) {
  const loadOf = (condition: SQL) => sql`
    select ${tasks.assigneeId} as id, count(*) filter (where ${isDue})::int as due, count(*) filter (where not ${isDue})::int as later,
      coalesce(sum(${tasks.estimateMinutes}) filter (where ${isDue}), 0)::int as minutes,
      count(*) filter (where ${isDue} and ${tasks.estimateMinutes} is null)::int as unestimated
    from ${tasks} where ${allOf([...matching, condition])} group by 1`
  const parts = [sql`${tasks.assigneeId} = any(${sql.param(ids)}::uuid[])`]
  if (hasUnassigned) parts.push(sql`${tasks.assigneeId} is null`)
  const { rows } = await ctx.db.execute<LoadRow>(sql.join(parts.map(loadOf), sql` union all `))
  return new Map(
    rows.map(({ id, due, later, minutes, unestimated }): [string | null, Load] => [
      id,
      { due, later, dueMinutes: minutes, dueUnestimated: unestimated },
    ]),
  )
}
type LoadRow = { id: string | null; due: number; later: number; minutes: number; unestimated: number }
