import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { ServerMessage } from '../../shared/changes.ts'
import { rankOf } from '../../shared/permissions.ts'
import type { Services } from '../context.ts'
import type { Audience, BusMessage } from '../db/bus.ts'
import { isFromAnotherSite } from './cross-site.ts'
import { isSampleFromElsewhere } from './sample-guard.ts'
import { COOKIE, type Session, sessionOf } from './session.ts'

/** An open page: whose it is, and how it names itself. Hears nothing before it has sent `auth`. */
interface Page {
  socket: WebSocket
  cookie: string
  viewer: Session['viewer']
  tab: string | null
  authorised: boolean
  heard: number
}

const SILENCE = 70_000
const SWEEP = 15_000
const MOST_BYTES = 4_096
const GOING_AWAY = 1001
const REFUSED = 4401

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), userId: z.string(), tab: z.optional(z.string().check(z.maxLength(64))) }),
  z.object({ type: z.literal('ping') }),
])

/** Whether this viewer may hear of a change with that audience. */
export const mayHear = ({ id, role, departmentId }: Session['viewer'], { fromRole, departments, users }: Audience) =>
  (fromRole !== null && rankOf(role) >= rankOf(fromRole)) ||
  (departmentId !== null && departments.includes(departmentId)) ||
  users.includes(id)

/** The live connection at `/ws`: hands changes and notifications to the pages whose viewer may hear them. */
export function serveLive(app: FastifyInstance, services: Services) {
  const pages = new Set<Page>()

  app.route({
    method: 'GET',
    url: '/ws',
    onRequest: async (request, reply) => {
      request.session = await sessionOf(services, request.cookies[COOKIE], new Date())
      if (!request.session || isSampleFromElsewhere(services, request))
        return reply.code(401).send({ message: 'Sign in to continue', code: 'not_signed_in' })
      if (isFromAnotherSite(request, services.config))
        return reply.code(403).send({ message: 'This came from another site', code: 'cross_site' })
    },
    handler: (_request, reply) =>
      reply.code(426).send({ message: 'This address is for the live connection', code: 'upgrade_required' }),
    wsHandler: (socket, request) => welcome(pages, socket, request),
  })

  services.bus.subscribe((messages) => {
    for (const message of messages) deliver(pages, services, message)
  })

  const sweep = setInterval(() => {
    const deadline = Date.now() - SILENCE
    for (const page of pages) if (page.heard < deadline) page.socket.terminate()
  }, SWEEP)
  app.addHook('preClose', async () => {
    clearInterval(sweep)
    for (const { socket } of pages) socket.close(GOING_AWAY)
  })
}

const send = (page: Page, message: ServerMessage) => page.socket.send(JSON.stringify(message))

function welcome(pages: Set<Page>, socket: WebSocket, request: FastifyRequest) {
  const { session } = request
  if (!session) return socket.close(REFUSED)
  const page: Page = {
    socket,
    cookie: request.cookies[COOKIE] ?? '',
    viewer: session.viewer,
    tab: null,
    authorised: false,
    heard: Date.now(),
  }
  pages.add(page)
  socket.on('close', () => pages.delete(page))
  socket.on('error', () => socket.terminate())
  socket.on('message', (data) => {
    page.heard = Date.now()
    const text = String(data)
    const parsed = text.length <= MOST_BYTES ? Message.safeParse(jsonOf(text)) : undefined
    if (!parsed?.success) return
    const message = parsed.data
    if (message.type === 'ping') return send(page, { type: 'pong' })
    if (message.userId !== page.viewer.id) return socket.close(REFUSED)
    page.authorised = true
    page.tab = message.tab ?? null
    send(page, { type: 'auth_success' })
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function deliver(pages: Set<Page>, services: Services, message: BusMessage) {
  if (message.type === 'access') {
    const theirs = [...pages].filter(({ viewer }) => viewer.id === message.userId)
    for (const page of theirs) void checkAgain(page, services)
    return
  }
  const text = JSON.stringify(toPage(message))
  for (const page of pages) if (page.authorised && concerns(message, page)) page.socket.send(text)
}

type PageMessage = Exclude<BusMessage, { type: 'access' }>

function toPage(message: PageMessage): ServerMessage {
  if (message.type === 'change') return { type: 'change', data: message.change }
  if (message.type === 'notification') return { type: 'notification', data: message.notification }
  return { type: 'stale' }
}

function concerns(message: PageMessage, page: Page) {
  if (message.type === 'change')
    return (message.tab === null || message.tab !== page.tab) && mayHear(page.viewer, message.audience)
  if (message.type === 'notification') return message.userIds.includes(page.viewer.id)
  return true
}

/** A page whose person has another role or department now hears by that; one whose session is over is closed. */
async function checkAgain(page: Page, services: Services) {
  const session = await sessionOf(services, page.cookie, new Date()).catch(() => undefined)
  if (!session) return page.socket.close(REFUSED)
  page.viewer = session.viewer
  if (page.authorised) send(page, { type: 'stale' })
}
