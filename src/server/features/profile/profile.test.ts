import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { TAB_HEADER } from '../../../shared/changes.ts'
import type { StartScreen } from '../../../shared/fields.ts'
import { profileApi } from '../../../shared/profile.ts'
import { rateLimits } from '../../../shared/rate-limits.ts'
import { usersApi } from '../../../shared/users.ts'
import type { Language } from '../../../shared/words/languages.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'

const muster = useTestApp()

const choose = (browser: Browser, language: Language | null, headers?: Record<string, string>) =>
  browser.call(profileApi.update, { body: { language } }, headers)

async function somebody(fields: Parameters<typeof putPerson>[1] = {}) {
  const person = await putPerson(muster.services, fields)
  return { ...person, browser: await muster.signIn(person.email) }
}

async function pageOf(browser: Browser, userId: string, tab?: string) {
  const page = await openPage(await muster.listen(), { cookie: browser.cookie })
  page.send({ type: 'auth', userId, ...(tab && { tab }) })
  await page.receives('auth_success')
  return page
}

describe('one’s own language', () => {
  test('is chosen, logged, and taken back', async () => {
    const { id, browser } = await somebody({ role: 'guest' })
    const viewer = await choose(browser, 'ar')
    expect(viewer).toMatchObject({ id, language: 'ar', timeZone: 'Europe/Berlin' })
    expect(await browser.call(authApi.session, {})).toEqual(viewer)
    expect(await browser.call(profileApi.update, { body: {} })).toEqual(viewer)
    expect((await choose(browser, null)).language).toBeNull()
    const entries = await muster.services.database.orm.select().from(auditLogs).where(eq(auditLogs.resourceId, id))
    expect(entries.slice(-2).map(({ action, userId, details }) => ({ action, userId, details }))).toEqual([
      { action: 'user.update', userId: id, details: { before: { language: null }, after: { language: 'ar' } } },
      { action: 'user.update', userId: id, details: { before: { language: 'ar' }, after: { language: null } } },
    ])
  })

  test.each(['xx', 'EN', 'de-AT', 'en-XA', '', 5, ['de']])('cannot be %j', async (language) => {
    const error = await httpErrorOf(choose(await muster.as('uli'), language as Language))
    expect(error.reply?.issues).toMatchObject([{ path: 'language' }])
  })

  test('is all that can be changed', async () => {
    const body = { language: 'de', role: 'god' } as { language: Language }
    const error = await httpErrorOf((await muster.as('uli')).call(profileApi.update, { body }))
    expect(error.reply?.issues).toEqual([{ path: 'role', message: 'There is no such field' }])
  })

  test('is known to the other pages at once, and toasts come in it', async () => {
    const { id, browser } = await somebody()
    const pages = [await pageOf(browser, id, 'aaaaaaaa'), await pageOf(browser, id)]
    const toast = async () => {
      const session = { start: '2026-11-20T08:00:00.000Z', end: '2026-11-20T09:00:00.000Z' }
      const params = { by: 'Gita Rao', session, reason: 'Forgotten' }
      const fact = { kind: 'clock-added', params, subject: null } as const
      await muster.announce([{ type: 'notification', userIds: [id], ids: [1], fact }])
      return Promise.all(pages.map(async (page) => (await page.receives('notification')).data.message))
    }
    const inEnglish = 'Gita Rao added Nov 20, 09:00 – 10:00: Forgotten'
    expect(await toast()).toEqual([inEnglish, inEnglish])
    await choose(browser, 'de', { [TAB_HEADER]: 'aaaaaaaa' })
    const inGerman = expect.stringContaining('20. Nov.')
    expect(await toast()).toEqual([inGerman, inGerman])
    await (await muster.as('adam')).call(usersApi.update, { params: { id }, body: { language: 'fr' } })
    const inFrench = expect.stringContaining('20 nov.')
    expect(await toast()).toEqual([inFrench, inFrench])
    for (const { socket } of pages) socket.terminate()
  })

  test('makes the other pages read again what the server words', async () => {
    const { id, browser } = await somebody()
    const page = await pageOf(browser, id)
    await choose(browser, 'pl')
    const changed = new Set<string>()
    // Changes of people by the tests before may still arrive.
    const isAll = () => ['notifications', 'sessions', 'users'].every((resource) => changed.has(resource))
    while (!isAll()) changed.add((await page.receives('change')).data.resource)
    page.socket.terminate()
  })

  test('cannot be changed without end', async () => {
    const { browser } = await somebody()
    const languages = ['de', 'fr'] as const
    for (let call = 0; call < rateLimits.profile.burst; call += 1) await choose(browser, languages[call % 2] ?? null)
    const error = await httpErrorOf(choose(browser, 'it'))
    expect([error.status, error.reply?.code]).toEqual([429, 'too_many'])
  })
})

describe('one’s own start screen', () => {
  test('is chosen, told with the session, logged, and taken back', async () => {
    const { id, browser, email } = await somebody({ role: 'guest' })
    const set = (startScreen: StartScreen | null) => browser.call(profileApi.update, { body: { startScreen } })
    expect((await browser.call(authApi.session, {})).startScreen).toBeNull()
    const viewer = await set('dashboard')
    expect(viewer).toMatchObject({ id, startScreen: 'dashboard', language: null })
    expect(await browser.call(authApi.session, {})).toEqual(viewer)
    const body = { email, password: PASSWORD }
    expect(await muster.stranger().call(authApi.login, { body })).toEqual(viewer)
    expect((await set(null)).startScreen).toBeNull()
    const entries = await muster.services.database.orm.select().from(auditLogs).where(eq(auditLogs.resourceId, id))
    expect(entries.map(({ details }) => details)).toContainEqual({
      before: { startScreen: null },
      after: { startScreen: 'dashboard' },
    })
  })

  test.each(['board', '/today', '', 1])('cannot be %j', async (startScreen) => {
    const body = { startScreen } as { startScreen: StartScreen }
    const error = await httpErrorOf((await muster.as('uli')).call(profileApi.update, { body }))
    expect(error.reply?.issues).toMatchObject([{ path: 'startScreen' }])
  })
})

describe('the language of an account', () => {
  test('is set by whoever manages it', async () => {
    const adam = await muster.as('adam')
    const body = {
      ...{ firstName: 'Ayşe', lastName: 'Yılmaz', email: 'ayse@hotel.example', password: PASSWORD },
      role: 'user' as const,
      departmentId: muster.fixtures.departments.Operations,
      language: 'tr' as const,
    }
    const { id, language } = await adam.call(usersApi.create, { body })
    expect(language).toBe('tr')
    expect((await adam.call(usersApi.update, { params: { id }, body: { language: null } })).language).toBeNull()
    const { id: other } = await adam.call(usersApi.create, {
      body: { ...body, email: 'other@hotel.example', language: undefined },
    })
    expect((await adam.call(usersApi.list, {})).find((person) => person.id === other)?.language).toBeNull()
  })
})

test('one chooses when devices ring, and goes back to the default of the role', async () => {
  const { browser } = await somebody()
  for (const notify of ['always', 'on_duty', null] as const) {
    expect((await browser.call(profileApi.update, { body: { notify } })).notify).toBe(notify)
    expect((await browser.call(authApi.session, {})).notify).toBe(notify)
  }
})
