/**
 * The clocks of a time zone as `Intl` tells them, minute by minute: a calculation that shares no code with
 * `src/shared/time`, for programs that compare the two. No zone that changes its clocks at midnight.
 */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export type ZoneByHand = ReturnType<typeof zoneByHand>

export function zoneByHand(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  /** The date ("2026-10-25") and the time ("02:20") that the clocks show. */
  const wallAt = (time: number) => {
    const [date = '', clock = ''] = format.format(time).split(' ')
    return { date, clock }
  }
  const begins = new Map<string, number>()
  /** The first instant of a date: the clocks show an earlier date just before. */
  const beginOf = (date: string) => {
    const known = begins.get(date)
    if (known !== undefined) return known
    let [before, at] = [Date.parse(date) - 2 * DAY, Date.parse(date) + 2 * DAY]
    while (at - before > 1) {
      const middle = Math.floor((before + at) / 2)
      if (wallAt(middle).date >= date) at = middle
      else before = middle
    }
    begins.set(date, at)
    return at
  }
  const dateAfter = (date: string, days = 1) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
  const clocks = new Map<string, Map<string, number[]>>()
  const clocksOf = (date: string) => {
    const known = clocks.get(date) ?? new Map<string, number[]>()
    if (!clocks.has(date)) {
      clocks.set(date, known)
      for (let time = beginOf(date); time < beginOf(dateAfter(date)); time += MINUTE) {
        const shown = wallAt(time).clock
        known.set(shown, [...(known.get(shown) ?? []), time])
      }
    }
    return known
  }
  /** The instants at which the clocks begin to show a date and a time: two, one or none. */
  const instantsOf = (date: string, clock: string) => clocksOf(date).get(clock) ?? []
  /** The minutes of a date whose time comes twice. */
  const twiceOn = (date: string) => [...clocksOf(date).values()].filter(({ length }) => length > 1).flat()
  return { wallAt, beginOf, dateAfter, instantsOf, twiceOn }
}
