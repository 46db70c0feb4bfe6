import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { HoursStep, hoursApi, OnePersonsHours } from '../../../shared/hours.ts'
import { may } from '../../../shared/permissions.ts'
import { boundsOf } from '../../../shared/time/time.ts'
import { personOnTheClockFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { type PeriodDays, periodDaysOf } from '../../core/hours/pay-periods.ts'
import { type PeriodHours, readPeriodHours } from '../../core/hours/read.ts'
import { absenceTimes } from '../../core/people/absences.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { hoursAnswers, hoursApprovals } from '../../db/tables/hours.ts'
import { users } from '../../db/tables/users.ts'
import { periodReplyOf } from './list.ts'

/** Steps of one person and period in a reply. */
const MAX_HISTORY = 100

/** The hours of one person's pay period with their history. Throws 403 or 404 for others than one may see. */
export async function readPersonsHours(
  ctx: Context,
  { query }: Input<typeof hoursApi.person>,
): Promise<OnePersonsHours> {
  const { id, departmentId } = await personOnTheClockFor(ctx, query.userId ?? ctx.viewer.id, 'clock:record')
  const period = await periodDaysOf(ctx, query.period)
  const { reply, plannedBetween } = await hoursOfPerson(ctx, id, period)
  const plannedDays = period.days.map(({ from, to }) => plannedBetween(from, to) ?? 0)
  return {
    ...reply,
    ...periodReplyOf(ctx, period),
    ...(reply.planned !== null && { plannedDays }),
    ...(may(ctx.viewer, 'absence:read', { userId: id, departmentId }) && { away: await approvedAway(ctx, id, period) }),
    history: await historyOf(ctx, id, period),
  }
}

async function approvedAway(ctx: Context, userId: string, { days }: PeriodDays) {
  const away = (await absenceTimes(ctx, [userId], boundsOf(days))).get(userId) ?? []
  return away.filter(({ state }) => state === 'approved')
}

/** The hours of one person, also of a person who has left or is a guest now. */
export async function hoursOfPerson(ctx: Context, userId: string, period: PeriodDays): Promise<PeriodHours> {
  const [hours] = await readPeriodHours(ctx, sql`${users.id} = ${userId}::uuid`, period, 1, { everybody: true })
  if (!hours) throw new Error(`The person ${userId} is gone`)
  return hours
}

interface Row extends Record<string, unknown> {
  step: HoursStep
  at: string
  by: string
  text: string | null
  total: number | null
}

async function historyOf({ db }: Context, userId: string, { start }: PeriodDays): Promise<OnePersonsHours['history']> {
  const ofPeriod = sql`user_id = ${userId}::uuid and period_start = ${start}`
  const total = sql`(select coalesce(sum(value::int), 0)::int from jsonb_each_text(minutes))`
  const { rows } = await db.execute<Row>(sql`
    select done.step, done.at, person.first_name || ' ' || person.last_name as by, done.text, done.total
    from (
      select kind as step, created_at as at, said_by as by, text, null::int as total, id
      from ${hoursAnswers} where ${ofPeriod}
      union all
      select 'approve', approved_at, approved_by, null, ${total}, id from ${hoursApprovals} where ${ofPeriod}
      union all
      select 'withdraw', withdrawn_at, withdrawn_by, withdraw_reason, null, id
      from ${hoursApprovals} where ${ofPeriod} and withdrawn_at is not null
    ) as done join ${users} as person on person.id = done.by
    order by done.at desc, done.id desc, done.step = 'withdraw' desc limit ${MAX_HISTORY}`)
  return rows.map(({ step, at, by, text, total }) => ({ step, at: isoFromPostgres(at), by, text, total }))
}
