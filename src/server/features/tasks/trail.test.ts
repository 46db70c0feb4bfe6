import { and, asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../../test/support/readers.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { describeNotification } from '../../base/words/notification-words.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { isAbout } from '../notifications/read.ts'

/** A change of a task leaves the assignee's notification and the audit entry. */

const muster = useTestApp()

/** The notifications about a task, of everybody. */
async function notificationsOf(taskId: number) {
  const rows = await muster.services.database.orm
    .select()
    .from(notifications)
    .where(isAbout('task', [taskId]))
    .orderBy(asc(notifications.id))
  return rows.map((row) => ({ ...row, ...describeNotification(row, readerOf('UTC')) }))
}
const entriesOf = (taskId: number) =>
  muster.services.database.orm
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.resourceType, 'task'), eq(auditLogs.resourceId, String(taskId))))
    .orderBy(asc(auditLogs.id))

describe('being given a task', () => {
  test('by another person, when it is created, makes a notification', async () => {
    const { uli } = muster.fixtures.people
    const marta = await muster.as('marta')
    const task = await marta.call(tasksApi.create, { body: { title: 'Fold the towels', assigneeId: uli.id } })
    expect(await (await muster.as('uli')).call(notificationsApi.list, {})).toEqual([
      {
        id: expect.any(Number),
        userId: uli.id,
        reminderId: null,
        sopId: null,
        taskId: task.id,
        title: 'New task for you',
        message: 'Marta Oliveira assigned you "Fold the towels"',
        type: 'task',
        isRead: false,
        createdAt: task.createdAt,
      },
    ])
  })

  test('by a change tells the new person, and neither the one before nor anybody when it is taken away', async () => {
    const { uli, lea } = muster.fixtures.people
    const adam = await muster.as('adam')
    const { id } = await putTask(muster, { department: 'Housekeeping', assignee: 'uli' })
    await adam.call(tasksApi.update, { params: { id }, body: { assigneeId: lea.id, title: 'Sweep' } })
    expect(await notificationsOf(id)).toMatchObject([{ userId: lea.id, message: 'Adam Weiss assigned you "Sweep"' }])
    await adam.call(tasksApi.update, { params: { id }, body: { assigneeId: null } })
    await adam.call(tasksApi.update, { params: { id }, body: { assigneeId: uli.id } })
    expect((await notificationsOf(id)).map(({ userId }) => userId)).toEqual([lea.id, uli.id])
  })

  test('that one gives oneself makes none', async () => {
    const { marta } = muster.fixtures.people
    const browser = await muster.as('marta')
    const task = await browser.call(tasksApi.create, { body: { title: 'Mine', assigneeId: marta.id } })
    await browser.call(tasksApi.update, { params: task, body: { assigneeId: null } })
    await browser.call(tasksApi.update, { params: task, body: { assigneeId: marta.id } })
    expect(await notificationsOf(task.id)).toEqual([])
  })

  test('that one has already makes none', async () => {
    const { id, assigneeId } = await putTask(muster, { department: 'Housekeeping', assignee: 'uli' })
    const marta = await muster.as('marta')
    await marta.call(tasksApi.update, { params: { id }, body: { assigneeId, title: 'Renamed' } })
    await marta.call(tasksApi.update, { params: { id }, body: { status: 'completed' } })
    await (await muster.as('uli')).call(tasksApi.update, { params: { id }, body: { status: 'pending' } })
    expect(await notificationsOf(id)).toEqual([])
  })
})

describe('the audit log', () => {
  test('has what a task was created with, by whom and from where', async () => {
    const { marta, uli } = muster.fixtures.people
    const { Housekeeping } = muster.fixtures.departments
    const reply = await (await muster.as('marta')).raw({
      method: 'POST',
      url: '/api/v1/tasks',
      headers: { 'content-type': 'application/json', 'user-agent': 'Tests of the hotel' },
      payload: JSON.stringify({ title: 'Été', assigneeId: uli.id, tags: ['linen'] }),
    })
    expect(await entriesOf(reply.json.id)).toEqual([
      {
        id: expect.any(Number),
        userId: marta.id,
        action: 'task.create',
        resourceType: 'task',
        resourceId: String(reply.json.id),
        details: {
          before: null,
          after: {
            id: reply.json.id,
            title: 'Été',
            status: 'pending',
            priority: 'medium',
            assigneeId: uli.id,
            creatorId: marta.id,
            departmentId: Housekeeping,
            tags: ['linen'],
          },
        },
        ipAddress: '127.0.0.1',
        userAgent: 'Tests of the hotel',
        createdAt: reply.json.createdAt,
      },
    ])
  })

  test('has what changed from what to what, and nothing else', async () => {
    const { id } = await putTask(muster, { title: 'Sweep', department: 'Housekeeping', priority: 'low' })
    const marta = await muster.as('marta')
    await marta.call(tasksApi.update, {
      params: { id },
      body: { title: 'Sweep twice', priority: 'low', dueDate: '2031-05-01T10:00:00+02:00', tags: ['late'] },
    })
    const entry = (await entriesOf(id)).at(-1)
    expect([entry?.action, entry?.userId]).toEqual(['task.update', muster.fixtures.people.marta.id])
    expect(entry?.details).toEqual({
      before: { title: 'Sweep', dueDate: null, tags: [] },
      after: { title: 'Sweep twice', dueDate: '2031-05-01T08:00:00.000Z', tags: ['late'] },
    })
  })

  test('has a move of the status, with the time of completion, and the deletion', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping', assignee: 'uli' })
    const uli = await muster.as('uli')
    const { completedAt } = await uli.call(tasksApi.update, { params: { id }, body: { status: 'completed' } })
    await (await muster.as('marta')).call(tasksApi.remove, { params: { id } })
    const entries = await entriesOf(id)
    expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
      ['task.create', muster.fixtures.people.gita.id],
      ['task.update', muster.fixtures.people.uli.id],
      ['task.delete', muster.fixtures.people.marta.id],
    ])
    expect(entries[1]?.details).toEqual({
      before: { status: 'pending', completedAt: null },
      after: { status: 'completed', completedAt },
    })
    expect(entries[2]?.details).toEqual({ before: { deletedAt: null }, after: { deletedAt: expect.any(String) } })
  })

  test('has of what was refused that somebody lacked the permission, and nothing else', async () => {
    const { id } = await putTask(muster, { department: 'Maintenance' })
    const count = async () => (await muster.services.database.orm.$count(auditLogs)) as number
    const [uli, marta, gita] = await Promise.all([muster.as('uli'), muster.as('marta'), muster.as('gita')])
    const before = await count()
    const errors = await Promise.allSettled([
      uli.call(tasksApi.remove, { params: { id } }),
      marta.call(tasksApi.update, { params: { id }, body: { title: 'Mine' } }),
      gita.call(tasksApi.update, { params: { id }, body: { title: '' } }),
      gita.call(tasksApi.update, { params: { id }, body: { title: 'Late', updatedAt: '2020-01-01T00:00:00.000Z' } }),
    ])
    expect(errors.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    const entries = await muster.services.database.orm.select().from(auditLogs).orderBy(auditLogs.id)
    expect(entries.slice(before).map(({ action }) => action)).toEqual(['access.refuse', 'access.refuse'])
  })
})

describe.each(['audit_logs', 'notifications'])('when %s cannot be written', (table) => {
  /** Makes every insert into the table fail while the callback runs. */
  async function whileBroken<T>(work: () => Promise<T>) {
    const { pool } = muster.services.database
    await pool.query(`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'broken for the test: a secret of the inside'; end $$`)
    await pool.query(`create trigger broken before insert on ${table} for each statement execute function refuse()`)
    return work().finally(() => pool.query(`drop trigger broken on ${table}`))
  }

  test('nothing is written at all, and the reply says nothing of the inside', async () => {
    const { uli, lea } = muster.fixtures.people
    const { pool } = muster.services.database
    const { id } = await putTask(muster, { title: 'As it was', department: 'Housekeeping', assignee: 'uli' })
    const state = async () => {
      const { rows } = await pool.query(`select (select json_agg(t order by id) from tasks t) as tasks,
        (select sum(tasks)::int from task_counts) as counted, (select count(*)::int from audit_logs) as entries,
        (select count(*)::int from notifications) as notifications`)
      return rows[0]
    }
    const marta = await muster.as('marta')
    const before = await state()
    const replies = await whileBroken(() =>
      Promise.all(
        [
          { method: 'POST', url: '/api/v1/tasks', body: { title: 'Never', assigneeId: uli.id } },
          { method: 'PUT', url: `/api/v1/tasks/${id}`, body: { assigneeId: lea.id, status: 'completed' } },
        ].map(({ body, ...request }) =>
          marta.raw({ ...request, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
        ),
      ),
    )
    for (const { status, json } of replies) {
      expect(status).toBe(500)
      expect(json).toEqual({
        message: 'Something went wrong on the server. Please try again.',
        code: 'internal',
        requestId: expect.any(String),
      })
    }
    expect(await state()).toEqual(before)
    // The next write succeeds again.
    await marta.call(tasksApi.update, { params: { id }, body: { assigneeId: lea.id } })
    expect(await notificationsOf(id)).toHaveLength(1)
  })
})
