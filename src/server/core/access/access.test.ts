import { beforeAll, describe, expect, test } from 'vitest'
import { type PersonName, personNames } from '../../../../test/support/people.ts'
import { putProject, putTask } from '../../../../test/support/tasks.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { type Actor, may } from '../../../shared/permissions.ts'
import { projectsApi } from '../../../shared/projects.ts'
import { statuses } from '../../../shared/task-status.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'

/** Reading and changing tasks use the same rules: a person who cannot find a task cannot change it either. */

const muster = useTestApp()

const tasks: Task[] = []
beforeAll(async () => {
  const gita = await muster.as('gita')
  for (const department of ['Housekeeping', 'Maintenance', 'Operations', null] as const) {
    for (const assignee of [null, 'uli', 'gwen', 'marta'] as const) {
      for (const creator of ['gita', 'uli', 'gus'] as const) {
        const status = tasks.length % 2 ? 'completed' : 'pending'
        const { id } = await putTask(muster, { department, assignee, creator, status })
        tasks.push(await gita.call(tasksApi.get, { params: { id } }))
      }
    }
  }
})

const ids = (list: { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b)
const statusOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 200,
    (error) => error.status as number,
  )

/**
 * The status of an attempt to change a task: 404 if the person cannot see it, 403 if they see it and may not change it.
 */
function expectedStatus(person: Actor, permission: 'task:update' | 'task:set-status', task: Task) {
  if (may(person, permission, task)) return 200
  // A role that may it nowhere is refused before anything is looked for.
  if (person.role === 'guest') return 403
  return may(person, 'task:read', task) ? 403 : 404
}

describe.each(personNames)('to %s', (name) => {
  const person = () => muster.fixtures.people[name]

  test('list, columns, totals and single tasks show what the permission says, and nothing else', async () => {
    const browser = await muster.as(name)
    const visible = tasks.filter((task) => may(person(), 'task:read', task))
    const list = await browser.call(tasksApi.list, {})
    expect(ids(list.tasks)).toEqual(ids(visible))
    expect(list.total).toBe(visible.length)
    const board = await browser.call(tasksApi.board, {})
    const columns = statuses.map((status) => board[status])
    expect(ids(columns.flatMap((column) => column.tasks))).toEqual(ids(visible))
    expect(columns.reduce((sum, { total }) => sum + total, 0)).toBe(visible.length)
    const found = await Promise.all(tasks.map((task) => statusOf(browser.call(tasksApi.get, { params: task }))))
    expect(found).toEqual(tasks.map((task) => (visible.includes(task) ? 200 : 404)))
  })

  test('a filter for one department shows that and no other, or is refused', async () => {
    const browser = await muster.as(name)
    for (const departmentId of Object.values(muster.fixtures.departments)) {
      const isOpen = ['manager', 'admin', 'god'].includes(person().role) || person().departmentId === departmentId
      for (const endpoint of [tasksApi.list, tasksApi.board]) {
        const calling = browser.call(endpoint, { query: { departmentId } })
        if (!isOpen) {
          const { status, reply } = await httpErrorOf(calling)
          expect([status, reply?.code]).toEqual([403, 'forbidden'])
          continue
        }
        const reply = await calling
        const shown = 'tasks' in reply ? reply.tasks : Object.values(reply).flatMap((column) => column.tasks)
        expect(ids(shown)).toEqual(ids(tasks.filter((task) => task.departmentId === departmentId)))
      }
    }
  })

  test('changing what one sees is 403, and what one does not see 404, unless one may', async () => {
    const browser = await muster.as(name)
    const some = tasks.filter((_, at) => at % 2 === 0)
    const editing = some.map(({ id }) =>
      browser.call(tasksApi.update, { params: { id }, body: { priority: 'medium' } }),
    )
    const edited = await Promise.all(editing.map(statusOf))
    expect(edited).toEqual(some.map((task) => expectedStatus(person(), 'task:update', task)))
    const moving = some.map(({ id, status }) => browser.call(tasksApi.update, { params: { id }, body: { status } }))
    const moved = await Promise.all(moving.map(statusOf))
    expect(moved).toEqual(some.map((task) => expectedStatus(person(), 'task:set-status', task)))
  })
})

describe('a manager', () => {
  const moved = async (name: PersonName, id: number, departmentId: number | null) =>
    statusOf((await muster.as(name)).call(tasksApi.update, { params: { id }, body: { departmentId } }))

  test('may not put a task into a department that is not theirs, nor take one out of it', async () => {
    const { Housekeeping, Maintenance } = muster.fixtures.departments
    const gita = await muster.as('gita')
    const own = await putTask(muster, { department: 'Housekeeping' })
    expect(await moved('marta', own.id, Maintenance)).toBe(403)
    expect((await gita.call(tasksApi.get, { params: own })).departmentId).toBe(Housekeeping)
    const foreign = await putTask(muster, { department: 'Maintenance', assignee: 'marta' })
    expect(await moved('marta', foreign.id, Housekeeping)).toBe(403)
    expect(await moved('marta', foreign.id, null)).toBe(403)
    expect((await gita.call(tasksApi.get, { params: foreign })).departmentId).toBe(Maintenance)
  })

  test('shares what is no department’s with every other, until one takes it', async () => {
    const { Housekeeping, Maintenance } = muster.fixtures.departments
    const { id } = await putTask(muster, { department: null })
    for (const name of ['nora', 'milan', 'marta'] as const) {
      await (await muster.as(name)).call(tasksApi.update, { params: { id }, body: { title: `${name}’s` } })
    }
    expect(await moved('milan', id, Housekeeping)).toBe(403)
    expect(await moved('milan', id, Maintenance)).toBe(200)
    expect(await moved('marta', id, Housekeeping)).toBe(403)
    expect(await moved('milan', id, null)).toBe(200)
    expect(await moved('marta', id, Housekeeping)).toBe(200)
  })

  test('without a department may create for none, and change the tasks of none only', async () => {
    const nora = await muster.as('nora')
    const { id } = await nora.call(tasksApi.create, { body: { title: 'Loose end' } })
    await nora.call(tasksApi.remove, { params: { id } })
    for (const departmentId of Object.values(muster.fixtures.departments)) {
      expect(await statusOf(nora.call(tasksApi.create, { body: { title: 'No', departmentId } }))).toBe(403)
    }
  })
})

test('projects of other departments show themselves to managers and above only, and to their owners', async () => {
  await putProject(muster, 'Linen', 'Housekeeping')
  await putProject(muster, 'Roof', 'Maintenance')
  const loose = await putProject(muster, 'Loose')
  await muster.services.database.pool.query('update projects set owner_id = $1 where id = $2', [
    muster.fixtures.people.gus.id,
    loose.id,
  ])
  const shown = async (name: PersonName) =>
    (await (await muster.as(name)).call(projectsApi.list, {})).map((project) => project.name).sort()
  expect(await shown('uli')).toEqual(['Linen'])
  expect(await shown('gus')).toEqual(['Linen', 'Loose'])
  expect(await shown('una')).toEqual(['Roof'])
  for (const name of ['marta', 'nora', 'adam', 'gita'] as const) {
    expect(await shown(name)).toEqual(['Linen', 'Loose', 'Roof'])
  }
})

test('another role or department counts from the next request on', async () => {
  const { pool } = muster.services.database
  const milan = await muster.as('milan')
  const gwen = await muster.as('gwen')
  const { id } = await putTask(muster, { department: 'Maintenance' })
  const edit = (browser: Browser) =>
    statusOf(browser.call(tasksApi.update, { params: { id }, body: { title: 'Again' } }))
  expect(await edit(milan)).toBe(200)
  await pool.query(`update users set role = 'user' where email = 'milan@hotel.example'`)
  expect(await edit(milan)).toBe(403)
  expect(await statusOf(gwen.call(tasksApi.get, { params: { id } }))).toBe(200)
  await pool.query(`update users set department_id = null where email = 'gwen@hotel.example'`)
  expect(await statusOf(gwen.call(tasksApi.get, { params: { id } }))).toBe(404)
  const theirs = await gwen.call(tasksApi.list, {})
  expect(ids(theirs.tasks)).toEqual(ids(tasks.filter((task) => task.assigneeId === muster.fixtures.people.gwen.id)))
  const { Maintenance } = muster.fixtures.departments
  expect(await statusOf(gwen.call(tasksApi.list, { query: { departmentId: Maintenance } }))).toBe(403)
})
