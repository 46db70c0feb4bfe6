import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { actualsOf } from '../../../shared/roster/plan-actual.ts'
import { plannedMinutesBetween } from '../../../shared/roster/plan-figures.ts'
import type { PlannedWork, WorkedSession } from '../../../shared/roster/plan-warnings.ts'
import { MAX_ROSTER_DAYS, type MyRoster, type RosterShift, type rosterApi } from '../../../shared/roster.ts'
import { boundsOf, weekOf, weekOfDate } from '../../../shared/time/time.ts'
import { paidMinutesBetween } from '../../../shared/worked-time.ts'
import type { Context } from '../../core/context.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql } from './access.ts'
import { type ColouredShift, copiesOf, draftOf, publishedOf, shiftsWithColours, valuesWriter } from './rows.ts'

const DAY_MS = 86_400_000

/**
 * The viewer's own week: their published shifts in any department with their hours, the next one, and questions
 * about late changes. No other draft is in it.
 */
export async function readOwnRoster(ctx: Context, { query }: Input<typeof rosterApi.own>): Promise<MyRoster> {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const week = query.week === undefined ? weekOf(now, timeZone) : weekOfDate(query.week, timeZone)
  const { from, to } = boundsOf(week)
  const { publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts
  const isOwn = sql`${publishedUserId} = ${ctx.viewer.id}`
  const isOfWeek = sql`${isOwn} and ${publishedStartTime} >= ${instantSql(from - DAY_MS)} and ${publishedStartTime} < ${instantSql(to)}`
  const isToCome = sql`${isOwn} and ${publishedEndTime} > ${instantSql(now)}
    and ${publishedStartTime} >= ${instantSql(now - DAY_MS)} and ${publishedStartTime} < ${instantSql(now + MAX_ROSTER_DAYS * DAY_MS)}`
  const [ofWeek, toCome, questions, sessions] = [
    await shiftsWithColours(ctx, isOfWeek),
    await shiftsWithColours(ctx, isToCome),
    await questionsTo(ctx),
    await sessionsOf(ctx, from, to),
  ]
  const write = ownWriter(ctx)
  const planned = sorted(ofWeek.flatMap(write))
  const { actuals } = actualsOf(planned, sessions, { from, to }, now)
  const shifts = planned.map((shift) => {
    const actual = actuals.get(shift.id)
    return actual ? { ...shift, actual } : shift
  })
  return {
    week: week[0]?.date ?? '',
    next: sorted(toCome.flatMap(write))[0] ?? null,
    shifts: shifts.filter(({ startTime }) => Date.parse(startTime) >= from),
    questions,
    plannedMinutes: plannedMinutesBetween(shifts satisfies PlannedWork[], from, to),
    workedMinutes: paidMinutesBetween(sessions, from, Math.min(to, now), now),
  }
}

const sorted = (shifts: RosterShift[]) => shifts.toSorted((a, b) => a.startTime.localeCompare(b.startTime))

/** Own shifts as everybody has them, with their notes, also for people who plan: their own week shows no drafts. */
function ownWriter(ctx: Context) {
  const valuesOf = valuesWriter(ctx)
  return ({ shift, publishedColour }: ColouredShift): RosterShift[] => {
    const published = publishedOf(shift)
    const { id, departmentId } = shift
    return published ? [{ id, departmentId, ...valuesOf(published), colour: publishedColour, plan: null }] : []
  }
}

/** Questions to the viewer that wait for an answer, about shifts that have not begun, earliest first. */
async function questionsTo(ctx: Context): Promise<MyRoster['questions']> {
  const { id, firstName, lastName, profileImageUrl } = users
  const isWaiting = sql`${plannedShifts.userId} = ${ctx.viewer.id} and ${plannedShifts.askedAt} is not null
    and ${plannedShifts.refusedAt} is null and ${plannedShifts.startTime} > ${instantSql(ctx.now.getTime())}`
  const found = await ctx.db
    .select({ shift: plannedShifts, askedBy: { id, firstName, lastName, profileImageUrl } })
    .from(plannedShifts)
    .leftJoin(users, sql`${users.id} = ${plannedShifts.askedBy}`)
    .where(isWaiting)
    .orderBy(plannedShifts.startTime, plannedShifts.id)
  const valuesOf = valuesWriter(ctx)
  return found.flatMap(({ shift, askedBy }) => {
    if (shift.askedAt === null) return []
    const { published } = copiesOf(shift)
    const isOwn = published !== null && published.userId === ctx.viewer.id
    return [
      {
        ...{ id: shift.id, departmentId: shift.departmentId },
        before: isOwn ? valuesOf(published) : null,
        after: valuesOf(draftOf(shift)),
        askedAt: shift.askedAt,
        askedBy,
        reason: shift.askReason,
      },
    ]
  })
}

/** The viewer's sessions that touch the time between two instants (ms). */
async function sessionsOf(ctx: Context, from: number, to: number): Promise<WorkedSession[]> {
  const { rows } = await ctx.db.execute<{
    start: string
    end: string | null
    confirmed: string | null
    spans: WorkedSession['breaks'] | null
  }>(sql`
    select ${clockSessions.startTime} as start, ${clockSessions.endTime} as "end",
      ${clockSessions.confirmedAt} as confirmed, (
      select json_agg(json_build_object('startTime', ${breaks.startTime}, 'endTime', ${breaks.endTime}, 'isPaid', ${breaks.isPaid}))
      from ${breaks} where ${breaks.sessionId} = ${clockSessions.id}) as spans
    from ${clockSessions} where ${clockSessions.userId} = ${ctx.viewer.id}
      and ${clockSessions.startTime} >= ${instantSql(from - 2 * DAY_MS)} and ${clockSessions.startTime} < ${instantSql(to)}
      and (${clockSessions.endTime} is null or ${clockSessions.endTime} > ${instantSql(from)})`)
  return rows.map(({ start, end, confirmed, spans }) => ({
    ...{ startTime: start, endTime: end, confirmedAt: confirmed },
    breaks: spans ?? [],
  }))
}
