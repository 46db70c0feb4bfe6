import { type SQL, sql } from 'drizzle-orm'
import {
  type analyticsShiftApi,
  DEFAULT_SHIFT_DAYS,
  type HandoverCounts,
  MAX_SHIFT_DAYS,
  MAX_URGENT_MESSAGES,
  MAX_WAITING_ITEMS,
  type ShiftFigures,
  type UrgentMessageSent,
  type WaitingItem,
} from '../../../shared/analytics-shift.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { RECEIVE_MINUTES } from '../../../shared/handovers.ts'
import type { DeliveryReason } from '../../../shared/push.ts'
import { dateOf, daysLater, instantOf } from '../../../shared/time/time.ts'
import type { Context } from '../../core/context.ts'
import { allOf, type Span } from '../../core/counts/task-counts.ts'
import { anyDutyAt, wasOnDuty } from '../../core/people/duty.ts'
import { read } from '../../db/connect/connect.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { handoverItems, handoverQuestions, handovers } from '../../db/tables/handovers.ts'
import { messages } from '../../db/tables/messages.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { mustBeRange, spanOf, within } from './range.ts'

type Query = Input<typeof analyticsShiftApi.shift>['query']

/**
 * Figures of some days: the outcomes of handed-over items, notifications that reached people off duty, and urgent
 * messages. The clock sessions say who was on duty. Throws 400 for too many days, or days that end before they begin.
 */
export async function readShiftFigures(
  ctx: Context,
  { query }: Input<typeof analyticsShiftApi.shift>,
): Promise<ShiftFigures> {
  const days = daysOf(ctx, query)
  const span = spanOf(ctx, days)
  const [rows, waiting, contacts, urgent] = await Promise.all([
    countItems(ctx, span, query.departmentId),
    listWaiting(ctx, span, query.departmentId),
    countContacts(ctx, days, span, query.departmentId),
    listUrgent(ctx, span, query.departmentId),
  ])
  return {
    ...days,
    handovers: countsOf(rows.find(({ part }) => part === 'total')),
    departments: rows
      .filter(({ part }) => part === 'department')
      .sort((a, b) => (a.department_id ?? Infinity) - (b.department_id ?? Infinity))
      .map((row) => ({
        departmentId: row.department_id,
        departmentName: row.department_name ?? ctx.reader.i18n.t('No department'),
        ...countsOf(row),
      })),
    ...{ waiting, contacts, urgent },
  }
}

/** The first and the last day that are asked for. */
function daysOf({ now, services }: Context, query: Query) {
  const to = query.to ?? dateOf(now.getTime(), services.config.timeZone)
  const from = query.from ?? daysLater(to, 1 - DEFAULT_SHIFT_DAYS)
  mustBeRange({ from, to }, MAX_SHIFT_DAYS)
  return { from, to }
}

interface ItemRow {
  part: 'total' | 'department'
  department_id: number | null
  department_name: string | null
  items: number
  received: number
  in_time: number
  seconds: number | null
  questions: number
  answered: number
}

const countsOf = (row: ItemRow | undefined): HandoverCounts => ({
  items: row?.items ?? 0,
  received: row?.received ?? 0,
  inTime: row?.in_time ?? 0,
  waiting: (row?.items ?? 0) - (row?.received ?? 0),
  minutesToReceipt: row?.seconds == null ? null : Math.round(row.seconds / 60),
  questions: row?.questions ?? 0,
  answered: row?.answered ?? 0,
})

/** Items that were handed over within a span, found by their handovers. */
const givenWithin = (span: Span, departmentId: number | undefined) =>
  allOf([
    within(sql`${handovers.createdAt}`, span),
    ...(departmentId === undefined ? [] : [sql`${handoverItems.departmentId} = ${departmentId}`]),
  ])

/**
 * When somebody could first receive what a row of `given` hands over, in SQL: when it was handed over, if they were on
 * duty, else at the next clock-in. The sessions of a department are those that began in it, so that they are one range
 * of an index.
 */
function couldReceiveAt(): SQL {
  const at = sql`given.created_at`
  const first = (whose: SQL) => sql`case when ${anyDutyAt(whose, at)} then ${at}
    else (select min(${clockSessions.startTime}) from ${clockSessions} where ${whose} and ${clockSessions.startTime} >= ${at})
    end`
  return sql`case when given.to_user_id is not null then ${first(sql`${clockSessions.userId} = given.to_user_id`)}
    when given.department_id is null then ${at}
    else ${first(sql`${clockSessions.departmentId} = given.department_id and ${clockSessions.userId} <> given.giver_id`)} end`
}

/** The counts of all and of each department, in one pass. A receipt before anybody was on duty counts as in time. */
function countItems(ctx: Context, span: Span, ofDepartment: number | undefined) {
  const { id, departmentId, toUserId, giverId, createdAt, receivedAt } = handoverItems
  return read<ItemRow>(
    ctx,
    sql`select counted.*, ${departments.name} as department_name
      from (
        select case when grouping(department_id) = 0 then 'department' else 'total' end as part, department_id,
          count(*)::int as items, count(received_at)::int as received,
          (count(*) filter (where received_at <= could_at + ${RECEIVE_MINUTES}::int * interval '1 minute'))::int as in_time,
          percentile_cont(0.5) within group (order by extract(epoch from received_at - could_at)::float8) as seconds,
          coalesce(sum(questions), 0)::int as questions, coalesce(sum(answered), 0)::int as answered
        from (
          select reachable.department_id, handed.received_at, asked.questions, asked.answered,
            case when handed.received_at is not null then least(reachable.could_at, handed.received_at) end as could_at
          from (
            select given.*, case when given.received > 0 then ${couldReceiveAt()} end as could_at
            from (
              select ${departmentId}, ${toUserId}, ${giverId}, ${createdAt}, count(${receivedAt}) as received,
                array_agg(${id}) as ids, array_agg(${receivedAt}) as receipts
              from ${handovers} join ${handoverItems} on ${handoverItems.handoverId} = ${handovers.id}
              where ${givenWithin(span, ofDepartment)} group by 1, 2, 3, 4
            ) as given
            -- So that it is worked out once for all that was handed over together, and not for each item.
            offset 0
          ) as reachable
          cross join lateral unnest(reachable.ids, reachable.receipts) as handed (id, received_at)
          cross join lateral (
            select count(*) as questions, count(${handoverQuestions.answeredAt}) as answered
            from ${handoverQuestions} where ${handoverQuestions.itemId} = handed.id
          ) as asked
        ) as item
        group by grouping sets ((), (department_id))
      ) as counted
      left join ${departments} on ${departments.id} = counted.department_id`,
    false,
  )
}

/** The counts of the items that were handed over within each of several spans, in their order. */
export async function countHandovers(ctx: Context, spans: readonly Span[], departmentId: number | undefined) {
  const parts = await Promise.all(spans.map((span) => countItems(ctx, span, departmentId)))
  return parts.map((rows) => countsOf(rows.find(({ part }) => part === 'total')))
}

/** People who read the analytics may see every task. */
const listWaiting = (ctx: Context, span: Span, departmentId: number | undefined) =>
  read<WaitingItem>(
    ctx,
    sql`select ${handoverItems.id}, coalesce(${tasks.title}, ${handoverItems.text}, ${handoverItems.next}) as about,
        ${users.firstName} || ' ' || ${users.lastName} as "giverName", ${departments.name} as "departmentName",
        ${handoverItems.createdAt} as "createdAt"
      from ${handovers} join ${handoverItems} on ${handoverItems.handoverId} = ${handovers.id}
      join ${users} on ${users.id} = ${handoverItems.giverId}
      left join ${tasks} on ${tasks.id} = ${handoverItems.taskId} and ${tasks.deletedAt} is null
      left join ${departments} on ${departments.id} = ${handoverItems.departmentId}
      where ${givenWithin(span, departmentId)} and ${handoverItems.receivedAt} is null
      order by ${handovers.createdAt}, ${handoverItems.id} limit ${MAX_WAITING_ITEMS}`,
    false,
  )

/** Notifications that rang on a device of somebody who was not on duty then, by month and reason. */
async function countContacts(
  ctx: Context,
  days: { from: string; to: string },
  span: Span,
  departmentId: number | undefined,
) {
  const { rangAt, rangBecause, userId } = notifications
  const { timeZone } = ctx.services.config
  const months = monthsBetween(days)
  const starts = months.map((month) => instantOf(`${month}-01`, '00:00', timeZone))
  const was = wasOnDuty({
    ...{ userId: sql`${userId}`, departmentId: sql`null::int` },
    ...{ from: sql`${rangAt}`, to: sql`${rangAt}` },
  })
  const isThere = departmentId === undefined ? [] : [sql`${users.departmentId} = ${departmentId}`]
  const rows = await read<{ month: number; because: DeliveryReason; contacts: number }>(
    ctx,
    sql`select month, because, count(*)::int as contacts
      from (
        select width_bucket(${rangAt}, ${sql.param(starts)}::timestamptz[]) as month, ${rangBecause} as because
        from ${notifications} join ${users} on ${users.id} = ${userId}
        where ${allOf([sql`${rangBecause} <> 'on_duty'`, within(sql`${rangAt}`, span), ...isThere, sql`not ${was}`])}
      ) as contact
      group by 1, 2 order by 1, 2`,
    false,
  )
  return rows.map(({ month, ...rest }) => ({ month: months[month - 1] ?? '', ...rest }))
}

/** The months that these days lie in: "2026-10", "2026-11". */
function monthsBetween({ from, to }: { from: string; to: string }) {
  const months: string[] = []
  const last = to.slice(0, 'yyyy-mm'.length)
  for (
    let month = from.slice(0, 'yyyy-mm'.length);
    month <= last;
    month = daysLater(`${month}-28`, 7).slice(0, 'yyyy-mm'.length)
  )
    months.push(month)
  return months
}

/** The newest messages with a reason, and how many there are. Only their recipients may read their texts. */
async function listUrgent(ctx: Context, span: Span, departmentId: number | undefined) {
  const isOf =
    departmentId === undefined
      ? []
      : [sql`(${messages.departmentId} = ${departmentId} or ${users.departmentId} = ${departmentId})`]
  const rows = await read<UrgentMessageSent & { total: number }>(
    ctx,
    sql`select ${messages.id}, json_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName},
          'profileImageUrl', ${users.profileImageUrl}) as sender,
        ${messages.reason}, ${messages.createdAt} as "createdAt", ${departments.name} as "departmentName",
        ${messages.recipients}, ${messages.offDuty} as "offDuty", (count(*) over ())::int as total
      from ${messages} join ${users} on ${users.id} = ${messages.senderId}
      left join ${departments} on ${departments.id} = ${messages.departmentId}
      where ${allOf([sql`${messages.reason} is not null`, within(sql`${messages.createdAt}`, span), ...isOf])}
      order by ${messages.createdAt} desc, ${messages.id} desc limit ${MAX_URGENT_MESSAGES}`,
    false,
  )
  return { total: rows[0]?.total ?? 0, messages: rows.map(({ total: _, ...message }) => message) }
}
