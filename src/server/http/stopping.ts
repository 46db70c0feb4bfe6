import { setImmediate as afterPolling } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../base/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this server is about to stop. */
    isStopping(): boolean
    /** Begins to stop: `/readyz` says so from now on, and all else goes on. */
    beginStop(): void
  }
}

/** 503: another server is to be asked. */
export const stopping = () =>
  new HttpError(503, 'stopping', 'This server is being stopped. Try again in a moment.', { retryAfter: 1 })

/**
 * With `passive` in it a proxy says that it never asks `/readyz`, learns from failures alone, and passes a read that is answered
 * by 502 on to the next server. So does nginx with the block of docs/operations.md.
 */
const PROXY_HEADER = 'x-muster-proxy'
const READS = new Set(['GET', 'HEAD'])
const askAnother = () => new HttpError(502, 'stopping', 'This server is being stopped. Ask another.', { retryAfter: 1 })

/**
 * How a server takes its leave. A proxy learns from `/readyz` that it is to send nothing more, or from the first read that it
 * must pass on. Each reply is the last on its connection, so that a connection that is kept alive moves to another server. All
 * else that still arrives is answered.
 */
export function announceStop(app: FastifyInstance) {
  let begun = false
  app.decorate('isStopping', () => begun)
  app.decorate('beginStop', () => {
    begun = true
  })
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    const passesOn = begun && READS.has(method) && headers[PROXY_HEADER] === 'passive'
    done(passesOn ? askAnother() : undefined)
  })
  app.addHook('onSend', (_request, reply, body, done) => {
    if (begun) reply.header('connection', 'close')
    done(null, body)
  })
  app.addHook('preClose', async () => {
    begun = true
  })
}

/** Milliseconds. */
const QUIET = 0.5
const QUIET_WITHIN = 500

/**
 * Lets the server close when no connection waits to be taken up; to be registered after everything else that a stop does. Node
 * takes up one connection in each turn of its loop. Closing resets those that the system has accepted and Node has not: a proxy
 * has sent its request by then, and cannot know whether it was done.
 */
export function closeInAQuietMoment(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    let arrived = 0
    const count = () => {
      arrived += 1
    }
    app.server.on('connection', count)
    const deadline = performance.now() + QUIET_WITHIN
    for (;;) {
      const before = { arrived, at: performance.now() }
      await afterPolling()
      const now = performance.now()
      if (now > deadline || (arrived === before.arrived && now - before.at < QUIET)) break
    }
    app.server.off('connection', count)
  })
}
