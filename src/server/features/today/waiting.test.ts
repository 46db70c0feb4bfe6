import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearHandovers, putHandover } from '../../../../test/support/handovers.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { handoversApi } from '../../../shared/handovers.ts'
import { messagesApi } from '../../../shared/messages.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { filterValuesOf } from '../../../shared/task-filter.ts'
import { priorities, statuses } from '../../../shared/task-status.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { type ItemSection, TODAY_ITEMS, todayApi } from '../../../shared/today.ts'
import { kindOfTask } from '../../../shared/waiting.ts'
import { readTodaysWork } from './read.ts'

/** Things besides tasks that wait for a person. Server and page sort tasks by the same rule. */

const muster = useTestApp()
beforeEach(async () => {
  await clearHandovers(muster)
  await clearTasks(muster)
  await clearSessions(muster)
  await muster.services.database.pool.query('delete from notifications')
})
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const today = async (name: PersonName) => (await muster.as(name)).call(todayApi.read, {})
const leaves = async (name: PersonName) => {
  await muster.services.database.pool.query('update users set is_active = false where id = $1', [
    muster.fixtures.people[name].id,
  ])
  leavers.push(name)
}
const leavers: PersonName[] = []
afterEach(async () => {
  for (const name of leavers.splice(0))
    await muster.services.database.pool.query('update users set is_active = true where id = $1', [
      muster.fixtures.people[name].id,
    ])
})
const idsOf = ({ items, total }: ItemSection) => [...items.map(({ id }) => id), total]

test('a task stands in the section that the page works out, whatever it is', async () => {
  const now = new Date('2026-06-15T10:00:00.000Z')
  const seed = 20_261_128
  let state = seed
  const pick = <T>(values: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return values[Math.floor((state / 2_147_483_648) * values.length)] as T
  }
  for (let count = 0; count < 150; count += 1)
    await putTask(muster, {
      title: `Task ${count}`,
      department: pick(['Housekeeping', 'Maintenance', null]),
      assignee: pick([null, 'uli', 'uli', 'lea']),
      status: pick(statuses),
      priority: pick(priorities),
      kind: pick(['task', 'task', 'problem']),
      isReceived: pick([false, false, true]),
      dueDate: pick([
        null,
        '2026-06-14T10:00:00.000Z',
        '2026-06-15T10:00:00.000Z',
        '2026-06-15T12:00:00.000Z',
        '2026-06-17T10:00:00.000Z',
      ]),
    })
  const { tasks } = await (await muster.as('gita')).call(tasksApi.list, { query: { limit: 200 } })
  expect(tasks).toHaveLength(150)
  for (const name of ['uli', 'nora'] as const) {
    const ctx = muster.contextOf(name, now)
    const day = (await readTodaysWork(ctx)).read()
    const work = { viewerId: ctx.viewer.id, dayEnds: day.dayEnds, departmentId: ctx.viewer.departmentId }
    const kinds = {
      now: 'now',
      received: 'handed_over',
      problems: 'waiting',
      overdue: 'overdue',
      dueToday: 'due_today',
      open: 'also_mine',
      unassigned: 'free',
    } as const
    for (const [section, kind] of Object.entries(kinds) as [keyof typeof kinds, string][]) {
      const expected = tasks.filter((task) => kindOfTask(filterValuesOf(task), now.getTime(), work) === kind)
      const shown = day[section]
      expect(shown?.total, `${name}: ${section}, seed ${seed}`).toBe(expected.length)
      const ids = expected.map(({ id }) => id)
      expect(shown?.tasks.length).toBe(Math.min(TODAY_ITEMS, expected.length))
      for (const { id } of shown?.tasks ?? []) expect(ids).toContain(id)
    }
  }
})

describe('a question about a handover', () => {
  const ask = async (name: PersonName, id: number) =>
    (await muster.as(name)).call(handoversApi.ask, { params: { id }, body: { question: 'Which tap?' } })
  const asked = async (...names: PersonName[]) => {
    const days = await Promise.all(names.map(today))
    return days.map((day) => idsOf(day.asked))
  }

  test('waits for its giver, and for a manager who was asked instead, until somebody answers', async () => {
    const { id } = await putHandover(muster, { createdAt: minutesAgo(60) })
    await putSession(muster, 'lea', minutesAgo(30), null)
    await putSession(muster, 'marta', minutesAgo(30), null)
    await ask('lea', id)
    expect(await asked('uli', 'marta', 'lea', 'nora')).toEqual([[id, 1], [id, 1], [0], [0]])
    await (await muster.as('marta')).call(handoversApi.answer, { params: { id }, body: { answer: 'The left one' } })
    expect(await asked('uli', 'marta')).toEqual([[0], [0]])
  })

  test('waits only for the people who were asked', async () => {
    const { id } = await putHandover(muster, { createdAt: minutesAgo(60) })
    await putSession(muster, 'lea', minutesAgo(30), null)
    await putSession(muster, 'marta', minutesAgo(30), null)
    await ask('lea', id)
    await (await muster.as('marta')).call(handoversApi.answer, { params: { id }, body: { answer: 'The left one' } })
    await putSession(muster, 'uli', minutesAgo(1), null)
    await ask('lea', id)
    expect(await asked('uli', 'marta')).toEqual([[id, 1], [0]])
  })

  test('waits for the managers of the department when its giver has left', async () => {
    const { id } = await putHandover(muster, { createdAt: minutesAgo(60) })
    await putSession(muster, 'lea', minutesAgo(30), null)
    await ask('lea', id)
    await leaves('uli')
    expect(await asked('marta', 'lea', 'nora')).toEqual([[id, 1], [0], [0]])
    await (await muster.as('marta')).call(handoversApi.answer, { params: { id }, body: { answer: 'The left one' } })
    expect(await asked('marta')).toEqual([[0]])
  })

  test('waits for two weeks', async () => {
    const { id } = await putHandover(muster, { createdAt: minutesAgo(60) })
    await ask('lea', id)
    const dated = (days: number) =>
      muster.services.database.pool.query(`update handover_questions set asked_at = now() - interval '${days} days'`)
    await dated(13)
    expect(await asked('uli')).toEqual([[id, 1]])
    await dated(14)
    expect(await asked('uli')).toEqual([[0]])
  })
})

test('what was handed over waits for the department, the urgent first, and then for the person who has it', async () => {
  const calm = await putHandover(muster, { createdAt: minutesAgo(30) })
  const urgent = await putHandover(muster, { createdAt: minutesAgo(60), severity: 'urgent' })
  await putSession(muster, 'lea', minutesAgo(30), null)
  expect(idsOf((await today('lea')).offered)).toEqual([urgent.id, calm.id, 2])
  expect(idsOf((await today('uli')).offered)).toEqual([0])
  await (await muster.as('lea')).call(handoversApi.receive, { params: { id: urgent.id } })
  const day = await today('lea')
  expect([idsOf(day.handedOver), idsOf(day.offered)]).toEqual([
    [urgent.id, 1],
    [calm.id, 1],
  ])
  // When the shift ends it waits for everybody again; for its receiver it stands once.
  await muster.services.database.pool.query("update clock_sessions set end_time = now(), status = 'completed'")
  const after = await today('lea')
  expect([idsOf(after.handedOver), idsOf(after.offered)]).toEqual([
    [urgent.id, 1],
    [calm.id, 1],
  ])
  expect(idsOf((await today('marta')).offered)).toEqual([urgent.id, calm.id, 2])
})

test('a task that was handed over stands apart from its due date until it is begun or given away', async () => {
  const task = await putTask(muster, { title: 'Curtains', department: 'Housekeeping', assignee: 'uli' })
  const { id } = await putHandover(muster, { taskId: task.id, createdAt: minutesAgo(30) })
  await putSession(muster, 'lea', minutesAgo(30), null)
  const lea = await muster.as('lea')
  const sections = async (name: PersonName) => {
    const { now, received, open } = await today(name)
    return [now, received, open].map(({ total }) => total)
  }
  await lea.call(handoversApi.receive, { params: { id } })
  expect(await sections('lea')).toEqual([0, 1, 0])
  const give = async (assigneeId: string) =>
    (await muster.as('marta')).call(tasksApi.update, { params: { id: task.id }, body: { assigneeId } })
  await lea.call(tasksApi.update, { params: { id: task.id }, body: { status: 'in_progress' } })
  expect(await sections('lea')).toEqual([1, 0, 0])
  await lea.call(tasksApi.update, { params: { id: task.id }, body: { status: 'pending' } })
  expect(await sections('lea')).toEqual([0, 1, 0])
  await give(muster.fixtures.people.uli.id)
  expect(await sections('uli')).toEqual([0, 0, 1])
  await give(muster.fixtures.people.lea.id)
  expect(await sections('lea')).toEqual([0, 0, 1])
})

test('what was handed over to somebody who has left waits for the department', async () => {
  const { id } = await putHandover(muster, { createdAt: minutesAgo(30), to: 'uli', giver: 'lea' })
  await putSession(muster, 'marta', minutesAgo(30), null)
  expect(idsOf((await today('marta')).offered)).toEqual([0])
  await leaves('uli')
  expect(idsOf((await today('marta')).offered)).toEqual([id, 1])
  // Not for its giver.
  expect(idsOf((await today('lea')).offered)).toEqual([0])
  await (await muster.as('marta')).call(handoversApi.receive, { params: { id } })
  expect(idsOf((await today('marta')).handedOver)).toEqual([id, 1])
})

test('an urgent message waits until it is read; others do not', async () => {
  await putSession(muster, 'lea', minutesAgo(30), null)
  const marta = await muster.as('marta')
  const userIds = [muster.fixtures.people.lea.id]
  await marta.call(messagesApi.send, { body: { userIds, text: 'Two cots to 512, please' } })
  await marta.call(messagesApi.sendUrgent, {
    body: { userIds, text: 'Water in the lift', reason: 'The boiler leaks' },
  })
  const { urgentMessages } = await today('lea')
  expect(urgentMessages).toMatchObject([{ type: 'urgent-message', title: 'Urgent message from Marta Oliveira' }])
  const [message] = urgentMessages
  await (await muster.as('lea')).call(notificationsApi.read, { params: { id: message?.id ?? 0 } })
  expect((await today('lea')).urgentMessages).toEqual([])
})
