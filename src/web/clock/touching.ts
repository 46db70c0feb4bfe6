import type { ClockSession } from '../../shared/clock-session.ts'
import type { Day } from '../../shared/time/time.ts'

/** The sessions that touch a day, oldest first. `now` is in milliseconds. */
export const sessionsTouching = <S extends Pick<ClockSession, 'startTime' | 'endTime'>>(
  sessions: readonly S[],
  { from, to }: Day,
  now: number,
) =>
  sessions
    .filter(({ startTime, endTime }) => {
      const [start, end] = [Date.parse(startTime), endTime === null ? now : Date.parse(endTime)]
      return start < to && (end > from || start >= from)
    })
    .toReversed()
