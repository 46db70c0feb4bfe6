import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../../test/support/clock.ts'
import { finishJobs } from '../../../../../test/support/jobs.ts'
import type { PersonName } from '../../../../../test/support/people.ts'
import { clearTasks, inDays } from '../../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../../shared/notifications.ts'
import { problemsApi } from '../../../../shared/problems.ts'
import { tasksApi } from '../../../../shared/tasks.ts'
import { inTransaction } from '../../../core/context.ts'
import { startJobs } from '../../../core/jobs/job-runner.ts'
import { enqueue } from '../../../core/jobs/jobs.ts'
import { problemWaitingJob } from './waiting.ts'

/** Managers learn of a problem that nobody has taken, once. */

const muster = useTestApp({ CLAIM_MINUTES: '15' })
const silent = useTestApp({ CLAIM_MINUTES: '0' })
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const idOf = (name: PersonName) => muster.fixtures.people[name].id

const report = async () =>
  (await muster.as('uli')).call(problemsApi.report, {
    body: { title: 'Tap drips', place: 'Spa', departmentId: muster.fixtures.departments.Maintenance },
  })
const clockIn = async (...names: PersonName[]) => {
  for (const name of names) await putSession(muster, name, inDays(-0.1), null)
}
/** Moves waiting jobs so many minutes ahead, and runs the due ones. */
const pass = async (minutes: number) => {
  await query(`update jobs set run_at = run_at - make_interval(mins => $1)`, [minutes])
  await finishJobs(muster.services)
}
const managers = ['marta', 'milan', 'nora', 'adam', 'gita'] as const
/** Those who were told that a problem waits, by how often. */
async function told() {
  const counts: Partial<Record<PersonName, number>> = {}
  for (const name of [...managers, 'una', 'uli'] as const) {
    const news = await (await muster.as(name)).call(notificationsApi.list, {})
    const waiting = news.filter(({ title }) => title.startsWith('Nobody has taken'))
    if (waiting.length > 0) counts[name] = waiting.length
  }
  return counts
}

beforeEach(async () => {
  await clearTasks(muster)
  await clearSessions(muster)
  await query('delete from notifications')
  await query('delete from jobs')
  await query('delete from rate_limits')
})
afterEach(() => clearSessions(muster))

describe('after CLAIM_MINUTES', () => {
  test('managers on duty in the department learn of it, once', async () => {
    await clockIn('milan', 'marta', 'adam', 'una')
    const { id } = await report()
    await pass(14)
    expect(await told()).toEqual({})
    await pass(1)
    expect(await told()).toEqual({ milan: 1 })
    const [news] = await (await muster.as('milan')).call(notificationsApi.list, {})
    expect(news).toMatchObject({
      ...{ title: 'Nobody has taken a problem for 15 minutes', message: 'Maintenance: Tap drips (Spa)' },
      ...{ taskId: id, type: 'problem' },
    })
    await pass(600)
    expect(await told()).toEqual({ milan: 1 })
    expect(await query('select from jobs')).toEqual([])
  })

  test('managers on duty anywhere, if there is none in the department', async () => {
    await clockIn('marta', 'nora', 'adam', 'una')
    await report()
    await pass(15)
    expect(await told()).toEqual({ marta: 1, nora: 1, adam: 1 })
  })

  test('nobody, if no manager is on duty', async () => {
    await clockIn('una')
    await report()
    await pass(15)
    expect(await told()).toEqual({})
  })

  test('nobody, if somebody has taken it, or it was completed or deleted', async () => {
    await clockIn('milan')
    const [first, second, third] = [await report(), await report(), await report()]
    await (await muster.as('una')).call(problemsApi.claim, { params: { id: first.id } })
    await (await muster.as('una')).call(tasksApi.update, { params: { id: second.id }, body: { status: 'completed' } })
    await (await muster.as('milan')).call(tasksApi.remove, { params: { id: third.id } })
    await pass(15)
    expect(await told()).toEqual({})
  })
})

describe('the time begins anew', () => {
  test.each<[string, (id: number) => Promise<unknown>]>([
    [
      'when it is given back',
      async (id) => {
        await (await muster.as('una')).call(problemsApi.claim, { params: { id } })
        await (await muster.as('una')).call(problemsApi.release, { params: { id }, body: {} })
      },
    ],
    [
      'when a manager takes its assignee away',
      async (id) => {
        await (await muster.as('una')).call(problemsApi.claim, { params: { id } })
        await (await muster.as('gita')).call(tasksApi.update, { params: { id }, body: { assigneeId: null } })
      },
    ],
    [
      'when it is opened again',
      async (id) => {
        const una = await muster.as('una')
        await una.call(tasksApi.update, { params: { id }, body: { status: 'completed' } })
        await una.call(tasksApi.update, { params: { id }, body: { status: 'pending' } })
      },
    ],
    [
      'when it is restored',
      async (id) => {
        await (await muster.as('gita')).call(tasksApi.remove, { params: { id } })
        await (await muster.as('gita')).call(tasksApi.restore, { params: { id } })
      },
    ],
  ])('%s', async (_, act) => {
    await clockIn('milan')
    const { id } = await report()
    await pass(14)
    await act(id)
    await pass(14)
    expect(await told()).toEqual({})
    await pass(1)
    expect(await told()).toEqual({ milan: 1 })
  })

  test('in another department, also when its managers were told in the first', async () => {
    await clockIn('milan', 'marta')
    const { id } = await report()
    await pass(15)
    const body = { departmentId: muster.fixtures.departments.Housekeeping }
    await (await muster.as('uli')).call(problemsApi.move, { params: { id }, body })
    await pass(14)
    expect(await told()).toEqual({ milan: 1 })
    await pass(1)
    expect(await told()).toEqual({ milan: 1, marta: 1 })
  })

  test('not when it is only edited', async () => {
    await clockIn('milan')
    const { id } = await report()
    await pass(14)
    await (await muster.as('milan')).call(tasksApi.update, { params: { id }, body: { title: 'Tap runs' } })
    await pass(1)
    expect(await told()).toEqual({ milan: 1 })
  })
})

test('two servers tell of each problem once', async () => {
  await clockIn('milan')
  for (let at = 0; at < 20; at += 1) await report()
  await query('update jobs set run_at = now()')
  const other = await muster.another()
  const stops = [muster.services, other.services].map((services) => startJobs(services, [problemWaitingJob]))
  await expect.poll(() => query('select from jobs')).toEqual([])
  for (const stop of stops) await stop()
  const told = await query(
    `select user_id, subject_id, count(*)::int as times from notifications where kind = 'problem-waiting' group by 1, 2`,
  )
  expect(told).toHaveLength(20)
  expect(told.every(({ user_id, times }) => user_id === idOf('milan') && times === 1)).toBe(true)
})

test('a problem that is gone for good is no fault', async () => {
  await inTransaction(muster.contextOf('gita'), (ctx) =>
    enqueue(ctx, problemWaitingJob, { taskId: 999_999, minutes: 15 }),
  )
  await finishJobs(muster.services)
  expect(await query('select from jobs')).toEqual([])
})

test('with CLAIM_MINUTES=0 nothing waits', async () => {
  const body = { title: 'Tap drips', departmentId: silent.fixtures.departments.Maintenance }
  await (await silent.as('uli')).call(problemsApi.report, { body })
  const { rows } = await silent.services.database.pool.query(`select from jobs where kind = 'problem-waiting'`)
  expect(rows).toEqual([])
})
