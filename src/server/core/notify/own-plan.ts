import { dateOf, daysLater, instantOf } from '../../../shared/time/time.ts'
import type { NotificationKind } from '../../base/words/notification-words.ts'

/** When a notification about one's own planned shifts may ring off duty: pure functions. */

const DAY_MS = 24 * 3600_000

/** Local times between which a kind may ring. A question that needs a yes has a longer day. */
const hours: Partial<Record<NotificationKind, readonly [from: string, to: string]>> = {
  'roster-published': ['09:00', '20:00'],
  'roster-changed': ['09:00', '20:00'],
  'shift-taken-over': ['09:00', '20:00'],
  'shift-asked': ['07:00', '21:00'],
  'exchange-asked': ['07:00', '21:00'],
  'exchange-done': ['09:00', '20:00'],
  'exchange-refused': ['09:00', '20:00'],
  'exchange-void': ['09:00', '20:00'],
  'absence-decided': ['09:00', '20:00'],
  'shift-wanted': ['07:00', '21:00'],
}

/** The kinds that are about one's own planned shifts, in groups. The newest of a group rings for the others. */
export const ownPlanGroups: readonly (readonly NotificationKind[])[] = [
  ['roster-published', 'roster-changed'],
  ['shift-taken-over'],
  ['shift-asked'],
  ['exchange-asked'],
  ['exchange-done', 'exchange-refused', 'exchange-void'],
  ['absence-decided'],
  ['shift-wanted'],
]

/** The kinds that are about one's own planned shifts. */
export const ownPlanKinds = ownPlanGroups.flat()

/** At once, at a later time in ms since 1970, or when the person clocks in. */
export type OwnPlanDelivery = 'now' | 'clock_in' | number

/**
 * When it may ring off duty; null for a kind that is not about one's own plan. It waits for the next clock-in if the
 * person's next published shift begins at least 24 hours before the first shift that it is about: they learn of it in
 * time. Times are in ms since 1970.
 */
export function whenOwnPlanIsDelivered(
  {
    kind,
    first,
    nextShift,
    now,
    wasAskedToday = false,
  }: {
    kind: NotificationKind
    first: number
    nextShift: number | null
    now: number
    /** One about an extra shift has rung today, and this is another: it waits for the next day. */
    wasAskedToday?: boolean
  },
  timeZone: string,
): OwnPlanDelivery | null {
  const between = hours[kind]
  if (!between) return null
  if (nextShift !== null && nextShift <= first - DAY_MS) return 'clock_in'
  const today = dateOf(now, timeZone)
  const at = (date: string, time: string) => Date.parse(instantOf(date, time, timeZone))
  const [from, to] = between
  if (wasAskedToday) return at(daysLater(today, 1), from)
  if (now < at(today, from)) return at(today, from)
  return now < at(today, to) ? 'now' : at(daysLater(today, 1), from)
}
