import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clearTasks, putProject, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { limited, type TakeConnection } from '../../db/connect/limited.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { readWithTasks } from './read-tasks.ts'
import { versionColumns, versionsOf } from './rows.ts'

const muster = useTestApp()

test('a list shows each change of the rows that a task is made of, on every server', async () => {
  const project = await putProject(muster, 'Spring', 'Housekeeping')
  const { id } = await putTask(muster, {
    department: 'Housekeeping',
    assignee: 'uli',
    projectId: project.id,
    title: 'Towels',
  })
  const { pool } = muster.services.database
  const marta = await muster.as('marta')
  const addresses = [await muster.listen(), (await muster.another()).address]
  const read = async (address: string, path: string) => {
    const reply = await fetch(`${address}${API_PREFIX}${path}`, { headers: { cookie: marta.cookie } })
    return reply.json()
  }
  const changes = [
    `select 1`,
    `update tasks set title = 'Linen' where id = ${id}`,
    `update tasks set comments = 3 where id = ${id}`,
    `update departments set name = 'Rooms' where name = 'Housekeeping'`,
    `update projects set name = 'Summer' where id = ${project.id}`,
    `update users set last_name = 'Umlauf' where id = '${muster.fixtures.people.uli.id}'`,
    `update tasks set assignee_id = null, project_id = null where id = ${id}`,
  ]
  for (const change of changes) {
    await pool.query(change)
    for (const address of addresses) {
      const task = await read(address, `/tasks/${id}`)
      expect((await read(address, '/tasks/board')).pending.tasks, change).toEqual([task])
      expect((await read(address, '/tasks')).tasks, change).toEqual([task])
      expect((await read(address, '/tasks?search=towels')).tasks, change).toEqual([task])
    }
  }
  await pool.query(`update departments set name = 'Housekeeping' where name = 'Rooms'`)
})

test('a task that moves out of sight between two statements is shown as it was in sight', async () => {
  await clearTasks(muster)
  const { services, fixtures } = muster
  const { id } = await putTask(muster, { department: 'Housekeeping', title: 'Towels' })
  const move = (department: 'Housekeeping' | 'Maintenance', title: string) =>
    services.database.pool.query('update tasks set department_id = $1, title = $2 where id = $3', [
      fixtures.departments[department],
      title,
      id,
    ])
  let statements = 0
  /** Has the task in Housekeeping for each first of two statements alone. */
  const take: TakeConnection = async (use) => {
    statements += 1
    if (statements % 2 === 0) return use()
    await move('Housekeeping', 'Towels')
    const result = await use()
    await move('Maintenance', 'Who is dismissed')
    return result
  }
  const page = sql`select ${versionColumns} from ${tasks} where department_id = ${fixtures.departments.Housekeeping}`
  const rows = await readWithTasks(
    { now: new Date(), services: { ...services, database: limited(services.database, take) } },
    sql`select string_agg(version, ',') as versions from (${versionsOf(page)}) as found`,
    false,
  )
  const shown = rows.flatMap((row) => row.tasks.map((task) => JSON.parse(task.toString()).title))
  expect(shown).toEqual(['Towels'])
})
