import { randomBytes, randomUUID } from 'node:crypto'
import { hashOfSecret } from '../../src/server/credentials/secrets.ts'
import type { Role } from '../../src/shared/permissions.ts'

type Query = (text: string, values: unknown[]) => Promise<unknown>

/** Inserts so many people, each with a session, in one statement. Nobody is told of them. */
export async function putSignedIn(
  query: Query,
  count: number,
  { role, departmentId = null }: { role: Role; departmentId?: number | null },
) {
  const people = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString('base64url')
    return { userId: randomUUID(), cookie: `muster.sid=${token}`, sid: hashOfSecret(token) }
  })
  await query(
    `with person as (select * from unnest($1::uuid[], $2::text[]) as person (id, sid)), made as (
       insert into users (id, email, password_hash, first_name, last_name, folded_name, role, department_id)
       select id, id || '@crowd.example', 'none', 'Person', id, 'person ' || id, $3, $4 from person
     )
     insert into sessions (sid, user_id, expire, sess) select sid, id, now() + interval '7 days', '{}' from person`,
    [people.map(({ userId }) => userId), people.map(({ sid }) => sid), role, departmentId],
  )
  return people
}
