import { setImmediate as afterPolling } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

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
  new Refusal(503, 'stopping', 'This server is being stopped. Try again in a moment.', { retryAfter: 1 })

/**
 * How a server takes its leave. A proxy learns from `/readyz` that it is to send nothing more. Each reply is the last on its
 * connection, so that a connection that is kept alive moves to another server. What still arrives is answered.
 */
export function announceStop(app: FastifyInstance) {
  let begun = false
  app.decorate('isStopping', () => begun)
  app.decorate('beginStop', () => {
    begun = true
  })
  app.addHook('onSend', (_request, reply, body, done) => {
    if (begun) reply.header('connection', 'close')
    done(null, body)
  })
  // The last thing before the server closes: what the network has brought by then has been taken up, and is answered.
  app.addHook('preClose', async () => {
    begun = true
    await afterPolling()
  })
}
