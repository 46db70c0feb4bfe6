import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../src/server/core/context.ts'
import { tellOfOwners } from '../src/server/features/notifications/owners.ts'
import { openDue } from '../src/server/features/routines/open.ts'
import { auditApi } from '../src/shared/audit-log.ts'
import { authApi } from '../src/shared/auth.ts'
import { calendarApi } from '../src/shared/calendar.ts'
import { clockApi } from '../src/shared/clock.ts'
import { kioskApi, kiosksApi } from '../src/shared/kiosks.ts'
import { notificationsApi } from '../src/shared/notifications.ts'
import { UNOWNED_DAYS } from '../src/shared/owned.ts'
import { pushApi } from '../src/shared/push.ts'
import { routinesApi } from '../src/shared/routines.ts'
import { tasksApi } from '../src/shared/tasks.ts'
import { tokensApi } from '../src/shared/tokens.ts'
import { usersApi } from '../src/shared/users.ts'
import { webhooksApi } from '../src/shared/webhooks.ts'
import { finishJobs } from './support/jobs.ts'
import { enter, PIN, putPin, withPass } from './support/kiosks.ts'
import { PASSWORD, putPerson } from './support/people.ts'
import { openPushService } from './support/push-service.ts'
import { newRoutine, routineCalls } from './support/routines.ts'
import { type Browser, httpErrorOf, useTestApp } from './support/test-app.ts'
import { withToken } from './support/tokens.ts'
import { openReceiver } from './support/webhooks.ts'

/** When a person loses a right, things they made by it end, or get a new owner. */

const service = await openPushService()
const receiver = await openReceiver()
const muster = useTestApp({ PUSH_HOSTS: `known,${service.host}`, WEBHOOK_HOSTS: receiver.host })
afterAll(() => Promise.all([service.close(), receiver.close()]))

const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const gita = () => muster.as('gita')
const codeOf = async (call: Promise<unknown>) => (await httpErrorOf(call)).reply?.code
const DAY_MS = 24 * 3600 * 1000
/** Follows the owners as the scheduler does, so many days from now. */
const follow = (days = 0) =>
  inTransaction(muster.contextOf('gita', new Date(Date.now() + days * DAY_MS)), (ctx) => tellOfOwners(ctx))
const update = async (id: string, body: { role?: 'admin' | 'manager'; isActive?: boolean }) =>
  (await gita()).call(usersApi.update, { params: { id }, body })

beforeEach(() => query('delete from webhooks; delete from kiosks; delete from notifications; delete from jobs'))

/** An administrator with a token, a calendar and a device that is told. */
async function putMaker() {
  const person = await putPerson(muster.services, { role: 'admin' })
  const browser = await muster.signIn(person.email)
  const body = { name: 'Import', scopes: ['task:read' as const], expire: null }
  const { token } = await browser.call(tokensApi.create, { body })
  const { path } = await browser.call(calendarApi.renew, {})
  await browser.call(pushApi.subscribe, { body: service.browser().subscription })
  return { ...person, browser, program: withToken(muster, token), path }
}

const lost = {
  'a lower role': (id: string) => update(id, { role: 'manager' }),
  deactivation: (id: string) => update(id, { isActive: false }),
  deletion: async (id: string) => (await gita()).call(usersApi.remove, { params: { id } }),
}

describe('what somebody uses themselves', () => {
  test.each(Object.entries(lost))('ends at once with %s', async (_, lose) => {
    const { id, program, path } = await putMaker()
    const calendar = () => muster.stranger().raw({ method: 'GET', url: path })
    expect((await calendar()).status).toBe(200)
    await lose(id)
    expect(await codeOf(program.call(authApi.session, {}))).toBe('bad_token')
    expect((await calendar()).status).toBe(404)
    expect(await query('select from push_subscriptions where user_id = $1', [id])).toEqual([])
  })

  test('is told to its person when a lower role ends it, and stands in the audit log', async () => {
    const { id, browser } = await putMaker()
    await update(id, { role: 'manager' })
    const [told] = await browser.call(notificationsApi.list, {})
    expect(told).toMatchObject({ type: 'security', title: 'Your tokens, calendar and devices were disconnected' })
    const { entries } = await (await gita()).call(auditApi.list, { query: { action: 'user.revoke-tokens', limit: 1 } })
    expect(entries[0]?.changes).toContainEqual({ field: 'devices', before: null, after: '1' })
  })

  test('stays with a higher role, and with a new name', async () => {
    const { id, program } = await putMaker()
    await (await gita()).call(usersApi.update, { params: { id }, body: { firstName: 'Other' } })
    await (await gita()).call(usersApi.update, { params: { id }, body: { role: 'god' } })
    await program.call(authApi.session, {})
  })

  test('is listed for who manages the person, and ends together', async () => {
    const { id, program, path } = await putMaker()
    await muster.stranger().raw({ method: 'GET', url: path })
    const admin = await gita()
    expect(await admin.call(usersApi.programs, { params: { id } })).toMatchObject({
      tokens: [{ name: 'Import', createdAt: expect.any(String) }],
      ...{ hasCalendar: true, calendarReadAt: expect.any(String) },
      devices: [{ device: expect.any(String), createdAt: expect.any(String) }],
    })
    await admin.call(usersApi.endPrograms, { params: { id } })
    expect(await codeOf(program.call(authApi.session, {}))).toBe('bad_token')
    const none = { tokens: [], hasCalendar: false, calendarReadAt: null, devices: [] }
    expect(await admin.call(usersApi.programs, { params: { id } })).toEqual(none)
  })
})

/** An administrator who has made a webhook and a kiosk, and somebody with a PIN. */
async function putHouse() {
  const maker = await putPerson(muster.services, { role: 'admin', firstName: 'Mia', lastName: 'Maker' })
  const browser = await muster.signIn(maker.email)
  const inbox = receiver.open()
  const body = { name: 'Door locks', url: inbox.url, types: ['task.created' as const, 'clock.started' as const] }
  const { id: webhook, secret } = await browser.call(webhooksApi.create, { body })
  inbox.secret = secret
  const tablet = await muster.signIn(maker.email)
  const { id: kiosk } = await tablet.call(kiosksApi.create, { body: { name: 'Staff door', departmentId: null } })
  return { maker, browser, tablet, inbox, webhook, kiosk }
}
type House = Awaited<ReturnType<typeof putHouse>>

const standing = async () => {
  const browser = await gita()
  const [webhook] = (await browser.call(webhooksApi.list, {})).webhooks
  const [kiosk] = await browser.call(kiosksApi.list, {})
  return { webhook, kiosk }
}
const toldTo = async (browser: Browser) =>
  (await browser.call(notificationsApi.list, {})).map(({ type, title, message }) => ({ type, title, message }))
async function deliver({ inbox }: House) {
  await (await gita()).call(tasksApi.create, { body: { title: 'Air the attic rooms' } })
  await finishJobs(muster.services)
  return inbox.received.length
}
const takeOver = async ({ webhook, kiosk }: House, browser: Browser) => {
  await browser.call(webhooksApi.takeOver, { params: { id: webhook } })
  await browser.call(kiosksApi.takeOver, { params: { id: kiosk } })
}

describe('what belongs to the house', () => {
  test('is listed with who made it', async () => {
    const { maker } = await putHouse()
    const createdBy = { id: maker.id, firstName: 'Mia', lastName: 'Maker' }
    const owned = { createdBy, takenOverBy: null, pausesAt: null }
    expect(await standing()).toMatchObject({ webhook: owned, kiosk: owned })
  })

  test.each(Object.entries(lost))('goes on after %s of its owner, and the others are told at once', async (_, lose) => {
    const house = await putHouse()
    expect(await deliver(house)).toBe(1)
    await house.tablet.call(kioskApi.read, { query: {} })
    await lose(house.maker.id)
    const { webhook, kiosk } = await standing()
    const week = Date.now() + UNOWNED_DAYS * DAY_MS
    for (const each of [webhook, kiosk]) expect(Math.abs(Date.parse(each?.pausesAt ?? '') - week)).toBeLessThan(60_000)
    for (const name of ['gita', 'adam'] as const) {
      const told = await toldTo(await muster.as(name))
      expect(told).toContainEqual({
        type: 'webhook',
        title: 'A webhook needs a new owner',
        message: expect.stringMatching(
          /^Door locks \(tasks and hours to 127\.0\.0\.1:\d+, last delivered .+\)\. Mia Maker can no longer manage webhooks\. Take over those that you need and delete the rest\. The others pause on .+\.$/,
        ),
      })
      expect(told).toContainEqual({
        type: 'kiosk',
        title: 'A kiosk needs a new owner',
        message: expect.stringMatching(
          /^Staff door \(people of all departments, last seen .+\)\. Mia Maker can no longer manage kiosks\./,
        ),
      })
    }
    expect(await toldTo(await muster.as('marta'))).toEqual([])
    expect(await deliver(house)).toBe(2)
    await house.tablet.call(kioskApi.read, { query: {} })
    const before = await query('select count(*)::int from notifications')
    await follow(6)
    expect(await query('select count(*)::int from notifications')).toEqual(before)
    expect(await standing()).toMatchObject({ webhook: { pausedAt: null }, kiosk: { pausedAt: null } })
  })

  test('is told of once, however much one person has made', async () => {
    const { maker, browser } = await putHouse()
    for (let n = 1; n <= 4; n += 1)
      await browser.call(webhooksApi.create, {
        body: { name: `Lift ${n}`, url: receiver.open().url, types: ['comment.created'] },
      })
    await update(maker.id, { role: 'manager' })
    const told = (await toldTo(await gita())).filter(({ type }) => type === 'webhook')
    expect(told).toMatchObject([
      {
        title: '5 webhooks need a new owner',
        message: expect.stringMatching(
          /^Door locks .+, Lift 1 \(comments to .+, nothing delivered in 30 days\), .+ and 2 more\./,
        ),
      },
    ])
  })

  test('pauses after seven days without an answer, and the others are told again', async () => {
    const house = await putHouse()
    const uli = muster.fixtures.people.uli
    await putPin(muster, uli.id)
    await update(house.maker.id, { isActive: false })
    const headers = withPass(await enter(house.tablet, uli.id))
    await house.tablet.call(clockApi.active, {}, headers)
    await query('delete from notifications')
    await follow(UNOWNED_DAYS + 0.01)
    await follow(UNOWNED_DAYS + 0.02)
    expect(await standing()).toMatchObject({
      webhook: { pausedAt: expect.any(String), pausedBecause: 'unowned' },
      kiosk: { pausedAt: expect.any(String) },
    })
    expect(await toldTo(await gita())).toEqual([
      {
        ...{ type: 'kiosk', title: 'A kiosk was paused' },
        message: expect.stringMatching(
          /^Staff door \(.+\)\. Mia Maker can no longer manage kiosks, and nobody has taken over\.$/,
        ),
      },
      {
        ...{ type: 'webhook', title: 'A webhook was paused' },
        message: expect.stringMatching(
          /^Door locks \(.+\)\. Mia Maker can no longer manage webhooks, and nobody has taken over\.$/,
        ),
      },
    ])
    expect(await deliver(house)).toBe(0)
    expect(await codeOf(house.tablet.call(kioskApi.read, { query: {} }))).toBe('kiosk_paused')
    expect(await codeOf(house.tablet.call(kioskApi.enter, { body: { userId: uli.id, pin: PIN } }))).toBe('kiosk_paused')
    expect(await codeOf(house.tablet.call(clockApi.active, {}, headers))).toBe('not_signed_in')
    expect(await codeOf((await gita()).call(webhooksApi.resume, { params: { id: house.webhook } }))).toBe('no_owner')

    await takeOver(house, await muster.as('adam'))
    const { id, firstName, lastName } = muster.fixtures.people.adam
    const owned = { takenOverBy: { id, firstName, lastName }, pausesAt: null, pausedAt: null }
    expect(await standing()).toMatchObject({
      webhook: { ...owned, pausedBecause: null, createdBy: { firstName: 'Mia' } },
      kiosk: { ...owned, createdBy: { firstName: 'Mia' } },
    })
    expect(await deliver(house)).toBe(1)
    await house.tablet.call(kioskApi.read, { query: {} })
  })

  test('belongs to who takes it over first, and stays theirs', async () => {
    const house = await putHouse()
    const { webhook: id, kiosk } = house
    const adam = await muster.as('adam')
    expect(await codeOf(adam.call(webhooksApi.takeOver, { params: { id } }))).toBe('has_owner')
    await update(house.maker.id, { role: 'manager' })
    await takeOver(house, adam)
    expect(await codeOf((await gita()).call(webhooksApi.takeOver, { params: { id } }))).toBe('has_owner')
    expect(await codeOf((await gita()).call(kiosksApi.takeOver, { params: { id: kiosk } }))).toBe('has_owner')
    await follow(UNOWNED_DAYS + 1)
    expect(await standing()).toMatchObject({ webhook: { pausedAt: null }, kiosk: { pausedAt: null } })
    const { entries } = await adam.call(auditApi.list, { query: { resourceType: 'webhook', resourceId: String(id) } })
    expect(entries.map(({ action, person }) => `${action} ${person?.firstName}`)).toEqual([
      'webhook.take-over Adam',
      'webhook.lose-owner Gita',
      'webhook.create Mia',
    ])
  })

  test('needs another owner again when the next one leaves', async () => {
    const house = await putHouse()
    await update(house.maker.id, { isActive: false })
    const next = await putPerson(muster.services, { role: 'admin', firstName: 'Nia', lastName: 'Next' })
    await takeOver(house, await muster.signIn(next.email))
    await query('delete from notifications')
    await update(next.id, { role: 'manager' })
    expect((await toldTo(await gita())).map(({ message }) => message)).toEqual([
      expect.stringContaining('Nia Next'),
      expect.stringContaining('Nia Next'),
    ])
  })

  test('belongs to the person who changed last what goes where', async () => {
    const house = await putHouse()
    const params = { id: house.webhook }
    const next = await putPerson(muster.services, { role: 'admin', firstName: 'Nia', lastName: 'Next' })
    const browser = await muster.signIn(next.email)
    const change = async (body: object) => {
      await browser.call(webhooksApi.update, { params, body })
      return (await standing()).webhook?.takenOverBy?.firstName
    }
    expect(await change({ name: 'Doors', types: ['task.created'], url: house.inbox.url })).toBeUndefined()
    expect(await change({ types: ['task.created', 'comment.created'] })).toBe('Nia')
    await house.browser.call(webhooksApi.update, { params, body: { url: receiver.open().url } })
    expect((await standing()).webhook?.takenOverBy?.firstName).toBe('Mia')
    expect(await change({ url: receiver.open().url })).toBe('Nia')
    await update(next.id, { isActive: false })
    expect((await standing()).webhook).toMatchObject({ pausesAt: expect.any(String), createdBy: { firstName: 'Mia' } })
    expect((await toldTo(await gita())).map(({ message }) => message)).toEqual([expect.stringContaining('Nia Next')])
  })

  test('is asked for with a recent proof', async () => {
    const house = await putHouse()
    await update(house.maker.id, { isActive: false })
    const { email, id } = await putPerson(muster.services, { role: 'admin' })
    const browser = await muster.signIn(email)
    const long = '{"provedAt":"2026-01-01T00:00:00.000Z"}'
    await query('update sessions set sess = (sess::jsonb || $2::jsonb)::json where user_id = $1', [id, long])
    const { webhook, kiosk } = house
    expect(await codeOf(browser.call(webhooksApi.takeOver, { params: { id: webhook } }))).toBe('proof_needed')
    expect(await codeOf(browser.call(kiosksApi.takeOver, { params: { id: kiosk } }))).toBe('proof_needed')
  })

  test('stays with an owner who gets the right back in time', async () => {
    const house = await putHouse()
    await update(house.maker.id, { role: 'manager' })
    await update(house.maker.id, { role: 'admin' })
    expect(await standing()).toMatchObject({ webhook: { pausesAt: null }, kiosk: { pausesAt: null } })
    await follow(UNOWNED_DAYS + 1)
    expect(await standing()).toMatchObject({ webhook: { pausedAt: null }, kiosk: { pausedAt: null } })
  })

  test('is found without an owner too when a command or an older server has taken the right', async () => {
    const { maker, kiosk } = await putHouse()
    await query(`update users set role = 'user' where id = $1`, [maker.id])
    expect(await toldTo(await gita())).toEqual([])
    await follow()
    expect(await toldTo(await gita())).toHaveLength(2)
    await (await muster.as('adam')).call(kiosksApi.remove, { params: { id: kiosk } })
    const { entries } = await (await gita()).call(auditApi.list, { query: { action: 'webhook.lose-owner', limit: 1 } })
    expect(entries[0]).toMatchObject({ title: 'Door locks' })
  })

  test('keeps the reason of another pause, which a new owner may end', async () => {
    const house = await putHouse()
    const params = { id: house.webhook }
    await (await gita()).call(webhooksApi.pause, { params })
    await update(house.maker.id, { isActive: false })
    await follow(UNOWNED_DAYS + 1)
    expect((await standing()).webhook).toMatchObject({ pausedBecause: 'person' })
    await takeOver(house, await gita())
    expect((await standing()).webhook).toMatchObject({ pausedBecause: 'person', pausesAt: null })
    await (await gita()).call(webhooksApi.resume, { params })
  })
})

test('a tablet whose maker has signed in elsewhere is no way back for them', async () => {
  const { maker, tablet } = await putHouse()
  await update(maker.id, { isActive: false })
  const body = { email: maker.email, password: PASSWORD }
  expect(await codeOf(tablet.call(authApi.login, { body }))).toBe('wrong_credentials')
})

describe('routines of somebody who may manage none any more', () => {
  const { get, list, update: change } = routineCalls(muster)
  /** A manager with a routine of Housekeeping. */
  async function putPlanner() {
    const { Housekeeping: departmentId } = muster.fixtures.departments
    const planner = await putPerson(muster.services, { role: 'manager', departmentId })
    const browser = await muster.signIn(planner.email)
    const { id } = await browser.call(routinesApi.create, { body: newRoutine(muster, 'Housekeeping') })
    return { planner, browser, id }
  }
  const open = () => openDue(muster.contextOf('gita', new Date(Date.now() + DAY_MS)))

  test('open tasks that this person does not see, and others change them as before', async () => {
    const { planner, browser, id } = await putPlanner()
    const { Maintenance: departmentId } = muster.fixtures.departments
    await (await gita()).call(usersApi.update, { params: { id: planner.id }, body: { role: 'user', departmentId } })
    await open()
    expect((await browser.call(tasksApi.list, { query: {} })).tasks).toEqual([])
    expect(await codeOf(browser.call(routinesApi.get, { params: { id } }))).toBe('not_found')
    const [task] = (await (await muster.as('uli')).call(tasksApi.list, { query: { routineId: id } })).tasks
    expect(await codeOf(browser.call(tasksApi.get, { params: { id: task?.id ?? 0 } }))).toBe('not_found')
    expect((await get('marta', id)).creatorId).toBe(muster.fixtures.people.gita.id)
    await change('marta', id, { title: 'Pool: pH' })
    expect((await list('uli')).map(({ title }) => title)).toContain('Pool: pH')
  })

  test('are found when a command or an older server has taken the right; others keep theirs', async () => {
    const [{ planner, id }, kept] = [await putPlanner(), await putPlanner()]
    await query(`update users set role = 'user' where id = $1`, [planner.id])
    await follow()
    expect((await get('marta', id)).creatorId).toBe(muster.fixtures.people.gita.id)
    expect((await get('marta', kept.id)).creatorId).toBe(kept.planner.id)
  })
})

test.each([
  ['a lower role', { role: 'manager' as const }, { role: 'admin' as const }],
  ['deactivation', { isActive: false }, { isActive: true }],
])('invitations end with %s of their inviter, and stay ended when the right is back', async (_, loss, back) => {
  const maker = await putPerson(muster.services, { role: 'admin' })
  const { id } = await putPerson(muster.services)
  const { invitations } = await (await muster.signIn(maker.email)).call(usersApi.invite, { body: { userIds: [id] } })
  const token = invitations[0]?.link.split('invite=')[1] ?? ''
  const read = () => muster.stranger().call(authApi.invitation, { body: { token } })
  expect(await read()).toMatchObject({ firstName: 'New' })
  await update(maker.id, loss)
  await update(maker.id, back)
  expect(await codeOf(read())).toBe('link_dead')
})
