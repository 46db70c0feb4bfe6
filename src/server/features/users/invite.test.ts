import { describe, expect, test } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { organisationApi } from '../../../shared/organisation.ts'
import { usersApi } from '../../../shared/users.ts'
import type { MailMessage } from '../../adapters/mail.ts'
import { contextFor } from '../../core/context.ts'
import { deleteExpiredInvitations } from '../../credentials/invitations.ts'

const muster = useTestApp({ PUBLIC_URL: 'http://muster.example' })
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
const tokenIn = (link = '') => /^http:\/\/muster\.example\/login#invite=([\w-]{43})$/.exec(link)?.[1] ?? ''

let count = 0
const newcomer = (more = {}) => {
  count += 1
  const email = `invited${count}@hotel.example`
  return { firstName: 'Ida', lastName: `Lind ${count}`, email, role: 'user' as const, ...more }
}
const inOperations = (more = {}) => ({ ...newcomer(more), departmentId: muster.fixtures.departments.Operations })

/** Creates a person without a password, as the administrator. */
async function invited(more = {}) {
  const body = { people: [inOperations(more)] }
  const [made] = (await (await muster.as('adam')).call(usersApi.createMany, { body })).invitations
  if (!made) throw new Error('Nobody was invited')
  return { ...made, email: body.people[0]?.email ?? '', token: tokenIn(made.link) }
}
const accept = (token: string, newPassword = 'a word of mine') =>
  muster.stranger().call(authApi.accept, { body: { token, newPassword } })
const statusOf = async (call: Promise<unknown>) => (await httpErrorOf(call)).status
const renew = async (by: 'adam' | 'gita', id: string) => {
  const [made] = (await (await muster.as(by)).call(usersApi.invite, { body: { userIds: [id] } })).invitations
  return tokenIn(made?.link)
}
const actionsAbout = async (id: string) =>
  (await query('select action from audit_logs where resource_id = $1 order by id', [id])).rows.map(
    ({ action }) => action,
  )

describe('an invitation', () => {
  test('lets a new person set a password and be signed in, once', async () => {
    const { userId, email, token, expires } = await invited({ language: 'de' })
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000)
    // Without a password nobody signs in, and nobody is told why.
    const refusal = await httpErrorOf(muster.stranger().call(authApi.login, { body: { email, password: 'null' } }))
    expect([refusal.status, refusal.reply?.message]).toEqual([401, 'Invalid email or password'])
    expect(await muster.stranger().call(authApi.invitation, { body: { token } })).toEqual({
      ...{
        firstName: 'Ida',
        lastName: expect.stringContaining('Lind'),
        email,
        username: null,
        mayChoosePassword: true,
      },
    })
    const browser = muster.stranger()
    const viewer = await browser.call(authApi.accept, { body: { token, newPassword: 'a word of mine' } })
    expect(viewer).toMatchObject({ id: userId, email, department: { name: 'Operations' }, language: 'de' })
    expect((await browser.call(authApi.session, {})).id).toBe(userId)
    await muster.stranger().call(authApi.login, { body: { email, password: 'a word of mine' } })
    for (const body of [{ token }, { token: 'made up' }]) {
      expect(await statusOf(muster.stranger().call(authApi.invitation, { body }))).toBe(404)
      const again = await httpErrorOf(accept(body.token))
      expect([again.status, again.reply?.code]).toEqual([404, 'link_dead'])
    }
    expect(await actionsAbout(userId)).toEqual(['user.create', 'user.invite', 'user.accept-invitation'])
  })

  test('is used by one of two at the same moment', async () => {
    const { token } = await invited()
    const statuses = ['one word', 'another word'].map((word) =>
      accept(token, word).then(
        () => 200,
        (error) => error.status,
      ),
    )
    expect((await Promise.all(statuses)).sort()).toEqual([200, 404])
  })

  test('refuses a password that is too easy, and works after that', async () => {
    const { token, email } = await invited()
    for (const word of ['short', email]) expect(await statusOf(accept(token, word))).toBe(400)
    await accept(token)
  })

  test('is kept nowhere: not in a table, a log or a stored reply', async () => {
    const { token } = await invited()
    const tables = ['invitations', 'audit_logs', 'jobs', 'events', 'done_once']
    const { rows } = await query(
      tables.map((name) => `select to_jsonb(t)::text as row from ${name} t`).join(' union all '),
    )
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    const adam = await muster.as('adam')
    const key = { 'idempotency-key': 'an-invitation-with-a-key' }
    expect(await statusOf(adam.call(usersApi.createMany, { body: { people: [inOperations()] } }, key))).toBe(400)
  })

  test('works for seven days, and is removed after that', async () => {
    const { token, userId } = await invited()
    const age = (interval: string) =>
      query('update invitations set expire = expire - $1::interval where user_id = $2', [interval, userId])
    await age('6 days 23 hours')
    await muster.stranger().call(authApi.invitation, { body: { token } })
    await age('1 hour')
    expect(await statusOf(accept(token))).toBe(404)
    await deleteExpiredInvitations(contextFor(muster.services, null, new Date()))
    expect((await query('select from invitations where user_id = $1', [userId])).rowCount).toBe(0)
  })

  test('is renewed and revoked by whoever manages the person', async () => {
    const { token, userId } = await invited()
    const second = await renew('adam', userId)
    expect(await statusOf(accept(token))).toBe(404)
    const adam = await muster.as('adam')
    const shown = async () =>
      (await adam.call(usersApi.list, { query: { inactive: 'true' } })).find(({ id }) => id === userId)
    expect(await shown()).toMatchObject({ hasPassword: false, invitedUntil: expect.stringMatching(/Z$/) })
    await adam.call(usersApi.revokeInvitation, { params: { id: userId } })
    await adam.call(usersApi.revokeInvitation, { params: { id: userId } })
    expect(await statusOf(accept(second))).toBe(404)
    expect(await shown()).toMatchObject({ hasPassword: false, invitedUntil: null })
    await accept(await renew('adam', userId))
    expect(await shown()).toMatchObject({ hasPassword: true, invitedUntil: null })
    expect(await actionsAbout(userId)).toEqual([
      ...['user.create', 'user.invite', 'user.invite', 'user.revoke-invitation', 'user.invite'],
      'user.accept-invitation',
    ])
  })

  test('of somebody with a password ends their sessions and known browsers when it is used, not before', async () => {
    const { id, email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const token = await renew('adam', id)
    await browser.call(authApi.session, {})
    await accept(token)
    expect(await statusOf(browser.call(authApi.session, {}))).toBe(401)
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'is deactivated',
      async (id) => (await muster.as('adam')).call(usersApi.update, { params: { id }, body: { isActive: false } }),
    ],
    ['is deleted', async (id) => (await muster.as('adam')).call(usersApi.remove, { params: { id } })],
    [
      'gets another e-mail address',
      async (id) =>
        (await muster.as('adam')).call(usersApi.update, { params: { id }, body: { email: `else${id}@hotel.example` } }),
    ],
    [
      'gets a password from an administrator',
      async (id) =>
        (await muster.as('adam')).call(usersApi.setPassword, {
          params: { id },
          body: { newPassword: 'from the boss' },
        }),
    ],
    [
      'rises above the inviter',
      async (id) => (await muster.as('gita')).call(usersApi.update, { params: { id }, body: { role: 'admin' } }),
    ],
  ])('ends when the person %s', async (_name, change) => {
    const { token, userId } = await invited()
    await change(userId)
    expect(await statusOf(muster.stranger().call(authApi.invitation, { body: { token } }))).toBe(404)
    expect(await statusOf(accept(token))).toBe(404)
  })

  test('stays ended for a person who is active again', async () => {
    const { token, userId } = await invited()
    const adam = await muster.as('adam')
    for (const isActive of [false, true])
      await adam.call(usersApi.update, { params: { id: userId }, body: { isActive } })
    expect(await statusOf(accept(token))).toBe(404)
  })

  test.each([{ role: 'manager' as const }, { isActive: false }])(
    'ends with the right of its inviter: %o',
    async (loss) => {
      const boss = await putPerson(muster.services, { role: 'admin' })
      const { id } = await putPerson(muster.services)
      const browser = await muster.signIn(boss.email)
      const { invitations } = await browser.call(usersApi.invite, { body: { userIds: [id] } })
      await (await muster.as('gita')).call(usersApi.update, { params: { id: boss.id }, body: loss })
      expect(await statusOf(accept(tokenIn(invitations[0]?.link)))).toBe(404)
    },
  )
})

describe('who may invite', () => {
  test('people of lower rank, with accounts that are active, and not oneself', async () => {
    const adam = await muster.as('adam')
    const invite = (...userIds: string[]) => statusOf(adam.call(usersApi.invite, { body: { userIds } }))
    const { people } = muster.fixtures
    const closed = await putPerson(muster.services, { isActive: false })
    const lower = await putPerson(muster.services)
    expect(await invite(people.gita.id)).toBe(403)
    expect(await invite(people.adam.id)).toBe(403)
    expect(await invite(lower.id, people.gita.id)).toBe(403)
    expect(await invite(closed.id)).toBe(409)
    expect(await invite('0190b1a0-0000-7000-8000-000000000000')).toBe(404)
    expect((await query('select from invitations where user_id = $1', [lower.id])).rowCount).toBe(0)
    const gita = await muster.as('gita')
    expect(await statusOf(gita.call(usersApi.invite, { body: { userIds: [people.gita.id] } }))).toBe(403)
    const uli = await muster.as('uli')
    expect(await statusOf(uli.call(usersApi.invite, { body: { userIds: [lower.id] } }))).toBe(403)
    const { status, reply } = await httpErrorOf(
      adam.call(usersApi.invite, { body: { userIds: [lower.id], send: true } }),
    )
    expect([status, reply?.code]).toEqual([409, 'no_mail'])
  })

  test('a list comes in whole or not at all, and each fault has its place', async () => {
    const adam = await muster.as('adam')
    const same = newcomer().email
    const people = [
      inOperations(),
      inOperations({ email: 'ULI@hotel.example' }),
      inOperations({ role: 'god' }),
      { ...newcomer(), departmentId: 4711 },
      inOperations({ email: same }),
      inOperations({ email: same.toUpperCase() }),
    ]
    const refusal = await httpErrorOf(adam.call(usersApi.createMany, { body: { people } }))
    expect([refusal.status, refusal.reply?.issues]).toEqual([
      400,
      [
        { path: 'people.1.email', message: 'Another account has this e-mail address' },
        { path: 'people.2.role', message: 'You cannot give the role god', params: { role: 'god' } },
        { path: 'people.3.departmentId', message: 'There is no such department' },
        { path: 'people.5.email', message: 'Another person in this list has this e-mail address' },
      ],
    ])
    expect((await query('select from users where lower(email) = $1', [people[0]?.email])).rowCount).toBe(0)
  })

  test('guessing a link is held back, by network address, and keeps nobody from a link that works', async () => {
    await query('delete from sign_in_tries')
    await query(`insert into sign_in_tries (purpose, email, ip_address, created_at)
      select 'link', '', '127.0.0.1', now() from generate_series(1, 99)`)
    const read = (token: string) => muster.stranger().call(authApi.invitation, { body: { token } })
    const { token } = await invited()
    expect(await statusOf(read('x'.repeat(43)))).toBe(404)
    expect(await statusOf(read('x'.repeat(43)))).toBe(429)
    expect(
      await statusOf(
        muster.stranger().call(authApi.reset, { body: { token: 'made up', newPassword: 'a word of mine' } }),
      ),
    ).toBe(429)
    await read(token)
    await accept(token)
    await query('delete from sign_in_tries')
  })
})

describe('by e-mail', () => {
  test('everybody gets a link of their own, which no job holds', async () => {
    const messages: MailMessage[] = []
    muster.services.mail = { send: async (message) => void messages.push(message), close() {} }
    try {
      const adam = await muster.as('adam')
      await adam.call(organisationApi.update, { body: { name: 'Hotel Sol' } })
      const people = [inOperations({ language: 'en' }), inOperations()]
      const { invitations } = await adam.call(usersApi.createMany, { body: { people, send: true } })
      const { rows } = await query(`select payload from jobs where kind = 'invitation'`)
      expect(rows).toHaveLength(2)
      expect(rows[0].payload).toEqual({ userId: expect.any(String), invitedBy: muster.fixtures.people.adam.id })
      // One is used before its e-mail is sent: then none is.
      await accept(tokenIn(invitations[1]?.link))
      await finishJobs(muster.services)
      expect(messages).toHaveLength(1)
      const [message] = messages
      expect([message?.to, message?.subject]).toEqual([people[0]?.email, 'Your account for Hotel Sol'])
      expect(message?.text).toContain('Adam Weiss has created an account in Muster for you.')
      const sent = tokenIn(/http\S+/.exec(message?.text ?? '')?.[0])
      expect(sent).not.toBe(tokenIn(invitations[0]?.link))
      await accept(sent)
      expect(await statusOf(accept(tokenIn(invitations[0]?.link)))).toBe(404)
    } finally {
      muster.services.mail = null
    }
  })
})
