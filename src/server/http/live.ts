import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebsocketPluginOptions } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ClientMessage, type ServerMessage } from '../../shared/changes.ts'
import { databaseAway } from '../base/errors.ts'
import type { Services } from '../core/context.ts'
import type { BusMessage } from '../db/bus.ts'
import type { EventLog } from '../db/event-log.ts'
import type { Event } from '../db/events.ts'
import { endOfSession } from '../db/sessions.ts'
import { isFromAnotherSite } from './cross-site.ts'
import { belongsTo, describe, type Page, type PageEvent, type RowReaders, readRows, withRow } from './live-messages.ts'
import { isSampleFromElsewhere } from './sample-guard.ts'
import { type Session, sessionCookieOf } from './session.ts'
import { openSessionReader, type SessionReader } from './session-reader.ts'
import { type MinimumRate, spreadReads } from './spread-reads.ts'

/** An open page: whose it is, and how it names itself. Hears nothing before it has sent `auth`. */
interface Client extends Page {
  socket: WebSocket
  /** The connection below the socket: what is written while it is corked goes out together. */
  connection: Duplex
  cookie: string
  viewer: Session['viewer']
  /** When its session runs out, as far as was last read: requests may have renewed it since. */
  endsAt: number
  /** Whether it has said who it is, and whether that was found to be so. */
  introduced: boolean
  authorised: boolean
  /** When anything was heard of it last, by a clock that nobody sets. */
  lastMessageAt: number
  /** How many messages since the latest sweep. */
  messages: number
  /** How many looks at its session are outstanding. Until they are through, what it would be told is held back, in order. */
  checks: number
  held: PageEvent[]
  /** Held messages were too many: it is to read everything again. */
  missed: boolean
  /** The position of the log up to which everything was sent, as it was last told. */
  position: number
}

const SILENCE = 70_000
const MOST_BYTES = 4_096
/** What may wait for a page that does not take it; a page that is dropped comes back and reads everything again. */
const MOST_UNSENT = 1_000_000
/** A page says who it is, and pings every 25 seconds: more than this between two sweeps is no page of ours. */
const MAX_MESSAGES = 200
const GOODBYE_WITHIN = 2_000
/** For how long changes are remembered for pages that began to read before they could receive. */
const READING_FOR_MAX_MS = 30_000
/** A page's first message may be on its way for so long. */
const ON_THE_WAY = 1_000
/** More changes than this are not sent one by one to a page that returns: it reads everything again. */
const MAX_MISSED = 300
/** How many messages are held back for one page; those beyond become one that everything may be stale. */
const MOST_HELD = 100
/** How long an upgrade waits for its session, in milliseconds. */
const UPGRADE_WITHIN = 5_000
/** The least milliseconds between two pages that read everything again, how many may do so at once, and the longest wait. */
const LEAST_APART = 20
const RETURNING: Omit<MinimumRate, 'apart'> = { atOnce: 25, longest: 180 }
/** A page that reads everything again sends about so many statements, one after the other in each of its reads. */
const STATEMENTS_OF_A_PAGE = 12
/** The part of the pool's connections that returning pages may keep busy: the others are for people at work. */
const PART_FOR_RETURNING = 2 / 3
const GOING_AWAY = 1001
const TRY_LATER = 1013
const REFUSED = 4401

/** How the WebSocket plugin is to be registered; `serveLive` sees to the sockets' end. */
export const webSockets: WebsocketPluginOptions = {
  options: { maxPayload: MOST_BYTES },
  errorHandler: (error, socket, request) => {
    request.log.debug({ err: error }, 'A live connection broke')
    socket.terminate()
  },
  preClose: (done) => done(),
}

/**
 * The live connection at `/ws`: hands changes and notifications to the pages whose viewer may hear them. A page of which
 * nothing is heard for `silence` milliseconds is dropped.
 */
export function serveLive(
  app: FastifyInstance,
  services: Services,
  readers: RowReaders,
  silence = SILENCE,
): { connections: () => number } {
  const clients = new Set<Client>()
  const sessions = openSessionReader(services)
  /** The farther away or the busier the database is, the longer the pages are spread. */
  const apart = () => {
    const connections = services.database.pool.options.max * PART_FOR_RETURNING
    return Math.max(LEAST_APART, (sessions.took() * STATEMENTS_OF_A_PAGE) / connections)
  }
  const base = { services, clients, readers, sessions, nextSlot: spreadReads({ ...RETURNING, apart }) }
  const live: Live = { ...base, delivery: deliverInOrder(base) }

  app.route({
    method: 'GET',
    url: '/ws',
    onRequest: async (request, reply) => {
      const cookie = sessionCookieOf(services, request)
      request.session = cookie ? await Promise.race([sessions.read(cookie), rejectAfter(UPGRADE_WITHIN)]) : undefined
      if (!request.session || isSampleFromElsewhere(services, request))
        return reply.code(401).send({ message: 'Sign in to continue', code: 'not_signed_in' })
      if (isFromAnotherSite(request, services.config))
        return reply.code(403).send({ message: 'This came from another site', code: 'cross_site' })
    },
    handler: (_request, reply) =>
      reply.code(426).send({ message: 'This address is for the live connection', code: 'upgrade_required' }),
    wsHandler: (socket, request) => welcome(live, socket, request),
  })

  services.events.subscribe((events, lost) => {
    if (lost) tellAllToReadAgain(live)
    live.delivery.add(events)
  })
  services.bus.subscribe((messages) => {
    for (const message of messages) {
      if (message.type === 'progress') deliverProgress(live, message)
      else if (message.type === 'news') deliverNews(live, message)
    }
  })

  const sweep = setInterval(() => {
    const deadline = performance.now() - silence
    for (const client of clients) {
      client.messages = 0
      if (client.lastMessageAt < deadline) client.socket.terminate()
      else if (client.endsAt <= Date.now()) void checkAgain(live, client)
    }
  }, silence / 5)
  app.addHook('preClose', async () => {
    clearInterval(sweep)
    sessions.close()
    // From here on an upgrade is answered as any other request is: not any more.
    app.server.removeAllListeners('upgrade')
    for (const { socket } of clients) socket.close(GOING_AWAY)
    setTimeout(() => {
      for (const { socket } of clients) socket.terminate()
    }, GOODBYE_WITHIN).unref()
  })
  return { connections: () => clients.size }
}

interface Live {
  services: Services
  clients: Set<Client>
  readers: RowReaders
  sessions: SessionReader
  delivery: Delivery
  /** When the next page that must read everything again is to do so, in seconds from now. */
  nextSlot: () => number
}

interface Delivery {
  add(events: Event[]): void
  /** Every event up to this position was sent to the pages. */
  position(): number
}

/** A database that does not answer in time refuses an upgrade; the page tries again, later each time. */
const rejectAfter = (milliseconds: number) =>
  new Promise<never>((_, reject) => void setTimeout(() => reject(databaseAway()), milliseconds).unref())

const send = (client: Client, message: ServerMessage) => sendText(client, JSON.stringify(message))

function sendText({ socket }: Client, text: string) {
  if (socket.bufferedAmount > MOST_UNSENT) socket.terminate()
  else socket.send(text)
}

function welcome(live: Live, socket: WebSocket, request: FastifyRequest) {
  const { clients, services } = live
  const { session } = request
  if (!session) return socket.close(REFUSED)
  const client: Client = {
    socket,
    connection: request.raw.socket,
    cookie: sessionCookieOf(services, request) ?? '',
    viewer: session.viewer,
    endsAt: endOfSession(session),
    tab: null,
    timeZone: services.config.timeZone,
    introduced: false,
    authorised: false,
    lastMessageAt: performance.now(),
    messages: 0,
    checks: 0,
    held: [],
    missed: false,
    position: 0,
  }
  clients.add(client)
  socket.on('close', () => clients.delete(client))
  socket.on('message', (data) => {
    client.lastMessageAt = performance.now()
    client.messages += 1
    if (client.messages > MAX_MESSAGES) return socket.terminate()
    const text = String(data)
    const parsed = text.length <= MOST_BYTES ? ClientMessage.safeParse(jsonOf(text)) : undefined
    if (!parsed?.success) return
    const message = parsed.data
    const heardAt = performance.now()
    if (message.type === 'ping') {
      send(client, { type: 'pong' })
      return sendPosition(live, client)
    }
    if (message.userId !== client.viewer.id) return socket.close(REFUSED)
    if (client.introduced) return
    client.introduced = true
    client.tab = message.tab ?? null
    void authorise(live, client, message, heardAt)
  })
}

/**
 * Looks at the session again: it may have ended after the upgrade was let in, before this page could receive. Then the page
 * receives what it has missed.
 */
async function authorise(
  live: Live,
  client: Client,
  { readingFor = 0, since }: Extract<ClientMessage, { type: 'auth' }>,
  heardAt: number,
) {
  await checkAgain(live, client)
  if (client.socket.readyState !== client.socket.OPEN) return
  const { events } = live.services
  const isNew = readingFor > 0
  const known = isNew
    ? eventsWithin(events, readingFor + ON_THE_WAY + performance.now() - heardAt)
    : since?.epoch === events.epoch && events.since(since.position)
  // With other rights than before, what was missed may be meant for others, and what is shown is no more what may be seen.
  const isFollowed = known && (isNew || known.length <= MAX_MISSED) && !known.some((event) => isAccessOf(client, event))
  const missed = isFollowed ? known : []
  const sent = live.delivery.position()
  client.position =
    isFollowed && !isNew && since ? since.position : Math.min(sent, ...missed.map(({ position }) => position - 1))
  client.authorised = true
  send(client, {
    type: 'auth_success',
    ...(!isNew && (isFollowed ? { resumed: true } : slotOf(live))),
    epoch: events.epoch,
    position: client.position,
  })
  if (isNew && !isFollowed) send(client, { type: 'stale', ...slotOf(live) })
  if (missed.length === 0) return
  // What comes meanwhile waits, so that the order is kept.
  client.checks += 1
  const rows = await readRows(live.services, live.readers, missed).catch(() => new Map())
  client.checks -= 1
  // Until all of it is sent the page has no more than before.
  const delivered = { floor: client.position, spread: spreadOf(live) }
  for (const event of missed) sendEvent(client, withRow(event, rows, delivered), true)
  sendHeld(live, client)
  sendPosition(live, client)
}

const isAccessOf = ({ viewer }: Client, event: Event) => event.type === 'access' && event.userId === viewer.id

const eventsWithin = (events: EventLog, milliseconds: number) =>
  milliseconds <= READING_FOR_MAX_MS ? events.within(milliseconds) : undefined

/** When the next page is to read everything again, as a message carries it. */
function slotOf({ nextSlot }: Pick<Live, 'nextSlot'>) {
  const after = nextSlot()
  return after > 0 ? { after } : {}
}

/** Tells a page up to where of the log it has everything, for when it returns. */
function sendPosition({ delivery }: Live, client: Client) {
  const position = delivery.position()
  if (!client.authorised || client.checks > 0 || position === client.position) return
  client.position = position
  send(client, { type: 'position', position })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Bytes that are gathered for one write to a page: far fewer than may wait for it. */
const WRITTEN_TOGETHER = 64_000
/** A delivery that takes longer, in milliseconds, is followed by a rest. */
const SHORT_DELIVERY = 5
const LONGEST_REST = 500

/**
 * Sends events to the pages, in the order in which they come. The rows that a batch is about are read once, for all pages; what
 * comes meanwhile is the next batch. After a long delivery to thousands of pages it rests for as long, so that requests get at
 * least half of the time. What comes during the rest goes out together, which costs little more than a single event.
 */
function deliverInOrder(live: Omit<Live, 'delivery'>): Delivery {
  const { events: log } = live.services
  const batch: Event[] = []
  let running = false
  /** Of what was delivered while the next batch is being read. */
  let position = log.floor()
  const run = async () => {
    running = true
    while (batch.length > 0) {
      const events = batch.splice(0)
      const floor = log.floor()
      const spread = spreadOf(live)
      const rows =
        live.clients.size > 0
          ? await readRows(live.services, live.readers, events).catch((error) => {
              live.services.log.warn(
                { err: error },
                'Rows of live changes could not be read; pages read them themselves',
              )
              return new Map()
            })
          : new Map()
      const begin = performance.now()
      deliverEvents(
        live,
        events.map((event) => withRow(event, rows, { floor: position, spread })),
      )
      position = floor
      const took = performance.now() - begin
      if (took > SHORT_DELIVERY) await sleep(Math.min(took, LONGEST_REST), undefined, { ref: false })
    }
    running = false
  }
  return {
    add(events) {
      batch.push(...events)
      if (!running) void run()
    },
    position: () => (running ? position : log.floor()),
  }
}

/** A page that reads again sends a few calls: so many milliseconds are given to each page beyond the first few. */
const SPREAD_PER_PAGE = 15
const SPREAD_FROM = 25
const MAX_SPREAD = 15_000

/** Over how many milliseconds the pages of this server spread what they read because of one change; 0 for few pages. */
const spreadOf = ({ clients }: Pick<Live, 'clients'>) =>
  Math.min(Math.max(0, clients.size - SPREAD_FROM) * SPREAD_PER_PAGE, MAX_SPREAD)

/** Each page gets the events in one write: with many pages the writes are what costs. */
function deliverEvents(live: Omit<Live, 'delivery'>, pageEvents: PageEvent[]) {
  for (const client of live.clients) {
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
}

function deliverEvent(live: Omit<Live, 'delivery'>, client: Client, pageEvent: PageEvent) {
  const { event } = pageEvent
  if (event.type === 'access') {
    if (client.viewer.id === event.userId) void checkAgain(live, client)
    return
  }
  if (!client.authorised) return
  if (client.checks === 0) sendEvent(client, pageEvent)
  else if (client.held.length < MOST_HELD) client.held.push(pageEvent)
  else client.missed = true
}

function sendEvent(client: Client, pageEvent: PageEvent, isLate = false) {
  for (const text of describe(pageEvent, client, isLate)) sendText(client, text)
}

/** Sends what was held back while nobody knew whose the page is; to be called when nothing holds it back any more. */
function sendHeld(live: Omit<Live, 'delivery'>, client: Client) {
  if (client.checks > 0) return
  for (const pageEvent of client.held.splice(0)) sendEvent(client, pageEvent)
  if (client.missed) send(client, { type: 'stale', ...slotOf(live) })
  client.missed = false
}

/** The log has more events than anybody catches up with, and an end of a session may be among them. */
function tellAllToReadAgain(live: Live) {
  for (const client of live.clients) {
    client.missed = true
    void checkAgain(live, client)
  }
}

function deliverProgress(
  { clients }: Pick<Live, 'clients'>,
  { userId, tab, progress }: Extract<BusMessage, { type: 'progress' }>,
) {
  for (const client of clients) {
    if (client.authorised && client.viewer.id === userId && client.tab === tab) {
      send(client, { type: 'progress', data: progress })
    }
  }
}

function deliverNews({ clients }: Pick<Live, 'clients'>, { change, audience }: Extract<BusMessage, { type: 'news' }>) {
  const text = JSON.stringify({ type: 'change', data: change } satisfies ServerMessage)
  for (const client of clients) {
    if (client.authorised && client.checks === 0 && belongsTo(client.viewer, audience)) sendText(client, text)
  }
}

/**
 * Looks at a page's session again. A page whose person has another role or department receives by that from now on; one whose
 * session is over is closed, and so is one whose session could not be read for a minute.
 */
async function checkAgain(live: Omit<Live, 'delivery'>, client: Client) {
  client.checks += 1
  try {
    const session = await live.sessions.read(client.cookie)
    if (!session) return client.socket.close(REFUSED)
    const { role, departmentId } = client.viewer
    client.viewer = session.viewer
    client.endsAt = endOfSession(session)
    const seesTheSame = role === session.viewer.role && departmentId === session.viewer.departmentId
    if (client.authorised && !seesTheSame) {
      // What was held back was meant for the rights of before.
      client.held = []
      send(client, { type: 'stale' })
    }
    client.checks -= 1
    sendHeld(live, client)
  } catch {
    client.socket.close(TRY_LATER)
  }
}
