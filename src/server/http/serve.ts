import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { API_PREFIX } from '../../shared/api-prefix.ts'
import { TAB_HEADER } from '../../shared/changes.ts'
import { type Endpoint, type Input, type Reply, statusOf } from '../../shared/endpoint.ts'
import { mayAnywhere } from '../../shared/permissions.ts'
import { forbidden, HttpError, notSignedIn } from '../base/errors.ts'
import { type FairQueue, fairQueue } from '../base/fair-queue.ts'
import {
  type Context,
  inTransaction,
  JsonText,
  type OpenContext,
  type Origin,
  type Services,
  type StoredFile,
} from '../core/context.ts'
import { mustKeepLimit } from '../core/rate-limits.ts'
import { audit, auditApart } from '../core/write.ts'
import { acceptForms, withForm } from './forms.ts'
import { hashOf, isDone, keyOf, runOnce } from './idempotency.ts'
import { inputOf, parsed } from './input.ts'
import { serializerSchemaOf } from './json-schema.ts'
import { logRefusal } from './refusals.ts'
import { isSampleFromElsewhere, SAMPLE_IS_LOCAL } from './sample-guard.ts'
import { keeperFor, mustStillBe, renew, type Session, sessionCookieOf, sessionOf } from './session.ts'
import { sendStored } from './stored-reply.ts'
import { boundOrdinary, type MinimumRate } from './timeouts.ts'

/** The feature function behind an endpoint. Where anyone may call, there may be no viewer. */
type Handler<E extends Endpoint> = (
  ctx: E['allow'] extends 'anyone' ? OpenContext : Context,
  input: Input<E>,
) => E extends { download: string }
  ? AsyncIterable<string>
  : Promise<
      E extends { stored: string } ? StoredFile : Reply<E> extends undefined ? void : Reply<E> | JsonText<Reply<E>>
    >

// Faults in words: zod's small build knows none of its own.
z.config(z.locales.en())

export type Api = Record<string, Record<string, Endpoint>>
/** One handler for each endpoint: a missing or ill-typed one does not compile. */
export type Handlers<A extends Api> = { [Noun in keyof A]: { [Verb in keyof A[Noun]]: Handler<A[Noun][Verb]> } }

/**
 * Milliseconds after which the session that a request came with is looked at again: a body may be a minute on its way, and a call
 * may wait for its turn.
 */
const LATE = 1000

const ownTransactions = new WeakSet<object>()

/**
 * Marks a handler that writes in transactions of its own, because it works long before or writes although it refuses. Where its
 * endpoint has a limit, it counts its calls itself (`mustKeepLimit`), in the transaction of what it writes.
 */
export function withOwnTransactions<H extends object>(handler: H): H {
  ownTransactions.add(handler)
  return handler
}

type Prepare = (ctx: OpenContext, input: Input<Endpoint>) => Promise<unknown>
const preparations = new WeakMap<object, Prepare>()

/**
 * Has something made before the handler's transaction begins, as it takes long and would hold a connection meanwhile. The handler
 * gets it, and checks again whatever may have changed. What the preparation throws refuses the call.
 */
export function withPreparation<C, I, P, R>(
  prepare: (ctx: C, input: I) => Promise<P>,
  handler: (ctx: C, input: I, prepared: P) => R,
): (ctx: C, input: I) => R {
  // The type of a handler has two arguments, as the others need no more.
  const prepared = handler as (ctx: C, input: I) => R
  preparations.set(prepared, prepare as unknown as Prepare)
  return prepared
}

/**
 * Which part of the database's connections the calls of one person are: most take one, some two or three for a moment. They may
 * be more while so many connections are free that nobody else would have to wait.
 */
const PART_OF_ONE = 0.3
const SPARE_PART = 0.5
/** Of all people together: beyond, whoever has the most is refused. */
const MAX_QUEUED = 300
/** Milliseconds that a call waits for its turn, while those before it wait for a database that does not answer. */
const LONGEST_WAIT = 10_000
const busy = () =>
  new HttpError(503, 'busy', 'Too many requests are waiting. Try again in a moment.', { retryAfter: 1 })

const readers = new WeakMap<object, AnyHandler>()

/**
 * Marks a write whose reply is what `read` gives for the same address. It is not kept for those who come again with the same key:
 * they are told how the thing is by then.
 */
export function withReplyReadAgain<H extends object>(handler: H, read: object): H {
  readers.set(handler, read as AnyHandler)
  return handler
}

/**
 * Whether a write can be done once by its key (`http/idempotency`): not where the handler's own transactions, or a file that came with
 * it, would be done again, and not where nobody need be signed in, as a key is a person's own.
 */
export const acceptsIdempotencyKey = ({ method, form, allow }: Endpoint, handler: object) =>
  method !== 'GET' && !form && allow !== 'anyone' && !ownTransactions.has(handler)

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
    now: Date
  }
  interface FastifyContextConfig {
    acceptsForm?: boolean
  }
}

/** 499, as nginx has it: whoever asked has broken off, or was cut off. It ends the work; nobody hears of it. */
const goneAway = () => new HttpError(499, 'gone_away', 'You have gone away')

/** Registers every endpoint: session, role, validation, then the handler, in a transaction when it writes. */
export function serve<A extends Api>(
  app: FastifyInstance,
  services: Services,
  api: A,
  handlers: Handlers<A>,
  minimumRate?: MinimumRate,
) {
  app.decorateRequest('session', undefined)
  app.decorateRequest('now')
  // A body is JSON, or refused with 415: not the plain text that Fastify would read too.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (!routeOptions.config?.acceptsForm) boundOrdinary(raw)
    done()
  })
  app.addHook('preParsing', refuseCompressed)
  const all = Object.entries(api).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([verb, endpoint]) => ({
      endpoint,
      handler: handlers[noun]?.[verb] as unknown as AnyHandler,
    })),
  )
  const { databasePool } = services.config
  const queue = fairQueue({
    ofOneKey: Math.max(1, Math.floor(databasePool * PART_OF_ONE)),
    isSpare: () => freeConnections(services) > databasePool * SPARE_PART,
    waiting: { most: MAX_QUEUED, longest: LONGEST_WAIT, refusal: busy },
  })
  for (const { endpoint, handler } of all) if (!endpoint.form) serveOne(app, services, queue, endpoint, handler)
  void app.register(async (forms) => {
    acceptForms(forms, services, minimumRate)
    for (const { endpoint, handler } of all) if (endpoint.form) serveOne(forms, services, queue, endpoint, handler)
  })
}

/** How many connections could be taken at once; less than none when others wait for one. */
function freeConnections({ config, database }: Services) {
  const { totalCount, idleCount, waitingCount } = database.pool
  return config.databasePool - (totalCount - idleCount) - waitingCount
}

/** A body comes as it is: what is small on the way and huge when unpacked would pass every limit. */
async function refuseCompressed({ headers }: FastifyRequest) {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (encoding && encoding !== 'identity') throw new HttpError(415, 'wrong_type', 'Send this without compression')
}

type AnyHandler = (ctx: OpenContext, input: Input<Endpoint>, prepared?: unknown) => unknown
/** Does what uses the database when it is this person's turn. */
type InQueue = <T>(work: () => T | Promise<T>) => Promise<T>
type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function serveOne(app: FastifyInstance, services: Services, queue: FairQueue, endpoint: Endpoint, handler: AnyHandler) {
  const status = statusOf(endpoint)
  const isRead = endpoint.method === 'GET'
  const transactional = !isRead && !ownTransactions.has(handler)
  const acceptsKey = acceptsIdempotencyKey(endpoint, handler)
  const prepare = preparations.get(handler)
  const work: AnyHandler = async (ctx, input, prepared) => {
    if (transactional) await mustKeepLimit(ctx, endpoint)
    return handler(ctx, input, prepared)
  }
  const loggingRefusals = (answer: Answering): Answering =>
    isRead
      ? answer
      : (request, reply) =>
          answer(request, reply).catch(async (error: unknown) => {
            await logRefusal(contextOf(services, request, reply), endpoint, request, error)
            throw error
          })
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    exposeHeadRoute: false,
    config: { acceptsForm: endpoint.form !== undefined },
    schema: endpoint.reply ? { response: { [status]: serializerSchemaOf(endpoint.reply) } } : {},
    onRequest: loggingRefusals(async (request, reply) => {
      request.now = new Date()
      await letIn(services, endpoint, request, reply)
    }),
    handler: loggingRefusals(async (request, reply) => {
      const ctx = contextOf(services, request, reply)
      if (Date.now() - request.now.getTime() > LATE) await mustStillBe(ctx, request)
      const { viewer } = ctx
      const inQueue: InQueue = (work) => {
        const asked = performance.now()
        const workNow = () => {
          if (isRead && request.raw.socket.destroyed) throw goneAway()
          return performance.now() - asked > LATE ? mustStillBe(ctx, request).then(work) : work()
        }
        return viewer ? queue(viewer.id, workNow) : new Promise((resolve) => resolve(workNow()))
      }
      const key = isRead || endpoint.allow === 'anyone' ? undefined : keyOf(request, acceptsKey)
      if (key) {
        const input = inputOf(endpoint, request)
        const write = { ...key, request: hashOf(request, endpoint) }
        const replyOf = (done: AnyHandler, prepared?: unknown) => async (within: OpenContext) =>
          textOf(reply, endpoint, await done(within, input, prepared))
        const reader = readers.get(handler)
        const text = await inQueue(async () => {
          const prepared = await prepare?.(ctx, input).catch(async (error) => {
            // What was done stands in its own way: its address is taken. Then its reply is given again.
            if (!(await isDone(ctx, write))) throw error
          })
          return runOnce(ctx, write, replyOf(work, prepared), reader && replyOf(reader))
        })
        return sendText(reply.code(status), text)
      }
      const answer = (input: Input<Endpoint>) =>
        inQueue(async () => {
          if (!transactional) return work(ctx, input)
          const prepared = await prepare?.(ctx, input)
          return inTransaction(ctx, async (within) => work(within, input, prepared))
        })
      const result = await (endpoint.form
        ? withForm(ctx, endpoint, request, handler, answer)
        : answer(inputOf(endpoint, request)))
      reply.code(status)
      if (endpoint.stored) return sendStored(request, reply, services.files, endpoint.stored, result as StoredFile)
      if (endpoint.download)
        return sendFile(reply, endpoint.download, result as AsyncIterable<string>, inQueue, () =>
          logCall(ctx, endpoint, request),
        )
      return sendText(reply, textOf(reply, endpoint, result))
    }),
  })
}

/** Notes in the audit log that somebody has read what is worth an entry, and what they asked for. */
async function logCall(ctx: OpenContext, endpoint: Endpoint, request: FastifyRequest) {
  const { logged } = endpoint
  if (!logged) return
  const [resourceType = ''] = logged.split('.')
  const details = parsed(endpoint.query, request.query) as object | undefined
  await auditApart(ctx, (within) => audit(within, { action: logged, resourceType, resourceId: null, details }))
}

/** The body of a reply as it would be sent; null where there is none. */
function textOf(reply: FastifyReply, endpoint: Endpoint, result: unknown) {
  if (!endpoint.reply) return null
  if (result instanceof JsonText) return result.text
  return result === null
    ? 'null'
    : String(reply.serializeInput(result as Record<string, unknown>, String(statusOf(endpoint))))
}

const LONG = 16_384

/** A long text as bytes, which are made with less copying than Node would, head and body together. */
function sendText(reply: FastifyReply, text: string | null) {
  if (text === null) return reply.send()
  return reply.type('application/json; charset=utf-8').send(text.length > LONG ? Buffer.from(text) : text)
}

/**
 * Sends a file while it is made. The beginning is awaited, so that a refusal is still a refusal; what fails later breaks the
 * connection, so that no half file looks whole.
 */
async function sendFile(
  reply: FastifyReply,
  name: string,
  parts: AsyncIterable<string>,
  inQueue: InQueue,
  onBeginning: () => Promise<void>,
) {
  const iterator = parts[Symbol.asyncIterator]()
  // Each part has a turn of its own: a client that reads slowly keeps none.
  const next = () => inQueue(() => iterator.next())
  const beginning = await next()
  await onBeginning()
  async function* all() {
    for (let part = beginning; !part.done; part = await next()) yield part.value
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(all()))
}

/** Finds the session before the body is read: a stranger's body is nobody's business. */
async function letIn(services: Services, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  if (isSampleFromElsewhere(services, request))
    throw endpoint.allow === 'anyone' ? forbidden(SAMPLE_IS_LOCAL) : notSignedIn()
  request.session = await sessionOf(services, sessionCookieOf(services, request), request.now)
  if (endpoint.allow === 'anyone') return
  if (!request.session) throw notSignedIn()
  if (endpoint.allow !== 'signed-in' && !mayAnywhere(request.session.viewer.role, endpoint.allow)) throw forbidden()
  await renew(services, request, reply, request.session, request.now)
}

function contextOf(services: Services, request: FastifyRequest, reply: FastifyReply): OpenContext {
  return {
    services,
    db: services.database.orm,
    now: request.now,
    viewer: request.session?.viewer ?? null,
    origin: originOf(request),
    session: keeperFor(services, request, reply),
    outbox: [],
  }
}

const MOST_OF_AN_AGENT = 500
const TAB = /^[0-9a-f]{8,64}$/

/** Where a request came from; what its headers claim is cut to what the columns hold. */
function originOf({ ip, headers }: FastifyRequest): Origin {
  const tab = headers[TAB_HEADER]
  return {
    // Who has broken off by now has none any more.
    ipAddress: (ip as string | undefined)?.slice(0, 45) ?? null,
    userAgent: headers['user-agent']?.slice(0, MOST_OF_AN_AGENT) ?? null,
    tab: typeof tab === 'string' && TAB.test(tab) ? tab : null,
  }
}
