import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import {
  type Cause,
  MAX_WEEK_DAYS,
  OCCURRENCE_PAGE,
  type Occurrence,
  type routinesApi,
  type WeekOccurrence,
} from '../../../shared/routines.ts'
import { instantOf } from '../../../shared/time/time.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { invalidFields } from '../../base/errors.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { missedCause } from '../../core/counts/missed-cause.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { personColumns } from '../../db/person-columns.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { routineFor } from './access.ts'

const DAY_MS = 86_400_000

/** A task whose due date somebody has taken away is due when it closes. */
const dueAt = sql<string>`coalesce(${tasks.dueDate}, ${tasks.closesAt}, ${tasks.occurrenceAt})`.mapWith(isoFromPostgres)

const columns = {
  taskId: tasks.id,
  routineId: sql<number>`${tasks.routineId}`,
  occurrenceAt: sql<string>`${tasks.occurrenceAt}`.mapWith(isoFromPostgres),
  dueAt,
  closesAt: tasks.closesAt,
  status: tasks.status,
  outcome: tasks.outcome,
}

/**
 * The occurrences of a routine, the latest first, a page at a time. Why one was missed is worked out from the clock
 * sessions in the same statement. Throws 404 when the viewer may not see the routine.
 */
export async function listOccurrences(
  ctx: Context,
  { params, query: { before, limit = OCCURRENCE_PAGE } }: Input<typeof routinesApi.occurrences>,
): Promise<{ occurrences: Occurrence[]; next: string | null }> {
  const { id } = await routineFor(ctx, params.id, 'routine:read')
  const found = await ctx.db
    .select({
      ...columns,
      title: tasks.title,
      departmentId: tasks.departmentId,
      closedAt: tasks.closedAt,
      completedAt: tasks.completedAt,
      cause: sql<Cause | null>`case when ${tasks.outcome} = 'missed' then ${missedCause} end`,
      skipReason: tasks.skipReason,
      assignee: personColumns,
    })
    .from(tasks)
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(
      and(
        eq(tasks.routineId, id),
        isNull(tasks.deletedAt),
        seesTasks(ctx),
        before === undefined ? undefined : lt(tasks.occurrenceAt, before),
      ),
    )
    .orderBy(desc(tasks.occurrenceAt))
    .limit(limit + 1)
  const occurrences = found.slice(0, limit)
  return { occurrences, next: found.length > limit ? (occurrences.at(-1)?.occurrenceAt ?? null) : null }
}

/**
 * The occurrences that open between two days of the deployment's time zone, both included, of all routines that were
 * not deleted. Throws 400 for more than two weeks, and 403 for a department that the viewer may not look into.
 */
export async function readWeek(
  ctx: Context,
  { query: { from, to, departmentId } }: Input<typeof routinesApi.week>,
): Promise<{ occurrences: WeekOccurrence[] }> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) throw ofBothDays(msg('The last day must not be before the first'))
  if (days > MAX_WEEK_DAYS)
    throw ofBothDays(msg('{max, plural, one {At most # day} other {At most # days}}', { max: MAX_WEEK_DAYS }))
  const { timeZone } = ctx.services.config
  const occurrences = await ctx.db
    .select(columns)
    .from(tasks)
    .innerJoin(routines, eq(routines.id, tasks.routineId))
    .where(
      and(
        sql`${tasks.occurrenceAt} between ${instantOf(from, '00:00', timeZone)} and ${instantOf(to, '', timeZone)}`,
        isNull(tasks.deletedAt),
        isNull(routines.deletedAt),
        seesTasks(ctx, departmentId),
      ),
    )
    .orderBy(asc(tasks.occurrenceAt), asc(tasks.id))
  return { occurrences }
}

const ofBothDays = (message: Message) => invalidFields(['from', 'to'].map((path) => ({ path, message })))
