import { and, eq, sql } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { closedToAll } from '../../../shared/roster/claims.ts'
import { MAX_ASKED_ABOUT_SHIFT } from '../../../shared/roster/exchange-calls.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { awayTimesOf } from '../../core/people/away.ts'
import { insertMany, update } from '../../core/write/write.ts'
import { shiftAsks } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, notify } from '../notifications/notify.ts'
import { shiftFor } from './access.ts'
import { mayAskAbout } from './candidates.ts'
import { refuseFor } from './claim.ts'
import { copiesOf, publishedOf } from './rows.ts'

/**
 * Asks people of the department whether they could come for an open or offered shift. Nobody is asked twice about a
 * shift. Their yes is a claim. Throws 400 for a person outside of the department, 409 `not_open` for a shift that
 * somebody has, `away` for a person who is away then, `being_changed`, `begun`, and `too_many_asked`.
 */
export async function askPeople(
  ctx: Context,
  { params, body: { userIds, reason } }: Input<typeof rosterApi.askPeople>,
): Promise<Reply<typeof rosterApi.askPeople>> {
  const shift = await shiftFor(ctx, params.id, 'roster:plan')
  const { id: shiftId, departmentId } = shift
  refuseFor(closedToAll(copiesOf(shift), ctx.now.getTime()))
  const published = publishedOf(shift)
  if (!published || !mayAskAbout(ctx, shift)) throw conflict('not_open', msg('Somebody has this shift'))
  const ids = [...new Set(userIds)]
  const members = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.id} = any(${sql.param(ids)}::uuid[]) and ${doesShifts} and ${users.departmentId} = ${departmentId}`,
    )
  if (members.length < ids.length) throw invalid('userIds', msg('This person does not work in the department'))
  const { startTime, endTime } = published
  const away = await awayTimesOf(ctx, ids, { from: Date.parse(startTime), to: Date.parse(endTime) })
  // Their yes would be refused.
  if (away.size > 0) throw conflict('away', msg('Is away at that time'))
  const known = await ctx.db.select({ userId: shiftAsks.userId }).from(shiftAsks).where(eq(shiftAsks.shiftId, shiftId))
  const asked = new Set(known.map(({ userId }) => userId))
  const added = ids.filter((id) => !asked.has(id))
  if (asked.size + added.length > MAX_ASKED_ABOUT_SHIFT)
    throw conflict(
      'too_many_asked',
      msg('{count, plural, one {At most # person is} other {At most # people are}} asked about a shift', {
        count: MAX_ASKED_ABOUT_SHIFT,
      }),
    )
  // The shift is locked, so nobody else asks meanwhile.
  await insertMany(
    ctx,
    shiftAsks,
    added.map((userId) => ({ shiftId, departmentId, userId, askedBy: ctx.viewer.id, reason: reason || null })),
    'ask',
  )
  await notify(ctx, added, {
    kind: 'shift-wanted',
    params: { by: fullName(ctx.viewer), first: startTime, end: endTime, reason: reason || null },
    subject: { type: 'planned-shift', id: shiftId },
  })
  return { asked: added.length }
}

/** Says that the viewer cannot come for a shift about which they were asked. Throws 409 `not_asked`. */
export async function declineShift(ctx: Context, { params }: Input<typeof rosterApi.declineShift>): Promise<void> {
  const shift = await shiftFor(ctx, params.id, 'roster:read')
  const [asked] = await ctx.db
    .select()
    .from(shiftAsks)
    .where(and(eq(shiftAsks.shiftId, shift.id), eq(shiftAsks.userId, ctx.viewer.id)))
    .for('update')
  if (!asked) throw conflict('not_asked', msg('Nobody asks about this shift any more'))
  if (asked.declinedAt !== null) return
  await update(ctx, shiftAsks, asked, { declinedAt: ctx.now.toISOString() }, 'decline')
}
