import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MAX_EXCHANGES } from '../../../shared/roster/exchange-calls.ts'
import { openExchangeStates, type ShiftExchange } from '../../../shared/roster/exchange-shapes.ts'
import type { Context } from '../../core/context.ts'
import { isOneOf } from '../../db/columns.ts'
import { plannedShifts, shiftExchanges } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql, type Shift } from './access.ts'
import { publishedOf, valuesWriter } from './rows.ts'

/** Open exchanges as replies carry them. */

export type Exchange = typeof shiftExchanges.$inferSelect

/** A condition on exchanges: they wait for an answer, or for a manager. */
export const isOpenExchange = isOneOf(shiftExchanges.state, openExchangeStates)

const forShifts = alias(plannedShifts, 'for_shift')
const [givers, receivers] = [alias(users, 'giver'), alias(users, 'receiver')]

/** Open exchanges whose shifts are as they were when it was asked and have not begun, by the first beginning. */
export async function readExchanges(ctx: Context, condition: SQL): Promise<ShiftExchange[]> {
  const now = instantSql(ctx.now.getTime())
  const isAsItWas = sql`${plannedShifts.publishedVersion} = ${shiftExchanges.shiftVersion} and ${plannedShifts.publishedStartTime} > ${now}
    and (${shiftExchanges.forShiftId} is null
      or (${forShifts.publishedVersion} = ${shiftExchanges.forShiftVersion} and ${forShifts.publishedStartTime} > ${now}))`
  const personOf = ({ id, firstName, lastName, profileImageUrl }: typeof givers | typeof receivers) => ({
    ...{ id, firstName, lastName, profileImageUrl },
  })
  const found = await ctx.db
    .select({
      ...{ exchange: shiftExchanges, shift: plannedShifts, forShift: forShifts },
      ...{ from: personOf(givers), to: personOf(receivers) },
    })
    .from(shiftExchanges)
    .innerJoin(plannedShifts, eq(plannedShifts.id, shiftExchanges.shiftId))
    .leftJoin(forShifts, eq(forShifts.id, shiftExchanges.forShiftId))
    .innerJoin(givers, eq(givers.id, shiftExchanges.fromUserId))
    .innerJoin(receivers, eq(receivers.id, shiftExchanges.toUserId))
    .where(and(isOpenExchange, isAsItWas, condition))
    .orderBy(plannedShifts.publishedStartTime, shiftExchanges.id)
    .limit(MAX_EXCHANGES)
  const valuesOf = valuesWriter(ctx)
  const shiftOf = (shift: Shift | null) => {
    const published = shift && publishedOf(shift)
    return published ? { id: shift.id, ...valuesOf({ ...published, note: null }) } : null
  }
  return found.flatMap(({ exchange, from, to, ...shifts }) => {
    const shift = shiftOf(shifts.shift)
    const { id, departmentId, state, createdAt: askedAt } = exchange
    return shift ? [{ id, departmentId, state, from, shift, to, forShift: shiftOf(shifts.forShift), askedAt }] : []
  })
}

/** Exchanges that the viewer asks for, and those that they are asked about. */
export const readOwnExchanges = (ctx: Context): Promise<ShiftExchange[]> =>
  readExchanges(
    ctx,
    sql`(${shiftExchanges.fromUserId} = ${ctx.viewer.id} or ${shiftExchanges.toUserId} = ${ctx.viewer.id})`,
  )
