import * as z from 'zod/mini'
import type { ClockSession } from '../../shared/clock-session.ts'
import { type AddedHours, Correction, MAX_BREAKS, type SessionBreaks } from '../../shared/clocking.ts'
import { instantsOf, type Which, whichOf } from '../../shared/time/repeated-times.ts'
import { dateTimeIn } from '../../shared/time/time.ts'
import { english } from '../../shared/words/message.ts'
import { meant, NO_SUCH_TIME, possible, WHICH_ONE, withSecondsOf } from '../components/time/typed-times.ts'
import { asSent, type BreakValues, breakFault, breaksOf, breakValuesOf } from './break-values.ts'

/** The values of the correction form's controls. While the session runs, both parts of its end are empty. */
export interface CorrectionValues {
  startDate: string
  startClock: string
  endDate: string
  endClock: string
  /** The first or the second, for a time that comes twice in the night in which the clocks go back. */
  startWhich?: Which | undefined
  endWhich?: Which | undefined
  breaks: BreakValues[]
  reason: string
}

const which = z.optional(z.enum(['first', 'second']))

/** The form's schema. Without a session the form adds hours. No time may be later than `now` (milliseconds). */
export const correctionForm = (session: ClockSession | null, timeZone: string, now: () => number) =>
  z
    .object({
      startDate: z.string().check(z.minLength(1, english('Choose a date'))),
      startClock: z.string().check(z.minLength(1, english('Choose a time'))),
      endDate: z.string(),
      endClock: z.string(),
      startWhich: which,
      endWhich: which,
      breaks: z
        .array(
          z.object({
            start: z.string(),
            end: z.string(),
            isPaid: z.boolean(),
            startWhich: which,
            endWhich: which,
          }),
        )
        .check(z.maxLength(MAX_BREAKS)),
      reason: Correction.shape.reason,
    })
    .check(({ value, issues }) => {
      const fault = faultOf(value, session, timeZone, now())
      if (fault) issues.push({ code: 'custom', input: value, path: [fault[0]], message: fault[1] })
      const running = session?.breaks?.find(({ endTime }) => endTime === null)
      const around = aroundBreaks(value, session, timeZone, now())
      for (const [at, one] of value.breaks.entries()) {
        const isRunning = running !== undefined && one.start === breakValuesOf(running, timeZone).start
        const [field, message] = breakFault(one, around, timeZone, isRunning) ?? []
        if (field) issues.push({ code: 'custom', input: value, path: ['breaks', at, field], message })
      }
    })

type Fault = [field: keyof CorrectionValues, message: string]

function faultOf(values: CorrectionValues, session: ClockSession | null, timeZone: string, now: number): Fault | null {
  const { starts, ends, startTime, endTime } = timesOf(values, session, timeZone, now)
  if (values.startDate === '' || values.startClock === '') return null
  if (starts.length === 0) return ['startClock', NO_SUCH_TIME]
  if (startTime === '') return ['startWhich', WHICH_ONE]
  if (Date.parse(startTime) > now) return ['startClock', english('Must not be in the future')]
  if (values.endDate === '' && values.endClock === '') {
    return session?.endTime === null ? null : ['endClock', english('Say when it ended')]
  }
  if (values.endDate === '') return ['endDate', english('Choose a date')]
  if (values.endClock === '') return ['endClock', english('Choose a time')]
  if (ends.length === 0) return ['endClock', NO_SUCH_TIME]
  if (endTime === null) return ['endWhich', WHICH_ONE]
  if (Date.parse(endTime) > now) return ['endClock', english('Must not be in the future')]
  return endTime <= startTime ? ['endClock', english('Must be after the start')] : null
}

/** The form's values for a session. */
export function valuesOf(session: ClockSession, timeZone: string): CorrectionValues {
  const { startTime, endTime, breaks = [] } = session
  const start = dateTimeIn(startTime, timeZone)
  const end = endTime === null ? { date: '', time: '' } : dateTimeIn(endTime, timeZone)
  return {
    startDate: start.date,
    startClock: start.time,
    endDate: end.date,
    endClock: end.time,
    startWhich: whichOf(startTime, timeZone),
    endWhich: endTime === null ? undefined : whichOf(endTime, timeZone),
    breaks: breaks.map((one) => breakValuesOf(one, timeZone)),
    reason: '',
  }
}

/** The form's values for hours that are added on a day. */
export const emptyValues = (date: string): CorrectionValues => ({
  startDate: date,
  startClock: '',
  endDate: date,
  endClock: '',
  breaks: [],
  reason: '',
})

/**
 * The times in the form, and all instants that they can mean: those in the order of start and end, and not after `now`
 * (milliseconds). A time that is missing, or could be two, is empty, or null as the end. A time that was not changed
 * keeps its seconds.
 */
export function timesOf(values: CorrectionValues, session: ClockSession | null, timeZone: string, now: number) {
  const { startDate, startClock, startWhich, endDate, endClock, endWhich } = values
  const at = (date: string, clock: string, recorded: string | null | undefined) =>
    date && clock ? withSecondsOf(instantsOf(date, clock, timeZone), recorded ?? null) : []
  const [allStarts, allEnds] = [at(startDate, startClock, session?.startTime), at(endDate, endClock, session?.endTime)]
  const present = new Date(now).toISOString()
  const latestEnd = allEnds.at(-1) ?? present
  const starts = possible(allStarts, (start) => start <= present && start < latestEnd)
  const begin = meant(starts, startWhich) ?? starts[0] ?? ''
  const ends = possible(allEnds, (end) => end <= present && end > begin)
  return { starts, ends, startTime: meant(starts, startWhich) ?? '', endTime: meant(ends, endWhich) ?? null }
}

/** The session of the form, for the times of its breaks. */
export function aroundBreaks(values: CorrectionValues, session: ClockSession | null, timeZone: string, now: number) {
  const { startTime, endTime } = timesOf(values, session, timeZone, now)
  const present = new Date(now).toISOString()
  return { startTime: startTime || (session?.startTime ?? present), endTime, now: present }
}

/** The request body of a correction, with only the times that were changed. */
export function correctionOf(
  values: CorrectionValues,
  session: ClockSession,
  timeZone: string,
  now: number,
): Correction {
  const { startTime, endTime } = timesOf(values, session, timeZone, now)
  return {
    reason: values.reason,
    updatedAt: session.updatedAt,
    ...(startTime !== session.startTime && { startTime }),
    ...(endTime !== session.endTime && endTime !== null && { endTime }),
  }
}

/** The request body of added hours. */
export function addedHoursOf(values: CorrectionValues, timeZone: string, now: number): AddedHours {
  const { startTime, endTime } = timesOf(values, null, timeZone, now)
  return { startTime, endTime: endTime ?? '', reason: values.reason }
}

/** The breaks of the form; undefined if the session has the same. */
export function correctedBreaks(
  values: CorrectionValues,
  session: ClockSession,
  timeZone: string,
  now: number,
): SessionBreaks['breaks'] | undefined {
  const around = { ...session, ...aroundBreaks(values, session, timeZone, now) }
  const breaks = breaksOf(values.breaks, around, timeZone)
  return JSON.stringify(breaks) === JSON.stringify(asSent(session.breaks ?? [])) ? undefined : breaks
}
