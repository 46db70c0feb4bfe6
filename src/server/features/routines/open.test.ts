import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { putOccurrence, putRoutine, routineCalls } from '../../../../test/support/routines.ts'
import { aside, useTestApp } from '../../../../test/support/test-app.ts'
import { contextFor } from '../../core/context.ts'
import type { PausedRows } from '../../core/jobs/due-rows.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { events } from '../../db/tables/events.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { routines } from '../../db/tables/routines.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { startScheduler } from '../../scheduled/scheduler.ts'
import { closeOver } from './close.ts'
import { openDue } from './open.ts'

/** In Berlin, where it is an hour later than in UTC. */
const muster = useTestApp()
const orm = () => muster.services.database.orm
const calls = routineCalls(muster)
const schedulerAt = (time: string) => contextFor(muster.services, null, new Date(time))
const openAt = (time: string, paused?: PausedRows) => aside(() => openDue(schedulerAt(time), paused))
const closeAt = (time: string) => aside(() => closeOver(schedulerAt(time)))
const occurrencesOf = (id: number) =>
  orm().select().from(tasks).where(eq(tasks.routineId, id)).orderBy(asc(tasks.occurrenceAt))
const inShort = async (id: number) =>
  (await occurrencesOf(id)).map((task) => [task.occurrenceAt, task.outcome, task.closedAt])
const isAbout = (taskId?: number) => and(eq(auditLogs.resourceType, 'task'), eq(auditLogs.resourceId, String(taskId)))
const nextOf = async (id: number) =>
  (await orm().select().from(routines).where(eq(routines.id, id))).map(({ nextOccurrence }) => nextOccurrence)[0]

/** The opening of the third of November, at 06:00 in Berlin. */
const THIRD = '2026-11-03T05:00:00.000Z'
/** A rule that comes only after all that the tests open, whenever they run. */
const LATER = { everyDays: 1, from: '2031-06-01' }
const day = (date: number, time = '05:00:00.000') => `2026-11-${String(date).padStart(2, '0')}T${time}Z`

afterEach(() => muster.services.database.pool.query('delete from task_steps; delete from tasks; delete from routines'))

describe('an opening', () => {
  test('becomes one task, with a copy of what the routine is', async () => {
    const steps = [
      { text: 'Measure the chlorine', kind: 'number', required: true, unit: 'mg/l', min: 0.3, max: 0.6 },
      { text: 'Rinse the glass', kind: 'tick', required: false, unit: null, min: null, max: null },
    ] as const
    const routine = await putRoutine(muster, {
      ...{ title: 'Pool: water test', description: 'At the deep end', priority: 'high', tags: ['pool'], place: 'Pool' },
      ...{ workMinutes: 15, steps: [...steps], nextOccurrence: THIRD },
    })
    expect(await openAt('2026-11-03T04:59:59.999Z')).toBe(0)
    expect(await openAt(THIRD)).toBe(1)
    expect(await openAt('2026-11-03T05:00:01.000Z')).toBe(0)
    const [task, ...others] = await occurrencesOf(routine.id)
    expect(others).toEqual([])
    expect(task).toMatchObject({
      ...{
        title: 'Pool: water test',
        foldedTitle: 'pool: water test',
        description: 'At the deep end',
        priority: 'high',
      },
      ...{
        tags: ['pool'],
        place: 'Pool',
        estimateMinutes: 15,
        status: 'pending',
        kind: 'routine',
        routineId: routine.id,
      },
      ...{ occurrenceAt: THIRD, dueDate: day(3, '07:00:00.000'), closesAt: day(3, '09:00:00.000'), createdAt: THIRD },
      ...{ departmentId: routine.departmentId, assigneeId: null, creatorId: routine.creatorId, takenAt: null },
      ...{ outcome: null, closedAt: null, stepsTotal: 2, stepsDone: 0 },
    })
    const copied = await orm()
      .select()
      .from(taskSteps)
      .where(eq(taskSteps.taskId, task?.id ?? 0))
      .orderBy(taskSteps.position)
    expect(copied).toMatchObject(
      steps.map((step, at) => ({ ...step, position: at + 1, value: null, createdAt: THIRD })),
    )
    expect(copied.map(({ searchText }) => searchText)).toEqual([' measure the chlorine', ' rinse the glass'])
    expect(await nextOf(routine.id)).toBe(day(4))
  })

  test('is told in the history of its task without a person, rings nobody, and makes no edit of the routine out of date', async () => {
    const routine = await putRoutine(muster, { assignee: 'uli', steps: [], nextOccurrence: THIRD })
    await orm().delete(notifications)
    await openAt(THIRD)
    const [task] = await occurrencesOf(routine.id)
    expect(task).toMatchObject({ assigneeId: muster.fixtures.people.uli.id, takenAt: null })
    const entries = await orm().select().from(auditLogs).where(isAbout(task?.id))
    expect(entries).toMatchObject([{ action: 'task.open', resourceType: 'task', userId: null }])
    expect(await orm().select().from(notifications)).toEqual([])
    const { updatedAt } = await calls.get('marta', routine.id)
    expect(updatedAt).toBe(routine.updatedAt)
  })

  test('happens once, however many servers open at the same time', async () => {
    const ids: number[] = []
    for (let at = 0; at < 30; at += 1) ids.push((await putRoutine(muster, { nextOccurrence: THIRD })).id)
    const other = await muster.another()
    const servers = [muster.services, other.services, muster.services]
    const opened = await Promise.all(servers.map((services) => openDue(contextFor(services, null, new Date(THIRD)))))
    expect(opened.reduce((sum, count) => sum + count)).toBe(30)
    const found = await orm().select().from(tasks).where(inArray(tasks.routineId, ids))
    expect(found.map(({ routineId }) => routineId).sort()).toEqual(ids.sort())
  })

  test('that has a task already makes no other: the clock was put back', async () => {
    const routine = await putRoutine(muster, { nextOccurrence: THIRD })
    await openAt(THIRD)
    await orm().update(routines).set({ nextOccurrence: THIRD }).where(eq(routines.id, routine.id))
    await openAt('2026-11-03T05:00:05.000Z')
    expect(await inShort(routine.id)).toEqual([[THIRD, null, null]])
    expect(await nextOf(routine.id)).toBe(day(4))
  })

  test.each([
    ['is switched off', { isActive: false }],
    ['was deleted', { deletedAt: '2026-11-02T12:00:00.000Z' }],
  ])('does not come to a routine that %s', async (_, fields) => {
    const routine = await putRoutine(muster, { nextOccurrence: THIRD, ...fields })
    expect(await openAt(day(5))).toBe(0)
    expect(await occurrencesOf(routine.id)).toEqual([])
  })

  test('of many routines costs few events', async () => {
    for (let at = 0; at < 100; at += 1) await putRoutine(muster, { nextOccurrence: THIRD, title: `Round ${at}` })
    const [before] = await orm().select({ count: sql<number>`count(*)::int` }).from(events)
    expect(await openAt(THIRD)).toBe(100)
    const [after] = await orm().select({ count: sql<number>`count(*)::int` }).from(events)
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(1)
  })

  test('of very many is the work of one server, until it is gone', async () => {
    const many = 550
    const { id: _, ...round } = await putRoutine(muster, { nextOccurrence: THIRD, title: 'Round' })
    await orm()
      .insert(routines)
      .values(Array.from({ length: many - 1 }, () => round))
    const turnOfAnother = (seconds: number) =>
      orm().execute(sql`
        insert into settings (name, value)
        values ('turn of routine', jsonb_build_object('server', 'another', 'until', now() + make_interval(secs => ${seconds})))
        on conflict (name) do update set value = excluded.value`)
    await turnOfAnother(60)
    expect(await openAt(THIRD)).toBe(0)
    await turnOfAnother(-1)
    expect(await openAt(THIRD)).toBe(many)
  })

  test('of a routine at fault holds up no other, and is tried again after a minute', async () => {
    const broken = await putRoutine(muster, { days: 'no rule at all', nextOccurrence: day(2) })
    const sound = await putRoutine(muster, { nextOccurrence: THIRD })
    const paused: PausedRows = new Map()
    expect(await openAt(THIRD, paused)).toBe(1)
    expect([...paused.keys()]).toEqual([broken.id])
    expect(await occurrencesOf(sound.id)).toHaveLength(1)
    await orm().update(routines).set({ days: '* * *' }).where(eq(routines.id, broken.id))
    expect(await openAt('2026-11-03T05:00:59.000Z', paused)).toBe(0)
    expect(await openAt('2026-11-03T05:01:00.000Z', paused)).toBe(2)
  })
})

describe('after an outage', () => {
  const windows = { dueAfterMinutes: 120, closesAfterMinutes: 240 }

  test('of three hours, what is still open opens late, and what is over was missed', async () => {
    const open = await putRoutine(muster, { ...windows, nextOccurrence: THIRD })
    const over = await putRoutine(muster, { dueAfterMinutes: 30, closesAfterMinutes: 60, nextOccurrence: THIRD })
    const now = day(3, '08:00:00.000')
    await openAt(now)
    expect(await inShort(open.id)).toEqual([[THIRD, null, null]])
    // As of the end of its window, not of the moment at which somebody noticed.
    expect(await inShort(over.id)).toEqual([[THIRD, 'missed', day(3, '06:00:00.000')]])
    const [missed] = await occurrencesOf(over.id)
    const entries = await orm().select().from(auditLogs).where(isAbout(missed?.id))
    expect(entries).toMatchObject([{ action: 'task.miss', userId: null }])
  })

  test('of three days, each opening has a task', async () => {
    const routine = await putRoutine(muster, { ...windows, nextOccurrence: THIRD })
    const now = day(6, '06:00:00.000')
    expect(await openAt(now)).toBe(4)
    expect(await inShort(routine.id)).toEqual([
      ...[3, 4, 5].map((date) => [day(date), 'missed', day(date, '09:00:00.000')]),
      [day(6), null, null],
    ])
    expect(await nextOf(routine.id)).toBe(day(7))
  })

  test('only the latest of those still open opens; the others are missed as of now', async () => {
    const routine = await putRoutine(muster, { dueAfterMinutes: 120, closesAfterMinutes: null, nextOccurrence: THIRD })
    const now = day(5, '06:00:00.000')
    await openAt(now)
    expect(await inShort(routine.id)).toEqual([
      [day(3), 'missed', now],
      [day(4), 'missed', now],
      [day(5), null, null],
    ])
  })

  test('each opens if each counts', async () => {
    const longest = { dueAfterMinutes: 120, closesAfterMinutes: 36 * 60 }
    const routine = await putRoutine(muster, { ...longest, eachCounts: true, nextOccurrence: THIRD })
    await openAt(day(5, '06:00:00.000'))
    expect(await inShort(routine.id)).toEqual([
      [day(3), 'missed', day(4, '17:00:00.000')],
      [day(4), null, null],
      [day(5), null, null],
    ])
  })

  test('of a year, the openings come in several transactions, and still only the latest opens', async () => {
    const routine = await putRoutine(muster, { closesAfterMinutes: null, nextOccurrence: '2025-11-04T05:00:00.000Z' })
    expect(await openAt(day(3, '06:00:00.000'))).toBe(365)
    const found = await occurrencesOf(routine.id)
    expect(new Set(found.map(({ occurrenceAt }) => occurrenceAt)).size).toBe(365)
    expect(found.filter(({ outcome }) => outcome === null).map(({ occurrenceAt }) => occurrenceAt)).toEqual([day(3)])
  })
})

describe('a window that is over', () => {
  test('closes its occurrence as missed, at the end of the window', async () => {
    const routine = await putRoutine(muster, { nextOccurrence: THIRD })
    await openAt(THIRD)
    expect(await closeAt(day(3, '08:59:59.999'))).toBe(0)
    expect(await closeAt(day(3, '09:00:07.000'))).toBe(1)
    expect(await closeAt(day(3, '09:00:08.000'))).toBe(0)
    const [task] = await occurrencesOf(routine.id)
    expect(task).toMatchObject({ outcome: 'missed', closedAt: day(3, '09:00:00.000'), status: 'pending' })
    const entries = await orm().select().from(auditLogs).where(isAbout(task?.id)).orderBy(auditLogs.id)
    expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
      ['task.open', null],
      ['task.miss', null],
    ])
  })

  test('leaves alone what is completed, deleted, or has no end', async () => {
    const routine = await putRoutine(muster, { nextOccurrence: THIRD })
    const endless = await putRoutine(muster, { closesAfterMinutes: null, nextOccurrence: THIRD })
    const deleted = await putRoutine(muster, { nextOccurrence: THIRD })
    await openAt(THIRD)
    const set = (id: number, values: Partial<typeof tasks.$inferInsert>) =>
      orm().update(tasks).set(values).where(eq(tasks.routineId, id))
    await set(routine.id, { status: 'completed', completedAt: day(3, '06:00:00.000'), outcome: 'done' })
    await set(deleted.id, { deletedAt: day(3, '06:00:00.000') })
    expect(await closeAt(day(9))).toBe(0)
    expect(await inShort(endless.id)).toEqual([[THIRD, null, null]])
  })
})

test('the scheduler opens and closes', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const open = await putRoutine(muster, { ...LATER, nextOccurrence: at(-1) })
  const over = await putOccurrence(muster, { occurrenceAt: at(-120), dueDate: at(-60), closesAt: at(-1) })
  const stop = startScheduler(muster.services)
  await expect.poll(() => occurrencesOf(open.id)).toHaveLength(1)
  await expect
    .poll(async () => (await inShort(over.routineId ?? 0))[0])
    .toEqual([over.occurrenceAt, 'missed', over.closesAt])
  await stop()
})

test('what is due opens as the routine was before somebody changes it, deletes it or switches it off', async () => {
  const before = new Date(Date.now() - 3_600_000).toISOString()
  const put = () =>
    putRoutine(muster, { ...LATER, title: 'As it was', nextOccurrence: before, closesAfterMinutes: null })
  const [changed, deleted, off] = [await put(), await put(), await put()]
  await calls.update('marta', changed.id, { title: 'As it is', opensAt: '07:00' })
  await calls.remove('marta', deleted.id)
  await calls.update('marta', off.id, { isActive: false })
  for (const { id } of [changed, deleted, off]) {
    expect((await occurrencesOf(id)).map(({ title, occurrenceAt }) => [title, occurrenceAt])).toEqual([
      ['As it was', before],
    ])
  }
})
