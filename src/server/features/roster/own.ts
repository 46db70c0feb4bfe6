import { sql } from 'drizzle-orm'
import { MAX_ABSENCES_OF_YEAR } from '../../../shared/absences/shapes.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { may } from '../../../shared/permissions.ts'
import type { MyRoster } from '../../../shared/roster/own-shapes.ts'
import { AROUND_ACTUALS_MS, actualsOf } from '../../../shared/roster/plan-actual.ts'
import { plannedMinutesBetween } from '../../../shared/roster/plan-figures.ts'
import type { PlannedWork } from '../../../shared/roster/plan-warnings.ts'
import { MAX_ROSTER_DAYS, type RosterShift } from '../../../shared/roster/shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { boundsOf, weekOf, weekOfDate } from '../../../shared/time/time.ts'
import { paidMinutesBetween } from '../../../shared/worked-time.ts'
import type { Context } from '../../core/context.ts'
import { readAbsences } from '../../core/people/absences.ts'
import { awayTimesOf } from '../../core/people/away.ts'
import { present } from '../../core/write/audiences.ts'
import { absences } from '../../db/tables/absences.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql } from './access.ts'
import { readOwnExchanges } from './exchange-rows.ts'
import { readShiftsToTake } from './open-shifts.ts'
import { ownSessions } from './own-work.ts'
import { copiesOf, draftOf, publishedWriter, shiftsWithColours, valuesWriter } from './rows.ts'

const DAY_MS = 86_400_000

/**
 * The viewer's own week: their published shifts in any department with their hours, the next one, questions about late
 * changes, shifts that they may take, and exchanges. No other draft is in it.
 */
export async function readOwnRoster(ctx: Context, { query }: Input<typeof rosterApi.own>): Promise<MyRoster> {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const week = query.week === undefined ? weekOf(now, timeZone) : weekOfDate(query.week, timeZone)
  const { from, to } = boundsOf(week)
  const { publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts
  const isOwn = sql`${publishedUserId} = ${ctx.viewer.id}`
  const known = { from: from - AROUND_ACTUALS_MS, to: to + AROUND_ACTUALS_MS }
  const isNear = sql`${isOwn} and ${publishedStartTime} >= ${instantSql(known.from)} and ${publishedStartTime} < ${instantSql(known.to)}`
  const isToCome = sql`${isOwn} and ${publishedEndTime} > ${instantSql(now)}
    and ${publishedStartTime} >= ${instantSql(now - DAY_MS)} and ${publishedStartTime} < ${instantSql(now + MAX_ROSTER_DAYS * DAY_MS)}`
  const [near, toCome, questions, sessions] = [
    await shiftsWithColours(ctx, isNear),
    await shiftsWithColours(ctx, isToCome),
    await questionsTo(ctx),
    await ownSessions(ctx, known),
  ]
  const write = publishedWriter(ctx)
  const planned = sorted(present(near.map(write)))
  const away = (await awayTimesOf(ctx, [ctx.viewer.id], known)).get(ctx.viewer.id)
  const { actuals } = actualsOf(planned, sessions, { from, to }, now, away)
  const shifts = planned.map((shift) => {
    const actual = actuals.get(shift.id)
    return actual ? { ...shift, actual } : shift
  })
  return {
    week: week[0]?.date ?? '',
    next: sorted(present(toCome.map(write)))[0] ?? null,
    shifts: shifts.filter(({ startTime }) => Date.parse(startTime) >= from && Date.parse(startTime) < to),
    questions,
    ...(await readShiftsToTake(ctx, { from, to })),
    exchanges: await readOwnExchanges(ctx),
    ...(await ownAbsences(ctx, from)),
    plannedMinutes: plannedMinutesBetween(shifts satisfies PlannedWork[], from, to),
    workedMinutes: paidMinutesBetween(sessions, from, Math.min(to, now), now),
  }
}

/**
 * The viewer's absences of the week and later, but cancelled ones; none for a program, which may not know why.
 *
 * @param from the beginning of the week, in ms
 */
async function ownAbsences(ctx: Context, from: number): Promise<Pick<MyRoster, 'absences'>> {
  const userId = ctx.viewer.id
  if (!may(ctx.viewer, 'absence:read', { userId })) return {}
  const isToCome = sql`${absences.endTime} > ${instantSql(from)}`
  const isSeen = sql`${absences.userId} = ${userId} and ${absences.state} <> 'cancelled' and ${isToCome}`
  return { absences: await readAbsences(ctx, isSeen, MAX_ABSENCES_OF_YEAR) }
}

const sorted = (shifts: RosterShift[]) => shifts.toSorted((a, b) => a.startTime.localeCompare(b.startTime))

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
