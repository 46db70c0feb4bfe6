import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { statuses } from '../../../shared/task-status.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Database } from '../../db/connect/connect.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { lockSetting, readSetting, writeSetting } from '../../db/settings.ts'
import { taskSumChanges, taskSums, tasks } from '../../db/tables/tasks.ts'
import { ALL_TASKS, seesTasks, visibleSums } from '../access/access.ts'
import type { Context, OpenContext } from '../context.ts'
import { active, allOf, completedWithin, type Span } from './task-counts.ts'

/**
 * How many tasks were completed and created, summed up by quarters of an hour: the figures of a month are then some
 * thousand rows, however many tasks it had. Triggers on `tasks` write differences into `task_sum_changes`, and the
 * scheduler adds them to `task_sums`.
 */

/**
 * Most figures look back a month at most, trends 30 days. Earlier days are counted from the tasks themselves, because
 * an older server beside this one deletes their sums.
 */
const KEPT_MS = 40 * 86_400_000
const QUARTER_MS = 15 * 60_000
const WORTH_SUMMING_UP = 200
/** After a restore there are differences of years. */
const BATCH_SIZE = 50_000
const LOOK_EVERY_MS = 100

const COLUMNS = sql.raw('quarter, department_id, completed, milliseconds, created')
type SumTable = typeof taskSums | typeof taskSumChanges

const bothTables = (where: (table: SumTable) => SQL) => {
  const [sums, changes] = [taskSums, taskSumChanges].map(
    (table) => sql`select ${COLUMNS} from ${table} where ${where(table)}`,
  )
  return sql`(${sums} union all ${changes})`
}

const within = ({ quarter }: SumTable, { from, to }: Span) =>
  sql`${quarter} >= ${new Date(from).toISOString()} and ${quarter} < ${new Date(to).toISOString()}`

/**
 * The sums of all tasks within a span, or of one department's tasks: rows with `quarter`, `completed`, `milliseconds`
 * and `created`, in SQL. The span begins and ends with a quarter of an hour, as local days do. Throws 403 for a
 * department that the viewer may not look into.
 */
export function sumsWithin(ctx: Context, span: Span, departmentId?: number): SQL {
  const visible = visibleSums(ctx, departmentId)
  if (!areKept(ctx, span)) return countedWithin(ctx, span, departmentId)
  return bothTables((table) => sql`${table.departmentId} = ${visible} and ${within(table, span)}`)
}

/** The same for each department by its `department_id`, which is 0 for none, or for one of them. */
export function sumsByDepartment(ctx: Context, span: Span, departmentId?: number): SQL {
  const visible = visibleSums(ctx, departmentId)
  if (!areKept(ctx, span)) return countedWithin(ctx, span, departmentId)
  return bothTables(
    (table) =>
      sql`${table.departmentId} ${visible === ALL_TASKS ? sql`>= 0` : sql`= ${visible}`} and ${within(table, span)}`,
  )
}

const areKept = ({ now }: Context, { from }: Span) => from >= Date.parse(keptSince(now))

/** The same rows from the tasks themselves, one for each completion and creation within the span. */
function countedWithin(ctx: Context, span: Span, departmentId?: number) {
  const department = sql`coalesce(${tasks.departmentId}, 0)`
  const common = [active, seesTasks(ctx, departmentId)]
  const created = sql`${tasks.createdAt} >= ${new Date(span.from).toISOString()} and ${tasks.createdAt} < ${new Date(span.to).toISOString()}`
  return sql`(
    select ${tasks.completedAt} as quarter, ${department} as department_id, 1 as completed, ${took} as milliseconds, 0 as created
    from ${tasks} where ${allOf([...common, completedWithin(span)])}
    union all
    select ${tasks.createdAt}, ${department}, 0, 0, 1
    from ${tasks} where ${allOf([...common, isOneOf(tasks.status, statuses), created])})`
}

/** From creation to completion, at least 0. As the trigger counts it (`count_tasks`). */
const took = sql`(extract(epoch from greatest(${tasks.completedAt} - ${tasks.createdAt}, interval '0')) * 1000)::bigint`

/** Adds differences to the sums, so many as one statement should. The caller lets one server do it at a time. */
export const sumUpTaskSums = ({ db, now }: Pick<OpenContext, 'db' | 'now'>) =>
  db.execute(sql`
    with moved as (
      delete from ${taskSumChanges}
      where ctid = any(array(select ctid from ${taskSumChanges} limit ${BATCH_SIZE}))
        and (select count(*) from ${taskSumChanges}) > ${WORTH_SUMMING_UP}
      returning *
    )
    insert into ${taskSums} as kept
      select quarter, department_id, sum(completed), sum(milliseconds), sum(created) from moved
      where quarter >= ${keptSince(now)} group by quarter, department_id
    on conflict (department_id, quarter) do update set completed = kept.completed + excluded.completed,
      milliseconds = kept.milliseconds + excluded.milliseconds, created = kept.created + excluded.created`)

const keptSince = (now: Date) => new Date(Math.floor((now.getTime() - KEPT_MS) / QUARTER_MS) * QUARTER_MS).toISOString()

/** Deletes the sums that no figure reads any more. */
export const deleteOldTaskSums = ({ db, now }: OpenContext, signal?: AbortSignal) =>
  deleteInBatches(db, taskSums, sql`${taskSums.quarter} < ${keptSince(now)}`, signal)

/**
 * Counts the tasks from before the sums were kept, once: after the upgrade from a Muster without them, or the restore
 * of its backup. Nobody waits for it: one statement compares the rows with the sums of the same moment. It first waits
 * for transactions that began before the trigger knew of sums.
 */
export async function completeTaskSums({ orm, transaction }: Database, now: Date): Promise<void> {
  if (await readSetting(orm, 'taskSums')) return
  const { rows: clock } = await orm.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  const older = sql`select pid from pg_stat_activity
    where datname = current_database() and backend_xid is not null and xact_start < ${clock[0]?.now}::timestamptz`
  while ((await orm.execute(older)).rows.length > 0) await sleep(LOOK_EVERY_MS)
  await transaction(async (db) => {
    if (await lockSetting(db, 'taskSums')) return
    // A year of a large house takes some seconds.
    await db.execute(sql`set local statement_timeout = 0`)
    await db.execute(missingSince(keptSince(now)))
    await writeSetting(db, 'taskSums', true)
  })
}

/**
 * Adds the missing sums from a time on: the tasks' own, less the stored ones. As the trigger does it (`count_tasks`).
 */
function missingSince(since: string) {
  const completed = sql`select ${tasks.completedAt} as at, ${tasks.departmentId} as department_id, 1 as completed,
      ${took} as milliseconds, 0 as created
    from ${tasks} where ${allOf([active, sql`${tasks.completedAt} >= ${since}`])}`
  // The condition names every status, because the index begins with it.
  const created = sql`select ${tasks.createdAt}, ${tasks.departmentId}, 0, 0, 1
    from ${tasks} where ${allOf([active, isOneOf(tasks.status, statuses), sql`${tasks.createdAt} >= ${since}`])}`
  return sql`
    insert into ${taskSumChanges}
    select quarter, department, sum(completed), sum(milliseconds), sum(created) from (
      select date_bin('15 minutes', at, '2000-01-01T00:00:00Z') as quarter, department, completed, milliseconds, created
      from (${completed} union all ${created}) as task, lateral (values (${ALL_TASKS}), (coalesce(department_id, 0))) as place (department)
      union all
      select quarter, department_id, -completed, -milliseconds, -created
      from ${bothTables(({ quarter }) => sql`${quarter} >= ${since}`)} as known
    ) as part
    group by 1, 2 having sum(completed) <> 0 or sum(milliseconds) <> 0 or sum(created) <> 0`
}
