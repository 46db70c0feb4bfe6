import { followedByOwner } from '../../../shared/changes.ts'
import type { Event } from '../../db/events/events.ts'

/** The changes of a page that come back to it over its live connection. */

/** Whether an event is a change that this page has made, of a resource that it follows without reading again. */
export const comesBackTo = (event: Event, tab: string | null) =>
  tab !== null && event.type === 'change' && event.tab === tab && followedByOwner.includes(event.change.resource)

/**
 * The position of the last of these events that come back to this page; undefined when none does, or when one of them
 * names no row: the page then reads again.
 */
export function ownPositionOf(events: readonly Event[], tab: string | null): number | undefined {
  const own = events.filter((event) => comesBackTo(event, tab))
  const isWhole = own.every((event) => event.type === 'change' && typeof event.change.id === 'number')
  return isWhole ? own.at(-1)?.position : undefined
}
