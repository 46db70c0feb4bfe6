import { describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { putStep, putTaskWithStep } from '../../../../test/support/steps.ts'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { stepsApi } from '../../../shared/steps.ts'
import type { Status } from '../../../shared/task-status.ts'
import { type TaskChanges, tasksApi } from '../../../shared/tasks.ts'

/** Completing tasks: its conditions, its time, and its traces. */

const muster = useTestApp()

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const change = async (name: PersonName, id: number, body: TaskChanges) =>
  (await muster.as(name)).call(tasksApi.update, { params: { id }, body })
const check = async (id: number) =>
  (await muster.as('uli')).call(stepsApi.setValue, { params: { id }, body: { value: true } })
const rowsOf = async (text: string, values: unknown[]) => (await muster.services.database.pool.query(text, values)).rows
const required = (text: string) => putTaskWithStep(muster, { department: 'Housekeeping' }, { text, required: true })
const completed = { status: 'completed' } as const

describe('a required step that is open', () => {
  test('stands in the way, and is named', async () => {
    const { task, step } = await required('Close the window')
    await putStep(muster, task.id, { text: 'Not required' })
    await putStep(muster, task.id, { required: true, deletedAt: inDays(-1) })
    const { status, reply } = await httpErrorOf(change('uli', task.id, completed))
    expect([status, reply?.code]).toEqual([409, 'steps_open'])
    expect(reply?.issues).toMatchObject([{ path: `steps.${step.id}`, params: { step: 'Close the window' } }])
    await change('uli', task.id, { status: 'in_progress' })
    await check(step.id)
    expect(await change('uli', task.id, completed)).toMatchObject(completed)
  })

  test('does not, for who may update the task and says why', async () => {
    const { task } = await required('Close the window')
    const anyway = { ...completed, completeAnyway: 'The window is broken' }
    expect((await httpErrorOf(change('uli', task.id, anyway))).status).toBe(403)
    expect((await httpErrorOf(change('marta', task.id, { ...completed, completeAnyway: ' ' }))).status).toBe(400)
    expect(await change('marta', task.id, anyway)).toMatchObject(completed)
    const audited = `select details from audit_logs where action = 'task.complete-anyway' and resource_id = $1`
    expect(await rowsOf(audited, [String(task.id)])).toEqual([
      { details: { openSteps: 1, reason: 'The window is broken' } },
    ])
    // It is completed already.
    expect(await change('uli', task.id, completed)).toMatchObject(completed)
  })

  test('of one of many tasks stands in the way of all, unless somebody says why', async () => {
    const { task, step } = await required('Close the window')
    const other = await putTask(muster, { department: 'Housekeeping' })
    const body = { ids: [task.id, other.id], changes: completed }
    const uli = await muster.as('uli')
    const { status, reply } = await httpErrorOf(uli.call(tasksApi.updateMany, { body }))
    expect([status, reply?.code, reply?.issues?.[0]?.path]).toEqual([409, 'steps_open', `steps.${step.id}`])
    const anyway = { ...body, completeAnyway: 'The window is broken' }
    expect((await httpErrorOf(uli.call(tasksApi.updateMany, { body: anyway }))).status).toBe(403)
    expect(await (await muster.as('marta')).call(tasksApi.updateMany, { body: anyway })).toMatchObject({ changed: 2 })
  })

  test('stands in the way of an undo that would complete the task again', async () => {
    const { task } = await required('Close the window')
    await change('marta', task.id, { ...completed, completeAnyway: 'The window is broken' })
    await change('marta', task.id, { status: 'pending' })
    const body = { from: { status: 'pending' as const }, to: [{ ids: [task.id], values: completed }] }
    const { status, reply } = await httpErrorOf((await muster.as('marta')).call(tasksApi.undo, { body }))
    expect([status, reply?.code]).toEqual([409, 'steps_open'])
  })
})

describe('the time of a device that was offline', () => {
  test('is when the task was completed, not before it was there', async () => {
    const put = () => putTask(muster, { department: 'Housekeeping', createdAt: hoursAgo(3) })
    const { id } = await put()
    for (const at of [hoursAgo(4), hoursAgo(13), hoursAgo(-1)]) {
      const { status, reply } = await httpErrorOf(change('uli', id, { ...completed, at }))
      expect([status, reply?.issues?.[0]?.path]).toEqual([400, 'at'])
    }
    const at = hoursAgo(2)
    expect((await change('uli', id, { ...completed, at })).completedAt).toBe(at)
    expect((await change('uli', id, { ...completed, at: hoursAgo(1) })).completedAt).toBe(at)
    const young = await put()
    const clockBehind = new Date(Date.parse(young.createdAt) - 60_000).toISOString()
    expect((await change('uli', young.id, { ...completed, at: clockBehind })).completedAt).toBe(young.createdAt)
  })
})

describe('what a colleague has done meanwhile', () => {
  const refused = async (calling: Promise<unknown>) => {
    const { status, reply } = await httpErrorOf(calling)
    return [status, reply?.code]
  }
  const read = async (id: number) => (await muster.as('gita')).call(tasksApi.get, { params: { id } })
  const put = (status: Status = 'pending') =>
    putTask(muster, { department: 'Housekeeping', status, createdAt: hoursAgo(48) })
  const conflict = [409, 'edited_meanwhile']

  test('stays completed when a status arrives of somebody who has not seen it', async () => {
    const { id } = await put()
    await change('lea', id, completed)
    const before = await read(id)
    // Whether it was sent at once, later, or after more than a day.
    for (const seen of [{}, { at: hoursAgo(1) }, { seenAt: hoursAgo(30) }])
      expect(await refused(change('uli', id, { status: 'in_progress', was: 'pending', ...seen }))).toEqual(conflict)
    expect(await read(id)).toEqual(before)
    // The same status is no conflict, and leaves the work with the person who did it.
    expect(await change('uli', id, { ...completed, was: 'pending', at: hoursAgo(2) })).toEqual(before)
    expect(await change('uli', id, { status: 'pending', was: 'completed' })).toMatchObject({ completedAt: null })
  })

  test('is not undone by a page that has seen the same status before', async () => {
    const { id } = await put()
    await change('uli', id, completed)
    await change('lea', id, { status: 'pending' })
    await change('lea', id, completed)
    for (const time of ['at', 'seenAt'] as const)
      expect(await refused(change('uli', id, { status: 'pending', was: 'completed', [time]: hoursAgo(1) }))).toEqual(
        conflict,
      )
    expect((await read(id)).status).toBe('completed')
  })

  test('and was opened again for a reason is not completed by what was done before', async () => {
    const { id } = await put()
    await change('lea', id, completed)
    await change('marta', id, { status: 'pending' })
    const earlier = { ...completed, was: 'pending' as const, at: hoursAgo(1) }
    expect(await refused(change('uli', id, earlier))).toEqual(conflict)
    expect(await change('uli', id, { ...completed, was: 'pending' })).toMatchObject(completed)
  })

  test('does not hinder a completion while the task is only begun, nor what somebody has done in turn', async () => {
    const { id } = await put()
    await change('lea', id, { status: 'in_progress' })
    expect(await change('uli', id, { ...completed, was: 'pending', at: hoursAgo(1) })).toMatchObject(completed)
    const other = await put()
    await change('uli', other.id, { ...completed, was: 'pending', at: hoursAgo(2) })
    await change('uli', other.id, { status: 'pending', was: 'completed', at: hoursAgo(1) })
    expect((await read(other.id)).status).toBe('pending')
  })
})

describe('the revision of the procedure', () => {
  test('by which a task was completed is noted, cleared when it is opened again, and put back by an undo', async () => {
    const sop = await putSop(muster, { department: 'Housekeeping' })
    const { id } = await putTask(muster, { department: 'Housekeeping', sopId: sop.id })
    expect(await change('uli', id, completed)).toMatchObject({ sopRevision: 1 })
    const noted = 'select revision from sop_completions where user_id = $1 and sop_id = $2'
    expect(await rowsOf(noted, [muster.fixtures.people.uli.id, sop.id])).toEqual([{ revision: 1 }])
    expect(await change('uli', id, { status: 'pending' })).toMatchObject({ sopRevision: null })
    const body = { from: { status: 'pending' as const }, to: [{ ids: [id], values: completed }] }
    await (await muster.as('uli')).call(tasksApi.undo, { body })
    expect(await (await muster.as('uli')).call(tasksApi.get, { params: { id } })).toMatchObject({ sopRevision: 1 })
  })

  test('is noted of many tasks', async () => {
    const sop = await putSop(muster, { department: 'Housekeeping' })
    const ids: number[] = []
    for (const sopId of [sop.id, sop.id, null])
      ids.push((await putTask(muster, { department: 'Housekeeping', sopId })).id)
    const lea = await muster.as('lea')
    await lea.call(tasksApi.updateMany, { body: { ids, changes: completed } })
    const revisions = await rowsOf('select sop_revision from tasks where id = any($1) order by id', [ids])
    expect(revisions.map((row) => row.sop_revision)).toEqual([1, 1, null])
    await lea.call(tasksApi.updateMany, { body: { ids, changes: { status: 'pending' } } })
    expect(await rowsOf('select id from tasks where id = any($1) and sop_revision is not null', [ids])).toEqual([])
  })
})
