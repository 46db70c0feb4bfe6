import { describe, expect, test } from 'vitest'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { putToken, withToken } from '../../../../test/support/tokens.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { authApi } from '../../../shared/auth.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { problemsApi } from '../../../shared/problems.ts'
import { searchApi } from '../../../shared/search.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { MAX_TOKENS, tokensApi } from '../../../shared/tokens.ts'
import { usersApi } from '../../../shared/users.ts'
import { isWellFormed, newToken } from '../../credentials/tokens.ts'

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows

async function person(fields: Parameters<typeof putPerson>[1] = {}) {
  const made = await putPerson(muster.services, fields)
  return { ...made, browser: await muster.signIn(made.email) }
}
const make = (browser: Browser, fields: object = {}) =>
  browser.call(tokensApi.create, { body: { name: 'Import', scopes: ['task:read'], expire: null, ...fields } })
const refusalOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return `${status} ${reply?.code}`
}
const session = (token: string) => withToken(muster, token).raw({ method: 'GET', url: '/api/v1/auth/session' })

test('a token ends in six characters that follow from the others', () => {
  const token = newToken()
  expect(token).toMatch(/^mus_[0-9A-Za-z]{36}$/)
  expect(isWellFormed(token)).toBe(true)
  const other = token[10] === 'a' ? 'b' : 'a'
  for (const wrong of [`${token.slice(0, 10)}${other}${token.slice(11)}`, token.slice(0, -1), `${token}a`, 'mus_', ''])
    expect(isWellFormed(wrong), wrong).toBe(false)
})

describe('making one', () => {
  test('gives it once, with the scopes that it needs besides; the owner is told, the database keeps a hash', async () => {
    const { id, browser } = await person()
    const { token, ...made } = await make(browser, { name: 'Shift import', scopes: ['task:comment'] })
    expect(made).toMatchObject({ name: 'Shift import', ending: token.slice(-4), lastUsedAt: null, expire: null })
    expect(made.scopes).toEqual(['task:read', 'task:comment'])
    expect(await browser.call(tokensApi.list, {})).toEqual([made])
    const stored = JSON.stringify([await query('select * from api_tokens'), await query('select * from audit_logs')])
    expect(stored).not.toContain(token)
    expect(JSON.parse((await session(token)).text)).toMatchObject({ id })
    const titles = (await browser.call(notificationsApi.list, {})).map(({ title }) => title)
    expect(titles).toContain('A token was made for your account')
  })

  test('needs a recent proof, a permission of the person, and a time to come; no key may repeat it', async () => {
    const { browser } = await person()
    expect(await refusalOf(make(browser, { scopes: ['analytics:read'] }))).toBe('400 invalid')
    expect(await refusalOf(make(browser, { scopes: ['user:manage'] }))).toBe('400 invalid')
    expect(await refusalOf(make(browser, { expire: '2020-01-01T00:00:00.000Z' }))).toBe('400 invalid')
    const body = { name: 'Import', scopes: ['task:read' as const], expire: null }
    const key = { 'idempotency-key': 'one-thing-done-0001' }
    expect(await refusalOf(browser.call(tokensApi.create, { body }, key))).toBe('400 invalid')
    await query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
    expect(await refusalOf(make(browser))).toBe('403 proof_needed')
    expect(await browser.call(tokensApi.list, {})).toEqual([])
  })

  test('twenty are the most, and expired ones make room', async () => {
    const { id, browser } = await person()
    for (let at = 0; at < MAX_TOKENS; at += 1) await make(browser)
    expect(await refusalOf(make(browser))).toBe('409 too_many')
    await query(
      `update api_tokens set expire = now() - interval '1 minute' where id in
      (select id from api_tokens where user_id = $1 limit 3)`,
      [id],
    )
    const both = await Promise.allSettled([make(browser), make(browser)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await browser.call(tokensApi.list, {})).toHaveLength(MAX_TOKENS - 1)
  })
})

describe('a call with one', () => {
  test('is its person’s, within its scopes also where a call needs more than one permission', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const program = withToken(muster, (await putToken(muster, 'marta', ['task:read', 'task:set-status'])).token)
    const done = await program.call(tasksApi.update, { params: { id }, body: { status: 'in_progress' } })
    expect(done.status).toBe('in_progress')
    expect(await refusalOf(program.call(tasksApi.update, { params: { id }, body: { title: 'Other' } }))).toBe(
      '403 forbidden',
    )
    const found = await program.call(searchApi.everything, { query: { q: 'marta' } })
    expect(found).toMatchObject({ people: [], sops: [], projects: [] })
  })

  test('says which scope is missing, and what no token may do', async () => {
    const { token } = await putToken(muster, 'adam', ['task:read'])
    const program = withToken(muster, token)
    const missing = await program.raw({ method: 'GET', url: '/api/v1/projects' })
    expect([missing.status, missing.json.code, missing.json.params]).toEqual([
      403,
      'scope_missing',
      { scope: 'project:read' },
    ])
    expect(missing.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="project:read"')
    for (const [method, url] of [
      ['GET', '/tokens'],
      ['GET', '/auth/sessions'],
      ['GET', '/auth/second-step'],
      ['POST', '/auth/login'],
      ['POST', '/auth/prove'],
      ['POST', '/auth/logout'],
      ['PUT', '/calendar-address'],
      ['GET', '/calendar-address'],
      ['GET', '/push-subscriptions'],
    ] as const) {
      const { status, json } = await program.raw({ method, url: `/api/v1${url}` })
      expect([url, status, json.code]).toEqual([url, 403, 'not_by_token'])
    }
  })

  test('gets 401 with a sentence and a challenge when the token is not, or no more, in use', async () => {
    const { id, email, browser } = await person()
    const [expired, kept, revoked] = [await make(browser), await make(browser), await make(browser)]
    await query(`update api_tokens set expire = now() - interval '1 second' where id = $1`, [expired.id])
    await browser.call(tokensApi.revoke, { params: { id: revoked.id } })
    for (const token of [expired.token, revoked.token, newToken(), `${kept.token}x`, 'nonsense', '']) {
      const { status, json, headers } = await session(token)
      expect([token, status, json.code]).toEqual([token, 401, 'bad_token'])
      expect(json.message).toMatch(/^This .+\.$/)
      expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    }
    expect((await session(kept.token)).status).toBe(200)
    const { cookie } = browser
    const both = await muster.stranger().raw({
      method: 'GET',
      url: '/api/v1/auth/session',
      headers: { cookie, authorization: `Bearer ${newToken()}` },
    })
    expect(both.status).toBe(401)
    // A proxy in front of Muster has a scheme of its own.
    const basic = { cookie, authorization: 'Basic dTpw' }
    expect((await muster.stranger().raw({ method: 'GET', url: '/api/v1/auth/session', headers: basic })).status).toBe(
      200,
    )
    const admin = await muster.as('adam')
    await admin.call(usersApi.update, { params: { id }, body: { isActive: false } })
    expect((await session(kept.token)).status).toBe(401)
    await admin.call(usersApi.update, { params: { id }, body: { isActive: true } })
    expect((await session(kept.token)).status).toBe(401)
    await muster.signIn(email)
  })

  test('may do less once the role of its person is less', async () => {
    const { id, browser } = await person({ role: 'manager' })
    const { token } = await make(browser, { scopes: ['analytics:read', 'task:read'] })
    const read = () => withToken(muster, token).raw({ method: 'GET', url: '/api/v1/analytics/summary' })
    expect((await read()).status).toBe(200)
    await query(`update users set role = 'user' where id = $1`, [id])
    expect((await read()).status).toBe(403)
    const tasks = () => withToken(muster, token).raw({ method: 'GET', url: '/api/v1/tasks' })
    expect((await tasks()).status).toBe(200)
    // Guests may have no tokens.
    await query(`update users set role = 'guest' where id = $1`, [id])
    expect((await tasks()).status).toBe(401)
  })

  test('stands in the audit log and in histories with the name of the token', async () => {
    const { token } = await putToken(muster, 'marta')
    const { departments } = muster.fixtures
    const task = await withToken(muster, token).call(tasksApi.create, {
      body: { title: 'From outside', departmentId: departments.Housekeeping },
    })
    const marta = await muster.as('marta')
    await marta.call(tasksApi.update, { params: { id: task.id }, body: { title: 'By hand' } })
    const { entries } = await marta.call(tasksApi.history, { params: { id: task.id } })
    expect(entries.map((entry) => [entry.action, entry.token])).toEqual([
      ['task.update', undefined],
      ['task.create', 'Import'],
    ])
    expect(entries[1]?.changes.map(({ field }) => field)).not.toContain('byToken')
    const log = await (await muster.as('adam')).call(auditApi.list, {
      query: { resourceType: 'task', limit: '2' },
    } as never)
    expect(log.entries.map((entry) => entry.token)).toEqual([undefined, 'Import'])
  })

  test('is done once with one key, and counts in the limits of its person', async () => {
    const { id, browser } = await person({ departmentId: muster.fixtures.departments.Housekeeping })
    const { token } = await make(browser, { scopes: ['task:report'] })
    const program = withToken(muster, token)
    const body = { title: 'From outside', departmentId: muster.fixtures.departments.Housekeeping }
    const key = { 'idempotency-key': 'one-thing-done-0002' }
    const first = await program.call(problemsApi.report, { body }, key)
    expect(await program.call(problemsApi.report, { body }, key)).toEqual(first)
    await query(
      `insert into rate_limits (subject, kind, tokens, missed, updated_at) values ($1, 'problem', 0, 0, now())
        on conflict (subject, kind) do update set tokens = 0, updated_at = now()`,
      [id],
    )
    expect(await refusalOf(program.call(problemsApi.report, { body }))).toBe('429 too_many')
    expect(await refusalOf(browser.call(problemsApi.report, { body }))).toBe('429 too_many')
  })

  test('is noted at most once an hour', async () => {
    const { id, token } = await putToken(muster, 'uli')
    const used = async () => (await query('select last_used_at as at from api_tokens where id = $1', [id]))[0]?.at
    await session(token)
    const first = await used()
    expect(first).not.toBeNull()
    await session(token)
    expect(await used()).toBe(first)
    await query(`update api_tokens set last_used_at = now() - interval '61 minutes' where id = $1`, [id])
    await session(token)
    expect(Date.parse(await used())).toBeGreaterThanOrEqual(Date.parse(first))
  })

  test('passes from another site’s page only by itself, never with the cookie', async () => {
    const { token } = await putToken(muster, 'marta')
    const { cookie } = await muster.as('marta')
    const title = { title: 'Cross', departmentId: muster.fixtures.departments.Housekeeping }
    const send = (headers: Record<string, string>) =>
      muster.stranger().raw({
        method: 'POST',
        url: '/api/v1/tasks',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example', ...headers },
        payload: JSON.stringify(title),
      })
    expect((await send({ cookie })).status).toBe(403)
    expect((await send({ cookie, authorization: 'Bearer x' })).status).toBe(401)
    expect((await send({ authorization: `Bearer ${token}` })).status).toBe(201)
  })

  test('opens no live connection', async () => {
    const { token } = await putToken(muster, 'marta')
    const { cookie } = await muster.as('marta')
    const headers = { authorization: `Bearer ${token}`, cookie }
    expect((await muster.stranger().raw({ method: 'GET', url: '/ws', headers })).status).toBe(401)
  })
})

test('who manages a person sees their tokens and revokes all', async () => {
  const { id, browser } = await person()
  const { token } = await make(browser)
  const { email } = await putPerson(muster.services, { role: 'admin' })
  const admin = await muster.signIn(email)
  const seen = await admin.call(usersApi.programs, { params: { id } })
  expect(seen).toMatchObject({ hasCalendar: false, tokens: [{ name: 'Import', scopes: ['task:read'] }] })
  expect(JSON.stringify(seen)).not.toContain(token)
  await admin.call(usersApi.endPrograms, { params: { id } })
  expect((await session(token)).status).toBe(401)
  expect(await query(`select details from audit_logs where action = 'user.revoke-tokens'`)).toEqual([
    { details: { tokens: 1, calendars: 0, devices: 0 } },
  ])
  expect(await refusalOf(browser.call(usersApi.programs, { params: { id } }))).toBe('403 forbidden')
  await muster.stranger().call(authApi.login, { body: { email, password: PASSWORD } })
})
