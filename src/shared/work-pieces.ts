import { dutyEnds, SAME_SHIFT_MINUTES } from './duty.ts'
import type { TimeSpan } from './worked-time.ts'

/** Pieces of work in the order of time, how they hang together, and their breaks: pure functions over milliseconds. */

export const MINUTE_MS = 60_000

/** From when to when, in milliseconds since 1970. */
export interface WorkSpan {
  from: number
  to: number
}

/** A piece of work: a clock session, or a planned shift that has not begun. */
export interface WorkPiece extends WorkSpan {
  breaks: readonly (WorkSpan & { isPaid: boolean })[]
}

/** A clock session, as far as it says when somebody works. */
export interface SessionTimes extends TimeSpan {
  confirmedAt?: string | null
  breaks?: readonly (TimeSpan & { isPaid: boolean })[] | undefined
}

/**
 * The pieces of clock sessions in any order. A running session reaches up to `now` (in milliseconds), and no further
 * than its person is on duty: they have forgotten to clock out.
 */
export function piecesOf(sessions: readonly SessionTimes[], now: number): WorkPiece[] {
  const pieces = sessions.map(({ startTime, endTime, confirmedAt, breaks = [] }) => {
    const from = Date.parse(startTime)
    const latest = Math.min(now, dutyEnds({ startTime, confirmedAt: confirmedAt ?? null }))
    const to = Math.max(from, endTime === null ? latest : Date.parse(endTime))
    const spans = breaks.map((one) => ({
      from: Date.parse(one.startTime),
      to: Math.min(to, one.endTime === null ? to : Date.parse(one.endTime)),
      isPaid: one.isPaid,
    }))
    return { from, to, breaks: spans }
  })
  return pieces.sort((a, b) => a.from - b.from)
}

export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
/** Whole minutes, rounded down. */
export const inMinutes = (milliseconds: number) => Math.floor(milliseconds / MINUTE_MS)
export const spanLength = ({ from, to }: WorkSpan) => to - from
/** The milliseconds that two spans have in common. */
export const overlapOf = (a: WorkSpan, b: WorkSpan) => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))

/** The milliseconds of a piece without its unpaid breaks. */
export const paidOf = (piece: WorkPiece) =>
  spanLength(piece) - sum(piece.breaks.map((one) => (one.isPaid ? 0 : overlapOf(piece, one))))

/** Groups pieces in the order of time, as long as the gap between two belongs to the work. */
export function grouped(work: WorkPiece[], joins: (gap: number) => boolean): WorkPiece[][] {
  const groups: WorkPiece[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const piece of work) {
    if (joins(piece.from - end)) groups.at(-1)?.push(piece)
    else groups.push([piece])
    end = Math.max(end, piece.to)
  }
  return groups
}

/** One's shifts at work: a short gap, as between two sessions, divides nothing. */
export const stretchesOf = (work: WorkPiece[]) => grouped(work, (gap) => gap <= SAME_SHIFT_MINUTES * MINUTE_MS)

/**
 * How long a stretch was worked, and how long its breaks were, in milliseconds. A break is no work, paid or not. Time
 * between two sessions is a break too. A break counts for all of the stretch, whenever it was taken, if it is long
 * enough.
 */
export function breaksIn(stretch: WorkPiece[], breakPiece: number) {
  let [worked, taken, end] = [0, 0, Number.POSITIVE_INFINITY]
  const take = (length: number) => {
    if (length >= breakPiece * MINUTE_MS) taken += length
  }
  for (const piece of stretch) {
    worked += spanLength(piece)
    if (piece.from > end) take(piece.from - end)
    end = piece.to
    for (const one of piece.breaks) {
      worked -= spanLength(one)
      take(spanLength(one))
    }
  }
  return { worked, taken }
}
