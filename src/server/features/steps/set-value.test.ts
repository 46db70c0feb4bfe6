import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { putStep, putTaskWithStep } from '../../../../test/support/steps.ts'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { photosApi } from '../../../shared/photos.ts'
import { stepsApi } from '../../../shared/steps.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { contextFor } from '../../core/context.ts'
import { files } from '../../db/tables/files.ts'
import { photos } from '../../db/tables/photos.ts'
import { deletePhotos } from '../photos/expire.ts'

/** Ticking steps and entering their values. */

const muster = useTestApp()

const HOUR = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const set = async (name: PersonName, id: number, value: unknown, at?: string, was?: unknown) =>
  (await muster.as(name)).call(stepsApi.setValue, {
    params: { id },
    body: { value: value as never, at, was: was as never },
  })
const list = async (name: PersonName, id: number) =>
  (await (await muster.as(name)).call(stepsApi.list, { params: { id } })).steps
const taskOf = async (id: number) => (await muster.as('gita')).call(tasksApi.get, { params: { id } })
const put = (step: Parameters<typeof putTaskWithStep>[2] = {}) =>
  putTaskWithStep(muster, { department: 'Housekeeping', status: 'in_progress' }, step)
const personOf = (name: PersonName) => {
  const { id, firstName, lastName } = muster.fixtures.people[name]
  return { id, firstName, lastName }
}
const open = { value: null, photoId: null, doneBy: null, doneAt: null }
const refusal = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return [status, reply?.issues?.[0]?.path ?? reply?.code]
}

/** A photo that hangs on nothing yet. */
async function putPhoto(name: PersonName, fields: Partial<typeof photos.$inferInsert> = {}) {
  const { orm } = muster.services.database
  const createdBy = muster.fixtures.people[name].id
  const [file] = await orm
    .insert(files)
    .values({ storedAs: randomUUID(), fileName: 'bed.jpg', size: 9, mediaType: 'image/jpeg', createdBy })
    .returning()
  const id = randomUUID()
  await orm.insert(photos).values({ id, fileId: file?.id ?? 0, width: 4, height: 3, size: 9, createdBy, ...fields })
  return id
}

test('a tick says who and when, is counted, and leaves the task as it was', async () => {
  const { task, step } = await put()
  const ticked = await set('uli', step.id, true)
  expect(ticked).toMatchObject({ value: true, doneBy: personOf('uli'), doneAt: expect.any(String) })
  const after = await taskOf(task.id)
  expect(after).toMatchObject({ stepsDone: 1, stepsTotal: 1, status: 'in_progress', updatedAt: task.updatedAt })
  expect(await set('uli', step.id, null)).toMatchObject(open)
  expect(await taskOf(task.id)).toMatchObject({ stepsDone: 0, updatedAt: task.updatedAt })
  expect(await set('uli', step.id, null)).toMatchObject(open)
})

test('the first tick starts a task, which is told in its history and can be undone', async () => {
  const { task, step } = await putTaskWithStep(muster, { department: 'Housekeeping' }, {})
  await set('uli', step.id, null)
  expect(await taskOf(task.id)).toMatchObject({ status: 'pending', updatedAt: task.updatedAt })
  await set('uli', step.id, true)
  expect(await taskOf(task.id)).toMatchObject({ status: 'in_progress', stepsDone: 1, assignee: null })
  const uli = await muster.as('uli')
  const { entries } = await uli.call(tasksApi.history, { params: { id: task.id }, query: {} })
  expect(entries).toContainEqual(
    expect.objectContaining({ changes: [{ field: 'status', before: 'pending', after: 'in_progress' }] }),
  )
  await set('uli', step.id, null)
  const to = [{ ids: [task.id], values: { status: 'pending' as const } }]
  await uli.call(tasksApi.undo, { body: { from: { status: 'in_progress' }, to } })
  expect(await taskOf(task.id)).toMatchObject({ status: 'pending', stepsDone: 0 })
})

test.each(['completed', 'overdue'] as const)('a tick leaves a task that is %s as it is', async (status) => {
  const { task, step } = await putTaskWithStep(muster, { department: 'Housekeeping', status }, {})
  await set('uli', step.id, true)
  expect(await taskOf(task.id)).toMatchObject({ status, stepsDone: 1 })
})

test('a step that is ticked already stays with the first', async () => {
  const { step } = await put()
  const { doneAt } = await set('uli', step.id, true)
  expect(await set('lea', step.id, true)).toMatchObject({ doneBy: personOf('uli') })
  expect((await set('uli', step.id, true, hoursAgo(1))).doneAt).toBe(doneAt)
})

test('another value replaces the one before', async () => {
  const { step } = await put({ kind: 'number', min: 2, max: 7 })
  expect(await set('uli', step.id, 5)).toMatchObject({ value: 5, doneBy: personOf('uli') })
  expect(await set('lea', step.id, 5)).toMatchObject({ value: 5, doneBy: personOf('uli') })
  expect(await set('lea', step.id, 11.5)).toMatchObject({ value: 11.5, doneBy: personOf('lea') })
})

test.each([
  ['tick', [1, 'done', randomUUID()], true],
  ['number', [true, '7'], -3.5],
  ['text', [true, 7], 'Two lamps'],
] as const)('a step of the kind %s takes only its kind of value', async (kind, wrong, right) => {
  const { step } = await put({ kind })
  for (const value of wrong) expect(await refusal(set('uli', step.id, value))).toEqual([400, 'value'])
  expect(await set('uli', step.id, right)).toMatchObject({ value: right })
})

test('a text that looks like something else stays a text', async () => {
  const { step } = await put({ kind: 'text' })
  for (const value of ['5', 'null', 'true', '"x"', '{}'])
    expect(await set('uli', step.id, value)).toMatchObject({ value, doneBy: personOf('uli') })
})

describe('a photo', () => {
  const rowOf = async (id: string) =>
    (await muster.services.database.pool.query('select task_id, deleted_at from photos where id = $1', [id])).rows[0]

  test('is one of the viewer that hangs on nothing, and hangs on the task then', async () => {
    const { task, step } = await put({ kind: 'photo' })
    const [own, others, gone] = [
      await putPhoto('uli'),
      await putPhoto('lea'),
      await putPhoto('uli', { deletedAt: inDays(-1) }),
    ]
    const used = await putPhoto('uli', { taskId: task.id })
    for (const value of [others, gone, used, randomUUID(), true, 7, 'bed'])
      expect(await refusal(set('uli', step.id, value))).toEqual([400, 'value'])
    expect(await set('uli', step.id, own)).toMatchObject({ value: own, photoId: own, doneBy: personOf('uli') })
    expect(await taskOf(task.id)).toMatchObject({ photos: 2, stepsDone: 1 })
    expect(await set('lea', step.id, own)).toMatchObject({ doneBy: personOf('uli') })
  })

  test('that is replaced is kept for 30 days, though it was taken long ago', async () => {
    const { task, step } = await put({ kind: 'photo' })
    const first = await putPhoto('uli', { createdAt: inDays(-2) })
    const next = await putPhoto('lea', { createdAt: inDays(-2) })
    await set('uli', step.id, first)
    expect(await set('lea', step.id, next)).toMatchObject({ photoId: next, doneBy: personOf('lea') })
    await (await muster.as('marta')).call(stepsApi.update, { params: { id: step.id }, body: { kind: 'tick' } })
    await deletePhotos(contextFor(muster.services, null, new Date()))
    for (const id of [first, next])
      expect(await rowOf(id)).toMatchObject({ task_id: task.id, deleted_at: expect.anything() })
    expect(await taskOf(task.id)).toMatchObject({ photos: 0, stepsDone: 0 })
    expect(await list('marta', task.id)).toMatchObject([{ ...open, kind: 'tick' }])
    await deletePhotos(contextFor(muster.services, null, new Date(inDays(30.1))))
    expect([await rowOf(first), await rowOf(next)]).toEqual([undefined, undefined])
  })

  test('that is cleared comes back as one that is removed by itself, with who has done the step, and when', async () => {
    const { task, step } = await put({ kind: 'photo' })
    const photo = await putPhoto('uli', { createdAt: inDays(-2) })
    await set('uli', step.id, photo, hoursAgo(2))
    const before = await list('marta', task.id)
    expect(await set('lea', step.id, null)).toMatchObject(open)
    expect(await taskOf(task.id)).toMatchObject({ photos: 0, stepsDone: 0 })
    await deletePhotos(contextFor(muster.services, null, new Date()))
    await (await muster.as('uli')).call(photosApi.restore, { params: { id: photo } })
    expect(await list('marta', task.id)).toEqual(before)
    expect(await taskOf(task.id)).toMatchObject({ photos: 1, stepsDone: 1 })
  })

  test('is deleted and restored with its step', async () => {
    const { task, step } = await put({ kind: 'photo' })
    const photo = await putPhoto('uli')
    await set('uli', step.id, photo)
    const marta = await muster.as('marta')
    await marta.call(stepsApi.remove, { params: { id: step.id } })
    expect(await rowOf(photo)).toMatchObject({ task_id: task.id, deleted_at: expect.anything() })
    expect((await taskOf(task.id)).photos).toBe(0)
    const back = await marta.call(stepsApi.restore, { params: { id: step.id } })
    expect(back).toMatchObject({ photoId: photo })
    expect((await taskOf(task.id)).photos).toBe(1)
  })
})

describe('the time of a device that was offline', () => {
  test('is when the step was done, up to twelve hours ago', async () => {
    const { step } = await put()
    expect(await refusal(set('uli', step.id, true, hoursAgo(12.1)))).toEqual([400, 'at'])
    expect(await refusal(set('uli', step.id, true, hoursAgo(-0.1)))).toEqual([400, 'at'])
    const at = hoursAgo(11)
    expect((await set('uli', step.id, true, at)).doneAt).toBe(at)
  })

  test('that is a little ahead counts as now', async () => {
    const { step } = await put()
    const { doneAt } = await set('uli', step.id, true, hoursAgo(-0.02))
    expect(Date.parse(doneAt ?? '')).toBeLessThanOrEqual(Date.now())
  })
})

describe('what somebody else has entered meanwhile', () => {
  const LEAK = 'Leak behind the sink, plumber called, valve closed'
  const refused = [409, 'edited_meanwhile']
  const textOf = async (taskId: number) => (await list('marta', taskId))[0]

  test('is not overwritten or cleared by what a device that was offline sends later', async () => {
    const { task, step } = await put({ kind: 'text' })
    await set('lea', step.id, LEAK, hoursAgo(1))
    for (const value of ['ok', null]) expect(await refusal(set('uli', step.id, value, hoursAgo(2)))).toEqual(refused)
    const kept = { value: LEAK, doneBy: personOf('lea') }
    expect(await set('uli', step.id, LEAK, hoursAgo(2))).toMatchObject(kept)
    expect(await textOf(task.id)).toMatchObject(kept)
    expect(await set('uli', step.id, 'Mended', hoursAgo(0.5))).toMatchObject({ value: 'Mended' })
    // Values that one person sends come in the order in which they entered them.
    expect(await set('uli', step.id, 'All is dry', hoursAgo(0.7))).toMatchObject({ value: 'All is dry' })
  })

  test('is neither unticked nor replaced by another photo', async () => {
    const tick = await put()
    await set('lea', tick.step.id, true, hoursAgo(1))
    expect(await set('uli', tick.step.id, true, hoursAgo(2))).toMatchObject({ doneBy: personOf('lea') })
    expect(await refusal(set('uli', tick.step.id, null, hoursAgo(2)))).toEqual(refused)
    expect(await set('uli', tick.step.id, null, hoursAgo(0.5))).toMatchObject(open)
    expect(await set('uli', tick.step.id, true, hoursAgo(2))).toMatchObject({ doneBy: personOf('uli') })
    const bed = await put({ kind: 'photo' })
    const [first, other] = [await putPhoto('lea'), await putPhoto('uli')]
    await set('lea', bed.step.id, first, hoursAgo(1))
    expect(await refusal(set('uli', bed.step.id, other, hoursAgo(2)))).toEqual(refused)
    expect(await textOf(bed.task.id)).toMatchObject({ photoId: first })
  })

  test('stays ticked when a tick is taken back that was seen more than twelve hours ago', async () => {
    const { task, step } = await put()
    await set('lea', step.id, true)
    const uli = await muster.as('uli')
    const takeBack = (seenAt: string) =>
      uli.call(stepsApi.setValue, { params: { id: step.id }, body: { value: null, was: true, seenAt } })
    expect(await refusal(takeBack(hoursAgo(13)))).toEqual(refused)
    expect(await textOf(task.id)).toMatchObject({ value: true, doneBy: personOf('lea') })
    expect(await takeBack(hoursAgo(-0.01))).toMatchObject(open)
  })

  test('is not overwritten by a page that shows what was there before', async () => {
    const { task, step } = await put({ kind: 'text' })
    await set('lea', step.id, LEAK)
    for (const [value, was] of [
      ['ok', null],
      [null, 'ok'],
    ])
      expect(await refusal(set('uli', step.id, value, undefined, was))).toEqual(refused)
    expect(await textOf(task.id)).toMatchObject({ value: LEAK })
    expect(await set('uli', step.id, LEAK, undefined, null)).toMatchObject({ doneBy: personOf('lea') })
    expect(await set('uli', step.id, 'Mended', undefined, LEAK)).toMatchObject({ value: 'Mended' })
    await set('lea', step.id, null)
    expect(await set('uli', step.id, 'Dry', undefined, 'Mended')).toMatchObject({ value: 'Dry' })
    const bed = await put({ kind: 'photo' })
    const photo = await putPhoto('lea')
    await set('lea', bed.step.id, photo)
    expect(await refusal(set('uli', bed.step.id, null, undefined, null))).toEqual(refused)
    expect(await set('uli', bed.step.id, null, undefined, photo)).toMatchObject(open)
  })
})

describe('when a step was done', () => {
  test('is shown to who may update the task and to who did it; that it is done, to all', async () => {
    const { task, step } = await put()
    const { doneAt } = await set('uli', step.id, true)
    const times = { marta: doneAt, gita: doneAt, uli: doneAt, lea: null, gus: null, milan: null }
    for (const [name, time] of Object.entries(times))
      expect(await list(name as PersonName, task.id)).toMatchObject([{ doneBy: personOf('uli'), doneAt: time }])
  })
})

test('two people who tick a hundred steps at once tick them all, beside somebody who edits the task', async () => {
  const task = await putTask(muster, { department: 'Housekeeping' })
  const ids: number[] = []
  for (let at = 0; at < 100; at += 1) ids.push((await putStep(muster, task.id)).id)
  const marta = await muster.as('marta')
  const tick = (name: PersonName, id: number) => set(name, id, true)
  // Each person's phone sends four at a time.
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (const [at, id] of ids.entries()) if (at % 8 === lane) await tick(lane % 2 ? 'uli' : 'lea', id)
  })
  const edit = async () => {
    for (const title of ['Air', 'Sweep', 'Mop'])
      await marta.call(tasksApi.update, { params: { id: task.id }, body: { title } })
  }
  await Promise.all([...lanes, edit()])
  expect(await taskOf(task.id)).toMatchObject({ stepsDone: 100, stepsTotal: 100, title: 'Mop' })
  const doers = (await list('marta', task.id)).map(({ doneBy }) => doneBy?.id)
  expect(doers).toEqual(ids.map((_, at) => muster.fixtures.people[at % 2 ? 'uli' : 'lea'].id))
})
