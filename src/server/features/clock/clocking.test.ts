import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { startOfDay } from '../../../shared/time/time.ts'
import { inTransaction } from '../../core/context.ts'
import { endRunningSession } from '../../core/people/clock-out.ts'
import { users } from '../../db/tables/users.ts'
import { readToday } from './clocking.ts'

/** Clocking in and out, and the viewer's own day. */

const ZONE = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: ZONE })
afterEach(() => clearSessions(muster))

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const refusal = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return { status, code: reply?.code, message: reply?.message }
}

test('clocking in gives 201 and the session, which then runs', async () => {
  const uli = await muster.as('uli')
  expect(await uli.call(clockApi.active, {})).toBeNull()
  expect((await uli.raw({ method: 'GET', url: '/api/v1/clock/active' })).text).toBe('null')
  const reply = await uli.raw({ method: 'POST', url: '/api/v1/clock/start' })
  expect(reply.status).toBe(201)
  const { id } = muster.fixtures.people.uli
  const department = { id: muster.fixtures.departments.Housekeeping, name: 'Housekeeping' }
  expect(reply.json).toEqual({
    id: expect.any(Number),
    userId: id,
    departmentId: department.id,
    department,
    startTime: expect.stringMatching(INSTANT),
    endTime: null,
    duration: null,
    status: 'active',
    createdAt: reply.json.startTime,
    updatedAt: reply.json.startTime,
    startedOffline: false,
    endedOffline: false,
    confirmedAt: null,
    endStatedAt: null,
    breaksStatedAt: null,
    breaks: [],
    needsReview: false,
    correction: null,
  })
  expect(await uli.call(clockApi.active, {})).toEqual(reply.json)
  expect(await uli.call(clockApi.today, {})).toEqual([reply.json])
})

test('clocking out gives 200 and the session with its whole minutes', async () => {
  const uli = await muster.as('uli')
  await putSession(muster, 'uli', new Date(Date.now() - 61 * 60_000 - 59_000).toISOString(), null)
  const reply = await uli.raw({ method: 'POST', url: '/api/v1/clock/stop' })
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({ status: 'completed', duration: 61, endTime: expect.stringMatching(INSTANT) })
  expect(await uli.call(clockApi.active, {})).toBeNull()
})

test('nobody clocks in twice, or out without being in', async () => {
  const uli = await muster.as('uli')
  const notIn = { status: 409, code: 'not_clocked_in', message: 'You are not clocked in' }
  expect(await refusal(uli.call(clockApi.stop, {}))).toEqual(notIn)
  await uli.call(clockApi.start, {})
  const alreadyIn = { status: 409, code: 'already_clocked_in', message: 'You are already clocked in' }
  expect(await refusal(uli.call(clockApi.start, {}))).toEqual(alreadyIn)
  await uli.call(clockApi.stop, {})
  expect(await refusal(uli.call(clockApi.stop, {}))).toEqual(notIn)
})

test('of 20 calls to clock in at once, on two servers, one makes a session', async () => {
  const { cookie } = await muster.as('uli')
  const other = await muster.another()
  const address = await muster.listen()
  const call = async (path: string, at: number) => {
    const reply = await fetch(`${at % 2 ? address : other.address}/api/v1/clock/${path}`, {
      method: 'POST',
      headers: { cookie },
    })
    const { message } = (await reply.json()) as { message?: string }
    return `${reply.status} ${message ?? ''}`.trim()
  }
  const all = async (path: string) =>
    (await Promise.all(Array.from({ length: 20 }, (_, at) => call(path, at)))).toSorted()
  expect(await all('start')).toEqual(['201', ...Array(19).fill('409 You are already clocked in')])
  const counted = 'select count(*)::int as sessions from clock_sessions where user_id = $1'
  const { rows } = await muster.services.database.pool.query(counted, [muster.fixtures.people.uli.id])
  expect(rows).toEqual([{ sessions: 1 }])
  expect(await all('stop')).toEqual(['200', ...Array(19).fill('409 You are not clocked in')])
})

test('a guest has no clock', async () => {
  const gus = await muster.as('gus')
  await putSession(muster, 'gus', new Date().toISOString(), null)
  expect(await gus.call(clockApi.active, {})).toBeNull()
  expect(await gus.call(clockApi.today, {})).toEqual([])
  for (const path of ['start', 'stop']) {
    expect((await gus.raw({ method: 'POST', url: `/api/v1/clock/${path}` })).status).toBe(403)
  }
})

test('the session belongs to the department that the person was in', async () => {
  const { orm } = muster.services.database
  const { departments, people } = muster.fixtures
  const move = (departmentId: number | null) =>
    orm.update(users).set({ departmentId }).where(eq(users.id, people.nora.id))
  const nora = await muster.as('nora')
  await move(departments.Maintenance)
  await nora.call(clockApi.start, {})
  await move(null)
  expect(await nora.call(clockApi.stop, {})).toMatchObject({ department: { name: 'Maintenance' } })
  expect(await nora.call(clockApi.start, {})).toMatchObject({ department: null, departmentId: null })
})

describe('today', () => {
  const now = new Date('2026-11-20T11:00:00.000Z')
  const today = async (name: 'uli' | 'lea' = 'uli') =>
    (await readToday(muster.contextOf(name, now))).map(({ startTime }) => startTime)
  const at = (time: number) => new Date(time).toISOString()
  const midnight = startOfDay(now.getTime(), ZONE)

  test('has the sessions that touch it, the newest first, and no one else’s', async () => {
    await putSession(muster, 'uli', '2026-11-18T07:00:00.000Z', '2026-11-18T15:00:00.000Z')
    await putSession(muster, 'uli', '2026-11-19T20:00:00.000Z', '2026-11-20T04:00:00.000Z')
    await putSession(muster, 'uli', '2026-11-20T09:00:00.000Z', null)
    await putSession(muster, 'lea', '2026-11-20T08:00:00.000Z', null)
    expect(await today()).toEqual(['2026-11-20T09:00:00.000Z', '2026-11-19T20:00:00.000Z'])
    expect(await today('lea')).toEqual(['2026-11-20T08:00:00.000Z'])
  })

  test('begins and ends at midnight in the deployment’s time zone', async () => {
    await putSession(muster, 'uli', at(midnight - 7_200_000), at(midnight))
    expect(await today()).toEqual([])
    await putSession(muster, 'uli', at(midnight), at(midnight))
    expect(await today()).toEqual([at(midnight)])
  })

  test('has one that has been running for days', async () => {
    await putSession(muster, 'uli', '2026-11-16T20:00:00.000Z', null)
    expect(await readToday(muster.contextOf('uli', now))).toMatchObject([{ needsReview: true, endTime: null }])
  })
})

test('closing an account can end the session that runs', async () => {
  const { id } = muster.fixtures.people.uli
  const began = new Date(Date.now() - 90 * 60_000).toISOString()
  await putSession(muster, 'uli', began, null)
  const end = () => inTransaction(muster.contextOf('adam'), (ctx) => endRunningSession(ctx, id))
  expect(await end()).toMatchObject({ userId: id, status: 'completed', duration: 90 })
  expect(await end()).toBeNull()
  const audited = `select user_id, action, details->'after'->>'status' as status from audit_logs order by id desc limit 1`
  expect((await muster.services.database.pool.query(audited)).rows).toEqual([
    { user_id: muster.fixtures.people.adam.id, action: 'clock-session.stop', status: 'completed' },
  ])
})

test('a session that began by a clock that is ahead does not end before it began', async () => {
  const began = new Date(Date.now() + 5_000).toISOString()
  await putSession(muster, 'uli', began, null)
  const ended = await (await muster.as('uli')).call(clockApi.stop, {})
  expect(ended).toMatchObject({ startTime: began, endTime: began, duration: 0 })
})
