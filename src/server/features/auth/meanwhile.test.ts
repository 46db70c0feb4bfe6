import { describe, expect, test } from 'vitest'
import { enter, putKiosk, putPin, withPass } from '../../../../test/support/kiosks.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { codeOf } from '../../../../test/support/one-time-codes.ts'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { calendarApi } from '../../../shared/calendar.ts'
import { clockApi } from '../../../shared/clock.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { pinApi } from '../../../shared/pin.ts'
import { reauthenticationApi } from '../../../shared/reauthentication.ts'
import { secondStepApi } from '../../../shared/second-step.ts'
import { tokensApi } from '../../../shared/tokens.ts'
import { usersApi } from '../../../shared/users.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { inSignInQueue } from '../../credentials/sign-in-queue.ts'

/** A change counts at once, also for a person who is signing in, proving who they are, or waiting for a turn. */

const muster = useTestApp()
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
const refusalOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return [status, reply?.code]
}
const isProved = async (browser: Browser) => (await browser.call(reauthenticationApi.ways, {})).isRecent
const logIn = (browser: Browser, email: string) => browser.call(authApi.login, { body: { email, password: PASSWORD } })

/** Sets up an app, with a code that is over, so that the present one is left. Returns its secret. */
async function setUpApp(browser: Browser) {
  const { secret } = await browser.call(secondStepApi.begin, {})
  await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
  return secret
}

/** Keeps the row of a person locked until `release` is called. */
async function lock(id: string) {
  const client = await muster.services.database.pool.connect()
  await client.query('begin')
  await client.query('select from users where id = $1 for no key update', [id])
  return {
    client,
    async release() {
      await client.query('commit')
      client.release()
    },
  }
}

/** Takes both turns of the queue in which passwords are compared and hashed, until `release` is called. */
function takeTurns() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const turns = ['one', 'two'].map((key) => inSignInQueue(null, key, () => held))
  return { release: () => Promise.all([release(), ...turns]) }
}

describe('a second step that is set up meanwhile', () => {
  test('is asked for by a sign-in whose password was right before', async () => {
    const { id, email } = await putPerson(muster.services)
    await (await muster.signIn(email)).call(secondStepApi.begin, {})
    const { client, release } = await lock(id)
    const stranger = muster.stranger()
    const refused = refusalOf(logIn(stranger, email))
    await untilBlocked(muster.services.database)
    await client.query('update totp_secrets set confirmed_at = now() where user_id = $1', [id])
    await release()
    expect(await refused).toEqual([401, 'step_over'])
    expect(await refusalOf(stranger.call(authApi.session, {}))).toEqual([401, 'not_signed_in'])
  })

  test('waits for a sign-in that has begun, and ends its proof', async () => {
    const { id, email } = await putPerson(muster.services)
    const owner = await muster.signIn(email)
    const { secret } = await owner.call(secondStepApi.begin, {})
    const { release } = await lock(id)
    const stranger = muster.stranger()
    const signingIn = logIn(stranger, email)
    await untilBlocked(muster.services.database)
    const confirming = owner.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    await Promise.race([untilBlocked(muster.services.database, 2), confirming])
    await release()
    await Promise.all([signingIn, confirming])
    expect(await isProved(stranger)).toBe(false)
    expect(await isProved(owner)).toBe(true)
  })

  test('counts more than a password that was on its way as a proof', async () => {
    const { email } = await putPerson(muster.services)
    const [owner, stranger] = [await muster.signIn(email), await muster.signIn(email)]
    const turns = takeTurns()
    const refused = refusalOf(stranger.call(reauthenticationApi.prove, { body: { currentPassword: PASSWORD } }))
    await setUpApp(owner)
    await turns.release()
    expect(await refused).toEqual([400, 'invalid'])
    expect(await isProved(stranger)).toBe(false)
    expect(await refusalOf(stranger.call(secondStepApi.remove, {}))).toEqual([403, 'proof_needed'])
  })
})

describe('a second step that is set up meanwhile by its owner', () => {
  const ways: Record<string, (of: Browser) => Promise<unknown>> = {
    'removed again': (of) => of.call(secondStepApi.remove, {}),
    'passed by new recovery codes': (of) => of.call(secondStepApi.renewCodes, {}),
    'passed by a new token': (of) =>
      of.call(tokensApi.create, { body: { name: 'Stays', scopes: ['task:read'], expire: null } }),
  }

  test.each(Object.entries(ways))('is not %s by a call that was let in before', async (_, send) => {
    const { id, email } = await putPerson(muster.services)
    const [owner, stranger] = [await muster.signIn(email), await muster.signIn(email)]
    const { secret } = await owner.call(secondStepApi.begin, {})
    const { release } = await lock(id)
    const confirming = owner.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    await untilBlocked(muster.services.database)
    const sent = send(stranger).then(
      () => [],
      (error) => [error.status, error.reply?.code],
    )
    await Promise.race([untilBlocked(muster.services.database, 2), sent])
    await release()
    const { recoveryCodes } = await confirming
    expect(await sent).toEqual([403, 'proof_needed'])
    expect((await owner.call(secondStepApi.get, {})).recoveryCodes).toBe(recoveryCodes.length)
  })
})

test('of two gods who close each other’s accounts at once one stays', async () => {
  const people = await Promise.all([1, 2].map(() => putPerson(muster.services, { role: 'god' })))
  const [one, two] = await Promise.all(people.map(({ email }) => muster.signIn(email)))
  const [a, b] = people
  if (!one || !two || !a || !b) throw new Error('Two gods are missing')
  const { release } = await lock(muster.fixtures.people.gita.id)
  const close = (browser: Browser, id: string, body: object) =>
    browser.call(usersApi.update, { params: { id }, body }).then(
      () => [],
      (error) => [error.status, error.reply?.code],
    )
  const closing = [close(one, b.id, { isActive: false }), close(two, a.id, { role: 'user' })]
  await untilBlocked(muster.services.database, 2)
  await release()
  expect((await Promise.all(closing)).sort()).toEqual([[], [409, 'last_god']])
})

describe('a role that is taken away meanwhile', () => {
  const ways: Record<string, (of: Browser) => Promise<unknown>> = {
    'a token': (of) => of.call(tokensApi.create, { body: { name: 'Stays', scopes: ['audit:read'], expire: null } }),
    'a calendar': (of) => of.call(calendarApi.renew, {}),
  }

  test.each(Object.entries(ways))('leaves nobody %s that was asked for before', async (_, send) => {
    const { id, email } = await putPerson(muster.services, { role: 'admin' })
    const browser = await muster.signIn(email)
    const { client, release } = await lock(id)
    const sent = refusalOf(send(browser))
    await untilBlocked(muster.services.database)
    await client.query("update users set role = 'user' where id = $1", [id])
    await release()
    expect(await sent).toEqual([409, 'changed_meanwhile'])
  })
})

describe('an account that is closed and opened again', () => {
  /** Closes the account of a person, and opens it again. */
  async function closeAndOpen(id: string) {
    const admin = await muster.as('adam')
    for (const isActive of [false, true]) await admin.call(usersApi.update, { params: { id }, body: { isActive } })
  }

  test('is not entered by a sign-in that waited for its second step', async () => {
    const { id, email } = await putPerson(muster.services)
    const secret = await setUpApp(await muster.signIn(email))
    const stranger = muster.stranger()
    expect(await refusalOf(logIn(stranger, email))).toEqual([401, 'second_step'])
    await closeAndOpen(id)
    const code = { body: { code: codeOf(secret) } }
    expect(await refusalOf(stranger.call(secondStepApi.signIn, code))).toEqual([401, 'step_over'])
  })

  test('is not entered by a link of before', async () => {
    const { id } = await putPerson(muster.services)
    const token = 'made-up-for-this-test'
    await query(
      `insert into password_resets (token_hash, user_id, expire, created_at) values ($1, $2, now() + interval '1 hour', now())`,
      [hashOfSecret(token), id],
    )
    await closeAndOpen(id)
    const reset = { body: { token, newPassword: 'a fresh passphrase' } }
    expect(await refusalOf(muster.stranger().call(authApi.reset, reset))).toEqual([404, 'link_dead'])
  })

  test('has no pass at a kiosk any more', async () => {
    const { tablet } = await putKiosk(muster)
    const { id } = await putPerson(muster.services)
    await putPin(muster, id)
    const pass = await enter(tablet, id)
    await closeAndOpen(id)
    expect(await refusalOf(tablet.call(clockApi.start, { body: {} }, withPass(pass)))).toEqual([401, 'not_signed_in'])
  })

  test.each([
    [
      'token',
      (of: Browser) => of.call(tokensApi.create, { body: { name: 'Stays', scopes: ['task:read'], expire: null } }),
    ],
    ['calendar', (of: Browser) => of.call(calendarApi.renew, {})],
    [
      'app for codes',
      (of: Browser, secret: string) => of.call(secondStepApi.confirm, { body: { code: codeOf(secret) } }),
    ],
  ])('has no %s that was made in that moment', async (_, make) => {
    const { id, email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const { secret } = await browser.call(secondStepApi.begin, {})
    const admin = await muster.as('adam')
    const { release } = await lock(id)
    const closing = admin.call(usersApi.update, { params: { id }, body: { isActive: false } })
    await untilBlocked(muster.services.database)
    const making = make(browser, secret).then(
      () => [],
      (error) => [error.status, error.reply?.code],
    )
    await Promise.race([untilBlocked(muster.services.database, 2), making])
    await release()
    await closing
    expect(await making).toEqual([401, 'not_signed_in'])
    const { rows } = await query(
      `select (select count(*) from api_tokens where user_id = $1) + (select count(*) from calendar_feeds where user_id = $1)
        + (select count(*) from totp_secrets where user_id = $1 and confirmed_at is not null) as left`,
      [id],
    )
    expect(rows).toEqual([{ left: 0 }])
  })

  test('needs a proof to be opened with a role above user, as a new account does', async () => {
    const boss = await putPerson(muster.services, { role: 'admin' })
    const browser = await muster.signIn(boss.email)
    const { id } = await putPerson(muster.services, { role: 'manager', isActive: false })
    const colleague = await putPerson(muster.services, { isActive: false })
    await query(
      `update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json where user_id = $1`,
      [boss.id],
    )
    const open = (person: string) =>
      browser.call(usersApi.update, { params: { id: person }, body: { isActive: true, firstName: 'Noa' } })
    expect(await refusalOf(open(id))).toEqual([403, 'proof_needed'])
    expect((await open(colleague.id)).isActive).toBe(true)
    await browser.call(reauthenticationApi.prove, { body: { currentPassword: PASSWORD } })
    expect((await open(id)).isActive).toBe(true)
  })
})

test('a new e-mail address ends a sign-in that waits for its second step', async () => {
  const { id, email } = await putPerson(muster.services)
  const secret = await setUpApp(await muster.signIn(email))
  const stranger = muster.stranger()
  expect(await refusalOf(logIn(stranger, email))).toEqual([401, 'second_step'])
  const changed = { params: { id }, body: { email: 'moved.on@hotel.example' } }
  await (await muster.as('adam')).call(usersApi.update, changed)
  const code = { body: { code: codeOf(secret) } }
  expect(await refusalOf(stranger.call(secondStepApi.signIn, code))).toEqual([401, 'step_over'])
})

describe('whoever waits for a turn to compare or hash a password', () => {
  let made = 0
  const newPerson = () => {
    made += 1
    return {
      firstName: 'Sly',
      lastName: `Fox ${made}`,
      email: `sly.fox.${made}@hotel.example`,
      password: 'a fresh passphrase',
    }
  }
  const victimOf = () => muster.fixtures.people.uli.id
  const calls: Record<string, (browser: Browser, id: string) => Promise<unknown>> = {
    'an import': (browser) => {
      const { firstName, lastName, email, password } = newPerson()
      const head = 'First name,Last name,Email,Role,Department,Password'
      const csv = `${head}\n${firstName},${lastName},${email},admin,Operations,${password}`
      return browser.call(usersApi.import, { body: { csv } })
    },
    'a new account': (browser) =>
      browser.call(usersApi.create, {
        body: { ...newPerson(), role: 'admin', departmentId: muster.fixtures.departments.Operations },
      }),
    'a password of somebody else': (browser) =>
      browser.call(usersApi.setPassword, { params: { id: victimOf() }, body: { newPassword: 'a fresh passphrase' } }),
    'a password of their own': (browser, id) =>
      browser.call(usersApi.setPassword, {
        params: { id },
        body: { currentPassword: PASSWORD, newPassword: 'a fresh passphrase' },
      }),
    'an e-mail address of their own': (browser, id) =>
      browser.call(usersApi.update, {
        params: { id },
        body: { currentPassword: PASSWORD, email: newPerson().email },
      }),
    'a PIN': (browser) => browser.call(pinApi.set, { body: { pin: '417283' } }),
  }
  const ends: Record<string, [(id: string) => Promise<unknown>, [number, string]]> = {
    'the account was closed': [
      async (id) => (await muster.as('gita')).call(usersApi.update, { params: { id }, body: { isActive: false } }),
      [401, 'not_signed_in'],
    ],
    'the session was ended': [
      async (id) => (await muster.as('gita')).call(usersApi.endSessions, { params: { id } }),
      [401, 'not_signed_in'],
    ],
    'the role was taken away': [
      async (id) => (await muster.as('gita')).call(usersApi.update, { params: { id }, body: { role: 'user' } }),
      [409, 'changed_meanwhile'],
    ],
  }
  const cases = Object.keys(calls).flatMap((call) => Object.keys(ends).map((end) => [call, end] as const))

  test.each(cases)('for %s comes too late once %s', async (call, end) => {
    const { id, email } = await putPerson(muster.services, { role: 'admin' })
    const browser = await muster.signIn(email)
    const [finish, refusal] = ends[end] ?? []
    const rowsOf = async () =>
      (await query('select email, password_hash from users where id = any($1) order by id', [[victimOf(), id]])).rows
    const before = await rowsOf()
    await muster.as('gita')
    const turns = takeTurns()
    const refused = refusalOf(calls[call]?.(browser, id) ?? Promise.resolve())
    // The call waits for its turn a few statements after its session was read. Several calls that come later, one after
    // the other, take longer.
    for (let later = 0; later < 6; later += 1) await browser.call(authApi.session, {})
    await finish?.(id)
    await turns.release()
    expect(await refused).toEqual(refusal)
    expect((await query(`select from users where email like 'sly.fox.%'`)).rowCount).toBe(0)
    expect(await rowsOf()).toEqual(before)
    expect((await query('select from pins where user_id = $1', [id])).rowCount).toBe(0)
  })
})

describe('where a role must have a second step', () => {
  const required = useTestApp({ REQUIRE_SECOND_STEP: 'admin' })

  test('a session of before that role does nothing else until there is one', async () => {
    const { id, email } = await putPerson(required.services, { role: 'manager' })
    const browser = await required.signIn(email)
    const page = await openPage(await required.listen(), { cookie: browser.cookie })
    page.send({ type: 'auth', userId: id })
    await page.receives('auth_success')
    const god = await required.as('gita')
    await setUpApp(god)
    await god.call(usersApi.update, { params: { id }, body: { role: 'admin' } })
    expect(await page.closed).toBe(4401)
    expect((await browser.call(authApi.session, {})).needsSecondStep).toBe(true)
    expect(await refusalOf(browser.call(notificationsApi.list, {}))).toEqual([403, 'second_step_missing'])
    await setUpApp(browser)
    await browser.call(notificationsApi.list, {})
  })

  test('a session that waits for one goes on once the role asks for none any more', async () => {
    const { id, email } = await putPerson(required.services, { role: 'manager' })
    const browser = await required.signIn(email)
    const god = await required.signIn((await putPerson(required.services, { role: 'god' })).email)
    await setUpApp(god)
    const become = (role: 'admin' | 'user') => god.call(usersApi.update, { params: { id }, body: { role } })
    await become('admin')
    expect(await refusalOf(browser.call(notificationsApi.list, {}))).toEqual([403, 'second_step_missing'])
    await become('user')
    await browser.call(notificationsApi.list, {})
  })

  test('nor does one whose person has lost theirs', async () => {
    const { id, email } = await putPerson(required.services, { role: 'admin' })
    const browser = await required.signIn(email)
    await setUpApp(browser)
    const { email: other } = await putPerson(required.services, { role: 'god' })
    const god = await required.signIn(other)
    await setUpApp(god)
    await god.call(usersApi.clearSecondStep, { params: { id } })
    expect(await refusalOf(browser.call(notificationsApi.list, {}))).toEqual([403, 'second_step_missing'])
  })

  test('who has one already goes on', async () => {
    const { id, email } = await putPerson(required.services, { role: 'manager' })
    const browser = await required.signIn(email)
    await setUpApp(browser)
    const { email: other } = await putPerson(required.services, { role: 'god' })
    const god = await required.signIn(other)
    await setUpApp(god)
    await god.call(usersApi.update, { params: { id }, body: { role: 'admin' } })
    await browser.call(notificationsApi.list, {})
  })
})
