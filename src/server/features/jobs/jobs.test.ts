import { beforeEach, expect, test } from 'vitest'
import { putFailedJob } from '../../../../test/support/jobs.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { jobLabels, jobsApi } from '../../../shared/jobs.ts'
import { inTransaction } from '../../core/context.ts'
import { startJobs } from '../../core/jobs/job-runner.ts'
import { enqueue, type JobKind, jobKind } from '../../core/jobs/jobs.ts'
import { jobKinds } from '../../jobs.ts'

const muster = useTestApp()
const query = async (text: string) => (await muster.services.database.pool.query(text)).rows
beforeEach(() => query('delete from jobs'))

const list = async (state?: keyof typeof counts | 'done') =>
  (await muster.as('adam')).call(jobsApi.list, { query: { state } })
const counts = { failed: 0, waiting: 0, running: 0 }

test('every kind has a name for people', () => {
  expect(jobKinds.filter(({ name }) => !jobLabels[name]).map(({ name }) => name)).toEqual([])
})

test('jobs are listed by their state, without what they were told', async () => {
  await query(`
    insert into jobs (kind, payload, attempts, max_attempts, run_at, locked_by, last_error, failed_at, done_at, requested_by, progress)
    values
      ('late', '{"to": "hidden@hotel.example"}', 1, 12, now() + interval '2 minutes', null, 'no answer', null, null, null, null),
      ('soon', '{}', 0, 12, now(), null, null, null, null, null, null),
      ('runs', '{}', 1, 3, now(), gen_random_uuid(), null, null, null, '${muster.fixtures.people.marta.id}', '{"done": 3, "total": 9}'),
      ('failed first', '{}', 12, 12, now(), null, 'no', now() - interval '1 hour', null, null, null),
      ('failed last', '{}', 12, 12, now(), null, 'no', now(), null, null, null),
      ('done', '{}', 1, 12, now(), null, null, null, now(), null, null)`)
  const all = { failed: 2, waiting: 2, running: 1 }
  const kinds = async (state?: Parameters<typeof list>[0]) => {
    const found = await list(state)
    expect(found.counts).toEqual(all)
    expect(JSON.stringify(found)).not.toContain('hidden@hotel.example')
    return found.jobs.map(({ kind }) => kind)
  }
  expect(await kinds()).toEqual(['failed last', 'failed first'])
  expect(await kinds('waiting')).toEqual(['soon', 'late'])
  expect(await kinds('done')).toEqual(['done'])
  expect((await list('running')).jobs).toEqual([
    {
      ...{ id: expect.any(Number), kind: 'runs', state: 'running', attempts: 1, maxAttempts: 3, error: null },
      progress: { done: 3, total: 9 },
      person: expect.objectContaining({ firstName: muster.fixtures.people.marta.firstName }),
      ...{ createdAt: expect.any(String), runAt: expect.any(String), endedAt: null },
    },
  ])
  expect((await list('waiting')).jobs[1]).toMatchObject({ attempts: 1, error: 'no answer', endedAt: null })
})

test('one that has failed is tried again, and both that and its deletion are logged', async () => {
  const adam = await muster.as('adam')
  const id = await putFailedJob(muster.services)
  await adam.call(jobsApi.retry, { params: { id } })
  expect((await list('waiting')).jobs).toMatchObject([{ id, attempts: 0, error: 'connect ECONNREFUSED' }])
  expect((await httpErrorOf(adam.call(jobsApi.retry, { params: { id } }))).reply).toMatchObject({ code: 'not_failed' })
  await adam.call(jobsApi.remove, { params: { id } })
  expect((await httpErrorOf(adam.call(jobsApi.remove, { params: { id } }))).status).toBe(404)
  expect((await httpErrorOf(adam.call(jobsApi.retry, { params: { id } }))).status).toBe(404)
  const entries = await query(
    `select action, resource_id, details from audit_logs where action like 'job.%' order by id`,
  )
  expect(entries).toEqual([
    { action: 'job.retry', resource_id: String(id), details: { kind: 'unheard-of' } },
    { action: 'job.delete', resource_id: String(id), details: { kind: 'unheard-of' } },
  ])
})

/** Waits until a page is told that jobs have changed; of other things it may hear first. */
async function hears(page: Awaited<ReturnType<typeof openPage>>) {
  while ((await page.receives('change')).data.resource !== 'jobs') {}
}

test('administrators and whoever waits for it hear of a job; others do not', async () => {
  const pages = await Promise.all(
    (['adam', 'marta', 'uli'] as const).map(async (name) => {
      const page = await openPage(await muster.listen(), { cookie: (await muster.as(name)).cookie })
      page.send({ type: 'auth', userId: muster.fixtures.people[name].id })
      await page.receives('auth_success')
      return page
    }),
  )
  const [adam, marta, uli] = pages as [(typeof pages)[0], (typeof pages)[0], (typeof pages)[0]]
  const kind: JobKind<object> = jobKind<object>('quick', async () => {})
  await inTransaction(muster.contextOf('marta'), (ctx) =>
    enqueue(ctx, kind, {}, { requestedBy: muster.fixtures.people.marta.id }),
  )
  await hears(adam)
  const stop = startJobs(muster.services, [kind])
  await hears(marta)
  await stop()
  expect(JSON.stringify(uli.received())).not.toContain('jobs')
  for (const { socket } of pages) socket.terminate()
})
