/** Hours after which a running session does not count as on duty any more: the person has forgotten to clock out. */
export const DUTY_HOURS = 14

/** Whether a person is on duty: on the clock, and not since longer than 14 hours. `now` is in milliseconds since 1970. */
export const isOnDuty = (since: string | null, now: number) =>
  since !== null && now - Date.parse(since) < DUTY_HOURS * 3_600_000
