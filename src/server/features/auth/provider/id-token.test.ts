import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { putPerson } from '../../../../../test/support/people.ts'
import { startProvider, throughProvider } from '../../../../../test/support/provider.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import { API_PREFIX } from '../../../../shared/api-prefix.ts'
import { authApi } from '../../../../shared/auth.ts'
import { PROVIDER_PATH } from '../../../../shared/provider.ts'

/** ID tokens with false claims. The provider's own key is replaced, so that a test signs any token. */
const provider = await startProvider()
const muster = useTestApp(provider.settings)
afterAll(() => provider.close())

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const others = generateKeyPairSync('rsa', { modulusLength: 2048 })
const header = { alg: 'RS256', kid: 'of-a-test' }

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(claims: object, { key, ...changed }: { key?: KeyObject; alg?: string } = {}) {
  const signed = `${encoded({ ...header, ...changed })}.${encoded(claims)}`
  if (changed.alg === 'none') return `${signed}.`
  return `${signed}.${sign('sha256', Buffer.from(signed), key ?? keys.privateKey).toString('base64url')}`
}

/** Signs in with this ID token. Returns person, last page, and the status of a call that needs a session. */
async function endOf(change: (claims: Record<string, unknown>) => Parameters<typeof tokenOf>) {
  const { id, email } = await putPerson(muster.services)
  provider.accounts.set(id, { email, email_verified: true })
  await muster.services.database.pool.query(
    'insert into identities (issuer, subject, user_id, created_at, last_used_at) values ($1, $2, $3, now(), now())',
    [provider.issuer, id, id],
  )
  provider.next = id
  const browser = muster.stranger()
  const { location } = (await browser.raw({ method: 'GET', url: `${PROVIDER_PATH}?to=/tasks` })).headers
  const question = new URL(String(location))
  const answer = await throughProvider(question.href)
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: provider.issuer, aud: 'muster', sub: id, nonce: question.searchParams.get('nonce') },
    ...{ iat: now, exp: now + 60, email, email_verified: true, name: 'Ana Costa' },
  }
  provider.fault = ({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    const reply = url?.startsWith('/jwks')
      ? { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), ...header, use: 'sig' }] }
      : { access_token: 'any', token_type: 'Bearer', id_token: tokenOf(...change(claims)) }
    response.end(JSON.stringify(reply))
  }
  const back = await browser.raw({ method: 'GET', url: answer })
  provider.fault = undefined
  const session = await browser.raw({ method: 'GET', url: `${API_PREFIX}${authApi.session.path}` })
  const end = [back.headers.location, session.status]
  return { end, id }
}

test('one that the provider has signed for Muster and this browser signs in', async () => {
  expect((await endOf((claims) => [claims])).end).toEqual(['/tasks', 200])
})

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60

test.each<[string, Parameters<typeof endOf>[0]]>([
  ['signed by another key', (claims) => [claims, { key: others.privateKey }]],
  ['with no signature', (claims) => [claims, { alg: 'none' }]],
  ['signed in a way that is not agreed on', (claims) => [claims, { alg: 'HS256' }]],
  ['for another program', (claims) => [{ ...claims, aud: 'another' }]],
  ['for several, at the request of another', (claims) => [{ ...claims, aud: ['muster', 'b'], azp: 'b' }]],
  ['of another provider', (claims) => [{ ...claims, iss: 'https://evil.example' }]],
  ['for another browser', (claims) => [{ ...claims, nonce: 'another' }]],
  ['for no browser', ({ nonce, ...claims }) => [claims]],
  ['that is over', (claims) => [{ ...claims, iat: minutesAgo(20), exp: minutesAgo(10) }]],
  ['that never ends', ({ exp, ...claims }) => [claims]],
  ['that counts later', (claims) => [{ ...claims, nbf: minutesAgo(-10) }]],
  ['about nobody', ({ sub, ...claims }) => [claims]],
])('one %s signs nobody in', async (_name, change) => {
  expect((await endOf(change)).end).toEqual(['/tasks#provider=failed', 401])
})

test.each([
  ['an hour ago', minutesAgo(60), minutesAgo(60)],
  ['at a time that it does not say', undefined, 0],
  ['at a time that is yet to come', minutesAgo(-60), minutesAgo(0)],
])('one about somebody who has signed in %s proves no more than that', async (_name, auth_time, expected) => {
  const { end, id } = await endOf((claims) => [{ ...claims, auth_time }])
  expect(end).toEqual(['/tasks', 200])
  const proved = `select extract(epoch from (sess->>'provedAt')::timestamptz)::float as at from sessions where user_id = $1`
  const { rows } = await muster.services.database.pool.query(proved, [id])
  expect(rows).toHaveLength(1)
  expect(Math.abs(rows[0].at - expected)).toBeLessThan(120)
  expect(rows[0].at).toBeLessThanOrEqual(Date.now() / 1000)
})
