import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/server/app.ts'
import { i18nFor } from '../src/server/base/texts.ts'
import { describeNotification, type NotificationFact } from '../src/server/base/words/notification-words.ts'
import { absencesApi } from '../src/shared/absences.ts'
import { api } from '../src/shared/api.ts'
import { API_PREFIX } from '../src/shared/api-prefix.ts'
import type { ServerMessage } from '../src/shared/changes.ts'
import { type Endpoint, pathOf } from '../src/shared/endpoint.ts'
import { rosterApi } from '../src/shared/roster.ts'
import { dateOf, daysLater } from '../src/shared/time/time.ts'
import { webhookTypes } from '../src/shared/webhooks.ts'
import { exampleOf, fieldsOf, isOptional, type Shape } from './support/bad-values.ts'
import { putSession } from './support/clock.ts'
import { putKiosk } from './support/kiosks.ts'
import { type LivePage, openPage } from './support/live-page.ts'
import type { PersonName } from './support/people.ts'
import { putDevice } from './support/push.ts'
import { putExchange, putShift } from './support/roster.ts'
import { type Browser, httpErrorOf, useTestApp } from './support/test-app.ts'
import { putToken, withToken } from './support/tokens.ts'
import { putWebhook } from './support/webhooks.ts'

/**
 * Why somebody is away is for them and the managers of their department alone. Uli asks for an absence of a rare kind
 * with a note, Marta decides with a reason, and every reply, message, row and log line of others is searched for them.
 */

const muster = useTestApp({
  TIME_ZONE: 'Europe/Berlin',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'http://muster.example',
})
const NOTE = 'Zahnwurzel-4711'
const REASON = 'Gute-Besserung-8150'
const KIND = 'unpaid'
const secrets = [NOTE, REASON, KIND]
const secretsIn = (text: string) => secrets.filter((secret) => text.includes(secret))

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const today = () => dateOf(Date.now(), 'Europe/Berlin')
const day = (days: number) => daysLater(today(), days)

interface Rows {
  shiftId: number
  absenceId: number
}
let rows: Rows
const lines: string[] = []
const heard = new Map<PersonName, ServerMessage[]>()
const others: readonly PersonName[] = ['lea', 'gus', 'milan', 'una', 'nora']
let before: Map<string, string>

/** Reads every address of the API that gives something, as far as parameters can be found for it. */
async function readAll(browser: Browser, { shiftId, absenceId }: Rows, headers: Record<string, string> = {}) {
  const known: Record<string, unknown> = {
    ...{ from: day(0), to: day(20), week: today(), period: today(), day: today(), date: today() },
    ...{ departmentId: muster.fixtures.departments.Housekeeping, userId: idOf('uli'), q: 'Uli', query: NOTE },
  }
  const idIn = (path: string) =>
    path.startsWith('/absences')
      ? absenceId
      : path.startsWith('/roster/shifts')
        ? shiftId
        : path.startsWith('/departments')
          ? known.departmentId
          : idOf('uli')
  const replies = new Map<string, string>()
  for (const endpoint of Object.values(api).flatMap((calls) => Object.values<Endpoint>(calls))) {
    if (endpoint.method !== 'GET') continue
    const params = Object.fromEntries(Object.keys(endpoint.params ?? {}).map((name) => [name, idIn(endpoint.path)]))
    const fields = endpoint.query ? fieldsOf(endpoint.query as unknown as Shape) : []
    const given = fields.flatMap(({ path, kind, shape }) => {
      if (path.includes('.')) return []
      if (path in known) return [[path, String(known[path])]]
      return isOptional(shape) ? [] : [[path, String(exampleOf({ kind, shape }))]]
    })
    const search = given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''
    const url = `${API_PREFIX}${pathOf(endpoint, params)}${search}`
    const { text, status } = await browser.raw({ method: 'GET', url, headers })
    replies.set(url, `${status} ${text}`)
  }
  return replies
}

const leaks = (replies: ReadonlyMap<string, string>) =>
  [...replies].flatMap(([url, text]) => secretsIn(text).map((secret) => `${url}: ${secret}`))

const pages = new Map<PersonName, LivePage>()

beforeAll(async () => {
  const { id: shiftId, departmentId } = await putShift(muster, { person: 'uli', date: day(10), isPublished: true })
  await putShift(muster, { person: 'lea', date: day(10), start: '14:00', end: '22:00', isPublished: true })
  await putExchange(muster, { id: shiftId, departmentId }, 'uli', 'lea')
  await putShift(muster, { date: day(11), isPublished: true })
  await putWebhook(muster, { types: [...webhookTypes] })
  for (const name of ['marta', 'lea', 'uli', 'milan'] as const) await putDevice(muster, name)
  for (const name of ['marta', 'lea', 'milan'] as const)
    await putSession(muster, name, new Date(Date.now() - 3_600_000).toISOString(), null)

  before = await readAll(await muster.as('lea'), { shiftId, absenceId: 1 })

  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const app = await buildApp({ ...muster.services, log })
  const address = await app.listen({ port: 0 })
  for (const name of [...others, 'marta', 'uli'] as const) {
    const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
    page.send({ type: 'auth', userId: idOf(name) })
    await page.receives('auth_success')
    pages.set(name, page)
  }
  const send = async (name: PersonName, method: 'POST' | 'PUT', path: string, body: object) =>
    app.inject({
      ...{ method, url: `${API_PREFIX}${path}`, payload: body },
      headers: { cookie: (await muster.as(name)).cookie },
    })
  const asked = await send('uli', 'POST', '/absences', { kind: KIND, from: day(9), to: day(12), note: NOTE })
  expect([asked.statusCode, asked.json().absence?.note]).toEqual([201, NOTE])
  rows = { shiftId, absenceId: asked.json().absence.id }
  const path = `/absences/${rows.absenceId}/decision`
  const refused = await send('marta', 'PUT', path, { approve: true, reason: REASON })
  expect([refused.statusCode, refused.json().code, secretsIn(refused.body)]).toEqual([409, 'has_shifts', []])
  // Also what is refused leaves no trace in the log.
  expect(
    (await send('uli', 'POST', '/absences', { kind: KIND, from: day(12), to: day(9), note: NOTE })).statusCode,
  ).toBe(400)
  expect(
    (await send('uli', 'POST', '/absences', { kind: KIND, from: day(9), to: day(9), note: NOTE })).statusCode,
  ).toBe(409)
  const approved = await send('marta', 'PUT', path, { approve: true, vacate: true, reason: REASON })
  expect([approved.statusCode, approved.json().openedShifts]).toEqual([200, 1])
  for (const [name, page] of pages) heard.set(name, await page.receivedByNow())
  for (const page of pages.values()) page.socket.terminate()
  await app.close()
})
afterAll(() => lines.splice(0))

describe('why somebody is away is known', () => {
  test.each(['uli', 'marta', 'adam', 'gita'] as const)('by %s', async (name) => {
    const own = name === 'uli' ? {} : { departmentId: muster.fixtures.departments.Housekeeping }
    const list = await (await muster.as(name)).call(absencesApi.list, { query: { from: day(0), to: day(20), ...own } })
    expect(list.absences).toMatchObject([{ id: rows.absenceId, kind: KIND, note: NOTE, reason: REASON }])
  })
})

describe('nothing of it is', () => {
  test.each(others)('in any reply to %s', async (name) => {
    const replies = await readAll(await muster.as(name), rows)
    expect(leaks(replies)).toEqual([])
    expect([...replies.values()].filter((text) => text.startsWith('200')).length).toBeGreaterThan(10)
    const addresses = [...replies.keys()].filter((url) => url.includes('/absences'))
    expect(addresses.length).toBeGreaterThan(0)
  })

  test.each(others)('for %s by its id', async (name) => {
    const browser = await muster.as(name)
    const params = { id: rows.absenceId }
    const statuses = [
      await httpErrorOf(browser.call(absencesApi.decide, { params, body: { approve: false } })),
      await httpErrorOf(browser.call(absencesApi.cancel, { params })),
    ].map(({ status }) => status)
    expect(statuses.every((status) => status === 403 || status === 404)).toBe(true)
  })

  test('in any reply to a kiosk, or to a program with all scopes of the person or a manager', async () => {
    const { tablet } = await putKiosk(muster)
    expect(leaks(await readAll(tablet, rows))).toEqual([])
    for (const name of ['uli', 'marta'] as const) {
      const { token } = await putToken(muster, name)
      const replies = await readAll(withToken(muster, token), rows)
      expect(leaks(replies), name).toEqual([])
      expect([...replies.values()].filter((text) => text.startsWith('200')).length).toBeGreaterThan(10)
    }
  })

  test('in a live message, and no colleague hears of an absence', () => {
    for (const name of others) {
      const messages = heard.get(name) ?? []
      expect(secretsIn(JSON.stringify(messages)), name).toEqual([])
      expect(JSON.stringify(messages), name).not.toContain('absence')
    }
    const toManager = JSON.stringify(heard.get('marta'))
    expect(toManager).toContain('"absences"')
    expect(secretsIn(toManager)).toEqual([])
  })

  test('in any other table: events, the audit log, notifications, jobs, webhooks, idempotency', async () => {
    const tables = await query(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'absences'`,
    )
    const found: string[] = []
    for (const { name } of tables)
      for (const secret of secrets) {
        const [{ count }] = await query(`select count(*)::int as count from "${name}" as row where row::text like $1`, [
          `%${secret}%`,
        ])
        if (count > 0) found.push(`${name}: ${secret}`)
      }
    expect(found).toEqual([])
    expect((await query(`select count(*)::int as count from audit_logs where action like 'absence.%'`))[0].count).toBe(
      2,
    )
  })

  test('in the words of notifications, which stand on locked screens', async () => {
    const stored = await query(`select kind, params from notifications where subject_type = 'absence'`)
    expect(stored.map(({ kind }) => kind).sort()).toEqual(['absence-decided', 'absence-requested'])
    const words = stored.map((fact) =>
      describeNotification(fact as NotificationFact, { i18n: i18nFor('en'), timeZone: 'Europe/Berlin' }),
    )
    expect(secretsIn(JSON.stringify(words))).toEqual([])
    const recipients = await query(`select distinct user_id from notifications where subject_type = 'absence'`)
    expect(recipients.map(({ user_id }) => user_id).sort()).toEqual([idOf('uli'), idOf('marta')].sort())
  })

  test('in the log of the server, whatever its level', () => {
    expect(lines.length).toBeGreaterThan(3)
    expect(secretsIn(lines.join('\n'))).toEqual([])
  })
})

test('colleagues read the same about a person who is away as about one who has no shift', async () => {
  const { shiftId } = rows
  // As if the shift had been nobody's from the beginning.
  const after = await readAll(await muster.as('lea'), rows)
  const rosterOf = (replies: ReadonlyMap<string, string>) =>
    [...replies].filter(([url]) => /\/roster(\?|\/coming)/.test(url)).map(([, text]) => text)
  const expected = rosterOf(before).map((text) =>
    text.replaceAll(/\{"id":(\d+),[^{}]*\}/g, (shift, id) =>
      Number(id) === shiftId ? shift.replace(`"userId":"${idOf('uli')}"`, '"userId":null') : shift,
    ),
  )
  expect(rosterOf(after).length).toBeGreaterThan(0)
  expect(rosterOf(after)[0]).toEqual(expected[0])
})

test('a colleague whose exchange would need the person learns only that they may not', async () => {
  const { id, departmentId } = await putShift(muster, { person: 'lea', date: day(12), isPublished: true })
  const exchange = await putExchange(muster, { id, departmentId }, 'lea', 'uli')
  const uli = await muster.as('uli')
  const own = await httpErrorOf(uli.call(rosterApi.acceptExchange, { params: { id: exchange.id } }))
  expect([own.status, own.reply?.code]).toEqual([409, 'away'])
  const theirs = await putShift(muster, {
    person: 'uli',
    date: day(10),
    start: '01:00',
    end: '05:00',
    isPublished: true,
  })
  const choices = await (await muster.as('lea')).call(rosterApi.exchangeChoices, {
    params: { id },
    query: { userId: idOf('uli') },
  })
  expect(choices.people.map((person) => person.id)).toContain(idOf('uli'))
  expect(JSON.stringify(choices)).not.toContain('away')
  expect(choices.shifts.map(({ shift }) => shift.id)).toContain(theirs.id)
})
