import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putBreak, putSession } from '../../../../test/support/clock.ts'
import { clearHandovers, putHandover } from '../../../../test/support/handovers.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putProblem } from '../../../../test/support/problems.ts'
import { putOccurrence } from '../../../../test/support/routines.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { DEPARTMENT_ITEMS, todayDepartmentApi } from '../../../shared/today-department.ts'
import { inTransaction } from '../../core/context.ts'
import { giveAllClear } from './all-clear.ts'
import { readDepartmentToday } from './department.ts'

const muster = useTestApp()
beforeEach(async () => {
  await clearTasks(muster)
  await clearSessions(muster)
  await clearHandovers(muster)
  await muster.services.database.pool.query('delete from all_clears')
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const here = () => muster.fixtures.departments.Housekeeping
const read = async (name: PersonName = 'marta', departmentId = here()) =>
  (await muster.as(name)).call(todayDepartmentApi.read, { query: { departmentId } })
const allClear = async (name: PersonName, asOf: string, departmentId = here()) =>
  (await muster.as(name)).call(todayDepartmentApi.allClear, { body: { departmentId, asOf } })
const titles = (tasks: { title: string }[]) => tasks.map(({ title }) => title)

/** A missed occurrence, whose window ended so many hours ago. */
const missed = (title: string, ago: number, fields: Parameters<typeof putOccurrence>[1] = {}) =>
  putOccurrence(muster, {
    ...{ title, occurrenceAt: hours(-ago - 2), createdAt: hours(-ago - 2), dueDate: hours(-ago - 1) },
    ...{ closesAt: hours(-ago), closedAt: hours(-ago), updatedAt: hours(-ago), outcome: 'missed' as const },
    ...fields,
  })

describe('what a manager reads of a department', () => {
  test('is empty for a quiet one', async () => {
    const day = await read()
    const none = { items: [], total: 0 }
    expect(day).toMatchObject({ department: { id: here(), name: 'Housekeeping' }, allClear: null, unread: 0 })
    expect(day).toMatchObject({ missed: none, handovers: none, problems: { tasks: [], total: 0 } })
    expect(day).toMatchObject({ overdue: { tasks: [], total: 0 }, onDuty: { people: [], total: 0 } })
    expect(Date.parse(day.asOf) - Date.parse(day.since)).toBe(24 * 3_600_000)
  })

  test('has the occurrences that were missed in the last day, with their causes', async () => {
    await missed('Nobody', 20)
    await putSession(muster, 'lea', hours(-9), hours(-6))
    await missed('Not taken', 7)
    await missed('Not finished', 6, { assignee: 'uli', takenAt: hours(-8) })
    await missed('Was down', 5, { createdAt: hours(-4) })
    await missed('Before', 25)
    await missed('Elsewhere', 3, { department: 'Maintenance' })
    await missed('Skipped', 3, { outcome: 'skipped' })
    await missed('Deleted', 3, { deletedAt: hours(-1) })
    const { missed: found, unread } = await read()
    expect(found.items.map(({ title, cause, assignee }) => [title, cause, assignee?.firstName])).toEqual([
      ['Was down', 'muster_was_down', undefined],
      ['Not finished', 'taken_not_finished', 'Uli'],
      ['Not taken', 'on_duty_not_taken', undefined],
      ['Nobody', 'nobody_on_duty', undefined],
    ])
    expect([found.total, unread]).toEqual([4, 4])
    expect(found.items[0]).toMatchObject({ routineId: expect.any(Number), taskId: expect.any(Number) })
  })

  test('has the problems that nobody has taken, urgent ones first, and other overdue tasks', async () => {
    await putProblem(muster, { title: 'Old', createdAt: hours(-30), updatedAt: hours(-30), dueDate: hours(-2) })
    await putProblem(muster, { title: 'New', createdAt: hours(-1) })
    await putProblem(muster, { title: 'Urgent', priority: 'high' })
    await putProblem(muster, { title: 'Taken', assignee: 'uli', dueDate: hours(-3) })
    await putProblem(muster, { title: 'Elsewhere', department: 'Maintenance' })
    const task = { department: 'Housekeeping' } as const
    await putTask(muster, { title: 'Late', ...task, dueDate: hours(-1) })
    await putTask(muster, { title: 'Later', ...task, dueDate: hours(-48) })
    await putTask(muster, { title: 'Marked', ...task, status: 'overdue' })
    await putTask(muster, { title: 'Done', ...task, dueDate: hours(-1), status: 'completed' })
    await putTask(muster, { title: 'To come', ...task, dueDate: hours(1) })
    const { problems, overdue, unread } = await read()
    expect([...titles(problems.tasks), problems.total]).toEqual(['Urgent', 'Old', 'New', 3])
    expect([...titles(overdue.tasks), overdue.total]).toEqual(['Later', 'Taken', 'Late', 'Marked', 4])
    // Old and Later were there a day ago, and Marked has no time.
    expect(unread).toBe(4)
  })

  test('has handovers that wait, also those for one person', async () => {
    await putHandover(muster, { text: 'For anybody' })
    await putHandover(muster, { text: 'For Léa', to: 'lea' })
    await putHandover(muster, { text: 'Urgent', severity: 'urgent' })
    await putHandover(muster, { text: 'Received', receivedBy: 'lea' })
    await putHandover(muster, { text: 'Elsewhere', department: 'Maintenance' })
    const { handovers, unread } = await read()
    expect(handovers.items.map(({ text }) => text)).toEqual(['Urgent', 'For Léa', 'For anybody'])
    expect([handovers.total, unread]).toEqual([3, 3])
  })

  test('has the people on duty, on a break, and those who have not clocked out', async () => {
    const { id } = await putSession(muster, 'uli', hours(-3), null)
    await putBreak(muster, id, hours(-0.1), null)
    await putSession(muster, 'lea', hours(-20), null)
    await putSession(muster, 'una', hours(-1), null)
    const { onDuty, notClockedOut } = await read()
    const shown = ({ people, total }: typeof onDuty) => [...people.map(({ firstName }) => firstName), total]
    expect(shown(onDuty)).toEqual(['Uli', 1])
    expect(onDuty.people[0]?.onBreakSince).toEqual(expect.any(String))
    expect(shown(notClockedOut)).toEqual(['Léa', 1])
  })

  test('has the first of each part, with a total', async () => {
    for (let at = 0; at < DEPARTMENT_ITEMS + 2; at += 1) {
      await missed(`Missed ${at}`, 1 + at)
      await putProblem(muster, { title: `Problem ${at}` })
      await putTask(muster, { title: `Task ${at}`, department: 'Housekeeping', dueDate: hours(-1 - at) })
      await putHandover(muster, { text: `Item ${at}` })
    }
    const { missed: found, problems, overdue, handovers } = await read()
    for (const { length, total } of [
      { length: found.items.length, total: found.total },
      { length: problems.tasks.length, total: problems.total },
      { length: overdue.tasks.length, total: overdue.total },
      { length: handovers.items.length, total: handovers.total },
    ])
      expect([length, total]).toEqual([DEPARTMENT_ITEMS, DEPARTMENT_ITEMS + 2])
  })

  test('is for the managers of the department, and for administrators', async () => {
    await expect(read('milan')).rejects.toMatchObject({ status: 403 })
    await expect(read('nora')).rejects.toMatchObject({ status: 403 })
    await expect(read('uli')).rejects.toMatchObject({ status: 403 })
    expect((await read('adam')).department.name).toBe('Housekeeping')
    expect((await httpErrorOf(read('gita', 9_999))).status).toBe(404)
    expect((await httpErrorOf(allClear('gita', hours(0), 9_999))).status).toBe(404)
    await expect(allClear('milan', hours(0))).rejects.toMatchObject({ status: 403 })
  })
})

describe('all clear', () => {
  test('is shown to the next manager, who reads what came since', async () => {
    await missed('Seen', 2)
    await putProblem(muster, { title: 'Waits', updatedAt: hours(-1) })
    const { asOf, unread } = await read()
    expect(unread).toBe(2)
    await allClear('marta', asOf)
    const after = await read('adam')
    expect(after.allClear).toMatchObject({ by: { firstName: 'Marta' }, at: expect.any(String) })
    expect(after).toMatchObject({ since: asOf, unread: 0, missed: { total: 0 }, problems: { total: 1 } })
    await putProblem(muster, { title: 'New' })
    await missed('Recorded late', 1, { updatedAt: hours(0) })
    expect(await read('adam')).toMatchObject({ unread: 2, missed: { total: 1 }, problems: { total: 2 } })
    // Another department has its own.
    expect((await read('adam', muster.fixtures.departments.Maintenance)).allClear).toBeNull()
  })

  test('said again, late or at the same moment is no conflict, and the latest counts', async () => {
    const logged = async () => {
      const query = { action: 'all-clear.read' }
      return (await (await muster.as('gita')).call(auditApi.list, { query })).entries
    }
    const [first, second, before] = [hours(-2), hours(-1), (await logged()).length]
    await Promise.all([allClear('marta', second), allClear('adam', second)])
    const { allClear: given } = await read()
    await allClear(given?.by.firstName === 'Marta' ? 'adam' : 'marta', first)
    expect(await read()).toMatchObject({ allClear: given, since: second })
    const entries = await logged()
    expect([entries.length - before, entries[0]?.title]).toEqual([1, 'Housekeeping'])
  })

  test('never covers what has not happened yet', async () => {
    await allClear('marta', hours(5))
    expect(Date.parse((await read()).since)).toBeLessThanOrEqual(Date.now())
  })

  test('is forgotten after a day, except for who said it', async () => {
    const now = new Date(Date.now() - 30 * 3_600_000)
    const body = { departmentId: here(), asOf: now.toISOString() }
    await inTransaction(muster.contextOf('marta', now), (ctx) =>
      giveAllClear(ctx, { params: {}, query: undefined, body }),
    )
    const reply = await readDepartmentToday(muster.contextOf('adam'), {
      ...{ params: {}, query: { departmentId: here() }, body: undefined },
    })
    const day = reply.read()
    expect(day.allClear?.at).toBe(now.toISOString())
    expect(Date.parse(day.asOf) - Date.parse(day.since)).toBe(24 * 3_600_000)
  })
})
