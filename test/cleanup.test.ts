import { expect, test } from 'vitest'
import { startScheduler } from '../src/server/scheduled/scheduler.ts'
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
  const stop = startScheduler(muster.services)
  try {
    await expect.poll(() => countOf('done_once'), { timeout: 10_000 }).toBe(1)
    expect(await countOf('sign_in_tries')).toBe(1)
    const { rows } = await query('select max(rows) as most, sum(rows)::int as deleted from deleted_at_once')
    expect(rows).toEqual([{ most: 1000, deleted: 2500 }])
  } finally {
    await stop()
    await query(`drop trigger refuse_delete on sign_in_tries; drop trigger count_deleted on done_once;
      drop function refuse_delete, count_deleted; drop table deleted_at_once`)
  }
})
