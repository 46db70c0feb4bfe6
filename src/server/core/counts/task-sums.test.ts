import { beforeEach, expect, test } from 'vitest'
import { clearTasks, inDays, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { completeTaskSums, deleteOldTaskSums, sumUpTaskSums } from './task-sums.ts'

/**
 * `by-hand.test.ts` of the analytics and `board.test.ts` compare the sums with the tasks. This file tests their upkeep.
 */

const muster = useTestApp()
const { pool } = { pool: () => muster.services.database.pool }
const sums = async () => {
  const { rows } = await pool().query(`
    select department_id, sum(completed)::int as completed, sum(milliseconds)::int as milliseconds, sum(created)::int as created
    from (select * from task_sums union all select * from task_sum_changes) as sums group by 1
    having sum(completed) <> 0 or sum(created) <> 0 order by 1`)
  return rows
}
/** As an upgrade from a Muster without sums finds the database. */
const forget = () =>
  pool().query(`delete from task_sums; delete from task_sum_changes; delete from settings where name = 'taskSums'`)
const complete = () => completeTaskSums(muster.services.database, new Date())

beforeEach(async () => {
  await clearTasks(muster)
  await pool().query('delete from task_sums; delete from task_sum_changes')
})

const HOUR = 3_600_000
const done = (hours: number) => {
  const completedAt = inDays(-1)
  return {
    status: 'completed',
    completedAt,
    createdAt: new Date(Date.parse(completedAt) - hours * HOUR).toISOString(),
  } as const
}

test('what was there before is counted once, by one of several servers, also beside what is counted already', async () => {
  await putTask(muster, { ...done(2), department: 'Housekeeping' })
  await putTask(muster, done(3))
  await putTask(muster, { department: 'Housekeeping', deletedAt: inDays(0) })
  await putTask(muster, { department: 'Housekeeping', createdAt: inDays(-60) })
  await forget()
  await putTask(muster, { department: 'Housekeeping' })
  await Promise.all([complete(), complete(), complete()])
  const { Housekeeping } = muster.fixtures.departments
  const expected = [
    { department_id: -1, completed: 2, milliseconds: 5 * HOUR, created: 3 },
    { department_id: 0, completed: 1, milliseconds: 3 * HOUR, created: 1 },
    { department_id: Housekeeping, completed: 1, milliseconds: 2 * HOUR, created: 2 },
  ]
  expect(await sums()).toEqual(expected)
  await complete()
  expect(await sums()).toEqual(expected)
})

test('a change that began before is waited for', async () => {
  await forget()
  const old = await pool().connect()
  try {
    await old.query('begin')
    await old.query('alter table tasks disable trigger user')
    await old.query(
      `insert into tasks (title, folded_title, search_text, creator_id) select 'Old', 'old', ' old', id from users limit 1`,
    )
    await old.query('alter table tasks enable trigger user')
    const { database } = muster.services
    let looks = 0
    const orm = new Proxy(database.orm, {
      get(target, name, receiver) {
        if (name === 'execute') looks += 1
        return Reflect.get(target, name, receiver)
      },
    })
    const completing = completeTaskSums({ ...database, orm }, new Date())
    await expect.poll(() => looks).toBeGreaterThan(3)
    expect(await sums()).toEqual([])
    await old.query('commit')
    await completing
  } finally {
    old.release()
  }
  expect(await sums()).toMatchObject([{ created: 1 }, { created: 1 }])
})

test('sums go after 40 days, also those of a task that changes later', async () => {
  const { id } = await putTask(muster, { createdAt: inDays(-30) })
  const at = (days: number) => ({ db: muster.services.database.orm, now: new Date(inDays(days)) })
  await pool().query(`insert into task_sum_changes select now(), 77, 0, 0, 0 from generate_series(1, 200)`)
  await sumUpTaskSums(at(0))
  expect((await pool().query('select created from task_sums where created > 0')).rows).toEqual([
    { created: 1 },
    { created: 1 },
  ])
  const ctx = { ...muster.contextOf('gita'), now: at(11).now }
  await deleteOldTaskSums(ctx)
  expect((await pool().query('select from task_sums where created > 0')).rowCount).toBe(0)
  await pool().query('delete from tasks where id = $1', [id])
  await pool().query(`insert into task_sum_changes select now(), 77, 0, 0, 0 from generate_series(1, 200)`)
  await sumUpTaskSums(at(11))
  expect((await pool().query('select from task_sums where department_id <> 77')).rowCount).toBe(0)
})

test('a change of very many tasks compares each with itself, not with all, also on a connection that changed few before', async () => {
  const { id } = await putTask(muster, {})
  const client = await pool().connect()
  try {
    await client.query('begin')
    // 0.6 s on a quiet machine. To compare all with all took 9 s.
    await client.query(`set local statement_timeout = '5s'`)
    const { rowCount } = await client.query(
      `insert into tasks (title, folded_title, search_text, creator_id)
       select title, folded_title, search_text, creator_id from tasks, generate_series(1, 6000) where id = $1`,
      [id],
    )
    expect(rowCount).toBe(6000)
    await client.query(`update tasks set priority = 'high' where id = $1`, [id])
    await client.query(`update tasks set priority = 'low'`)
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(await sums()).toMatchObject([{ created: 6001 }, { created: 6001 }])
})
