import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ServerMessage } from '../../../shared/changes.ts'
import type { BusMessage } from '../../db/events/bus.ts'
import type { Event } from '../../db/events/events.ts'
import { frameOf } from './frame.ts'
import { belongsTo, isHeardByRights, type LiveRows, namedBy, type PageEvent, readRows, withRow } from './messages.ts'
import {
  type Client,
  checkAgain,
  type Live,
  MAX_HELD_MESSAGES,
  type OpenPages,
  sendEvent,
  sendFrame,
  sendToPage,
} from './pages.ts'

/** Sends events to all pages that are open on this server. */

export interface LiveDelivery {
  /** Sends these events after those that were added before. */
  add(events: Event[]): void
  /** Every event up to this position was sent to the pages. */
  position(): number
}

/** Bytes that are gathered for one write to a page: far fewer than may wait for it. */
const WRITTEN_TOGETHER = 64_000
/** Milliseconds after which a delivery lets requests have their turn before it goes on with the other pages. */
const LONGEST_TURN = 3
/** A delivery that takes longer, in milliseconds, is followed by a rest. */
const SHORT_DELIVERY = 5
const LONGEST_REST = 500

/**
 * Sends events to the pages, in the order in which they come. The rows of a batch are read once, for all pages; events
 * that come meanwhile form the next batch. After a long delivery to thousands of pages it rests for as long, so that
 * requests get at least half of the time. Events during the rest go out together, which costs little more than a single
 * event.
 */
export function deliverInOrder(live: Live): LiveDelivery {
  const { events: log } = live.services
  const batch: Event[] = []
  let running = false
  /** The last position that was sent, while the next batch is being read. */
  let position = log.deliveredUpTo()
  const run = async () => {
    running = true
    while (batch.length > 0) {
      const events = batch.splice(0)
      const deliveredUpTo = log.deliveredUpTo()
      const stagger = staggerOf(live)
      const rows = await rowsOf(live, events)
      const took = await deliverEvents(
        live,
        events.map((event) => withRow(event, rows, { deliveredUpTo: position, stagger })),
      )
      position = deliveredUpTo
      if (took > SHORT_DELIVERY) await sleep(Math.min(took, LONGEST_REST), undefined, { ref: false })
    }
    running = false
  }
  return {
    add(events) {
      batch.push(...events)
      if (!running) void run()
    },
    position: () => (running ? position : log.deliveredUpTo()),
  }
}

/** The rows of a batch. Without pages, or when they cannot be read, there are none: pages then read them themselves. */
async function rowsOf({ services, pages, readers }: Live, events: Event[]): Promise<LiveRows> {
  if (pages.size === 0) return new Map()
  try {
    return await readRows(services, readers, events)
  } catch (error) {
    services.log.warn({ err: error }, 'The rows of live changes could not be read. The pages read them themselves.')
    return new Map()
  }
}

/** A page that reads again sends a few calls: so many milliseconds are given to each page beyond the first few. */
const SPREAD_PER_PAGE = 15
const SPREAD_FROM = 25
const MAX_SPREAD = 15_000

/** Over how many milliseconds the pages of this server spread their reads because of one change; 0 for few pages. */
export const staggerOf = ({ pages }: Pick<Live, 'pages'>) =>
  Math.min(Math.max(0, pages.counted - SPREAD_FROM) * SPREAD_PER_PAGE, MAX_SPREAD)

/**
 * Looks at each event once for all pages whose viewers have the same rights: most events concern few pages. A page that
 * says who it is meanwhile has these events from the log. A page whose rights change meanwhile is told to read again.
 * Returns the milliseconds it worked.
 */
async function deliverEvents(live: Live, pageEvents: PageEvent[]) {
  let [worked, begin] = [0, performance.now()]
  for (const [client, theirs] of recipients(live.pages, pageEvents)) {
    deliverTo(live, client, theirs)
    const took = performance.now() - begin
    if (took < LONGEST_TURN) continue
    worked += took
    await nextTurn()
    begin = performance.now()
  }
  return worked + performance.now() - begin
}

/** The pages that are open now and may hear of some of these events, each once, with the events to look at. */
function recipients(pages: OpenPages, pageEvents: PageEvent[]): [Client, PageEvent[]][] {
  const named = pageEvents.flatMap(({ event }) => namedBy(event))
  // Their events do not depend on their rights, or their rights are being read.
  const others = new Set([...pages.checked, ...named.flatMap((id) => [...pages.of(id)])])
  const found: [Client, PageEvent[]][] = [...others].map((client) => [client, pageEvents])
  for (const group of pages.byRights()) {
    const [first] = group
    const forAll = pageEvents.filter(({ event }) => first && isHeardByRights(first.viewer, event))
    if (forAll.length === 0) continue
    for (const client of group) if (!others.has(client)) found.push([client, forAll])
  }
  return found
}

/** A page gets its events in one write: with many pages the writes cost most. */
function deliverTo(live: Live, client: Client, pageEvents: PageEvent[]) {
  const { connection } = client
  connection.cork()
  for (const pageEvent of pageEvents) {
    deliverEvent(live, client, pageEvent)
    if (connection.writableLength < WRITTEN_TOGETHER) continue
    connection.uncork()
    connection.cork()
  }
  connection.uncork()
}

function deliverEvent(live: Live, client: Client, pageEvent: PageEvent) {
  const { event } = pageEvent
  if (event.type === 'access') {
    if (client.viewer.id === event.userId) void checkAgain(live, client)
    return
  }
  if (!client.authorised) return
  if (client.checks === 0) sendEvent(client, pageEvent)
  else if (client.held.length < MAX_HELD_MESSAGES) client.held.push(pageEvent)
  else client.missed = true
}

/** Lets every page read everything again. The ends of sessions may be among the events that were lost. */
export function tellAllToReadAgain(live: Live) {
  for (const client of live.pages.all()) {
    client.missed = true
    void checkAgain(live, client)
  }
}

/** Sends the progress of a long call to the page that waits for it. */
export function deliverProgress(
  { pages }: Pick<Live, 'pages'>,
  { userId, tab, progress }: Extract<BusMessage, { type: 'progress' }>,
) {
  for (const client of pages.all()) {
    if (client.authorised && client.viewer.id === userId && client.tab === tab) {
      sendToPage(client, { type: 'progress', data: progress })
    }
  }
}

/** Sends a change that is no event. A page whose session is being read misses it, and receives the next. */
export function deliverUnread(
  { pages }: Pick<Live, 'pages'>,
  { change, audience }: Extract<BusMessage, { type: 'news' }>,
) {
  const frame = frameOf(JSON.stringify({ type: 'change', data: change } satisfies ServerMessage))
  for (const client of pages.all()) {
    if (client.authorised && client.checks === 0 && belongsTo(client.viewer, audience)) sendFrame(client, frame)
  }
}
