import { expect, test } from 'vitest'
import { contextFor } from '../src/server/core/context.ts'
import { startJobs } from '../src/server/core/jobs/job-runner.ts'
import { deleteOldJobs } from '../src/server/core/jobs/jobs.ts'
import { deleteOldHandovers } from '../src/server/features/handovers/expire.ts'
import { deleteOldMessages } from '../src/server/features/messages/expire.ts'
import { jobKinds } from '../src/server/jobs.ts'
import { startScheduler } from '../src/server/scheduled/scheduler.ts'
import { putHandover, putQuestion } from './support/handovers.ts'
import { DAY } from './support/tasks.ts'
import { useTestApp } from './support/test-app.ts'

/** Expired rows are deleted in the background, without delaying anything else. */

const muster = useTestApp()
const query = (text: string) => muster.services.database.pool.query(text)
const countOf = async (table: string) => (await query(`select count(*)::int as count from ${table}`)).rows[0].count
const LONG_AGO = `now() - interval '1 year'`

test('a clean-up that fails does not stop the others, and rows are deleted in batches', async () => {
  await query(`
    insert into sign_in_tries (email, ip_address, created_at) values ('old', '::1', ${LONG_AGO});
    insert into done_once (user_id, key, request, created_at)
      select gen_random_uuid(), 'key-' || n, '', ${LONG_AGO} from generate_series(1, 2500) n;
    insert into done_once (user_id, key, request) values (gen_random_uuid(), 'new', '');
    create table deleted_at_once (rows int);
    create function refuse_delete() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse_delete before delete on sign_in_tries for each row execute function refuse_delete();
    create function count_deleted() returns trigger language plpgsql as
      $$ begin insert into deleted_at_once select count(*) from gone; return null; end $$;
    create trigger count_deleted after delete on done_once referencing old table as gone
      for each statement execute function count_deleted()`)
  const stops = [startScheduler(muster.services), startJobs(muster.services, jobKinds)]
  const failed = `select last_error from jobs where kind = 'clean-up' and last_error is not null`
  try {
    await expect.poll(() => countOf('done_once')).toBe(1)
    await expect
      .poll(async () => (await query(failed)).rows)
      .toEqual([{ last_error: 'Cleaning up failed for tries to sign in: no' }])
    expect(await countOf('sign_in_tries')).toBe(1)
    const { rows } = await query('select max(rows) as most, sum(rows)::int as deleted from deleted_at_once')
    expect(rows).toEqual([{ most: 1000, deleted: 2500 }])
  } finally {
    for (const stop of stops) await stop()
    await query(`drop trigger refuse_delete on sign_in_tries; drop trigger count_deleted on done_once;
      drop function refuse_delete, count_deleted; drop table deleted_at_once`)
  }
})

test('several servers clean up once an hour', async () => {
  const other = await muster.another()
  await query('delete from jobs')
  const ids = async () => (await query(`select last_value::int as ids from jobs_id_seq`)).rows[0].ids
  const before = await ids()
  const stops = [muster.services, muster.services, other.services].map(startScheduler)
  const jobs = async () => (await query(`select kind, key from jobs`)).rows
  await expect.poll(jobs).toHaveLength(1)
  // Each has tried by then: an id that is not used is gone.
  await expect.poll(ids).toBeGreaterThanOrEqual(before + 3)
  expect(await jobs()).toEqual([{ kind: 'clean-up', key: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d$/) }])
  for (const stop of stops) await stop()
})

test('jobs that were done go after three days, and failed ones after ninety', async () => {
  await query(`delete from jobs`)
  await query(`insert into jobs (kind, payload, max_attempts, done_at, failed_at, created_at) values
    ('done lately', '{}', 1, now() - interval '71 hours', null, now()),
    ('done', '{}', 1, now() - interval '73 hours', null, now()),
    ('failed lately', '{}', 1, null, now() - interval '89 days', now()),
    ('failed', '{}', 1, null, now() - interval '91 days', now()),
    ('waits for long', '{}', 1, null, null, now() - interval '1 year')`)
  await deleteOldJobs(contextFor(muster.services, null, new Date()))
  const { rows } = await query('select kind from jobs order by id')
  expect(rows.map(({ kind }) => kind)).toEqual(['done lately', 'failed lately', 'waits for long'])
})

test('messages go after a year', async () => {
  await query(`insert into messages (sender_id, text, recipients, off_duty, created_at) values
    ('${muster.fixtures.people.uli.id}', 'new', 1, 0, now() - interval '364 days'),
    ('${muster.fixtures.people.uli.id}', 'old', 1, 0, now() - interval '366 days')`)
  await deleteOldMessages(contextFor(muster.services, null, new Date()))
  expect((await query('select text from messages')).rows).toEqual([{ text: 'new' }])
})

test('handovers go after two years, with their items and questions', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()
  const kept = await putHandover(muster, { createdAt: daysAgo(729) })
  const old = await putHandover(muster, { createdAt: daysAgo(732) })
  for (const { id } of [kept, old]) await putQuestion(muster, id)
  await deleteOldHandovers(contextFor(muster.services, null, new Date()))
  expect((await query('select id from handover_items')).rows).toEqual([{ id: kept.id }])
  expect([await countOf('handovers'), await countOf('handover_questions')]).toEqual([1, 1])
})
