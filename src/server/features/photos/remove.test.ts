import { beforeEach, describe, expect, test } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putCommentWithPhoto, putPhoto } from '../../../../test/support/photos.ts'
import { putTaskWithStep } from '../../../../test/support/steps.ts'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { commentsApi } from '../../../shared/comments.ts'
import { photosApi, photoUrls } from '../../../shared/photos.ts'
import { stepsApi } from '../../../shared/steps.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { contextFor } from '../../core/context.ts'
import { deletePhotos } from './expire.ts'

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
beforeEach(() => query('delete from rate_limits'))

const as = (name: PersonName) => muster.as(name)
const remove = async (name: PersonName, id: string) => (await as(name)).call(photosApi.remove, { params: { id } })
const restore = async (name: PersonName, id: string) => (await as(name)).call(photosApi.restore, { params: { id } })
const statusOf = async (calling: Promise<unknown>) => (await httpErrorOf(calling)).status
const commentsOf = async (name: PersonName, id: number) =>
  (await (await as(name)).call(commentsApi.list, { params: { id }, query: {} })).comments
const stepsOf = async (name: PersonName, id: number) =>
  (await (await as(name)).call(stepsApi.list, { params: { id } })).steps
const taskAs = async (name: PersonName, id: number) => (await as(name)).call(tasksApi.get, { params: { id } })
const actionsOf = async (name: PersonName, id: number) => {
  const { entries } = await (await as(name)).call(tasksApi.history, { params: { id }, query: {} })
  const ofParts = entries.filter(({ action }) => !action.startsWith('task.'))
  return ofParts.map(({ action, part }) => (part ? `${action} ${part}` : action))
}
const readStatus = async (name: PersonName, id: string) =>
  (await (await as(name)).raw({ method: 'GET', url: `${API_PREFIX}/photos/${id}` })).status
const newTask = async () => (await putTask(muster, { department: 'Housekeeping' })).id

/** A comment of Uli's with two photos. */
async function putComment(text = 'It comes from above') {
  const taskId = await newTask()
  const photoIds = [await putPhoto(muster, { uploader: 'uli' }), await putPhoto(muster, { uploader: 'uli' })]
  const uli = await as('uli')
  const comment = await uli.call(commentsApi.create, { params: { id: taskId }, body: { text, photoIds } })
  return { taskId, comment, photoIds: photoIds as [string, string] }
}

/** A step that asks for a photo, which Uli has taken. */
async function putStepWithPhoto() {
  const { task, step } = await putTaskWithStep(
    muster,
    { department: 'Housekeeping' },
    { text: 'The bed', kind: 'photo' },
  )
  const photo = await putPhoto(muster, { uploader: 'uli' })
  const at = inDays(-0.1)
  const uli = await as('uli')
  const shown = await uli.call(stepsApi.setValue, { params: { id: step.id }, body: { value: photo, at } })
  return { taskId: task.id, stepId: step.id, photo, shown }
}

describe('a photo of a comment', () => {
  test('is removed and brought back at its place; counts follow, and nobody reads it meanwhile', async () => {
    const { taskId, comment, photoIds } = await putComment()
    const [first, second] = photoIds
    const before = await taskAs('uli', taskId)
    await remove('uli', first)
    const [shown] = await commentsOf('lea', taskId)
    expect(shown).toEqual({ ...comment, photos: comment.photos.slice(1) })
    expect(shown?.photos[0]?.id).toBe(second)
    expect(await taskAs('uli', taskId)).toEqual({ ...before, photos: 1 })
    expect([await readStatus('uli', first), await readStatus('uli', second)]).toEqual([404, 200])
    expect(await statusOf(remove('uli', first))).toBe(404)

    expect(await restore('uli', first)).toEqual({ ...comment.photos[0], ...photoUrls(first) })
    expect(await commentsOf('lea', taskId)).toEqual([comment])
    expect(await taskAs('uli', taskId)).toEqual(before)
    expect([await readStatus('lea', first), await statusOf(restore('uli', first))]).toEqual([200, 404])
  })

  test('may leave nothing behind it, and the comment can be written anew', async () => {
    const { taskId, photoIds } = await putComment('')
    for (const id of photoIds) await remove('uli', id)
    const [shown] = await commentsOf('uli', taskId)
    expect(shown).toMatchObject({ text: '', photos: [], deletedAt: null })
    expect(await taskAs('uli', taskId)).toMatchObject({ comments: 1, photos: 0 })
    const body = { text: 'It was the wrong room' }
    const edited = (await as('uli')).call(commentsApi.update, { params: { id: shown?.id ?? 0 }, body })
    expect(await edited).toMatchObject(body)
  })

  test('is taken away by its author and by those who may update the task, and by nobody else', async () => {
    const { photoIds } = await putComment()
    const [first, second] = photoIds
    const stranger = '0190b1a0-0000-7000-8000-00000000dead'
    for (const name of ['lea', 'gus'] as const) expect(await statusOf(remove(name, first))).toBe(403)
    expect([await statusOf(remove('una', first)), await statusOf(remove('gita', stranger))]).toEqual([404, 404])
    await remove('marta', first)
    await remove('uli', second)
    expect(await statusOf(restore('lea', first))).toBe(403)
    await restore('uli', first)
    await restore('marta', second)
  })

  test('that hangs on nothing, or on a task that was deleted, is not there to be removed', async () => {
    const { taskId, photoIds } = await putComment()
    expect(await statusOf(remove('uli', await putPhoto(muster, { uploader: 'uli' })))).toBe(404)
    await query('update tasks set deleted_at = now() where id = $1', [taskId])
    expect(await statusOf(remove('uli', photoIds[0]))).toBe(404)
  })

  test('goes and comes with its comment, but not if it was removed before', async () => {
    const { taskId, comment, photoIds } = await putComment()
    const [first, second] = photoIds
    const params = { id: comment.id }
    await remove('uli', first)
    await (await as('uli')).call(commentsApi.remove, { params })
    for (const id of photoIds) {
      expect([await statusOf(remove('uli', id)), await statusOf(restore('uli', id))]).toEqual([404, 404])
    }
    const back = await (await as('uli')).call(commentsApi.restore, { params })
    expect(back.photos.map(({ id }) => id)).toEqual([second])
    await restore('uli', first)
    expect((await commentsOf('uli', taskId))[0]?.photos).toEqual(comment.photos)
  })

  test('is told of in the history and the audit log, and reaches the pages of others with the comment', async () => {
    const { taskId, comment, photoIds } = await putComment()
    const marta = await as('marta')
    const page = await openPage(await muster.listen(), { cookie: marta.cookie })
    page.send({ type: 'auth', userId: muster.fixtures.people.marta.id })
    await page.receives('auth_success')
    /** The changes of the photo, its comment and the task. */
    const received = async () => {
      const changes = [1, 2, 3].map(() => page.receives('change'))
      const data = (await Promise.all(changes)).map((message) => message.data)
      const of = (name: string) => data.find(({ resource }) => resource === name)
      return { id: of('comments')?.id, comment: of('comments')?.row, task: of('tasks')?.row }
    }
    await remove('uli', photoIds[0])
    expect(await received()).toEqual({
      id: comment.id,
      comment: { ...comment, photos: comment.photos.slice(1) },
      task: expect.objectContaining({ id: taskId, photos: 1 }),
    })
    await restore('uli', photoIds[0])
    expect(await received()).toMatchObject({ comment, task: { photos: 2 } })
    page.socket.close()
    expect(await actionsOf('lea', taskId)).toEqual(['photo.restore', 'photo.delete', 'comment.create'])
    const log = await (await as('gita')).call(auditApi.list, { query: { action: 'photo.delete' } })
    expect(log.entries[0]).toMatchObject({ action: 'photo.delete', resourceType: 'task', resourceId: String(taskId) })
  })
})

describe('the photo of a step', () => {
  test('is removed, which opens the step, and brought back with who has done it, and when', async () => {
    const { taskId, photo, shown } = await putStepWithPhoto()
    const before = await taskAs('uli', taskId)
    await remove('lea', photo)
    expect(await stepsOf('uli', taskId)).toEqual([{ ...shown, value: null, photoId: null, doneBy: null, doneAt: null }])
    expect(await taskAs('uli', taskId)).toEqual({ ...before, photos: 0, stepsDone: 0 })
    expect(await readStatus('uli', photo)).toBe(404)

    expect(await restore('lea', photo)).toMatchObject({ id: photo, width: 24 })
    expect(await stepsOf('uli', taskId)).toEqual([shown])
    expect(await taskAs('uli', taskId)).toEqual(before)
    expect(await readStatus('lea', photo)).toBe(200)
    expect(await actionsOf('marta', taskId)).toEqual([
      'step.restore-photo The bed',
      'step.remove-photo The bed',
      'step.check The bed',
    ])
    // The times of others are not for everybody.
    expect(await actionsOf('uli', taskId)).toEqual(['step.check The bed'])
  })

  test('is for those who may tick the step', async () => {
    const { photo } = await putStepWithPhoto()
    expect([await statusOf(remove('gus', photo)), await statusOf(remove('una', photo))]).toEqual([403, 404])
    await remove('uli', photo)
    expect([await statusOf(restore('gus', photo)), await statusOf(restore('una', photo))]).toEqual([403, 404])
  })

  test('does not come back when another has taken its place, or the step asks for something else', async () => {
    const { taskId, stepId, photo } = await putStepWithPhoto()
    await remove('uli', photo)
    const uli = await as('uli')
    const set = (value: string) => uli.call(stepsApi.setValue, { params: { id: stepId }, body: { value } })
    expect(await statusOf(set(photo))).toBe(400)
    const next = await putPhoto(muster, { uploader: 'uli' })
    await set(next)
    expect(await statusOf(restore('uli', photo))).toBe(404)
    expect((await stepsOf('uli', taskId))[0]?.photoId).toBe(next)
    expect((await taskAs('uli', taskId)).photos).toBe(1)
    // It is gone all the same, and for nobody.
    expect(await query('select task_id, deleted_at is null as living from photos where id = $1', [photo])).toEqual([
      { task_id: taskId, living: false },
    ])
    await remove('uli', next)
    await (await as('marta')).call(stepsApi.update, { params: { id: stepId }, body: { kind: 'tick' } })
    expect(await statusOf(restore('uli', next))).toBe(404)
  })

  test('stays removed when its step is deleted and restored', async () => {
    const { taskId, stepId, photo } = await putStepWithPhoto()
    const marta = await as('marta')
    await remove('uli', photo)
    await marta.call(stepsApi.remove, { params: { id: stepId } })
    expect(await statusOf(restore('uli', photo))).toBe(404)
    expect(await marta.call(stepsApi.restore, { params: { id: stepId } })).toMatchObject({
      photoId: null,
      doneBy: null,
    })
    expect((await taskAs('uli', taskId)).photos).toBe(0)
    await restore('uli', photo)
    expect((await stepsOf('uli', taskId))[0]?.photoId).toBe(photo)
  })
})

test('a removed photo can be brought back for 30 days, and is erased then', async () => {
  const { id } = await putCommentWithPhoto(muster, await newTask(), { deletedAt: inDays(-29.9) })
  await restore('gita', id)
  const { stepId, photo } = await putStepWithPhoto()
  await remove('uli', photo)
  await query('update photos set deleted_at = $1 where id = any($2)', [inDays(-30.1), [id, photo]])
  expect([await statusOf(restore('gita', id)), await statusOf(restore('uli', photo))]).toEqual([404, 404])
  await deletePhotos(contextFor(muster.services, null, new Date()))
  await finishJobs(muster.services)
  const left =
    'select id::text from photos where id = any($1) union all select subject_id from files where subject_id = any($2)'
  expect(
    await query(left, [
      [id, photo],
      [id, photo],
    ]),
  ).toEqual([])
  expect(await query('select photo_id from task_steps where id = $1', [stepId])).toEqual([{ photo_id: null }])
})
