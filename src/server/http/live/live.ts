import type { WebsocketPluginOptions } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ClientMessage } from '../../../shared/changes.ts'
import { msg } from '../../../shared/words/message.ts'
import { databaseAway, HttpError, notSignedIn } from '../../base/errors.ts'
import { i18nFor, languageOf } from '../../base/texts.ts'
import type { Services } from '../../core/context.ts'
import type { EventLog } from '../../db/events/event-log.ts'
import type { Event } from '../../db/events/events.ts'
import { endOfSession } from '../../db/sessions.ts'
import { isFromAnotherSite } from '../request/cross-site.ts'
import { type CallLanes, refuse } from '../request/lanes.ts'
import { secondStepMissing } from '../request/request-context.ts'
import { bearerOf } from '../session/bearer.ts'
import { openSessionReader } from '../session/reader.ts'
import { isSampleFromElsewhere } from '../session/sample-guard.ts'
import { isSession, sessionCookieOf } from '../session/session.ts'
import {
  deliverInOrder,
  deliverProgress,
  deliverUnread,
  type LiveDelivery,
  staggerOf,
  tellAllToReadAgain,
} from './delivery.ts'
import { isHeardBy, type RowReaders, readRows, withRow } from './messages.ts'
import {
  type Client,
  COUNTED_PAGES,
  checkAgain,
  holdBack,
  type Live,
  OpenPages,
  REFUSED,
  sendEvent,
  sendToPage,
  sendWaiting,
  TOO_MANY_PAGES,
  timeSlotOf,
} from './pages.ts'
import { gatherShown, type ShownHandler } from './shown.ts'
import { type ReturnSchedule, staggerReads } from './staggered-reads.ts'

/** The live connection: pages connect, say who they are, and receive missed events. */

/** A page from which nothing comes for so many milliseconds is dropped. */
const SILENCE = 70_000
const MAX_BYTES = 4_096
/** Far more tabs, and lost connections that nobody has noticed yet, than people have. */
const MAX_PAGES_PER_PERSON = 30
/** A page says who it is, and pings every 25 seconds: more than this between two sweeps is no page of ours. */
const MAX_MESSAGES = 200
/** The limit for all pages of a person together. Pages that were closed since the sweep count too. */
const MAX_MESSAGES_PER_PERSON = 600
const GOODBYE_WITHIN = 2_000
/** For how long changes are remembered for pages that began to read before they could receive. */
const READING_FOR_MAX_MS = 30_000
/** A page's first message may be on its way for so long. */
const ON_THE_WAY = 1_000
/** More changes than this are not sent one by one to a page that returns: it reads everything again. */
const MAX_MISSED = 300
/** How long an upgrade waits for its session, in milliseconds. */
const UPGRADE_WITHIN = 5_000
/** Pages that read everything again: the least milliseconds between two, the most at once, the longest wait. */
const LEAST_APART = 20
const RETURNING: Omit<ReturnSchedule, 'apart'> = { atOnce: 25, ofOne: COUNTED_PAGES, longest: 180 }
/** A page that reads everything again sends about so many statements, one after the other in each of its reads. */
const STATEMENTS_OF_A_PAGE = 12
/** The part of the pool's connections that returning pages may keep busy: the others are for people at work. */
const PART_FOR_RETURNING = 2 / 3
const GOING_AWAY = 1001

/** How the WebSocket plugin is to be registered; `serveLive` sees to the sockets' end. */
export const webSockets: WebsocketPluginOptions = {
  options: { maxPayload: MAX_BYTES },
  errorHandler: (error, socket, request) => {
    request.log.debug({ err: error }, 'A live connection broke')
    socket.terminate()
  },
  preClose: (done) => done(),
}

/**
 * Serves the live connection at `/ws`: pages receive the changes and notifications that their viewer may see.
 *
 * @param silence milliseconds without a message after which a page is dropped
 */
export function serveLive(
  app: FastifyInstance,
  services: Services,
  lanes: CallLanes,
  { readers, onShown }: { readers: RowReaders; onShown: ShownHandler },
  silence = SILENCE,
): { connections: () => number } {
  const pages = new OpenPages()
  const sessions = openSessionReader(services)
  /** The farther away or the busier the database is, the longer the pages are spread. */
  const apart = () => {
    const connections = services.database.pool.options.max * PART_FOR_RETURNING
    return Math.max(LEAST_APART, (sessions.took() * STATEMENTS_OF_A_PAGE) / connections)
  }
  const base = { services, pages, readers, sessions, nextSlot: staggerReads({ ...RETURNING, apart }) }
  const live: LiveServer = {
    ...base,
    delivery: deliverInOrder(base),
    shown: gatherShown(services, onShown),
    messages: new Map(),
  }

  app.route({
    method: 'GET',
    url: '/ws',
    onRequest: async (request) => {
      await letIn(live, request).catch((error) => refuse(lanes, request, error))
    },
    handler: () => {
      throw new HttpError(426, 'upgrade_required', msg('This address is for the live connection'))
    },
    wsHandler: (socket, request) => welcome(live, socket, request),
  })

  services.events.subscribe((events, lost) => {
    if (lost) tellAllToReadAgain(live)
    live.delivery.add(events)
  })
  services.bus.subscribe((messages) => {
    for (const message of messages) {
      if (message.type === 'progress') deliverProgress(live, message)
      else if (message.type === 'news') deliverUnread(live, message)
    }
  })

  const sweep = setInterval(() => {
    const deadline = performance.now() - silence
    live.messages.clear()
    for (const client of pages.all()) {
      client.messages = 0
      if (client.lastMessageAt < deadline) client.socket.terminate()
      else if (client.endsAt <= Date.now()) void checkAgain(live, client)
    }
  }, silence / 5)
  app.addHook('preClose', async () => {
    clearInterval(sweep)
    sessions.close()
    // A server that stops takes no more live connections.
    app.server.removeAllListeners('upgrade')
    for (const { socket } of pages.all()) socket.close(GOING_AWAY)
    setTimeout(() => {
      for (const { socket } of pages.all()) socket.terminate()
    }, GOODBYE_WITHIN).unref()
  })
  return { connections: () => pages.size }
}

/** Finds the session of a page that wants to connect. Throws `HttpError` for one that may not. */
async function letIn({ services, sessions }: LiveServer, request: FastifyRequest) {
  // Programs with a token read again, or are told by webhooks.
  const cookie = bearerOf(request) === undefined ? sessionCookieOf(services, request) : undefined
  request.caller = cookie ? await Promise.race([sessions.read(cookie), rejectAfter(UPGRADE_WITHIN)]) : undefined
  if (!request.caller || isSampleFromElsewhere(services, request)) throw notSignedIn()
  if (request.caller.needsSecondStep) throw secondStepMissing()
  if (isFromAnotherSite(request, services.config))
    throw new HttpError(403, 'cross_site', msg('This came from another site'))
}

/** With the delivery of events, which needs the rest. */
interface LiveServer extends Live {
  delivery: LiveDelivery
  shown: ReturnType<typeof gatherShown>
  /** How many messages each person's pages have sent since the latest sweep. */
  messages: Map<string, number>
}

/** A database that does not answer in time refuses an upgrade; the page tries again, later each time. */
const rejectAfter = (milliseconds: number) =>
  new Promise<never>((_, reject) => void setTimeout(() => reject(databaseAway()), milliseconds).unref())

/** The language that a page says it shows; a page cannot set headers here. */
const shownLanguageOf = ({ query, headers }: FastifyRequest) =>
  [(query as { language?: string }).language].flat()[0] ?? headers['accept-language']

function welcome(live: LiveServer, socket: WebSocket, request: FastifyRequest) {
  const { pages, services } = live
  const { caller: session } = request
  if (!isSession(session)) return socket.close(REFUSED)
  const client: Client = {
    socket,
    connection: request.raw.socket,
    cookie: sessionCookieOf(services, request) ?? '',
    viewer: session.viewer,
    endsAt: endOfSession(session),
    tab: null,
    reader: () => ({
      i18n: i18nFor(languageOf(client.viewer, shownLanguageOf(request), services.config.defaultLanguage)),
      timeZone: services.config.timeZone,
    }),
    introduced: false,
    authorised: false,
    lastMessageAt: performance.now(),
    messages: 0,
    checks: 0,
    held: [],
    missed: false,
    position: 0,
  }
  if (isTooLoud(live, client)) return socket.terminate()
  pages.put(client)
  closeSurplus(live, client)
  socket.on('close', () => pages.remove(client))
  socket.on('message', (data) => {
    // Messages that had arrived before the end of the connection are not counted.
    if (socket.readyState !== socket.OPEN) return
    client.lastMessageAt = performance.now()
    client.messages += 1
    live.messages.set(session.viewer.id, (live.messages.get(session.viewer.id) ?? 0) + 1)
    if (client.messages > MAX_MESSAGES || isTooLoud(live, client)) return socket.terminate()
    const text = String(data)
    const parsed = text.length <= MAX_BYTES ? ClientMessage.safeParse(jsonOf(text)) : undefined
    if (!parsed?.success) return
    const message = parsed.data
    const heardAt = performance.now()
    if (message.type === 'ping') {
      sendToPage(client, { type: 'pong' })
      return sendPosition(live, client)
    }
    if (message.type === 'shown') {
      if (client.authorised) live.shown.add({ userId: client.viewer.id, id: message.id })
      return
    }
    if (message.userId !== client.viewer.id) return socket.close(REFUSED)
    if (client.introduced) return
    client.introduced = true
    client.tab = message.tab ?? null
    void authorise(live, client, message, heardAt)
  })
}

/** Whether the pages of a person have sent too many messages since the latest sweep. */
const isTooLoud = ({ messages }: LiveServer, { viewer }: Client) =>
  (messages.get(viewer.id) ?? 0) > MAX_MESSAGES_PER_PERSON

/** Closes the oldest page of a person who has too many. It comes back, but not at once (`web/live/live.ts`). */
function closeSurplus({ pages }: LiveServer, { viewer }: Client) {
  const [oldest, ...others] = pages.of(viewer.id)
  if (!oldest || others.length < MAX_PAGES_PER_PERSON) return
  // It counts no longer, even if it does not answer.
  pages.remove(oldest)
  oldest.socket.close(TOO_MANY_PAGES)
  setTimeout(() => oldest.socket.terminate(), GOODBYE_WITHIN).unref()
}

/**
 * Looks at the session again: it may have ended after the upgrade was let in, before this page could receive. Then the
 * page receives missed events.
 */
async function authorise(
  live: LiveServer,
  client: Client,
  { readingFor = 0, since, rights }: Extract<ClientMessage, { type: 'auth' }>,
  heardAt: number,
) {
  await checkAgain(live, client)
  if (client.socket.readyState !== client.socket.OPEN) return
  const { events } = live.services
  const isNew = readingFor > 0
  const known = isNew
    ? eventsWithin(events, readingFor + ON_THE_WAY + performance.now() - heardAt)
    : since?.epoch === events.epoch && events.since(since.position)
  // With changed rights, missed events may be meant for others, and the page may show rows that it may no longer see.
  const { role, departmentId } = client.viewer
  const hasOtherRights =
    (rights && (rights.role !== role || rights.departmentId !== departmentId)) ||
    (known || []).some((event) => isAccessOf(client, event))
  const isFollowed = known && (isNew || known.length <= MAX_MISSED) && !hasOtherRights
  const missed = isFollowed ? known : []
  const sent = live.delivery.position()
  client.position =
    isFollowed && !isNew && since ? since.position : Math.min(sent, ...missed.map(({ position }) => position - 1))
  client.authorised = true
  sendToPage(client, {
    type: 'auth_success',
    ...(!isNew && (isFollowed ? { resumed: true } : timeSlotOf(live, client))),
    epoch: events.epoch,
    position: client.position,
  })
  if (isNew && !isFollowed) sendToPage(client, { type: 'stale', ...timeSlotOf(live, client) })
  if (missed.length === 0) return
  // Later events wait, so that the order is kept.
  holdBack(live, client)
  const heard = missed.filter((event) => isHeardBy(client.viewer, event))
  const rows = await readRows(live.services, live.readers, heard).catch(() => new Map())
  // Until all of it is sent the page has no more than before. A new page reads alone: there is nobody to spread with.
  const delivered = { deliveredUpTo: client.position, stagger: isNew ? 0 : staggerOf(live) }
  for (const event of missed) sendEvent(client, withRow(event, rows, delivered), true)
  sendWaiting(live, client)
  sendPosition(live, client)
}

const isAccessOf = ({ viewer }: Client, event: Event) => event.type === 'access' && event.userId === viewer.id

const eventsWithin = (events: EventLog, milliseconds: number) =>
  milliseconds <= READING_FOR_MAX_MS ? events.within(milliseconds) : undefined

/** Tells a page up to where of the log it has everything, for when it returns. */
function sendPosition({ delivery }: LiveServer, client: Client) {
  const position = delivery.position()
  if (!client.authorised || client.checks > 0 || position === client.position) return
  client.position = position
  sendToPage(client, { type: 'position', position })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
