import { randomBytes } from 'node:crypto'
import { hashOfSecret } from '../../src/server/credentials/secrets.ts'
import type { TestApp } from './test-app.ts'

/** New people of Housekeeping, with a session each. */
export async function crowdOf(muster: TestApp, count: number, name = 'crowd') {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const { rows } = await muster.services.database.pool.query<{ id: string; sid: string }>(
    `with person as (
      insert into users (id, email, password_hash, first_name, last_name, folded_name, role, department_id)
      select gen_random_uuid(), $3 || at || '@hotel.example', 'none', 'Person', at::text, 'person ' || at, 'user', $2
      from generate_series(1, cardinality($1::text[])) as at returning id, last_name::int as at
    )
    insert into sessions (sid, user_id, expire, sess)
    select ($1::text[])[at], id, now() + interval '7 days', '{}' from person returning sid, user_id as id`,
    [tokens.map(hashOfSecret), muster.fixtures.departments.Housekeeping, name],
  )
  const ids = new Map(rows.map(({ sid, id }) => [sid, id]))
  return tokens.map((token) => ({ id: ids.get(hashOfSecret(token)), cookie: `muster.sid=${token}` }))
}
