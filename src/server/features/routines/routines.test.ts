import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { newRoutine, putOccurrence, putRoutine, routineCalls } from '../../../../test/support/routines.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_ROUTINES, type NewRoutine } from '../../../shared/routines.ts'
import { dateTimeIn } from '../../../shared/time/time.ts'
import { contextFor, inTransaction } from '../../core/context.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { createRoutine } from './create.ts'
import { purgeDeletedRoutines } from './delete.ts'

const muster = useTestApp()
const calls = routineCalls(muster)
const { create, createMany, update, remove, restore, get, list } = calls
const body = (fields: Partial<NewRoutine> = {}) => newRoutine(muster, 'Housekeeping', fields)
const rowOf = async (id: number) =>
  (await muster.services.database.orm.select().from(routines).where(eq(routines.id, id)))[0]
const issuesOf = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return [status, ...(reply?.issues ?? []).map(({ path }) => path)]
}

afterEach(() => muster.services.database.pool.query('delete from tasks; delete from routines'))

describe('a new routine', () => {
  test('has what was sent, and the rest as usual', async () => {
    const steps = [{ text: 'Open the window' }, { text: 'Measure', kind: 'number', unit: '°C', max: 7 }] as const
    const routine = await create('marta', body({ steps: [...steps], tags: ['pool', 'pool'] }))
    expect(routine).toMatchObject({
      ...{ title: 'Pool: water test', description: null, assigneeId: null, priority: 'medium', tags: ['pool'] },
      ...{ sopId: null, sopPage: null, place: null, days: '* * *', everyDays: null, from: null, opensAt: '06:00' },
      ...{ dueAfterMinutes: 120, closesAfterMinutes: null, eachCounts: false, isActive: true, lastOutcomes: [] },
      creatorId: muster.fixtures.people.marta.id,
      department: { id: muster.fixtures.departments.Housekeeping, name: 'Housekeeping' },
    })
    const whole = { kind: 'tick', required: false, unit: null, min: null, max: null }
    expect(routine.steps).toEqual([
      { ...whole, text: 'Open the window' },
      { ...whole, text: 'Measure', kind: 'number', unit: '°C', max: 7 },
    ])
    expect(dateTimeIn(routine.nextOccurrence ?? '', 'Europe/Berlin').time).toBe('06:00')
    expect(await get('uli', routine.id)).toEqual(routine)
  })

  test('opens after now, by the days or every so many days', async () => {
    const ctx = muster.contextOf('marta', new Date('2026-11-03T05:00:00.000Z'))
    const next = async (fields: Partial<NewRoutine>) => {
      const input = { params: {}, query: undefined, body: body(fields) }
      const { nextOccurrence } = await inTransaction(ctx, (within) => createRoutine(within, input))
      return nextOccurrence
    }
    expect(await next({})).toBe('2026-11-04T05:00:00.000Z')
    expect(await next({ opensAt: '06:01' })).toBe('2026-11-03T05:01:00.000Z')
    expect(await next({ days: '* * sun' })).toBe('2026-11-08T05:00:00.000Z')
    expect(await next({ days: null, everyDays: 3, from: '2026-11-01' })).toBe('2026-11-04T05:00:00.000Z')
    expect(await next({ isActive: false })).toBeNull()
  })

  test.each<[string, Partial<NewRoutine>, string[]]>([
    ['is for nobody', { departmentId: null }, ['departmentId']],
    ['comes on no days', { days: null }, ['days']],
    ['comes in two ways', { everyDays: 2, from: '2026-11-01' }, ['everyDays']],
    ['has no first day', { days: null, everyDays: 2 }, ['from']],
    ['has only a first day', { days: null, from: '2026-11-01' }, ['everyDays']],
    ['comes on a day that is not', { days: '30 2 *' }, ['days']],
    ['closes before it is due', { closesAfterMinutes: 119 }, ['closesAfterMinutes']],
    ['has a tick with a unit', { steps: [{ text: 'Look', unit: 'kg' }] }, ['steps.0.unit']],
    ['is of no department', { departmentId: 999_999 }, ['departmentId']],
    ['is for nobody who is there', { assigneeId: '0190b1a0-0000-7000-8000-00000000dead' }, ['assigneeId']],
    ['has no such procedure', { sopId: 999_999 }, ['sopId']],
    ['has a page of no procedure', { sopPage: 2 }, ['sopPage']],
  ])('that %s gets 400', async (_, fields, paths) => {
    expect(await issuesOf(create('gita', body(fields)))).toEqual([400, ...paths])
  })

  test('names a page that the procedure has', async () => {
    const { id } = await putSop(muster)
    expect(await create('marta', body({ sopId: id, sopPage: 1 }))).toMatchObject({ sopId: id, sopPage: 1 })
    expect(await issuesOf(create('marta', body({ sopId: id, sopPage: 1_000 })))).toEqual([400, 'sopPage'])
  })

  test('is refused when there are as many as there may be', async () => {
    await muster.services.database.pool.query(
      `insert into routines (title, department_id, days, opens_at, due_after_minutes, creator_id)
       select 'Round', $1, '* * *', '06:00', 60, $2 from generate_series(1, $3)`,
      [muster.fixtures.departments.Housekeeping, muster.fixtures.people.marta.id, MAX_ROUTINES - 1],
    )
    await create('marta', body())
    expect(await httpErrorOf(create('marta', body()))).toMatchObject({
      status: 409,
      reply: { code: 'too_many_routines' },
    })
  })
})

describe('many routines', () => {
  test('are created together', async () => {
    const { ids } = await createMany('marta', [body(), body({ title: 'Sauna' })])
    expect((await list('uli')).map(({ id, title }) => [id, title])).toEqual([
      [ids[0], 'Pool: water test'],
      [ids[1], 'Sauna'],
    ])
  })

  test('or not at all, and the fault names its routine', async () => {
    const wrong = [body(), body({ closesAfterMinutes: 1 }), body({ departmentId: null })]
    expect(await issuesOf(createMany('marta', wrong))).toEqual([
      ...[400, 'routines.1.closesAfterMinutes', 'routines.2.departmentId'],
    ])
    const nowhere = [body(), body({ departmentId: 999_999 })]
    expect(await issuesOf(createMany('gita', nowhere))).toEqual([400, 'routines.1.departmentId'])
    const elsewhere = [body(), newRoutine(muster, 'Maintenance')]
    expect((await httpErrorOf(createMany('marta', elsewhere))).status).toBe(403)
    expect(await list('gita')).toEqual([])
  })
})

describe('a change', () => {
  test('of the rule sets when it opens next; of other fields it does not', async () => {
    const nextOccurrence = '2031-01-01T05:00:00.000Z'
    const { id } = await putRoutine(muster, { nextOccurrence })
    expect((await update('marta', id, { title: 'Pool' })).nextOccurrence).toBe(nextOccurrence)
    expect((await update('marta', id, { dueAfterMinutes: 5 })).nextOccurrence).toBe(nextOccurrence)
    const { nextOccurrence: next } = await update('marta', id, { opensAt: '07:00' })
    expect(Date.parse(next ?? '')).toBeLessThanOrEqual(Date.now() + 25 * 3_600_000)
    expect((await update('marta', id, { isActive: false })).nextOccurrence).toBeNull()
    expect((await update('marta', id, { isActive: true })).nextOccurrence).toBe(next)
  })

  test('leaves open occurrences as they are', async () => {
    const { id } = await putRoutine(muster)
    const open = await putOccurrence(muster, { routineId: id })
    await update('marta', id, { title: 'Sauna', steps: [{ text: 'Look' }] })
    const [task] = await muster.services.database.orm.select().from(tasks).where(eq(tasks.id, open.id))
    expect(task).toMatchObject({ title: 'Pool: water test', stepsTotal: 0, updatedAt: open.updatedAt })
  })

  test('of a version that somebody has changed meanwhile gets 409', async () => {
    const { id, updatedAt } = await putRoutine(muster)
    await update('marta', id, { title: 'Sauna', updatedAt })
    expect(await httpErrorOf(update('marta', id, { title: 'Spa', updatedAt }))).toMatchObject({
      ...{ status: 409, reply: { code: 'edited_meanwhile' } },
    })
  })

  test('must leave it whole, and needs the permission where it goes', async () => {
    const { id } = await putRoutine(muster)
    expect(await issuesOf(update('marta', id, { departmentId: null }))).toEqual([400, 'departmentId'])
    expect(await issuesOf(update('marta', id, { days: null }))).toEqual([400, 'days'])
    expect(await issuesOf(update('marta', id, { closesAfterMinutes: 60 }))).toEqual([400, 'closesAfterMinutes'])
    const departmentId = muster.fixtures.departments.Maintenance
    expect((await httpErrorOf(update('marta', id, { departmentId }))).status).toBe(403)
    await update('adam', id, { departmentId })
    expect((await httpErrorOf(get('uli', id))).status).toBe(404)
  })

  test('stands in the audit log', async () => {
    const { id } = await create('marta', body())
    await update('marta', id, { opensAt: '07:00' })
    await remove('marta', id)
    await restore('marta', id)
    const entries = await muster.services.database.orm
      .select()
      .from(auditLogs)
      .where(eq(auditLogs.resourceType, 'routine'))
      .orderBy(auditLogs.id)
    const own = entries.filter(({ resourceId }) => resourceId === String(id))
    expect(own.map(({ action }) => action)).toEqual(
      ['create', 'update', 'delete', 'restore'].map((verb) => `routine.${verb}`),
    )
    expect(own[1]?.details).toEqual({ before: { opensAt: '06:00' }, after: { opensAt: '07:00' } })
  })
})

describe('a deleted routine', () => {
  test('is in no list, can be brought back, and its tasks stay', async () => {
    const { id } = await putRoutine(muster)
    const { id: taskId } = await putOccurrence(muster, { routineId: id })
    await remove('marta', id)
    expect(await list('marta')).toEqual([])
    expect((await httpErrorOf(get('marta', id))).status).toBe(404)
    expect((await httpErrorOf(update('marta', id, { title: 'Pool' }))).status).toBe(404)
    const routine = await restore('marta', id)
    expect(routine.lastOutcomes.map((each) => each.taskId)).toEqual([taskId])
    expect(Date.parse(routine.nextOccurrence ?? '')).toBeGreaterThan(Date.now())
  })

  test('is gone after 30 days, and its tasks stay without it', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const [old, recent] = [
      await putRoutine(muster, { deletedAt: daysAgo(31) }),
      await putRoutine(muster, { deletedAt: daysAgo(29) }),
    ]
    const task = await putOccurrence(muster, { routineId: old.id, outcome: 'missed', closedAt: daysAgo(40) })
    expect((await httpErrorOf(restore('marta', old.id))).status).toBe(404)
    expect(await purgeDeletedRoutines(contextFor(muster.services, null, new Date()))).toBe(1)
    expect(await rowOf(old.id)).toBeUndefined()
    expect(await rowOf(recent.id)).toBeDefined()
    const [left] = await muster.services.database.orm.select().from(tasks).where(eq(tasks.id, task.id))
    expect(left).toMatchObject({ routineId: null, kind: 'routine', outcome: 'missed', occurrenceAt: task.occurrenceAt })
  })
})

describe('who sees which routines', () => {
  test('managers all, users their department and what they have to do, guests none', async () => {
    const house = await putRoutine(muster, { title: 'A' })
    const tech = await putRoutine(muster, { title: 'B', department: 'Maintenance', creator: 'milan' })
    const own = await putRoutine(muster, { title: 'C', department: null, assignee: 'uli', creator: 'milan' })
    const idsFor = async (name: 'uli' | 'una' | 'marta') => (await list(name)).map(({ id }) => id)
    expect(await idsFor('marta')).toEqual([house.id, tech.id, own.id])
    expect(await idsFor('uli')).toEqual([house.id, own.id])
    expect(await idsFor('una')).toEqual([tech.id])
    expect((await httpErrorOf(list('gus'))).status).toBe(403)
  })

  test('the latest outcomes are those of tasks that one may see', async () => {
    const { id } = await putRoutine(muster)
    const at = (hour: number) => `2026-11-03T${hour < 10 ? '0' : ''}${hour}:00:00.000Z`
    for (let hour = 1; hour <= 12; hour += 1) {
      const department = hour === 11 ? 'Maintenance' : 'Housekeeping'
      await putOccurrence(muster, { routineId: id, occurrenceAt: at(hour), department })
    }
    const seen = async (name: 'uli' | 'marta') =>
      (await get(name, id)).lastOutcomes.map(({ occurrenceAt }) => occurrenceAt)
    expect(await seen('marta')).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map(at))
    expect(await seen('uli')).toEqual([12, 10, 9, 8, 7, 6, 5, 4, 3, 2].map(at))
  })
})
