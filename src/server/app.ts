import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import helmet from 'helmet'
import { api } from '../shared/api.ts'
import { msg } from '../shared/words/message.ts'
import { forbidden, HttpError } from './base/errors.ts'
import type { Services } from './core/context.ts'
import { serveCalendars } from './http/calendar.ts'
import { answerDoctor } from './http/health/doctor.ts'
import { serveHealth } from './http/health/health.ts'
import { serveMetrics } from './http/health/metrics.ts'
import { announceStop, closeWhenIdle } from './http/health/stopping.ts'
import { serveLive, webSockets } from './http/live/live.ts'
import { serveDocument } from './http/openapi/document.ts'
import { servePages } from './http/pages.ts'
import { SMALL_BODY } from './http/request/bodies.ts'
import { compressReplies } from './http/request/compress.ts'
import { isFromAnotherSite } from './http/request/cross-site.ts'
import { replyToNoRequest, replyToUnreadable, replyWithErrors } from './http/request/error-reply.ts'
import { openLanes } from './http/request/lanes.ts'
import { observeRequests } from './http/request/observe-requests.ts'
import { trustOf } from './http/request/proxies.ts'
import { serve } from './http/request/serve.ts'
import { IDLE_TIMEOUT_MS, limitPipelining, type MinimumRate } from './http/request/timeouts.ts'
import { bearerOf } from './http/session/bearer.ts'
import { cookieName } from './http/session/session.ts'
import { serveSingleSignOn } from './http/session/single-sign-on.ts'
import { handlers, onShown, providerHandlers, readCalendar, rowReaders } from './routes.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Monitoring requests these every few seconds, so they are not logged. */
const POLLED_PATHS = new Set<string | undefined>(['/healthz', '/readyz', '/metrics'])
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

export interface AppOptions {
  /** A live connection counts as dead after this many milliseconds without a message. */
  silence?: number
  minimumRate?: MinimumRate
  /** A connection is closed after this many milliseconds without a byte in either direction. */
  idleTimeout?: number
}

/** Builds the HTTP server. It does not listen yet; tests may inject requests into it. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { silence, minimumRate, idleTimeout = IDLE_TIMEOUT_MS } = options
  const { config, log } = services
  const isTrusted = trustOf(config.trustProxy)
  const headers = securityHeaders(config.publicUrl?.startsWith('https:') ?? false)
  const app = fastify({
    loggerInstance: log.child({}, { serializers: requestSerializers }),
    trustProxy: config.trustProxy && isTrusted,
    frameworkErrors: replyToUnreadable(services, headers),
    clientErrorHandler: replyToNoRequest(headers),
    // Endpoints have limits of their own.
    bodyLimit: SMALL_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // A request that arrives while the server stops still gets its reply, as long as the database is open.
    return503OnClosing: false,
    // `http/request/timeouts` limits how long a body may take.
    requestTimeout: 0,
    connectionTimeout: idleTimeout,
    // `mustNameOneHost` asks for the host: Node's own refusal has no headers.
    http: { headersTimeout: 60_000, requireHostHeader: false },
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    logController: new OneLinePerRequest({
      disableRequestLogging: ({ url }) => POLLED_PATHS.has(url),
    }),
  }) as unknown as FastifyInstance

  observeRequests(app, services, POLLED_PATHS)
  replyWithErrors(app, services)
  allowEmptyJson(app)
  // Before every hook that may refuse a request.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  mustNameOneHost(app)
  app.addHook('onRequest', (request, reply, done) => {
    if (!limitPipelining(request.raw, reply.raw, done)) reply.hijack()
  })
  await app.register(cookie)
  await app.register(websocket, webSockets)
  answerForOthers(app, headers)
  logProxies(app, services, isTrusted)
  answerDoctor(app, config)
  announceStop(app)
  compressReplies(app)
  app.addHook('onRequest', (request, _reply, done) => {
    // With a token no cookie counts, and no other site can make a browser send one.
    const isForeign =
      !SAFE_METHODS.has(request.method) && bearerOf(request) === undefined && isFromAnotherSite(request, config)
    done(isForeign ? forbidden(msg('This came from another site')) : undefined)
  })

  const lanes = openLanes(services)
  serve(app, services, lanes, api, handlers, minimumRate)
  serveCalendars(app, services, lanes, readCalendar)
  const live = serveLive(app, services, lanes, { readers: rowReaders, onShown }, silence)
  serveSingleSignOn(app, services, lanes, providerHandlers)
  serveHealth(app, services)
  const metrics = serveMetrics(app, services, live.connections)
  services.telemetry?.export(metrics)
  await serveDocument(app, lanes, handlers, cookieName(config, 'sid'))
  await servePages(app, services, lanes)
  closeWhenIdle(app)
  return app
}

/** Adds every reply's headers also to replies that Node and the WebSocket server would send by themselves. */
function answerForOthers(app: FastifyInstance, headers: Record<string, string>) {
  // RFC 9110 lets a server go on with an expectation that it does not know.
  app.server.on('checkExpectation', app.routing)
  app.websocketServer.on('headers', (lines) =>
    lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)),
  )
  app.websocketServer.on('wsClientError', replyToNoRequest(headers))
}

/** Logs a request once, when it is complete. A line at its start would double the log without new facts. */
class OneLinePerRequest extends LogController {
  override incomingRequest(request: FastifyRequest) {
    if (!this.isLogDisabled(request)) request.log.debug({ req: request }, 'incoming request')
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    if (this.isLogDisabled(request)) return
    // The log leaves out undefined fields.
    const fields = {
      req: request,
      res: reply,
      responseTime: reply.elapsedTime,
      userId: request.caller?.viewer.id,
      traceId: request.span?.traceId,
    }
    if (error) reply.log.error({ ...fields, err: error }, 'request errored')
    else reply.log.info(fields, 'request completed')
  }
}

/** The path of a calendar's address, which is a secret. */
const SECRET_PATH = /(\/calendar\/).*/i
/** Characters of a path in the log. Otherwise long addresses could fill the disk. */
const MAX_LOGGED_PATH = 300

/** The fields of a request in the log, without headers (they have cookies) and queries (they have search words). */
const requestSerializers = {
  req: (request: { method: string; url: string; ip: string }) => ({
    method: request.method,
    url: request.url.split('?', 1)[0]?.slice(0, MAX_LOGGED_PATH).replace(SECRET_PATH, '$1…'),
    ip: request.ip,
  }),
}

/** Accepts an empty body with the type JSON, which some clients send when an endpoint has no body. */
function allowEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

/** The headers of every reply. helmet computes them once, because they are always the same. */
function securityHeaders(https: boolean) {
  const headers: Record<string, string> = {}
  const reply = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  helmet(securityOptions(https))({} as IncomingMessage, reply as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  // Pages and files of the build are the same for everybody and set another value.
  return { ...headers, 'cache-control': 'no-store' }
}

const securityOptions = (https: boolean) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // The PDF viewer needs WebAssembly and blob workers.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      workerSrc: ["'self'", 'blob:'],
      // Components set sizes and positions with style attributes and style elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: https && { maxAge: 31_536_000 },
  referrerPolicy: { policy: 'same-origin' as const },
  crossOriginEmbedderPolicy: false,
})

/** Logs a hint for TRUST_PROXY=1, and one warning when another client sends forwarding headers. */
function logProxies(app: FastifyInstance, { config, log }: Services, isTrusted: ReturnType<typeof trustOf>) {
  if (config.trustProxy === 'private') {
    log.info(
      'TRUST_PROXY=1 trusts the forwarding headers of every proxy on this machine or a private network. ' +
        'Name the addresses of your proxies instead, for example: TRUST_PROXY=10.0.0.5',
    )
  }
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (
      !warned &&
      FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined) &&
      !isTrusted(request.raw.socket.remoteAddress, 0)
    ) {
      warned = true
      request.log.warn(
        { from: request.raw.socket.remoteAddress },
        'Requests contain forwarding headers, which Muster does not trust. If they come from your own proxy, set TRUST_PROXY to its address.',
      )
    }
    done()
  })
}

/** Refuses two Host headers, as HTTP/1.1 asks: a proxy may use one of them and this server the other. */
function mustNameOneHost(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw: { rawHeaders, httpVersion } }, _reply, done) => {
    let hosts = 0
    for (let index = 0; index < rawHeaders.length; index += 2)
      if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
    if (hosts > 1) done(new HttpError(400, 'malformed', msg('The request names more than one host')))
    else if (hosts === 0 && httpVersion === '1.1')
      done(new HttpError(400, 'malformed', msg('The request could not be read')))
    else done()
  })
}
