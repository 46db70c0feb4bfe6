import { sql } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { closedToAll } from '../../../shared/roster/claims.ts'
import { MAX_CHOICES } from '../../../shared/roster/exchange-calls.ts'
import { MAX_ROSTER_DAYS } from '../../../shared/roster/shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { update } from '../../core/write/write.ts'
import { departments } from '../../db/tables/departments.ts'
import { plannedShifts, shiftExchanges } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql, mustBeOwn, visibleShift } from './access.ts'
import { readExchanges } from './exchange-rows.ts'
import { ownClaimJudge } from './own-work.ts'
import { copiesOf, publishedOf, publishedWriter, shiftsWithColours } from './rows.ts'

const DAY_MS = 86_400_000

/** The exchanges of a department that wait for a manager. Throws 403 where the viewer does not plan. */
export async function listExchanges(
  ctx: Context,
  { query: { departmentId } }: Input<typeof rosterApi.exchanges>,
): Promise<Reply<typeof rosterApi.exchanges>> {
  mustBeAllowed(ctx, 'roster:plan', { departmentId })
  const { id, exchangesNeedApproval } = departments
  const [department] = await ctx.db
    .select({ exchangesNeedApproval })
    .from(departments)
    .where(sql`${id} = ${departmentId}`)
  return {
    exchanges: await readExchanges(
      ctx,
      sql`${shiftExchanges.departmentId} = ${departmentId} and ${shiftExchanges.state} = 'waiting'`,
    ),
    needsApproval: department?.exchangesNeedApproval ?? false,
  }
}

/** Says whether managers of a department decide about exchanges. Those that wait already still wait. */
export async function updateExchangeSettings(
  ctx: Context,
  { body }: Input<typeof rosterApi.exchangeSettings>,
): Promise<void> {
  const department = await departmentFor(ctx, body.departmentId, 'roster:plan')
  await update(ctx, departments, department, { exchangesNeedApproval: body.needsApproval })
}

/**
 * The colleagues who could get one of the viewer's shifts, and the published shifts to come of one of them that the
 * viewer could get for it. Each shift says why not, by the viewer's own work and by the plan that they see; of the
 * colleague's work nothing. Throws 409 `not_yours`.
 */
export async function readExchangeChoices(
  ctx: Context,
  { params, query: { userId } }: Input<typeof rosterApi.exchangeChoices>,
): Promise<Reply<typeof rosterApi.exchangeChoices>> {
  const shift = await visibleShift(ctx, params.id)
  mustBeOwn(ctx, shift)
  const { id, firstName, lastName, profileImageUrl, foldedName, departmentId } = users
  const people = await ctx.db
    .select({ id, firstName, lastName, profileImageUrl })
    .from(users)
    .where(sql`${doesShifts} and ${departmentId} = ${shift.departmentId} and ${id} <> ${ctx.viewer.id}`)
    .orderBy(foldedName, id)
  const own = publishedOf(shift)
  if (userId === undefined || own === null || !people.some((person) => person.id === userId))
    return { people, shifts: [] }

  const now = ctx.now.getTime()
  const begins = Date.parse(own.startTime)
  const [from, to] = [Math.max(now, begins - MAX_ROSTER_DAYS * DAY_MS), begins + MAX_ROSTER_DAYS * DAY_MS]
  const { publishedUserId, publishedStartTime } = plannedShifts
  const found = await shiftsWithColours(
    ctx,
    sql`${publishedUserId} = ${userId} and ${plannedShifts.departmentId} = ${shift.departmentId}
      and ${publishedStartTime} > ${instantSql(from)} and ${publishedStartTime} <= ${instantSql(to)}`,
    MAX_CHOICES,
  )
  if (found.length === 0) return { people, shifts: [] }
  const isTheirs = sql`(${shiftExchanges.fromUserId} = ${userId} or ${shiftExchanges.toUserId} = ${userId})`
  const open = await readExchanges(ctx, isTheirs)
  const taken = new Set(open.flatMap(({ shift, forShift }) => [shift.id, forShift?.id]))
  const judge = await ownClaimJudge(ctx, { from, to }, shift.id)
  const write = publishedWriter(ctx)
  return {
    people,
    shifts: found.flatMap((each) => {
      const choice = write(each)
      if (!choice) return []
      const isTaken = taken.has(choice.id) ? inExchange : null
      return [{ shift: choice, whyNot: closedToAll(copiesOf(each.shift), now) ?? isTaken ?? judge(choice) }]
    }),
  }
}

const inExchange = { code: 'in_exchange' as const, rule: null, value: null, limit: null, side: null }
