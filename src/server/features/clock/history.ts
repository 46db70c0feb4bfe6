import { sql } from 'drizzle-orm'
import type { clockApi, PersonsWeek, WeekOfHours } from '../../../shared/clock.ts'
import type { ClockSession } from '../../../shared/clock-session.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { boundsOf, type Day, weekOf, weekOfDate } from '../../../shared/time/time.ts'
import { paidMinutesOfDays } from '../../../shared/worked-time.ts'
import { personOnTheClockFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { contractMinutesAt } from '../../core/people/contracts.ts'
import { departmentOf } from '../../db/departments.ts'
import { sessionsTouching } from './sessions.ts'

/** The days of the week that contains this date, in the deployment's time zone; this week if there is no date. */
export function weekRange({ services, now }: Context, date: string | undefined): Day[] {
  const { timeZone } = services.config
  return date === undefined ? weekOf(now.getTime(), timeZone) : weekOfDate(date, timeZone)
}

/** A week of the viewer's own hours. */
export const readOwnWeek = (ctx: Context, { query }: Input<typeof clockApi.history>): Promise<WeekOfHours> =>
  hoursOf(ctx, ctx.viewer.id, weekRange(ctx, query.week))

/** A week of another person's hours. Throws 403 when the viewer may not see them. */
export async function readPersonsWeek(
  ctx: Context,
  { params, query }: Input<typeof clockApi.person>,
): Promise<PersonsWeek> {
  const { id, firstName, lastName, profileImageUrl, departmentId } = await personOnTheClockFor(
    ctx,
    params.id,
    'clock:read-others',
  )
  const department = await departmentOf(ctx.db, departmentId)
  const hours = await hoursOf(ctx, id, weekRange(ctx, query.week))
  return { ...hours, user: { id, firstName, lastName, profileImageUrl }, department }
}

async function hoursOf(ctx: Context, userId: string, week: Day[]): Promise<WeekOfHours> {
  const { from, to } = boundsOf(week)
  const sessions: ClockSession[] = await sessionsTouching(ctx, userId, from, to)
  const { minutes, total } = paidMinutesOfDays(sessions, week, ctx.now.getTime())
  const days = week.map(({ date }, at) => ({ date, minutes: minutes[at] ?? 0 }))
  const { rows } = await ctx.db.execute<{ minutes: number | null }>(
    sql`select ${contractMinutesAt(ctx, sql`${userId}::uuid`, days[0]?.date ?? '')} as minutes`,
  )
  return { days, total, sessions, contractMinutes: rows[0]?.minutes ?? null }
}
