import type { Break, ClockSession } from '../../shared/clock-session.ts'
import type { SessionBreaks } from '../../shared/clocking.ts'
import { type Which, whichOf } from '../../shared/time/repeated-times.ts'
import { dateTimeIn } from '../../shared/time/time.ts'
import { english } from '../../shared/words/message.ts'
import {
  instantsAfter,
  meant,
  NO_SUCH_TIME,
  possible,
  WHICH_ONE,
  withSecondsOf,
} from '../components/time/typed-times.ts'

/** A break in a form: times of day ("12:05"); the end of a running one is empty. */
export interface BreakValues {
  start: string
  end: string
  isPaid: boolean
  /** The first or the second, for a time that comes twice in the night in which the clocks go back. */
  startWhich?: Which | undefined
  endWhich?: Which | undefined
}

export const breakValuesOf = ({ startTime, endTime, isPaid }: Break, timeZone: string): BreakValues => ({
  start: dateTimeIn(startTime, timeZone).time,
  end: endTime === null ? '' : dateTimeIn(endTime, timeZone).time,
  isPaid,
  startWhich: whichOf(startTime, timeZone),
  endWhich: endTime === null ? undefined : whichOf(endTime, timeZone),
})

/** A session as a form has it, and the present time for one that runs (ISO 8601). */
export interface Around extends Pick<ClockSession, 'startTime' | 'endTime'> {
  now: string
}

/** All instants that the times of a break can mean within its session. Its end may be the session's, to the minute. */
export function breakMeanings(
  { start, end, startWhich }: BreakValues,
  { startTime, endTime, now }: Around,
  timeZone: string,
) {
  const latest = endTime ?? now
  const endsAfter = (instant: string) => withSecondsOf(instantsAfter(end, instant, timeZone), endTime)
  const leavesAnEnd = (instant: string) => end === '' || endsAfter(instant).some((one) => one <= latest)
  const starts =
    start === ''
      ? []
      : possible(instantsAfter(start, startTime, timeZone), (instant) => instant <= latest && leavesAnEnd(instant))
  const begin = meant(starts, startWhich) ?? starts[0] ?? startTime
  const ends = end === '' ? [] : possible(endsAfter(begin), (instant) => instant <= latest)
  return { starts, ends }
}

/** The break within a session that a form's values mean; null if a time is missing, or could be two. */
export function breakOf(values: BreakValues, around: Around, timeZone: string): SessionBreaks['breaks'][number] | null {
  const { starts, ends } = breakMeanings(values, around, timeZone)
  const [startTime, endTime] = [meant(starts, values.startWhich), meant(ends, values.endWhich)]
  if (startTime === undefined || (endTime === undefined && values.end !== '')) return null
  return { startTime, endTime: endTime ?? null, isPaid: values.isPaid }
}

type BreakFault = [field: Exclude<keyof BreakValues, 'isPaid'>, message: string]

/** The first field of a break that has a fault. Only a break that runs already may have no end. */
export function breakFault(
  values: BreakValues,
  around: Around,
  timeZone: string,
  isRunning = false,
): BreakFault | undefined {
  const { starts, ends } = breakMeanings(values, around, timeZone)
  if (values.start === '') return ['start', english('Choose a time')]
  if (starts.length === 0) return ['start', NO_SUCH_TIME]
  if (meant(starts, values.startWhich) === undefined) return ['startWhich', WHICH_ONE]
  if (values.end === '') return isRunning ? undefined : ['end', english('Choose a time')]
  if (ends.length === 0) return ['end', NO_SUCH_TIME]
  return meant(ends, values.endWhich) === undefined ? ['endWhich', WHICH_ONE] : undefined
}

/** The recorded breaks as `PUT /clock/sessions/{id}/breaks` takes them. */
export const asSent = (breaks: readonly Break[]): SessionBreaks['breaks'] =>
  breaks.map(({ startTime, endTime, isPaid }) => ({ startTime, endTime, isPaid }))

const isSame = (a: BreakValues, b: BreakValues) =>
  (['start', 'end', 'isPaid', 'startWhich', 'endWhich'] as const).every((field) => a[field] === b[field])

/** All breaks that a form's values mean; a break that was not touched keeps its seconds. */
export const breaksOf = (
  values: readonly BreakValues[],
  session: Around & Pick<ClockSession, 'breaks'>,
  timeZone: string,
): SessionBreaks['breaks'] =>
  values.flatMap((value) => {
    const recorded = session.breaks?.filter((one) => isSame(breakValuesOf(one, timeZone), value)).slice(0, 1) ?? []
    const said = breakOf(value, session, timeZone)
    return recorded.length > 0 ? asSent(recorded) : said ? [said] : []
  })
