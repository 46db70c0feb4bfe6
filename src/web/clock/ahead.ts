import type { Viewer } from '../../shared/auth.ts'
import type { Break, ClockSession } from '../../shared/clock-session.ts'
import { durationOf, runningBreakOf } from '../../shared/worked-time.ts'
import type { QueuedWrite } from '../offline/queued-writes.ts'

/** Shows clocking in and out before the server has answered. */

/** The id of a session that the server has not stored yet. */
export const AHEAD = 0

export interface OwnHours {
  active: ClockSession | null | undefined
  today: ClockSession[] | undefined
}

/** A session of the viewer that starts at this time. */
export const startedSession = ({ id: userId, departmentId, department }: Viewer, at: string): ClockSession => ({
  id: AHEAD,
  userId,
  departmentId,
  department,
  startTime: at,
  endTime: null,
  duration: null,
  status: 'active',
  createdAt: at,
  updatedAt: at,
  startedOffline: false,
  endedOffline: false,
  confirmedAt: null,
  endStatedAt: null,
  breaksStatedAt: null,
  breaks: [],
  needsReview: false,
  correction: null,
})

/** The session, ended at this time with its break if it was still running. */
export function endedSession(session: ClockSession, at: string): ClockSession {
  if (session.endTime !== null) return session
  const times = { startTime: session.startTime, endTime: at }
  return { ...endedBreak(session, at), ...times, status: 'completed', duration: durationOf(times) }
}

/** The session with a break from this time on, if it runs and has none that runs. */
export function startedBreak(session: ClockSession, at: string): ClockSession {
  if (session.endTime !== null || runningBreakOf(session)) return session
  const one: Break = {
    ...{ startTime: at, endTime: null, isPaid: false, plannedMinutes: null },
    ...{ startedOffline: false, endedOffline: false, statedAt: null },
  }
  return { ...session, breaks: [...(session.breaks ?? []), one] }
}

/** The session with its running break ended at this time. */
export const endedBreak = (session: ClockSession, at: string): ClockSession =>
  runningBreakOf(session)
    ? { ...session, breaks: session.breaks?.map((one) => (one.endTime === null ? { ...one, endTime: at } : one)) }
    : session

/**
 * The viewer's hours with the queued clocking in and out, and breaks. An entry that the server already has changes
 * nothing.
 */
export function withQueued(viewer: Viewer, hours: OwnHours, queued: readonly QueuedWrite[]): OwnHours {
  let { active, today } = hours
  for (const { shows, at, refusal } of queued) {
    if (refusal !== null || !('clock' in shows) || active === undefined) continue
    if (shows.clock === 'in' && active === null) {
      const session = { ...startedSession(viewer, at), startedOffline: true }
      active = session
      today = today && [session, ...today]
    } else if (shows.clock === 'out' && active !== null) {
      active = null
      today = today?.map((session) =>
        session.endTime === null ? { ...endedSession(session, at), endedOffline: true } : session,
      )
    } else if ((shows.clock === 'break' || shows.clock === 'back') && active !== null) {
      const change = shows.clock === 'break' ? startedBreak : endedBreak
      active = change(active, at)
      today = today?.map((session) => (session.endTime === null ? change(session, at) : session))
    }
  }
  return { active, today }
}

/** A week's sessions, newest first, with today's as `today` has them: also those that the server has not stored yet. */
export function withToday(week: ClockSession[], today: ClockSession[] | undefined): ClockSession[] {
  if (!today) return week
  const hasRunning = week.some(({ endTime }) => endTime === null)
  const ahead = hasRunning ? [] : today.filter(({ id }) => id === AHEAD)
  const shown = week.map((session) => {
    const asToday = today.find(({ id }) => id === session.id)
    return asToday && asToday.updatedAt >= session.updatedAt ? asToday : session
  })
  return [...ahead, ...shown]
}
