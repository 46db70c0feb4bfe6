import type { RoutineRule } from '../../src/shared/time/routine-times.ts'
import { DAY, dayMatcherOf, MINUTE, type Minute, minutesBetween } from './by-minute.ts'

/** When a routine opens, is due and closes, looked up minute by minute. */

interface Window {
  opensAt: number
  dueAt: number
  closesAt: number | null
}

/** The local minutes of a span of time. Spans should begin and end some days around the looked-up times. */
export class LocalMinutes {
  private readonly minutes: Minute[]
  /** The latest time on the wall up to each minute: clocks that go back show times again. */
  private readonly shownUpTo: number[] = []

  constructor(timeZone: string, from: number, to: number) {
    this.minutes = minutesBetween(timeZone, from, to)
    let latest = Number.NEGATIVE_INFINITY
    for (const { wall } of this.minutes) {
      latest = Math.max(latest, wall)
      this.shownUpTo.push(latest)
    }
  }

  /** The windows of a rule that open within the span, in order. */
  windowsOf(rule: RoutineRule): Window[] {
    const isOnDay = rule.days === null ? everyDays(rule) : dayMatcherOf(rule.days)
    const opensAfter = (Number(rule.opensAt.slice(0, 2)) * 60 + Number(rule.opensAt.slice(3))) * MINUTE
    const firstDay = Math.ceil((this.minutes[0]?.wall ?? 0) / DAY) * DAY
    const windows: Window[] = []
    for (let day = firstDay; ; day += DAY) {
      const at = this.indexOf(day + opensAfter)
      const opening = this.minutes[at]
      if (!opening) return windows
      if (!isOnDay(day)) continue
      const dueAt = this.after(opening, rule.dueAfterMinutes)
      const closes = rule.closesAfterMinutes
      const closesAt = closes === null ? null : this.after(opening, closes)
      if (dueAt === undefined || closesAt === undefined) return windows
      windows.push({ opensAt: opening.time, dueAt, closesAt })
    }
  }

  /** The index of the first minute at which the wall shows this time, or a later one. */
  private indexOf(wall: number) {
    let [low, high] = [0, this.minutes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.shownUpTo[middle] as number) < wall) low = middle + 1
      else high = middle
    }
    return low
  }

  /** So many minutes later on the wall. A skipped time comes as long after the gap begins. Undefined outside. */
  private after(opening: Minute, minutes: number) {
    const wall = opening.wall + minutes * MINUTE
    const at = this.indexOf(wall)
    const [before, found] = [this.minutes[at - 1], this.minutes[at]]
    if (!before || !found) return undefined
    return found.wall === wall ? found.time : before.time + (wall - before.wall)
  }
}

function everyDays({ everyDays, from }: RoutineRule) {
  const first = Date.parse(`${from}T00:00:00.000Z`)
  return (day: number) => day >= first && ((day - first) / DAY) % (everyDays ?? 1) === 0
}
