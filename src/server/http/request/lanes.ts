import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import { fairQueue, type Ticket } from '../../base/fair-queue.ts'
import type { OpenContext, Services } from '../../core/context.ts'
import { networkOf } from '../../credentials/network.ts'
import type { TakeConnection } from '../../db/connect/limited.ts'
import { openBodyPlaces } from './bodies.ts'
import { RECHECK_SESSION_AFTER_MS, recheckSession } from './request-context.ts'
import { openUnsent } from './unsent.ts'

/**
 * Lanes for requests: callers take turns in them, and each lane has its share of the connections to the database. No
 * read and no stranger can take all connections: sign-in, sessions, the clock, the scheduler, jobs and ordinary writes
 * always find one.
 */

/**
 * The largest shares of the connections: for all people's ordinary reads, writes, heavy reads (searches, figures,
 * exports) and changes of many rows, and for calls in which nobody is signed in. Each has one connection at least, so
 * that with fewer than five connections nothing may be left beside them.
 */
const SHARE_OF_READS = 0.6
const SHARE_OF_WRITES = 0.6
const SHARE_OF_HEAVY = 0.2
const SHARE_OF_BULK = 0.2
const SHARE_OF_STRANGERS = 0.2
/**
 * Sessions and tokens that are looked up at once. Every call begins with this short statement. Fewer at once would cost
 * a busy server more processor time for each call, and more would let a flood of one session in before others.
 */
const LOOKUPS_AT_ONCE = 16
/** How many sessions and tokens that were found lately are remembered. */
const MAX_KNOWN = 10_000
/** The largest share of one person: the connections of their reads or writes, and their calls at work. */
const SHARE_PER_PERSON = 0.3
/** A person may have more calls at work while so large a part is free that nobody else would have to wait. */
const SPARE_SHARE = 0.5
/** Waiting calls of all people together. Beyond this, the person with the most waiting calls gets 503. */
const MAX_QUEUED = 300
/** How long a call waits while the calls before it wait for a database that does not answer. */
const QUEUE_TIMEOUT_MS = 10_000

/**
 * Turns of strangers: how many one network and all networks have at once, and how long each turn lasts at least. A
 * client that calls again at once would keep the server busy. So a network gets 80 replies a second, the first 40 at
 * once, and all networks together get 320.
 */
const STRANGERS_AT_ONCE = 40
const ALL_STRANGERS_AT_ONCE = 160
const STRANGERS_TURN_MS = 500
const MAX_STRANGERS = 1_000
const STRANGERS_TIMEOUT_MS = 30_000
/** Milliseconds before a stranger is refused because too many wait. */
const REFUSAL_DELAY_MS = 1_000

const busy = () =>
  new HttpError(503, 'busy', msg('Too many requests are waiting. Try again in a moment.'), { retryAfter: 1 })

/** 499, as nginx uses it: the client has closed the connection. It ends the work; nobody receives it. */
const clientClosedRequest = () => new HttpError(499, 'gone_away', msg('The connection was closed'))

/**
 * `vital` calls never wait for others. A `heavy` read takes turns with all people's heavy reads. A `bulk` write changes
 * many rows, holds their locks for long, and takes turns with all people's bulk writes.
 */
export type CallKind = 'vital' | 'write' | 'bulk' | 'read' | 'heavy'

/** Lanes for heavy reads and pieces of exports, in turns. A piece is never refused: half the file is sent. */
const HEAVY_READ = 0
const EXPORT = 1

export type CallLanes = ReturnType<typeof openLanes>

/** Opens the lanes of one server. */
export function openLanes(services: Services) {
  const { databasePool } = services.config
  const part = (share: number) => Math.max(1, Math.floor(databasePool * share))
  const waiting = { max: MAX_QUEUED, timeoutMs: QUEUE_TIMEOUT_MS, refusal: busy }
  const reads = connectionsInTurns(part(SHARE_OF_READS), part(SHARE_PER_PERSON))
  // Writes wait for the locks of other writes. One connection is reserved for people who write now and then.
  const reserved = part(SHARE_OF_WRITES) > 2 ? 1 : 0
  const writes = connectionsInTurns(part(SHARE_OF_WRITES), part(SHARE_PER_PERSON), reserved)
  return {
    /** The calls of signed-in people, without heavy reads and changes of many rows. */
    calls: fairQueue({
      concurrencyPerKey: part(SHARE_PER_PERSON),
      hasSpareCapacity: () =>
        freeConnections(services) - reads.waiting() - writes.waiting() > databasePool * SPARE_SHARE,
      waiting,
    }),
    heavy: fairQueue({
      concurrency: part(SHARE_OF_HEAVY),
      concurrencyPerKey: 1,
      laneCount: 2,
      waiting: [waiting, undefined],
    }),
    bulk: fairQueue({ concurrency: part(SHARE_OF_BULK), concurrencyPerKey: 1, waiting }),
    strangers: strangersQueue(),
    lookUp: lookUpQueue(),
    /** Writes denials to the audit log one after the other, because each locks the row of its person's rate limit. */
    denials: fairQueue({ concurrency: 1, waiting }),
    bodyPlace: openBodyPlaces(),
    unsent: openUnsent(),
    /** Takes a connection for an ordinary read or a write, person by person. */
    takeForRead: reads.take,
    takeForWrite: writes.take,
    /** The connections of strangers, network by network. */
    strangersConnections: fairQueue({ concurrency: part(SHARE_OF_STRANGERS) }),
  }
}

/** How many connections could be taken at once. It is below zero when calls wait for one. */
function freeConnections({ config, database }: Services) {
  const { totalCount, idleCount, waitingCount } = database.pool
  return config.databasePool - (totalCount - idleCount) - waitingCount
}

/** Connections for one kind of calls: so many together, and so many of one person. */
function connectionsInTurns(concurrency: number, concurrencyPerKey: number, reservedForIdle = 0) {
  const patience = { max: Number.POSITIVE_INFINITY, timeoutMs: QUEUE_TIMEOUT_MS, refusal: busy }
  const queue = fairQueue({ concurrency, concurrencyPerKey, reservedForIdle, waiting: patience })
  let asked = 0
  let taken = 0
  return {
    waiting: () => asked - taken,
    async take<T>(key: string, use: () => Promise<T>, ticket: Ticket): Promise<T> {
      asked += 1
      const counted = async () => {
        taken += 1
        return use().finally(() => (taken -= 1))
      }
      return queue(key, counted, { ticket }).finally(() => (asked -= 1))
    },
  }
}

/** The queue of calls in which nobody is signed in, network by network. */
function strangersQueue() {
  const queue = fairQueue({
    concurrency: ALL_STRANGERS_AT_ONCE,
    concurrencyPerKey: STRANGERS_AT_ONCE,
    waiting: { max: MAX_STRANGERS, timeoutMs: STRANGERS_TIMEOUT_MS, refusal: busy },
  })
  return <T>(network: string, isGone: () => boolean, task: () => T | Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      // The reply is sent before the turn is over.
      const turn = async () => {
        if (isGone()) return reject(clientClosedRequest())
        const over = delay(STRANGERS_TURN_MS, undefined, { ref: false })
        await new Promise<T>((done) => done(task())).then(resolve, reject)
        await over
      }
      queue(network, turn).catch(async (error: unknown) => {
        await delay(REFUSAL_DELAY_MS, undefined, { ref: false })
        reject(error)
      })
    })
}

/**
 * The queue in which sessions and tokens are looked up. Sessions and tokens that were found lately take turns with
 * unknown ones, which may be made up.
 */
function lookUpQueue() {
  const [KNOWN, UNKNOWN] = [0, 1]
  const waiting = { max: Number.POSITIVE_INFINITY, timeoutMs: QUEUE_TIMEOUT_MS, refusal: busy }
  const queue = fairQueue({ concurrency: LOOKUPS_AT_ONCE, laneCount: 2, waiting })
  const known = new Set<string>()
  const remember = (secret: string) => {
    known.add(secret)
    const [oldest] = known
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
  }
  return async <T>(secret: string | undefined, find: () => Promise<T>): Promise<T> => {
    if (secret === undefined) return find()
    const wasKnown = known.has(secret)
    const found = await queue(secret, find, { lane: wasKnown ? KNOWN : UNKNOWN })
    if (found === undefined) known.delete(secret)
    else if (!wasKnown) remember(secret)
    return found
  }
}

/** The caller that takes turns: a person, or a tablet that is a kiosk; undefined if nobody is signed in. */
export const callerKey = ({ caller, kiosk }: FastifyRequest) => caller?.viewer.id ?? (kiosk && `kiosk ${kiosk.id}`)

const networkOfRequest = ({ ip }: FastifyRequest) => networkOf((ip as string | undefined) ?? '')

/** Waits for a turn of the stranger's network. If the client has gone away by then, nothing is run. */
export const asStranger = <T>(
  { strangers }: CallLanes,
  request: FastifyRequest,
  task: () => T | Promise<T>,
): Promise<T> => strangers(networkOfRequest(request), () => request.raw.socket.destroyed, task)

/** Throws an error, for strangers in their network's turn: quick repetitions would keep the server busy. */
export const refuse = (lanes: CallLanes, request: FastifyRequest, error: unknown): Promise<never> =>
  callerKey(request) === undefined ? asStranger(lanes, request, () => Promise.reject(error)) : Promise.reject(error)

/** How the statements of a request take connections; undefined if it may use all that are free. */
export function connectionsOf(lanes: CallLanes, kind: CallKind, request: FastifyRequest): TakeConnection | undefined {
  if (kind === 'vital') return undefined
  const key = callerKey(request)
  if (key === undefined) return (use) => lanes.strangersConnections(networkOfRequest(request), use)
  const ticket = {}
  if (kind === 'write' || kind === 'bulk') return (use) => lanes.takeForWrite(key, use, ticket)
  if (kind === 'read') return (use) => lanes.takeForRead(key, use, ticket)
  // As many heavy reads are at work as have a connection: its statements run one after the other.
  const oneAtATime = fairQueue({ concurrency: 1 })
  return (use) => oneAtATime('', use)
}

/** Runs a callback that uses the database when it is the person's turn. */
export type RunInQueue = <T>(callback: () => T | Promise<T>) => Promise<T>

/**
 * Makes the function that runs the callbacks of one request in the turns of its person, of the kiosk that calls, or of
 * the network in which nobody is signed in. A read whose client has gone away is not run, and after a long wait the
 * session is checked again.
 */
export function queueFor(lanes: CallLanes, kind: CallKind, ctx: OpenContext, request: FastifyRequest): RunInQueue {
  const key = callerKey(request)
  if (key !== undefined) {
    if (kind === 'heavy') return inTurns(lanes, 'heavy', key, ctx, request, HEAVY_READ)
    return inTurns(lanes, kind === 'bulk' ? 'bulk' : 'calls', key, ctx, request)
  }
  if (kind === 'vital')
    return async (callback) => {
      try {
        return await callback()
      } catch (error) {
        return refuse(lanes, request, error)
      }
    }
  return (callback) => asStranger(lanes, request, callback)
}

/**
 * The same for the pieces of an export, whose first one was read already. The session is checked before each of them:
 * a client that reads slowly would otherwise read on for hours after the person's right has ended.
 */
export function exportQueueFor(lanes: CallLanes, ctx: OpenContext, request: FastifyRequest): RunInQueue {
  const run = inTurns(lanes, 'heavy', callerKey(request) ?? '', ctx, request, EXPORT)
  return (callback) => run(() => recheckSession(ctx, request).then(callback))
}

function inTurns(
  lanes: CallLanes,
  queue: 'calls' | 'heavy' | 'bulk',
  key: string,
  ctx: OpenContext,
  request: FastifyRequest,
  lane = 0,
): RunInQueue {
  const isRead = request.method === 'GET'
  return (callback) => {
    const queuedAt = performance.now()
    const run = () => {
      if (isRead && request.raw.socket.destroyed) throw clientClosedRequest()
      if (lane !== EXPORT && !lanes.unsent.hasRoom(key)) throw busy()
      const isLate = performance.now() - queuedAt > RECHECK_SESSION_AFTER_MS
      return isLate ? recheckSession(ctx, request).then(callback) : callback()
    }
    return lanes[queue](key, run, { lane })
  }
}
