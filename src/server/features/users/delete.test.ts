import { expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { clockApi } from '../../../shared/clock.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { usersApi } from '../../../shared/users.ts'

const muster = useTestApp()

test('deleting a person loses none of their records, and gives up what they were still to do', async () => {
  const { pool } = muster.services.database
  const departmentId = muster.fixtures.departments.Housekeeping
  const person = await putPerson(muster.services, { role: 'manager', departmentId })
  const browser = await muster.signIn(person.email)
  const { id: created } = await browser.call(tasksApi.create, { body: { title: 'Air the attic' } })
  const marta = await muster.as('marta')
  const assign = async (status: 'pending' | 'completed') =>
    (await marta.call(tasksApi.create, { body: { title: status, status, assigneeId: person.id } })).id
  const [open, completed] = [await assign('pending'), await assign('completed')]
  const insert = async (text: string) => (await pool.query(text, [person.id, departmentId])).rows[0].id as number
  const clock = `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status) values`
  const hours = {
    past: await insert(
      `${clock} ($1, $2, now() - interval '9 hours', now() - interval '8 hours', 60, 'completed') returning id`,
    ),
    running: await insert(`${clock} ($1, $2, now() - interval '95.5 minutes', null, null, 'active') returning id`),
  }
  const reminder = `insert into reminders (title, user_id, department_id, next_run, created_by) values`
  const reminders = {
    own: await insert(`${reminder} ('Own', $1, null, now() + interval '1 day', $1) returning id, $2::int`),
    department: await insert(`${reminder} ('All', null, $2, now() + interval '1 day', $1) returning id`),
  }
  const sop = await insert(`insert into sops (title, department_id, created_by) values ('Towels', $2, $1) returning id`)
  await insert(`insert into feedback (user_id, rating) values ($1, 5) returning id, $2::int`)
  const project = await insert(
    `insert into projects (name, department_id, owner_id) values ('Linen', $2, $1) returning id`,
  )
  const counted = async () =>
    (
      await pool.query(
        `select (select count(*)::int from tasks where creator_id = $1) as created,
          (select count(*)::int from clock_sessions where user_id = $1) as hours,
          (select count(*)::int from reminders where created_by = $1) as reminders,
          (select count(*)::int from sops where created_by = $1) as sops,
          (select count(*)::int from feedback where user_id = $1) as feedback,
          (select count(*)::int from notifications where user_id = $1) as notifications,
          (select count(*)::int from projects where owner_id = $1) as projects,
          (select count(*)::int from audit_logs where user_id = $1) as actions`,
        [person.id],
      )
    ).rows[0]
  const before = await counted()
  expect(before).toEqual({
    created: 1,
    hours: 2,
    reminders: 2,
    sops: 1,
    feedback: 1,
    notifications: 2,
    projects: 1,
    actions: 2,
  })

  await (await muster.as('adam')).call(usersApi.remove, { params: { id: person.id } })

  expect(await counted()).toEqual(before)
  const task = async (id: number) => marta.call(tasksApi.get, { params: { id } })
  expect((await task(open)).assignee).toBeNull()
  expect((await task(completed)).assignee).toMatchObject({ lastName: person.lastName })
  expect((await task(created)).creatorId).toBe(person.id)
  const stopped = await pool.query('select id, is_active from reminders where created_by = $1 order by id', [person.id])
  expect(stopped.rows).toEqual([
    { id: reminders.own, is_active: false },
    { id: reminders.department, is_active: true },
  ])
  const ended = await pool.query(
    'select id, status, duration, end_time from clock_sessions where user_id = $1 order by id',
    [person.id],
  )
  expect(ended.rows).toMatchObject([
    { id: hours.past, status: 'completed', duration: 60 },
    { id: hours.running, status: 'completed', duration: 95, end_time: expect.any(String) },
  ])
  const { rows } = await pool.query(
    `select action, resource_type, resource_id from audit_logs where user_id = $1 and id > (
      select max(id) from audit_logs where user_id = $2) and resource_type <> 'session' order by action, resource_id`,
    [muster.fixtures.people.adam.id, person.id],
  )
  expect(rows.map(({ action, resource_id }) => [action, resource_id])).toEqual([
    ['clock-session.stop', String(hours.running)],
    ['reminder.update', String(reminders.own)],
    ['task.update', String(open)],
    ['user.delete', person.id],
  ])
  expect([sop, project, ...Object.values(reminders)].every((id) => id > 0)).toBe(true)

  // The person leaves the lists, their session has ended, and the address is free.
  const all = await (await muster.as('adam')).call(usersApi.list, { query: { inactive: 'true' } })
  expect(all.map(({ id }) => id)).not.toContain(person.id)
  expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
  expect((await httpErrorOf(muster.signIn(person.email))).status).toBe(401)
  const give = marta.call(tasksApi.update, { params: { id: open }, body: { assigneeId: person.id } })
  expect((await httpErrorOf(give)).status).toBe(400)
  const heir = await (await muster.as('adam')).call(usersApi.create, {
    body: { firstName: 'New', lastName: 'One', email: person.email, role: 'user', departmentId, password: PASSWORD },
  })
  expect(heir.id).not.toBe(person.id)
  const { email } = await muster.signIn(person.email).then((next) => next.call(authApi.session, {}))
  expect(email).toBe(person.email)
})

test('a person is deleted once', async () => {
  const { id } = await putPerson(muster.services)
  const adam = await muster.as('adam')
  await adam.call(usersApi.remove, { params: { id } })
  for (const again of [
    () => adam.call(usersApi.remove, { params: { id } }),
    () => adam.call(usersApi.update, { params: { id }, body: { isActive: true } }),
    () => adam.call(usersApi.setPassword, { params: { id }, body: { newPassword: 'from the grave' } }),
  ]) {
    expect((await httpErrorOf(again())).status).toBe(404)
  }
})

test('many open tasks are given up in one go, and announced once', async () => {
  const { database, bus } = muster.services
  const { id } = await putPerson(muster.services)
  await database.pool.query(
    `insert into tasks (title, folded_title, search_text, creator_id, assignee_id)
     select 'Many', 'many', ' many', $1, $2 from generate_series(1, 1001)`,
    [muster.fixtures.people.gita.id, id],
  )
  const told: { resource: string; id: unknown }[] = []
  bus.subscribe((messages) =>
    told.push(...messages.flatMap((message) => (message.type === 'change' ? [message.change] : []))),
  )
  await (await muster.as('adam')).call(usersApi.remove, { params: { id } })
  const ofTasks = () => told.filter(({ resource }) => resource === 'tasks')
  await expect.poll(ofTasks).toEqual([{ resource: 'tasks', id: null }])
  const { rows } = await database.pool.query(
    `select (select count(*)::int from tasks where assignee_id = $1) as left,
      (select count(*)::int from audit_logs where action = 'task.update' and details -> 'before' ->> 'assigneeId' = $1::text) as entries`,
    [id],
  )
  expect(rows[0].left).toBe(0)
  expect(rows[0].entries).toBe(1001)
})

test('a person who is being deleted is assigned no new tasks', async () => {
  const { id, email } = await putPerson(muster.services, { departmentId: muster.fixtures.departments.Housekeeping })
  const [marta, leaving] = [await muster.as('marta'), await muster.signIn(email)]
  const during = await muster.services.database.pool.connect()
  await during.query('begin')
  await during.query('update users set deleted_at = now(), is_active = false where id = $1', [id])
  const given = httpErrorOf(marta.call(tasksApi.create, { body: { title: 'Too late', assigneeId: id } }))
  const clockedIn = httpErrorOf(leaving.call(clockApi.start, {}))
  await untilBlocked(muster.services.database, 2)
  await during.query('commit')
  during.release()
  expect((await given).reply?.issues).toEqual([{ path: 'assigneeId', message: 'There is no such active person' }])
  expect((await clockedIn).status).toBe(403)
})

test('a restored task has no assignee if that person was deleted', async () => {
  const { id } = await putPerson(muster.services)
  const marta = await muster.as('marta')
  const task = await marta.call(tasksApi.create, { body: { title: 'Wax the stairs', assigneeId: id } })
  await marta.call(tasksApi.remove, { params: task })
  await (await muster.as('adam')).call(usersApi.remove, { params: { id } })
  expect((await marta.call(tasksApi.restore, { params: task })).assigneeId).toBeNull()
})
