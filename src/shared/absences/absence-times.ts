import type { ShiftSpan } from '../roster/shift-times.ts'
import { boundsOf, daysFromTo, daysLater, instantOf } from '../time/time.ts'

/** When somebody is away, and what it means for their shifts: pure functions. */

/** Days of one absence. */
export const MAX_ABSENCE_DAYS = 366

/** An absence in local time. With `start` and `end` it is a part of its only day. */
export interface LocalAbsence {
  from: string
  to: string
  start: string | null
  end: string | null
}

/** The fault of an absence's times, with the field that it is about; null if there is none. */
export type AbsenceFault = { path: 'to' | 'start' | 'end'; code: 'order' | 'too_long' | 'part_of_one_day' | 'both' }

/** Finds the first fault of an absence's times. */
export function absenceFault({ from, to, start, end }: LocalAbsence): AbsenceFault | null {
  if (to < from) return { path: 'to', code: 'order' }
  if (Date.parse(to) - Date.parse(from) >= MAX_ABSENCE_DAYS * 86_400_000) return { path: 'to', code: 'too_long' }
  if ((start === null) !== (end === null)) return { path: start === null ? 'start' : 'end', code: 'both' }
  if (start === null || end === null) return null
  if (from !== to) return { path: 'to', code: 'part_of_one_day' }
  return end > start ? null : { path: 'end', code: 'order' }
}

/** The instants of an absence. Whole days reach from midnight to midnight, whatever clocks do in between. */
export function absenceSpanOf({ from, to, start, end }: LocalAbsence, timeZone: string): ShiftSpan {
  if (start !== null && end !== null)
    return { startTime: instantOf(from, start, timeZone), endTime: instantOf(from, end, timeZone) }
  const bounds = boundsOf(daysFromTo(from, to, timeZone))
  return { startTime: new Date(bounds.from).toISOString(), endTime: new Date(bounds.to).toISOString() }
}

/** Whether two spans share time. Touching is no overlap. */
export const overlaps = (a: ShiftSpan, b: ShiftSpan) =>
  Date.parse(a.startTime) < Date.parse(b.endTime) && Date.parse(b.startTime) < Date.parse(a.endTime)

/** A shift that an absence has opened, with its published version after that. */
export interface OpenedShift {
  shiftId: number
  version: number
}

/** The facts of a published shift that say whether it can be given back. */
export interface PublishedFacts extends ShiftSpan {
  id: number
  userId: string | null
  version: number
}

/**
 * The shifts that a cancelled absence gives back to its person: nobody has taken them, no publish has changed them,
 * they have not begun, and the person has no other published shift at that time.
 *
 * @param opened the shifts that the absence has opened
 * @param published the same shifts as they are published now; one that was removed is absent
 * @param own the person's published shifts
 * @param now in ms
 */
export function shiftsToGiveBack(
  opened: readonly OpenedShift[],
  published: readonly PublishedFacts[],
  own: readonly ShiftSpan[],
  now: number,
): number[] {
  const versions = new Map(opened.map(({ shiftId, version }) => [shiftId, version]))
  const kept: ShiftSpan[] = [...own]
  const given: number[] = []
  for (const shift of [...published].sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))) {
    const isUntouched = shift.userId === null && shift.version === versions.get(shift.id)
    if (!isUntouched || Date.parse(shift.startTime) <= now || kept.some((other) => overlaps(other, shift))) continue
    kept.push(shift)
    given.push(shift.id)
  }
  return given
}

/**
 * The last day that an absence keeps when it is cancelled; null if nothing of it stays. Days that are over have been
 * taken, unless the whole absence is over: then a manager corrects it.
 *
 * @param today the local day
 */
export const lastDayKept = ({ from, to }: Pick<LocalAbsence, 'from' | 'to'>, today: string): string | null =>
  from < today && to >= today ? daysLater(today, -1) : null
