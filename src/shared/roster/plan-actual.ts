import { dutyEnds, SAME_SHIFT_MINUTES } from '../duty.ts'
import { paidMinutesBetween } from '../worked-time.ts'
import type { WorkedSession } from './plan-warnings.ts'
import type { ShiftSpan } from './shift-times.ts'

/** Planned shifts against clock sessions of one person: pure functions. Nothing of it is stored. */

const MINUTE = 60_000
/** From so many minutes after its beginning on, a shift without its person is late or absent. */
export const LATE_MINUTES = 5
/** So many minutes after the beginning of a shift without its person, managers on duty are told. */
export const MISSING_MINUTES = 15

/**
 * Work at the end of a range may belong to a shift outside of it. So callers give `actualsOf` the shifts and sessions
 * of so many milliseconds before and after the range too. A stretch at the clock is shorter.
 */
export const AROUND_ACTUALS_MS = 2 * 24 * 60 * MINUTE

export const shiftStates = ['planned', 'running', 'worked', 'absent', 'away'] as const
export type ShiftState = (typeof shiftStates)[number]

/** The work in a shift that has begun. */
export interface ShiftActual {
  /** Paid minutes, rounded down once. */
  minutes: number
  /** When its person came and went; null if they have not. */
  cameAt: string | null
  wentAt: string | null
  state: ShiftState
}

interface KnownShift extends ShiftSpan {
  id: number
}

interface Span {
  from: number
  to: number
}

/** A part of a session, with its breaks, in the form that paid minutes are counted from. */
interface Part extends Span {
  breaks: WorkedSession['breaks']
  /** Whether the session runs on at the end of the part. */
  isRunning: boolean
}

/**
 * Divides the work of one person among their published shifts, which never overlap. Sessions with short gaps form a
 * stretch. Each worked instant goes to the shift that contains it, else to the nearest one that its stretch overlaps.
 * Work of a stretch without a shift is unplanned.
 *
 * @param range unplanned minutes are counted in it; in ms, as `now`
 * @param away the approved absences of the person, who is not absent while these cover the beginning of a shift
 */
export function actualsOf(
  shifts: readonly KnownShift[],
  sessions: readonly WorkedSession[],
  range: Span,
  now: number,
  away: readonly ShiftSpan[] = [],
): { actuals: Map<number, ShiftActual>; unplannedMinutes: number } {
  const awayUntil = coverFinder(away)
  const planned = shifts
    .map((shift) => ({ id: shift.id, from: Date.parse(shift.startTime), to: Date.parse(shift.endTime) }))
    .sort((a, b) => a.from - b.from)
  const parts = new Map<number, Part[]>()
  const unplanned: Part[] = []
  for (const stretch of stretchesOf(sessions, now)) {
    const ends = { from: stretch[0]?.from ?? 0, to: Math.max(...stretch.map(({ to }) => to)) }
    const met = planned.filter(({ from, to }) => from < ends.to && to > ends.from)
    if (met.length === 0) unplanned.push(...stretch)
    for (const [at, { id }] of met.entries()) {
      const zone = { from: middle(met[at - 1], met[at]) ?? -Infinity, to: middle(met[at], met[at + 1]) ?? Infinity }
      const within = stretch.flatMap((part) => cut(part, zone))
      parts.set(id, [...(parts.get(id) ?? []), ...within])
    }
  }
  const begun = planned.filter(({ from }) => from <= now)
  return {
    actuals: new Map(begun.map((shift) => [shift.id, actualOf(shift, parts.get(shift.id) ?? [], awayUntil, now)])),
    unplannedMinutes: paidMinutes(unplanned, range.from, range.to),
  }
}

/** Where the time between two shifts is divided: the nearer one has it. */
const middle = (a: Span | undefined, b: Span | undefined) => (a && b ? (a.to + b.from) / 2 : undefined)

/** Makes the function that says up to when absences cover a shift from its beginning on, also several that touch. */
function coverFinder(away: readonly ShiftSpan[]) {
  const spans = away
    .map(({ startTime, endTime }): Span => ({ from: Date.parse(startTime), to: Date.parse(endTime) }))
    .sort((a, b) => a.from - b.from)
  return (shift: Span) => {
    return spans.reduce((to, span) => (span.from <= to ? Math.max(to, span.to) : to), shift.from)
  }
}

function actualOf(shift: Span, parts: Part[], awayUntil: (shift: Span) => number, now: number): ShiftActual {
  if (parts.length === 0) {
    const comes = awayUntil(shift)
    if (comes >= shift.to || (comes > shift.from && now < comes))
      return { minutes: 0, cameAt: null, wentAt: null, state: 'away' }
    const isEarly = now < comes + LATE_MINUTES * MINUTE
    return { minutes: 0, cameAt: null, wentAt: null, state: isEarly ? 'planned' : 'absent' }
  }
  const isRunning = parts.some((part) => part.isRunning)
  const iso = (time: number) => new Date(time).toISOString()
  return {
    minutes: paidMinutes(parts, -Infinity, Infinity),
    cameAt: iso(Math.min(...parts.map(({ from }) => from))),
    wentAt: isRunning ? null : iso(Math.max(...parts.map(({ to }) => to))),
    state: isRunning ? 'running' : 'worked',
  }
}

const paidMinutes = (parts: Part[], from: number, to: number) =>
  paidMinutesBetween(
    parts.map((part) => ({
      startTime: new Date(part.from).toISOString(),
      endTime: new Date(part.to).toISOString(),
      breaks: part.breaks,
    })),
    from,
    to,
    to,
  )

/** The part of a session within a zone, with the parts of its breaks there. */
function cut(part: Part, zone: Span): Part[] {
  const span = within(part, zone)
  if (!span) return []
  const breaks = (part.breaks ?? []).flatMap(({ startTime, endTime, isPaid }) => {
    const pause = within({ from: Date.parse(startTime), to: endTime === null ? part.to : Date.parse(endTime) }, span)
    if (!pause) return []
    return [{ startTime: new Date(pause.from).toISOString(), endTime: new Date(pause.to).toISOString(), isPaid }]
  })
  return [{ ...span, breaks, isRunning: part.isRunning && span.to === part.to }]
}

function within(a: Span, b: Span): Span | undefined {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
  return from < to ? { from, to } : undefined
}

/** Sessions with gaps of at most 90 minutes, as one stretch. A running one reaches to `now`, as long as duty lasts. */
function stretchesOf(sessions: readonly WorkedSession[], now: number): Part[][] {
  const parts = sessions
    .map(({ startTime, endTime, confirmedAt, breaks }): Part => {
      const from = Date.parse(startTime)
      const ends = dutyEnds({ startTime, confirmedAt: confirmedAt ?? null })
      const to = endTime === null ? Math.min(now, ends) : Date.parse(endTime)
      const whole = (breaks ?? []).map((pause) => ({ ...pause, endTime: pause.endTime ?? new Date(to).toISOString() }))
      return { from, to: Math.max(from, to), breaks: whole, isRunning: endTime === null && now < ends }
    })
    .sort((a, b) => a.from - b.from)
  const stretches: Part[][] = []
  let end = -Infinity
  for (const part of parts) {
    if (part.from - end <= SAME_SHIFT_MINUTES * MINUTE) stretches.at(-1)?.push(part)
    else stretches.push([part])
    end = Math.max(end, part.to)
  }
  return stretches
}
