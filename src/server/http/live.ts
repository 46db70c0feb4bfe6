import type { WebsocketPluginOptions } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ClientMessage, type ServerMessage } from '../../shared/changes.ts'
import { rankOf } from '../../shared/permissions.ts'
import { databaseAway } from '../base/errors.ts'
import type { Services } from '../core/context.ts'
import type { Audience, BusMessage } from '../db/bus.ts'
import { endOfSession } from '../db/sessions.ts'
import { isFromAnotherSite } from './cross-site.ts'
import { isSampleFromElsewhere } from './sample-guard.ts'
import { type Session, sessionCookieOf } from './session.ts'
import { openSessionReader, type SessionReader } from './session-reader.ts'
import { type MinimumRate, spreadReads } from './spread-reads.ts'

/** An open page: whose it is, and how it names itself. Hears nothing before it has sent `auth`. */
interface Client {
  socket: WebSocket
  cookie: string
  viewer: Session['viewer']
  /** When its session runs out, as far as was last read: requests may have renewed it since. */
  endsAt: number
  tab: string | null
  /** Whether it has said who it is, and whether that was found to be so. */
  introduced: boolean
  authorised: boolean
  /** When anything was heard of it last, by a clock that nobody sets. */
  lastMessageAt: number
  /** How many messages since the latest sweep. */
  messages: number
  /** How many looks at its session are outstanding. Until they are through, what it would be told is held back, in order. */
  checks: number
  held: PageMessage[]
}

const SILENCE = 70_000
const MOST_BYTES = 4_096
/** What may wait for a page that does not take it; a page that is dropped comes back and reads everything again. */
const MOST_UNSENT = 1_000_000
/** A page says who it is, and pings every 25 seconds: more than this between two sweeps is no page of ours. */
const MAX_MESSAGES = 200
const GOODBYE_WITHIN = 2_000
/** For how long, and how many, changes are kept for pages that began to read before they could hear. */
const KEEP_RECENT_FOR = 30_000
const MAX_RECENT = 1_000
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

/** Whether this viewer may hear of a change with that audience. */
const mayReceive = (
  { id, role, departmentId }: Session['viewer'],
  { fromRole, departments, departmentsFrom = 'guest', users }: Audience,
) =>
  (fromRole !== null && rankOf(role) >= rankOf(fromRole)) ||
  (departmentId !== null && departments.includes(departmentId) && rankOf(role) >= rankOf(departmentsFrom)) ||
  users.includes(id)

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
export function serveLive(app: FastifyInstance, services: Services, silence = SILENCE) {
  const clients = new Set<Client>()
  const recent: Recent[] = []
  const sessions = openSessionReader(services)
  /** The farther away or the busier the database is, the longer the pages are spread. */
  const apart = () => {
    const connections = services.database.pool.options.max * PART_FOR_RETURNING
    return Math.max(LEAST_APART, (sessions.took() * STATEMENTS_OF_A_PAGE) / connections)
  }
  const live: Live = { services, clients, recent, sessions, nextSlot: spreadReads({ ...RETURNING, apart }) }

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

  services.bus.subscribe((messages) => {
    for (const message of messages) {
      if (message.type !== 'access' && message.type !== 'progress') recent.push({ at: performance.now(), message })
      deliver(live, message)
    }
    recent.splice(0, recent.length - MAX_RECENT)
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
  recent: Recent[]
  sessions: SessionReader
  /** When the next page that must read everything again is to do so, in seconds from now. */
  nextSlot: () => number
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
    cookie: sessionCookieOf(services, request) ?? '',
    viewer: session.viewer,
    endsAt: endOfSession(session),
    tab: null,
    introduced: false,
    authorised: false,
    lastMessageAt: performance.now(),
    messages: 0,
    checks: 0,
    held: [],
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
    if (message.type === 'ping') return send(client, { type: 'pong' })
    if (message.userId !== client.viewer.id) return socket.close(REFUSED)
    if (client.introduced) return
    client.introduced = true
    client.tab = message.tab ?? null
    void authorise(live, client, message.readingFor ?? 0)
  })
}

/** Looks at the session again: it may have ended after the upgrade was let in, before this page could hear of it. */
async function authorise(live: Live, client: Client, readingFor: number) {
  await checkAgain(live, client)
  if (client.socket.readyState !== client.socket.OPEN) return
  client.authorised = true
  // A page that has been reading has only just been opened. Any other returns, and reads everything again.
  send(client, { type: 'auth_success', ...(readingFor === 0 && turnOf(live)) })
  sendMissed(live, client, readingFor)
}

/** The next turn to read everything again, as a message carries it. */
function turnOf({ nextSlot }: Live) {
  const after = nextSlot()
  return after > 0 ? { after } : {}
}

/** What changed after the page began to read and before it could hear: it may have read the older state. */
function sendMissed(live: Live, client: Client, readingFor: number) {
  if (readingFor === 0) return
  const since = performance.now() - Math.min(readingFor, KEEP_RECENT_FOR)
  for (const { at, message } of live.recent) {
    if (at < since) continue
    if (message.type !== 'notification') tell(live, client, message)
    // The bell shows it; a toast belongs to the moment.
    else if (concerns(message, client))
      send(client, { type: 'change', data: { resource: 'notifications', id: idFor(client, message) } })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function deliver(live: Live, message: BusMessage) {
  // With other messages, one of somebody's access may have been lost.
  if (message.type === 'access' || message.type === 'stale') {
    for (const client of live.clients) {
      if (message.type === 'stale' || client.viewer.id === message.userId) void checkAgain(live, client)
    }
  }
  if (message.type === 'access') return
  // A notification has another id for each person, and each page its own turn; a change is the same text for everybody.
  const text = message.type === 'change' ? JSON.stringify(toPage(live, message)) : undefined
  for (const client of live.clients) if (client.authorised) tell(live, client, message, text)
}

/** Tells a page what concerns it; while its session is being looked at, that is held back until it is known whose it is. */
function tell(live: Live, client: Client, message: PageMessage, text?: string) {
  if (client.checks > 0) {
    if (client.held.length >= MOST_HELD) client.held = [{ type: 'stale' }]
    client.held.push(message)
  } else if (concerns(message, client)) sendText(client, text ?? JSON.stringify(toPage(live, message, client)))
}

type PageMessage = Exclude<BusMessage, { type: 'access' }>

/** A message that was delivered not long ago. */
interface Recent {
  at: number
  message: PageMessage
}

function toPage(live: Live, message: Extract<PageMessage, { type: 'change' }>): ServerMessage
function toPage(live: Live, message: PageMessage, client: Client): ServerMessage
function toPage(live: Live, message: PageMessage, client?: Client): ServerMessage {
  if (message.type === 'change') return { type: 'change', data: message.change }
  if (message.type === 'progress') return { type: 'progress', data: message.progress }
  if (message.type !== 'notification' || !client) return { type: 'stale', ...turnOf(live) }
  return { type: 'notification', data: { id: idFor(client, message), ...message.notification } }
}

/** The id of this person's own notification. */
const idFor = ({ viewer }: Client, { userIds, ids }: Extract<PageMessage, { type: 'notification' }>) =>
  ids[userIds.indexOf(viewer.id)] ?? 0

function concerns(message: PageMessage, client: Client) {
  if (message.type === 'change')
    return (message.tab === null || message.tab !== client.tab) && mayReceive(client.viewer, message.audience)
  if (message.type === 'notification') return message.userIds.includes(client.viewer.id)
  if (message.type === 'progress') return message.userId === client.viewer.id && message.tab === client.tab
  return true
}

/**
 * Looks at a page's session again. A page whose person has another role or department now hears by that; one whose session is
 * over is closed, and so is one whose session could not be read for a minute.
 */
async function checkAgain(live: Live, client: Client) {
  client.checks += 1
  try {
    const session = await live.sessions.read(client.cookie)
    if (!session) return client.socket.close(REFUSED)
    const { role, departmentId } = client.viewer
    client.viewer = session.viewer
    client.endsAt = endOfSession(session)
    const seesTheSame = role === session.viewer.role && departmentId === session.viewer.departmentId
    if (client.authorised && !seesTheSame) send(client, { type: 'stale' })
    client.checks -= 1
    if (client.checks === 0) for (const message of client.held.splice(0)) tell(live, client, message)
  } catch {
    client.socket.close(TRY_LATER)
  }
}
