import { DUTY_HOURS, SAME_SHIFT_MINUTES } from '../duty.ts'
import { type Breach, breachFinder } from '../work-breaches.ts'
import { piecesOf, type WorkPiece } from '../work-pieces.ts'
import type { WorkRules } from '../work-rules.ts'
import type { TimeSpan } from '../worked-time.ts'
import type { ShiftSpan } from './shift-times.ts'

/** The work rules that a plan would break: pure functions over what was worked and what is planned. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface PlannedWork extends ShiftSpan {
  breakMinutes: number
}

export interface WorkedSession extends TimeSpan {
  confirmedAt?: string | null
  breaks?: readonly (TimeSpan & { isPaid: boolean })[] | undefined
}

/** A shift as a piece of work. Its break is as if it were taken in the middle: the plan does not say when. */
export function pieceOfShift({ startTime, endTime, breakMinutes }: PlannedWork): WorkPiece {
  const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
  const [middle, half] = [(from + to) / 2, (breakMinutes * MINUTE) / 2]
  return { from, to, breaks: half === 0 ? [] : [{ from: middle - half, to: middle + half, isPaid: false }] }
}

/**
 * The pieces of one person's work in the order of time: clock sessions for the past, shifts that have not begun for the
 * future. A running session reaches to the end of the shift that it covers, at most 14 hours, and takes its place.
 *
 * @param now in milliseconds
 */
export function piecesOfPlan(
  sessions: readonly WorkedSession[],
  shifts: readonly PlannedWork[],
  now: number,
): WorkPiece[] {
  const running = sessions.find(({ endTime }) => endTime === null)
  const covered = running ? shifts.filter((shift) => isCovered(shift, running, now)) : []
  const coveredUntil = Math.max(...covered.map(({ endTime }) => Date.parse(endTime)))
  const worked = piecesOf(sessions, now).map((piece) => {
    if (!running || piece.from !== Date.parse(running.startTime)) return piece
    return { ...piece, to: Math.max(piece.to, Math.min(coveredUntil, piece.from + DUTY_HOURS * HOUR)) }
  })
  const planned = shifts
    .filter((shift) => Date.parse(shift.startTime) > now && !covered.includes(shift))
    .map(pieceOfShift)
  return [...worked, ...planned].sort((a, b) => a.from - b.from)
}

/** A session covers a shift that it overlaps, and one that begins soon: its person has come early. */
const isCovered = (shift: ShiftSpan, running: TimeSpan, now: number) =>
  Date.parse(shift.endTime) > Date.parse(running.startTime) &&
  Date.parse(shift.startTime) <= now + SAME_SHIFT_MINUTES * MINUTE

/**
 * Makes the function that finds the rules which a person's plan breaks between `from` and `to` (in ms), earliest first.
 * Without a rule about overtime, more work in a week than the contract says is a breach of it.
 */
export function planBreachFinder(rules: WorkRules, range: { from: number; to: number }, timeZone: string) {
  const finders = new Map<number | null, (work: WorkPiece[]) => Breach[]>()
  return (work: WorkPiece[], contractMinutes: number | null): Breach[] => {
    const overtimeWeekMinutes = rules.overtimeWeekMinutes ?? (contractMinutes || null)
    const known = finders.get(overtimeWeekMinutes)
    const finder = known ?? breachFinder({ ...rules, overtimeWeekMinutes }, range, timeZone)
    if (!known) finders.set(overtimeWeekMinutes, finder)
    return finder(work)
  }
}

/** So many days of sessions before a range matter to the rules. */
export const daysThatMatter = ({ averageMinutes, averageWeeks, daysInRow }: WorkRules) =>
  Math.max(14, averageMinutes === null ? 0 : 7 * averageWeeks, (daysInRow ?? 0) + 7)
