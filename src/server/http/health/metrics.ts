import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { msg } from '../../../shared/words/message.ts'
import { forbidden } from '../../base/errors.ts'
import { isOpenedElsewhere } from '../../base/loopback.ts'
import { NO_TOKEN } from '../../base/settings.ts'
import type { Services } from '../../core/context.ts'
import { countJobs, type JobCounts } from '../../core/jobs/jobs.ts'
import { type BackupState, readSetting } from '../../db/settings.ts'
import { isFromThisMachine } from './this-machine.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Serves `/metrics` for Prometheus: the process, requests by route, live connections, database connections and messages
 * of the bus. METRICS_TOKEN decides who may read it. Others get 403. Returns the metrics.
 */
export function serveMetrics(
  app: FastifyInstance,
  { config, database, bus }: Services,
  liveConnections: () => number,
): Registry {
  const registers = [new Registry()]
  const [register] = registers as [Registry]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'Time from a request to the end of its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  new Gauge({
    name: 'muster_live_connections',
    help: 'Pages with an open live connection to this server',
    registers,
    collect() {
      this.set(liveConnections())
    },
  })
  new Gauge({
    name: 'muster_database_connections',
    help: 'Connections of this server to the database, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool
      this.set({ state: 'busy' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waited for' }, waitingCount)
    },
  })
  gaugeJobs(database, registers)
  if (config.backup?.every) gaugeBackups(database, registers)
  const messages = new Counter({
    name: 'muster_bus_messages_total',
    help: 'Changes and notifications that this server has heard of',
    labelNames: ['type'],
    registers,
  })
  bus.subscribe((received) => {
    for (const { type } of received) messages.inc({ type })
  })

  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route, never the address: patterns are few and name nobody.
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) throw forbidden(msg('Metrics are read on this machine, or with METRICS_TOKEN'))
    return reply.type(register.contentType).send(await register.metrics())
  })
  return register
}

/** Counts the jobs of all servers together. */
function gaugeJobs({ orm }: Services['database'], registers: Registry[]) {
  let counting: Promise<JobCounts | undefined> | undefined
  /** Counted once for both. While the database is away there is nothing to say. */
  const jobCounts = () => {
    counting ??= countJobs(orm)
      .catch(() => undefined)
      .finally(() => {
        counting = undefined
      })
    return counting
  }
  new Gauge({
    name: 'muster_jobs',
    help: 'Jobs that wait, run, or have failed for good, on all servers together',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await jobCounts()
      this.reset()
      for (const state of ['waiting', 'running', 'failed'] as const) if (counts) this.set({ state }, counts[state])
    },
  })
  new Gauge({
    name: 'muster_jobs_oldest_seconds',
    help: 'For how long the oldest job that is due has been waiting, on all servers together',
    registers,
    async collect() {
      this.set((await jobCounts())?.oldest ?? Number.NaN)
    },
  })
}

/** The outcomes of all servers' backups. An event that never happened has no value. */
function gaugeBackups({ orm }: Services['database'], registers: Registry[]) {
  const seconds = (time: string | undefined) => time && Date.parse(time) / 1000
  const values: [name: string, help: string, read: (state: BackupState) => number | '' | undefined][] = [
    ['last_success_timestamp_seconds', 'When the last backup was made', ({ last }) => seconds(last?.at)],
    ['last_size_bytes', 'How large the last backup is', ({ last }) => last?.bytes],
    ['last_duration_seconds', 'How long the last backup took', ({ last }) => last?.seconds],
    ['failures', 'How many attempts to make a backup have failed', ({ failures }) => failures],
    [
      'restore_test_last_success_timestamp_seconds',
      'When a backup was last restored for a trial',
      ({ testPassed }) => seconds(testPassed),
    ],
    [
      'restore_test_passed',
      'Whether the last restore test passed: 1 or 0; no value if this server cannot do one',
      ({ test }) => ({ passed: 1, failed: 0, impossible: undefined })[test?.outcome ?? 'impossible'],
    ],
    ['restore_test_failures', 'How many restore tests have failed', ({ testFailures }) => testFailures],
  ]
  let reading: Promise<BackupState | undefined> | undefined
  const stored = () => {
    reading ??= readSetting(orm, 'backups')
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  for (const [name, help, read] of values) {
    new Gauge({
      name: `muster_backup_${name}`,
      help: `${help}, on all servers together`,
      registers,
      async collect() {
        const state = await stored()
        const value = read(state ?? { failures: 0, testFailures: 0 })
        this.set(typeof value === 'number' ? value : Number.NaN)
      },
    })
  }
}

/**
 * With a METRICS_TOKEN only its owner may read, on this machine too. Without one, requests from this machine may,
 * unless people open Muster at another host: then METRICS_TOKEN=none must say so.
 */
function mayRead(request: FastifyRequest, config: Services['config']) {
  const { metricsToken: token } = config
  if (token !== undefined && token !== NO_TOKEN) return hasToken(request, token)
  return isFromThisMachine(request) && (token === NO_TOKEN || !isOpenedElsewhere(config))
}

function hasToken({ headers }: FastifyRequest, token: string) {
  const expected = Buffer.from(`Bearer ${token}`)
  const received = Buffer.from(headers.authorization ?? '')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
