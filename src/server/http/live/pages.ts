import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { ServerMessage } from '../../../shared/changes.ts'
import type { Services } from '../../core/context.ts'
import { endOfSession } from '../../db/sessions.ts'
import type { SessionReader } from '../session/reader.ts'
import type { Session } from '../session/session.ts'
import { frameOf } from './frame.ts'
import { describe, type LivePage, type PageEvent, type RowReaders } from './messages.ts'

/** The pages that are open on this server, and the messages to one of them. */

/** An open page. It receives nothing before it has sent `auth`. */
export interface Client extends LivePage {
  socket: WebSocket
  /** The connection below the socket, which gets its frames. Corked frames go out together. */
  connection: Duplex
  cookie: string
  viewer: Session['viewer']
  /** When its session ends, as far as was last read. Requests may have renewed it since. */
  endsAt: number
  /** Whether it has sent `auth`, and whether its session was found. */
  introduced: boolean
  authorised: boolean
  /** When its last message came, by `performance.now()`. */
  lastMessageAt: number
  /** The number of its messages since the latest sweep. */
  messages: number
  /**
   * The number of reads under way, of its session or its missed events. Until they end it may get nothing (`holdBack`).
   */
  checks: number
  held: PageEvent[]
  /** Too many events were held back: the page is to read everything again. */
  missed: boolean
  /** The position of the log up to which everything was sent, as the page was last told. */
  position: number
}

/** So many pages of one person count when reads are spread over time: nobody alone makes the others wait. */
export const COUNTED_PAGES = 3

/** The pages that are open: in groups whose viewers have the same role and department, and by their person. */
export class OpenPages {
  /** Those with checks. */
  readonly checked = new Set<Client>()
  /** How many there are, of each person `COUNTED_PAGES` at most. */
  counted = 0
  private readonly groups = new Map<string, Set<Client>>()
  private readonly people = new Map<string, Set<Client>>()
  private readonly rightsOf = new Map<Client, string>()

  get size() {
    return this.rightsOf.size
  }

  all(): Iterable<Client> {
    return this.rightsOf.keys()
  }

  /** The groups. None is empty. */
  byRights(): Iterable<ReadonlySet<Client>> {
    return this.groups.values()
  }

  /** The pages of one person, the oldest first. */
  of(userId: string): Iterable<Client> {
    return this.people.get(userId) ?? []
  }

  /** Adds a page. To be called again when its viewer's rights have changed. */
  put(client: Client) {
    const rights = `${client.viewer.role} ${client.viewer.departmentId}`
    const before = this.rightsOf.get(client)
    if (before === rights) return
    if (before !== undefined) take(this.groups, before, client)
    this.rightsOf.set(client, rights)
    add(this.groups, rights, client)
    const own = add(this.people, client.viewer.id, client)
    if (before === undefined && own.size <= COUNTED_PAGES) this.counted += 1
  }

  /** Removes a page, unless it was removed before. */
  remove(client: Client) {
    const rights = this.rightsOf.get(client)
    if (rights === undefined) return
    take(this.groups, rights, client)
    const left = take(this.people, client.viewer.id, client)
    if (left < COUNTED_PAGES) this.counted -= 1
    this.rightsOf.delete(client)
    this.checked.delete(client)
  }
}

function add(sets: Map<string, Set<Client>>, key: string, client: Client) {
  const set = (sets.get(key) ?? new Set()).add(client)
  sets.set(key, set)
  return set
}

/** Returns how many are left in the set. */
function take(sets: Map<string, Set<Client>>, key: string, client: Client) {
  const set = sets.get(key)
  set?.delete(client)
  if (set?.size === 0) sets.delete(key)
  return set?.size ?? 0
}

/** The parts of a server's live connection. */
export interface Live {
  services: Services
  pages: OpenPages
  readers: RowReaders
  sessions: SessionReader
  /** Returns in how many seconds a page of this person is to read everything again. */
  nextSlot: (userId: string) => number
}

export const TRY_LATER = 1013
/** Its person has opened too many other pages since. */
export const TOO_MANY_PAGES = 4429
export const REFUSED = 4401
/** Bytes that may wait for a page that does not take them. A page that is dropped comes back. */
const MAX_UNSENT_BYTES = 1_000_000
/** Events that are held back for one page. */
export const MAX_HELD_MESSAGES = 100

/** Sends a message to a page. */
export const sendToPage = (client: Client, message: ServerMessage) =>
  sendFrame(client, frameOf(JSON.stringify(message)))

/** Sends a frame. Drops a page that does not take it: it comes back and catches up. */
export function sendFrame({ socket, connection }: Client, frame: Buffer) {
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate()
  else if (socket.readyState === socket.OPEN) connection.write(frame)
}

/** Sends an event's messages to this page, if any. */
export function sendEvent(client: Client, pageEvent: PageEvent, isLate = false) {
  for (const frame of describe(pageEvent, client, isLate)) sendFrame(client, frame)
}

/** When a page is to read everything again, as a message carries it. */
export function timeSlotOf({ nextSlot }: Pick<Live, 'nextSlot'>, { viewer }: Client) {
  const after = nextSlot(viewer.id)
  return after > 0 ? { after } : {}
}

/** Holds the events for a page back, in order, until `sendHeld` is called. */
export function holdBack({ pages }: Pick<Live, 'pages'>, client: Client) {
  client.checks += 1
  // A page that is closed is removed once: then it may not be added any more.
  if (client.socket.readyState === client.socket.OPEN) pages.checked.add(client)
}

/** Ends one `holdBack`. After the last of them it sends the held events. */
export function sendWaiting(live: Live, client: Client) {
  client.checks -= 1
  if (client.checks > 0) return
  live.pages.checked.delete(client)
  for (const pageEvent of client.held.splice(0)) sendEvent(client, pageEvent)
  if (client.missed) sendToPage(client, { type: 'stale', ...timeSlotOf(live, client) })
  client.missed = false
}

/**
 * Reads the session of a page again. From then on the page receives by its person's present role and department. The
 * page is closed when its session is over, when it must set up a second step first, or when the session could not be
 * read for a minute.
 */
export async function checkAgain(live: Live, client: Client) {
  holdBack(live, client)
  try {
    const session = await live.sessions.read(client.cookie)
    if (!session || session.needsSecondStep) return client.socket.close(REFUSED)
    const { role, departmentId } = client.viewer
    client.viewer = session.viewer
    if (client.socket.readyState === client.socket.OPEN) live.pages.put(client)
    client.endsAt = endOfSession(session)
    const seesTheSame = role === session.viewer.role && departmentId === session.viewer.departmentId
    if (client.authorised && !seesTheSame) {
      // The held events were meant for the former rights.
      client.held = []
      sendToPage(client, { type: 'stale' })
    }
    sendWaiting(live, client)
  } catch {
    client.socket.close(TRY_LATER)
  }
}
