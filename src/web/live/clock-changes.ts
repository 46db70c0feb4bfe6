import { clockApi, type OnTheClock, type PersonsWeek, type WeekOfHours } from '../../shared/clock.ts'
import type { ClockSession } from '../../shared/clock-session.ts'
import { isOnDuty } from '../../shared/duty.ts'
import { startOfDay } from '../../shared/time/time.ts'
import { needsReview } from '../../shared/worked-time.ts'
import type { Patches } from './reply-patches.ts'
import { isNewer, type ReplyContext, type RowChange, withRowAt } from './row-changes.ts'
import { type Changed, READ_AGAIN } from './task-changes.ts'

type ClockChange = RowChange<OnTheClock> & { /** When, in milliseconds since 1970. */ at: number }

/** The session without its person, as one's own sessions are given. */
const ownSession = ({ user: _, ...session }: OnTheClock): ClockSession => session

/** The viewer's running session after a change. */
export function changeActive(
  active: ClockSession | null,
  { id, row }: ClockChange,
  _query: object,
  { viewerId }: ReplyContext,
): Changed<ClockSession | null> {
  if (!row) return active?.id === id ? READ_AGAIN : active
  if (row.userId !== viewerId) return active
  if (row.endTime !== null) return active?.id === id ? null : active
  return active?.id === id && isNewer(active, row) ? active : ownSession(row)
}

/** The viewer's session without a known end, after a change. A shift that just began says nothing about it. */
export function changeForgotten(
  forgotten: ClockSession | null,
  { id, row, at }: ClockChange,
  _query: object,
  { viewerId }: ReplyContext,
): Changed<ClockSession | null> {
  if (!row) return forgotten?.id === id ? READ_AGAIN : forgotten
  if (row.userId !== viewerId) return forgotten
  const hasBegun = row.endTime === null && isOnDuty(row, at)
  return forgotten === null && hasBegun ? null : READ_AGAIN
}

/** The newest session first. */
const standsBefore = (session: ClockSession, other: ClockSession) =>
  session.startTime > other.startTime || (session.startTime === other.startTime && session.id > other.id)

/** The viewer's sessions that touch today, after a change. */
export function changeTodaysClock(
  today: ClockSession[],
  { id, row, at }: ClockChange,
  _query: object,
  { viewerId, timeZone }: ReplyContext,
): Changed<ClockSession[]> {
  const known = today.find((session) => session.id === id)
  if (!row) return known ? READ_AGAIN : today
  if (row.userId !== viewerId || isNewer(known, row)) return today
  const [from, to] = [0, 1].map((days) => startOfDay(at, timeZone, days)) as [number, number]
  const touches = Date.parse(row.startTime) < to && (row.endTime === null || Date.parse(row.endTime) > from)
  return withRowAt(today, id, touches ? ownSession(row) : null, standsBefore)
}

/** The people on the clock after a change, the earliest start in front. */
export function changeOnTheClock(
  present: OnTheClock[],
  { id, row, at }: ClockChange,
  { departmentId }: { departmentId?: number },
  { viewerId }: ReplyContext,
): Changed<OnTheClock[]> {
  const known = present.find((session) => session.id === id)
  if (row && (row.userId === viewerId || isNewer(known, row))) return present
  const isRunning = row !== null && row.endTime === null
  // A chosen department is the person's, which a session does not name.
  if (isRunning && !known && departmentId !== undefined) return READ_AGAIN
  const next = withRowAt(present, id, isRunning ? row : null, (session, other) => standsBefore(other, session))
  return next === present ? present : next.map((session) => reviewedAt(session, at))
}

/** A running session becomes one to review by time alone. */
function reviewedAt(session: OnTheClock, at: number): OnTheClock {
  const isToReview = needsReview({ ...session, correctedAt: session.correction?.at ?? null }, at)
  return isToReview === session.needsReview ? session : { ...session, needsReview: isToReview }
}

/** A week of one person's hours. The server adds up its totals. */
const changeWeek = <Week extends WeekOfHours>(week: Week, { id, row }: ClockChange, userId: unknown): Changed<Week> =>
  (row ? row.userId === userId : week.sessions.some((session) => session.id === id)) ? READ_AGAIN : week

/** A week of the viewer's own hours after a change. */
export const changeOwnWeek = (week: WeekOfHours, change: ClockChange, _query: object, { viewerId }: ReplyContext) =>
  changeWeek(week, change, viewerId)

/** A week of another person's hours after a change. */
export const changePersonsWeek = (week: PersonsWeek, change: ClockChange) => changeWeek(week, change, week.user.id)

/** The hours of a team after a change: one's own are not among them. */
export const changeTeamHours = <Hours>(
  hours: Hours,
  { row }: ClockChange,
  _query: object,
  { viewerId }: ReplyContext,
): Changed<Hours> => (row?.userId === viewerId ? hours : READ_AGAIN)

/** How changes of sessions change the viewer's own hours of today. */
export const ownClockPatches: Patches = [
  [clockApi.active, changeActive],
  [clockApi.today, changeTodaysClock],
]

/** How they change the question of a forgotten end. */
export const forgottenPatches: Patches = [[clockApi.forgotten, changeForgotten]]

/** How they change the other parts of the clock's screen. */
export const clockPatches: Patches = [
  [clockApi.now, changeOnTheClock],
  [clockApi.history, changeOwnWeek],
  [clockApi.person, changePersonsWeek],
  [clockApi.hours, changeTeamHours],
]
