import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putShift } from '../../../../test/support/roster.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { contextFor, type Services } from '../../core/context.ts'
import { listMissing } from './missing.ts'
import { tellOfMissing } from './tell-missing.ts'

/** People who have not come to their shift, and the managers on duty who learn of it once. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
/** The shifts go from 06:00 to 14:00 in Berlin. */
const DATE = '2026-12-10'
const at = (time: string) => new Date(`${DATE}T${time}:00+01:00`)
const iso = (time: string) => at(time).toISOString()
const tell = (time: string, services: Services = muster.services) => tellOfMissing(contextFor(services, null, at(time)))
const onDuty = (name: PersonName, from: string, to: string | null = null) =>
  putSession(muster, name, iso(from), to === null ? null : iso(to))
const shift = (fields: Parameters<typeof putShift>[1] = {}) =>
  putShift(muster, { person: 'uli', date: DATE, isPublished: true, ...fields })
const missing = async (time: string) =>
  (await listMissing(contextFor(muster.services, null, at(time)), muster.fixtures.departments.Housekeeping, 10)).map(
    ({ user }) => user.firstName,
  )
/** The notifications of everybody, by their titles. */
async function told() {
  const found: Partial<Record<PersonName, string[]>> = {}
  for (const name of ['marta', 'milan', 'nora', 'adam', 'gita', 'uli', 'lea'] as const) {
    const news = await (await muster.as(name)).call(notificationsApi.list, {})
    if (news.length > 0) found[name] = news.map(({ title }) => title)
  }
  return found
}

beforeEach(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
  await query('delete from notifications')
})
afterAll(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
})

describe('a person is missing', () => {
  test('from 15 minutes after the beginning to the end of a published shift', async () => {
    await shift()
    const times = ['06:14', '06:15', '13:59', '14:00'] as const
    expect(await Promise.all(times.map(missing))).toEqual([[], ['Uli'], ['Uli'], []])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['is on the clock', () => onDuty('uli', '06:09')],
    ['came early and is on the clock', () => onDuty('uli', '05:20')],
    ['was there and has gone again', () => onDuty('uli', '05:50', '06:03')],
  ])('not if they have come: somebody %s', async (_, prepare) => {
    await shift()
    await prepare()
    expect(await missing('06:30')).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['had gone before it began', () => onDuty('uli', '01:00', '05:58')],
    ['has forgotten to clock out yesterday', () => putSession(muster, 'uli', '2026-12-09T13:00:00.000Z', null)],
  ])('also if somebody %s', async (_, prepare) => {
    await shift()
    await prepare()
    expect(await missing('06:30')).toEqual(['Uli'])
  })

  test('never for a draft, an open shift, or in another department', async () => {
    await shift({ isPublished: false })
    await shift({ person: null })
    await shift({ person: 'una', department: 'Maintenance' })
    expect(await missing('06:30')).toEqual([])
  })
})

describe('of a missing person', () => {
  test('the managers on duty of the department are told, once', async () => {
    await shift()
    await onDuty('marta', '05:00')
    await onDuty('milan', '05:00')
    await onDuty('adam', '05:00')
    expect(await tell('06:14')).toBe(0)
    expect(await tell('06:15')).toBe(1)
    expect(await told()).toEqual({ marta: ['Uli Brandt has not come'] })
    expect(await tell('06:16')).toBe(0)
    // The person comes later: nothing more.
    await onDuty('uli', '06:40')
    expect(await tell('06:50')).toBe(0)
    expect(await told()).toEqual({ marta: ['Uli Brandt has not come'] })
  })

  test('nobody is told while no manager of the department is on duty, nor later if the person has come', async () => {
    const [one] = [await shift(), await shift({ person: 'lea' })]
    await onDuty('milan', '05:00')
    expect(await tell('06:30')).toBe(0)
    await onDuty('uli', '06:35')
    await onDuty('marta', '07:00')
    expect(await tell('07:01')).toBe(1)
    expect(await told()).toEqual({ marta: ['Léa Kern has not come'] })
    expect(await query('select missing_told_at from planned_shifts where id = $1', [one.id])).toEqual([
      { missing_told_at: null },
    ])
  })

  test('several of one beginning are one notification', async () => {
    await shift()
    await shift({ person: 'lea' })
    await onDuty('marta', '05:00')
    expect(await tell('06:20')).toBe(2)
    expect(await told()).toEqual({ marta: ['Léa Kern and 1 other have not come'] })
  })

  test('nothing is told after the end, or of a shift that was published after its beginning', async () => {
    await shift({ end: '06:20' })
    const late = await shift({ person: 'lea' })
    await query(`update planned_shifts set published_at = $2 where id = $1`, [late.id, iso('06:10')])
    await onDuty('marta', '05:00')
    expect(await tell('06:20')).toBe(0)
  })

  test('nothing is told of somebody whose account is closed', async () => {
    await shift()
    await onDuty('marta', '05:00')
    await query('update users set is_active = false where id = $1', [muster.fixtures.people.uli.id])
    expect(await tell('06:20')).toBe(0)
    await query('update users set is_active = true where id = $1', [muster.fixtures.people.uli.id])
  })

  test('a shift that is moved to a later time is waited for again', async () => {
    const { id } = await shift()
    await onDuty('marta', '05:00')
    expect(await tell('06:20')).toBe(1)
    await query('update planned_shifts set published_start_time = $2 where id = $1', [id, iso('08:00')])
    expect(await tell('08:14')).toBe(0)
    expect(await tell('08:15')).toBe(1)
  })

  test('it changes neither the version that planners edit nor the history', async () => {
    const { id } = await shift()
    const version = () => query('select updated_at from planned_shifts where id = $1', [id])
    const before = await version()
    await onDuty('marta', '05:00')
    await tell('06:20')
    expect(await version()).toEqual(before)
  })

  test('two servers tell it once', async () => {
    await shift()
    await shift({ person: 'lea', start: '06:05' })
    await onDuty('marta', '05:00')
    const other = await muster.another()
    const counts = await Promise.all([tell('06:25'), tell('06:25', other.services), tell('06:25')])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect((await told()).marta).toHaveLength(2)
  })
})
