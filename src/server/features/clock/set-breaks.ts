import { and, eq, notInArray } from 'drizzle-orm'
import type { clockApi } from '../../../shared/clock.ts'
import { type ClockSession, isSettled, SETTLED_DAYS } from '../../../shared/clock-session.ts'
import type { SessionBreaks } from '../../../shared/clocking.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { clockSessionFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { noteChangedHours } from '../../core/hours/changed.ts'
import { mustKeepApproved } from '../../core/hours/lock.ts'
import { deliverAfterBreak } from '../../core/notify/after-break.ts'
import { updateWithParts } from '../../core/write/write.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { fullName, notify } from '../notifications/notify.ts'
import { type BreakRow, insertBreaks, partsOf, readBreaks } from './breaks.ts'
import { correctionBy, mustBeVersion, type SessionRow, spanOf } from './correct.ts'
import { sessionWithNames } from './sessions.ts'

/**
 * Sets the breaks of a session. A manager corrects them, with a reason that stands in the session, in the audit log
 * and in the notification for the person. As every correction, this confirms the session with its times. The person
 * enters a break afterwards, or the end of a running one; a manager is to confirm it. Only a manager changes a break
 * whose beginning was recorded by the clock or by a manager.
 */
export async function setBreaks(
  ctx: Context,
  { params, body }: Input<typeof clockApi.setBreaks>,
): Promise<ClockSession> {
  const session = await clockSessionFor(ctx, params.id, 'clock:correct', 'clock:break')
  mustBeVersion(session, body.updatedAt)
  const before = await readBreaks(ctx, session.id)
  const spans = checkedSpans(ctx, session, before, body.breaks)
  const isOwn = session.userId === ctx.viewer.id
  if (isOwn) {
    mustBeRecent(ctx, session)
    mustKeepRecorded(session, before, spans)
  }
  const { reason = '' } = body
  if (!isOwn && reason === '') throw invalid('reason', msg('Say why'))
  const isUnchanged = before.length === spans.length && before.every((row) => spans.some((span) => isSame(row, span)))
  if (isOwn && isUnchanged) return sessionWithNames(ctx, session.id)
  if (!isOwn)
    await mustKeepApproved(ctx, session.userId, {
      before: { ...session, breaks: before },
      after: { ...session, breaks: spans },
    })
  const statedAt = isOwn ? ctx.now.toISOString() : null
  const after = await replaceBreaks(ctx, session, before, spans, statedAt)
  const values = isOwn ? { breaksStatedAt: statedAt } : correctionBy(ctx, reason)
  await updateWithParts(
    ctx,
    clockSessions,
    session,
    values,
    { before: partsOf(before), after: partsOf(after) },
    isOwn ? 'break-state' : 'break-correct',
  )
  if (isOwn) await noteChangedHours(ctx, session.userId, session.startTime)
  else await tellPerson(ctx, session, { before, after, reason, isUnchanged })
  const ended = before.find(({ endTime }) => endTime === null)
  if (ended && after.every(({ endTime }) => endTime !== null)) await deliverAfterBreak(ctx, session, ended.startTime)
  return sessionWithNames(ctx, session.id)
}

type Span = Pick<BreakRow, 'startTime' | 'endTime' | 'isPaid'>

const isSame = (row: Span, span: Span) =>
  row.startTime === span.startTime && row.endTime === span.endTime && row.isPaid === span.isPaid

/**
 * The breaks that were sent, earliest first. Throws 400 at the field for one outside of the session, in the future, in
 * the wrong order or over another one; only a break that runs already may have no end.
 */
function checkedSpans(ctx: Context, session: SessionRow, before: BreakRow[], sent: SessionBreaks['breaks']): Span[] {
  const latest = session.endTime ?? ctx.now.toISOString()
  const spans = sent.map(({ startTime, endTime, isPaid = false }, at) => {
    const path = (field: string) => `breaks.${at}.${field}`
    const runs = before.some((row) => row.endTime === null && row.startTime === startTime)
    const stays = before.some((row) => isSame(row, { startTime, endTime, isPaid }))
    if (endTime === null && !(runs && session.endTime === null))
      throw invalid(path('endTime'), msg('Say when it ended'))
    if (startTime < session.startTime) throw invalid(path('startTime'), msg('Must not be before the clock-in'))
    // A break that was ended in the moment that it began has no length.
    if (endTime !== null && endTime <= startTime && !stays)
      throw invalid(path('endTime'), msg('Must be after the start'))
    if (endTime !== null && endTime > latest)
      throw invalid(
        path('endTime'),
        session.endTime === null ? msg('Must not be in the future') : msg('Must not be after the clock-out'),
      )
    return { startTime, endTime, isPaid, at }
  })
  const sorted = spans.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
  for (const [index, { startTime, at }] of sorted.entries()) {
    const previous = sorted[index - 1]
    if (previous && (previous.endTime === null || previous.endTime > startTime))
      throw invalid(`breaks.${at}.startTime`, msg('Must not overlap another break'))
  }
  return sorted.map(({ at: _, ...span }) => span)
}

/** Throws 409 `settled` for a session that ended long ago. */
function mustBeRecent({ now }: Context, { endTime }: SessionRow) {
  if (isSettled({ endTime }, now.getTime())) {
    const message = msg(
      '{days, plural, one {This was more than # day ago.} other {This was more than # days ago.}} Ask a manager to correct your hours.',
      { days: SETTLED_DAYS },
    )
    throw conflict('settled', message)
  }
}

/**
 * Throws 409 `recorded` if a person would remove or change a break that the clock or a manager has recorded, or that a
 * manager has confirmed. They may say when a running one ended.
 */
function mustKeepRecorded({ correctedAt }: SessionRow, before: BreakRow[], spans: Span[]) {
  const isRecorded = ({ statedAt }: BreakRow) => statedAt === null || (correctedAt !== null && correctedAt >= statedAt)
  const isKept = (row: BreakRow) => spans.some((span) => isSame({ ...row, endTime: row.endTime ?? span.endTime }, span))
  if (before.some((row) => isRecorded(row) && !isKept(row)))
    throw conflict('recorded', msg('This break was recorded at the time. Ask a manager to correct your hours.'))
}

/**
 * Writes the breaks of a session. Breaks that are the same stay as they are. A changed one that begins when it began
 * before keeps how its beginning was recorded.
 *
 * @param statedAt when the person has stated them; null for a manager's correction
 */
async function replaceBreaks(
  ctx: Context,
  { id }: SessionRow,
  before: BreakRow[],
  spans: Span[],
  statedAt: string | null,
) {
  const kept = before.filter((row) => spans.some((span) => isSame(row, span)))
  const added = spans.filter((span) => !kept.some((row) => isSame(row, span)))
  const ofSession = eq(breaks.sessionId, id)
  if (kept.length < before.length)
    await ctx.db.delete(breaks).where(
      and(
        ofSession,
        notInArray(
          breaks.id,
          kept.map((row) => row.id),
        ),
      ),
    )
  if (added.length > 0)
    await insertBreaks(
      ctx,
      added.map((span) => {
        const former = before.find(({ startTime }) => startTime === span.startTime)
        const { plannedMinutes = null, startedOffline = false } = former ?? {}
        const isStated = statedAt !== null && former?.statedAt !== null
        return { sessionId: id, ...span, plannedMinutes, startedOffline, statedAt: isStated ? statedAt : null }
      }),
    )
  return readBreaks(ctx, id)
}

const minutesOf = (rows: BreakRow[], now: Date) =>
  Math.floor(
    rows.reduce(
      (sum, { startTime, endTime }) => sum + Date.parse(endTime ?? now.toISOString()) - Date.parse(startTime),
      0,
    ) / 60_000,
  )

async function tellPerson(
  ctx: Context,
  session: SessionRow,
  {
    before,
    after,
    reason,
    isUnchanged,
  }: { before: BreakRow[]; after: BreakRow[]; reason: string; isUnchanged: boolean },
) {
  const facts = { by: fullName(ctx.viewer), session: spanOf(session), reason }
  const [minutesBefore, minutes] = [minutesOf(before, ctx.now), minutesOf(after, ctx.now)]
  const subject = { type: 'clock-session', id: session.id } as const
  await notify(
    ctx,
    [session.userId],
    isUnchanged
      ? { kind: 'clock-confirmed', params: facts, subject }
      : { kind: 'clock-breaks', params: { ...facts, minutesBefore, minutes }, subject },
  )
}
