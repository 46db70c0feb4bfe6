import { sql } from 'drizzle-orm'
import { may } from '../../../shared/permissions.ts'
import { closedToAll } from '../../../shared/roster/claims.ts'
import { MAX_OPEN_SHIFTS, type OpenShift } from '../../../shared/roster/shapes.ts'
import { eachInTurns } from '../../base/joined-in-turns.ts'
import type { Context } from '../../core/context.ts'
import { present } from '../../core/write/audit-config.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql } from './access.ts'
import { ownClaimJudge } from './own-work.ts'
import { copiesOf, publishedWriter, shiftsWithColours } from './rows.ts'

/**
 * The open shifts of the viewer's department that begin between two instants (ms) and have not begun, and those that
 * colleagues offer, earliest first. Each says whether the viewer may take it, or why not. It takes turns with other
 * calls.
 */
export async function readOpenShifts(ctx: Context, { from, to }: { from: number; to: number }): Promise<OpenShift[]> {
  const { departmentId, id: viewerId } = ctx.viewer
  const now = ctx.now.getTime()
  if (!may(ctx.viewer, 'roster:claim', { departmentId }) || to <= now) return []
  const { publishedUserId, publishedStartTime, offeredAt } = plannedShifts
  const begins = Math.max(from, now)
  const found = await shiftsWithColours(
    ctx,
    sql`${plannedShifts.departmentId} = ${departmentId}
      and (${publishedUserId} is null or (${offeredAt} is not null and ${publishedUserId} <> ${viewerId}))
      and ${publishedStartTime} > ${instantSql(begins)} and ${publishedStartTime} < ${instantSql(to)}`,
    MAX_OPEN_SHIFTS,
  )
  if (found.length === 0) return []
  const offerers = await peopleById(ctx, present(found.map(({ shift }) => shift.publishedUserId)))
  const judge = await ownClaimJudge(ctx, { from: begins, to })
  const write = publishedWriter(ctx)
  const open: OpenShift[] = []
  await eachInTurns(found, (each) => {
    const shift = write(each)
    if (!shift) return
    const whyNot = closedToAll(copiesOf(each.shift), now) ?? judge(shift)
    open.push({ shift, offeredBy: offerers.get(shift.userId ?? '') ?? null, mayClaim: whyNot === null, whyNot })
  })
  return open.sort((a, b) => a.shift.startTime.localeCompare(b.shift.startTime))
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
