import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { buildApp } from '../../app.ts'
import { contextFor, inTransaction, type Services } from '../../core/context.ts'
import { startJobs } from '../../core/jobs/job-runner.ts'
import { enqueue, jobKind } from '../../core/jobs/jobs.ts'
import { observing, observingRun } from '../../core/observing.ts'
import { openClient } from '../connect/connect.ts'
import { openSlowStatements } from './slow.ts'

const muster = useTestApp()
const lines: Record<string, unknown>[] = []
const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
const slow = () => lines.filter(({ msg }) => msg === 'A statement took long')
beforeEach(() => {
  lines.length = 0
})

/** A server that logs statements of 20 ms or more. */
const services = (): Services => ({
  ...muster.services,
  log,
  slowStatements: openSlowStatements({ slowQueryMs: 20 }, log),
})
const SLEEP = `select pg_sleep(0.03), 'a secret' as it`

describe('a statement that takes long is logged', () => {
  test('with the id of its request, and without values', async () => {
    const app = await buildApp(services())
    const task = await putTask(muster, { title: 'Towels' })
    const marta = await muster.as('marta')
    const locking = await openClient(muster.services.database.url)
    await locking.query(`begin; select from tasks where id = ${task.id} for update`)
    // An injected request begins when somebody waits for it.
    const changing = app
      .inject({
        method: 'PUT',
        url: `/api/v1/tasks/${task.id}`,
        headers: { cookie: marta.cookie },
        payload: { title: 'Words of somebody' },
      })
      .then((reply) => reply)
    await untilBlocked(muster.services.database)
    await locking.query('select pg_sleep(0.03)')
    await locking.query('commit')
    await locking.end()
    expect((await changing).statusCode).toBe(200)
    const line = slow().find(({ statement }) => /^select .*"tasks" .* for (no key )?update/.test(`${statement}`))
    expect(line).toMatchObject({ level: 40, reqId: lines.find(({ msg }) => msg === 'request completed')?.reqId })
    expect(line?.duration).toBeGreaterThanOrEqual(20)
    expect(JSON.stringify(lines)).not.toContain('Words of somebody')
    await app.close()
  })

  test('with the job, the run of the scheduler, or nothing', async () => {
    const own = services()
    const statement = "select pg_sleep(0.03), '…' as it"
    // On a busy machine others take long too.
    const slept = () => slow().filter((line) => line.statement === statement)
    const kind = jobKind<object>('slow', async ({ db }) => void (await db.execute(SLEEP)))
    await inTransaction(contextFor(own, null, new Date()), (ctx) => enqueue(ctx, kind, {}))
    const stop = startJobs(own, [kind])
    await expect.poll(slept).toHaveLength(1)
    await stop()
    await observingRun(own, 'reminders', ({ database }) => database.transaction((db) => db.execute(SLEEP)))
    await observing(own, undefined).database.pool.query(SLEEP)
    await expect(observing(own, undefined).database.orm.execute(`${SLEEP}, 1 / 0`)).rejects.toThrow()
    expect(slept()).toMatchObject([
      { job: expect.any(Number), kind: 'slow', statement },
      { scheduled: 'reminders', statement },
      { statement },
    ])
    await muster.services.database.pool.query('delete from jobs')
  })

  test('at most ten times a minute, and then says how many were left out', () => {
    const logSlow = openSlowStatements({ slowQueryMs: 100 }, log)
    const run = (startedAt: number, duration = 100) =>
      logSlow?.({ text: `select ${'x'.repeat(5_000)}`, startedAt, endedAt: startedAt + duration }, { reqId: 'req-1' })
    run(0, 99.9)
    expect(slow()).toEqual([])
    for (let count = 0; count < 100; count += 1) run(count)
    expect(slow()).toHaveLength(10)
    run(60_100)
    expect(slow()).toHaveLength(11)
    expect(slow().at(-1)).toMatchObject({ omitted: 90 })
    expect(`${slow()[0]?.statement}`.length).toBe(503)
    run(60_200)
    expect(slow().at(-1)).not.toHaveProperty('omitted')
  })

  test('never, with 0', () => {
    expect(openSlowStatements({ slowQueryMs: 0 }, log)).toBeUndefined()
    expect(observing(muster.services, undefined)).toBe(muster.services)
  })
})
