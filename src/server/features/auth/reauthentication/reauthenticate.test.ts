import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../../../test/support/one-time-codes.ts'
import { PASSWORD, putPerson } from '../../../../../test/support/people.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../../test/support/test-app.ts'
import { auditApi } from '../../../../shared/audit-log.ts'
import { clockApi } from '../../../../shared/clock.ts'
import { notificationsApi } from '../../../../shared/notifications.ts'
import { reauthenticationApi } from '../../../../shared/reauthentication.ts'
import { secondStepApi } from '../../../../shared/second-step.ts'
import { usersApi } from '../../../../shared/users.ts'
import { CallError, urlOf } from '../../../../web/api/call-endpoint.ts'

const muster = useTestApp()
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)

/** A signed-in browser whose last proof has just become too old. */
async function longSignedIn(fields: Parameters<typeof putPerson>[1] = {}) {
  const person = await putPerson(muster.services, fields)
  const browser = await muster.signIn(person.email)
  const forget = () => {
    const provedAt = new Date(Date.now() - muster.services.config.proofMinutes * 60_000 - 1).toISOString()
    return query('update sessions set sess = (sess::jsonb || $2)::json where user_id = $1', [person.id, { provedAt }])
  }
  await forget()
  return { person, browser, forget }
}
const prove = (browser: Browser, body: { currentPassword?: string; code?: string }) =>
  browser.call(reauthenticationApi.prove, { body })
const refusalOf = async (call: Promise<unknown>) => (await httpErrorOf(call)).reply?.code
/** Reads a CSV file. Throws as a call does. */
async function download(browser: Browser, url: string) {
  const { status, text } = await browser.raw({ method: 'GET', url })
  if (status !== 200) throw new CallError({ status, statusText: '', text })
}
const departmentId = () => muster.fixtures.departments.Housekeeping

describe('a proof', () => {
  test('is asked for by what would let a stranger keep an account, and counts for all of it', async () => {
    const { browser, forget } = await longSignedIn({ role: 'admin' })
    const { id } = await putPerson(muster.services)
    const params = { id }
    const invited = { firstName: 'Ny', lastName: 'Boss', departmentId: departmentId() }
    const person = { ...invited, password: PASSWORD }
    const week = '2026-06-01'
    const calls = [
      () => browser.call(usersApi.setPassword, { params, body: { newPassword: 'a fresh passphrase' } }),
      () => browser.call(usersApi.update, { params, body: { email: 'other@hotel.example' } }),
      () => browser.call(usersApi.update, { params, body: { role: 'manager' } }),
      () => browser.call(usersApi.invite, { body: { userIds: [id] } }),
      () => browser.call(usersApi.create, { body: { ...person, email: 'ny@hotel.example', role: 'manager' } }),
      () =>
        browser.call(usersApi.createMany, {
          body: { people: [{ ...invited, email: 'ny2@hotel.example', role: 'manager' }] },
        }),
      () =>
        browser.call(usersApi.import, {
          body: { csv: 'first name,last name,email,role,department\nNy,Boss,ny3@hotel.example,manager,Housekeeping' },
        }),
      () => download(browser, urlOf(clockApi.export, {}, { week })),
      () => download(browser, urlOf(auditApi.export)),
      () => browser.call(usersApi.clearSecondStep, { params }),
      () => browser.call(usersApi.remove, { params }),
    ]
    for (const call of calls) expect(await refusalOf(call())).toBe('proof_needed')
    expect(await browser.call(reauthenticationApi.ways, {})).toEqual({ isRecent: false, ways: ['password'] })
    await prove(browser, { currentPassword: PASSWORD })
    expect((await browser.call(reauthenticationApi.ways, {})).isRecent).toBe(true)
    for (const call of calls) await call()
    await forget()
    expect((await browser.call(reauthenticationApi.ways, {})).isRecent).toBe(false)
  })

  test('is not asked for by a name, a new colleague, or a deactivation', async () => {
    const { browser } = await longSignedIn({ role: 'admin' })
    const { id } = await putPerson(muster.services)
    await browser.call(usersApi.update, { params: { id }, body: { firstName: 'Noa', isActive: false } })
    await browser.call(usersApi.create, {
      body: {
        ...{ firstName: 'Ny', lastName: 'Colleague', departmentId: departmentId(), role: 'user' },
        ...{ email: 'colleague@hotel.example', password: PASSWORD },
      },
    })
  })

  test('counts for the session in which it was given alone', async () => {
    const { person, browser } = await longSignedIn()
    const other = await muster.signIn(person.email)
    await query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
    await prove(browser, { currentPassword: PASSWORD })
    expect((await other.call(reauthenticationApi.ways, {})).isRecent).toBe(false)
  })
})

describe('a wrong proof', () => {
  test('is refused at its field, logged, and limited', async () => {
    const { person, browser } = await longSignedIn()
    const wrong = await httpErrorOf(prove(browser, { currentPassword: 'not the password' }))
    expect([wrong.status, wrong.reply?.issues?.[0]?.path]).toEqual([400, 'currentPassword'])
    const { rows } = await query(`select action from audit_logs where user_id = $1 and action like '%.refuse%'`, [
      person.id,
    ])
    expect(rows).toEqual([{ action: 'user.refuse-password' }])
    for (let tries = 1; tries < 10; tries++) await httpErrorOf(prove(browser, { currentPassword: 'no' }))
    expect((await httpErrorOf(prove(browser, { currentPassword: PASSWORD }))).status).toBe(429)
    expect((await browser.call(reauthenticationApi.ways, {})).isRecent).toBe(false)
    // The owner still signs in elsewhere.
    await muster.signIn(person.email)
  })

  test('with neither a password nor a code, or with a wrong code beside the right password, is none', async () => {
    const { browser } = await longSignedIn()
    for (const body of [{}, { currentPassword: PASSWORD, code: '123456' }])
      expect((await httpErrorOf(prove(browser, body))).status).toBe(400)
    expect((await browser.call(reauthenticationApi.ways, {})).isRecent).toBe(false)
  })
})

describe('a code of one who has a second step', () => {
  const titlesOf = async (browser: Browser) => (await browser.call(notificationsApi.list, {})).map(({ title }) => title)
  async function withApp() {
    const { browser, forget } = await longSignedIn()
    await prove(browser, { currentPassword: PASSWORD })
    const { secret } = await browser.call(secondStepApi.begin, {})
    const { recoveryCodes } = await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
    await forget()
    return { browser, secret, recoveryCodes }
  }

  test('is reported if it is a recovery code, and not if it is of their app', async () => {
    const { browser, secret, recoveryCodes } = await withApp()
    await prove(browser, { code: codeOf(secret) })
    expect(await titlesOf(browser)).not.toContain('A recovery code was used')
    await prove(browser, { code: recoveryCodes[0] ?? '' })
    const told = (await browser.call(notificationsApi.list, {})).find(
      ({ title }) => title === 'A recovery code was used',
    )
    expect(told?.message).toMatch(/^Used .* 9 are left\. If this was not you, change your password\.$/)
  })

  test('is reported if it is wrong again and again', async () => {
    const { browser } = await withApp()
    for (let tries = 0; tries < 9; tries++) await httpErrorOf(prove(browser, { code: 'wrong' }))
    expect(await titlesOf(browser)).not.toContain('Failed sign-ins to your account')
    await httpErrorOf(prove(browser, { code: 'wrong' }))
    expect(await titlesOf(browser)).toContain('Failed sign-ins to your account')
    expect((await httpErrorOf(prove(browser, { code: 'wrong' }))).status).toBe(429)
  })
})

test('who has a second step proves by it, and a code works once', async () => {
  const { browser, forget, person } = await longSignedIn()
  await prove(browser, { currentPassword: PASSWORD })
  const { secret } = await browser.call(secondStepApi.begin, {})
  const code = (later: number) => codeOf(secret, later)
  const { recoveryCodes } = await browser.call(secondStepApi.confirm, { body: { code: code(-1) } })
  await forget()
  expect((await browser.call(reauthenticationApi.ways, {})).ways).toEqual(['code'])
  expect((await httpErrorOf(prove(browser, { currentPassword: PASSWORD }))).status).toBe(400)
  expect((await httpErrorOf(prove(browser, { code: code(-1) }))).reply?.issues?.[0]?.path).toBe('code')
  await prove(browser, { code: code(0) })
  expect((await httpErrorOf(prove(browser, { code: code(0) }))).status).toBe(400)
  await prove(browser, { code: recoveryCodes[0] ?? '' })
  const { rows } = await query(`select action from audit_logs where user_id = $1 and action = 'session.refuse-code'`, [
    person.id,
  ])
  expect(rows.length).toBeGreaterThan(0)
})
