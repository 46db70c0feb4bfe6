import * as z from 'zod/mini'
import { type AddedHours, type ClockSession, Correction, MAX_BREAKS, type SessionBreaks } from '../../shared/clock.ts'
import { dateTimeIn, instantOf } from '../../shared/time/time.ts'
import { english } from '../../shared/words/message.ts'
import { asSent, type BreakValues, breaksOf, breakValuesOf } from './break-values.ts'

/** The values of the correction form's controls. While the session runs, both parts of its end are empty. */
export interface CorrectionValues {
  startDate: string
  startClock: string
  endDate: string
  endClock: string
  breaks: BreakValues[]
  reason: string
}

/** The form's schema. Without a session the form adds hours. No time may be later than `now` (milliseconds). */
export const correctionForm = (session: ClockSession | null, timeZone: string, now: () => number) =>
  z
    .object({
      startDate: z.string().check(z.minLength(1, english('Choose a date'))),
      startClock: z.string().check(z.minLength(1, english('Choose a time'))),
      endDate: z.string(),
      endClock: z.string(),
      breaks: z
        .array(z.object({ start: z.string(), end: z.string(), isPaid: z.boolean() }))
        .check(z.maxLength(MAX_BREAKS)),
      reason: Correction.shape.reason,
    })
    .check(({ value, issues }) => {
      const fault = faultOf(value, session, timeZone, now())
      if (fault) issues.push({ code: 'custom', input: value, path: [fault[0]], message: fault[1] })
      const running = session?.breaks?.find(({ endTime }) => endTime === null)
      for (const [at, { start, end }] of value.breaks.entries()) {
        const isRunning = running !== undefined && start === breakValuesOf(running, timeZone).start
        const field = start === '' ? 'start' : end === '' && !isRunning ? 'end' : undefined
        if (field)
          issues.push({ code: 'custom', input: value, path: ['breaks', at, field], message: english('Choose a time') })
      }
    })

type Fault = [field: keyof CorrectionValues, message: string]

function faultOf(values: CorrectionValues, session: ClockSession | null, timeZone: string, now: number): Fault | null {
  const { startTime, endTime } = timesOf(values, session, timeZone)
  if (startTime === '') return null
  if (Date.parse(startTime) > now) return ['startClock', english('Must not be in the future')]
  if (values.endDate === '' && values.endClock === '') {
    return session?.endTime === null ? null : ['endClock', english('Say when it ended')]
  }
  if (values.endDate === '') return ['endDate', english('Choose a date')]
  if (values.endClock === '') return ['endClock', english('Choose a time')]
  if (endTime !== null && Date.parse(endTime) > now) return ['endClock', english('Must not be in the future')]
  return endTime !== null && endTime <= startTime ? ['endClock', english('Must be after the start')] : null
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

/** The times in the form. A time that was not changed keeps its seconds. */
function timesOf(values: CorrectionValues, session: ClockSession | null, timeZone: string) {
  const { startDate, startClock, endDate, endClock } = values
  const at = (date: string, clock: string) => (date && clock ? instantOf(date, clock, timeZone) : '')
  if (!session) return { startTime: at(startDate, startClock), endTime: at(endDate, endClock) || null }
  const before = valuesOf(session, timeZone)
  const sameStart = startDate === before.startDate && startClock === before.startClock
  const sameEnd = endDate === before.endDate && endClock === before.endClock
  return {
    startTime: sameStart ? session.startTime : at(startDate, startClock),
    endTime: sameEnd ? session.endTime : at(endDate, endClock) || null,
  }
}

/** The request body of a correction, with only the times that were changed. */
export function correctionOf(values: CorrectionValues, session: ClockSession, timeZone: string): Correction {
  const { startTime, endTime } = timesOf(values, session, timeZone)
  return {
    reason: values.reason,
    updatedAt: session.updatedAt,
    ...(startTime !== session.startTime && { startTime }),
    ...(endTime !== session.endTime && endTime !== null && { endTime }),
  }
}

/** The request body of added hours. */
export function addedHoursOf(values: CorrectionValues, timeZone: string): AddedHours {
  const { startTime, endTime } = timesOf(values, null, timeZone)
  return { startTime, endTime: endTime ?? '', reason: values.reason }
}

/** The breaks of the form; undefined if the session has the same. */
export function correctedBreaks(
  values: CorrectionValues,
  session: ClockSession,
  timeZone: string,
): SessionBreaks['breaks'] | undefined {
  const times = timesOf(values, session, timeZone)
  const breaks = breaksOf(values.breaks, { ...session, ...times }, timeZone)
  return JSON.stringify(breaks) === JSON.stringify(asSent(session.breaks ?? [])) ? undefined : breaks
}
