import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../../test/support/global-setup.ts'
import { openClient } from '../connect/connect.ts'
import { migrationsFolder } from './known-migrations.ts'
import { migrateDatabase } from './migrate.ts'

/** An upgrade from before there were user names keeps every account as it was. */

const name = `muster_user_names_${process.pid}`
const url = databaseUrl(inject('databaseServer'), name)

beforeAll(() => on(inject('databaseServer'), `create database ${name}`))
afterAll(() => on(inject('databaseServer'), `drop database ${name} with (force)`))

async function on(address: string, statement: string) {
  const client = await openClient(address)
  return client.query(statement).finally(() => client.end())
}

test('an upgrade keeps all accounts, and then people may do without an e-mail address', async () => {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const before = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_people_without_email'))
  await migrateDatabase(url, before)
  await on(
    url,
    `insert into users (id, email, password_hash, first_name, last_name, folded_name, role, is_active, deleted_at)
      select gen_random_uuid(), 'Person' || n || '@hotel.example', case when n % 3 = 0 then null else 'hash' || n end, 'P', 'N' || n,
        'p n' || n, (array['guest', 'user', 'manager', 'admin', 'god'])[1 + n % 5], n % 7 <> 0, case when n % 11 = 0 then now() end
      from generate_series(1, 500) n;
    insert into users (id, email, first_name, last_name, folded_name, deleted_at)
      select gen_random_uuid(), 'person1@hotel.example', 'Again', 'Deleted', 'again deleted', now() from generate_series(1, 3)`,
  )
  // Columns that came with it or after it.
  const newer = "array['username', 'personnel_number', 'wants_extra_shifts']"
  const accounts = `select to_jsonb(u) - ${newer} as account from users u order by id`
  const { rows } = await on(url, accounts)
  await migrateDatabase(url)
  expect((await on(url, accounts)).rows).toEqual(rows)
  expect(rows).toHaveLength(503)
  const insert = (names: string) =>
    on(
      url,
      `insert into users (id, ${names.split(' ')[0]}, first_name, last_name, folded_name)
      values (gen_random_uuid(), ${names.split(' ')[1]}, 'A', 'B', 'a b')`,
    )
  await insert("username 'rosa.diaz'")
  await expect(insert("username 'rosa.diaz'")).rejects.toThrow('users_username')
  await expect(insert("username 'person1@hotel.example'")).rejects.toThrow('users_username_form')
  await expect(insert("email 'PERSON1@hotel.example'")).rejects.toThrow('users_email')
  await expect(insert('email null')).rejects.toThrow('users_sign_in_name')
})
