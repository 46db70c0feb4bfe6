import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { type PausedRows, workThrough } from '../../core/jobs/due-rows.ts'
import { doesShifts } from '../../core/people/active.ts'
import { type OnDuty, peopleOnDuty } from '../../core/people/duty.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, type Notice, notifyEach } from '../notifications/notify.ts'
import { isMissing } from './missing.ts'

/** Shifts of one transaction. */
const BATCH_SIZE = 200

/**
 * Tells the managers on duty of people whose shift in their department has begun `MISSING_MINUTES` ago without them:
 * once for each beginning of a shift, several of a department and a time as one notification. While no manager of the
 * department is on duty it waits, and a person who comes meanwhile is not reported. The person is told nothing. Several
 * servers share the work. Returns the number of shifts.
 */
export async function tellOfMissing(ctx: OpenContext, paused?: PausedRows): Promise<number> {
  const managers = await peopleOnDuty(ctx, { from: 'manager' })
  const departmentIds = [...new Set(managers.flatMap(({ departmentId }) => departmentId ?? []))]
  if (departmentIds.length === 0) return 0
  return workThrough(
    ctx,
    {
      ...{ name: 'planned shift', table: plannedShifts, id: plannedShifts.id, time: plannedShifts.publishedStartTime },
      isDue: isToTell(ctx, departmentIds),
      batchSize: BATCH_SIZE,
      work: (tx, ids) => tell(tx, ids, departmentIds, managers),
    },
    paused,
  )
}

/** A shift that was published only after its beginning is a correction, and tells nobody. */
function isToTell(ctx: OpenContext, departmentIds: number[]) {
  const { publishedStartTime, publishedAt, publishedVersion, publishedUserId, missingToldAt } = plannedShifts
  const isActive = sql`exists (select from ${users} where ${users.id} = ${publishedUserId} and ${doesShifts})`
  return sql`${isMissing(ctx, departmentIds)} and (${missingToldAt} is null or ${missingToldAt} < ${publishedStartTime})
    and not (${publishedVersion} = 1 and ${publishedAt} >= ${publishedStartTime}) and ${isActive}`
}

async function tell(ctx: OpenContext, ids: number[], departmentIds: number[], managers: OnDuty[]): Promise<number> {
  const { publishedStartTime, publishedEndTime, publishedUserId } = plannedShifts
  const due = await ctx.db
    .select({
      ...{ id: plannedShifts.id, departmentId: plannedShifts.departmentId },
      ...{ start: publishedStartTime, end: publishedEndTime },
      ...{ firstName: users.firstName, lastName: users.lastName },
    })
    .from(plannedShifts)
    .innerJoin(users, eq(users.id, publishedUserId))
    .where(and(inArray(plannedShifts.id, ids), isToTell(ctx, departmentIds)))
    .orderBy(publishedStartTime, users.foldedName, plannedShifts.id)
    .for('update', { of: plannedShifts, skipLocked: true })
  if (due.length === 0) return 0
  const groups = new Map<string, typeof due>()
  for (const shift of due) {
    const key = `${shift.departmentId} ${shift.start}`
    groups.set(key, [...(groups.get(key) ?? []), shift])
  }
  const notices = [...groups.values()].flatMap(([first, ...others]): Notice[] => {
    if (!first || first.start === null || first.end === null) return []
    const { id, start, end, departmentId } = first
    const recipients = managers.filter((manager) => manager.departmentId === departmentId)
    const params = { name: fullName(first), start, end, others: others.length }
    const fact = { kind: 'shift-missed' as const, params, subject: { type: 'planned-shift' as const, id } }
    return [{ recipients: recipients.map((manager) => manager.id), fact }]
  })
  await notifyEach(ctx, notices)
  // No change of the plan: neither its version nor its history moves.
  await ctx.db
    .update(plannedShifts)
    .set({ missingToldAt: ctx.now.toISOString() })
    .where(
      inArray(
        plannedShifts.id,
        due.map(({ id }) => id),
      ),
    )
  return due.length
}
