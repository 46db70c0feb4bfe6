import { sql } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { updateMany } from '../../core/write/write.ts'
import { shiftExchanges } from '../../db/tables/roster.ts'
import { type Notice, notifyEach } from '../notifications/notify.ts'
import type { Shift } from './access.ts'
import { isOpenExchange } from './exchange-rows.ts'

/**
 * Ends the open exchanges of shifts that change hands, move or go: nobody has agreed to the shifts as they are now. The
 * caller has locked the shifts. It tells the people of the exchanges.
 *
 * @param shifts as they were before, published
 */
export async function voidExchanges(ctx: Context, shifts: Shift[]) {
  const byId = new Map(shifts.filter(({ publishedVersion }) => publishedVersion !== null).map((one) => [one.id, one]))
  if (byId.size === 0) return
  const ids = sql.param([...byId.keys()])
  const open = await ctx.db
    .select()
    .from(shiftExchanges)
    .where(
      sql`${isOpenExchange} and (${shiftExchanges.shiftId} = any(${ids}::int[]) or ${shiftExchanges.forShiftId} = any(${ids}::int[]))`,
    )
    .orderBy(shiftExchanges.id)
    .for('update')
  await updateMany(ctx, shiftExchanges, open, { state: 'void', endedAt: ctx.now.toISOString() }, 'void')
  await notifyEach(
    ctx,
    open.flatMap(({ id, shiftId, forShiftId, fromUserId, toUserId }): Notice[] => {
      const changed = byId.get(shiftId) ?? byId.get(forShiftId ?? 0)
      const [start, end] = [changed?.publishedStartTime, changed?.publishedEndTime]
      // Nobody plans for a shift that has begun.
      if (!start || !end || Date.parse(start) <= ctx.now.getTime()) return []
      return [
        {
          recipients: [fromUserId, toUserId].filter((userId) => userId !== ctx.viewer.id),
          fact: {
            kind: 'exchange-void',
            params: { first: start, start, end },
            subject: { type: 'shift-exchange', id },
          },
        },
      ]
    }),
  )
}
