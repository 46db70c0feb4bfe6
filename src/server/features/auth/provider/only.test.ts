import { afterAll, expect, test } from 'vitest'
import { codeOf } from '../../../../../test/support/one-time-codes.ts'
import { PASSWORD, putPerson } from '../../../../../test/support/people.ts'
import { startProvider, throughProvider } from '../../../../../test/support/provider.ts'
import { httpErrorOf, useTestApp } from '../../../../../test/support/test-app.ts'
import { authApi } from '../../../../shared/auth.ts'
import { PROVIDER_PATH, providerApi } from '../../../../shared/provider.ts'
import { secondStepApi } from '../../../../shared/second-step.ts'
import { usersApi } from '../../../../shared/users.ts'
import { openProvider } from '../../../adapters/provider.ts'
import { contextFor, inTransaction } from '../../../core/context.ts'
import { makeInvitations } from '../../../credentials/invitations.ts'
import { resetLinkJob } from '../reset.ts'

/** `OIDC_ONLY`, with a provider that is down, and one that is there. */
const provider = await startProvider({ OIDC_ONLY: '1' })
const muster = useTestApp({ ...provider.settings, SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://localhost' })
afterAll(() => provider.close())

test('passwords sign in gods alone, and nobody learns whether another is right', async () => {
  const { email } = await putPerson(muster.services, { role: 'admin' })
  const refusals = await Promise.all(
    [
      { email, password: PASSWORD },
      { email, password: 'wrong' },
      { email: muster.fixtures.people.gita.email, password: 'wrong' },
      { email: 'nobody@hotel.example', password: PASSWORD },
    ].map((body) => httpErrorOf(muster.stranger().call(authApi.login, { body }))),
  )
  expect(new Set(refusals.map(({ message }) => message)).size).toBe(1)
  expect([refusals[0]?.status, refusals[0]?.reply?.params]).toEqual([401, { name: 'Hotel ID' }])
  expect(await muster.signIn(muster.fixtures.people.gita.email)).toBeDefined()
})

test('a password that was right for a god signs in nobody whose role was taken away before the second step', async () => {
  const { id, email } = await putPerson(muster.services, { role: 'god' })
  const own = await muster.signIn(email)
  const { secret } = await own.call(secondStepApi.begin, {})
  await own.call(secondStepApi.confirm, { body: { code: codeOf(secret, -1) } })
  const browser = muster.stranger()
  await httpErrorOf(browser.call(authApi.login, { body: { email, password: PASSWORD } }))
  const gita = await muster.signIn(muster.fixtures.people.gita.email)
  await gita.call(usersApi.update, { params: { id }, body: { role: 'admin' } })
  const finished = browser.call(secondStepApi.signIn, { body: { code: codeOf(secret) } })
  expect((await httpErrorOf(finished)).reply?.code).toBe('step_over')
})

test('links to a new password work for gods alone, and invitations of others only at the provider', async () => {
  const ctx = contextFor(muster.services, muster.fixtures.people.gita, new Date())
  const { id, email } = await putPerson(muster.services)
  const links = async () => {
    const { rows } = await muster.services.database.pool.query('select user_id from password_resets')
    return rows.map((row) => row.user_id)
  }
  const run = { signal: new AbortController().signal, progress: async () => {} } as never
  await resetLinkJob.run(ctx, { email }, run)
  expect(await links()).toEqual([])
  const [invitation] = await inTransaction(ctx, (tx) => makeInvitations(tx, [id]))
  const token = invitation?.token ?? ''
  const read = await muster.stranger().call(authApi.invitation, { body: { token } })
  const accept = muster.stranger().call(authApi.accept, { body: { token, newPassword: 'a long passphrase' } })
  expect([read.mayChoosePassword, (await httpErrorOf(accept)).status]).toEqual([false, 409])
})

test('a provider that is down, or answers rubbish, ends at the login screen', async () => {
  const begin = async () =>
    (await muster.stranger().raw({ method: 'GET', url: `${PROVIDER_PATH}?to=/tasks` })).headers.location
  provider.fault = (request) => void request.socket.destroy()
  expect(await begin()).toBe('/tasks#provider=away')
  provider.fault = (_request, response) => void response.end('{"issuer":"https://evil.example"}')
  expect(await begin()).toBe('/tasks#provider=failed')
  provider.fault = (_request, response) => {
    response.setHeader('content-type', 'application/json')
    const { issuer } = provider
    const elsewhere = 'http://evil.example/authorize'
    response.end(
      JSON.stringify({ issuer, authorization_endpoint: elsewhere, jwks_uri: issuer, token_endpoint: issuer }),
    )
  }
  expect(await begin()).toBe('/tasks#provider=failed')
  const { rows } = await muster.services.database.pool.query('select * from sign_in_steps')
  expect(rows).toEqual([])
  expect(
    (await httpErrorOf(muster.stranger().call(providerApi.confirm, { body: { password: PASSWORD } }))).status,
  ).toBe(401)
})

test('an invitation links the account, and who has a new password comes in with it once', async () => {
  provider.fault = undefined
  // Of the other it knows the addresses for an hour.
  muster.services.provider = openProvider(muster.services.config)
  const god = await muster.signIn(muster.fixtures.people.gita.email)
  const { id, email } = await putPerson(muster.services, { passwordHash: null })
  provider.next = 'sub-1'
  provider.accounts.set('sub-1', { email, email_verified: true })
  const signIn = async () => {
    const browser = muster.stranger()
    const begun = await browser.raw({ method: 'GET', url: `${PROVIDER_PATH}?to=/tasks` })
    const back = await browser.raw({ method: 'GET', url: await throughProvider(String(begun.headers.location)) })
    return { browser, to: back.headers.location }
  }
  const body = { newPassword: 'a fresh passphrase' }
  expect((await signIn()).to).toBe('/tasks#provider=password')
  const { invitations } = await god.call(usersApi.invite, { body: { userIds: [id], send: false } })
  const token = invitations[0]?.link.split('#invite=')[1] ?? ''
  const invited = muster.stranger()
  const { address } = await invited.call(providerApi.accept, { body: { token } })
  const back = await invited.raw({ method: 'GET', url: await throughProvider(address) })
  expect(back.headers.location).toBe('/')
  expect(await invited.call(authApi.session, {})).toMatchObject({ id })
  expect((await signIn()).to).toBe('/tasks')
  await god.call(usersApi.setPassword, { params: { id }, body })
  const { browser, to } = await signIn()
  expect(to).toBe('/tasks#provider=password')
  const confirmed = browser.call(providerApi.confirm, { body: { password: body.newPassword } })
  expect(await confirmed).toMatchObject({ id })
  expect((await signIn()).to).toBe('/tasks')
})
