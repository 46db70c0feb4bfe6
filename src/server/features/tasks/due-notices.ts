import { type SQL, sql } from 'drizzle-orm'
import { startOfDay } from '../../../shared/time/time.ts'
import type { NotificationFact } from '../../base/words/notification-words.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { active, open } from '../../core/counts/task-counts.ts'
import { doesShifts, isActivePerson } from '../../core/people/active.ts'
import { onDuty } from '../../core/people/duty.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import type { Db } from '../../db/connect/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { type Notice, notifyEach } from '../notifications/notify.ts'

/**
 * Notices of tasks that are due at a time of day: due soon, overdue, and to managers still overdue, each once. A stored
 * time says how far they were given. It moves on in the same transaction, on whichever server is first. A task that is
 * due on a day without a time makes no noise. Several such tasks of a person at once give one notice.
 */

const MINUTE_MS = 60_000
/** So long before the time people are told that it is near, and after it managers that it has passed. */
const BEFORE_MS = 30 * MINUTE_MS
const AFTER_MS = 30 * MINUTE_MS
/** Tasks that fell due longer ago, while no server ran, stand in the next briefing. */
const LONGEST_OUTAGE_MS = 12 * 60 * MINUTE_MS
/** The time moves on at least so often, so that a task that is entered too late gets no notice that was due before. */
const MOVES_EVERY_MS = MINUTE_MS
const CLOCKS_DIFFER_MS = 60 * MINUTE_MS
const DUE_NOTICES_LOCK = 7_350_145
/** People who are told in one statement. */
const MAX_TOLD = 1_000

/** From one time to another, in milliseconds; the second is excluded. */
type Range = readonly [from: number, to: number]

interface Ranges {
  soon: Range
  overdue: Range
  managers: Range
}

/** Gives the notices that have become due since the last time; of several servers that do it at once, one does. */
export async function tellOfDue(ctx: OpenContext): Promise<void> {
  const before = await noticedUntil(ctx)
  if (before !== undefined) {
    const passed = ctx.now.getTime() - before
    if (isAhead(before, ctx.now)) return
    if (passed < MOVES_EVERY_MS && passed >= 0 && !(await isAnyDue(ctx, rangesSince(before, ctx.now)))) return
  }
  await inTransaction(ctx, async (tx) => {
    const { rows } = await tx.db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${DUE_NOTICES_LOCK}) as mine`,
    )
    if (!rows[0]?.mine) return
    const from = await noticedUntil(tx)
    if (from !== undefined && isAhead(from, tx.now)) return
    if (from !== undefined && from <= tx.now.getTime()) await tell(tx, rangesSince(from, tx.now))
    await writeSetting(tx.db, 'dueTold', tx.now.toISOString())
  })
}

/** A server whose clock is ahead has done it. A clock that was hours ahead was wrong, and the time is set back. */
const isAhead = (noticedUntil: number, now: Date) =>
  noticedUntil > now.getTime() && noticedUntil < now.getTime() + CLOCKS_DIFFER_MS

async function noticedUntil({ db }: { db: Db }) {
  const time = await readSetting(db, 'dueTold')
  return time === undefined ? undefined : Date.parse(time)
}

/** The spans of due dates to give notice of now. A task that is due already is not due soon. */
function rangesSince(noticedUntil: number, at: Date): Ranges {
  const now = at.getTime()
  const from = Math.max(noticedUntil, now - LONGEST_OUTAGE_MS)
  return {
    soon: [Math.max(from + BEFORE_MS, now), now + BEFORE_MS],
    overdue: [from, now],
    managers: [from - AFTER_MS, now - AFTER_MS],
  }
}

const isoOf = (time: number) => new Date(time).toISOString()

/** Open tasks that are due within a range at a time of day. */
function dueWithin({ services }: OpenContext, [from, to]: Range): SQL {
  const { timeZone } = services.config
  // Where a day ends, tasks are due that have no time.
  const ends: string[] = []
  for (let end = startOfDay(from, timeZone, 1); end <= to; end = startOfDay(end, timeZone, 1)) ends.push(isoOf(end - 1))
  return sql`${tasks.dueOrNever} >= ${isoOf(from)} and ${tasks.dueOrNever} < ${isoOf(to)}
    and ${tasks.dueOrNever} <> all(${sql.param(ends)}::timestamptz[]) and ${open} and ${active}`
}

async function isAnyDue(ctx: OpenContext, { soon, overdue, managers }: Ranges) {
  const parts = [soon, overdue, managers].map(
    (range) => sql`exists (select from ${tasks} where ${dueWithin(ctx, range)})`,
  )
  const { rows } = await ctx.db.execute<{ due: boolean }>(sql`select ${sql.join(parts, sql` or `)} as due`)
  return rows[0]?.due ?? false
}

/** One person with the tasks that they are told of: how many, and the first of them. */
interface DueTasks extends Record<string, unknown> {
  person: string
  count: number
  id: number
  title: string
  due: string
  assignee: string | null
}

async function tell(ctx: OpenContext, ranges: Ranges) {
  const notices = [
    ...(await ownDueTasks(ctx, ranges.soon, sql`true`)).map((due) => noticeOf(due, 'due-soon')),
    // An occurrence of a routine that nobody has taken is closed in its own time.
    ...(await ownDueTasks(ctx, ranges.overdue, sql`${tasks.routineId} is null`)).map((due) => noticeOf(due, 'overdue')),
    ...(await managersToTell(ctx, ranges.managers)).map((due) => noticeOf(due, 'overdue-managers')),
  ]
  for (let at = 0; at < notices.length; at += MAX_TOLD) await notifyEach(ctx, notices.slice(at, at + MAX_TOLD))
}

function noticeOf(
  { person, count, id, title, due, assignee }: DueTasks,
  kind: 'due-soon' | 'overdue' | 'overdue-managers',
): Notice {
  const subject = count === 1 ? ({ type: 'task', id } as const) : null
  const params = { title, due: isoFromPostgres(due), ...(count > 1 && { count }) }
  const fact: NotificationFact =
    kind === 'overdue-managers' ? { kind, params: { ...params, assignee }, subject } : { kind, params, subject }
  return { recipients: [person], fact }
}

/** The number of tasks in each person's notice, and the first of them. */
const firstOfEach = (due: SQL) => sql`
  select distinct on (person) person, (count(*) over (partition by person))::int as count, id, title, due::text as due, assignee
  from (${due}) as told order by person, due, id`

/** The assignees of tasks due within a range; with `isForAll` also the people on duty, for unassigned tasks. */
async function ownDueTasks(ctx: OpenContext, range: Range, isForAll: SQL): Promise<DueTasks[]> {
  const columns = sql`${tasks.id} as id, ${tasks.title} as title, ${tasks.dueDate} as due, null::text as assignee`
  const { rows } = await ctx.db.execute<DueTasks>(
    firstOfEach(sql`
      select ${tasks.assigneeId} as person, ${columns} from ${tasks} join ${users} on ${users.id} = ${tasks.assigneeId}
      where ${dueWithin(ctx, range)} and ${isActivePerson}
      union all
      select ${users.id}, ${columns} from ${tasks} join ${users} on ${users.departmentId} = ${tasks.departmentId}
        join ${onDuty(ctx)} as duty on duty.user_id = ${users.id}
      where ${dueWithin(ctx, range)} and ${tasks.assigneeId} is null and ${isForAll} and ${doesShifts}`),
  )
  return rows
}

/** The managers on duty in the departments of tasks due within a range; else managers on duty anywhere. */
async function managersToTell(ctx: OpenContext, range: Range): Promise<DueTasks[]> {
  const { rows } = await ctx.db.execute<DueTasks>(sql`
    with managers as (
      select ${users.id} as id, ${users.departmentId} as department_id from ${users}
        join ${onDuty(ctx)} as duty on duty.user_id = ${users.id}
      where ${isActivePerson} and ${users.role} in ('manager', 'admin', 'god')
    )
    ${firstOfEach(sql`
      select managers.id as person, ${tasks.id} as id, ${tasks.title} as title, ${tasks.dueDate} as due,
        ${users.firstName} || ' ' || ${users.lastName} as assignee
      from ${tasks} left join ${users} on ${users.id} = ${tasks.assigneeId}
        join managers on managers.id is distinct from ${tasks.assigneeId} and (
          managers.department_id = ${tasks.departmentId} or not exists (
            select from managers as nearer
            where nearer.department_id = ${tasks.departmentId} and nearer.id is distinct from ${tasks.assigneeId}))
      where ${dueWithin(ctx, range)} and (${tasks.assigneeId} is not null or ${tasks.routineId} is null)`)}`)
  return rows
}
