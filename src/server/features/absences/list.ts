import { and, sql } from 'drizzle-orm'
import {
  liveAbsenceStates,
  MAX_ABSENCE_RANGE_DAYS,
  MAX_ABSENCES_OF_REPLY,
  MAX_REQUESTS_OF_REPLY,
} from '../../../shared/absences/shapes.ts'
import type { absencesApi } from '../../../shared/absences.ts'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { boundsOf, daysFromTo } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { readAbsences, touches } from '../../core/people/absences.ts'
import { isOneOf } from '../../db/columns.ts'
import { absences } from '../../db/tables/absences.ts'
import { absencesOf, absencesOfDepartment, ownAbsences } from './access.ts'
import { countShiftsDuring } from './shifts.ts'

/**
 * The absences that touch some days: the viewer's, another person's, or the requested and approved ones of a
 * department's people. Throws 404 for a person and 403 for a department whose absences the viewer may not read, 400
 * for too many days.
 */
export async function listAbsences(
  ctx: Context,
  { query: { from, to, departmentId, userId } }: Input<typeof absencesApi.list>,
): Promise<Reply<typeof absencesApi.list>> {
  if (to < from) throw invalid('to', msg('Must not be before the first day'))
  if (Date.parse(to) - Date.parse(from) >= MAX_ABSENCE_RANGE_DAYS * 86_400_000)
    throw invalid(
      'to',
      msg('{count, plural, one {At most # day} other {At most # days}}', { count: MAX_ABSENCE_RANGE_DAYS }),
    )
  const conditions = [
    ...(departmentId === undefined
      ? []
      : [absencesOfDepartment(ctx, departmentId), isOneOf(absences.state, liveAbsenceStates)]),
    ...(userId === undefined ? [] : [await absencesOf(ctx, userId)]),
  ]
  const isSeen = and(...conditions) ?? ownAbsences(ctx)
  const bounds = boundsOf(daysFromTo(from, to, ctx.services.config.timeZone))
  const found = await readAbsences(ctx, sql`${isSeen} and ${touches(bounds)}`, MAX_ABSENCES_OF_REPLY + 1)
  return { absences: found.slice(0, MAX_ABSENCES_OF_REPLY), hasMore: found.length > MAX_ABSENCES_OF_REPLY }
}

/**
 * The absences of a department that wait for a decision and have not ended, with the number of shifts in their time.
 * Throws 403 for a department whose absences the viewer does not decide about.
 */
export async function listAbsenceRequests(
  ctx: Context,
  { query: { departmentId } }: Input<typeof absencesApi.requests>,
): Promise<Reply<typeof absencesApi.requests>> {
  const isSeen = absencesOfDepartment(ctx, departmentId)
  const isWaiting = sql`${absences.state} = 'requested' and ${absences.endTime} > ${ctx.now.toISOString()}`
  const found = await readAbsences(ctx, sql`${isSeen} and ${isWaiting}`, MAX_REQUESTS_OF_REPLY)
  const shifts = await countShiftsDuring(
    ctx,
    found.map(({ id }) => id),
  )
  return {
    requests: found.map((absence) => ({
      absence,
      shifts: shifts.get(absence.id) ?? 0,
      // They are people whose absences the viewer reads, so only the viewer's own are somebody else's to decide.
      mayDecide: absence.user.id !== ctx.viewer.id,
    })),
  }
}
