import { afterEach, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { putOccurrence, putRoutine } from '../../../../test/support/routines.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_PLANNED_DAYS, routinesApi } from '../../../shared/routines.ts'
import { dateOf, daysLater, instantOf } from '../../../shared/time/time.ts'

/** Occurrences that open on a day to come, for planners. */

const ZONE = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: ZONE })
afterEach(() => muster.services.database.pool.query('delete from tasks; delete from routines'))

const dayIn = (days: number) => daysLater(dateOf(Date.now(), ZONE), days)
const at = (days: number, time: string) => instantOf(dayIn(days), time, ZONE)
const planned = async (days: number, name: PersonName = 'gita', departmentId?: number) => {
  const query = { date: dayIn(days), departmentId }
  const { occurrences } = await (await muster.as(name)).call(routinesApi.planned, { query })
  return occurrences
}
const titles = async (days: number, name?: PersonName) => (await planned(days, name)).map(({ title }) => title)

test('are those that are due on that day, with their minutes, by their openings', async () => {
  const nextOccurrence = at(1, '06:00')
  const { id } = await putRoutine(muster, { nextOccurrence, assignee: 'uli', workMinutes: 25, place: 'Pool' })
  await putRoutine(muster, { title: 'Early round', opensAt: '05:00', nextOccurrence: at(1, '05:00') })
  // Opens in the evening, and is due on the next morning.
  const night = { title: 'Night round', opensAt: '22:00', dueAfterMinutes: 480, nextOccurrence: at(1, '22:00') }
  await putRoutine(muster, night)
  expect(await titles(1)).toEqual(['Early round', 'Pool: water test'])
  expect(await titles(2)).toEqual(['Night round', 'Early round', 'Pool: water test'])
  expect(await planned(3)).toContainEqual({
    ...{ routineId: id, title: 'Pool: water test', place: 'Pool', workMinutes: 25, priority: 'medium', tags: [] },
    ...{ departmentId: muster.fixtures.departments.Housekeeping, assigneeId: muster.fixtures.people.uli.id },
    ...{ opensAt: at(3, '06:00'), dueAt: at(3, '08:00') },
  })
})

test('leave out what has a task already, what pauses, and days beyond the bound', async () => {
  // The scheduler has opened tomorrow's already.
  const { id } = await putRoutine(muster, { nextOccurrence: at(2, '06:00') })
  await putOccurrence(muster, { routineId: id, occurrenceAt: at(1, '06:00'), dueDate: at(1, '08:00') })
  await putRoutine(muster, { title: 'Paused', isActive: false, nextOccurrence: at(1, '06:00') })
  await putRoutine(muster, { title: 'Deleted', deletedAt: at(0, '00:00'), nextOccurrence: at(1, '06:00') })
  const days = [-1, 0, 1, 2, MAX_PLANNED_DAYS, MAX_PLANNED_DAYS + 1]
  const counts = await Promise.all(days.map(async (day) => (await planned(day)).length))
  expect(counts).toEqual([0, 0, 0, 1, 1, 0])
})

test('follow the calendar, also of routines that come every so many days', async () => {
  await putRoutine(muster, { title: 'Third day', everyDays: 3, from: dayIn(1), nextOccurrence: at(1, '06:00') })
  const shown = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((day) => titles(day)))
  expect(shown.map((list) => list.length)).toEqual([1, 0, 0, 1, 0, 0, 1])
})

test('are those of departments that the viewer may see', async () => {
  await putRoutine(muster, { nextOccurrence: at(1, '06:00') })
  await putRoutine(muster, { title: 'Boiler', department: 'Maintenance', nextOccurrence: at(1, '06:00') })
  expect(await titles(1, 'uli')).toEqual(['Pool: water test'])
  expect(await titles(1, 'marta')).toEqual(['Boiler', 'Pool: water test'])
  const ofMaintenance = await planned(1, 'marta', muster.fixtures.departments.Maintenance)
  expect(ofMaintenance.map(({ title }) => title)).toEqual(['Boiler'])
})
