import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { api } from '../shared/api.ts'
import type { Services } from './context.ts'
import { forbidden } from './errors.ts'
import { isFromAnotherSite } from './http/cross-site.ts'
import { replyToUnreadable, replyWithErrors } from './http/error-reply.ts'
import { serveHealth } from './http/health.ts'
import { serveLive, webSockets } from './http/live.ts'
import { serveMetrics } from './http/metrics.ts'
import { openApiOf } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import type { Pace } from './http/patience.ts'
import { serve } from './http/serve.ts'
import { handlers } from './routes.ts'

const BODY_LIMIT = 1_048_576
const READING_ONLY = new Set(['GET', 'HEAD', 'OPTIONS'])
/** By machines, every few seconds. */
const ASKED_OFTEN = new Set<string | undefined>(['/healthz', '/readyz', '/metrics'])
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

export interface AppOptions {
  /** After how many milliseconds without a word a live connection counts as dead. */
  silence?: number
  /** How quickly an upload must go on. */
  pace?: Pace
}

/** The HTTP server, ready to listen or to be injected into. */
export async function buildApp(services: Services, { silence, pace }: AppOptions = {}): Promise<FastifyInstance> {
  const { config, log } = services
  const app = fastify({
    loggerInstance: log.child({}, { serializers: requestSerializers }),
    // One proxy: what a client itself claims to be forwarded for is not believed.
    trustProxy: config.trustProxy && ((_address, hop) => hop < 1),
    frameworkErrors: replyToUnreadable,
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // How long a body may take is bounded in http/patience.
    requestTimeout: 0,
    http: { headersTimeout: 60_000 },
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    logController: new LogController({
      disableRequestLogging: ({ url }) => ASKED_OFTEN.has(url),
    }),
  }) as unknown as FastifyInstance

  replyWithErrors(app)
  allowEmptyJson(app)
  await app.register(cookie)
  await app.register(helmet, securityHeaders(config.publicUrl?.startsWith('https:') ?? false))
  await app.register(websocket, webSockets)
  warnOnceOfProxies(app, config.trustProxy)
  endConnectionsAtStop(app)
  app.addHook('onRequest', async (request) => {
    if (!READING_ONLY.has(request.method) && isFromAnotherSite(request, config)) {
      throw forbidden('This came from another site')
    }
  })

  serve(app, services, api, handlers, pace)
  const live = serveLive(app, services, silence)
  serveHealth(app, services)
  serveMetrics(app, services, live.connections)
  await serveDocument(app)
  await servePages(app, services)
  return app
}

/** What a log line says of a request; no headers, which hold cookies. */
const requestSerializers = {
  req: (request: { method: string; url: string; ip: string }) => ({
    method: request.method,
    url: request.url,
    ip: request.ip,
  }),
}

/** Clients that always name a JSON body may leave it empty where none is asked for. */
function allowEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

const securityHeaders = (https: boolean) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // WebAssembly and blob workers are what the PDF viewer runs on.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      workerSrc: ["'self'", 'blob:'],
      // Components set sizes and places through style attributes and style elements.
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

/** What is answered during a stop is the last on its connection: one that is kept alive would hold the stop up. */
function endConnectionsAtStop(app: FastifyInstance) {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}

function warnOnceOfProxies(app: FastifyInstance, trusted: boolean) {
  let warned = trusted
  app.addHook('onRequest', async (request) => {
    if (warned || !FORWARDED.some((name) => request.headers[name] !== undefined)) return
    warned = true
    request.log.warn(
      'Requests come with forwarding headers, which are not believed. Behind a proxy of yours, set TRUST_PROXY=1.',
    )
  })
}

async function serveDocument(app: FastifyInstance) {
  const document = openApiOf(api, handlers, '1')
  app.get('/api/docs/openapi.json', async () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { url: '/api/docs/openapi.json', docExpansion: 'list' },
  })
}
