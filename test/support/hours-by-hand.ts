import type { ZoneByHand } from './zone-by-hand.ts'

/** The work that people really did, and its paid minutes: a calculation that shares no code with `src`. */

const MINUTE = 60_000

export interface SpanByHand {
  from: number
  /** Null while it goes on. */
  to: number | null
}
export interface WorkByHand extends SpanByHand {
  breaks: (SpanByHand & { isPaid: boolean })[]
}

/** Cuts off what of the breaks lies outside of their work, as a correction of its times does. */
export function cutBreaks(work: WorkByHand) {
  const end = work.to ?? Number.POSITIVE_INFINITY
  work.breaks = work.breaks
    .filter((one) => one.from < end && (one.to ?? end) > work.from)
    .map((one) => ({
      ...one,
      from: Math.max(one.from, work.from),
      to: one.to === null && work.to === null ? null : Math.min(one.to ?? end, end),
    }))
}

/** The paid minutes of each date with work, up to a time: all milliseconds of the date, rounded down once. */
export function paidByDate(work: readonly WorkByHand[], zone: ZoneByHand, now: number): Map<string, number> {
  const paid = new Map<string, number>()
  const add = (from: number, until: number | null, sign: number) => {
    const to = until ?? now
    for (let date = zone.wallAt(from).date; zone.beginOf(date) < to; date = zone.dateAfter(date)) {
      const begin = Math.max(from, zone.beginOf(date))
      const end = Math.min(to, zone.beginOf(zone.dateAfter(date)))
      if (end > begin) paid.set(date, (paid.get(date) ?? 0) + sign * (end - begin))
    }
  }
  for (const { from, to, breaks } of work) {
    add(from, to, 1)
    for (const one of breaks) if (!one.isPaid) add(one.from, one.to ?? to, -1)
  }
  return new Map([...paid].map(([date, sum]) => [date, Math.floor(sum / MINUTE)]))
}
