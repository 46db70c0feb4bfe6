import { describe, expect, test } from 'vitest'
import { type Authenticator, openAuthenticator } from '../../../../../test/support/authenticator.ts'
import { codeOf } from '../../../../../test/support/one-time-codes.ts'
import { PASSWORD, putPerson } from '../../../../../test/support/people.ts'
import { type Browser, httpErrorOf, type TestApp, useTestApp } from '../../../../../test/support/test-app.ts'
import { authApi } from '../../../../shared/auth.ts'
import { notificationsApi } from '../../../../shared/notifications.ts'
import { passkeysApi } from '../../../../shared/passkeys.ts'
import { reauthenticationApi } from '../../../../shared/reauthentication.ts'
import { secondStepApi } from '../../../../shared/second-step.ts'
import { usersApi } from '../../../../shared/users.ts'

const muster = useTestApp()
const query = (text: string, values: unknown[] = [], on: TestApp = muster) =>
  on.services.database.pool.query(text, values)
const refusalOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return `${status} ${reply?.code}`
}
const titlesOf = async (browser: Browser) => (await browser.call(notificationsApi.list, {})).map(({ title }) => title)
const actionsOf = async (userId: string) =>
  (await query('select action from audit_logs where user_id = $1 order by id', [userId])).rows.map((row) => row.action)

/** A passkey of a device. Its counter begins at 1, so that it counts. */
async function addPasskey(browser: Browser, device: Authenticator = openAuthenticator()) {
  const wish = await browser.call(passkeysApi.begin, {})
  const made = await browser.call(passkeysApi.create, { body: device.make(wish, { counter: 1 }) })
  return { device, ...made }
}

async function withPasskey(fields: Parameters<typeof putPerson>[1] = {}, on: TestApp = muster) {
  const person = await putPerson(on.services, fields)
  const browser = await on.signIn(person.email)
  return { ...person, browser, ...(await addPasskey(browser)) }
}

const ask = (browser: Browser) => browser.call(passkeysApi.askToSignIn, { body: {} })

async function signInBy(device: Authenticator, browser = muster.stranger()) {
  const question = await ask(browser)
  return browser.call(passkeysApi.signIn, { body: device.answer(question) })
}

/** A browser in which the password was right. */
async function halfSignedIn(email: string) {
  const browser = muster.stranger()
  const error = await httpErrorOf(browser.call(authApi.login, { body: { email, password: PASSWORD } }))
  return { browser, secondSteps: error.reply?.secondSteps }
}

describe('making one', () => {
  test('names it after the device, and gives recovery codes with the first second step', async () => {
    const { browser, id, passkey, recoveryCodes } = await withPasskey()
    expect(passkey).toMatchObject({ name: 'Unknown device', isSynced: false, lastUsedAt: null })
    expect(new Set(recoveryCodes).size).toBe(10)
    const second = await addPasskey(browser)
    expect(second.recoveryCodes).toBeNull()
    expect(second.passkey.name).toBe('Unknown device 2')
    expect(await browser.call(passkeysApi.list, {})).toEqual([passkey, second.passkey])
    expect(await browser.call(secondStepApi.get, {})).toMatchObject({ appSince: null, recoveryCodes: 10 })
    expect(await titlesOf(browser)).toContain('You have a new passkey')
    expect(await actionsOf(id)).toContain('user.add-passkey')
  })

  test('asks for one that the person unlocks, and that tells whose it is', async () => {
    const { browser, device, email, id } = await withPasskey()
    const wish = await browser.call(passkeysApi.begin, {})
    expect(wish).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email, id: Buffer.from(id).toString('base64url') },
      excludeCredentials: [{ id: device.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('refuses another origin, site or challenge, one that nobody unlocked, and a replay', async () => {
    const { browser } = await withPasskey()
    const device = openAuthenticator()
    const wrong = [
      { origin: 'http://evil.example' },
      { origin: 'https://evil.localhost' },
      { rpId: 'evil.example' },
      { challenge: Buffer.from('another challenge of 32 bytes...').toString('base64url') },
      { isVerified: false },
    ]
    for (const claims of wrong) {
      const wish = await browser.call(passkeysApi.begin, {})
      const calling = browser.call(passkeysApi.create, { body: device.make(wish, claims) })
      expect(await refusalOf(calling), JSON.stringify(claims)).toBe('400 invalid')
      // A wrong answer has used the challenge up.
      expect(await refusalOf(browser.call(passkeysApi.create, { body: device.make(wish) }))).toBe('409 step_over')
    }
    expect(await browser.call(passkeysApi.list, {})).toHaveLength(1)
  })

  test('refuses certificates, whose addresses nobody asks', async () => {
    const { browser } = await withPasskey()
    const made = openAuthenticator().make(await browser.call(passkeysApi.begin, {}))
    const named = Buffer.from(made.attestationObject, 'base64url').toString('latin1')
    // "none" and "appl" have the same length, and so have all other parts.
    const body = {
      ...made,
      attestationObject: Buffer.from(named.replace('dnone', 'dtpm '), 'latin1').toString('base64url'),
    }
    expect(await refusalOf(browser.call(passkeysApi.create, { body }))).toBe('400 invalid')
  })

  test('refuses bytes that mean nothing', async () => {
    const { browser } = await withPasskey()
    const wish = await browser.call(passkeysApi.begin, {})
    const body = { id: 'AAAA', attestationObject: 'AAAA', clientDataJSON: 'e30', transports: [] }
    expect(wish.challenge).toMatch(/^[\w-]{43}$/)
    expect(await refusalOf(browser.call(passkeysApi.create, { body }))).toBe('400 invalid')
  })

  test('refuses an answer in another browser, and of another person in the same', async () => {
    const { browser, email } = await withPasskey()
    const device = openAuthenticator()
    const wish = await browser.call(passkeysApi.begin, {})
    const other = muster.stranger()
    await other.call(passkeysApi.signIn, { body: openAuthenticator().answer(await ask(other)) }).catch(() => undefined)
    expect(await refusalOf(other.call(passkeysApi.create, { body: device.make(wish) }))).toBe('401 not_signed_in')
    const { email: second } = await putPerson(muster.services)
    const theirs = await muster.signIn(second)
    expect(await refusalOf(theirs.call(passkeysApi.create, { body: device.make(wish) }))).toBe('409 step_over')
    await browser.call(authApi.login, { body: { email: second, password: PASSWORD } })
    expect(await refusalOf(browser.call(passkeysApi.create, { body: device.make(wish) }))).toBe('409 step_over')
    expect(email).not.toBe(second)
  })

  test('refuses a passkey that somebody has, also of somebody else', async () => {
    const { device, browser } = await withPasskey()
    const again = openAuthenticator(device.id)
    expect(await refusalOf(addPasskey(browser, again))).toBe('409 passkey_known')
    const thief = await muster.signIn((await putPerson(muster.services)).email)
    expect(await refusalOf(addPasskey(thief, again))).toBe('409 passkey_known')
  })

  test('has an end at twenty', async () => {
    const { browser, id } = await withPasskey()
    const wish = await browser.call(passkeysApi.begin, {})
    await query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_synced)
       select $1, 'filled' || random(), '', 0, '{}', 'Old ' || n, false from generate_series(1, 19) n`,
      [id],
    )
    const last = browser.call(passkeysApi.create, { body: openAuthenticator().make(wish) })
    expect(await refusalOf(last)).toBe('409 too_many_passkeys')
    expect(await refusalOf(browser.call(passkeysApi.begin, {}))).toBe('409 too_many_passkeys')
  })

  test('says at an IP address why it does not work', async () => {
    const { browser } = await withPasskey()
    for (const host of ['127.0.0.1:3000', '[::1]:3000', '10.0.0.7', '0x7f000001']) {
      const error = await httpErrorOf(browser.call(passkeysApi.begin, {}, { host }))
      expect([error.status, error.reply?.code], host).toEqual([409, 'no_passkeys_here'])
    }
    expect(await refusalOf(muster.stranger().call(passkeysApi.askToSignIn, { body: {} }, { host: '127.0.0.1' }))).toBe(
      '409 no_passkeys_here',
    )
  })

  test('needs a recent proof; so does removing one', async () => {
    const { browser, id, passkey } = await withPasskey()
    const old = `update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json where user_id = $1`
    await query(old, [id])
    const params = { id: passkey.id }
    expect(await refusalOf(browser.call(passkeysApi.begin, {}))).toBe('403 proof_needed')
    expect(await refusalOf(browser.call(passkeysApi.remove, { params }))).toBe('403 proof_needed')
    await browser.call(passkeysApi.rename, { params, body: { name: '  My phone ' } })
    expect(await browser.call(passkeysApi.list, {})).toMatchObject([{ name: 'My phone' }])
  })
})

describe('signing in with one alone', () => {
  test('needs no e-mail address, and counts as a proof', async () => {
    const { device, id, browser: own } = await withPasskey()
    const browser = muster.stranger()
    expect(await signInBy(device, browser)).toMatchObject({ id })
    expect((await browser.call(authApi.session, {})).id).toBe(id)
    expect(await browser.call(reauthenticationApi.ways, {})).toEqual({ isRecent: true, ways: ['passkey'] })
    expect((await own.call(passkeysApi.list, {}))[0]?.lastUsedAt).toEqual(expect.any(String))
    expect(await titlesOf(own)).toContain('New sign-in to your account')
  })

  test('takes a synced one, which does not count', async () => {
    const { email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const device = openAuthenticator()
    const wish = await browser.call(passkeysApi.begin, {})
    const { passkey } = await browser.call(passkeysApi.create, { body: device.make(wish, { isSynced: true }) })
    expect(passkey.isSynced).toBe(true)
    await signInBy(device)
    await signInBy(device)
    expect(await browser.call(passkeysApi.list, {})).toMatchObject([{ isSynced: false }])
  })

  test('refuses another origin, site or challenge, one that nobody unlocked, and another key', async () => {
    const { device, id, browser: own } = await withPasskey()
    const browser = muster.stranger()
    const give = async (claims: Parameters<Authenticator['answer']>[1], by = device) =>
      refusalOf(browser.call(passkeysApi.signIn, { body: by.answer(await ask(browser), claims) }))
    expect(await give({ origin: 'http://evil.example' })).toBe('401 passkey_refused')
    expect(await give({ origin: 'http://localhost:8080' })).toBe('401 passkey_refused')
    expect(await give({ rpId: 'evil.example' })).toBe('401 passkey_refused')
    expect(await give({ challenge: Buffer.alloc(32).toString('base64url') })).toBe('401 passkey_refused')
    expect(await give({ isVerified: false })).toBe('401 passkey_refused')
    expect(await give({}, openAuthenticator(device.id))).toBe('401 passkey_refused')
    expect(await give({}, openAuthenticator())).toBe('401 passkey_refused')
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    expect((await actionsOf(id)).filter((action) => action === 'session.refuse-passkey').length).toBeGreaterThan(0)
    await signInBy(device)
    await own.call(authApi.session, {})
  })

  test('takes an answer once, in the browser that was asked, within its time', async () => {
    const { device } = await withPasskey()
    const browser = muster.stranger()
    const answer = device.answer(await ask(browser))
    const other = muster.stranger()
    await ask(other)
    expect(await refusalOf(muster.stranger().call(passkeysApi.signIn, { body: answer }))).toBe('401 step_over')
    // Another browser's cookie belongs to another challenge.
    expect(await refusalOf(other.call(passkeysApi.signIn, { body: answer }))).toBe('401 passkey_refused')
    await browser.call(passkeysApi.signIn, { body: answer })
    expect(await refusalOf(browser.call(passkeysApi.signIn, { body: answer }))).toBe('401 step_over')
    const late = device.answer(await ask(other))
    await query(`update sign_in_steps set expire = now() - interval '1 second'`)
    expect(await refusalOf(other.call(passkeysApi.signIn, { body: late }))).toBe('401 step_over')
  })

  test('lets one of two calls at once in with the same answer', async () => {
    const { device } = await withPasskey()
    const browser = muster.stranger()
    const body = device.answer(await ask(browser))
    const ends = await Promise.allSettled([1, 2].map(() => browser.call(passkeysApi.signIn, { body })))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('refuses a copied one, whose counter goes back; the owner is told', async () => {
    const { device, browser: own, id, passkey } = await withPasskey()
    await signInBy(device)
    for (const counter of [2, 1, 0]) {
      const browser = muster.stranger()
      const body = device.answer(await ask(browser), { counter })
      expect(await refusalOf(browser.call(passkeysApi.signIn, { body }))).toBe('401 passkey_copied')
      expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    }
    expect(await actionsOf(id)).toContain('session.refuse-copied-passkey')
    expect(await titlesOf(own)).toContain('One of your passkeys may have been copied')
    const { rows } = await query('select counter from passkeys where id = $1', [passkey.id])
    expect(Number(rows[0]?.counter)).toBe(2)
    const fresh = muster.stranger()
    await fresh.call(passkeysApi.signIn, { body: device.answer(await ask(fresh), { counter: 9 }) })
  })

  test('refuses one that was removed, and that of a closed account', async () => {
    const ana = await withPasskey()
    await addPasskey(ana.browser)
    await ana.browser.call(passkeysApi.remove, { params: { id: ana.passkey.id } })
    expect(await refusalOf(signInBy(ana.device))).toBe('401 passkey_refused')
    const bea = await withPasskey()
    await query('update users set is_active = false where id = $1', [bea.id])
    expect(await refusalOf(signInBy(bea.device))).toBe('401 passkey_refused')
    const cleo = await withPasskey()
    const admin = await muster.as('adam')
    await admin.call(usersApi.remove, { params: { id: cleo.id } })
    expect(await refusalOf(signInBy(cleo.device))).toBe('401 passkey_refused')
    expect((await query('select 1 from passkeys where user_id = $1', [cleo.id])).rows).toEqual([])
  })

  test('has a limit of wrong answers, of which the owner hears', async () => {
    const { device, browser: own } = await withPasskey()
    const thief = openAuthenticator(device.id)
    const refusals: string[] = []
    for (let at = 0; at < 11; at += 1) refusals.push(await refusalOf(signInBy(thief)))
    expect(refusals).toEqual([...Array(10).fill('401 passkey_refused'), '429 too_many_tries'])
    expect(await titlesOf(own)).toContain('Failed sign-ins to your account')
    // Attempts by strangers do not hold up the owner's own browser.
    await signInBy(device, own)
  })

  test('asks few questions of strangers, and gives a suggestion without ending another step', async () => {
    const browser = muster.stranger()
    const suggest = () => browser.call(passkeysApi.askToSignIn, { body: { isSuggestion: true } })
    const first = await suggest()
    expect(await suggest()).toEqual(first)
    expect((await ask(browser)).challenge).not.toBe(first.challenge)
    const { email, device } = await withPasskey()
    const { browser: half } = await halfSignedIn(email)
    expect(await refusalOf(half.call(passkeysApi.askToSignIn, { body: { isSuggestion: true } }))).toBe('409 step_waits')
    const question = await half.call(passkeysApi.askForSecondStep, {})
    await half.call(passkeysApi.secondStep, { body: device.answer(question) })
    await query(
      `insert into sign_in_tries (purpose, email, ip_address)
       select 'challenge', '127.0.0.1', '127.0.0.1' from generate_series(1, 300)`,
    )
    expect(await refusalOf(ask(browser))).toBe('429 too_many_tries')
    // Others behind the same address do not hold up a person who has signed in in this browser before.
    await ask(half)
    await query(`delete from sign_in_tries`)
    await ask(browser)
  })
})

describe('as the second step', () => {
  test('finishes a sign-in by password; an app is another way', async () => {
    const { email, device, browser: own, id } = await withPasskey()
    const { browser, secondSteps } = await halfSignedIn(email)
    expect(secondSteps).toEqual(['passkey'])
    const question = await browser.call(passkeysApi.askForSecondStep, {})
    expect(question.allowCredentials).toEqual([{ id: device.id, type: 'public-key', transports: ['internal'] }])
    expect(await browser.call(passkeysApi.secondStep, { body: device.answer(question) })).toMatchObject({ id })
    const { secret } = await own.call(secondStepApi.begin, {})
    await own.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const both = await halfSignedIn(email)
    expect(both.secondSteps).toEqual(['code', 'passkey'])
    await both.browser.call(passkeysApi.askForSecondStep, {})
    await both.browser.call(secondStepApi.signIn, { body: { code: codeOf(secret) } })
  })

  test('a wrong one does not end the step, but its challenge', async () => {
    const { email, device, recoveryCodes } = await withPasskey()
    const { browser } = await halfSignedIn(email)
    const question = await browser.call(passkeysApi.askForSecondStep, {})
    const wrong = browser.call(passkeysApi.secondStep, { body: device.answer(question, { isVerified: false }) })
    expect(await refusalOf(wrong)).toBe('401 passkey_refused')
    const replayed = browser.call(passkeysApi.secondStep, { body: device.answer(question) })
    expect(await refusalOf(replayed)).toBe('401 step_over')
    await browser.call(secondStepApi.signIn, { body: { code: recoveryCodes?.[0] ?? '' } })
  })

  test('must be of the person whose password was right', async () => {
    const ana = await withPasskey()
    const bea = await withPasskey()
    const { browser } = await halfSignedIn(ana.email)
    const question = await browser.call(passkeysApi.askForSecondStep, {})
    const calling = browser.call(passkeysApi.secondStep, { body: bea.device.answer(question) })
    expect(await refusalOf(calling)).toBe('401 passkey_refused')
    expect(await refusalOf(muster.stranger().call(passkeysApi.askForSecondStep, {}))).toBe('401 step_over')
  })

  test('stays after a new password, and ends when an administrator clears it', async () => {
    const { email, id, device, browser } = await withPasskey()
    const admin = await muster.as('adam')
    await admin.call(usersApi.setPassword, { params: { id }, body: { newPassword: PASSWORD } })
    expect((await halfSignedIn(email)).secondSteps).toEqual(['passkey'])
    await signInBy(device, browser)
    await admin.call(usersApi.clearSecondStep, { params: { id } })
    await muster.signIn(email)
    expect(await refusalOf(signInBy(device))).toBe('401 passkey_refused')
    expect(await browser.call(passkeysApi.list, {})).toEqual([])
  })

  test('the recovery codes go with the last second step, and not before', async () => {
    const { browser, passkey, email } = await withPasskey()
    const { secret } = await browser.call(secondStepApi.begin, {})
    await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    await browser.call(secondStepApi.remove, {})
    expect(await titlesOf(browser)).toContain('The app for your codes was removed')
    expect((await browser.call(secondStepApi.get, {})).recoveryCodes).toBe(10)
    expect((await browser.call(secondStepApi.renewCodes, {})).recoveryCodes).toHaveLength(10)
    await browser.call(passkeysApi.remove, { params: { id: passkey.id } })
    expect(await titlesOf(browser)).toContain('One of your passkeys was removed')
    expect((await browser.call(secondStepApi.get, {})).recoveryCodes).toBe(0)
    await muster.signIn(email)
  })
})

describe('as a proof', () => {
  const age = (id: string) =>
    query(
      `update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json where user_id = $1`,
      [id],
    )

  test('counts as a code does, and a password does not', async () => {
    const { browser, id, device } = await withPasskey()
    await age(id)
    expect(await browser.call(reauthenticationApi.ways, {})).toEqual({ isRecent: false, ways: ['passkey'] })
    const byPassword = browser.call(reauthenticationApi.prove, { body: { currentPassword: PASSWORD } })
    expect(await refusalOf(byPassword)).toBe('400 invalid')
    const question = await browser.call(passkeysApi.askToProve, {})
    await browser.call(reauthenticationApi.prove, { body: { passkey: device.answer(question) } })
    expect((await browser.call(reauthenticationApi.ways, {})).isRecent).toBe(true)
    const again = browser.call(reauthenticationApi.prove, { body: { passkey: device.answer(question) } })
    expect(await refusalOf(again)).toBe('409 step_over')
  })

  test('must be unlocked, and of the viewer', async () => {
    const ana = await withPasskey()
    const bea = await withPasskey()
    await age(ana.id)
    for (const [device, claims] of [
      [ana.device, { isVerified: false }],
      [ana.device, { origin: 'https://evil.example' }],
      [bea.device, {}],
    ] as const) {
      const question = await ana.browser.call(passkeysApi.askToProve, {})
      const calling = ana.browser.call(reauthenticationApi.prove, {
        body: { passkey: device.answer(question, claims) },
      })
      expect(await refusalOf(calling)).toBe('400 invalid')
    }
    expect((await ana.browser.call(reauthenticationApi.ways, {})).isRecent).toBe(false)
    const uli = await muster.as('uli')
    expect(await refusalOf(uli.call(passkeysApi.askToProve, {}))).toBe('409 no_passkey')
  })
})

test('others cannot see, rename or remove it', async () => {
  const { passkey, browser } = await withPasskey()
  const other = await muster.signIn((await putPerson(muster.services)).email)
  const params = { id: passkey.id }
  expect(await other.call(passkeysApi.list, {})).toEqual([])
  expect(await refusalOf(other.call(passkeysApi.rename, { params, body: { name: 'Mine' } }))).toBe('404 not_found')
  expect(await refusalOf(other.call(passkeysApi.remove, { params }))).toBe('404 not_found')
  expect(await browser.call(passkeysApi.list, {})).toEqual([passkey])
})

test('a new passkey ends the proofs of the other sessions, which cannot take it away', async () => {
  const { email } = await putPerson(muster.services)
  const [early, browser] = [await muster.signIn(email), await muster.signIn(email)]
  const { passkey } = await addPasskey(browser)
  const params = { id: passkey.id }
  expect(await refusalOf(early.call(passkeysApi.remove, { params }))).toBe('403 proof_needed')
  await browser.call(passkeysApi.remove, { params })
})

describe('where a role must have a second step', () => {
  const required = useTestApp({ REQUIRE_SECOND_STEP: 'admin', PUBLIC_URL: 'https://muster.hotel.example' })
  const at = { origin: 'https://muster.hotel.example' }

  test('a passkey is one, and the last one stays; PUBLIC_URL says which site it is', async () => {
    const { email } = await putPerson(required.services, { role: 'admin' })
    const browser = required.stranger()
    const viewer = await browser.call(authApi.login, { body: { email, password: PASSWORD } })
    expect(viewer.needsSecondStep).toBe(true)
    const device = openAuthenticator()
    const wish = await browser.call(passkeysApi.begin, {})
    expect(wish.rp.id).toBe('muster.hotel.example')
    const { passkey } = await browser.call(passkeysApi.create, { body: device.make(wish, at) })
    expect((await browser.call(authApi.session, {})).needsSecondStep).toBeUndefined()
    const params = { id: passkey.id }
    expect(await refusalOf(browser.call(passkeysApi.remove, { params }))).toBe('409 second_step_required')
    expect(await browser.call(passkeysApi.list, {})).toHaveLength(1)
    const other = required.stranger()
    const answer = device.answer(await ask(other), at)
    expect((await other.call(passkeysApi.signIn, { body: answer })).needsSecondStep).toBeUndefined()
    const third = required.stranger()
    const elsewhere = device.answer(await ask(third), { origin: 'http://localhost' })
    expect(await refusalOf(third.call(passkeysApi.signIn, { body: elsewhere }))).toBe('401 passkey_refused')
  })

  test('of two removals at once one is refused', async () => {
    const { email } = await putPerson(required.services, { role: 'admin' })
    const browser = required.stranger()
    await browser.call(authApi.login, { body: { email, password: PASSWORD } })
    const ids: number[] = []
    for (let n = 0; n < 2; n += 1) {
      const body = openAuthenticator().make(await browser.call(passkeysApi.begin, {}), at)
      ids.push((await browser.call(passkeysApi.create, { body })).passkey.id)
    }
    const ends = await Promise.allSettled(ids.map((id) => browser.call(passkeysApi.remove, { params: { id } })))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
