import { describe, expect, test } from 'vitest'
import { deactivate } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { usersApi } from '../../../shared/users.ts'

const muster = useTestApp()
const list = async (query: { inactive?: 'true' } = {}) => (await muster.as('adam')).call(usersApi.list, { query })

describe('the list of people', () => {
  test('has the active ones by name, with their departments, and no password', async () => {
    const people = await (await muster.as('marta')).call(usersApi.list, {})
    expect(people.map(({ firstName }) => firstName)).toEqual([
      'Adam',
      'Gita',
      'Gus',
      'Gwen',
      'Léa',
      'Marta',
      'Milan',
      'Nora',
      'Uli',
      'Una',
    ])
    const { Housekeeping } = muster.fixtures.departments
    expect(people.find(({ firstName }) => firstName === 'Uli')).toEqual({
      id: muster.fixtures.people.uli.id,
      firstName: 'Uli',
      lastName: 'Brandt',
      email: 'uli@hotel.example',
      profileImageUrl: null,
      role: 'user',
      departmentId: Housekeeping,
      department: { id: Housekeeping, name: 'Housekeeping' },
      isActive: true,
      username: null,
      hasPassword: true,
      hasPin: false,
      invitedUntil: null,
      language: null,
      createdAt: muster.fixtures.people.uli.createdAt,
      updatedAt: expect.any(String),
    })
    expect(people.find(({ firstName }) => firstName === 'Nora')?.department).toBeNull()
  })

  test('has the deactivated for those who manage them, when asked, and for nobody else', async () => {
    await deactivate(muster.services, 'gwen')
    const gwen = muster.fixtures.people.gwen.id
    expect((await list()).map(({ id }) => id)).not.toContain(gwen)
    expect((await list({ inactive: 'true' })).find(({ id }) => id === gwen)?.isActive).toBe(false)
    const marta = await muster.as('marta')
    expect((await httpErrorOf(marta.call(usersApi.list, { query: { inactive: 'true' } }))).status).toBe(403)
  })
})

test('a long list of people comes a thousand at a time, each person once', async () => {
  const { pool } = muster.services.database
  await pool.query(`insert into users (id, email, password_hash, first_name, last_name, folded_name)
    select gen_random_uuid(), 'many' || n || '@hotel.example', '', 'Many', 'Same', 'many same' from generate_series(1, 1200) n`)
  const adam = await muster.as('adam')
  const first = await adam.call(usersApi.list, {})
  const rest = await adam.call(usersApi.list, { query: { offset: 1000 } })
  expect(first).toHaveLength(1000)
  const { rows } = await pool.query('select count(*)::int as all from users where is_active and deleted_at is null')
  expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(rows[0].all)
  const few = await adam.call(usersApi.list, { query: { offset: 998, limit: 4 } })
  expect(few).toEqual([...first.slice(998), ...rest.slice(0, 2)])
  await pool.query(`delete from users where first_name = 'Many'`)
})
