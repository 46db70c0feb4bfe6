import type { Routine } from '../../shared/routines.ts'
import { openingsAfter, windowOf } from '../../shared/time/routine-times.ts'
import { type Day, dateTimeIn } from '../../shared/time/time.ts'
import { lengthOf, minuteOf } from './stretch.ts'

/** The scale of a day by quarter hours, on the wall clock: from midnight to the end of its night shifts. */

export const SCALE_HOURS = 30
const SCALE_MINUTES = SCALE_HOURS * 60

/** From when to when, in minutes after midnight. */
export interface ScaleSpan {
  from: number
  to: number
}

/** Where a shift of the day before lies on the scale: from midnight on. Undefined if it has ended by then. */
export function spanAfterMidnight(shift: { start: string; end: string }): ScaleSpan | undefined {
  const to = minuteOf(shift.start) + lengthOf(shift) - 24 * 60
  return to > 0 ? { from: 0, to } : undefined
}

/** Where a span stands on the scale, in percent. */
export const placeOnScale = ({ from, to }: ScaleSpan) => ({
  insetInlineStart: `${(100 * from) / SCALE_MINUTES}%`,
  width: `${(100 * (Math.min(to, SCALE_MINUTES) - from)) / SCALE_MINUTES}%`,
})

/** The minutes that a distance on a scale of some width means, by quarter hours. */
export const minutesOfDistance = (distance: number, width: number) =>
  width === 0 ? 0 : Math.round((distance * SCALE_MINUTES) / width / 15) * 15

/** A lane for each span, so that no two of a lane overlap: the number of the lane, from 0. */
export function lanesOf(spans: readonly ScaleSpan[]): number[] {
  const ends: number[] = []
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = to
    return lane
  })
}

/** A window of a routine on a day. */
export interface DayWindow extends ScaleSpan {
  routineId: number
  title: string
}

/** The windows that open on a day by the rules of routines as they are now, earliest first. */
export function windowsOn(routines: readonly Routine[], day: Day, timeZone: string): DayWindow[] {
  const windows = routines.flatMap((routine): DayWindow[] => {
    if (!routine.isActive) return []
    const [opening] = openingsAfter(routine, new Date(day.from - 1), timeZone, 1)
    if (!opening || opening.getTime() >= day.to) return []
    const { dueAt, closesAt } = windowOf(routine, opening, timeZone)
    const from = minuteOf(dateTimeIn(opening.toISOString(), timeZone).time)
    const length = ((closesAt ?? dueAt).getTime() - opening.getTime()) / 60_000
    return [{ routineId: routine.id, title: routine.title, from, to: from + Math.max(15, length) }]
  })
  return windows.sort((a, b) => a.from - b.from || a.to - b.to)
}
