import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { deactivate, PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { usersApi } from '../../../shared/users.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'

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

describe('an account', () => {
  const body = () => ({
    firstName: ' Ida ',
    lastName: 'Sørensen',
    email: 'Ida.Sorensen@hotel.example',
    role: 'manager' as const,
    departmentId: muster.fixtures.departments.Maintenance,
    password: 'first day here',
  })

  test('is created, is audited without its password, and can sign in', async () => {
    const adam = await muster.as('adam')
    const ida = await adam.call(usersApi.create, { body: body() })
    expect(ida).toMatchObject({
      firstName: 'Ida',
      email: 'Ida.Sorensen@hotel.example',
      role: 'manager',
      department: { name: 'Maintenance' },
      isActive: true,
    })
    const entries = await muster.services.database.orm.select().from(auditLogs).where(eq(auditLogs.resourceId, ida.id))
    expect(entries).toMatchObject([{ action: 'user.create', userId: muster.fixtures.people.adam.id }])
    expect(JSON.stringify(entries)).not.toMatch(/first day|argon/)
    const credentials = { email: 'ida.sorensen@HOTEL.example', password: 'first day here' }
    await muster.stranger().call(authApi.login, { body: credentials })
    const again = await httpErrorOf(
      adam.call(usersApi.create, { body: { ...body(), email: 'IDA.SORENSEN@hotel.example' } }),
    )
    expect([again.status, again.reply?.message]).toEqual([409, 'Another account has this e-mail address'])
  })

  test('is created once by its key, however often it is sent', async () => {
    const adam = await muster.as('adam')
    const key = { 'idempotency-key': 'make-ida-only-once' }
    const create = () => adam.call(usersApi.create, { body: { ...body(), email: 'once@hotel.example' } }, key)
    const made = await Promise.all([create(), create()])
    made.push(await create())
    expect(made.map(({ id }) => id)).toEqual(Array(3).fill(made[0]?.id))
  })

  test('of a department that does not exist is refused', async () => {
    const refusal = await httpErrorOf(
      (await muster.as('adam')).call(usersApi.create, { body: { ...body(), departmentId: 4711 } }),
    )
    expect(refusal.reply?.issues).toEqual([{ path: 'departmentId', message: 'There is no such department' }])
  })

  test('changes in what is sent, and is found by its new name', async () => {
    const { id, email } = await putPerson(muster.services)
    const adam = await muster.as('adam')
    const changed = await adam.call(usersApi.update, { params: { id }, body: { lastName: 'Ångström' } })
    expect(changed).toMatchObject({ firstName: 'New', lastName: 'Ångström', email })
    expect((await list()).map(({ lastName }) => lastName).indexOf('Ångström')).toBeGreaterThan(-1)
    // What a form sends as it was is no change, also where it could not be one.
    const { firstName, lastName, role, departmentId } = muster.fixtures.people.adam
    await adam.call(usersApi.update, {
      params: { id: muster.fixtures.people.adam.id },
      body: { firstName, lastName, email: 'adam@hotel.example', role, departmentId, isActive: true },
    })
    const own = await adam.call(usersApi.update, {
      params: { id: muster.fixtures.people.adam.id },
      body: { lastName: 'Weiß', email: 'ADAM@hotel.example', currentPassword: PASSWORD },
    })
    expect(own).toMatchObject({ lastName: 'Weiß', email: 'ADAM@hotel.example' })
  })

  test('takes no address of another, and may take that of a deleted one', async () => {
    const adam = await muster.as('adam')
    const [one, other] = [await putPerson(muster.services), await putPerson(muster.services)]
    const update = () => adam.call(usersApi.update, { params: { id: one.id }, body: { email: other.email } })
    expect((await httpErrorOf(update())).reply?.code).toBe('email_taken')
    await adam.call(usersApi.remove, { params: { id: other.id } })
    expect((await update()).email).toBe(other.email)
  })

  test('of a god is a god’s to change, save their own role', async () => {
    const gita = await muster.as('gita')
    const other = await putPerson(muster.services, { role: 'god' })
    const update = (body: object) => gita.call(usersApi.update, { params: { id: other.id }, body })
    expect((await update({ lastName: 'Olympia' })).lastName).toBe('Olympia')
    expect((await update({ isActive: false })).isActive).toBe(false)
    expect((await update({ role: 'user', isActive: true })).role).toBe('user')
  })
})

describe('a new password', () => {
  const post = (who: Awaited<ReturnType<typeof muster.signIn>>, id: string, body: object) =>
    who.call(usersApi.setPassword, { params: { id }, body: body as never })

  test('of one’s own needs the current one, and ends the other sessions only', async () => {
    const { id, email } = await putPerson(muster.services)
    const [here, there] = [await muster.signIn(email), await muster.signIn(email)]
    const wrong = await httpErrorOf(post(here, id, { currentPassword: 'not it', newPassword: 'quite new' }))
    expect([wrong.status, wrong.reply?.message]).toEqual([400, 'Current password is incorrect'])
    const short = await httpErrorOf(post(here, id, { currentPassword: PASSWORD, newPassword: 'short' }))
    expect(short.reply?.issues).toEqual([
      { path: 'newPassword', message: 'Password must be at least 6 characters long' },
    ])
    await post(here, id, { currentPassword: PASSWORD, newPassword: 'quite new' })
    await here.call(authApi.session, {})
    expect((await httpErrorOf(there.call(authApi.session, {}))).status).toBe(401)
    expect((await httpErrorOf(muster.signIn(email))).status).toBe(401)
    const entries = await muster.services.database.orm.select().from(auditLogs).where(eq(auditLogs.resourceId, id))
    expect(entries.at(-1)?.action).toBe('user.set-password')
    expect(JSON.stringify(entries)).not.toMatch(/quite new|argon|correct horse/)
  })

  test('of one’s own cannot be got by guessing the current one', async () => {
    const { id, email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const guess = (at: number) =>
      httpErrorOf(post(browser, id, { currentPassword: `guess ${at}`, newPassword: 'quite new' }))
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, at) => guess(at)))
    expect(guesses.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10)
    const late = await httpErrorOf(post(browser, id, { currentPassword: PASSWORD, newPassword: 'quite new' }))
    expect(late.status).toBe(429)
    await muster.services.database.pool.query('delete from sign_in_tries')
    await post(browser, id, { currentPassword: PASSWORD, newPassword: 'quite new' })
  })

  test('of one’s own is not set over one that was set meanwhile', async () => {
    const { id, email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const meanwhile = await muster.services.database.pool.connect()
    try {
      await meanwhile.query('begin')
      await meanwhile.query(`update users set password_hash = password_hash || 'x' where id = $1`, [id])
      const changing = httpErrorOf(post(browser, id, { currentPassword: PASSWORD, newPassword: 'quite new' }))
      await untilBlocked(muster.services.database)
      await meanwhile.query('commit')
      expect((await changing).reply?.message).toBe('Current password is incorrect')
    } finally {
      meanwhile.release()
    }
  })

  test('of somebody lower needs none, and ends all their sessions', async () => {
    const { id, email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    await post(await muster.as('adam'), id, { newPassword: 'quite new' })
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    await muster.stranger().call(authApi.login, { body: { email, password: 'quite new' } })
  })
})
