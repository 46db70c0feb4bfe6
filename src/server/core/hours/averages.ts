import { weekOf } from '../../../shared/time/time.ts'
import type { WorkRules } from '../../../shared/work-rules.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Of a session that began before the first of the weeks, no more than so much lies within them. */
const LONGEST_SESSION = 2 * DAY

/** The weeks that the rule about the average looks at. */
export interface AveragedWeeks {
  /** The beginning of the first, in milliseconds, and of each, as ISO 8601. */
  from: number
  begins: string[]
  /**
   * Whether the mean of some weeks may be more than the rule allows, by how long somebody was there: with unpaid
   * breaks, and each session in the week of its beginning. If this says no, it is not more.
   *
   * @param older the seconds of some sessions by their week, counted from 1
   * @param sessions all other ones
   */
  mayBeOver(
    older: readonly (readonly [week: number, seconds: number])[],
    sessions: readonly { from: number; to: number }[],
  ): boolean
}

/** The weeks for the averages of a span of time, in milliseconds; null without the rule. */
export function averagedWeeks(
  { averageMinutes, averageWeeks }: WorkRules,
  { from, to }: { from: number; to: number },
  timeZone: string,
): AveragedWeeks | null {
  if (averageMinutes === null) return null
  const begins: number[] = []
  for (let at = 1 - averageWeeks; at <= 0 || (begins.at(-1) ?? 0) + 7 * DAY < to; at += 1)
    begins.push(weekOf(from, timeZone, at)[0]?.from ?? from)
  const most = averageMinutes * averageWeeks * MINUTE - LONGEST_SESSION
  return {
    from: begins[0] ?? from,
    begins: begins.map((begin) => new Date(begin).toISOString()),
    mayBeOver(older, sessions) {
      const weeks = new Array<number>(begins.length).fill(0)
      const add = (week: number, time: number) => {
        weeks[week] = (weeks[week] ?? 0) + time
      }
      for (const [week, seconds] of older) add(week - 1, seconds * 1000)
      for (const { from, to } of sessions) {
        const week = begins.findLastIndex((begin) => begin <= from)
        if (week >= 0) add(week, to - from)
      }
      let sum = 0
      return weeks.some((there, at) => {
        sum += there - (weeks[at - averageWeeks] ?? 0)
        return sum > most
      })
    },
  }
}
