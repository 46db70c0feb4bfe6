import { beforeEach, describe, expect, test } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { enter, listed, putKiosk, putPin, withPass } from '../../../../test/support/kiosks.ts'
import { PASSWORD, putPerson, putPersonWithoutEmail } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { clockApi } from '../../../shared/clock.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { isEasyPin, pinApi } from '../../../shared/pin.ts'
import { usersApi } from '../../../shared/users.ts'
import type { MailMessage } from '../../adapters/mail.ts'

/** People without an e-mail address: their user names, their links and their PINs. */

const muster = useTestApp({ PUBLIC_URL: 'http://muster.example' })
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
beforeEach(() => query('delete from sign_in_tries'))

const housekeeping = () => muster.fixtures.departments.Housekeeping
const person = (more = {}) => ({
  ...{ firstName: 'Rosa', lastName: 'Díaz', role: 'user' as const, departmentId: housekeeping() },
  ...more,
})
const create = async (more: object) =>
  (await muster.as('adam')).call(usersApi.create, { body: person({ password: PASSWORD, ...more }) })
const issuesOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return [status, ...(reply?.issues ?? []).map(({ path }) => path)]
}
const refusal = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return [status, reply?.code]
}
const signIn = (body: { email?: string; username?: string; password?: string }) =>
  muster.stranger().call(authApi.login, { body: { password: PASSWORD, ...body } })
const invite = async (by: 'marta' | 'milan' | 'adam', id: string) =>
  (await muster.as(by)).call(usersApi.invite, { body: { userIds: [id] } })
const tokenIn = (link = '') => link.split('#invite=')[1] ?? ''

describe('an account', () => {
  test('has a user name in place of an e-mail address', async () => {
    expect(await create({ username: 'Rosa.Diaz-1_x' })).toMatchObject({ email: null, username: 'rosa.diaz-1_x' })
  })

  test('may have both, and either signs in', async () => {
    const { id } = await create({ username: 'both.names', email: 'Both@hotel.example' })
    for (const name of [{ username: 'BOTH.names' }, { email: 'both@hotel.example' }])
      expect(await signIn(name)).toMatchObject({ id, email: 'Both@hotel.example', username: 'both.names' })
  })

  test('needs one of the two', async () => {
    expect(await issuesOf(create({}))).toEqual([400, 'email'])
    expect(await issuesOf(create({ email: null, username: null }))).toEqual([400, 'email'])
  })

  test('needs a password beside an e-mail address, as before', async () => {
    expect(await issuesOf(create({ email: 'no-password@hotel.example', password: undefined }))).toEqual([
      400,
      'password',
    ])
  })

  test.each(['ab', 'a'.repeat(41), 'rosa diaz', 'rosa@hotel', 'rosá', 'роза', 'rosa/1', '', '@@@'])(
    'takes no user name such as %j',
    async (username) => expect(await issuesOf(create({ username }))).toEqual([400, 'username']),
  )

  test('has a user name that no other account has, in any case; a deleted account frees it', async () => {
    const { id } = await create({ username: 'taken.name' })
    expect(await issuesOf(create({ username: 'Taken.Name' }))).toEqual([409, 'username'])
    await (await muster.as('adam')).call(usersApi.remove, { params: { id }, query: {} })
    await create({ username: 'taken.name' })
  })

  test('is refused by the database without a name, or with a user name that could be an address', async () => {
    const { id } = await putPersonWithoutEmail(muster.services)
    await expect(query('update users set username = null where id = $1', [id])).rejects.toThrow('users_sign_in_name')
    for (const username of ['a@b.example', 'Capital', 'x'])
      await expect(query('update users set username = $2 where id = $1', [id, username])).rejects.toThrow(
        'users_username_form',
      )
  })

  test('of a list gets a user name made of the name, another one for each', async () => {
    const adam = await muster.as('adam')
    const named = (firstName: string, lastName: string, more = {}) => person({ firstName, lastName, ...more })
    const body = {
      people: [
        named('Jürgen', 'Weiß'),
        named('Jurgen', 'Weiss'),
        named('Юлія', 'Шевченко'),
        named('محمد', 'علي'),
        named('李', '娜'),
        named('Own', 'Name', { username: 'jurgen.weiss2' }),
      ],
    }
    const { invitations } = await adam.call(usersApi.createMany, { body })
    expect(invitations.map(({ username }) => username)).toEqual([
      ...['jurgen.weiss', 'jurgen.weiss3', 'iuliia.shevchenko', 'mhmd.aly', 'person', 'jurgen.weiss2'],
    ])
    const again = await adam.call(usersApi.createMany, { body: { people: [named('Jürgen', 'Weiß')] } })
    expect(again.invitations.map(({ username }) => username)).toEqual(['jurgen.weiss4'])
    const doubled = { people: [named('A', 'B', { username: 'same' }), named('C', 'D', { username: 'same' })] }
    expect(await issuesOf(adam.call(usersApi.createMany, { body: doubled }))).toEqual([400, 'people.1.username'])
  })
})

describe('a user name', () => {
  test('signs in alone in its own field, and an address in its own', async () => {
    const { username } = await putPersonWithoutEmail(muster.services, { username: 'own.field' })
    const { email } = await putPerson(muster.services, { email: 'own.field@hotel.example' })
    expect((await signIn({ username })).username).toBe(username)
    for (const name of [{ email: username }, { username: email }])
      expect(await refusal(signIn(name))).toEqual([401, 'wrong_credentials'])
  })

  test('and an address are not sent both, or none', async () => {
    expect(await issuesOf(signIn({ email: 'a@hotel.example', username: 'a.name' }))).toEqual([400, 'username'])
    expect(await issuesOf(signIn({}))).toEqual([400, 'email'])
  })

  test('that nobody has is refused as a wrong password is, and both count alike', async () => {
    const { username } = await putPersonWithoutEmail(muster.services)
    const answers = async (name: string) => {
      const statuses = []
      for (let tries = 0; tries < 11; tries += 1) {
        const { status, reply } = await httpErrorOf(signIn({ username: name, password: 'wrong' }))
        statuses.push([status, reply?.code, reply?.message])
      }
      return statuses
    }
    const refused = await answers(username)
    expect(refused).toEqual(await answers('nobody.here'))
    expect(refused.map(([status]) => status)).toEqual([...Array(10).fill(401), 429])
    expect(refused[0]).toEqual([401, 'wrong_credentials', 'Invalid user name or password'])
  })

  test('that is wrong is not written into the audit log: it may be a password', async () => {
    await httpErrorOf(signIn({ username: 'secret-word', password: 'wrong' }))
    const { rows } = await query("select details::text from audit_logs where action = 'session.refuse'")
    expect(rows.map(({ details }) => details).join()).not.toContain('secret-word')
  })

  test('is changed with a proof, announced, and ends open links', async () => {
    const { id, username } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    const [made] = (await invite('marta', id)).invitations
    const adam = await muster.as('adam')
    const changed = await adam.call(usersApi.update, { params: { id }, body: { username: 'New.Name' } })
    expect(changed.username).toBe('new.name')
    expect(await refusal(muster.stranger().call(authApi.invitation, { body: { token: tokenIn(made?.link) } }))).toEqual(
      [404, 'link_dead'],
    )
    expect(await refusal(signIn({ username }))).toEqual([401, 'wrong_credentials'])
    const browser = muster.stranger()
    await browser.call(authApi.login, { body: { username: 'new.name', password: PASSWORD } })
    const [notice] = (await browser.call(notificationsApi.list, {})).filter(({ title }) => /user name/.test(title))
    expect(notice?.message).toContain(`From ${username} to new.name, by Adam Weiss`)
  })

  test('of one’s own is changed with the current password', async () => {
    const adam = await muster.as('adam')
    const params = { id: muster.fixtures.people.adam.id }
    const body = { username: 'adam.weiss' }
    expect(await issuesOf(adam.call(usersApi.update, { params, body }))).toEqual([400, 'currentPassword'])
    await adam.call(usersApi.update, { params, body: { ...body, currentPassword: PASSWORD } })
    // A form sends what stays as it is, too.
    await adam.call(usersApi.update, { params, body: { ...body, lastName: 'Weiss' } })
    await adam.call(usersApi.update, { params, body: { username: null, currentPassword: PASSWORD } })
  })

  test('or an address stays: nobody is left without both', async () => {
    const adam = await muster.as('adam')
    const { id } = await putPersonWithoutEmail(muster.services)
    const params = { id }
    expect(await issuesOf(adam.call(usersApi.update, { params, body: { username: null } }))).toEqual([400, 'email'])
    const both = { username: null, email: 'now@hotel.example' }
    expect(await adam.call(usersApi.update, { params, body: both })).toMatchObject(both)
    const back = { username: 'without.again', email: null }
    expect(await adam.call(usersApi.update, { params, body: back })).toMatchObject(back)
  })
})

describe('a link', () => {
  test('comes from the manager of the department, for a person without an e-mail address', async () => {
    const { id, username } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    const [made] = (await invite('marta', id)).invitations
    expect(made).toMatchObject({ userId: id, email: null, username, link: expect.stringContaining('/login#invite=') })
    const token = tokenIn(made?.link)
    expect(await muster.stranger().call(authApi.invitation, { body: { token } })).toMatchObject({
      email: null,
      username,
    })
    await muster.stranger().call(authApi.accept, { body: { token, newPassword: 'a word of mine' } })
    expect((await signIn({ username, password: 'a word of mine' })).id).toBe(id)
    expect(await refusal(signIn({ username }))).toEqual([401, 'wrong_credentials'])
  })

  test('does not come from the manager for anybody else', async () => {
    const inDepartment = { departmentId: housekeeping() }
    const withEmail = await putPerson(muster.services, inDepartment)
    const elsewhere = await putPersonWithoutEmail(muster.services, {
      departmentId: muster.fixtures.departments.Maintenance,
    })
    const manager = await putPersonWithoutEmail(muster.services, { ...inDepartment, role: 'manager' })
    for (const { id } of [withEmail, elsewhere, manager])
      expect(await refusal(invite('marta', id))).toEqual([403, 'forbidden'])
  })

  test('of a manager works only as long as they may give it', async () => {
    const { id } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    const [made] = (await invite('marta', id)).invitations
    const body = { token: tokenIn(made?.link) }
    await query('update users set department_id = $2 where id = $1', [id, muster.fixtures.departments.Maintenance])
    expect(await refusal(muster.stranger().call(authApi.invitation, { body }))).toEqual([404, 'link_dead'])
  })

  test('of a manager ends when the manager goes to another department, and stays ended', async () => {
    const manager = await putPerson(muster.services, { role: 'manager', departmentId: housekeeping() })
    const { id } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    const browser = await muster.signIn(manager.email)
    const [made] = (await browser.call(usersApi.invite, { body: { userIds: [id] } })).invitations
    const adam = await muster.as('adam')
    for (const departmentId of [muster.fixtures.departments.Maintenance, housekeeping()])
      await adam.call(usersApi.update, { params: { id: manager.id }, body: { departmentId } })
    const body = { token: tokenIn(made?.link) }
    expect(await refusal(muster.stranger().call(authApi.invitation, { body }))).toEqual([404, 'link_dead'])
  })

  test('sets no password that is the user name', async () => {
    const { id, username } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    const [made] = (await invite('marta', id)).invitations
    const body = { token: tokenIn(made?.link), newPassword: username.toUpperCase() }
    expect(await issuesOf(muster.stranger().call(authApi.accept, { body }))).toEqual([400, 'newPassword'])
  })
})

describe('a PIN', () => {
  const givePin = async (by: 'marta' | 'milan' | 'adam' | 'uli', id: string) =>
    (await muster.as(by)).call(usersApi.setPin, { params: { id } })

  test('is made by the manager, shown once, and opens the kiosk for a person who has nothing else', async () => {
    const { id } = await create({ username: 'pin.alone', password: undefined })
    expect(
      (await (await muster.as('adam')).call(usersApi.list, { query: {} })).find((each) => each.id === id),
    ).toMatchObject({
      ...{ hasPassword: false, hasPin: false, invitedUntil: null },
    })
    const { pin } = await givePin('marta', id)
    expect(pin).toMatch(/^\d{6}$/)
    expect(isEasyPin(pin)).toBe(false)
    const { tablet } = await putKiosk(muster, { departmentId: housekeeping() })
    expect(await listed(tablet, id)).toMatchObject({ hasPin: true })
    const pass = await enter(tablet, id, pin)
    expect(await tablet.call(clockApi.start, { body: {} }, withPass(pass))).toMatchObject({ userId: id })
    // It opens nothing elsewhere.
    for (const password of [pin, 'null', ''])
      await expect(signIn({ username: 'pin.alone', password })).rejects.toMatchObject({ status: password ? 401 : 400 })
    const people = await (await muster.as('adam')).call(usersApi.list, { query: {} })
    expect(people.find((each) => each.id === id)).toMatchObject({ hasPin: true, hasPassword: false })
  })

  test('replaces the one before, ends who is at a kiosk with it, and forgives wrong ones', async () => {
    const { id } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    const { tablet } = await putKiosk(muster, { departmentId: housekeeping() })
    await putPin(muster, id, '417283')
    const pass = await enter(tablet, id, '417283')
    const { pin } = await givePin('marta', id)
    await expect(tablet.call(clockApi.start, { body: {} }, withPass(pass))).rejects.toMatchObject({ status: 401 })
    for (let tries = 0; tries < 5; tries += 1) await httpErrorOf(enter(tablet, id, '417283'))
    expect((await httpErrorOf(enter(tablet, id, pin))).status).toBe(429)
    await enter(tablet, id, (await givePin('marta', id)).pin)
  })

  test('is told to its person, and stands in the audit log without its digits', async () => {
    const { id, username } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    const { pin } = await givePin('marta', id)
    const browser = muster.stranger()
    await browser.call(authApi.login, { body: { username, password: PASSWORD } })
    const [notice] = (await browser.call(notificationsApi.list, {})).filter(({ title }) => /PIN/.test(title))
    expect(notice?.message).toContain('by Marta Oliveira')
    const { rows } = await query("select * from audit_logs where action = 'user.give-pin' and resource_id = $1", [id])
    expect(rows).toMatchObject([{ user_id: muster.fixtures.people.marta.id, details: {} }])
    const stored = await query("select coalesce(string_agg(reply::text, ''), '') as text from done_once")
    expect(stored.rows[0].text).not.toContain(`"${pin}"`)
  })

  test('needs a proof that the manager sits there', async () => {
    const { email, id } = await putPerson(muster.services, { role: 'manager', departmentId: housekeeping() })
    const browser = await muster.signIn(email)
    const long = '{"provedAt":"2026-01-01T00:00:00.000Z"}'
    await query('update sessions set sess = (sess::jsonb || $2::jsonb)::json where user_id = $1', [id, long])
    const params = { id: muster.fixtures.people.uli.id }
    expect(await refusal(browser.call(usersApi.setPin, { params }))).toEqual([403, 'proof_needed'])
  })

  test('is for people of lower rank in the own department, with an e-mail address too', async () => {
    const { people } = muster.fixtures
    await givePin('marta', people.uli.id)
    await givePin('adam', people.una.id)
    const manager = await putPerson(muster.services, { role: 'manager', departmentId: housekeeping() })
    for (const [by, id] of [
      ['marta', people.una.id],
      ['marta', manager.id],
      ['marta', people.gita.id],
      ['adam', people.gita.id],
      ['marta', people.marta.id],
    ] as const)
      expect((await httpErrorOf(givePin(by, id))).status).toBe(403)
    expect((await httpErrorOf(givePin('uli', people.lea.id))).status).toBe(403)
    expect(await refusal(givePin('marta', people.gus.id))).toEqual([409, 'no_clock'])
    const closed = await putPerson(muster.services, { departmentId: housekeeping(), isActive: false })
    expect(await refusal(givePin('marta', closed.id))).toEqual([409, 'inactive'])
  })

  test('of one’s own is set as before', async () => {
    const { username } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    const browser = muster.stranger()
    await browser.call(authApi.login, { body: { username, password: PASSWORD } })
    expect((await browser.call(pinApi.set, { body: { pin: '417283' } })).setAt).toEqual(expect.any(String))
  })
})

describe('with a mail server', () => {
  const sent: MailMessage[] = []
  beforeEach(() => {
    sent.length = 0
    muster.services.mail = { send: async (message) => void sent.push(message), close: () => {} }
  })

  test('nothing is sent to a person without an e-mail address, and their link is in the reply', async () => {
    const adam = await muster.as('adam')
    const people = [
      person({ firstName: 'With', email: 'with.address@hotel.example' }),
      person({ firstName: 'Without' }),
    ]
    const { invitations } = await adam.call(usersApi.createMany, { body: { people, send: true } })
    expect(invitations.map(({ email }) => email)).toEqual(['with.address@hotel.example', null])
    const { id, username } = await putPersonWithoutEmail(muster.services, { departmentId: housekeeping() })
    await adam.call(usersApi.setPin, { params: { id } })
    await adam.call(usersApi.update, { params: { id }, body: { username: `${username}x` } })
    await signIn({ username: `${username}x` })
    await finishJobs(muster.services)
    expect(sent.map(({ to }) => to)).toEqual(['with.address@hotel.example'])
  })

  test('an address that is taken away gets the news itself', async () => {
    const { id, email } = await putPerson(muster.services, { username: 'keeps.this' })
    await (await muster.as('adam')).call(usersApi.update, { params: { id }, body: { email: null } })
    await finishJobs(muster.services)
    expect(sent.map(({ to }) => to)).toEqual([email])
    expect(sent[0]?.text).toContain(`From ${email} to none`)
  })
})

describe('an import', () => {
  const preview = async (csv: string, more: object = {}) =>
    (await muster.as('adam')).call(usersApi.previewImport, { body: { csv, ...more } })

  test('takes lines without an e-mail address, and makes user names', async () => {
    const csv = [
      'First name;Last name;Email;Department',
      'Ana;López;ana.lopez@hotel.example;Housekeeping',
      'Ana;López;;Housekeeping',
      'Оксана;Бойко;;Housekeeping',
      'Ana;Lopez;;Housekeeping',
    ].join('\n')
    const read = await preview(csv)
    expect(read.faulty).toBe(0)
    expect(read.lines.map(({ email, username }) => email || username)).toEqual([
      ...['ana.lopez@hotel.example', 'ana.lopez', 'oksana.boiko', 'ana.lopez2'],
    ])
    const { created, invitations } = await (await muster.as('adam')).call(usersApi.import, { body: { csv } })
    expect(created).toBe(4)
    expect(invitations.map(({ email, username }) => [email, username])).toEqual([
      ['ana.lopez@hotel.example', null],
      [null, 'ana.lopez'],
      [null, 'oksana.boiko'],
      [null, 'ana.lopez2'],
    ])
  })

  test('takes user names from a column, and says which are taken', async () => {
    await putPersonWithoutEmail(muster.services, { username: 'already.there' })
    const csv = [
      'Vorname,Nachname,Benutzername,Abteilung',
      'Eva,Roth,Eva.Roth,Housekeeping',
      'Eva,Roth,eva.roth,Housekeeping',
      'Max,Roth,already.there,Housekeeping',
      'Tim,Roth,tim roth,Housekeeping',
    ].join('\n')
    const { lines, missing } = await preview(csv)
    expect(missing).toEqual([])
    expect(lines.map(({ username, faults }) => [username, faults.length])).toEqual([
      ['eva.roth', 0],
      ['eva.roth', 1],
      ['already.there', 1],
      ['tim roth', 1],
    ])
    expect(lines[1]?.faults[0]).toBe('Line 2 has the same user name')
    expect(lines[2]?.faults[0]).toBe('Another account has this user name')
  })

  test('asks for the column of addresses until somebody says that there is none', async () => {
    const csv = 'First name,Last name,Department\nIda,Berg,Housekeeping'
    expect((await preview(csv)).missing).toEqual(['email'])
    const said = await preview(csv, { columns: { email: null } })
    expect([said.missing, said.lines[0]?.username]).toEqual([[], 'ida.berg'])
  })
})
