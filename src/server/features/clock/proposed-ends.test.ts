import { afterEach, describe, expect, test, vi } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { endsFrom, proposeEnds } from './proposed-ends.ts'

/** When a forgotten shift has probably ended, worked out from recorded facts. */

const ZONE = 'Europe/Berlin'
const DAY = 86_400_000
const MINUTE = 60_000
const iso = (time: number) => new Date(time).toISOString()

describe('the ends that follow from facts', () => {
  /** A shift at 14:00 on Wednesday in Berlin. */
  const startTime = '2026-11-18T13:00:00.000Z'
  const latest = '2026-11-19T03:00:00.000Z'
  const none = { latest, actedAt: null, plannedEnd: null, earlier: [] }
  /** Shifts of these lengths in minutes, so many days before, newest first. */
  const earlier = (...shifts: [daysAgo: number, minutes: number][]) =>
    shifts.map(([daysAgo, minutes]) => {
      const from = Date.parse(startTime) - daysAgo * DAY
      return { startTime: iso(from), endTime: iso(from + minutes * MINUTE) }
    })
  const found = (facts: Partial<Parameters<typeof endsFrom>[1]>) =>
    endsFrom({ startTime }, { ...none, ...facts }, ZONE).map(({ basis, endTime, minutes }) =>
      [basis, endTime.slice(5, 16), minutes].filter((part) => part !== null).join(' '),
    )

  test('are none if nothing is known', () => {
    expect(found({})).toEqual([])
    expect(found({ earlier: earlier([1, 480], [2, 480]) })).toEqual([])
  })

  test('are the last action, to the minute, and the usual length', () => {
    expect(found({ actedAt: '2026-11-18T21:41:50.123Z', earlier: earlier([1, 490], [2, 485], [3, 500]) })).toEqual([
      'last-action 11-18T21:41',
      'usual-length 11-18T21:10 490',
    ])
  })

  test('are also the planned end, before the usual length, and named once if it is the same time', () => {
    const plannedEnd = '2026-11-18T21:00:00.000Z'
    const usual = earlier([1, 490], [2, 485], [3, 500])
    expect(found({ actedAt: '2026-11-18T20:41:50.123Z', plannedEnd, earlier: usual })).toEqual([
      'last-action 11-18T20:41',
      'planned-end 11-18T21:00',
      'usual-length 11-18T21:10 490',
    ])
    expect(found({ plannedEnd, earlier: earlier([1, 480], [2, 480], [3, 480]) })).toEqual(['planned-end 11-18T21:00'])
    expect(found({ plannedEnd: '2026-11-19T04:00:00.000Z' })).toEqual([])
  })

  test('the usual length is the median of the last shifts on this weekday, if there are some', () => {
    const others = earlier([1, 300], [2, 300], [3, 300])
    expect(found({ earlier: [...others, ...earlier([7, 490], [14, 480])] })).toEqual(['usual-length 11-18T18:00 300'])
    expect(found({ earlier: [...others, ...earlier([7, 490], [14, 480], [21, 500])] })).toEqual([
      'usual-length 11-18T21:10 490',
    ])
    // Of an even number it lies between the two in the middle; what is older than the last eight does not count.
    const wednesdays = [480, 490, 500, 510, 480, 490, 500, 510, 100, 100, 100].map((minutes, at): [number, number] => [
      7 * (at + 1),
      minutes,
    ])
    expect(found({ earlier: earlier(...wednesdays) })).toEqual(['usual-length 11-18T21:15 495'])
  })

  test('a moment and a forgotten shift are no usual ones, and a short gap divides nothing', () => {
    const odd = earlier([1, 5], [2, 1_300], [3, 480], [4, 480])
    const inTwo = [
      { startTime: '2026-11-13T17:00:00.000Z', endTime: '2026-11-13T21:00:00.000Z' },
      { startTime: '2026-11-13T13:00:00.000Z', endTime: '2026-11-13T16:15:00.000Z' },
    ]
    expect(found({ earlier: [...odd, ...inTwo] })).toEqual(['usual-length 11-18T21:00 480'])
  })

  test('somebody who has clocked out for lunch is still in the same shift', () => {
    const morning = { startTime: '2026-11-18T08:00:00.000Z', endTime: '2026-11-18T12:15:00.000Z' }
    expect(found({ earlier: [morning, ...earlier([1, 480], [2, 480], [3, 480])] })).toEqual([
      'usual-length 11-18T16:00 480',
    ])
  })

  test('lie within the shift, and the same time is named once', () => {
    expect(found({ earlier: earlier([1, 480], [2, 480], [3, 480]), latest: '2026-11-18T20:59:00.000Z' })).toEqual([])
    expect(found({ actedAt: '2026-11-18T21:00:59.000Z', earlier: earlier([1, 480], [2, 480], [3, 480]) })).toEqual([
      'last-action 11-18T21:00',
    ])
    expect(found({ actedAt: '2026-11-18T13:00:30.000Z' })).toEqual([])
  })

  test('a length is of real minutes in the night in which the clocks go back', () => {
    const night = '2026-10-24T20:00:00.000Z'
    const before = [1, 2, 3].map((daysAgo) => {
      const from = Date.parse(night) - daysAgo * DAY
      return { startTime: iso(from), endTime: iso(from + 480 * MINUTE) }
    })
    const ends = endsFrom({ startTime: night }, { ...none, latest: '2026-10-25T10:00:00.000Z', earlier: before }, ZONE)
    expect(ends).toEqual([{ basis: 'usual-length', endTime: '2026-10-25T04:00:00.000Z', minutes: 480 }])
  })
})

describe('at the door', () => {
  const muster = useTestApp({ TIME_ZONE: ZONE })
  afterEach(async () => {
    await clearSessions(muster)
    await muster.services.database.pool.query(`delete from audit_logs where resource_type = 'task'`)
  })
  const hoursAgo = (hours: number) => iso(Date.now() - hours * 60 * MINUTE)
  const log = (action: string, hours: number, details: object | null = null) =>
    muster.services.database.pool.query(
      `insert into audit_logs (user_id, action, resource_type, resource_id, details, created_at) values ($1, $2, 'task', '1', $3, $4)`,
      [muster.fixtures.people.uli.id, action, details, hoursAgo(hours)],
    )
  const ends = async () => (await muster.as('uli')).call(clockApi.forgottenEnds, {})

  test('are given with their reasons, and save nothing', async () => {
    expect(await ends()).toEqual([])
    for (const days of [7, 14, 21]) await putSession(muster, 'uli', hoursAgo(20 + days * 24), hoursAgo(12 + days * 24))
    // Somebody else's hours.
    for (const days of [7, 14, 21]) await putSession(muster, 'lea', hoursAgo(20 + days * 24), hoursAgo(18 + days * 24))
    const { id, startTime } = await putSession(muster, 'uli', hoursAgo(20), null)
    await log('task.update', 21)
    await log('task.update', 15)
    await log('task.update', 13)
    // They are no work at that time, and work long afterwards is not of the shift.
    await log('session.start', 11)
    await log('task.update', 11, { byToken: { name: 'Robot' } })
    await log('task.complete', 10.5, { deviceClock: hoursAgo(13) })
    await log('task.update', 2)
    const [acted, usual, ...more] = await ends()
    expect(more).toEqual([])
    expect(acted).toMatchObject({ basis: 'last-action', minutes: null })
    expect(acted?.endTime.slice(0, 16)).toBe(hoursAgo(13).slice(0, 16))
    expect(usual).toMatchObject({ basis: 'usual-length', minutes: 480 })
    expect(usual?.endTime).toBe(iso(Math.ceil(Date.parse(startTime) / MINUTE + 480) * MINUTE))
    const { rows } = await muster.services.database.pool.query('select end_time from clock_sessions where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ end_time: null }])
  })

  test('name the end of the published shift that it overlaps', async () => {
    const { id: publishedUserId, departmentId } = muster.fixtures.people.uli
    const planned = (from: number, to: number, isPublished: boolean) => ({
      ...{ departmentId: departmentId ?? 0, userId: publishedUserId, startTime: hoursAgo(from), endTime: hoursAgo(to) },
      ...(isPublished && {
        ...{ publishedUserId, publishedStartTime: hoursAgo(from), publishedEndTime: hoursAgo(to), publishedVersion: 1 },
      }),
    })
    await putSession(muster, 'uli', hoursAgo(20), null)
    const shifts = [planned(19.5, 11.5, true), planned(19, 10, false), planned(44, 36, true)]
    await muster.services.database.orm.insert(plannedShifts).values(shifts)
    const found = await ends()
    expect(found.map(({ basis, endTime }) => [basis, endTime.slice(0, 16)])).toEqual([
      ['planned-end', hoursAgo(11.5).slice(0, 16)],
    ])
    await muster.services.database.pool.query('delete from planned_shifts')
  })

  test('are none while the shift has not been forgotten', async () => {
    await putSession(muster, 'uli', hoursAgo(8), null)
    await log('task.update', 2)
    expect(await ends()).toEqual([])
  })

  test('read the facts in one statement', async () => {
    await putSession(muster, 'uli', hoursAgo(20), null)
    const ctx = muster.contextOf('uli')
    const statements = vi.spyOn(ctx.db, 'execute')
    await proposeEnds(ctx)
    expect(statements).toHaveBeenCalledTimes(1)
    statements.mockRestore()
  })
})
