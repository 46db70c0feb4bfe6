import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearTasks, inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { RESTORE_DAYS, tasksApi } from '../../../shared/tasks.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { purgeDeletedTasks } from './deleted.ts'

/** The list of deleted tasks, and restoring them. */

const muster = useTestApp()
beforeEach(() => clearTasks(muster))

const listed = async (name: PersonName, query: { departmentId?: number } = {}) =>
  (await muster.as(name)).call(tasksApi.list, { query: { ...query, deleted: 'true' } })
const restore = async (name: PersonName, id: number) =>
  (await muster.as(name)).call(tasksApi.restore, { params: { id } })
const get = async (name: PersonName, id: number) => (await muster.as(name)).call(tasksApi.get, { params: { id } })
const deleted = (days: number, department: 'Housekeeping' | 'Maintenance' | null = 'Housekeeping') =>
  putTask(muster, { title: `Deleted ${days} days ago`, department, deletedAt: inDays(-days) })

describe('restoring', () => {
  test('brings back the very row, as it was, and says so in the audit log', async () => {
    const marta = await muster.as('marta')
    const body = { title: 'Fold the towels', description: 'In threes', tags: ['linen'], priority: 'high' as const }
    const before = await marta.call(tasksApi.create, { body })
    await marta.call(tasksApi.remove, { params: before })
    expect((await httpErrorOf(get('marta', before.id))).status).toBe(404)

    const after = await restore('marta', before.id)
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
    expect(await get('uli', before.id)).toEqual(after)
    expect(await marta.call(tasksApi.list, {})).toMatchObject({ total: 1, tasks: [{ id: before.id }] })
    const entries = await muster.services.database.orm
      .select()
      .from(auditLogs)
      .where(and(eq(auditLogs.action, 'task.restore'), eq(auditLogs.resourceId, String(before.id))))
    expect(entries).toMatchObject([{ userId: muster.fixtures.people.marta.id }])
  })

  test('of what was not deleted, or is restored already, finds nothing', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    expect((await httpErrorOf(restore('marta', id))).status).toBe(404)
    expect((await httpErrorOf(restore('marta', 2_000_000_000))).status).toBe(404)
  })

  test(`is possible for ${RESTORE_DAYS} days, and not after`, async () => {
    const young = await deleted(RESTORE_DAYS - 0.01)
    const old = await deleted(RESTORE_DAYS + 0.01)
    expect((await listed('marta')).tasks.map(({ id }) => id)).toEqual([young.id])
    expect((await httpErrorOf(restore('marta', old.id))).status).toBe(404)
    expect(await restore('marta', young.id)).toMatchObject({ id: young.id, deletedAt: null })
  })

  test('comes too late once the task is gone for good', async () => {
    const young = await deleted(RESTORE_DAYS - 0.01)
    await deleted(RESTORE_DAYS + 0.01)
    await purgeDeletedTasks(muster.contextOf('gita'))
    const { rows } = await muster.services.database.pool.query('select id from tasks')
    expect(rows).toEqual([{ id: young.id }])
  })

  test('is for those who could delete it', async () => {
    const { id } = await deleted(1)
    expect((await httpErrorOf(restore('uli', id))).status).toBe(403)
    expect((await httpErrorOf(restore('gus', id))).status).toBe(403)
    expect((await httpErrorOf(restore('milan', id))).status).toBe(403)
    expect(await restore('adam', id)).toMatchObject({ id })
  })
})

describe('the list of deleted tasks', () => {
  test('refuses what it does not narrow or sort by', async () => {
    const marta = await muster.as('marta')
    for (const more of [{ search: 'a' }, { status: 'pending' }, { sort: 'title' }] as const) {
      const { status, reply } = await httpErrorOf(marta.call(tasksApi.list, { query: { deleted: 'true', ...more } }))
      expect([status, reply?.issues?.[0]?.path]).toEqual([400, Object.keys(more)[0]])
    }
  })

  test('has the newest deletion first, with names and the time', async () => {
    await deleted(3)
    await deleted(1)
    await putTask(muster, { department: 'Housekeeping' })
    expect(await listed('marta')).toMatchObject({
      total: 2,
      tasks: [
        { title: 'Deleted 1 days ago', department: { name: 'Housekeeping' }, deletedAt: expect.any(String) },
        { title: 'Deleted 3 days ago' },
      ],
    })
  })

  test('has what the person may restore', async () => {
    const own = await deleted(1)
    const others = await deleted(2, 'Maintenance')
    const nobodys = await deleted(3, null)
    const idsFor = async (name: PersonName) => (await listed(name)).tasks.map(({ id }) => id)
    expect(await idsFor('marta')).toEqual([own.id, nobodys.id])
    expect(await idsFor('milan')).toEqual([others.id, nobodys.id])
    expect(await idsFor('adam')).toEqual([own.id, others.id, nobodys.id])
    expect((await httpErrorOf(listed('uli'))).status).toBe(403)
    expect((await httpErrorOf(listed('gus'))).status).toBe(403)
  })
})
