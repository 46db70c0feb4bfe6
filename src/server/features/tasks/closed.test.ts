import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { putOccurrence, putRoutine, routineCalls } from '../../../../test/support/routines.ts'
import { putStep } from '../../../../test/support/steps.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { aside, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { analyticsApi } from '../../../shared/analytics.ts'
import { dashboardApi } from '../../../shared/dashboard.ts'
import { IDEMPOTENCY_HEADER } from '../../../shared/idempotency.ts'
import { peopleViewApi } from '../../../shared/people-view.ts'
import { searchApi } from '../../../shared/search.ts'
import { stepsApi } from '../../../shared/steps.ts'
import { statuses } from '../../../shared/task-status.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { todayApi } from '../../../shared/today.ts'
import { contextFor } from '../../core/context.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { closeOver } from '../routines/close.ts'

/** Missed and skipped tasks: where they are hidden, and how they are opened again. */

const muster = useTestApp()
const { skip, unskip } = routineCalls(muster)
const HOUR = 3_600_000
const hours = (count: number, milliseconds = 0) => new Date(Date.now() + count * HOUR + milliseconds).toISOString()
const orm = () => muster.services.database.orm
const rowOf = async (id: number) => (await orm().select().from(tasks).where(eq(tasks.id, id)))[0]
const update = async (name: 'uli' | 'marta', id: number, body: object, key?: string) =>
  (await muster.as(name)).call(
    tasksApi.update,
    { params: { id }, body },
    key ? { [IDEMPOTENCY_HEADER]: key } : undefined,
  )
const complete = (id: number, at?: string, key?: string) => update('uli', id, { status: 'completed', at }, key)
const codeOf = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return `${status} ${reply?.code}`
}

afterEach(() => muster.services.database.pool.query('delete from task_steps; delete from tasks; delete from routines'))

/** An occurrence that was open from six to two hours ago, was due four hours ago, and was missed. */
const putMissed = async (fields: Parameters<typeof putOccurrence>[1] = {}) => {
  const opened = hours(-6)
  const window = { occurrenceAt: opened, createdAt: opened, dueDate: hours(-4), closesAt: hours(-2) }
  const task = await putOccurrence(muster, { ...window, ...fields })
  await aside(() => closeOver(contextFor(muster.services, null, new Date())))
  expect(await rowOf(task.id)).toMatchObject({ outcome: 'missed', closedAt: task.closesAt })
  return task
}

describe('a completion that arrives after the end of the window', () => {
  test('counts if it was done before it was due', async () => {
    const { id } = await putMissed()
    const at = hours(-5)
    expect(await complete(id, at)).toMatchObject({
      status: 'completed',
      outcome: 'done',
      closedAt: null,
      completedAt: at,
    })
  })

  test('is late if it was done between the two', async () => {
    const { id } = await putMissed()
    expect(await complete(id, hours(-3))).toMatchObject({ status: 'completed', outcome: 'late', closedAt: null })
  })

  test.each([
    ['when it was due', 'dueDate', 0, 'done'],
    ['a moment later', 'dueDate', 1, 'late'],
    ['when it closed', 'closesAt', 0, 'late'],
    ['when it opened', 'occurrenceAt', 0, 'done'],
  ] as const)('is exact: %s', async (_, edge, milliseconds, outcome) => {
    const task = await putMissed()
    const at = new Date(Date.parse(task[edge] ?? '') + milliseconds).toISOString()
    expect(await complete(task.id, at)).toMatchObject({ outcome, completedAt: at, closedAt: null })
  })

  test('is refused a moment after the end, and without a time', async () => {
    const task = await putMissed()
    expect(await codeOf(complete(task.id, new Date(Date.parse(task.closesAt ?? '') + 1).toISOString()))).toBe(
      '409 closed',
    )
    expect(await codeOf(complete(task.id))).toBe('409 closed')
    expect(await rowOf(task.id)).toMatchObject({ outcome: 'missed', status: 'pending', closedAt: task.closesAt })
  })

  test('with a zone of its own means the same instant', async () => {
    const task = await putMissed()
    const instant = Date.parse(task.closesAt ?? '')
    const inBerlin = `${new Date(instant + HOUR).toISOString().slice(0, -1)}+01:00`
    expect(await complete(task.id, inBerlin)).toMatchObject({ outcome: 'late', completedAt: task.closesAt })
  })

  test('is done once, however often the queue sends it', async () => {
    const { id } = await putMissed()
    const [at, key] = [hours(-5), crypto.randomUUID()]
    const first = await complete(id, at, key)
    expect(await complete(id, at, key)).toEqual(first)
    const entries = await orm()
      .select()
      .from(auditLogs)
      .where(eq(auditLogs.resourceId, String(id)))
      .orderBy(auditLogs.id)
    expect(entries.filter(({ resourceType }) => resourceType === 'task').map(({ action }) => action)).toEqual([
      'task.create',
      'task.miss',
      'task.update',
    ])
  })

  test('that was refused is refused again', async () => {
    const { id } = await putMissed()
    const key = crypto.randomUUID()
    expect(await codeOf(complete(id, undefined, key))).toBe('409 closed')
    expect(await codeOf(complete(id, undefined, key))).toBe('409 closed')
  })

  test('stays refused for what was skipped, and for what lacks a required step', async () => {
    const skipped = await putOccurrence(muster)
    await skip('marta', skipped.id)
    expect(await codeOf(complete(skipped.id, hours(-0.5)))).toBe('409 closed')
    const { id } = await putMissed({ stepsTotal: 1 })
    await orm().insert(taskSteps).values({ taskId: id, position: 1, text: 'Look', searchText: ' look', required: true })
    expect(await codeOf(complete(id, hours(-5)))).toBe('409 steps_open')
  })
})

test('a step of it is ticked only by a device that did so in time', async () => {
  const { id } = await putMissed()
  const step = await putStep(muster, id)
  const tick = async (at?: string) =>
    (await muster.as('uli')).call(stepsApi.setValue, { params: { id: step.id }, body: { value: true, at } })
  expect(await codeOf(tick())).toBe('409 closed')
  expect(await tick(hours(-5))).toMatchObject({ value: true, doneAt: expect.stringMatching(/Z$/) })
  const skipped = await putOccurrence(muster)
  const other = await putStep(muster, skipped.id)
  await skip('marta', skipped.id)
  const call = (await muster.as('uli')).call(stepsApi.setValue, { params: { id: other.id }, body: { value: true } })
  expect(await codeOf(call)).toBe('409 closed')
})

test('nothing else changes what is closed', async () => {
  const { id } = await putMissed()
  expect(await codeOf(update('marta', id, { title: 'Sauna' }))).toBe('409 closed')
  expect(await codeOf(update('uli', id, { status: 'in_progress' }))).toBe('409 closed')
  const marta = await muster.as('marta')
  expect(await codeOf(marta.call(tasksApi.updateMany, { body: { ids: [id], changes: { priority: 'high' } } }))).toMatch(
    '404',
  )
})

test('what is opened again after its window is missed after all', async () => {
  const { id, closesAt } = await putMissed()
  await complete(id, hours(-5))
  expect(await update('uli', id, { status: 'pending' })).toMatchObject({ outcome: null, closedAt: null })
  await aside(() => closeOver(contextFor(muster.services, null, new Date())))
  expect(await rowOf(id)).toMatchObject({ outcome: 'missed', closedAt: closesAt })
})

describe('skipping', () => {
  test('closes an occurrence with the reason, and is undone while its window is open', async () => {
    const { id } = await putOccurrence(muster)
    const skipped = await skip('marta', id, '  The pool is closed ')
    expect(skipped).toMatchObject({ outcome: 'skipped', status: 'pending' })
    expect(Date.parse(skipped.closedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await rowOf(id)).toMatchObject({ skipReason: 'The pool is closed' })
    expect(await unskip('marta', id)).toMatchObject({ outcome: null, closedAt: null })
    expect(await rowOf(id)).toMatchObject({ skipReason: null })
    const entries = await orm()
      .select()
      .from(auditLogs)
      .where(eq(auditLogs.resourceId, String(id)))
      .orderBy(auditLogs.id)
    expect(
      entries.filter(({ resourceType }) => resourceType === 'task').map(({ action, details }) => [action, details]),
    ).toEqual([
      ['task.create', expect.anything()],
      ['task.skip', { before: { skipReason: null }, after: { skipReason: 'The pool is closed' } }],
      ['task.unskip', { before: { skipReason: 'The pool is closed' }, after: { skipReason: null } }],
    ])
  })

  test('is for open occurrences', async () => {
    const plain = await putTask(muster, { department: 'Housekeeping' })
    const done = await putOccurrence(muster, { status: 'completed', outcome: 'done' })
    const missed = await putMissed()
    const skipped = await putOccurrence(muster)
    await skip('marta', skipped.id)
    expect(await codeOf(skip('marta', plain.id))).toBe('409 no_occurrence')
    expect(await codeOf(skip('marta', done.id))).toBe('409 completed')
    expect(await codeOf(skip('marta', missed.id))).toBe('409 closed')
    expect(await codeOf(skip('marta', skipped.id))).toBe('409 closed')
  })

  test('is undone only for what was skipped, and not after its window', async () => {
    const missed = await putMissed()
    const over = { outcome: 'skipped', closedAt: hours(-3), closesAt: hours(-2), skipReason: 'Closed' } as const
    const skipped = await putOccurrence(muster, over)
    const endless = await putOccurrence(muster, { ...over, closesAt: null })
    expect(await codeOf(unskip('marta', missed.id))).toBe('409 not_skipped')
    expect(await codeOf(unskip('marta', skipped.id))).toBe('409 closed')
    expect(await unskip('marta', endless.id)).toMatchObject({ outcome: null })
  })
})

test('an occurrence keeps its outcome when its routine is gone', async () => {
  const { id } = await putRoutine(muster)
  const task = await putOccurrence(muster, {
    routineId: id,
    status: 'completed',
    completedAt: hours(-1),
    outcome: 'done',
  })
  await orm().update(tasks).set({ routineId: null }).where(eq(tasks.id, task.id))
  expect(await update('marta', task.id, { title: 'Sauna' })).toMatchObject({ outcome: 'done', kind: 'routine' })
})

test('closed tasks are in no list, no board, no count, no search, not in Today and not in the analytics', async () => {
  const gita = await muster.as('gita')
  const uli = await muster.as('uli')
  const marta = await muster.as('marta')
  const ask = async () => {
    const query = {}
    return {
      list: await uli.call(tasksApi.list, { query }),
      searched: await uli.call(tasksApi.list, { query: { search: 'water' } }),
      routine: await uli.call(tasksApi.list, { query: { kind: 'routine' } }),
      deleted: await gita.call(tasksApi.list, { query: { deleted: 'true' } }),
      board: await uli.call(tasksApi.board, { query }),
      tags: await uli.call(tasksApi.tags, { query }),
      found: await uli.call(searchApi.everything, { query: { q: 'water' } }),
      today: await uli.call(todayApi.read, {}),
      due: await uli.call(dashboardApi.due, {}),
      metrics: await gita.call(dashboardApi.metrics, { query }),
      activity: await gita.call(dashboardApi.activity, { query }),
      lanes: await marta.call(peopleViewApi.lanes, {
        query: { departmentId: muster.fixtures.departments.Housekeeping },
      }),
      summary: await gita.call(analyticsApi.summary, { query }),
      overdueTrend: await gita.call(analyticsApi.trends, { query: { metric: 'overdue' } }),
      workload: await gita.call(analyticsApi.workload, { query }),
      performance: await gita.call(analyticsApi.performance, { query }),
      overdue: await gita.call(analyticsApi.overdue, { query }),
    }
  }
  const before = await ask()
  for (const status of statuses.filter((each) => each !== 'completed')) {
    await putMissed({ status, assignee: 'uli', tags: ['pool'] })
    const skipped = { outcome: 'skipped', closedAt: hours(-1), skipReason: 'Closed', status } as const
    await putOccurrence(muster, { ...skipped, assignee: null, dueDate: hours(-1), tags: ['pool'] })
  }
  expect(await ask()).toEqual(before)
  const closed = async (outcome: 'missed' | 'skipped') =>
    (await uli.call(tasksApi.list, { query: { outcome } })).tasks.map((task) => task.outcome)
  expect(await closed('missed')).toEqual(['missed', 'missed', 'missed'])
  expect(await closed('skipped')).toEqual(['skipped', 'skipped', 'skipped'])
})
