import { expect, test } from 'vitest'
import { putHandover } from '../../../../test/support/handovers.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { departmentsApi, MAX_DEPARTMENTS } from '../../../shared/departments.ts'
import { messages } from '../../db/tables/messages.ts'
import { projects } from '../../db/tables/projects.ts'

const muster = useTestApp()
const create = async (name: string, description?: string) =>
  (await muster.as('adam')).call(departmentsApi.create, { body: { name, ...(description && { description }) } })
const remove = async (id: number) => (await muster.as('adam')).call(departmentsApi.remove, { params: { id } })

test('a department is created, renamed and described; its new name is everywhere at once', async () => {
  const adam = await muster.as('adam')
  const spa = await create(' Spa ', 'Pool and sauna')
  expect(spa).toMatchObject({ name: 'Spa', description: 'Pool and sauna' })
  const { email } = await putPerson(muster.services, { departmentId: spa.id })
  const person = await muster.signIn(email)
  await adam.call(departmentsApi.update, { params: { id: spa.id }, body: { name: 'Wellness' } })
  expect((await person.call(authApi.session, {})).department).toEqual({ id: spa.id, name: 'Wellness' })
  const cleared = await adam.call(departmentsApi.update, { params: { id: spa.id }, body: { description: null } })
  expect(cleared).toMatchObject({ name: 'Wellness', description: null })
  expect((await adam.call(departmentsApi.list, {})).at(-1)).toEqual(cleared)
})

test('names differ by more than case and accents', async () => {
  const cafe = await create('Café')
  for (const name of ['cafe', 'CAFÉ', ' Cafe ']) {
    const { status, reply } = await httpErrorOf(create(name))
    expect([status, reply?.code, reply?.issues?.[0]?.path]).toEqual([409, 'name_taken', 'name'])
  }
  const adam = await muster.as('adam')
  await adam.call(departmentsApi.update, { params: { id: cafe.id }, body: { name: 'CAFÉ' } })
  const taken = adam.call(departmentsApi.update, { params: { id: cafe.id }, body: { name: 'operations' } })
  expect((await httpErrorOf(taken)).status).toBe(409)
})

test('there are only so many, as all are read at once', async () => {
  const { pool } = muster.services.database
  await pool.query(`insert into departments (name, folded_name)
    select 'Many ' || n, 'many ' || n from generate_series(1, ${MAX_DEPARTMENTS} - (select count(*)::int from departments)) n`)
  const { status, reply } = await httpErrorOf(create('One more'))
  expect([status, reply?.code]).toEqual([409, 'too_many_departments'])
  await pool.query(`delete from departments where name like 'Many %'`)
})

test('a name is required, and has at most 100 characters', async () => {
  for (const [name, message] of [
    ['  ', 'Name is required'],
    ['x'.repeat(101), 'Name too long'],
  ] as const) {
    expect((await httpErrorOf(create(name))).reply?.issues).toEqual([{ path: 'name', message }])
  }
  await create('x'.repeat(100))
})

test('only an empty one can be deleted; otherwise the reply says what belongs to it', async () => {
  const { id } = await create('Laundry')
  const ctx = muster.contextOf('gita')
  const someone = await putPerson(muster.services, { departmentId: id })
  await putPerson(muster.services, { departmentId: id, isActive: false })
  const { id: taskId } = await putTask(muster)
  const { pool } = muster.services.database
  await pool.query('update tasks set department_id = $1 where id = $2', [id, taskId])
  const project = await muster.put('gita', projects, { name: 'New mangle', ownerId: ctx.viewer.id, departmentId: id })
  const { status, reply } = await httpErrorOf(remove(id))
  expect([status, reply]).toMatchObject([
    409,
    { code: 'not_empty', message: 'Laundry cannot be deleted. It still has: 2 people, 1 task and 1 project' },
  ])
  await pool.query('update projects set department_id = null where id = $1', [project.id])
  await pool.query('update users set deleted_at = now() where department_id = $1', [id])
  await pool.query('update tasks set deleted_at = now() where department_id = $1', [id])
  await remove(id)
  const { rows } = await pool.query('select department_id from users where id = $1', [someone.id])
  expect(rows).toEqual([{ department_id: null }])
  expect((await httpErrorOf(remove(id))).status).toBe(404)
})

test('what was handed over or written there does not keep it', async () => {
  const { id } = await create('Valets')
  const item = await putHandover(muster)
  const { pool } = muster.services.database
  await pool.query('update handovers set department_id = $1', [id])
  await pool.query('update handover_items set department_id = $1', [id])
  const sent = { senderId: muster.fixtures.people.marta.id, text: 'Two cars', recipients: 1, offDuty: 0 }
  await muster.put('marta', messages, { ...sent, departmentId: id })
  await remove(id)
  const { rows } = await pool.query(
    'select department_id from handover_items where id = $1 union all select department_id from messages',
    [item.id],
  )
  expect(rows).toEqual([{ department_id: null }, { department_id: null }])
})
