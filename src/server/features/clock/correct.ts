import { and, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import type { clockApi } from '../../../shared/clock.ts'
import type { ClockSession } from '../../../shared/clock-session.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { formatSpan } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { durationOf, type TimeSpan } from '../../../shared/worked-time.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { clockSessionFor, personOnTheClockFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { offerWorkOf } from '../../core/handovers/hand-over.ts'
import { mustKeepApproved } from '../../core/hours/lock.ts'
import { deliverAfterRunningBreak } from '../../core/people/clock-out.ts'
import { insert, updateWithParts } from '../../core/write/write.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { fullName, notify, notifyEach } from '../notifications/notify.ts'
import { cutTo, partsOf, readBreaks } from './breaks.ts'
import { sessionWithNames } from './sessions.ts'

export type SessionRow = typeof clockSessions.$inferSelect
type Times = TimeSpan

/**
 * Corrects a person's session; if no time is changed, it confirms the session. If that ends a running one, the person's
 * tasks in progress are offered to the people on duty. The reason is stored with the session, in the audit log and in
 * the notification for the person. Throws 409 when the session has changed meanwhile, would overlap another, or if a
 * minute of an approved day would change; 400 for times that make no sense.
 */
export async function correctSession(
  ctx: Context,
  { params, body }: Input<typeof clockApi.correct>,
): Promise<ClockSession> {
  const session = await clockSessionFor(ctx, params.id, 'clock:correct')
  mustBeVersion(session, body.updatedAt)
  const times = { startTime: body.startTime ?? session.startTime, endTime: body.endTime ?? session.endTime }
  checkTimes(ctx, times, body)
  await mustNotOverlap(ctx, session, times)
  const breaks = await readBreaks(ctx, session.id)
  await mustKeepApproved(ctx, session.userId, {
    before: { ...session, breaks },
    after: { ...times, breaks: cutTo(times, breaks) },
  })
  const endsNow = session.endTime === null && times.endTime !== null
  if (endsNow) await deliverAfterRunningBreak(ctx, session)
  const after = await updateWithParts(
    ctx,
    clockSessions,
    session,
    {
      ...times,
      status: times.endTime === null ? 'active' : 'completed',
      duration: durationOf(times),
      ...correctionBy(ctx, body.reason),
    },
    { before: partsOf(breaks), after: partsOf(cutTo(times, breaks)) },
    'correct',
  )
  await notifyPerson(ctx, session, after, body.reason)
  if (endsNow) await notifyEach(ctx, await offerWorkOf(ctx, after))
  return sessionWithNames(ctx, session.id)
}

/**
 * Adds hours that a person forgot to record, in the department that they belong to now. The rules of corrections apply.
 */
export async function addHours(ctx: Context, { params, body }: Input<typeof clockApi.add>): Promise<ClockSession> {
  const { id: userId, departmentId } = await personOnTheClockFor(ctx, params.id, 'clock:correct')
  const { reason, ...times } = body
  checkTimes(ctx, times, times)
  await mustNotOverlap(ctx, { userId }, times)
  await mustKeepApproved(ctx, userId, { before: null, after: { ...times, breaks: [] } })
  const duration = durationOf(times)
  const values = {
    userId,
    departmentId,
    ...times,
    status: 'completed',
    duration,
    ...correctionBy(ctx, reason),
  } as const
  const { id } = await insert(ctx, clockSessions, values, 'add')
  await notify(ctx, [userId], {
    kind: 'clock-added',
    params: { by: fullName(ctx.viewer), session: spanOf(times), reason },
    subject: { type: 'clock-session', id },
  })
  return sessionWithNames(ctx, id)
}

/** Throws 409 if the session is not the version that a correction was made on. */
export function mustBeVersion(session: SessionRow, updatedAt: string | undefined) {
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(session.updatedAt))
    throw conflict('edited_meanwhile', msg('This session has changed meanwhile'))
}

export const correctionBy = (ctx: Context, reason: string) => ({
  correctedBy: ctx.viewer.id,
  correctedAt: ctx.now.toISOString(),
  correctionReason: reason,
})

/** Throws 400, with the field's name, for a time in the future or an end before the start. */
function checkTimes({ now }: Context, { startTime, endTime }: Times, sent: Partial<Times>) {
  const present = now.toISOString()
  if (startTime > present) throw invalid('startTime', msg('Must not be in the future'))
  if (endTime === null) return
  if (endTime > present) throw invalid('endTime', msg('Must not be in the future'))
  if (endTime > startTime || (sent.startTime ?? sent.endTime) === undefined) return
  throw sent.endTime === undefined
    ? invalid('startTime', msg('Must be before the end'))
    : invalid('endTime', msg('Must be after the start'))
}

/**
 * Throws 409 if the times overlap another session of the person. The person's row is locked by `access`, so that their
 * other sessions do not change meanwhile.
 */
async function mustNotOverlap(
  ctx: Context,
  { id, userId }: Pick<SessionRow, 'userId'> & { id?: number },
  { startTime, endTime }: Times,
) {
  const [other] = await ctx.db
    .select({ startTime: clockSessions.startTime, endTime: clockSessions.endTime })
    .from(clockSessions)
    .where(
      and(
        eq(clockSessions.userId, userId),
        id === undefined ? undefined : ne(clockSessions.id, id),
        or(isNull(clockSessions.endTime), gt(clockSessions.endTime, startTime)),
        endTime === null ? undefined : lt(clockSessions.startTime, endTime),
      ),
    )
    .limit(1)
  if (!other) return
  const span = formatSpan(other.startTime, other.endTime, ctx.reader)
  throw conflict('overlaps', msg('It would overlap another session of this person: {span}', { span }))
}

export const spanOf = ({ startTime, endTime }: Times) => ({ start: startTime, end: endTime })

async function notifyPerson(ctx: Context, before: SessionRow, after: SessionRow, reason: string) {
  const isChanged = before.startTime !== after.startTime || before.endTime !== after.endTime
  const [by, session] = [fullName(ctx.viewer), spanOf(before)]
  const subject = { type: 'clock-session', id: before.id } as const
  await notify(
    ctx,
    [before.userId],
    isChanged
      ? { kind: 'clock-corrected', params: { by, before: session, after: spanOf(after), reason }, subject }
      : { kind: 'clock-confirmed', params: { by, session, reason }, subject },
  )
}
