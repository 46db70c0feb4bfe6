/** Hours after which a running session does not count as on duty any more: the person has forgotten to clock out. */
export const DUTY_HOURS = 14
/** A person who comes back within so many minutes is in the same shift. */
export const SAME_SHIFT_MINUTES = 90

/** A session's facts for duty: its beginning, and when the person confirmed it after more than 14 hours. */
export interface DutySpan {
  startTime: string
  confirmedAt?: string | null
}

/** The end of duty of a running session, in ms since 1970: 14 hours after its beginning or confirmation. */
export const dutyEnds = ({ startTime, confirmedAt }: DutySpan) =>
  Math.max(Date.parse(startTime), confirmedAt ? Date.parse(confirmedAt) : 0) + DUTY_HOURS * 3_600_000

/** Whether a person is on duty by their running session. `now` is in milliseconds since 1970. */
export const isOnDuty = (session: DutySpan | null, now: number) => session !== null && now < dutyEnds(session)

/** Whether a person is still on duty, by the end that the server has given. `now` is in milliseconds since 1970. */
export const isOnDutyUntil = (until: string | null, now: number) => until !== null && now < Date.parse(until)
