import type { FastifyRequest } from 'fastify'
import { msg } from '../../shared/message.ts'
import { HttpError } from '../base/errors.ts'
import { type FairQueue, fairQueue } from '../base/fair-queue.ts'
import type { OpenContext, Services } from '../core/context.ts'
import { RECHECK_SESSION_AFTER_MS, recheckSession } from './request-context.ts'

/**
 * The part of the database's connections that the calls of one person may use at once: most calls take one connection, some take
 * two or three for a moment. A person may use more while so large a part is free that nobody else would have to wait.
 */
const SHARE_PER_PERSON = 0.3
const SPARE_SHARE = 0.5
/**
 * The part of the connections that the exports of all people together may use at once: each asks again and again, for
 * minutes.
 */
const SHARE_OF_EXPORTS = 0.2
/** Waiting calls of all people together. Beyond this, the person with the most waiting calls gets 503. */
const MAX_QUEUED = 300
/** How long a call waits while the calls before it wait for a database that does not answer. */
const QUEUE_TIMEOUT_MS = 10_000

const busy = () =>
  new HttpError(503, 'busy', msg('Too many requests are waiting. Try again in a moment.'), { retryAfter: 1 })

/** 499, as nginx uses it: the client has closed the connection. It ends the work; nobody receives it. */
const clientClosedRequest = () => new HttpError(499, 'gone_away', msg('You have gone away'))

/** The queue in which the signed-in people of one server take turns at the database. */
export function requestQueue(services: Services): FairQueue {
  const { databasePool } = services.config
  return fairQueue({
    concurrencyPerKey: Math.max(1, Math.floor(databasePool * SHARE_PER_PERSON)),
    hasSpareCapacity: () => freeConnections(services) > databasePool * SPARE_SHARE,
    waiting: { max: MAX_QUEUED, timeoutMs: QUEUE_TIMEOUT_MS, refusal: busy },
  })
}

/**
 * The lane in which the exports of one server take turns, a piece at a time. They wait for each other, and nobody waits
 * for them.
 */
export const exportLane = ({ config }: Services): FairQueue =>
  fairQueue({ concurrency: Math.max(1, Math.floor(config.databasePool * SHARE_OF_EXPORTS)) })

/** How many connections could be taken at once. It is below zero when calls wait for one. */
function freeConnections({ config, database }: Services) {
  const { totalCount, idleCount, waitingCount } = database.pool
  return config.databasePool - (totalCount - idleCount) - waitingCount
}

/** Runs a callback that uses the database when it is the person's turn. */
export type RunInQueue = <T>(callback: () => T | Promise<T>) => Promise<T>

/**
 * Makes the function that runs the callbacks of one request in the turns of its person, or of the kiosk that calls. Other requests
 * without a session do not wait.
 * A read whose client has gone away is not run, and after a long wait the session is checked again.
 */
export function queueFor(queue: FairQueue, ctx: OpenContext, request: FastifyRequest): RunInQueue {
  const key = ctx.viewer?.id ?? (ctx.kiosk && `kiosk ${ctx.kiosk.id}`)
  const isRead = request.method === 'GET'
  return (callback) => {
    const queuedAt = performance.now()
    const run = () => {
      if (isRead && request.raw.socket.destroyed) throw clientClosedRequest()
      const isLate = performance.now() - queuedAt > RECHECK_SESSION_AFTER_MS
      return isLate ? recheckSession(ctx, request).then(callback) : callback()
    }
    return key ? queue(key, run) : new Promise((resolve) => resolve(run()))
  }
}
