import { describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { tasksApi } from '../../../shared/tasks.ts'

const TOKEN = 'a-token-for-prometheus'
const muster = useTestApp({ METRICS_TOKEN: TOKEN })

const authorized = { authorization: `Bearer ${TOKEN}` }
const read = async (headers: Record<string, string> = {}, on = muster) => {
  const reply = await on
    .stranger()
    .raw({ method: 'GET', url: '/metrics', headers: { host: 'localhost:3000', ...authorized, ...headers } })
  return {
    ...reply,
    numberOf: (line: string) =>
      Number(
        reply.text
          .split('\n')
          .find((text) => text.startsWith(`${line} `))
          ?.split(' ')
          .at(-1),
      ),
  }
}

describe('the metrics', () => {
  test('count requests by the pattern of their address, pages and connections', async () => {
    const marta = await muster.as('marta')
    await marta.call(tasksApi.list, { query: { search: 'secret words' } })
    await muster.stranger().raw({ method: 'GET', url: '/wp-admin/secret' })
    const page = await openPage(await muster.listen(), { cookie: marta.cookie })
    const { status, headers, text, numberOf } = await read()
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(
      numberOf('muster_http_request_duration_seconds_count{method="GET",route="/api/v1/tasks",status="200"}'),
    ).toBe(1)
    expect(numberOf('muster_live_connections')).toBe(1)
    expect(numberOf('muster_database_connections{state="idle"}')).toBeGreaterThan(0)
    expect(numberOf('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(text).not.toContain('secret')
    page.socket.close()
    await page.closed
  })

  test('count jobs by state, and say for how long the oldest has been waiting', async () => {
    await muster.services.database.pool.query(`
      insert into jobs (kind, payload, max_attempts, run_at, locked_by, failed_at, done_at) values
        ('a', '{}', 1, now() - interval '2 minutes', null, null, null),
        ('a', '{}', 1, now() + interval '1 hour', null, null, null),
        ('a', '{}', 1, now() - interval '3 hours', gen_random_uuid(), null, null),
        ('a', '{}', 1, now() - interval '4 hours', null, now(), null),
        ('a', '{}', 1, now() - interval '5 hours', null, null, now())`)
    const { numberOf } = await read()
    const states = ['waiting', 'running', 'failed'].map((state) => numberOf(`muster_jobs{state="${state}"}`))
    expect(states).toEqual([2, 1, 1])
    expect(numberOf('muster_jobs_oldest_seconds')).toBeGreaterThanOrEqual(120)
    expect(numberOf('muster_jobs_oldest_seconds')).toBeLessThan(180)
    await muster.services.database.pool.query('delete from jobs')
  })

  test('count the messages of the bus', async () => {
    const before = (await read()).numberOf('muster_bus_messages_total{type="change"}') || 0
    const marta = await muster.as('marta')
    await marta.call(tasksApi.create, { body: { title: 'Fresh towels' } })
    await expect
      .poll(async () => (await read()).numberOf('muster_bus_messages_total{type="change"}'))
      .toBeGreaterThan(before)
  })

  test.each<[string, Record<string, string>]>([
    ['a wrong token', { host: 'muster.example', authorization: `Bearer ${TOKEN.toUpperCase()}` }],
    ['no bearer', { host: 'muster.example', authorization: TOKEN }],
  ])('are refused to %s', async (_, headers) => {
    const { status, json } = await read(headers)
    expect([status, json.code]).toEqual([403, 'forbidden'])
  })

  test('are sent to a client with the token', async () => {
    expect((await read({ host: 'muster.example' })).status).toBe(200)
  })
})

describe('without METRICS_TOKEN', () => {
  const plain = useTestApp()
  test('no bearer token is accepted', async () => {
    for (const authorization of ['Bearer ', 'Bearer undefined', ''])
      expect((await read({ host: 'muster.example', authorization }, plain)).status).toBe(403)
  })
})
