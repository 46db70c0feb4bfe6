import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { OWN_POSITION_HEADER, SNAPSHOT_HEADER } from '../../../shared/changes.ts'
import { type Endpoint, type Input, statusOf } from '../../../shared/endpoint.ts'
import { DEFAULT_FORMAT, type FileFormat, fileNameOf, mediaTypeOf } from '../../../shared/sheets/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { type ArchivedFile, archivePieces } from '../../adapters/archive.ts'
import { type Sheet, sheetPieces, WrittenFile } from '../../adapters/sheets.ts'
import { HttpError } from '../../base/errors.ts'
import { inTransaction, type OpenContext, type Services, type StoredFile } from '../../core/context.ts'
import { mustKeepLimit } from '../../core/rate-limits.ts'
import { audit, auditApart } from '../../core/write/audit.ts'
import { limited, type TakeConnection } from '../../db/connect/limited.ts'
import type { Replica } from '../../db/connect/replica.ts'
import { observedLike } from '../../db/statements/observed.ts'
import { acceptForms, withForm } from '../forms/forms.ts'
import { bodyLimitOf } from './bodies.ts'
import { describeContractFault } from './contract-faults.ts'
import { auditDenial, denialOf } from './denied-requests.ts'
import {
  type AnyHandler,
  type Api,
  acceptsIdempotencyKey,
  type HandlerOptions,
  type Handlers,
  isForNobody,
  optionsOf,
} from './handlers.ts'
import { type IdempotencyKey, idempotencyKeyOf, isDone, requestHash, runOnce } from './idempotency.ts'
import { inputOf, parsed } from './input.ts'
import {
  type CallKind,
  type CallLanes,
  callerKey,
  connectionsOf,
  exportQueueFor,
  queueFor,
  type RunInQueue,
  refuse,
} from './lanes.ts'
import { authenticate, contextOf, recheckIfLate } from './request-context.ts'
import { replyJson, replyText, sendDownload, sendJson } from './send-reply.ts'
import { sendStored } from './stored-reply.ts'
import { limitBodyTime, type MinimumRate } from './timeouts.ts'

/**
 * The way of a request, from top to bottom: `serve` registers every endpoint, `serveEndpoint` finds the session,
 * `answer` checks the input and sends the reply, `runHandler` and `runWithKey` run the feature function in between.
 */

// The small build of zod has no messages of its own.
z.config({ localeError: describeContractFault })

declare module 'fastify' {
  interface FastifyContextConfig {
    acceptsForm?: boolean
  }
}

/** An endpoint with all that its requests need, found out once. */
interface Route extends HandlerOptions {
  services: Services
  lanes: CallLanes
  endpoint: Endpoint
  handler: AnyHandler
  status: number
  isRead: boolean
  /** Whether the handler runs in a transaction that is opened here. */
  isTransactional: boolean
  acceptsKey: boolean
}

/**
 * Registers every endpoint.
 *
 * @param minimumRate how fast an upload must arrive; absent for the usual rate
 */
export function serve<A extends Api>(
  app: FastifyInstance,
  services: Services,
  lanes: CallLanes,
  api: A,
  handlers: Handlers<A>,
  minimumRate?: MinimumRate,
) {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('kiosk', undefined)
  app.decorateRequest('now')
  // Fastify would also read plain text. A body is JSON, or gets 415.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (!routeOptions.config?.acceptsForm) limitBodyTime(raw)
    done()
  })
  app.addHook('preParsing', refuseCompressed)
  const routes = Object.entries(api).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([verb, endpoint]) =>
      routeOf(services, lanes, endpoint, handlers[noun]?.[verb] as unknown as AnyHandler),
    ),
  )
  for (const route of routes) if (!route.endpoint.form) serveEndpoint(app, route)
  void app.register(async (forms) => {
    acceptForms(forms, services, minimumRate)
    for (const route of routes) if (route.endpoint.form) serveEndpoint(forms, route)
  })
}

/** Refuses a compressed body: one that is small on the way and huge when unpacked would pass every limit. */
async function refuseCompressed({ headers }: FastifyRequest) {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (encoding && encoding !== 'identity') throw new HttpError(415, 'wrong_type', msg('Send this without compression'))
}

function routeOf(services: Services, lanes: CallLanes, endpoint: Endpoint, handler: AnyHandler): Route {
  const options = optionsOf(handler)
  const isRead = endpoint.method === 'GET'
  return {
    ...options,
    services,
    lanes,
    endpoint,
    handler,
    status: statusOf(endpoint),
    isRead,
    isTransactional: !isRead && !options.hasOwnTransactions,
    acceptsKey: acceptsIdempotencyKey(endpoint, handler),
  }
}

function serveEndpoint(app: FastifyInstance, route: Route) {
  const { services, lanes, endpoint } = route
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    exposeHeadRoute: false,
    bodyLimit: bodyLimitOf(endpoint),
    config: { acceptsForm: endpoint.form !== undefined },
    onRequest: auditingDenials(route, async (request, reply) => {
      request.now = new Date()
      await authenticate(services, lanes.lookUp, endpoint, request, reply).catch((error) =>
        refuse(lanes, request, error),
      )
      const key = callerKey(request)
      if (key !== undefined && endpoint.body) await lanes.bodyPlace(key, request, reply)
    }),
    handler: auditingDenials(route, (request, reply) => answer(route, request, reply)),
  })
}

type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The same handler, which also writes to the audit log when a request is denied. */
function auditingDenials({ services, lanes, endpoint }: Route, handle: RequestHandler): RequestHandler {
  return (request, reply) =>
    handle(request, reply).catch(async (error: unknown) => {
      const denial = denialOf(endpoint, request, error)
      if (denial) await lanes.denials(denial.userId, () => auditDenial(contextOf(services, request, reply), denial))
      throw error
    })
}

/** Answers a request whose session is known and whose body has been read; a form is read here. */
async function answer(route: Route, request: FastifyRequest, reply: FastifyReply) {
  const { services, lanes, endpoint, handler, status } = route
  const known = endpoint.form ? undefined : await inputFor(route, request)
  const kind = kindOf(route, known)
  const take = connectionsOf(lanes, kind, request)
  const ctx = contextOf(services, request, reply, take)
  // The body may have been on its way for a minute.
  await recheckIfLate(ctx, request)
  const runInQueue = queueFor(lanes, kind, ctx, request)
  const caller = callerKey(request) ?? ''
  const send = (to: FastifyReply, json: string | Buffer | null) =>
    sendJson(to, json, () => lanes.unsent.note(caller, reply.raw))
  const key = route.isRead || isForNobody(endpoint) ? undefined : idempotencyKeyOf(request, route.acceptsKey)
  if (key) {
    const text = await runWithKey(route, ctx, request, reply, { key, input: known as Input<Endpoint> }, runInQueue)
    nameOwnPosition(route, ctx, reply)
    return send(reply.code(status), text)
  }

  const run = (input: Input<Endpoint>) => runInQueue(() => runHandler(route, ctx, input, take))
  const result = await (endpoint.form ? withForm(ctx, endpoint, request, handler, run) : run(known as Input<Endpoint>))
  reply.code((ctx.wasThere && endpoint.statusAgain) || status)
  nameOwnPosition(route, ctx, reply)
  if (ctx.snapshot) reply.header(SNAPSHOT_HEADER, `${ctx.snapshot} ${ctx.now.getTime()}`)
  if (endpoint.stored) return sendStored(request, reply, services.files, endpoint.stored, result as StoredFile)
  if (endpoint.download) {
    const onFirstPiece = () => auditCall(ctx, endpoint, request)
    const { format = DEFAULT_FORMAT } = (known?.query ?? {}) as { format?: FileFormat }
    const file =
      result instanceof WrittenFile
        ? result
        : {
            pieces: sheetPieces(result as Sheet, endpoint.download, format, ctx.reader),
            fileName: fileNameOf(endpoint.download, format),
            mediaType: mediaTypeOf(format),
          }
    return sendDownload(reply, file, runInQueue, exportQueueFor(lanes, ctx, request), onFirstPiece)
  }
  if (endpoint.archive) {
    const pieces = archivePieces(result as AsyncIterable<ArchivedFile>)
    const file = { pieces, fileName: `${endpoint.archive}.zip`, mediaType: 'application/zip' }
    return sendDownload(reply, file, runInQueue, exportQueueFor(lanes, ctx, request), async () => {})
  }
  return send(reply, replyJson(reply, endpoint, result))
}

/** The checked input of a request. Throws `HttpError`, as `refuse` does. */
async function inputFor({ lanes, endpoint }: Route, request: FastifyRequest) {
  try {
    return inputOf(endpoint, request)
  } catch (error) {
    return refuse(lanes, request, error)
  }
}

/** The lane of a call. The input of a form is not known this early. */
function kindOf({ isVital, isHeavy, isRead }: Route, input: Input<Endpoint> | undefined): CallKind {
  if (isVital) return 'vital'
  const looksAtMany = input !== undefined && isHeavy?.(input)
  if (isRead) return looksAtMany ? 'heavy' : 'read'
  return looksAtMany ? 'bulk' : 'write'
}

/** Says which changes the page need not read again. A handler with several transactions knows only the last. */
function nameOwnPosition({ isTransactional }: Route, { ownPosition }: OpenContext, reply: FastifyReply) {
  if (isTransactional && ownPosition !== undefined) reply.header(OWN_POSITION_HEADER, ownPosition)
}

/** Runs the handler, a write in a transaction. */
async function runHandler(route: Route, ctx: OpenContext, input: Input<Endpoint>, take?: TakeConnection) {
  const { handler, prepare, isTransactional, mayReadReplica } = route
  if (mayReadReplica && ctx.services.replica) return readOnReplica(ctx.services.replica, handler, ctx, input, take)
  if (!isTransactional) return handler(ctx, input)
  const prepared = await prepare?.(ctx, input)
  return inTransaction(ctx, (txCtx) => runWrite(route, txCtx, input, prepared))
}

/** Runs a read on the standby, and on the primary if that fails. A download that fails on its way breaks off. */
async function readOnReplica(
  replica: Replica,
  handler: AnyHandler,
  ctx: OpenContext,
  input: Input<Endpoint>,
  take: TakeConnection | undefined,
) {
  const standby = await replica.caughtUp()
  if (!standby) return handler(ctx, input)
  const observed = observedLike(ctx.services.database, standby)
  const database = take ? limited(observed, take) : observed
  try {
    return await handler({ ...ctx, db: database.orm, services: { ...ctx.services, database } }, input)
  } catch (error) {
    if (error instanceof HttpError) throw error
    replica.failed(error)
    return handler(ctx, input)
  }
}

/** Runs a write within its transaction, which also counts the call against its rate limit. */
async function runWrite({ endpoint, handler }: Route, txCtx: OpenContext, input: Input<Endpoint>, prepared: unknown) {
  await mustKeepLimit(txCtx, endpoint, input.body)
  return handler(txCtx, input, prepared)
}

/** Runs a write that came with an idempotency key, unless it has been done. Returns the text of its reply. */
async function runWithKey(
  route: Route,
  ctx: OpenContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, input }: { key: IdempotencyKey; input: Input<Endpoint> },
  runInQueue: RunInQueue,
) {
  const { endpoint, prepare, readReply } = route
  const write = { ...key, request: requestHash(request, endpoint) }
  return runInQueue(async () => {
    const prepared = await prepare?.(ctx, input).catch(async (error) => {
      // After the write, its own result may stop the preparation: its e-mail address is taken, for example.
      if (!(await isDone(ctx, write))) throw error
    })
    return runOnce(
      ctx,
      write,
      async (txCtx) => replyText(reply, endpoint, await runWrite(route, txCtx, input, prepared)),
      readReply && (async (txCtx) => replyText(reply, endpoint, await readReply(txCtx, input))),
    )
  })
}

/** Writes to the audit log that somebody has exported data: which row, or with which filter. */
async function auditCall(ctx: OpenContext, endpoint: Endpoint, request: FastifyRequest) {
  const { auditAction: action } = endpoint
  if (!action) return
  const [resourceType = ''] = action.split('.')
  const details = parsed(endpoint.query, request.query) as object | undefined
  const { id: resourceId = null } = request.params as { id?: string }
  await auditApart(ctx, (txCtx) => audit(txCtx, { action, resourceType, resourceId, details }))
}
