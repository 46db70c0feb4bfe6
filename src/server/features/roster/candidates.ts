import { sql } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { bestFirst, minutesOfWork, restsBeside } from '../../../shared/roster/candidates.ts'
import { claimJudge, closedToAll, rangeOfClaims } from '../../../shared/roster/claims.ts'
import type { Candidate } from '../../../shared/roster/exchange-calls.ts'
import { contractMinutesOf } from '../../../shared/roster/plan-figures.ts'
import { type PlannedWork, piecesOfPlan } from '../../../shared/roster/plan-warnings.ts'
import { localReader } from '../../../shared/roster/shift-times.ts'
import { wishFinder } from '../../../shared/roster/wishes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { boundsOf, weekOf } from '../../../shared/time/time.ts'
import { eachInTurns } from '../../base/joined-in-turns.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { isApprovedBetween } from '../../core/people/away.ts'
import { workRulesOf } from '../../core/people/work-rules.ts'
import { absences } from '../../db/tables/absences.ts'
import { shiftAsks } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { type Shift, visibleShift } from './access.ts'
import { readWork, workedSessionOf } from './people.ts'
import { copiesOf, draftOf } from './rows.ts'

interface PersonRow extends Record<string, unknown> {
  id: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  wantsExtraShifts: boolean
  askedAt: string | null
  declinedAt: string | null
}

/** Whether people may be asked about the shift: it is published, has not begun, and is nobody's or offered. */
export const mayAskAbout = ({ now }: Context, shift: Shift) =>
  closedToAll(copiesOf(shift), now.getTime()) === null && (shift.publishedUserId === null || shift.offeredAt !== null)

/**
 * The people of the department who could work a shift as planners have it and are not away, best first, with their rest
 * beside it and their hours of its week. It takes four statements for any number of people, and turns with other calls.
 * Throws 403 where the viewer does not plan.
 */
export async function readCandidates(
  ctx: Context,
  { params }: Input<typeof rosterApi.candidates>,
): Promise<Reply<typeof rosterApi.candidates>> {
  const row = await visibleShift(ctx, params.id)
  mustBeAllowed(ctx, 'roster:plan', row)
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const shift = draftOf(row)
  const begins = Date.parse(shift.startTime)
  const days = weekOf(begins, timeZone)
  const week = boundsOf(days)
  const rules = await workRulesOf(ctx)
  const range = rangeOfClaims({ from: begins, to: begins + 1 }, rules, timeZone)
  const people = new Map((await membersOf(ctx, row)).map((person) => [person.id, person]))
  const judgeOf = claimJudge(rules, range, timeZone)
  const rows = await readWork(ctx, row.departmentId, range, [...people.keys()], rules, [
    { from: begins, to: Date.parse(shift.endTime) },
  ])
  const candidates = new Map<string, Candidate>()
  const wishMetBy = wishFinder(timeZone, localReader(timeZone))
  await eachInTurns(rows, ({ user_id, shifts, sessions, contracts, wishes }) => {
    const person = people.get(user_id)
    if (!person) return
    const planned = (shifts ?? []).map(
      ([startTime, endTime, breakMinutes]): PlannedWork => ({ startTime, endTime, breakMinutes }),
    )
    const work = piecesOfPlan((sessions ?? []).map(workedSessionOf), planned, now)
    const agreed = (contracts ?? []).map(([from, weeklyMinutes]) => ({ from, weeklyMinutes }))
    const weekMinutes = minutesOfWork(work, week.from, week.to)
    const { askedAt, declinedAt, wantsExtraShifts, ...user } = person
    const wish = wishMetBy(wishes ?? [], shift)
    candidates.set(user_id, {
      ...{ user, askedAt, declinedAt, wantsExtraShifts },
      ...restsBeside(shift, work),
      weekMinutes,
      weekMinutesWith: weekMinutes + minutesOfWork(piecesOfPlan([], [shift], 0), week.from, week.to),
      contractMinutes: contractMinutesOf(agreed, days),
      whyNot: judgeOf({ shifts: planned, work })(shift),
      ...(wish && { wish }),
    })
  })
  // By name, before the best come first.
  const sorted = [...people.keys()].flatMap((id) => candidates.get(id) ?? [])
  return { candidates: bestFirst(sorted), mayAsk: mayAskAbout(ctx, row) }
}

/** The people of the shift's department by name, with questions to them about it: not its person, nor people away. */
async function membersOf(
  { db }: Context,
  { id, departmentId, userId, startTime, endTime }: Shift,
): Promise<PersonRow[]> {
  const { rows } = await db.execute<PersonRow>(sql`
    select ${users.id}, ${users.firstName} as "firstName", ${users.lastName} as "lastName",
      ${users.profileImageUrl} as "profileImageUrl", ${users.wantsExtraShifts} as "wantsExtraShifts",
      ${shiftAsks.createdAt} as "askedAt", ${shiftAsks.declinedAt} as "declinedAt"
    from ${users} left join ${shiftAsks} on ${shiftAsks.shiftId} = ${id} and ${shiftAsks.userId} = ${users.id}
    where ${doesShifts} and ${users.departmentId} = ${departmentId} and ${users.id} is distinct from ${userId}
      and not exists (select from ${absences} where ${absences.userId} = ${users.id}
        and ${isApprovedBetween({ from: Date.parse(startTime), to: Date.parse(endTime) })})
    order by ${users.foldedName}, ${users.id}`)
  return rows
}
