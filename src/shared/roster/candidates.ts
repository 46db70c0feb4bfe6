import type { WorkPiece } from '../work-pieces.ts'
import type { Candidate } from './exchange-calls.ts'
import type { ShiftSpan } from './shift-times.ts'
import type { WishKind } from './wishes.ts'

/** The people who could work a shift, best first: pure functions. */

const MINUTE = 60_000

/**
 * Minutes between a shift and the work before and after it; null without any. Work at the same time leaves no rest.
 *
 * @param work without the shift
 */
export function restsBeside({ startTime, endTime }: ShiftSpan, work: readonly WorkPiece[]) {
  const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
  const before = Math.max(...work.filter((piece) => piece.from < from).map((piece) => piece.to))
  const after = Math.min(...work.filter((piece) => piece.from >= from).map((piece) => piece.from))
  const minutes = (rest: number) => (Number.isFinite(rest) ? Math.max(0, Math.floor(rest / MINUTE)) : null)
  return { restBefore: minutes(from - before), restAfter: minutes(after - to) }
}

/** The paid minutes of work between two instants (ms), rounded down once. */
export function minutesOfWork(work: readonly WorkPiece[], from: number, to: number) {
  const within = (span: { from: number; to: number }) => Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))
  const paid = work.map((piece) =>
    piece.breaks.reduce((sum, pause) => (pause.isPaid ? sum : sum - within(pause)), within(piece)),
  )
  return Math.floor(paid.reduce((sum, length) => sum + length, 0) / MINUTE)
}

/** The minutes by which the shift takes somebody over their contract; without one, all of their week. */
const overContract = ({ weekMinutesWith, contractMinutes }: Candidate) =>
  contractMinutes === null ? weekMinutesWith : weekMinutesWith - contractMinutes
const shortestRest = ({ restBefore, restAfter }: Candidate) => Math.min(restBefore ?? Infinity, restAfter ?? Infinity)
const wishes = (kind: WishKind, { wish }: Candidate) => wish?.kind === kind
const compare = (a: number, b: number) => (a === b ? 0 : a - b)

/**
 * Sorts people who could work a shift, best first. People who are unavailable then come last. Of the others, people
 * without a reason against it come first, and among them people who have not said no. Then it counts who would like to
 * work then, who wants extra shifts, who has more hours left in the contract, and who rests longer. Others keep their
 * order.
 */
export const bestFirst = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted(
    (a, b) =>
      compare(Number(wishes('unavailable', a)), Number(wishes('unavailable', b))) ||
      compare(Number(a.whyNot !== null), Number(b.whyNot !== null)) ||
      compare(Number(a.declinedAt !== null), Number(b.declinedAt !== null)) ||
      compare(Number(wishes('preferred', b)), Number(wishes('preferred', a))) ||
      compare(Number(b.wantsExtraShifts), Number(a.wantsExtraShifts)) ||
      compare(overContract(a), overContract(b)) ||
      compare(shortestRest(b), shortestRest(a)),
  )
