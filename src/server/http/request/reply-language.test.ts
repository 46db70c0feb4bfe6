import { describe, expect, test } from 'vitest'
import { putPerson } from '../../../../test/support/people.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { Language } from '../../../shared/words/languages.ts'

/** In which language an error is told. In the pseudo-language every text that can be translated stands in marks. */

const muster = useTestApp()
const inFrench = useTestApp({ DEFAULT_LANGUAGE: 'fr' })

const PSEUDO = /^⟦.*⟧$/s

/** Replies to somebody who is not signed in. */
const ask = async (headers: Record<string, string>, app = muster) =>
  app.stranger().raw({ method: 'GET', url: '/api/v1/tasks', headers })
const languageFor = async (acceptLanguage: string, app = muster) =>
  (await ask({ 'accept-language': acceptLanguage }, app)).headers['content-language']

describe('without a person', () => {
  test.each([
    ['de-AT,de;q=0.9', 'de'],
    ['ja, pt-BR;q=0.8, en;q=0.5', 'pt'],
    ['en;q=0.1, tr;q=0.9', 'tr'],
    ['TR-tr', 'tr'],
    ['ar-EG', 'ar'],
    ['de;q=0, pl', 'pl'],
  ])('%s asks for %s', async (header, language) => {
    expect(await languageFor(header)).toBe(language)
  })

  test('who asks for no language that Muster speaks, it is that of the deployment', async () => {
    for (const header of ['', '*', 'ja', 'xx-XX;q=0.3'])
      expect([await languageFor(header), await languageFor(header, inFrench)]).toEqual(['en', 'fr'])
    expect((await ask({}, inFrench)).headers['content-language']).toBe('fr')
  })

  test.each([
    'x'.repeat(10_000),
    'de,'.repeat(3_000),
    ';'.repeat(10_000),
    'de;q=abc',
    'de;q=',
    'de;q=-1',
    'de;q=NaN, ;;;, =',
    '"; drop table users --',
    '__proto__, constructor;q=1',
    'de\tfr',
  ])('an odd header does no harm: %j', async (header) => {
    const { status, json } = await ask({ 'accept-language': header })
    expect([status, json.code]).toEqual([401, 'not_signed_in'])
  })

  test('words and facts come apart', async () => {
    const { json } = await muster.stranger().raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json', 'accept-language': 'en-XA' },
      payload: JSON.stringify({ email: 'x'.repeat(300), password: 3 }),
    })
    expect(json.message).toMatch(PSEUDO)
    expect(json.issues).toEqual([
      { path: 'email', message: expect.stringMatching(/^⟦.*254.*⟧$/), params: { max: 254 } },
      {
        path: 'password',
        message: expect.stringMatching(PSEUDO),
        params: { expected: 'string', received: 'number' },
      },
    ])
  })
})

test('a person’s own language counts, whatever their browser asks for', async () => {
  const { email } = await putPerson(muster.services, { language: 'tr' })
  const browser = await muster.signIn(email)
  for (const header of ['de', 'en-XA', '*']) {
    const reply = await browser.raw({ method: 'GET', url: '/api/v1/tasks/999', headers: { 'accept-language': header } })
    expect([reply.status, reply.headers['content-language']]).toEqual([404, 'tr'])
  }
})

test.each([
  ['GET', '/api/v1/tasks', 401],
  ['GET', '/api/v1/nothing', 404],
  ['POST', '/nothing', 404],
  ['GET', '/api/v1/tasks/%zz', 404],
  ['GET', '/api/docs/%', 404],
  ['POST', '/api/v1/auth/login', 400],
  ['GET', '/ws', 401],
])('the words of %s %s are translated', async (method, url, status) => {
  const reply = await muster.stranger().raw({ method, url, headers: { 'accept-language': 'en-XA' } })
  expect([reply.status, reply.headers['content-language']]).toEqual([status, 'en-XA'])
  expect(reply.json.message).toMatch(PSEUDO)
})

test('so are those of a fault of the server, of another site and of the live connection', async () => {
  const { email } = await putPerson(muster.services, { language: 'en-XA' as Language, role: 'admin' })
  const browser = await muster.signIn(email)
  const requests = [
    { url: '/ws', status: 426 },
    { url: '/ws', status: 403, headers: { 'sec-fetch-site': 'cross-site' } },
    {
      url: '/api/v1/users/x',
      method: 'PUT',
      status: 403,
      headers: { 'sec-fetch-site': 'cross-site', 'accept-language': 'en-XA' },
    },
  ]
  for (const { url, status, method = 'GET', headers = {} } of requests) {
    const reply = await browser.raw({ method, url, headers })
    expect([url, reply.status]).toEqual([url, status])
    expect(reply.json.message).toMatch(PSEUDO)
  }
  await muster.services.database.pool.query('alter table projects rename to projects_away')
  const fault = await browser.raw({ method: 'GET', url: '/api/v1/projects' })
  await muster.services.database.pool.query('alter table projects_away rename to projects')
  expect([fault.status, fault.headers['content-language'], fault.json.code]).toEqual([500, 'en-XA', 'internal'])
  expect(fault.json.message).toMatch(PSEUDO)
})
