import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { may } from '../../../shared/permissions.ts'
import type { OpenShift } from '../../../shared/roster/claim-shapes.ts'
import { closedToAll } from '../../../shared/roster/claims.ts'
import { MAX_OPEN_SHIFTS } from '../../../shared/roster/shapes.ts'
import { eachInTurns } from '../../base/joined-in-turns.ts'
import type { Context } from '../../core/context.ts'
import { present } from '../../core/write/audiences.ts'
import { plannedShifts, shiftAsks } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql } from './access.ts'
import { ownClaimJudge } from './own-work.ts'
import { copiesOf, publishedWriter, shiftsWithColours } from './rows.ts'

/**
 * The open shifts of the viewer's department that begin between two instants (ms) and have not begun, and shifts that
 * colleagues offer, earliest first; besides, shifts of any week about which planners ask the viewer. Each says whether
 * the viewer may take it, or why not. It takes turns with other calls.
 */
export async function readShiftsToTake(
  ctx: Context,
  { from, to }: { from: number; to: number },
): Promise<{ openShifts: OpenShift[]; asks: OpenShift[] }> {
  if (!may(ctx.viewer, 'roster:claim', { departmentId: ctx.viewer.departmentId })) return { openShifts: [], asks: [] }
  const asked = await asksTo(ctx)
  const begins = Math.max(from, ctx.now.getTime())
  const { publishedStartTime } = plannedShifts
  const isOfSpan = sql`${publishedStartTime} > ${instantSql(begins)} and ${publishedStartTime} < ${instantSql(to)}`
  const ids = sql.param([...asked.keys()])
  return {
    openShifts: to > begins ? await shiftsToTake(ctx, isOfSpan, asked) : [],
    asks: asked.size > 0 ? await shiftsToTake(ctx, sql`${plannedShifts.id} = any(${ids}::int[])`, asked) : [],
  }
}

async function shiftsToTake(ctx: Context, condition: SQL, asked: Asked): Promise<OpenShift[]> {
  const { departmentId, id: viewerId } = ctx.viewer
  const now = ctx.now.getTime()
  const { publishedUserId, publishedStartTime, offeredAt } = plannedShifts
  const found = await shiftsWithColours(
    ctx,
    sql`${plannedShifts.departmentId} = ${departmentId} and ${condition} and ${publishedStartTime} > ${instantSql(now)}
      and (${publishedUserId} is null or (${offeredAt} is not null and ${publishedUserId} <> ${viewerId}))`,
    MAX_OPEN_SHIFTS,
  )
  if (found.length === 0) return []
  const offerers = await peopleById(ctx, present(found.map(({ shift }) => shift.publishedUserId)))
  const starts = found.map(({ shift }) => Date.parse(shift.publishedStartTime ?? shift.startTime))
  const judge = await ownClaimJudge(ctx, { from: Math.min(...starts), to: Math.max(...starts) + 1 })
  const write = publishedWriter(ctx)
  const open: OpenShift[] = []
  await eachInTurns(found, (each) => {
    const shift = write(each)
    if (!shift) return
    const whyNot = closedToAll(copiesOf(each.shift), now) ?? judge(shift)
    const offeredBy = offerers.get(shift.userId ?? '') ?? null
    open.push({ shift, offeredBy, mayClaim: whyNot === null, whyNot, asked: asked.get(shift.id) ?? null })
  })
  return open.sort((a, b) => a.shift.startTime.localeCompare(b.shift.startTime))
}

type Asked = ReadonlyMap<number, NonNullable<OpenShift['asked']>>

/** Questions of planners to the viewer, about shifts to come, that the viewer has not answered with a no. */
async function asksTo({ db, now, viewer }: Context): Promise<Asked> {
  const { id, firstName, lastName, profileImageUrl } = users
  const rows = await db
    .select({
      ...{ shiftId: shiftAsks.shiftId, by: { id, firstName, lastName, profileImageUrl } },
      ...{ at: shiftAsks.createdAt, reason: shiftAsks.reason },
    })
    .from(shiftAsks)
    .innerJoin(users, eq(users.id, shiftAsks.askedBy))
    .innerJoin(plannedShifts, eq(plannedShifts.id, shiftAsks.shiftId))
    .where(
      sql`${shiftAsks.userId} = ${viewer.id} and ${shiftAsks.declinedAt} is null
        and ${plannedShifts.publishedStartTime} > ${instantSql(now.getTime())}`,
    )
    .orderBy(desc(shiftAsks.id))
    .limit(MAX_OPEN_SHIFTS)
  return new Map(rows.map(({ shiftId, ...ask }) => [shiftId, ask]))
}

async function peopleById({ db }: Context, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const { id, firstName, lastName, profileImageUrl } = users
  const people = await db
    .select({ id, firstName, lastName, profileImageUrl })
    .from(users)
    .where(sql`${id} = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(people.map((person) => [person.id, person]))
}
