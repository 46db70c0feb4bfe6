import { afterEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import type { ClockSession } from '../../../shared/clock-session.ts'
import { AGE_HEADER } from '../../../shared/device-time.ts'
import { IDEMPOTENCY_HEADER } from '../../../shared/idempotency.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { HttpError } from '../../base/errors.ts'
import { inTransaction } from '../../core/context.ts'
import { clockIn, clockOut } from './clocking.ts'

/** Clocking in and out without a network: the device sends it later. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(() => clearSessions(muster))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const call = async (verb: 'start' | 'stop', at?: string) =>
  (await muster.as('uli')).call<typeof clockApi.start>(clockApi[verb] as typeof clockApi.start, { body: { at } })
const refusal = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return `${status} ${reply?.code}: ${reply?.message}`
}
const put = (from: number, to: number | null) =>
  putSession(muster, 'uli', hoursAgo(from), to === null ? null : hoursAgo(to))
const correct = async (id: number, times: { startTime?: string; endTime?: string }) =>
  (await muster.as('marta')).call(clockApi.correct, { params: { id }, body: { ...times, reason: 'As we agreed' } })
const rowsOf = async (text: string) => (await muster.services.database.pool.query(text)).rows

test('a session starts and ends at the times that the device names, and is marked as sent later', async () => {
  const [began, ended] = [hoursAgo(3), hoursAgo(1)]
  const started = await call('start', began)
  expect(started).toMatchObject({ startTime: began, endTime: null, startedOffline: true, endedOffline: false })
  expect(started.createdAt > ended).toBe(true)
  const stopped = await call('stop', ended)
  const times = { startTime: began, endTime: ended, duration: 120, startedOffline: true, endedOffline: true }
  expect(stopped).toMatchObject({ id: started.id, ...times })
  const query = { week: dateOf(Date.parse(began), 'Europe/Berlin') }
  const { sessions } = await (await muster.as('uli')).call(clockApi.history, { query })
  expect(sessions).toEqual([stopped])
  const person = { params: { id: started.userId }, query }
  const { sessions: asManager } = await (await muster.as('marta')).call(clockApi.person, person)
  expect(asManager).toEqual(sessions)
  const audited = `select action, details from audit_logs where resource_type = 'clock-session' order by id desc limit 2`
  expect(await rowsOf(audited)).toMatchObject([
    {
      action: 'clock-session.stop',
      details: {
        before: { endTime: null, duration: null, status: 'active', endedOffline: false },
        after: { endTime: ended, duration: 120, status: 'completed', endedOffline: true },
      },
    },
    { action: 'clock-session.create', details: { before: null, after: { startTime: began, startedOffline: true } } },
  ])
})

test('without a time it happens now, with a body or without', async () => {
  const uli = await muster.as('uli')
  const online = { startedOffline: false, endedOffline: false }
  expect((await uli.raw({ method: 'POST', url: '/api/v1/clock/start' })).json).toMatchObject(online)
  expect(await uli.call(clockApi.stop, { body: {} })).toMatchObject(online)
  expect(await uli.call(clockApi.start, {})).toMatchObject(online)
})

describe('a time', () => {
  const now = new Date('2026-11-20T11:00:00.000Z')
  const outcomeOf = async (call: typeof clockIn, milliseconds: number): Promise<ClockSession | string> => {
    const body = { at: new Date(now.getTime() + milliseconds).toISOString() }
    const ctx = muster.contextOf('uli', now)
    return inTransaction(ctx, (within) => call(within, { params: {}, query: undefined, body })).catch((error) => {
      if (!(error instanceof HttpError)) throw error
      return `${error.status} ${error.issues?.[0]?.path}: ${error.message}`
    })
  }
  const tooLate = '400 at: This was more than 12 hours ago. Ask a manager to correct your hours.'
  const ahead = '400 at: Must not be in the future'

  test('is taken up to 12 hours back', async () => {
    expect(await outcomeOf(clockIn, -12 * HOUR - 1)).toBe(tooLate)
    expect(await outcomeOf(clockIn, -12 * HOUR)).toMatchObject({ startTime: '2026-11-19T23:00:00.000Z' })
    expect(await outcomeOf(clockOut, -12 * HOUR - 1)).toBe(tooLate)
    expect(await outcomeOf(clockOut, -12 * HOUR)).toMatchObject({ endTime: '2026-11-19T23:00:00.000Z', duration: 0 })
  })

  test('up to two minutes ahead is now', async () => {
    expect(await outcomeOf(clockIn, 2 * MINUTE + 1)).toBe(ahead)
    expect(await outcomeOf(clockIn, 2 * MINUTE)).toMatchObject({ startTime: now.toISOString(), startedOffline: true })
    expect(await outcomeOf(clockOut, 2 * MINUTE + 1)).toBe(ahead)
    expect(await outcomeOf(clockOut, 2 * MINUTE)).toMatchObject({ endTime: now.toISOString(), endedOffline: true })
  })
})

describe('a beginning', () => {
  const BEFORE =
    /^409 before_last_end: This is before the end of your last session: .+ – .+\. Ask a manager to correct your hours\.$/

  test('lies behind the end of the last session', async () => {
    await put(9, 8)
    const { endTime } = await put(6, 4)
    for (const hours of [10, 8.5, 7, 5]) expect(await refusal(call('start', hoursAgo(hours)))).toMatch(BEFORE)
    const lastMoment = new Date(Date.parse(endTime as string) - 1).toISOString()
    expect(await refusal(call('start', lastMoment))).toMatch(BEFORE)
    expect(await call('start', endTime as string)).toMatchObject({ startTime: endTime })
  })

  test('is refused while one is on the clock', async () => {
    await put(5, null)
    for (const hours of [6, 2]) {
      expect(await refusal(call('start', hoursAgo(hours)))).toBe('409 already_clocked_in: You are already clocked in')
    }
  })
})

describe('an end', () => {
  test('does not lie before the beginning', async () => {
    expect(await refusal(call('stop', hoursAgo(1)))).toBe('409 not_clocked_in: You are not clocked in')
    const { startTime } = await put(2, null)
    const words = /^409 before_start: This is before you clocked in: .+\. Ask a manager to correct your hours\.$/
    expect(await refusal(call('stop', new Date(Date.parse(startTime) - 1).toISOString()))).toMatch(words)
    expect(await call('stop', startTime)).toMatchObject({ endTime: startTime, duration: 0 })
  })

  test('of a session that a manager has corrected meanwhile fits what stands there now', async () => {
    const first = await put(8, null)
    const moved = hoursAgo(9)
    await correct(first.id, { startTime: moved })
    const corrected = { startTime: moved, duration: 180, endedOffline: true, correction: { by: 'Marta Oliveira' } }
    expect(await call('stop', hoursAgo(6))).toMatchObject({ id: first.id, ...corrected })

    const second = await put(5, null)
    await correct(second.id, { startTime: hoursAgo(2) })
    expect(await refusal(call('stop', hoursAgo(3)))).toMatch(/^409 before_start/)
    const endTime = hoursAgo(1)
    await correct(second.id, { endTime })
    expect(await refusal(call('stop', hoursAgo(0.5)))).toMatch(/^409 not_clocked_in/)
    expect(
      await rowsOf('select end_time as "endTime", ended_offline as offline from clock_sessions order by id'),
    ).toEqual([
      { endTime: expect.any(String), offline: true },
      { endTime, offline: false },
    ])
  })
})

test('a manager corrects such a session as any other', async () => {
  const { id } = await call('start', hoursAgo(3))
  const endTime = hoursAgo(1)
  const corrected = { endTime, startedOffline: true, endedOffline: false, correction: { reason: 'As we agreed' } }
  expect(await correct(id, { endTime })).toMatchObject(corrected)
})

test('whatever arrives at once, on two servers, leaves no two sessions that overlap', async () => {
  const { cookie } = await muster.as('uli')
  const addresses = [await muster.listen(), (await muster.another()).address]
  const { id } = await put(11, 10)
  const send = async (path: string, at: number) => {
    const headers = { cookie, 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: `${path}-at-the-hour-${at}` }
    const body = JSON.stringify({ at: hoursAgo(at / 4) })
    return (await fetch(`${addresses[at % 2]}/api/v1/clock/${path}`, { method: 'POST', headers, body })).status
  }
  const extending = correct(id, { endTime: hoursAgo(7) }).catch(() => {})
  const statuses = await Promise.all(
    Array.from({ length: 36 }, (_, at) => [send('start', 36 - at), send('stop', 36 - at)]).flat(),
  )
  await extending
  expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([])
  expect(statuses).toContain(201)
  const overlaps = `select a.id from clock_sessions a join clock_sessions b on a.id < b.id and a.user_id = b.user_id
    and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)`
  expect(await rowsOf(overlaps)).toEqual([])
})

describe('a device whose clock is wrong', () => {
  const send = async (verb: 'start' | 'stop', at: string, age: string) =>
    (await muster.as('uli')).raw({
      method: 'POST',
      url: `/api/v1/clock/${verb}`,
      headers: { [AGE_HEADER]: age },
      payload: { at },
    })
  const minutesAgo = (iso: string) => Math.round((Date.now() - Date.parse(iso)) / MINUTE)

  test.each([-20 * 365 * 24, -3, 3, 30])('by %i hours says how long ago it was, and that counts', async (wrong) => {
    const showed = (hours: number) => new Date(Date.now() - (hours - wrong) * HOUR).toISOString()
    const began = await send('start', showed(2), String(2 * HOUR))
    expect(began.status).toBe(201)
    expect(minutesAgo(began.json.startTime)).toBe(120)
    const ended = await send('stop', showed(1), String(HOUR))
    expect(ended.json).toMatchObject({ duration: 60, endedOffline: true })
    // Both times are kept.
    const entries = await rowsOf(`select details->>'deviceClock' as clock from audit_logs
      where resource_type = 'clock-session' order by id desc limit 2`)
    const clocks = entries.map(({ clock }) => Math.round((Date.parse(clock) - Date.now()) / HOUR))
    expect(clocks).toEqual([wrong - 1, wrong - 2])
  })

  test('is held to the same limits', async () => {
    expect(await send('start', hoursAgo(0), String(12 * HOUR + MINUTE))).toMatchObject({ status: 400 })
    const { endTime } = await put(6, 4)
    expect(await send('start', hoursAgo(0), String(5 * HOUR))).toMatchObject({ status: 409 })
    expect(endTime).not.toBeNull()
  })

  test.each(['-5', '1e3', 'soon', '9'.repeat(13), ''])(
    'that sends the age %j is believed by its clock',
    async (age) => {
      const { status, json } = await send('start', hoursAgo(3), age)
      expect(status).toBe(201)
      expect(minutesAgo(json.startTime)).toBe(180)
    },
  )

  test('whose clock is right leaves one time', async () => {
    await send('start', hoursAgo(1), String(HOUR))
    const [entry] = await rowsOf(`select details ? 'deviceClock' as kept from audit_logs
      where action = 'clock-session.create' order by id desc limit 1`)
    expect(entry).toEqual({ kept: false })
  })
})
