import { afterEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { type LivePage, openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import type { ServerMessage } from '../../../shared/changes.ts'
import { clockApi } from '../../../shared/clock.ts'
import type { Correction } from '../../../shared/clocking.ts'
import { notificationsApi } from '../../../shared/notifications.ts'

/** A manager corrects a person's hours; the person is notified of the change and its reason. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(() => clearSessions(muster))

const FROM = '2026-11-02T07:00:00.000Z'
const TO = '2026-11-02T15:30:00.000Z'
const put = (name: PersonName = 'uli', from = FROM, to: string | null = TO) => putSession(muster, name, from, to)
const correct = async (by: PersonName, id: number, body: Omit<Correction, 'reason'>, reason = 'Forgot to clock out') =>
  (await muster.as(by)).call(clockApi.correct, { params: { id }, body: { ...body, reason } })
const refusal = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return { status, message: reply?.message, path: reply?.issues?.[0]?.path }
}

test('changes the times, says by whom and why, and is in the audit log', async () => {
  const { id } = await put('uli', FROM, '2026-11-03T08:00:00.000Z')
  const corrected = await correct('marta', id, { endTime: TO })
  expect(corrected).toMatchObject({
    startTime: FROM,
    endTime: TO,
    duration: 510,
    status: 'completed',
    needsReview: false,
    correction: { reason: 'Forgot to clock out', by: 'Marta Oliveira', at: corrected.updatedAt },
  })
  const { marta } = muster.fixtures.people
  const audited = 'select user_id, action, resource_id, details from audit_logs order by id desc limit 1'
  expect((await muster.services.database.pool.query(audited)).rows).toEqual([
    {
      user_id: marta.id,
      action: 'clock-session.correct',
      resource_id: String(id),
      details: {
        before: {
          endTime: '2026-11-03T08:00:00.000Z',
          duration: 1500,
          correctedBy: null,
          correctedAt: null,
          correctionReason: null,
        },
        after: {
          endTime: TO,
          duration: 510,
          correctedBy: marta.id,
          correctedAt: corrected.updatedAt,
          correctionReason: 'Forgot to clock out',
        },
      },
    },
  ])
})

test('ends a session that runs, or only moves its beginning', async () => {
  const { id } = await put('uli', FROM, null)
  expect(await correct('marta', id, { startTime: '2026-11-02T06:00:00.000Z' })).toMatchObject({
    status: 'active',
    duration: null,
    // It still runs, and it is still too long.
    needsReview: true,
  })
  expect(await correct('marta', id, { endTime: TO })).toMatchObject({ status: 'completed', duration: 570 })
  expect(await (await muster.as('uli')).call(clockApi.active, {})).toBeNull()
})

test('confirms a long session without changing it', async () => {
  const { id } = await put('uli', FROM, '2026-11-03T00:00:00.000Z')
  const before = await (await muster.as('uli')).call(clockApi.history, { query: { week: '2026-11-02' } })
  expect(before.sessions).toMatchObject([{ needsReview: true, correction: null }])
  expect(await correct('marta', id, {}, 'Night of the storm')).toMatchObject({ duration: 1020, needsReview: false })
})

describe('the person', () => {
  const newest = async (name: PersonName) => (await (await muster.as(name)).call(notificationsApi.list, {}))[0]

  test.each([
    [{ endTime: '2026-11-02T15:00:00.000Z' }, 'Nov 2, 08:00 – 16:30 to Nov 2, 08:00 – 16:00'],
    [{ startTime: '2026-11-01T21:00:00.000Z' }, 'Nov 2, 08:00 – 16:30 to Nov 1, 22:00 – Nov 2, 16:30'],
  ])('is notified of what was changed by %j', async (times, words) => {
    const { id } = await put()
    await correct('marta', id, times, 'As we agreed')
    expect(await newest('uli')).toMatchObject({
      type: 'clock',
      title: 'Your hours were corrected',
      message: `Marta Oliveira changed ${words}: As we agreed`,
    })
  })

  test('is notified when a session was confirmed', async () => {
    await correct('gita', (await put('marta')).id, {}, 'I was there')
    expect(await newest('marta')).toMatchObject({
      title: 'Your hours were confirmed',
      message: 'Gita Rao confirmed Nov 2, 08:00 – 16:30: I was there',
    })
  })

  test('receives it at once on open pages, as do managers; colleagues do not', async () => {
    const { id } = await put()
    const address = await muster.listen()
    const pageOf = async (name: PersonName) => {
      const page = await openPage(address, { cookie: (await muster.as(name)).cookie, origin: address })
      page.send({ type: 'auth', userId: muster.fixtures.people[name].id })
      await page.receives('auth_success')
      return page
    }
    const [uli, lea, marta] = await Promise.all([pageOf('uli'), pageOf('lea'), pageOf('marta')])
    await correct('marta', id, { endTime: '2026-11-02T15:00:00.000Z' })
    await hoursOf(uli, id)
    expect(await uli.receives('notification')).toMatchObject({ data: { title: 'Your hours were corrected' } })
    await hoursOf(marta, id)
    expect((await lea.receivedByNow()).filter(isOfHours)).toEqual([])
    for (const page of [uli, lea, marta]) page.socket.close()
  })
})

const isOfHours = (message: ServerMessage) => message.type === 'change' && message.data.resource === 'clock'

/** Waits for the change of a session. A change of the person's own sign-in may come before it. */
async function hoursOf(page: LivePage, id: number): Promise<void> {
  const message = await page.receives('change')
  if (isOfHours(message)) expect(message.data.id).toBe(id)
  else await hoursOf(page, id)
}

describe('is refused', () => {
  const soon = () => new Date(Date.now() + 60_000).toISOString()

  test.each([
    ['an end before its beginning', { endTime: '2026-11-02T06:59:59.999Z' }, 'endTime', 'Must be after the start'],
    ['an end at its beginning', { endTime: FROM }, 'endTime', 'Must be after the start'],
    ['a beginning after its end', { startTime: '2026-11-02T16:00:00.000Z' }, 'startTime', 'Must be before the end'],
    ['an end in the future', { endTime: soon() }, 'endTime', 'Must not be in the future'],
    ['a beginning in the future', { startTime: soon(), endTime: soon() }, 'startTime', 'Must not be in the future'],
  ])('%s', async (_, times, path, message) => {
    const { id } = await put()
    const refused = await refusal(correct('marta', id, times))
    expect(refused).toMatchObject({ status: 400, path, message: expect.stringContaining(message) })
  })

  test.each([undefined, '', ' \t\n'])('without a reason (%j)', async (reason) => {
    const { id } = await put()
    const { status, json } = await (await muster.as('marta')).raw({
      method: 'PUT',
      url: `/api/v1/clock/sessions/${id}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ reason }),
    })
    expect({ status, issues: json.issues }).toEqual({ status: 400, issues: [{ path: 'reason', message: 'Say why' }] })
  })

  test.each([
    // The other session, and this one after the correction (08:00 to 16:30 in Berlin).
    ['2026-11-02T16:00:00.000Z', '2026-11-02T18:00:00.000Z', { endTime: '2026-11-02T16:00:00.001Z' }, 409],
    ['2026-11-02T16:00:00.000Z', '2026-11-02T18:00:00.000Z', { endTime: '2026-11-02T16:00:00.000Z' }, 200],
    ['2026-11-02T04:00:00.000Z', '2026-11-02T06:00:00.000Z', { startTime: '2026-11-02T05:59:59.999Z' }, 409],
    ['2026-11-02T04:00:00.000Z', '2026-11-02T06:00:00.000Z', { startTime: '2026-11-02T06:00:00.000Z' }, 200],
    // Around all of the other session, and before one that still runs.
    ['2026-11-02T17:00:00.000Z', '2026-11-02T18:00:00.000Z', { endTime: '2026-11-02T20:00:00.000Z' }, 409],
    ['2026-11-02T17:00:00.000Z', null, { endTime: '2026-11-02T17:00:00.001Z' }, 409],
    ['2026-11-02T17:00:00.000Z', null, { endTime: '2026-11-02T17:00:00.000Z' }, 200],
  ])('what overlaps the person’s session from %s to %s: %j gives %i', async (from, to, times, expected) => {
    await put('lea', '2026-11-02T00:00:00.000Z', null) // anybody else's
    await put('uli', from, to)
    const { id } = await put()
    const { status, json } = await (await muster.as('marta')).raw({
      method: 'PUT',
      url: `/api/v1/clock/sessions/${id}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...times, reason: 'As told' }),
    })
    expect({ status, code: json.code }).toEqual({ status: expected, code: expected === 409 ? 'overlaps' : undefined })
  })

  test('of two corrections at once that would overlap, one', async () => {
    const one = await put()
    const other = await put('uli', '2026-11-02T18:00:00.000Z', '2026-11-02T20:00:00.000Z')
    const outcomes = await Promise.allSettled([
      correct('marta', one.id, { endTime: '2026-11-02T17:30:00.000Z' }),
      correct('gita', other.id, { startTime: '2026-11-02T17:00:00.000Z' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('of oneself, whatever the role; of a stranger’s session there is nothing', async () => {
    for (const name of ['marta', 'adam', 'gita'] as const) {
      const { id } = await put(name)
      expect(await refusal(correct(name, id, {}))).toMatchObject({ status: 403 })
    }
    expect(await refusal(correct('marta', (await put('una')).id, {}))).toMatchObject({ status: 404 })
    await clearSessions(muster)
    expect(await correct('adam', (await put('gita')).id, { endTime: '2026-11-02T15:00:00.000Z' })).toMatchObject({
      duration: 480,
    })
  })

  test('when the session has changed since it was opened', async () => {
    const { id, updatedAt } = await put('uli', FROM, null)
    await (await muster.as('uli')).call(clockApi.stop, {})
    const late = correct('marta', id, { endTime: TO, updatedAt })
    expect(await refusal(late)).toMatchObject({ status: 409, message: 'This session has changed meanwhile' })
  })
})

describe('hours that nobody recorded', () => {
  const add = async (by: PersonName, to: PersonName, startTime = FROM, endTime = TO) => {
    const body = { startTime, endTime, reason: 'Forgot to clock in' }
    return (await muster.as(by)).call(clockApi.add, { params: { id: muster.fixtures.people[to].id }, body })
  }

  test('are added, cause a notification, and are in the audit log', async () => {
    const { uli, marta } = muster.fixtures.people
    const added = await add('marta', 'uli')
    expect(added).toMatchObject({
      ...{ userId: uli.id, departmentId: uli.departmentId, startTime: FROM, endTime: TO },
      ...{ duration: 510, status: 'completed', needsReview: false, startedOffline: false },
      correction: { reason: 'Forgot to clock in', by: 'Marta Oliveira', at: added.createdAt },
    })
    const week = await (await muster.as('uli')).call(clockApi.history, { query: { week: '2026-11-02' } })
    expect(week).toMatchObject({ total: 510, sessions: [added] })
    expect((await (await muster.as('uli')).call(notificationsApi.list, {}))[0]).toMatchObject({
      type: 'clock',
      title: 'Hours were added for you',
      message: 'Marta Oliveira added Nov 2, 08:00 – 16:30: Forgot to clock in',
    })
    const audited = 'select user_id, action, resource_id from audit_logs order by id desc limit 1'
    expect((await muster.services.database.pool.query(audited)).rows).toEqual([
      { user_id: marta.id, action: 'clock-session.add', resource_id: String(added.id) },
    ])
  })

  test.each([
    ['backwards', TO, FROM, { status: 400, path: 'endTime' }],
    ['of no length', FROM, FROM, { status: 400, path: 'endTime' }],
    ['of the future', FROM, '2999-01-01T00:00:00.000Z', { status: 400, path: 'endTime' }],
    ['over a recorded session', '2026-11-02T06:00:00.000Z', '2026-11-02T07:00:00.001Z', { status: 409 }],
  ])('are refused %s', async (_, from, to, expected) => {
    await put()
    expect(await refusal(add('marta', 'uli', from, to))).toMatchObject(expected)
  })

  test('may touch what is recorded, and end where a running session begins', async () => {
    await put('uli', TO, null)
    expect(await add('marta', 'uli')).toMatchObject({ duration: 510 })
    expect(await refusal(add('marta', 'uli', FROM, '2026-11-02T15:30:00.001Z'))).toMatchObject({ status: 409 })
  })

  test('of two that would overlap are added once; nobody adds their own', async () => {
    const both = await Promise.allSettled([add('marta', 'uli'), add('gita', 'uli')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(add('gita', 'gita'))).toMatchObject({ status: 403 })
    expect(await refusal(add('marta', 'una'))).toMatchObject({ status: 403 })
  })
})
