import type { Handover } from '../../../shared/handovers.ts'
import { dateOf } from '../../../shared/time/time.ts'

/** The handovers of each day, as they come: the newest first. */
export function byDay(handovers: readonly Handover[], timeZone: string) {
  const days = new Map<string, Handover[]>()
  for (const handover of handovers) {
    const date = dateOf(Date.parse(handover.createdAt), timeZone)
    days.set(date, [...(days.get(date) ?? []), handover])
  }
  return [...days].map(([date, ofDay]) => ({ date, handovers: ofDay }))
}
