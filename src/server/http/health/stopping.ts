import { setImmediate as afterPolling } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    isStopping(): boolean
    /** Begins to stop: from now on `/readyz` replies 503, and everything else is answered as before. */
    beginStop(): void
  }
}

/** 503: the client should try another server. */
export const stopping = () =>
  new HttpError(503, 'stopping', msg('This server is being stopped. Try again in a moment.'), { retryAfter: 1 })

/**
 * The value `passive` means that the proxy never requests `/readyz`, learns from failures alone, and passes a read that
 * gets 502 on to the next server. nginx with the block of docs/operations.md is such a proxy.
 */
const PROXY_HEADER = 'x-muster-proxy'
const READ_METHODS = new Set(['GET', 'HEAD'])
const tryAnotherServer = () =>
  new HttpError(502, 'stopping', msg('This server is being stopped. Ask another.'), { retryAfter: 1 })

/**
 * Moves the clients of a server that stops to other servers. A proxy learns from `/readyz`, or from the first read that
 * it must pass on, to send nothing more. Each reply is the last on its connection, so that a connection that is kept
 * alive moves to another server. Every other request that still arrives is answered.
 */
export function announceStop(app: FastifyInstance) {
  let isStopping = false
  app.decorate('isStopping', () => isStopping)
  app.decorate('beginStop', () => {
    isStopping = true
  })
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    const passesOn = isStopping && READ_METHODS.has(method) && headers[PROXY_HEADER] === 'passive'
    done(passesOn ? tryAnotherServer() : undefined)
  })
  app.addHook('onSend', (_request, reply, body, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, body)
  })
  app.addHook('preClose', async () => {
    isStopping = true
  })
}

/** A turn of the event loop that is shorter, and brings no connection, means that none is waiting. */
const IDLE_TURN_MS = 0.5
const CLOSE_TIMEOUT_MS = 500

/**
 * Delays the close until no connection waits to be accepted. Register it after everything else that a stop does. Node
 * accepts one connection in each turn of its event loop. Closing resets the connections that the system has accepted
 * and Node has not: a proxy has sent its request by then, and cannot know whether it was done.
 *
 * Node closes idle connections once. The client of a reply that is under way then was promised more replies, so its
 * connection is closed here, when the reply is over: otherwise the server would wait for it as long as connections are
 * kept alive.
 */
export function closeWhenIdle(app: FastifyInstance) {
  app.addHook('onResponse', async () => {
    if (!app.server.listening) app.server.closeIdleConnections()
  })
  app.addHook('preClose', async () => {
    let accepted = 0
    const count = () => {
      accepted += 1
    }
    app.server.on('connection', count)
    const deadline = performance.now() + CLOSE_TIMEOUT_MS
    for (;;) {
      const before = { accepted, at: performance.now() }
      await afterPolling()
      const now = performance.now()
      if (now > deadline || (accepted === before.accepted && now - before.at < IDLE_TURN_MS)) break
    }
    app.server.off('connection', count)
  })
}
