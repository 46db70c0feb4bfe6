import type { Viewer } from '../../shared/auth.ts'
import { type ClockSession, durationOf } from '../../shared/clock.ts'
import type { QueuedWrite } from '../api/offline-queue.ts'

/** What the server has not answered for yet, as it will look when it has. */

/** The id of a session that the server does not know yet. */
export const AHEAD = 0

export interface Hours {
  active: ClockSession | null | undefined
  today: ClockSession[] | undefined
}

/** A session that begins at this time. */
export const begun = ({ id: userId, departmentId, department }: Viewer, at: string): ClockSession => ({
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
  needsReview: false,
  correction: null,
})

/** A session that has ended at this time, if it still ran. */
export function ended(session: ClockSession, at: string): ClockSession {
  if (session.endTime !== null) return session
  const times = { startTime: session.startTime, endTime: at }
  return { ...session, ...times, status: 'completed', duration: durationOf(times) }
}

/** One's hours with the clocking in and out that waits for the network; what the server knows already changes nothing. */
export function withQueued(viewer: Viewer, hours: Hours, queued: readonly QueuedWrite[]): Hours {
  let { active, today } = hours
  for (const { shows, at, refusal } of queued) {
    if (refusal !== null || !('clock' in shows) || active === undefined) continue
    if (shows.clock === 'in' && active === null) {
      const session = { ...begun(viewer, at), startedOffline: true }
      active = session
      today = today && [session, ...today]
    } else if (shows.clock === 'out' && active !== null) {
      active = null
      today = today?.map((session) =>
        session.endTime === null ? { ...ended(session, at), endedOffline: true } : session,
      )
    }
  }
  return { active, today }
}

/** A week's sessions, the newest first, as those of today are shown: with what the server has not answered for yet. */
export function withToday(week: ClockSession[], today: ClockSession[] | undefined): ClockSession[] {
  if (!today) return week
  const isKnown = week.some(({ endTime }) => endTime === null)
  const ahead = isKnown ? [] : today.filter(({ id }) => id === AHEAD)
  const shown = week.map((session) => {
    const asToday = today.find(({ id }) => id === session.id)
    return asToday && asToday.updatedAt >= session.updatedAt ? asToday : session
  })
  return [...ahead, ...shown]
}
