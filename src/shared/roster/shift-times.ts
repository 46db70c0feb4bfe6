import { dateTimeIn, daysLater, instantOf } from '../time/time.ts'
import { type Message, msg } from '../words/message.ts'

/** When a planned shift is: local times for people, instants for the rest. */

const MINUTE = 60_000
/** Real minutes of a planned shift. */
export const MIN_SHIFT_MINUTES = 15
export const MAX_SHIFT_MINUTES = 16 * 60
/** Minutes of break in a planned shift. */
export const MAX_SHIFT_BREAK = 240

/**
 * A shift in local time. `date` is the day on which it begins. An end that is not after the start is the next day's.
 */
export interface LocalShift {
  date: string
  start: string
  end: string
}

/** From when to when, as ISO 8601. */
export interface ShiftSpan {
  startTime: string
  endTime: string
}

/**
 * The instants of a shift in local time. A time that comes twice is the first one. A time that does not come, because
 * clocks go forward, is as far after the beginning of the gap.
 */
export const shiftSpanOf = ({ date, start, end }: LocalShift, timeZone: string): ShiftSpan => ({
  startTime: instantOf(date, start, timeZone),
  endTime: instantOf(end > start ? date : daysLater(date, 1), end, timeZone),
})

/** Makes the function that gives an instant's local date and time. Many shifts begin at the same time. */
export function localReader(timeZone: string) {
  const known = new Map<string, { date: string; time: string }>()
  return (iso: string) => {
    const found = known.get(iso) ?? dateTimeIn(iso, timeZone)
    known.set(iso, found)
    return found
  }
}

/** A shift's day and times on the wall clock. */
export function localOf({ startTime, endTime }: ShiftSpan, timeZone: string): LocalShift {
  const { date, time } = dateTimeIn(startTime, timeZone)
  return { date, start: time, end: dateTimeIn(endTime, timeZone).time }
}

/** Real minutes: a night on which clocks change is shorter or longer. */
export const minutesOf = ({ startTime, endTime }: ShiftSpan) =>
  Math.floor((Date.parse(endTime) - Date.parse(startTime)) / MINUTE)

/** The fault of a shift's times, with the field that it is about; null if there is none. */
export function timeFault(span: ShiftSpan & { breakMinutes: number }): { path: string; message: Message } | null {
  const minutes = minutesOf(span)
  if (minutes < MIN_SHIFT_MINUTES)
    return {
      path: 'end',
      message: msg('A shift takes at least {minutes, plural, one {# minute} other {# minutes}}', {
        minutes: MIN_SHIFT_MINUTES,
      }),
    }
  if (minutes > MAX_SHIFT_MINUTES)
    return {
      path: 'end',
      message: msg('A shift takes at most {hours, plural, one {# hour} other {# hours}}', {
        hours: MAX_SHIFT_MINUTES / 60,
      }),
    }
  if (span.breakMinutes >= minutes)
    return { path: 'breakMinutes', message: msg('The break must be shorter than the shift') }
  return null
}
