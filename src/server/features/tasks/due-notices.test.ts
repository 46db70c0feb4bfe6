import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putOccurrence } from '../../../../test/support/routines.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { instantOf } from '../../../shared/time/time.ts'
import { contextFor } from '../../core/context.ts'
import { tellOfDue } from './due-notices.ts'

/** Due soon, overdue and still overdue: who is told, when, and once. In Berlin, on Friday 20 November 2026. */

const muster = useTestApp()
const ZONE = 'Europe/Berlin'
const at = (time: string, date = '2026-11-20') => instantOf(date, time, ZONE)
const query = async (text: string) => (await muster.services.database.pool.query(text)).rows
const look = (time: string, date?: string, services = muster.services) =>
  tellOfDue(contextFor(services, null, new Date(at(time, date))))
const nameOf = (id: string) =>
  Object.entries(muster.fixtures.people).find(([, person]) => person.id === id)?.[0] as PersonName

/** The notices since the last time, as "uli due-soon Air the rooms". */
async function told() {
  const rows = await query(`delete from notifications returning user_id, kind, params`)
  return rows
    .map(
      ({ user_id, kind, params }) =>
        `${nameOf(user_id)} ${kind} ${params.title}${params.count ? ` and more: ${params.count}` : ''}`,
    )
    .sort()
}
const clockIn = (name: PersonName) => putSession(muster, name, at('06:00'), null)

beforeEach(async () => {
  await clearTasks(muster)
  await clearSessions(muster)
  await query('delete from notifications')
  await query(`delete from settings where name = 'dueTold'`)
  await look('09:00')
})

describe('a task that is due at a time', () => {
  test('is told 30 minutes before, when it is overdue, and to the managers on duty 30 minutes later', async () => {
    for (const name of ['marta', 'milan', 'adam'] as const) await clockIn(name)
    await putTask(muster, { title: 'Set the table', department: 'Housekeeping', assignee: 'uli', dueDate: at('12:00') })
    await look('11:29')
    expect(await told()).toEqual([])
    await look('11:31')
    expect(await told()).toEqual(['uli due-soon Set the table'])
    await look('11:59')
    expect(await told()).toEqual([])
    await look('12:01')
    expect(await told()).toEqual(['uli overdue Set the table'])
    await look('12:29')
    expect(await told()).toEqual([])
    await look('12:31')
    expect(await told()).toEqual(['marta overdue-managers Set the table'])
    for (const time of ['12:32', '13:00', '18:00']) await look(time)
    expect(await told()).toEqual([])
  })

  test('of a department without a manager on duty is told to those on duty anywhere, and not to its assignee', async () => {
    for (const name of ['marta', 'milan', 'una'] as const) await clockIn(name)
    await putTask(muster, {
      title: 'Set the table',
      department: 'Housekeeping',
      assignee: 'marta',
      dueDate: at('09:15'),
    })
    await look('09:50')
    expect(await told()).toEqual(['marta overdue Set the table', 'milan overdue-managers Set the table'])
  })

  test('that nobody has is told to those on duty in its department', async () => {
    for (const name of ['lea', 'una'] as const) await clockIn(name)
    await putTask(muster, { title: 'Set the table', department: 'Housekeeping', dueDate: at('12:00') })
    await putTask(muster, { title: 'For nobody at all', dueDate: at('12:00') })
    await look('11:31')
    expect(await told()).toEqual(['lea due-soon Set the table'])
    await look('12:01')
    expect(await told()).toEqual(['lea overdue Set the table'])
  })

  test('that is completed, deleted or closed makes no noise', async () => {
    const dueDate = at('12:00')
    const now = new Date().toISOString()
    await putTask(muster, { assignee: 'uli', dueDate, status: 'completed' })
    await putTask(muster, { assignee: 'uli', dueDate, deletedAt: now })
    await putOccurrence(muster, { assignee: 'uli', dueDate, closedAt: now, outcome: 'missed' })
    for (const time of ['11:31', '12:01', '12:31']) await look(time)
    expect(await told()).toEqual([])
  })

  test('and another that is due then are one notice for their person', async () => {
    for (const title of ['Set the table', 'Air the rooms', 'Fold the towels'])
      await putTask(muster, { title, assignee: 'uli', dueDate: at('12:00') })
    await look('11:31')
    expect(await told()).toEqual(['uli due-soon Set the table and more: 3'])
  })

  test('that is entered less than 30 minutes before is told when it is overdue', async () => {
    await look('11:45')
    await putTask(muster, { title: 'Set the table', assignee: 'uli', dueDate: at('12:00') })
    await look('11:46')
    expect(await told()).toEqual([])
    await look('12:01')
    expect(await told()).toEqual(['uli overdue Set the table'])
  })
})

test('a task that is due on a day makes no noise, in the night of the clock change neither', async () => {
  for (const date of ['2026-11-20', '2026-10-25', '2027-03-28']) {
    await query(`delete from settings where name = 'dueTold'`)
    await look('20:00', date)
    await putTask(muster, { title: 'Some time today', assignee: 'uli', dueDate: at('', date) })
    await putTask(muster, { title: 'Late', assignee: 'lea', dueDate: at('23:59', date) })
    await look('23:45', date)
    await tellOfDue(contextFor(muster.services, null, new Date(Date.parse(at('', date)) + 45 * 60_000)))
    expect(await told()).toEqual(['lea due-soon Late', 'lea overdue Late'])
    await clearTasks(muster)
  }
})

test('an occurrence of a routine that nobody has is told before its time alone: its window closes by itself', async () => {
  for (const name of ['lea', 'marta'] as const) await clockIn(name)
  await putOccurrence(muster, { title: 'Round', department: 'Housekeeping', dueDate: at('12:00') })
  await putOccurrence(muster, { title: 'Own round', department: 'Housekeeping', assignee: 'uli', dueDate: at('12:00') })
  await look('11:31')
  expect(await told()).toEqual(['lea due-soon Round', 'marta due-soon Round', 'uli due-soon Own round'])
  await look('12:01')
  expect(await told()).toEqual(['uli overdue Own round'])
  await look('12:31')
  expect(await told()).toEqual(['marta overdue-managers Own round'])
})

test('several servers that look at once tell once', async () => {
  const other = await muster.another()
  const people = ['uli', 'lea', 'una', 'marta'] as const
  for (const assignee of people) await putTask(muster, { title: 'Set the table', assignee, dueDate: at('12:00') })
  const looks = Array.from({ length: 12 }, (_, index) =>
    look('11:31', undefined, index % 2 ? other.services : muster.services),
  )
  await Promise.all(looks)
  await look('11:32')
  expect(await told()).toHaveLength(people.length)
})

describe('after an outage', () => {
  test('what has become overdue is told, and no longer that it is due soon', async () => {
    await putTask(muster, { title: 'Set the table', assignee: 'uli', dueDate: at('12:00') })
    await putTask(muster, { title: 'Air the rooms', assignee: 'lea', dueDate: at('15:20') })
    await look('15:00')
    expect(await told()).toEqual(['lea due-soon Air the rooms', 'uli overdue Set the table'])
  })

  test('of days nothing is told that is half a day old, and a deployment that begins tells nothing of before', async () => {
    await putTask(muster, { title: 'Old', assignee: 'uli', dueDate: at('12:00') })
    await putTask(muster, { title: 'New', assignee: 'uli', dueDate: at('08:00', '2026-11-23') })
    await look('09:00', '2026-11-23')
    expect(await told()).toEqual(['uli overdue New'])
    await query(`delete from settings where name = 'dueTold'`)
    await look('09:01', '2026-11-23')
    expect(await told()).toEqual([])
  })

  test('a clock that was wrong stops nothing', async () => {
    await look('12:00', '2027-11-20')
    await look('09:01')
    await putTask(muster, { title: 'Set the table', assignee: 'uli', dueDate: at('09:45') })
    await look('09:20')
    expect(await told()).toEqual(['uli due-soon Set the table'])
  })
})
