import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { untilBlocked } from '../../../../../test/support/locks.ts'
import { codeOf } from '../../../../../test/support/one-time-codes.ts'
import { PASSWORD, putPerson } from '../../../../../test/support/people.ts'
import { startProvider, throughProvider } from '../../../../../test/support/provider.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../../test/support/test-app.ts'
import { putTokenOf, withToken } from '../../../../../test/support/tokens.ts'
import { putWebhook } from '../../../../../test/support/webhooks.ts'
import { authApi } from '../../../../shared/auth.ts'
import { notificationsApi } from '../../../../shared/notifications.ts'
import { PROVIDER_PATH, PROVIDER_PROOF_PATH, PROVIDER_RETURN_PATH, providerApi } from '../../../../shared/provider.ts'
import { reauthenticationApi } from '../../../../shared/reauthentication.ts'
import { secondStepApi } from '../../../../shared/second-step.ts'
import { tokensApi } from '../../../../shared/tokens.ts'
import { usersApi } from '../../../../shared/users.ts'
import { webhooksApi } from '../../../../shared/webhooks.ts'

const provider = await startProvider({
  OIDC_GROUPS: 'leads=manager/Housekeeping; crew=user/Maintenance; bosses=admin; visitors=guest; lost=user/Nowhere',
})
const muster = useTestApp(provider.settings)
afterAll(() => provider.close())
beforeEach(() => {
  provider.fault = undefined
  provider.authTime = undefined
})

const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
const open = async (browser: Browser, url: string) => {
  const reply = await browser.raw({ method: 'GET', url })
  return { status: reply.status, location: String(reply.headers.location ?? ''), text: reply.text }
}
let subjects = 0

/** An account at the provider. Returns its subject. */
function known(claims: Parameters<typeof provider.accounts.set>[1]) {
  subjects += 1
  provider.accounts.set(`sub-${subjects}`, { given_name: 'Ana', family_name: 'Costa', ...claims })
  return `sub-${subjects}`
}

/** Goes to the provider and back, and returns the address of the answer. */
async function answerFor(browser: Browser, subject: string | null, to = '/tasks?view=mine', path = PROVIDER_PATH) {
  provider.next = subject
  const begun = await open(browser, `${path}?to=${encodeURIComponent(to)}`)
  expect(begun.status).toBe(302)
  expect(begun.location).toContain(provider.issuer)
  return throughProvider(begun.location)
}
/** An account at the provider by which this person is known already. Returns its subject. */
async function linked({ id, email }: { id: string; email: string }, claims: Parameters<typeof known>[0] = {}) {
  const subject = known({ email, email_verified: true, ...claims })
  await query(
    'insert into identities (issuer, subject, user_id, created_at, last_used_at) values ($1, $2, $3, now(), now())',
    [provider.issuer, subject, id],
  )
  return subject
}
const signIn = async (browser: Browser, subject: string | null, to?: string) =>
  (await open(browser, await answerFor(browser, subject, to))).location
const viewerOf = (browser: Browser) => browser.call(authApi.session, {})
const isStranger = async (browser: Browser) => (await httpErrorOf(viewerOf(browser))).status === 401
const confirm = (browser: Browser, password: string) => browser.call(providerApi.confirm, { body: { password } })
const titlesOf = async (browser: Browser) => (await browser.call(notificationsApi.list, {})).map(({ title }) => title)
const actionsOf = async (userId: string) =>
  (await query('select action from audit_logs where user_id = $1 order by id', [userId])).rows.map(
    ({ action }) => action,
  )

describe('somebody with an account', () => {
  test.each(['god', 'admin', 'manager', 'user', 'guest'] as const)(
    'whose role is %s is not taken over by a new account there with their address',
    async (role) => {
      const { id, email } = await putPerson(muster.services, { role })
      const browser = muster.stranger()
      const subject = known({ email, email_verified: true, groups: ['bosses'] })
      expect(await signIn(browser, subject)).toBe('/tasks?view=mine#provider=password')
      expect(await isStranger(browser)).toBe(true)
      expect((await httpErrorOf(browser.call(secondStepApi.begin, {}))).status).toBe(401)
      expect((await query('select 1 from identities where user_id = $1', [id])).rows).toEqual([])
      expect((await query('select role from users where id = $1', [id])).rows).toEqual([{ role }])
    },
  )

  test('is joined by their password, comes back to their page, and is known from then on', async () => {
    const person = await putPerson(muster.services)
    const subject = known({ email: person.email.toUpperCase(), email_verified: true })
    const browser = muster.stranger()
    expect(await signIn(browser, subject)).toBe('/tasks?view=mine#provider=password')
    await confirm(browser, PASSWORD)
    expect(await viewerOf(browser)).toMatchObject({ id: person.id, role: 'user' })
    const { name, since } = await browser.call(providerApi.get, {})
    expect([name, since]).toEqual(['Hotel ID', expect.any(String)])
    expect(await actionsOf(person.id)).toEqual(['user.link-provider', 'session.start-by-provider'])
    // The address no longer counts.
    provider.accounts.set(subject, { email: 'somebody.else@hotel.example', email_verified: false })
    const again = muster.stranger()
    expect(await signIn(again, subject)).toBe('/tasks?view=mine')
    expect(await viewerOf(again)).toMatchObject({ id: person.id })
    expect((await query('select count(*)::int as n from identities where user_id = $1', [person.id])).rows[0].n).toBe(1)
  })

  test.each([[true], [false], [undefined], ['true']])(
    'gives their password once if the address is verified: %s',
    async (verified) => {
      const person = await putPerson(muster.services)
      const subject = known({ email: person.email, email_verified: verified as boolean })
      const browser = muster.stranger()
      expect(await signIn(browser, subject)).toBe('/tasks?view=mine#provider=password')
      expect(await isStranger(browser)).toBe(true)
      const error = await httpErrorOf(confirm(browser, 'not it'))
      expect([error.status, error.reply?.code]).toEqual([401, 'wrong_credentials'])
      expect(await confirm(browser, PASSWORD)).toMatchObject({ id: person.id })
      expect((await httpErrorOf(confirm(browser, PASSWORD))).reply?.code).toBe('step_over')
      expect(await signIn(muster.stranger(), subject)).toBe('/tasks?view=mine')
    },
  )

  test('cannot be told from somebody without one by an address that anybody may name; ten passwords, then no more', async () => {
    const browser = muster.stranger()
    expect(await signIn(browser, known({ email: 'nobody.at.all@hotel.example' }))).toContain('#provider=password')
    const messages = new Set<string>()
    for (let tries = 0; tries < 10; tries += 1) messages.add((await httpErrorOf(confirm(browser, PASSWORD))).message)
    expect(messages.size).toBe(1)
    expect((await httpErrorOf(confirm(browser, PASSWORD))).status).toBe(429)
    expect((await httpErrorOf(confirm(muster.stranger(), PASSWORD))).reply?.code).toBe('step_over')
  })

  test('gives the password too if the account is known by another account there', async () => {
    const person = await putPerson(muster.services)
    await linked(person)
    const browser = muster.stranger()
    const successor = known({ email: person.email, email_verified: true })
    expect(await signIn(browser, successor)).toContain('#provider=password')
    expect(await isStranger(browser)).toBe(true)
  })

  test('gives the second step that they have set up here, and is joined only then', async () => {
    const person = await putPerson(muster.services)
    const own = await muster.signIn(person.email)
    const { secret } = await own.call(secondStepApi.begin, {})
    await own.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const browser = muster.stranger()
    const subject = known({ email: person.email, email_verified: true })
    expect(await signIn(browser, subject)).toBe('/tasks?view=mine#provider=password')
    expect((await httpErrorOf(confirm(browser, PASSWORD))).reply?.secondSteps).toEqual(['code'])
    expect(await isStranger(browser)).toBe(true)
    expect((await own.call(providerApi.get, {})).since).toBeNull()
    expect(await browser.call(secondStepApi.signIn, { body: { code: codeOf(secret) } })).toMatchObject({
      id: person.id,
    })
    expect((await own.call(providerApi.get, {})).since).not.toBeNull()
    expect((await actionsOf(person.id)).at(-1)).toBe('session.start-by-provider')
    const again = muster.stranger()
    expect(await signIn(again, subject)).toBe('/tasks?view=mine#provider=code')
    expect(await isStranger(again)).toBe(true)
  })

  test('who sets up a second step while they come back from there signs in again', async () => {
    const person = await putPerson(muster.services)
    const own = await muster.signIn(person.email)
    await own.call(secondStepApi.begin, {})
    const browser = muster.stranger()
    const answer = await answerFor(browser, await linked(person))
    const client = await muster.services.database.pool.connect()
    await client.query('begin')
    await client.query('select from users where id = $1 for no key update', [person.id])
    const returning = open(browser, answer)
    await untilBlocked(muster.services.database)
    await client.query('update totp_secrets set confirmed_at = now() where user_id = $1', [person.id])
    await client.query('commit')
    client.release()
    expect((await returning).location).toBe('/tasks?view=mine#provider=over')
    expect(await isStranger(browser)).toBe(true)
  })

  test('who was deleted and made again gives the new password; what they were is not opened', async () => {
    const before = await putPerson(muster.services, { role: 'admin' })
    const subject = await linked(before)
    await query('update users set deleted_at = now() where id = $1', [before.id])
    const { id } = await putPerson(muster.services, { email: before.email })
    const browser = muster.stranger()
    expect(await signIn(browser, subject)).toBe('/tasks?view=mine#provider=password')
    expect(await confirm(browser, PASSWORD)).toMatchObject({ id })
    const { rows } = await query('select user_id from identities where subject = $1', [subject])
    expect(rows).toEqual([{ user_id: id }])
  })

  test.each(['is_active = false', 'deleted_at = now()'])('is refused with %s, also when known', async (change) => {
    const person = await putPerson(muster.services)
    const subject = await linked(person, { groups: ['crew'] })
    await query(`update users set ${change} where id = $1`, [person.id])
    const browser = muster.stranger()
    expect(await signIn(browser, subject)).toMatch(/#provider=(closed|password)$/)
    expect(await isStranger(browser)).toBe(true)
    const stranger = muster.stranger()
    const other = known({ email: person.email, email_verified: true, groups: ['crew'] })
    expect(await signIn(stranger, other)).toMatch(/#provider=password$/)
    expect((await httpErrorOf(confirm(stranger, PASSWORD))).reply?.code).toBe('wrong_credentials')
    expect(await isStranger(stranger)).toBe(true)
  })
})

describe('an account that is joined', () => {
  const LINKED = 'Your account was linked to Hotel ID'
  const NEW_PASSWORD = 'a fresh passphrase'
  const setPassword = async (id: string) => {
    const admin = await muster.signIn((await putPerson(muster.services, { role: 'admin' })).email)
    await admin.call(usersApi.setPassword, { params: { id }, body: { newPassword: NEW_PASSWORD } })
  }
  const clearSecondStep = async (id: string) => {
    const admin = await muster.signIn((await putPerson(muster.services, { role: 'admin' })).email)
    await admin.call(usersApi.clearSecondStep, { params: { id } })
  }

  test('tells its owner, and is told apart from one that the provider makes', async () => {
    const { email } = await putPerson(muster.services)
    const own = await muster.signIn(email)
    const browser = muster.stranger()
    await signIn(browser, known({ email, email_verified: true }))
    await confirm(browser, PASSWORD)
    expect((await titlesOf(own)).filter((title) => title === LINKED)).toHaveLength(1)
    const made = muster.stranger()
    await signIn(made, known({ email: 'made@hotel.example', email_verified: true, groups: ['crew'] }))
    expect(await titlesOf(made)).not.toContain(LINKED)
  })

  test('by its password is no way in any more once there is a new one', { tags: 'long' }, async () => {
    const { id, email } = await putPerson(muster.services)
    const own = await muster.signIn(email)
    const subject = known({ email })
    const thief = muster.stranger()
    await signIn(thief, subject)
    await confirm(thief, PASSWORD)
    expect(await titlesOf(own)).toContain(LINKED)
    // Once it is joined, nobody is told again.
    await signIn(muster.stranger(), subject)
    expect((await titlesOf(own)).filter((title) => title === LINKED)).toHaveLength(1)
    await setPassword(id)
    expect(await isStranger(thief)).toBe(true)
    expect(await signIn(thief, subject)).toBe('/tasks?view=mine#provider=password')
    expect((await httpErrorOf(confirm(thief, PASSWORD))).status).toBe(401)
    expect(await isStranger(thief)).toBe(true)
    expect(await confirm(thief, NEW_PASSWORD)).toMatchObject({ id })
  })

  test.each([
    ['a password that they choose', (id: string, own: Browser) => changeOwn(id, own), NEW_PASSWORD],
    ['a password that is set for them', setPassword, NEW_PASSWORD],
    ['no second step any more', clearSecondStep, PASSWORD],
  ])('is no longer with %s, and is joined again by the password alone', async (_name, change, password) => {
    const { id, email } = await putPerson(muster.services)
    const own = await muster.signIn(email)
    const subject = await linked({ id, email })
    expect(await signIn(muster.stranger(), subject)).toBe('/tasks?view=mine')
    await change(id, own)
    expect((await query('select 1 from identities where user_id = $1', [id])).rows).toEqual([])
    const browser = muster.stranger()
    expect(await signIn(browser, subject)).toBe('/tasks?view=mine#provider=password')
    expect(await confirm(browser, password)).toMatchObject({ id })
    expect((await titlesOf(browser)).filter((title) => title === LINKED)).toHaveLength(1)
  })

  test('of somebody without a password stays when their second step is cleared, because it is their way in', async () => {
    const browser = muster.stranger()
    const subject = known({ email: 'no.password@hotel.example', email_verified: true, groups: ['crew'] })
    await signIn(browser, subject)
    const { id } = await viewerOf(browser)
    await clearSecondStep(id)
    const again = muster.stranger()
    expect(await signIn(again, subject)).toBe('/tasks?view=mine')
    expect(await viewerOf(again)).toMatchObject({ id })
  })

  async function changeOwn(id: string, own: Browser) {
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    await own.call(usersApi.setPassword, { params: { id }, body })
  }
})

describe('whoever manages others', () => {
  test.each(['admin', 'god'] as const)(
    'as %s is not joined by their password, but in a session of theirs',
    async (role) => {
      const { id, email } = await putPerson(muster.services, { role })
      const subject = known({ email, email_verified: true })
      const browser = muster.stranger()
      await signIn(browser, subject)
      const refusal = await httpErrorOf(confirm(browser, PASSWORD))
      expect([refusal.status, refusal.reply?.code]).toEqual([409, 'link_within'])
      expect(await isStranger(browser)).toBe(true)
      const own = await muster.signIn(email)
      expect(await linkWithin(own, subject)).toBe('/profile/security')
      expect((await own.call(providerApi.get, {})).since).not.toBeNull()
      expect(await titlesOf(own)).toContain('Your account was linked to Hotel ID')
      const again = muster.stranger()
      expect(await signIn(again, subject)).toBe('/tasks?view=mine')
      expect(await viewerOf(again)).toMatchObject({ id, role })
    },
  )

  test('does not link an account by which somebody else is known, nor in another session, nor without a proof', async () => {
    const [mine, theirs] = [await putPerson(muster.services), await putPerson(muster.services)]
    const own = await muster.signIn(mine.email)
    expect(await linkWithin(own, await linked(theirs))).toBe('/profile/security#provider=taken')
    const subject = known({ email: mine.email })
    provider.next = subject
    const answer = await throughProvider((await own.call(providerApi.link, {})).address)
    await own.call(authApi.logout, {})
    expect((await open(own, answer)).location).toBe('/profile/security#provider=over')
    const late = await muster.signIn(mine.email)
    const longAgo = { provedAt: '2026-01-01T00:00:00.000Z' }
    await query(`update sessions set sess = (sess::jsonb || $2::jsonb)::json where user_id = $1`, [mine.id, longAgo])
    expect((await httpErrorOf(late.call(providerApi.link, {}))).reply?.code).toBe('proof_needed')
    expect((await query('select 1 from identities where user_id = $1', [mine.id])).rows).toEqual([])
  })

  async function linkWithin(browser: Browser, subject: string) {
    const { address } = await browser.call(providerApi.link, {})
    // The person who happens to be signed in there does not count.
    expect(new URL(address).searchParams.get('prompt')).toBe('login')
    provider.next = subject
    return (await open(browser, await throughProvider(address))).location
  }
})

describe('an invitation', () => {
  const invite = async (id: string, by: 'gita' | 'adam' = 'gita') => {
    const inviter = await muster.as(by)
    const { invitations } = await inviter.call(usersApi.invite, { body: { userIds: [id], send: false } })
    return /#invite=(.+)$/.exec(invitations[0]?.link ?? '')?.[1] ?? ''
  }
  async function answerOf(browser: Browser, token: string, subject: string) {
    const { address } = await browser.call(providerApi.accept, { body: { token } })
    provider.next = subject
    return throughProvider(address)
  }

  test.each(['user', 'god'] as const)('joins the account of a %s without a password, once', async (role) => {
    const { id } = await putPerson(muster.services, { role, passwordHash: null })
    const token = await invite(id)
    const browser = muster.stranger()
    const [mine, other] = [known({ email: 'of.my.own@hotel.example' }), known({})]
    const [first, second] = [await answerOf(browser, token, mine), muster.stranger()]
    const late = await answerOf(second, token, other)
    expect((await open(browser, first)).location).toBe('/')
    expect(await viewerOf(browser)).toMatchObject({ id, role })
    expect((await open(second, late)).location).toBe('/#provider=over')
    expect(await isStranger(second)).toBe(true)
    const dead = await httpErrorOf(muster.stranger().call(providerApi.accept, { body: { token } }))
    expect([dead.status, dead.reply?.code]).toEqual([404, 'link_dead'])
    const again = muster.stranger()
    expect(await signIn(again, mine)).toBe('/tasks?view=mine')
    expect(await viewerOf(again)).toMatchObject({ id })
  })

  test('that was ended meanwhile, or the account of another there, joins nothing', async () => {
    const { id } = await putPerson(muster.services, { passwordHash: null })
    const browser = muster.stranger()
    const taken = await answerOf(browser, await invite(id), await linked(await putPerson(muster.services)))
    expect((await open(browser, taken)).location).toBe('/#provider=taken')
    const ended = await answerOf(browser, await invite(id), known({}))
    await (await muster.as('gita')).call(usersApi.revokeInvitation, { params: { id } })
    expect((await open(browser, ended)).location).toBe('/#provider=over')
    expect(await isStranger(browser)).toBe(true)
  })

  test('does not stand for a second step', async () => {
    const { id, email } = await putPerson(muster.services)
    const own = await muster.signIn(email)
    const { secret } = await own.call(secondStepApi.begin, {})
    await own.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const token = await invite(id)
    const browser = muster.stranger()
    expect((await open(browser, await answerOf(browser, token, known({})))).location).toBe('/#provider=code')
    expect((await own.call(providerApi.get, {})).since).toBeNull()
    expect(await browser.call(secondStepApi.signIn, { body: { code: codeOf(secret) } })).toMatchObject({ id })
    expect((await own.call(providerApi.get, {})).since).not.toBeNull()
  })
})

describe('with OIDC_LINK_BY_EMAIL', () => {
  beforeEach(() => setLinkByEmail(true))
  afterEach(() => setLinkByEmail(false))
  const setLinkByEmail = (linkByEmail: boolean) => Object.assign(muster.services.config.provider ?? {}, { linkByEmail })

  test.each([
    ['guest', true, ''],
    ['manager', true, ''],
    ['manager', false, '#provider=password'],
    ['admin', true, '#provider=password'],
    ['god', true, '#provider=password'],
  ] as const)('a new account there joins a %s by an address whose check is %s: %s', async (role, verified, notice) => {
    const { email } = await putPerson(muster.services, { role })
    const browser = muster.stranger()
    expect(await signIn(browser, known({ email, email_verified: verified }))).toBe(`/tasks?view=mine${notice}`)
    if (notice) expect(await isStranger(browser)).toBe(true)
    else expect(await viewerOf(browser)).toMatchObject({ email })
  })

  test('it joins nobody who has become an administrator before the second step, and no successor', async () => {
    const { id, email } = await putPerson(muster.services)
    const own = await muster.signIn(email)
    const { secret } = await own.call(secondStepApi.begin, {})
    await own.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const browser = muster.stranger()
    expect(await signIn(browser, known({ email, email_verified: true }))).toContain('#provider=code')
    await query(`update users set role = 'admin' where id = $1`, [id])
    const code = { body: { code: codeOf(secret) } }
    expect((await httpErrorOf(browser.call(secondStepApi.signIn, code))).status).toBe(401)
    const person = await putPerson(muster.services)
    await linked(person)
    expect(await signIn(muster.stranger(), known({ email: person.email, email_verified: true }))).toContain('=password')
  })

  test('it joins nobody who has been linked to another account there before the second step', async () => {
    const person = await putPerson(muster.services)
    const own = await muster.signIn(person.email)
    const { secret } = await own.call(secondStepApi.begin, {})
    await own.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const browser = muster.stranger()
    expect(await signIn(browser, known({ email: person.email, email_verified: true }))).toContain('#provider=code')
    const subject = await linked(person)
    const code = { body: { code: codeOf(secret) } }
    expect((await httpErrorOf(browser.call(secondStepApi.signIn, code))).reply?.code).toBe('step_over')
    const { rows } = await query('select subject from identities where user_id = $1', [person.id])
    expect(rows).toEqual([{ subject }])
  })
})

describe('groups', () => {
  test('make an account for a verified address, with role and department, and no password', async () => {
    const browser = muster.stranger()
    const subject = known({ email: 'ana.costa@hotel.example', email_verified: true, groups: ['staff', 'leads'] })
    expect(await signIn(browser, subject, '/clock')).toBe('/clock')
    const viewer = await viewerOf(browser)
    expect(viewer).toMatchObject({
      ...{ firstName: 'Ana', lastName: 'Costa', role: 'manager', email: 'ana.costa@hotel.example' },
      department: { name: 'Housekeeping' },
    })
    const { rows } = await query('select password_hash from users where id = $1', [viewer.id])
    expect(rows).toEqual([{ password_hash: null }])
    const made = await query('select action, user_id from audit_logs where resource_id = $1 order by id', [viewer.id])
    expect(made.rows[0]).toEqual({ action: 'user.create-by-provider', user_id: null })
  })

  test.each([
    [{ email: 'no.group@hotel.example', email_verified: true, groups: ['staff'] }, 'password'],
    [{ email: 'unsure@hotel.example', email_verified: false, groups: ['crew'] }, 'password'],
    [{ groups: ['crew'] }, 'no-email'],
    [{ email: 'no address\u0000', email_verified: true, groups: ['crew'] }, 'no-email'],
  ])('make none for %j', async (claims, notice) => {
    const browser = muster.stranger()
    expect(await signIn(browser, known(claims))).toBe(`/tasks?view=mine#provider=${notice}`)
    expect(await isStranger(browser)).toBe(true)
  })

  test('that raise a role to one that must have a second step stop the sessions of before', async () => {
    Object.assign(muster.services.config, { requireSecondStep: 'admin' })
    try {
      const person = await putPerson(muster.services)
      const before = await muster.signIn(person.email)
      const browser = muster.stranger()
      await signIn(browser, await linked(person, { groups: ['bosses'] }))
      for (const session of [browser, before]) {
        expect(await viewerOf(session)).toMatchObject({ role: 'admin', needsSecondStep: true })
        const refused = await httpErrorOf(session.call(notificationsApi.list, {}))
        expect(refused.reply?.code).toBe('second_step_missing')
      }
    } finally {
      Object.assign(muster.services.config, { requireSecondStep: undefined })
    }
  })

  test('change role and department at each sign-in, which the log says of the sign-in', async () => {
    const person = await putPerson(muster.services, { role: 'admin' })
    const subject = await linked(person, { groups: ['crew'] })
    const browser = muster.stranger()
    await signIn(browser, subject)
    expect(await viewerOf(browser)).toMatchObject({ role: 'user', department: { name: 'Maintenance' } })
    const { rows } = await query(
      `select user_id, details from audit_logs where resource_id = $1 and action = 'user.update-by-provider'`,
      [person.id],
    )
    expect(rows).toMatchObject([{ user_id: null, details: { before: { role: 'admin' }, after: { role: 'user' } } }])
    // A department that there is not changes nothing, and a group that says nothing neither.
    provider.accounts.set(subject, { groups: ['lost'] })
    await signIn(browser, subject)
    provider.accounts.set(subject, { groups: ['staff'] })
    await signIn(browser, subject)
    expect(await viewerOf(browser)).toMatchObject({ role: 'user', department: { name: 'Maintenance' } })
  })

  test('that give a lower role end tokens, and leave what belongs to the house without an owner', async () => {
    const person = await putPerson(muster.services, { role: 'admin' })
    const { token } = await putTokenOf(muster.services, person.id)
    const id = await putWebhook(muster, { createdBy: person.id })
    await signIn(muster.stranger(), await linked(person, { groups: ['crew'] }))
    expect((await httpErrorOf(withToken(muster, token).call(authApi.session, {}))).reply?.code).toBe('bad_token')
    const { webhooks } = await (await muster.as('gita')).call(webhooksApi.list, {})
    expect(webhooks.find((each) => each.id === id)?.pausesAt).toEqual(expect.any(String))
  })

  test('of an earlier answer do not count again, in a browser that waits for a second step', async () => {
    const person = await putPerson(muster.services, { role: 'admin' })
    const own = await muster.signIn(person.email)
    const { secret } = await own.call(secondStepApi.begin, {})
    await own.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const subject = await linked(person, { groups: ['bosses'] })
    const [waiting, browser] = [muster.stranger(), muster.stranger()]
    expect(await signIn(waiting, subject)).toContain('#provider=code')
    provider.accounts.set(subject, { groups: ['crew'] })
    await signIn(browser, subject)
    await browser.call(secondStepApi.signIn, { body: { code: codeOf(secret) } })
    expect(await viewerOf(browser)).toMatchObject({ role: 'user' })
    const late = waiting.call(secondStepApi.signIn, { body: { code: codeOf(secret, 1) } })
    expect((await httpErrorOf(late)).reply?.code).toBe('step_over')
    expect(await viewerOf(browser)).toMatchObject({ role: 'user' })
  })

  test('never touch a god', async () => {
    const { gita } = muster.fixtures.people
    const browser = muster.stranger()
    await signIn(browser, await linked(gita, { groups: ['visitors'] }))
    expect(await viewerOf(browser)).toMatchObject({ id: gita.id, role: 'god' })
  })
})

describe('an answer', () => {
  test('counts once', async () => {
    const person = await putPerson(muster.services)
    const browser = muster.stranger()
    const answer = await answerFor(browser, await linked(person))
    expect((await open(browser, answer)).location).toBe('/tasks?view=mine')
    browser.cookie = ''
    expect((await open(browser, answer)).location).toBe('/#provider=over')
    expect(await isStranger(browser)).toBe(true)
  })

  test('is asked for with a state, a nonce and a challenge that nobody can guess', async () => {
    const asked = await Promise.all([1, 2].map(() => open(muster.stranger(), PROVIDER_PATH)))
    const values = asked.flatMap(({ location }) => {
      const { searchParams } = new URL(location)
      return ['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name))
    })
    expect(values).toEqual(Array(6).fill(expect.stringMatching(/^[\w-]{43}$/)))
    expect(new Set(values).size).toBe(6)
  })

  test('counts in the browser that was sent alone', async () => {
    const person = await putPerson(muster.services)
    const [thief, victim] = [muster.stranger(), muster.stranger()]
    const answer = await answerFor(victim, await linked(person))
    expect((await open(thief, answer)).location).toBe('/#provider=over')
    expect((await open(victim, answer.replace(/state=[^&]+/, 'state=another'))).location).toBe('/#provider=over')
    expect(await isStranger(victim)).toBe(true)
    // A stranger's answer does not end it.
    expect((await open(victim, answer)).location).toBe('/tasks?view=mine')
  })

  test('with the code of another, a wrong nonce or after ten minutes is refused', async () => {
    const person = await putPerson(muster.services)
    const subject = await linked(person)
    const codeIn = (answer: string) => /code=([^&]+)/.exec(answer)?.[1] ?? ''
    const [mine, theirs] = [muster.stranger(), muster.stranger()]
    const stolen = codeIn(await answerFor(theirs, subject))
    const answer = await answerFor(mine, subject)
    expect((await open(mine, answer.replace(codeIn(answer), stolen))).location).toBe('/tasks?view=mine#provider=failed')
    const nonce = await answerFor(mine, subject)
    await query(`update sign_in_steps set data = jsonb_set(data, '{checks,nonce}', '"another"')`)
    expect((await open(mine, nonce)).location).toBe('/tasks?view=mine#provider=failed')
    const late = await answerFor(mine, subject)
    await query(`update sign_in_steps set expire = now() - interval '1 second'`)
    expect((await open(mine, late)).location).toBe('/#provider=over')
    expect(await isStranger(mine)).toBe(true)
  })

  test('that turns back says so, without a word of the provider', async () => {
    const reply = await signIn(muster.stranger(), null)
    expect(reply).toBe('/tasks?view=mine#provider=cancelled')
  })

  test('without anything, or with everything wrong, is no fault of the server', async () => {
    const rubbish = [
      '',
      '?',
      '?state',
      '?state=a&state=b&code[]=1',
      '?code=%00&state=%00',
      `?state=${'x'.repeat(3000)}`,
    ]
    for (const search of rubbish)
      expect((await open(muster.stranger(), PROVIDER_RETURN_PATH + search)).location).toBe('/#provider=over')
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
    '/api/v1/users',
    '/%2F/../..//e',
  ])('never leads to %s', async (to) => {
    const leads = await signIn(muster.stranger(), await linked(await putPerson(muster.services)), to)
    expect(new URL(leads, 'http://ours.example').origin).toBe('http://ours.example')
    expect(leads).not.toMatch(/^\/api/)
  })
})

describe('a provider', () => {
  test.each<[string, NonNullable<typeof provider.fault>, string]>([
    ['that breaks off', (request) => void request.socket.destroy(), 'away'],
    ['that is at fault', (_request, response) => void response.writeHead(502).end('<h1>Bad</h1>'), 'away'],
    ['that answers rubbish', (_request, response) => void response.end('<h1>rubbish</h1>'), 'failed'],
    ['that answers without end', (_request, response) => endless(response), 'failed'],
  ])('%s when somebody comes back', async (_name, fault, notice) => {
    const person = await putPerson(muster.services)
    const browser = muster.stranger()
    const answer = await answerFor(browser, await linked(person))
    provider.fault = fault
    expect((await open(browser, answer)).location).toBe(`/tasks?view=mine#provider=${notice}`)
    expect(await isStranger(browser)).toBe(true)
  })

  test('that leads elsewhere is not followed', async () => {
    const browser = muster.stranger()
    const answer = await answerFor(browser, await linked(await putPerson(muster.services)))
    const asked: string[] = []
    provider.fault = ({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    }
    expect((await open(browser, answer)).location).toBe('/tasks?view=mine#provider=failed')
    expect(asked).not.toContain('/elsewhere')
    expect(asked).not.toEqual([])
  })
})

function endless(response: import('node:http').ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = '"'.padEnd(65_536, 'x')
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}

describe('a sign-in there', () => {
  const HOUR_AGO = () => Math.floor(Date.now() / 1000) - 3600
  const isRecent = async (browser: Browser) => (await browser.call(reauthenticationApi.ways, {})).isRecent
  const makeToken = (browser: Browser) =>
    browser.call(tokensApi.create, { body: { name: 'Door', scopes: ['task:read'], expire: null } })

  test('is a proof if the person has just signed in, and none if they were signed in all along', async () => {
    const subject = await linked(await putPerson(muster.services))
    const now = muster.stranger()
    await signIn(now, subject)
    expect(await isRecent(now)).toBe(true)
    await makeToken(now)
    const atProvider = new Map<string, string>()
    const way = async (browser: Browser) => {
      const { location } = await open(browser, `${PROVIDER_PATH}?to=/tasks`)
      expect((await open(browser, await throughProvider(location, atProvider))).location).toBe('/tasks')
    }
    provider.next = subject
    provider.authTime = HOUR_AGO()
    await way(muster.stranger())
    // Nobody types a password there any more.
    provider.next = undefined
    const silent = muster.stranger()
    await way(silent)
    expect(await silent.call(reauthenticationApi.ways, {})).toEqual({ isRecent: false, ways: ['password', 'provider'] })
    expect((await httpErrorOf(makeToken(silent))).reply?.code).toBe('proof_needed')
    await silent.call(reauthenticationApi.prove, { body: { currentPassword: PASSWORD } })
    await makeToken(silent)
  })

  test('of long ago is a proof with the password of the account, or with a second step', async () => {
    provider.authTime = HOUR_AGO()
    const { email } = await putPerson(muster.services)
    const browser = muster.stranger()
    await signIn(browser, known({ email }))
    await confirm(browser, PASSWORD)
    expect(await isRecent(browser)).toBe(true)
    const { secret } = await browser.call(secondStepApi.begin, {})
    await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const other = muster.stranger()
    await signIn(other, known({ email }))
    await httpErrorOf(confirm(other, PASSWORD))
    await other.call(secondStepApi.signIn, { body: { code: codeOf(secret) } })
    expect(await isRecent(other)).toBe(true)
  })
})

describe('the proof', () => {
  async function withoutPassword() {
    const { id, email } = await putPerson(muster.services, { passwordHash: null })
    const subject = await linked({ id, email })
    const browser = muster.stranger()
    await signIn(browser, subject)
    const longAgo = { provedAt: '2026-01-01T00:00:00.000Z' }
    await query(`update sessions set sess = (sess::jsonb || $2::jsonb)::json where user_id = $1`, [id, longAgo])
    return { id, subject, browser }
  }
  const isRecent = async (browser: Browser) => (await browser.call(reauthenticationApi.ways, {})).isRecent

  test('of somebody without a password is a new sign-in there', async () => {
    const { browser, subject } = await withoutPassword()
    expect(await browser.call(reauthenticationApi.ways, {})).toEqual({ isRecent: false, ways: ['provider'] })
    const reply = await open(browser, await answerFor(browser, subject, '/', PROVIDER_PROOF_PATH))
    expect([reply.status, reply.text.includes('Confirmed.')]).toEqual([200, true])
    expect(await isRecent(browser)).toBe(true)
  })

  test('of somebody with a second step is none', async () => {
    const { id, email } = await putPerson(muster.services)
    const subject = await linked({ id, email })
    const browser = muster.stranger()
    await signIn(browser, subject)
    const { secret } = await browser.call(secondStepApi.begin, {})
    await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const longAgo = { provedAt: '2026-01-01T00:00:00.000Z' }
    await query(`update sessions set sess = (sess::jsonb || $2::jsonb)::json where user_id = $1`, [id, longAgo])
    const answer = await answerFor(browser, subject, '/', PROVIDER_PROOF_PATH)
    expect((await open(browser, answer)).text).toContain('did not work')
    expect(await browser.call(reauthenticationApi.ways, {})).toEqual({ isRecent: false, ways: ['code'] })
  })

  test('of another, or of somebody who was signed in there all along, is none', async () => {
    const { browser } = await withoutPassword()
    const other = known({ email: (await putPerson(muster.services)).email, email_verified: true })
    expect((await open(browser, await answerFor(browser, other, '/', PROVIDER_PROOF_PATH))).text).toContain(
      'did not work',
    )
    const mine = await withoutPassword()
    const answer = await answerFor(mine.browser, mine.subject, '/', PROVIDER_PROOF_PATH)
    await query(
      `update sign_in_steps set data = jsonb_set(data, '{at}', to_jsonb((data->>'at')::bigint + 60000)) where data ? 'at'`,
    )
    expect((await open(mine.browser, answer)).text).toContain('did not work')
    expect([await isRecent(browser), await isRecent(mine.browser)]).toEqual([false, false])
    expect((await open(muster.stranger(), PROVIDER_PROOF_PATH)).text).toContain('did not work')
  })
})
