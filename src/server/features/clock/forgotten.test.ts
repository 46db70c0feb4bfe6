import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { shiftApi } from '../../../shared/shift.ts'

/** A clock-out that was forgotten: the person is still there, or says when the shift has ended. */

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const stillHere = async (name: PersonName = 'uli') => (await muster.as(name)).call(clockApi.stillHere, {})
const forgotten = async (name: PersonName = 'uli') => (await muster.as(name)).call(clockApi.forgotten, {})
const state = async (id: number, endTime: string, name: PersonName = 'uli') =>
  (await muster.as(name)).call(clockApi.endStated, { body: { id, endTime } })
const correct = async (id: number, body: object) =>
  (await muster.as('marta')).call(clockApi.correct, {
    params: { id },
    body: { reason: 'Forgot to clock out', ...body },
  })
const put = (start: number, end: number | null = null, name: PersonName = 'uli') =>
  putSession(muster, name, hoursAgo(start), end === null ? null : hoursAgo(end))

beforeEach(() => query('delete from rate_limits'))
afterEach(() => clearSessions(muster))

describe('who is still there after 14 hours', () => {
  test('is on duty again, for as long', async () => {
    const { id } = await put(15)
    const onDuty = async () => {
      const people = await (await muster.as('lea')).call(shiftApi.people, { query: {} })
      return people.filter(({ onDutySince }) => onDutySince).map(({ firstName }) => firstName)
    }
    expect(await onDuty()).toEqual([])
    const session = await stillHere()
    expect(session).toMatchObject({ id, endTime: null, status: 'active' })
    expect(Date.now() - Date.parse(session.confirmedAt ?? '')).toBeLessThan(60_000)
    expect(await onDuty()).toEqual(['Uli'])
    expect(await (await muster.as('uli')).call(clockApi.active, {})).toEqual(session)
    expect(await forgotten()).toBeNull()
    const [entry] = await query(`select action, details from audit_logs order by id desc limit 1`)
    expect(entry).toMatchObject({
      action: 'clock-session.confirm',
      details: { before: { confirmedAt: null }, after: { confirmedAt: session.confirmedAt } },
    })
    // Once more, it changes nothing.
    expect(await stillHere()).toEqual(session)
    await query('update clock_sessions set start_time = $1, confirmed_at = $2', [hoursAgo(30), hoursAgo(14.1)])
    expect(await onDuty()).toEqual([])
    expect(await forgotten()).toMatchObject({ id })
  })

  test('and before that, nothing changes', async () => {
    const session = await put(13)
    expect(await stillHere()).toMatchObject({ id: session.id, confirmedAt: null, updatedAt: session.updatedAt })
  })

  test('must be on the clock', async () => {
    await put(20, 3)
    await put(15, null, 'lea')
    expect(await httpErrorOf(stillHere())).toMatchObject({ status: 409, reply: { code: 'not_clocked_in' } })
  })
})

describe('the end of a forgotten shift', () => {
  test('is stated by its person, and a manager confirms it', async () => {
    const { id } = await put(15)
    expect(await forgotten()).toMatchObject({ id })
    const endTime = hoursAgo(7)
    const stated = await state(id, endTime)
    expect(stated).toMatchObject({
      id,
      endTime,
      status: 'completed',
      duration: 480,
      needsReview: true,
      correction: null,
    })
    expect(Date.now() - Date.parse(stated.endStatedAt ?? '')).toBeLessThan(60_000)
    expect(await forgotten()).toBeNull()
    const [entry] = await query(`select action from audit_logs order by id desc limit 1`)
    expect(entry).toEqual({ action: 'clock-session.state-end' })
    expect(await httpErrorOf(state(id, hoursAgo(8)))).toMatchObject({ status: 409, reply: { code: 'not_forgotten' } })
    // The person can come again.
    await (await muster.as('uli')).call(clockApi.start, {})
    expect(await correct(id, {})).toMatchObject({ needsReview: false, endTime })
  })

  test('is asked for when somebody else has ended the shift, until it is corrected', async () => {
    const { id } = await put(9)
    expect(await forgotten()).toBeNull()
    await correct(id, { startTime: hoursAgo(10) })
    await correct(id, { endTime: hoursAgo(1) })
    expect(await forgotten()).toMatchObject({ id })
    // Also when the next shift has begun.
    await (await muster.as('uli')).call(clockApi.start, {})
    expect(await forgotten()).toMatchObject({ id })
    const stated = await state(id, hoursAgo(2))
    expect(stated).toMatchObject({ needsReview: true, duration: 480, correction: { by: 'Marta Oliveira' } })
    expect(await forgotten()).toBeNull()
  })

  test('is not asked for once a manager has corrected it again, or after a month', async () => {
    const { id } = await put(9)
    await correct(id, { endTime: hoursAgo(1) })
    await correct(id, { endTime: hoursAgo(2) })
    expect(await forgotten()).toBeNull()
    await clearSessions(muster)
    const other = await put(9)
    await correct(other.id, { endTime: hoursAgo(1) })
    await query(
      `update clock_sessions set start_time = start_time - interval '32 days', end_time = end_time - interval '32 days'`,
    )
    expect(await forgotten()).toBeNull()
  })

  test.each<[string, () => Promise<{ id: number }>]>([
    ['runs for less than 14 hours', () => put(13)],
    [
      'one has ended oneself',
      async () => {
        const session = await put(9)
        await (await muster.as('uli')).call(clockApi.stop, {})
        return session
      },
    ],
    [
      'a manager has added',
      async () =>
        (await muster.as('marta')).call(clockApi.add, {
          params: { id: muster.fixtures.people.uli.id },
          body: { startTime: hoursAgo(9), endTime: hoursAgo(1), reason: 'Forgot to clock in' },
        }),
    ],
    ['is somebody else’s', () => put(15, null, 'lea')],
  ])('of a session that %s is refused', async (_, prepare) => {
    const { id } = await prepare()
    expect(await forgotten()).toBeNull()
    expect(await httpErrorOf(state(id, hoursAgo(2)))).toMatchObject({ status: 409, reply: { code: 'not_forgotten' } })
  })

  test.each([
    ['in the future', -0.1, 'Must not be in the future'],
    ['before the start', 15.1, 'Must be after the start'],
  ])('must not be %s', async (_, hours, message) => {
    const { id } = await put(15)
    expect(await httpErrorOf(state(id, hoursAgo(hours)))).toMatchObject({
      ...{ status: 400, reply: { issues: [{ path: 'endTime', message }] } },
    })
  })

  test('must not be later than the end that somebody else has set', async () => {
    const { id } = await put(9)
    await correct(id, { endTime: hoursAgo(3) })
    expect(await httpErrorOf(state(id, hoursAgo(2)))).toMatchObject({
      ...{ status: 400, reply: { issues: [{ path: 'endTime' }] } },
    })
  })
})
