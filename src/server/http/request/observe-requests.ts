import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Telemetry, TraceSpan } from '../../adapters/telemetry.ts'
import type { Services } from '../../core/context.ts'
import { observing } from '../../core/observing.ts'
import { trustOf } from './proxies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The services whose statements are known to be this request's; absent if nobody asks for that. */
    services: Services | undefined
    span: TraceSpan | undefined
  }
}

/**
 * Lets each request's statements be known as its own, for the log of slow statements and for traces. Register it before
 * everything that reads the database.
 *
 * @param polled paths that monitoring requests all the time, which leave no trace
 */
export function observeRequests(app: FastifyInstance, services: Services, polled: ReadonlySet<string | undefined>) {
  const { telemetry, slowStatements } = services
  app.decorateRequest('services', undefined)
  app.decorateRequest('span', undefined)
  if (!telemetry && !slowStatements) return
  const begin = telemetry && tracing(telemetry, services, polled)
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = begin?.(request)
    request.services = observing(services, { reqId: request.id }, request.span)
    done()
  })
  if (!telemetry) return
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const route = request.routeOptions.url
    request.span?.end({
      name: `${request.method} ${route ?? ''}`.trim(),
      attributes: { 'http.response.status_code': statusCode, ...(route && { 'http.route': route }) },
      error: statusCode >= 500 ? String(statusCode) : undefined,
    })
    done()
  })
}

/** A span holds no address, no query and no person: routes are few and name nobody. */
function tracing(telemetry: Telemetry, { config }: Services, polled: ReadonlySet<string | undefined>) {
  const isTrusted = trustOf(config.trustProxy)
  return ({ method, protocol, id, raw, routeOptions: { url }, headers: { traceparent } }: FastifyRequest) => {
    // A live connection is as long as a working day: a trace of it would say nothing.
    if (polled.has(url) || raw.headers.upgrade) return undefined
    const parent = isTrusted(raw.socket.remoteAddress, 0) && typeof traceparent === 'string' ? traceparent : undefined
    const attributes = { 'http.request.method': method, 'url.scheme': protocol, 'muster.request.id': id }
    return telemetry.begin({ name: method, kind: 'server', attributes, parent })
  }
}
