import { afterEach, describe, expect, test } from 'vitest'
import { clearSessions, putBreak, putSession } from '../../../../test/support/clock.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { briefingApi } from '../../../shared/briefing.ts'
import { clockApi } from '../../../shared/clock.ts'
import type { ClockSession } from '../../../shared/clock-session.ts'
import { type BreakStart, MAX_BREAKS } from '../../../shared/clocking.ts'
import { shiftApi } from '../../../shared/shift.ts'
import { inTransaction } from '../../core/context.ts'
import { endRunningSession } from '../../core/people/clock-out.ts'

/** Breaks: begun, ended, and what hours and lists say of them. */

const ZONE = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: ZONE })
afterEach(() => clearSessions(muster))

const MINUTE = 60_000
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
const start = async (body?: BreakStart) => (await muster.as('uli')).call(clockApi.startBreak, { body })
const end = async (at?: string) => (await muster.as('uli')).call(clockApi.endBreak, { body: at ? { at } : undefined })
const refusal = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return `${status} ${reply?.code}: ${reply?.message}`
}
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const putRunning = (minutes = 300) => putSession(muster, 'uli', minutesAgo(minutes), null)

test('a break begins with 201 and ends with 200, and the session says both', async () => {
  const { id, updatedAt } = await putRunning()
  const uli = await muster.as('uli')
  const body = { plannedMinutes: 30 }
  const started = await uli.raw({ method: 'POST', url: '/api/v1/clock/break/start', payload: body })
  expect(started.status).toBe(201)
  const running = {
    startTime: expect.stringMatching(/Z$/),
    endTime: null,
    isPaid: false,
    plannedMinutes: 30,
    startedOffline: false,
    endedOffline: false,
    statedAt: null,
  }
  expect(started.json).toMatchObject({ id, endTime: null, status: 'active', breaks: [running], needsReview: false })
  expect(started.json.updatedAt > updatedAt).toBe(true)
  expect(await uli.call(clockApi.active, {})).toEqual(started.json)
  const ended = await uli.raw({ method: 'POST', url: '/api/v1/clock/break/end' })
  expect(ended.status).toBe(200)
  const breaks = [{ ...running, endTime: expect.stringMatching(/Z$/) }]
  expect(ended.json).toMatchObject({ id, endTime: null, breaks })
  expect(await uli.call(clockApi.active, {})).toEqual(ended.json)
})

test('a break needs a running session, and there is one at a time', async () => {
  const notIn = '409 not_clocked_in: You are not clocked in'
  expect(await refusal(start())).toBe(notIn)
  expect(await refusal(end())).toBe(notIn)
  await putRunning()
  expect(await refusal(end())).toBe('409 not_on_break: You are not on a break')
  await start({ isPaid: true })
  expect(await refusal(start())).toBe('409 on_break: You are already on a break')
  await end()
  expect((await start()).breaks).toMatchObject([{ isPaid: true }, { isPaid: false, endTime: null }])
})

test('of 20 calls at once, on two servers, one begins a break and one ends it', async () => {
  await putRunning()
  const { cookie } = await muster.as('uli')
  const other = await muster.another()
  const address = await muster.listen()
  const all = async (verb: string) => {
    const call = async (at: number) => {
      const url = `${at % 2 ? address : other.address}/api/v1/clock/break/${verb}`
      const reply = await fetch(url, { method: 'POST', headers: { cookie } })
      const { code } = (await reply.json()) as { code?: string }
      return `${reply.status} ${code ?? ''}`.trim()
    }
    return (await Promise.all(Array.from({ length: 20 }, (_, at) => call(at)))).toSorted()
  }
  expect(await all('start')).toEqual(['201', ...Array(19).fill('409 on_break')])
  expect(await all('end')).toEqual(['200', ...Array(19).fill('409 not_on_break')])
  expect(await query('select count(*)::int as breaks, count(end_time)::int as ended from breaks')).toEqual([
    { breaks: 1, ended: 1 },
  ])
})

test('a session has a bounded number of breaks', async () => {
  const { id } = await putRunning()
  for (let at = 0; at < MAX_BREAKS; at += 1) await putBreak(muster, id, minutesAgo(200 - at), minutesAgo(199.5 - at))
  expect(await refusal(start())).toBe('409 too_many_breaks: A session has at most 50 breaks')
})

describe('whoever ends the session ends the break at the same instant:', () => {
  test('the person', async () => {
    await putRunning()
    await start()
    const stopped = await (await muster.as('uli')).call(clockApi.stop, {})
    expect(stopped.breaks).toMatchObject([{ endTime: stopped.endTime }])
  })

  test('the person, later, from a device that was offline', async () => {
    await putRunning()
    await start({ at: minutesAgo(60) })
    const at = minutesAgo(40)
    expect(await (await muster.as('uli')).call(clockApi.stop, { body: { at } })).toMatchObject({
      endTime: at,
      breaks: [{ endTime: at }],
    })
  })

  test('the person, with a time before the break, which then was none', async () => {
    await putRunning()
    await start({ at: minutesAgo(60) })
    expect((await (await muster.as('uli')).call(clockApi.stop, { body: { at: minutesAgo(90) } })).breaks).toEqual([])
  })

  test('a manager, who corrects the times', async () => {
    const { id } = await putRunning()
    await start({ at: minutesAgo(60) })
    const endTime = minutesAgo(30)
    const body = { endTime, reason: 'Forgot to clock out' }
    const corrected = await (await muster.as('marta')).call(clockApi.correct, { params: { id }, body })
    expect(corrected.breaks).toMatchObject([{ endTime }])
    const startTime = minutesAgo(45)
    const later = { startTime, reason: 'Came later' }
    const cut = await (await muster.as('marta')).call(clockApi.correct, { params: { id }, body: later })
    expect(cut.breaks).toMatchObject([{ startTime, endTime }])
    // The log says what became of the breaks.
    const [logged] = await query(
      `select details from audit_logs where action = 'clock-session.correct' order by id desc limit 1`,
    )
    expect(logged?.details).toMatchObject({
      before: { breaks: [{ endTime }] },
      after: { breaks: [{ startTime, endTime }] },
    })
  })

  test('an administrator, who closes the account', async () => {
    await putRunning()
    await start()
    const ctx = muster.contextOf('uli')
    const session = await inTransaction(ctx, (within) => endRunningSession(within, ctx.viewer.id))
    expect(await query('select end_time from breaks')).toEqual([{ end_time: session?.endTime }])
  })

  test('a Muster of the release before', async () => {
    const { id } = await putRunning()
    await start()
    const ended = `update clock_sessions set end_time = now(), status = 'completed' where id = $1 returning end_time`
    expect(await query('select end_time from breaks')).toEqual([{ end_time: null }])
    const [session] = await query(ended, [id])
    expect(await query('select end_time from breaks')).toEqual([session])
  })
})

describe('the database refuses', () => {
  const insert = (id: number, from: number, to: number | null) =>
    query('insert into breaks (session_id, start_time, end_time) values ($1, $2, $3)', [
      ...[id, minutesAgo(from), to === null ? null : minutesAgo(to)],
    ])

  test('breaks outside of their session, and breaks that overlap', async () => {
    const { id } = await putSession(muster, 'uli', minutesAgo(300), minutesAgo(100))
    await insert(id, 200, 180)
    await insert(id, 180, 170)
    for (const [from, to] of [
      [301, 290],
      [110, 99],
      [110, null],
    ] as const)
      await expect(insert(id, from, to)).rejects.toMatchObject({ constraint: 'breaks_within' })
    for (const [from, to] of [
      [190, 185],
      [175, 150],
      [210, 160],
    ] as const)
      await expect(insert(id, from, to)).rejects.toMatchObject({ constraint: 'breaks_apart' })
    await expect(insert(id, 120, 130)).rejects.toMatchObject({ constraint: 'breaks_order' })
  })
})

describe('without a network', () => {
  test('a break begins and ends at the times that the device names, and is marked as sent later', async () => {
    await putRunning()
    const [began, ended] = [minutesAgo(120), minutesAgo(90)]
    await start({ at: began })
    expect((await end(ended)).breaks).toMatchObject([
      { startTime: began, endTime: ended, startedOffline: true, endedOffline: true, statedAt: null },
    ])
  })

  test('at most 12 hours later, and within the session and after the last break', async () => {
    await putRunning(13 * 60)
    expect(await refusal(start({ at: minutesAgo(12 * 60 + 1) }))).toContain('400 invalid: This was more than 12')
    expect(await refusal(end(minutesAgo(-5)))).toContain('400 invalid: Must not be in the future')
    await clearSessions(muster)
    const { id } = await putRunning()
    expect(await refusal(start({ at: minutesAgo(301) }))).toContain('409 before_start: This is before you clocked in')
    await putBreak(muster, id, minutesAgo(200), minutesAgo(150))
    expect(await refusal(start({ at: minutesAgo(160) }))).toContain(
      '409 before_last_break: This is before the end of your last break',
    )
    await start({ at: minutesAgo(100) })
    expect(await refusal(end(minutesAgo(101)))).toContain('409 before_break: This is before your break began')
  })
})

test('the log has each break as a change of its session', async () => {
  const { id } = await putRunning()
  const { breaks: [one] = [] } = await start()
  await end()
  const log = `select action, resource_id, details from audit_logs where resource_type = 'clock-session' order by id desc limit 2`
  const [ended, started] = await query(log)
  const span = { startTime: one?.startTime, endTime: null, isPaid: false }
  expect(started).toEqual({
    action: 'clock-session.break-start',
    resource_id: String(id),
    details: { before: { breaks: [] }, after: { breaks: [span] } },
  })
  expect(ended).toMatchObject({ action: 'clock-session.break-end', details: { before: { breaks: [span] } } })
})

test('a break is no end of the shift: there is no new briefing', async () => {
  await putSession(muster, 'uli', minutesAgo(3000), minutesAgo(2500))
  await putRunning()
  const uli = await muster.as('uli')
  const before = await uli.call(briefingApi.get, { query: {} })
  await start({ at: minutesAgo(200) })
  await end(minutesAgo(95))
  expect(await uli.call(briefingApi.get, { query: {} })).toMatchObject({
    since: before.since,
    isSameShift: before.isSameShift,
  })
})

describe('hours', () => {
  const day = '2026-11-04'
  const at = (time: string) => `${day}T${time}:00.000Z`

  test('count paid minutes, for the person, the manager and in the file; presence stays', async () => {
    const { id, userId } = await putSession(muster, 'uli', at('07:00'), at('15:30'))
    await putBreak(muster, id, at('11:00'), at('11:30'))
    await putBreak(muster, id, at('13:00'), at('13:15'), { isPaid: true })
    const uli = await muster.as('uli')
    const marta = await muster.as('marta')
    const own = await uli.call(clockApi.history, { query: { week: day } })
    expect(own.days.find(({ date }) => date === day)?.minutes).toBe(480)
    expect(own.total).toBe(480)
    expect(own.sessions).toMatchObject([{ duration: 510, breaks: [{ isPaid: false }, { isPaid: true }] }])
    expect(await marta.call(clockApi.person, { params: { id: userId }, query: { week: day } })).toMatchObject({
      total: 480,
      sessions: own.sessions,
    })
    const team = await marta.call(clockApi.hours, { query: { week: day, sessions: 'true' } })
    const person = team.people.find(({ user }) => user.id === userId)
    expect(person).toMatchObject({ total: 480, minutes: [0, 0, 480, 0, 0, 0, 0] })
    expect(person?.sessions).toEqual([
      {
        startTime: at('07:00'),
        endTime: at('15:30'),
        breaks: [
          { startTime: at('11:00'), endTime: at('11:30'), isPaid: false },
          { startTime: at('13:00'), endTime: at('13:15'), isPaid: true },
        ],
      },
    ])
    expect(team.total).toBe(480)
    const { text } = await marta.raw({ method: 'GET', url: `/api/v1/clock/hours/export?week=${day}` })
    expect(text.split('\n').find((line) => line.includes('Uli'))).toContain('8.00')
  })
})

describe('lists of people on duty', () => {
  test('say since when somebody is on a break, as long as they are', async () => {
    await putRunning()
    const uli = await muster.as('uli')
    const marta = await muster.as('marta')
    const shown = async () => {
      const people = await marta.call(shiftApi.people, { query: {} })
      const onTheClock = await marta.call(clockApi.now, { query: {} })
      const person = people.find(({ firstName }) => firstName === 'Uli')
      return [person?.onBreakSince, onTheClock[0]?.breaks?.[0]?.endTime, person?.onDutySince !== null]
    }
    expect(await shown()).toEqual([null, undefined, true])
    const { breaks: [one] = [] } = await uli.call(clockApi.startBreak, {})
    expect(await shown()).toEqual([one?.startTime, null, true])
    await uli.call(clockApi.endBreak, {})
    expect(await shown()).toEqual([null, expect.any(String), true])
  })

  test('are read again by colleagues, who learn nothing else, when a break begins and ends', async () => {
    await putRunning()
    const address = await muster.listen()
    const { cookie } = await muster.as('lea')
    const page = await openPage(address, { cookie })
    page.send({ type: 'auth', userId: muster.fixtures.people.lea.id })
    await page.receives('auth_success')
    for (const act of [start, end]) {
      await act()
      const { data } = await page.receives('change')
      expect(data).toMatchObject({ resource: 'duty', id: null })
      expect(data).not.toHaveProperty('row')
    }
    page.socket.close()
  })

  test('and the manager’s page receives the session with its break', async () => {
    await putRunning()
    const address = await muster.listen()
    const { cookie } = await muster.as('marta')
    const page = await openPage(address, { cookie })
    page.send({ type: 'auth', userId: muster.fixtures.people.marta.id })
    await page.receives('auth_success')
    await start()
    // The beginning of the session may still be on its way.
    const isShown = async () => {
      const { data } = await page.receives('change')
      return data.resource === 'clock' && (data.row as ClockSession).breaks?.[0]?.endTime === null
    }
    while (!(await isShown()));
    page.socket.close()
  })
})
