import { beforeEach, expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import { openMailer } from '../adapters/mail.ts'
import { contextFor, inTransaction } from '../core/context.ts'
import { writeSetting } from '../db/settings.ts'
import { backupJob, backupPlanner, restoreTestJob } from './backup.ts'

/** When backups are planned, and who learns that one has failed. `test/backups.test.ts` lets real servers make them. */

// No mail server listens there.
const muster = useTestApp({
  ...{ BACKUP_EVERY: '03:00', BACKUP_TO: '/nowhere', SMTP_URL: 'smtp://127.0.0.1:9' },
  PUBLIC_URL: 'https://muster.example',
})
const query = async (text: string) => (await muster.services.database.pool.query(text)).rows
const planned = () => query(`select key, payload from jobs where kind = 'backup' order by id`)
const context = () => contextFor(muster.services, null, new Date())

beforeEach(() => query(`delete from jobs; delete from settings where name = 'backups'`))

test('a backup is planned once for all servers, and not while another is not done', async () => {
  const other = await muster.another()
  const plans = [muster.services, other.services].flatMap((services) => {
    const plan = backupPlanner()
    return [() => plan(services), () => plan(services)]
  })
  await Promise.all(plans.map((plan) => plan()))
  const [job, ...more] = await planned()
  expect(more).toEqual([])
  expect(job?.payload).toEqual({ planned: job?.key })
  expect(Date.parse(job?.key)).toBeLessThanOrEqual(Date.now())
  expect(Date.parse(job?.key)).toBeGreaterThan(Date.now() - 25 * 3_600_000)
  // One of yesterday is still being tried.
  await query(`update jobs set key = '2020-01-01T02:00:00.000Z'`)
  const plannedAgain = backupPlanner()
  const plan = () => plannedAgain(muster.services)
  await plan()
  expect(await planned()).toHaveLength(1)
  await query(`update jobs set done_at = now()`)
  await plan()
  await plan()
  expect((await planned()).map(({ key }) => key)).toEqual(['2020-01-01T02:00:00.000Z', job?.key])
})

test('a backup that is made is not planned again, even when its job is long gone', async () => {
  const plan = () => backupPlanner()(muster.services)
  await plan()
  const [job] = await planned()
  await query('delete from jobs')
  await inTransaction(context(), ({ db }) =>
    writeSetting(db, 'backups', { planned: job?.key, failures: 0, testFailures: 0 }),
  )
  await plan()
  expect(await planned()).toEqual([])
  // The clock was wrong by years when that one was made.
  await query(
    `update settings set value = jsonb_set(value, '{planned}', '"2099-01-01T02:00:00.000Z"') where name = 'backups'`,
  )
  await plan()
  expect(await planned()).toEqual([{ key: job?.key, payload: job?.payload }])
})

test('the owners are told by e-mail when a backup, or a test of one, has failed for good', async () => {
  const told = () =>
    query(`select payload ->> 'subject' as subject, payload -> 'to' ->> 'email' as email from jobs where kind = 'mail'`)
  const owners = await query(`select email from users where role = 'god' and is_active and deleted_at is null`)
  expect(owners.length).toBeGreaterThan(0)
  const services = { ...muster.services, mail: openMailer(muster.services.config) }
  const fail = (work: (ctx: ReturnType<typeof context>) => unknown) =>
    inTransaction(contextFor(services, null, new Date()), async (ctx) => void (await work(ctx)))
  await fail((ctx) => backupJob.onFailed?.(ctx, { planned: '' }))
  expect(await told()).toEqual(owners.map(({ email }) => ({ subject: 'The backup has failed', email })))
  await query('delete from jobs')
  await fail((ctx) => restoreTestJob.onFailed?.(ctx, {}))
  expect(await told()).toEqual(owners.map(({ email }) => ({ subject: 'A backup could not be restored', email })))
  expect(await query(`select value from settings where name = 'backups'`)).toMatchObject([
    { value: { failures: 0, testFailures: 1, test: { outcome: 'failed' } } },
  ])
})
