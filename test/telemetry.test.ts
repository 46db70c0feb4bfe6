import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Telemetry } from '../src/server/adapters/telemetry.ts'
import { openTelemetry } from '../src/server/adapters/telemetry-sender.ts'
import { buildApp } from '../src/server/app.ts'
import { type Config, readConfig } from '../src/server/base/config.ts'
import { contextFor, inTransaction, type Services } from '../src/server/core/context.ts'
import { startJobs } from '../src/server/core/jobs/job-runner.ts'
import { enqueue, jobKind, PermanentFailure } from '../src/server/core/jobs/jobs.ts'
import { observingRun } from '../src/server/core/observing.ts'
import { fireDue } from '../src/server/features/reminders/fire.ts'
import { startOtlpReceiver } from './support/otlp-receiver.ts'
import { emailOf } from './support/people.ts'
import { putReminder } from './support/reminders.ts'
import { TEST_SERVER } from './support/server-process.ts'
import { useTestApp } from './support/test-app.ts'

/** Traces and metrics at a receiver of OTLP that decodes them. */

const muster = useTestApp()
const receiver = await startOtlpReceiver()
afterAll(() => receiver.close())

const log: Record<string, unknown>[] = []
const logger = pino({}, { write: (line) => log.push(JSON.parse(line)) })

let telemetry: Telemetry
let services: Services
let app: FastifyInstance

/** A server that sends to the receiver. */
async function start(settings: Record<string, string> = {}, config: Partial<Config> = {}, timeoutMs?: number) {
  const read = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...settings })
  telemetry = (await openTelemetry(read, logger, timeoutMs)) as Telemetry
  services = { ...muster.services, log: logger, config: { ...muster.services.config, ...config }, telemetry }
  app = await buildApp(services)
  await app.ready()
}

beforeEach(() => {
  receiver.spans.length = 0
  receiver.metrics.length = 0
  log.length = 0
})
afterEach(async () => {
  await app.close()
  await telemetry.close()
})

const as = async (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}, payload?: object) =>
  app.inject({ method, url, headers: { cookie: (await muster.as('marta')).cookie, ...headers }, payload })

/** All spans that have arrived at the end. */
async function sent() {
  await telemetry.close()
  return receiver.spans
}
const childrenOf = (parent: { spanId: string } | undefined) =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

describe('a request', () => {
  test('is a span with its route, and its statements are children, without a value', async () => {
    await start({ OTEL_SERVICE_NAME: 'muster-lisbon', OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc' })
    const reply = await as('POST', '/api/v1/tasks', {}, { title: 'Unheard-of towels' })
    expect(reply.statusCode).toBe(201)
    const spans = await sent()
    const span = spans.find(({ kind }) => kind === 2)
    expect(span).toMatchObject({ name: 'POST /api/v1/tasks', parentSpanId: '', status: 0 })
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/tasks',
      'http.response.status_code': 201,
      'url.scheme': 'http',
      'muster.request.id': expect.stringMatching(/^req-/),
    })
    const children = childrenOf(span)
    expect(children.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SELECT sessions', 'BEGIN', 'INSERT tasks', 'INSERT audit_logs', 'COMMIT']),
    )
    expect(children.length).toBe(spans.length - 1)
    for (const child of children) {
      expect(child).toMatchObject({ kind: 3, traceId: span?.traceId, status: 0 })
      expect(child.attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': child.name })
      expect(child.start).toBeGreaterThanOrEqual(span?.start ?? 0)
      expect(child.end).toBeLessThanOrEqual(span?.end ?? 0)
    }
    expect(log.find(({ msg }) => msg === 'request completed')).toMatchObject({ traceId: span?.traceId })
    expect(receiver.resource).toMatchObject({
      'service.name': 'muster-lisbon',
      'service.instance.id': expect.stringMatching(/:3000$/),
    })
    expect(receiver.headers.authorization).toBe('Bearer abc')
    const bytes = receiver.bytes().toString('latin1')
    for (const secret of ['Unheard-of', emailOf('marta'), 'Marta']) expect(bytes).not.toContain(secret)
  })

  test('that fails has an error; one that is only refused has none', async () => {
    await start()
    await as('GET', '/api/v1/tasks/999999')
    await muster.services.database.pool.query('alter table tasks rename to no_tasks')
    try {
      expect((await as('GET', '/api/v1/tasks/1')).statusCode).toBe(500)
    } finally {
      await muster.services.database.pool.query('alter table no_tasks rename to tasks')
    }
    const spans = await sent()
    const [missing, failed] = spans.filter(({ kind }) => kind === 2)
    expect(missing).toMatchObject({ name: 'GET /api/v1/tasks/:id', status: 0 })
    expect(missing?.attributes).not.toHaveProperty('error.type')
    expect(failed).toMatchObject({ status: 2, attributes: { 'error.type': '500' } })
    const undefinedTable = '42P01'
    expect(childrenOf(failed).filter(({ status }) => status === 2)).toMatchObject([
      { name: 'SELECT tasks', attributes: { 'error.type': undefinedTable } },
    ])
  })

  test('for a calendar does not say its secret', async () => {
    await start()
    const secret = 'c2VjcmV0LW9mLWEtY2FsZW5kYXItZm9yLW5vYm9keS4'
    expect((await app.inject(`/api/v1/calendar/${secret}.ics`)).statusCode).toBe(404)
    const span = (await sent()).find(({ kind }) => kind === 2)
    expect(span).toMatchObject({ name: 'GET /api/v1/calendar/:secret.ics' })
    expect(childrenOf(span)).toMatchObject([{ name: 'SELECT calendar_feeds' }])
    expect(receiver.bytes().toString('latin1')).not.toContain(secret)
  })

  const theirs = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
  const traceparent = (flags: string) => `00-${theirs.trace}-${theirs.span}-${flags}`

  test('goes on with the trace of a trusted proxy, and with nobody else’s', async () => {
    await start({}, { trustProxy: ['127.0.0.1'] })
    await as('GET', '/api/v1/auth/session', { traceparent: traceparent('01') })
    await as('GET', '/api/v1/departments', { traceparent: traceparent('00') })
    await as('GET', '/api/v1/projects', { traceparent: `00-${'0'.repeat(32)}-${theirs.span}-01` })
    const spans = (await sent()).filter(({ kind }) => kind === 2)
    expect(spans).toMatchObject([
      { name: 'GET /api/v1/auth/session', traceId: theirs.trace, parentSpanId: theirs.span },
      // The proxy does not want the second, and the third names no trace.
      { name: 'GET /api/v1/projects', parentSpanId: '' },
    ])
    receiver.spans.length = 0
    await app.close()
    await start()
    await as('GET', '/api/v1/auth/session', { traceparent: traceparent('00') })
    expect((await sent()).find(({ kind }) => kind === 2)).toMatchObject({ parentSpanId: '' })
    expect(receiver.spans.map(({ traceId }) => traceId)).not.toContain(theirs.trace)
  })

  test('of monitoring leaves no span, and none is sent with a share of 0', async () => {
    await start()
    for (const url of ['/healthz', '/readyz', '/metrics']) await app.inject({ url })
    expect(await sent()).toEqual([])
    await app.close()
    await start({ OTEL_TRACES_SAMPLER_ARG: '0' })
    await as('GET', '/api/v1/auth/session')
    expect(await sent()).toEqual([])
    expect(log.find(({ msg }) => msg === 'request completed')).not.toHaveProperty('traceId')
  })
})

test('a job is a span with its statements, and says by its code why it failed', async () => {
  await start()
  const { pool } = muster.services.database
  const good = jobKind<object>('good', async ({ db }) => void (await db.execute('select 1 from tasks')))
  const bad = jobKind<object>('bad', async () => {
    throw Object.assign(new PermanentFailure('of somebody'), { code: 'EGONE' })
  })
  await inTransaction(contextFor(services, null, new Date()), async (ctx) => {
    for (const kind of [good, bad]) await enqueue(ctx, kind, {})
  })
  const stop = startJobs(services, [good, bad])
  const left = 'select 1 from jobs where done_at is null and failed_at is null'
  await expect.poll(async () => (await pool.query(left)).rowCount).toBe(0)
  await stop()
  await pool.query('delete from jobs')
  const spans = await sent()
  const [ofGood, ofBad] = ['job good', 'job bad'].map((name) => spans.find((span) => span.name === name))
  expect(ofGood).toMatchObject({ kind: 1, parentSpanId: '', status: 0 })
  expect(ofGood?.attributes).toMatchObject({ 'muster.job.kind': 'good', 'muster.job.attempt': 1 })
  expect(childrenOf(ofGood).map(({ name }) => name)).toEqual(['SELECT tasks', 'BEGIN', 'UPDATE jobs', 'COMMIT'])
  expect(ofBad).toMatchObject({ status: 2, attributes: { 'error.type': 'EGONE' } })
})

test('a run of the scheduler is a span if it has done something', async () => {
  await start()
  const fire = (within: Services) => fireDue(contextFor(within, null, new Date()))
  const began = performance.now()
  await observingRun(services, 'reminders', fire)
  // On a busy machine it may take more than 100 ms, which is worth a span as well.
  const isLong = performance.now() - began > 100
  expect(await sent()).toHaveLength(isLong ? 2 : 0)
  await start()
  await putReminder(muster, { nextRun: new Date().toISOString() })
  await observingRun(services, 'reminders', fire)
  await expect(observingRun(services, 'routines', () => Promise.reject(new RangeError('no')))).rejects.toThrow('no')
  const spans = await sent()
  const span = spans.findLast(({ name }) => name === 'scheduled reminders')
  expect(span).toMatchObject({ kind: 1, parentSpanId: '' })
  expect(childrenOf(span).map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT reminders', 'BEGIN']))
  expect(spans.find(({ name }) => name === 'scheduled routines')).toMatchObject({
    status: 2,
    attributes: { 'error.type': 'RangeError' },
  })
})

test('the metrics of /metrics are sent under the same names', async () => {
  await start()
  await as('GET', '/api/v1/auth/session')
  const text = (await app.inject({ url: '/metrics', headers: { host: 'localhost' } })).body
  await telemetry.close()
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  expect(types.size).toBeGreaterThan(20)
  expect(new Map(receiver.metrics.map(({ name, type }) => [name, type === 'sum' ? 'counter' : type]))).toEqual(types)
  const requests = receiver.metrics.find(({ name }) => name === 'muster_http_request_duration_seconds')
  const session = requests?.points.find(({ attributes }) => attributes.route === '/api/v1/auth/session')
  expect(session?.attributes).toEqual({ method: 'GET', route: '/api/v1/auth/session', status: 200 })
  expect(session?.counts.length).toBe((session?.bounds.length ?? 0) + 1)
  expect(session?.counts.reduce((sum, count) => sum + count)).toBe(1)
})

describe('a receiver that', () => {
  test('hangs delays no request and takes no memory without bound', async () => {
    await start()
    const hanging = receiver.hang()
    const spans = () => telemetry.begin({ name: 'span', kind: 'internal' }).end()
    // As many as are sent at once.
    for (let count = 0; count < 512; count += 1) spans()
    await hanging
    expect((await as('GET', '/api/v1/auth/session')).statusCode).toBe(200)
    for (let count = 0; count < 20_000; count += 1) spans()
    expect((await as('GET', '/api/v1/auth/session')).statusCode).toBe(200)
    const closed = telemetry.close()
    receiver.answer()
    await closed
    expect(receiver.spans.length).toBe(512 + 2_048)
  })

  test('is absent delays no request, and is logged once', async () => {
    const absent = await startOtlpReceiver()
    await absent.close()
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: absent.url }, {}, 100)
    expect((await as('GET', '/api/v1/auth/session')).statusCode).toBe(200)
    await telemetry.close()
    const lines = log.filter(({ msg }) => `${msg}`.includes('OTEL_EXPORTER_OTLP_ENDPOINT'))
    expect(lines.map(({ msg }) => `${msg}`.split(' ')[0])).toEqual(['Traces', 'Metrics'])
  })
})

test('without OTEL_EXPORTER_OTLP_ENDPOINT nothing of it is loaded', async () => {
  await start()
  expect(await openTelemetry(readConfig({}), logger)).toBeUndefined()
  const bundle = readFileSync(join(process.env[TEST_SERVER] ?? '', 'main.js'), 'utf8')
  expect(bundle).toContain('import("@opentelemetry/sdk-trace-base")')
  expect(bundle).not.toMatch(/from\s*"@opentelemetry/)
})
