import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../core/context.ts'
import { allOf } from '../../../core/counts/task-counts.ts'
import { asJson, taskColumns } from '../../../core/tasks/rows.ts'
import { fixed } from '../../../db/connect/connect.ts'
import { priorityWeight, tasks } from '../../../db/tables/tasks.ts'

interface LaneTasks {
  /** The people of the lanes. */
  ids: string[]
  /** Whether there is a lane of the tasks without an assignee. */
  hasUnassigned: boolean
  /** The conditions on the tasks that are shown. */
  shown: SQL[]
  /** Whether few tasks meet them. */
  narrow: boolean
  /** Tasks of each lane. */
  limit: number
}

const columns = fixed(sql`${taskColumns}, ${tasks.dueOrNever}, ${priorityWeight(tasks.priority)} as weight`)
/** The order of a lane: overdue tasks first, then by due date, then by priority. */
const order = fixed(sql`is_overdue desc, due_or_never, weight desc, id`)
const byDueDate = fixed(sql`due_or_never, weight desc, id`)

/** The first tasks of each lane as JSON without brackets, by person's id; by null the unassigned ones. */
export async function readLaneTasks(ctx: Context, lanes: LaneTasks) {
  const page = lanes.narrow ? foundFirst(ctx, lanes) : laneByLane(ctx, lanes)
  const { rows } = await ctx.db.execute<{ id: string | null; tasks: string }>(sql`
    select assignee_id as id, string_agg(task, ',' order by row_no) as tasks
    from (${asJson(page, sql`, page.assignee_id, page.row_no`)}) as texts group by 1`)
  return new Map(rows.map(({ id, tasks }) => [id, tasks]))
}

/** Finds all tasks that are shown, which are few, and numbers them within their lanes. */
function foundFirst({ now }: Context, { ids, hasUnassigned, shown, limit }: LaneTasks): SQL {
  const inLanes = sql`(${tasks.assigneeId} = any(${sql.param(ids)}::uuid[]) or (${hasUnassigned} and ${tasks.assigneeId} is null))`
  const found = sql`select ${columns}, (${tasks.status} = 'overdue' or ${tasks.dueOrNever} < ${now.toISOString()}) as is_overdue
    from ${tasks} where ${allOf([...shown, inLanes])}`
  return sql`select * from (
      select found.*, row_number() over (partition by assignee_id order by ${order}) as row_no from (${found}) as found
    ) as numbered where row_no <= ${limit}`
}

/**
 * Reads each lane no further than it is shown. Tasks that were marked overdue stand behind those past their due date,
 * and before all others. So they are read apart, and each part is read in the order of the due dates.
 */
function laneByLane({ now: at }: Context, { ids, hasUnassigned, shown, limit }: LaneTasks): SQL {
  const now = sql`${at.toISOString()}::timestamptz`
  const marked = sql`(${tasks.status} = 'overdue' and ${tasks.dueOrNever} >= ${now})`
  const part = (conditions: SQL[], isOverdue: SQL) => sql`(
    select ${columns}, ${isOverdue} as is_overdue from ${tasks} where ${allOf([...shown, ...conditions])}
    order by ${byDueDate} limit ${limit})`
  const laneOf = (isOfLane: SQL) => sql`
    select part.*, row_number() over (order by ${order}) as row_no
    from (${part([isOfLane, sql`not ${marked}`], sql`(${tasks.dueOrNever} < ${now})`)}
      union all ${part([isOfLane, marked], sql`true`)}) as part
    order by ${order} limit ${limit}`
  const lanes = sql`select lane.* from unnest(${sql.param(ids)}::uuid[]) as person(id)
    cross join lateral (${laneOf(sql`${tasks.assigneeId} = person.id`)}) as lane`
  return hasUnassigned ? sql`${lanes} union all (${laneOf(sql`${tasks.assigneeId} is null`)})` : lanes
}
