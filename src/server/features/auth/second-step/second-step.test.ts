import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../../../test/support/one-time-codes.ts'
import { PASSWORD, putPerson } from '../../../../../test/support/people.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../../test/support/test-app.ts'
import { putTokenOf, withToken } from '../../../../../test/support/tokens.ts'
import { api } from '../../../../shared/api.ts'
import { API_PREFIX } from '../../../../shared/api-prefix.ts'
import { authApi } from '../../../../shared/auth.ts'
import type { Endpoint } from '../../../../shared/endpoint.ts'
import { notificationsApi } from '../../../../shared/notifications.ts'
import { reauthenticationApi } from '../../../../shared/reauthentication.ts'
import { secondStepApi } from '../../../../shared/second-step.ts'
import { usersApi } from '../../../../shared/users.ts'
import { hashOfSecret } from '../../../credentials/secrets.ts'
import { calendarFeeds } from '../../../db/tables/calendar.ts'

const muster = useTestApp()
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)

async function withApp(fields: Parameters<typeof putPerson>[1] = {}) {
  const person = await putPerson(muster.services, fields)
  const browser = await muster.signIn(person.email)
  const { secret } = await browser.call(secondStepApi.begin, {})
  // By the code before, so that the present one and the next are left for sign-ins.
  const { recoveryCodes } = await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
  return { ...person, browser, secret, recoveryCodes }
}

/** A browser in which the password was right. */
async function halfSignedIn(email: string): Promise<Browser> {
  const browser = muster.stranger()
  const error = await httpErrorOf(browser.call(authApi.login, { body: { email, password: PASSWORD } }))
  expect([error.status, error.reply?.code, error.reply?.secondSteps]).toEqual([401, 'second_step', ['code']])
  return browser
}
const give = (browser: Browser, code: string) => browser.call(secondStepApi.signIn, { body: { code } })
const refusalOf = async (call: Promise<unknown>) => (await httpErrorOf(call)).reply?.code

describe('setting it up', () => {
  test('counts from the first right code on', async () => {
    const { email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const { secret, address } = await browser.call(secondStepApi.begin, {})
    expect(address).toBe(`otpauth://totp/Muster:${encodeURIComponent(email)}?secret=${secret}&issuer=Muster`)
    await muster.signIn(email)
    const wrong = await httpErrorOf(browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, 5) } }))
    expect([wrong.status, wrong.reply?.issues?.[0]?.path]).toEqual([400, 'code'])
    expect((await browser.call(secondStepApi.get, {})).appSince).toBeNull()
    const { recoveryCodes } = await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret) } })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/)
    expect(await browser.call(secondStepApi.get, {})).toMatchObject({
      ...{ appSince: expect.any(String), recoveryCodes: 10, isRequired: false },
    })
    expect(await refusalOf(browser.call(secondStepApi.begin, {}))).toBe('app_there')
    const [told] = await browser.call(notificationsApi.list, {})
    expect(told).toMatchObject({ type: 'security', title: 'Your sign-in has a second step' })
    await halfSignedIn(email)
  })

  test('lets twenty browsers of a person wait at once, the latest', async () => {
    const { id, email, secret } = await withApp()
    const first = await halfSignedIn(email)
    for (let at = 0; at < 20; at += 1) await halfSignedIn(email)
    const latest = await halfSignedIn(email)
    expect((await query('select from sign_in_steps where user_id = $1', [id])).rowCount).toBe(20)
    expect(await refusalOf(give(first, codeOf(secret)))).toBe('step_over')
    expect(await give(latest, codeOf(secret))).toMatchObject({ id })
  })

  test('stores no recovery code, and logs no secret', async () => {
    const { id, secret, recoveryCodes } = await withApp()
    const { rows } = await query('select code_hash from recovery_codes where user_id = $1', [id])
    expect(rows).toHaveLength(10)
    const log = JSON.stringify((await query('select * from audit_logs')).rows)
    for (const hidden of [secret, ...recoveryCodes]) expect(log + JSON.stringify(rows)).not.toContain(hidden)
  })

  test('needs a recent proof', async () => {
    const { browser } = await withApp()
    await query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
    expect(await refusalOf(browser.call(secondStepApi.remove, {}))).toBe('proof_needed')
    expect(await refusalOf(browser.call(secondStepApi.renewCodes, {}))).toBe('proof_needed')
    expect((await browser.call(secondStepApi.get, {})).recoveryCodes).toBe(10)
  })
})

describe('signing in', () => {
  test('takes the code of the app, which works once', async () => {
    const { id, email, secret } = await withApp()
    const browser = await halfSignedIn(email)
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    const code = codeOf(secret)
    expect(await give(browser, code)).toMatchObject({ id })
    await browser.call(authApi.session, {})
    expect(await refusalOf(give(browser, code))).toBe('step_over')
    const other = await halfSignedIn(email)
    expect(await refusalOf(give(other, code))).toBe('wrong_code')
    // An earlier one does not work either, and the wrong one has not ended the step.
    expect(await refusalOf(give(other, codeOf(secret, -1)))).toBe('wrong_code')
    expect(await give(other, codeOf(secret, 1))).toMatchObject({ id })
  })

  test('lets one of two calls at once in with the same code', async () => {
    const { email, secret } = await withApp()
    const browsers = await Promise.all([halfSignedIn(email), halfSignedIn(email)])
    const code = codeOf(secret)
    const ends = await Promise.allSettled(browsers.map((browser) => give(browser, code)))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('takes a recovery code, which works once; the owner is told', async () => {
    const { id, email, recoveryCodes, browser: own } = await withApp()
    const [first = '', second = ''] = recoveryCodes
    expect(await give(await halfSignedIn(email), first.replaceAll('-', ' ').toUpperCase())).toMatchObject({ id })
    expect(await refusalOf(give(await halfSignedIn(email), first))).toBe('wrong_code')
    expect((await own.call(secondStepApi.get, {})).recoveryCodes).toBe(9)
    const titles = (await own.call(notificationsApi.list, {})).map(({ title }) => title)
    expect(titles).toContain('A recovery code was used')
    await own.call(secondStepApi.renewCodes, {})
    expect(await refusalOf(give(await halfSignedIn(email), second))).toBe('wrong_code')
  })

  test('works only in the browser that gave the password, and for its person', async () => {
    const [ana, bea] = [await withApp(), await withApp()]
    expect(await refusalOf(give(muster.stranger(), codeOf(ana.secret)))).toBe('step_over')
    expect(await refusalOf(give(await halfSignedIn(bea.email), codeOf(ana.secret)))).toBe('wrong_code')
    const late = await halfSignedIn(ana.email)
    await query(`update sign_in_steps set expire = now() - interval '1 second'`)
    expect(await refusalOf(give(late, codeOf(ana.secret)))).toBe('step_over')
  })

  test('is asked for after a password that was set by a link, too', async () => {
    const { id, email, secret } = await withApp()
    const admin = await muster.as('adam')
    const { invitations } = await admin.call(usersApi.invite, { body: { userIds: [id] } })
    const token = invitations[0]?.link.split('invite=')[1] ?? ''
    const browser = muster.stranger()
    const newPassword = 'a word of mine'
    const asked = await httpErrorOf(browser.call(authApi.accept, { body: { token, newPassword } }))
    expect([asked.status, asked.reply?.code, asked.reply?.secondSteps]).toEqual([401, 'second_step', ['code']])
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    expect(await give(browser, codeOf(secret))).toMatchObject({ id })
    const later = await httpErrorOf(muster.stranger().call(authApi.login, { body: { email, password: newPassword } }))
    expect(later.reply?.code).toBe('second_step')
  })

  test('ends with a new password, and with the account', async () => {
    const { id, email, secret } = await withApp()
    const admin = await muster.as('adam')
    const early = await halfSignedIn(email)
    await admin.call(usersApi.setPassword, { params: { id }, body: { newPassword: PASSWORD } })
    expect(await refusalOf(give(early, codeOf(secret)))).toBe('step_over')
    const later = await halfSignedIn(email)
    await query('update users set is_active = false where id = $1', [id])
    expect(await refusalOf(give(later, codeOf(secret)))).toBe('wrong_credentials')
  })

  test('has a limit of wrong codes, of which the owner hears', async () => {
    const { id, email, browser: own } = await withApp()
    const thief = await halfSignedIn(email)
    const refusals: unknown[] = []
    for (let at = 0; at < 11; at += 1) refusals.push(await refusalOf(give(thief, `00000${at % 10}`)))
    expect(refusals).toEqual([...Array(10).fill('wrong_code'), 'too_many_tries'])
    const titles = (await own.call(notificationsApi.list, {})).map(({ title }) => title)
    expect(titles).toContain('Failed sign-ins to your account')
    const { rows } = await query(`select user_id from audit_logs where action = 'session.refuse-code'`)
    expect(rows).toContainEqual({ user_id: id })
  })
})

describe('a proof of before it was there', () => {
  test('takes it away neither by the session that gave the proof, nor makes new recovery codes', async () => {
    const { email } = await putPerson(muster.services)
    const [early, browser] = [await muster.signIn(email), await muster.signIn(email)]
    await early.call(reauthenticationApi.prove, { body: { currentPassword: PASSWORD } })
    const { secret } = await browser.call(secondStepApi.begin, {})
    await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    expect(await refusalOf(early.call(secondStepApi.remove, {}))).toBe('proof_needed')
    expect(await refusalOf(early.call(secondStepApi.renewCodes, {}))).toBe('proof_needed')
    expect((await browser.call(secondStepApi.get, {})).appSince).not.toBeNull()
    await early.call(reauthenticationApi.prove, { body: { code: codeOf(secret) } })
    await early.call(secondStepApi.remove, {})
  })

  test('does not last in the session that sets it up either: its first code is the proof', async () => {
    const { email, id } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const { secret } = await browser.call(secondStepApi.begin, {})
    await query(
      `update sessions set sess = (sess::jsonb || jsonb_build_object('provedAt', $2::text))::json where user_id = $1`,
      [id, new Date(Date.now() - 9 * 60_000).toISOString()],
    )
    await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    const { rows } = await query(`select sess->>'provedAt' as at from sessions where user_id = $1`, [id])
    expect(Date.now() - Date.parse(rows[0]?.at)).toBeLessThan(60_000)
  })
})

describe('where a role must have one', () => {
  const required = useTestApp({ REQUIRE_SECOND_STEP: 'admin' })

  test('it is asked for at the next sign-in, and nothing else works before', async () => {
    const { email } = await putPerson(required.services, { role: 'admin' })
    const browser = required.stranger()
    const viewer = await browser.call(authApi.login, { body: { email, password: PASSWORD } })
    expect(viewer.needsSecondStep).toBe(true)
    expect((await browser.call(authApi.session, {})).needsSecondStep).toBe(true)
    const open: string[] = []
    for (const endpoint of Object.values(api).flatMap((noun): Endpoint[] => Object.values(noun))) {
      if (['anyone', 'kiosk'].includes(endpoint.allow) || endpoint.method !== 'GET') continue
      const url = `${API_PREFIX}${endpoint.path.replace(/:\w+/g, '1')}`
      const { json, status } = await browser.raw({ method: 'GET', url })
      if (!(status === 403 && json.code === 'second_step_missing')) open.push(endpoint.path)
    }
    expect(open).not.toContain('/tasks')
    expect(open.every((path) => path.startsWith('/auth/'))).toBe(true)
    const { secret } = await browser.call(secondStepApi.begin, {})
    await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    expect((await browser.call(authApi.session, {})).needsSecondStep).toBeUndefined()
    await browser.call(notificationsApi.list, {})
    expect(await refusalOf(browser.call(secondStepApi.remove, {}))).toBe('second_step_required')
  })

  test('a token and a calendar of before stop where their person is stopped, and go on with the second step', async () => {
    const { id, email } = await putPerson(required.services, { role: 'admin' })
    const { token } = await putTokenOf(required.services, id)
    const program = withToken(required, token)
    const browser = await required.signIn(email)
    const calendar = 'made-up-for-this-test'
    await required.services.database.orm
      .insert(calendarFeeds)
      .values({ userId: id, tokenHash: hashOfSecret(calendar), createdAt: new Date().toISOString() })
    const calls = async () => {
      const tasks = await program.raw({ method: 'GET', url: `${API_PREFIX}/tasks` })
      const session = await program.raw({ method: 'GET', url: `${API_PREFIX}/auth/session` })
      const feed = await program.raw({ method: 'GET', url: `${API_PREFIX}/calendar/${calendar}.ics` })
      return [tasks, session, feed].map(({ status, text }) => [status, /second_step_missing/.exec(text)?.[0]])
    }
    expect(await calls()).toEqual([
      [403, 'second_step_missing'],
      [200, undefined],
      [403, 'second_step_missing'],
    ])
    const { secret } = await browser.call(secondStepApi.begin, {})
    await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    expect((await calls()).map(([status]) => status)).toEqual([200, 200, 200])
  })

  test('others sign in as before', async () => {
    const { email } = await putPerson(required.services, { role: 'manager' })
    const browser = await required.signIn(email)
    expect((await browser.call(authApi.session, {})).needsSecondStep).toBeUndefined()
    await browser.call(notificationsApi.list, {})
  })
})

test('who manages a person takes their second step away; the person is told', async () => {
  const { id, email, browser } = await withApp()
  await halfSignedIn(email)
  const admin = await muster.as('adam')
  await admin.call(usersApi.clearSecondStep, { params: { id } })
  await muster.signIn(email)
  expect(await browser.call(secondStepApi.get, {})).toMatchObject({ appSince: null, recoveryCodes: 0 })
  const titles = (await browser.call(notificationsApi.list, {})).map(({ title }) => title)
  expect(titles).toContain('Your sign-in has no second step any more')
})
