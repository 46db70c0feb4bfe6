import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putShift } from '../../../../test/support/roster.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateTimeIn } from '../../../shared/time/time.ts'
import { todayDepartmentApi } from '../../../shared/today-department.ts'
import { readDepartmentToday } from '../today/department.ts'
import { listComing } from './coming.ts'

/** Managers read who is planned today. Everybody of a department reads who comes next. */

const ZONE = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: ZONE })
const DATE = '2026-12-10'
const at = (time: string, date = DATE) => new Date(`${date}T${time}:00+01:00`)
const shift = (fields: Parameters<typeof putShift>[1] = {}) =>
  putShift(muster, { person: 'uli', date: DATE, isPublished: true, ...fields })
const onClock = (name: PersonName, from: string, to: string | null = null) =>
  putSession(muster, name, at(from).toISOString(), to && at(to).toISOString())
const departmentId = () => muster.fixtures.departments.Housekeeping

beforeEach(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
})
afterAll(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
})

describe('who is to be there today', () => {
  async function planned(time: string, name: PersonName = 'marta') {
    const ctx = muster.contextOf(name, at(time))
    const day = (
      await readDepartmentToday(ctx, { params: {}, query: { departmentId: departmentId() }, body: undefined })
    ).read()
    const local = (iso: string | null) => iso && dateTimeIn(iso, ZONE).time
    return day.planned?.people.map(({ user, startTime, cameAt, wentAt, state }) =>
      [user.firstName, local(startTime), state, local(cameAt), local(wentAt)].filter(Boolean).join(' '),
    )
  }

  test('with when they came, missing people first', async () => {
    await shift({ person: 'marta', start: '05:00' })
    await shift()
    await shift({ person: 'lea', start: '14:00', end: '22:00' })
    await onClock('marta', '05:12')
    expect(await planned('05:59')).toEqual(['Marta 05:00 running 05:12', 'Uli 06:00 planned', 'Léa 14:00 planned'])
    expect(await planned('06:20')).toEqual(['Uli 06:00 absent', 'Marta 05:00 running 05:12', 'Léa 14:00 planned'])
    await onClock('uli', '06:31', '13:50')
    expect(await planned('13:55')).toEqual([
      'Marta 05:00 running 05:12',
      'Uli 06:00 worked 06:31 13:50',
      'Léa 14:00 planned',
    ])
  })

  test('without drafts, open shifts, other days and other departments; a night of yesterday while it lasts', async () => {
    await shift({ isPublished: false })
    await shift({ person: null })
    await shift({ person: 'una', department: 'Maintenance' })
    await shift({ date: '2026-12-11' })
    await shift({ person: 'lea', date: '2026-12-09', start: '22:00', end: '06:00' })
    expect(await planned('05:00')).toEqual(['Léa 22:00 absent'])
    expect(await planned('06:00')).toEqual([])
  })

  test('work of a night that has ended, or of another department, is not taken for the shift that follows', async () => {
    await shift({ date: '2026-12-09', start: '22:00', end: '06:00' })
    await shift()
    await shift({ person: 'lea', department: 'Maintenance', start: '04:00', end: '06:00' })
    await shift({ person: 'lea' })
    await putSession(muster, 'uli', at('21:50', '2026-12-09').toISOString(), null)
    await onClock('lea', '04:00')
    expect(await planned('06:30')).toEqual(['Léa 06:00 running 06:00', 'Uli 06:00 running 06:00'])
  })

  test('is read by managers of the department alone', async () => {
    const query = { departmentId: departmentId() }
    for (const name of ['uli', 'milan'] as const)
      expect((await httpErrorOf((await muster.as(name)).call(todayDepartmentApi.read, { query }))).status).toBe(403)
  })
})

describe('who comes next', () => {
  async function coming(name: PersonName, time: string, asked?: number) {
    const ctx = muster.contextOf(name, at(time))
    const shifts = await listComing(ctx, { params: {}, query: { departmentId: asked }, body: undefined })
    return shifts.map(({ user, startTime, isOnDuty }) =>
      [user.firstName, dateTimeIn(startTime, ZONE).time, isOnDuty && 'is there'].filter(Boolean).join(' '),
    )
  }

  test('are the published shifts that begin soon or have just begun, earliest first', async () => {
    await shift({ start: '12:00', end: '20:00' })
    await shift({ person: 'lea', start: '14:00', end: '22:00' })
    await shift({ person: 'marta', date: '2026-12-11' })
    await shift({ person: 'marta', start: '15:00', end: '23:00', isPublished: false })
    expect(await coming('uli', '12:30')).toEqual(['Uli 12:00', 'Léa 14:00'])
    await onClock('lea', '13:40')
    expect(await coming('uli', '13:45')).toEqual(['Léa 14:00 is there'])
    expect(await coming('uli', '14:10')).toEqual(['Léa 14:00 is there', 'Marta 06:00'])
  })

  test('are of one’s own department; managers read all', async () => {
    await shift()
    await shift({ person: 'una', department: 'Maintenance', start: '07:00' })
    expect(await coming('uli', '05:00')).toEqual(['Uli 06:00'])
    expect(await coming('una', '05:00')).toEqual(['Una 07:00'])
    expect(await coming('marta', '05:00')).toEqual(['Uli 06:00', 'Una 07:00'])
    expect(await coming('marta', '05:00', muster.fixtures.departments.Maintenance)).toEqual(['Una 07:00'])
    expect(await coming('nora', '05:00')).toEqual(['Uli 06:00', 'Una 07:00'])
    const query = { departmentId: muster.fixtures.departments.Maintenance }
    expect((await httpErrorOf((await muster.as('uli')).call(rosterApi.coming, { query }))).status).toBe(403)
  })

  test('are five of each department at most', async () => {
    for (const start of ['06:00', '07:00', '08:00', '09:00', '10:00', '11:00'])
      await shift({ start, end: `${Number(start.slice(0, 2)) + 1}:00`.padStart(5, '0') })
    expect(await coming('lea', '05:00')).toHaveLength(5)
  })
})
