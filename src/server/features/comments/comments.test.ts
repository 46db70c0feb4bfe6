import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { putComment } from '../../../../test/support/comments.ts'
import { deactivate, type PersonName } from '../../../../test/support/people.ts'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { COMMENT_PAGE, commentsApi, MAX_COMMENT } from '../../../shared/comments.ts'
import { IDEMPOTENCY_HEADER } from '../../../shared/idempotency.ts'
import { rateLimits } from '../../../shared/rate-limits.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { eraseDeletedComments } from './erase.ts'

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
beforeEach(() => query('delete from rate_limits'))

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const named = (name: PersonName) => {
  const { id, firstName, lastName } = muster.fixtures.people[name]
  return { id, firstName, lastName }
}
const newTask = async () => (await putTask(muster, { department: 'Housekeeping' })).id
const write = async (
  name: PersonName,
  taskId: number,
  body: { text?: string; photoIds?: string[]; mentions?: string[] },
) => (await muster.as(name)).call(commentsApi.create, { params: { id: taskId }, body: { text: 'Done', ...body } })
const list = async (name: PersonName, taskId: number, after?: number) =>
  (await muster.as(name)).call(commentsApi.list, { params: { id: taskId }, query: after ? { after } : {} })
const edit = async (name: PersonName, id: number, text: string) =>
  (await muster.as(name)).call(commentsApi.update, { params: { id }, body: { text } })
const remove = async (name: PersonName, id: number) =>
  (await muster.as(name)).call(commentsApi.remove, { params: { id } })
const restore = async (name: PersonName, id: number) =>
  (await muster.as(name)).call(commentsApi.restore, { params: { id } })
const taskAs = async (name: PersonName, id: number) => (await muster.as(name)).call(tasksApi.get, { params: { id } })

/** A photo as an upload leaves it. */
async function putPhoto(uploader: PersonName) {
  const id = randomUUID()
  await query(
    `with file as (
      insert into files (stored_as, size, sha256, file_name, media_type, subject_type, subject_id, created_by)
      values ($1, 9, $2, 'photo.jpeg', 'image/jpeg', 'photo', $1, $3) returning id)
    insert into photos (id, file_id, width, height, size, created_by) select $1::uuid, id, 40, 30, 9, $3 from file`,
    [id, 'a'.repeat(64), idOf(uploader)],
  )
  return id
}
const urlOf = (id: string) => ({
  ...{ id, width: 40, height: 30, size: 9 },
  ...{ url: `/api/v1/photos/${id}`, thumbnailUrl: `/api/v1/photos/${id}/thumbnail` },
})

describe('writing a comment', () => {
  test('gives it back as the list has it, and leaves the version of the task', async () => {
    const id = await newTask()
    const before = await taskAs('uli', id)
    const comment = await write('uli', id, { text: '  The lamp is on order ', mentions: [idOf('lea'), idOf('lea')] })
    expect(comment).toEqual({
      id: expect.any(Number),
      taskId: id,
      author: { ...named('uli'), profileImageUrl: null },
      text: 'The lamp is on order',
      photos: [],
      mentions: [named('lea')],
      createdAt: expect.stringMatching(/Z$/),
      editedAt: null,
      deletedAt: null,
    })
    expect(await list('gus', id)).toEqual({ comments: [comment], next: null })
    expect(await taskAs('uli', id)).toEqual({ ...before, comments: 1 })
  })

  test('needs a text or a photo', async () => {
    const id = await newTask()
    const { status, reply } = await httpErrorOf(write('uli', id, { text: ' ' }))
    expect([status, reply?.issues?.map(({ path }) => path)]).toEqual([400, ['text']])
    const photo = await putPhoto('uli')
    expect(await write('uli', id, { text: '', photoIds: [photo], mentions: [idOf('lea')] })).toMatchObject({
      ...{ text: '', photos: [urlOf(photo)], mentions: [] },
    })
    expect(await taskAs('uli', id)).toMatchObject({ comments: 1, photos: 1 })
  })

  test('takes the longest text, with letters of several bytes, and no longer one', async () => {
    const id = await newTask()
    const longest = 'ä'.repeat(MAX_COMMENT)
    expect((await write('uli', id, { text: longest })).text).toBe(longest)
    for (const length of [MAX_COMMENT + 1, 20_000]) {
      const { status, reply } = await httpErrorOf(write('uli', id, { text: 'a'.repeat(length) }))
      expect([status, reply?.issues?.[0]?.path]).toEqual([400, 'text'])
    }
  })

  test('shows its photos in the order in which they were named', async () => {
    const id = await newTask()
    const photos = [await putPhoto('uli'), await putPhoto('uli'), await putPhoto('uli')].sort().reverse()
    const comment = await write('uli', id, { photoIds: [...photos, photos[0] as string] })
    expect(comment.photos).toEqual(photos.map(urlOf))
    expect((await taskAs('uli', id)).photos).toBe(3)
  })

  test('takes only photos of its author that hang on nothing', async () => {
    const id = await newTask()
    const [own, others, deleted] = [await putPhoto('uli'), await putPhoto('lea'), await putPhoto('uli')]
    await query('update photos set deleted_at = now() where id = $1', [deleted])
    const photoIds = [own, others, randomUUID(), deleted]
    const { status, reply } = await httpErrorOf(write('uli', id, { photoIds }))
    expect([status, reply?.issues?.map(({ path }) => path)]).toEqual([400, ['photoIds.1', 'photoIds.2', 'photoIds.3']])
    await write('uli', id, { photoIds: [own] })
    expect((await httpErrorOf(write('uli', id, { photoIds: [own] }))).status).toBe(400)
  })

  test('is not for guests, for other departments and for tasks that are gone', async () => {
    const id = await newTask()
    expect((await httpErrorOf(write('gus', id, {}))).status).toBe(403)
    expect((await httpErrorOf(write('una', id, {}))).status).toBe(404)
    expect((await httpErrorOf(list('una', id))).status).toBe(404)
    const { id: comment } = await write('uli', id, {})
    await (await muster.as('marta')).call(tasksApi.remove, { params: { id } })
    expect((await httpErrorOf(write('uli', id, {}))).status).toBe(404)
    expect((await httpErrorOf(list('uli', id))).status).toBe(404)
    expect((await httpErrorOf(edit('uli', comment, 'Other words'))).status).toBe(404)
    expect((await httpErrorOf(remove('uli', comment))).status).toBe(404)
  })

  test('twice with one key writes one comment', async () => {
    const id = await newTask()
    const uli = await muster.as('uli')
    const once = () =>
      uli.call(
        commentsApi.create,
        { params: { id }, body: { text: 'Once', photoIds: [] } },
        { [IDEMPOTENCY_HEADER]: 'written-in-the-cellar' },
      )
    const [first, second] = [await once(), await once()]
    expect(second).toEqual(first)
    expect((await list('uli', id)).comments).toHaveLength(1)
  })

  test('at once by many leaves nobody out of the counts', async () => {
    const id = await newTask()
    const people = ['uli', 'lea', 'marta', 'adam'] as const
    await Promise.all(Array.from({ length: 20 }, (_, at) => write(people[at % 4] as PersonName, id, { text: `${at}` })))
    expect((await list('uli', id)).comments.map(({ id: each }) => each)).toHaveLength(20)
    expect((await taskAs('uli', id)).comments).toBe(20)
  })

  test('is limited for users', async () => {
    const id = await newTask()
    const kind = rateLimits.comment
    await write('uli', id, {})
    await query('update rate_limits set tokens = 1')
    await write('uli', id, {})
    const { status, message } = await httpErrorOf(write('uli', id, {}))
    expect([status, message]).toEqual([429, expect.stringContaining(kind.action.id)])
    await write('marta', id, {})
  })
})

describe('the list', () => {
  test('has a hundred comments a page, the oldest first', async () => {
    const id = await newTask()
    const ids: number[] = []
    for (let at = 0; at < COMMENT_PAGE + 1; at += 1) ids.push((await putComment(muster, id)).id)
    const first = await list('uli', id)
    expect(first.comments.map((comment) => comment.id)).toEqual(ids.slice(0, COMMENT_PAGE))
    expect(first.next).toBe(ids[COMMENT_PAGE - 1])
    const second = await list('uli', id, first.next ?? 0)
    expect([second.comments.map((comment) => comment.id), second.next]).toEqual([ids.slice(COMMENT_PAGE), null])
  })

  test('from the end comes the last page, then what stands before it, each oldest first', async () => {
    const id = await newTask()
    const ids: number[] = []
    for (let at = 0; at < COMMENT_PAGE + 2; at += 1) ids.push((await putComment(muster, id)).id)
    const read = async (query: { last?: 'true'; before?: number }) => {
      const page = await (await muster.as('uli')).call(commentsApi.list, { params: { id }, query })
      return [page.comments.map((comment) => comment.id), page.next]
    }
    expect(await read({ last: 'true' })).toEqual([ids.slice(2), ids[2]])
    expect(await read({ before: ids[2] as number })).toEqual([ids.slice(0, 2), null])
    expect(await read({ before: ids[0] as number })).toEqual([[], null])
  })
})

describe('editing', () => {
  test('changes the text of one’s own comment, and says so', async () => {
    const id = await newTask()
    const { id: comment } = await write('uli', id, { text: 'The lamp', mentions: [idOf('lea')] })
    const same = await edit('uli', comment, ' The lamp ')
    expect(same.editedAt).toBeNull()
    const edited = await edit('uli', comment, 'The desk')
    expect(edited).toMatchObject({ text: 'The desk', mentions: [named('lea')], editedAt: expect.any(String) })
    for (const other of ['lea', 'marta', 'gita'] as const)
      expect((await httpErrorOf(edit(other, comment, 'Mine'))).status).toBe(403)
  })

  test('may leave only the photos', async () => {
    const id = await newTask()
    const { id: plain } = await write('uli', id, {})
    expect((await httpErrorOf(edit('uli', plain, ' '))).status).toBe(400)
    const { id: shown } = await write('uli', id, { photoIds: [await putPhoto('uli')], mentions: [idOf('lea')] })
    expect(await edit('uli', shown, '')).toMatchObject({ text: '', mentions: [], photos: [{ width: 40 }] })
  })

  test('is not for deleted comments', async () => {
    const { id: comment } = await write('uli', await newTask(), {})
    await remove('uli', comment)
    expect((await httpErrorOf(edit('uli', comment, 'Again'))).status).toBe(404)
  })
})

describe('deleting', () => {
  test('leaves the place in the list, without text, photos and mentions, until it is restored', async () => {
    const id = await newTask()
    const photo = await putPhoto('uli')
    const written = await write('uli', id, { text: 'Secret', photoIds: [photo], mentions: [idOf('lea')] })
    await remove('uli', written.id)
    expect((await list('lea', id)).comments).toEqual([
      { ...written, text: '', photos: [], mentions: [], deletedAt: expect.any(String) },
    ])
    expect(await taskAs('uli', id)).toMatchObject({ comments: 0, photos: 0 })
    expect((await httpErrorOf(remove('uli', written.id))).status).toBe(404)
    expect(await restore('uli', written.id)).toEqual(written)
    expect(await taskAs('uli', id)).toMatchObject({ comments: 1, photos: 1 })
    expect((await httpErrorOf(restore('uli', written.id))).status).toBe(404)
  })

  test('is for the author and for those who may edit the task', async () => {
    const id = await newTask()
    const { id: comment } = await write('uli', id, {})
    for (const [other, status] of [
      ['lea', 403],
      ['gus', 403],
      ['una', 404],
      ['milan', 403],
    ] as const)
      expect((await httpErrorOf(remove(other, comment))).status).toBe(status)
    await remove('marta', comment)
    expect((await httpErrorOf(restore('lea', comment))).status).toBe(403)
    await restore('uli', comment)
  })

  test('a photo that was deleted before stays so', async () => {
    const id = await newTask()
    const [kept, gone] = [await putPhoto('uli'), await putPhoto('uli')]
    const { id: comment } = await write('uli', id, { photoIds: [kept, gone] })
    await query(`update photos set deleted_at = now() - interval '1 day' where id = $1`, [gone])
    await remove('uli', comment)
    expect((await restore('uli', comment)).photos).toEqual([urlOf(kept)])
  })

  test('after 30 days nobody can restore it, and nothing has what it said', async () => {
    const id = await newTask()
    const text = 'Guest 214 is allergic'
    const old = await putComment(muster, id, { author: 'uli', text, mentions: [idOf('lea')], deletedAt: inDays(-31) })
    const recent = await putComment(muster, id, { author: 'uli', text, deletedAt: inDays(-29) })
    const living = await putComment(muster, id, { author: 'uli', text })
    expect((await httpErrorOf(restore('uli', old.id))).status).toBe(404)
    await eraseDeletedComments(muster.contextOf('gita'))
    const rows = await query('select id, text, search_text, mentions from comments where task_id = $1 order by id', [
      id,
    ])
    expect(rows).toEqual([
      { id: old.id, text: '', search_text: '', mentions: [] },
      { id: recent.id, text, search_text: expect.stringContaining('allergic'), mentions: [] },
      { id: living.id, text, search_text: expect.stringContaining('allergic'), mentions: [] },
    ])
    expect((await list('uli', id)).comments).toHaveLength(3)
    const kept = await query(`select details::text as text from audit_logs union all select details::text from events
      union all select params::text from notifications`)
    expect(kept.filter((row) => row.text?.includes('allergic'))).toEqual([])
  })
})

test('the history of the task tells of its comments, without what they say', async () => {
  const id = await newTask()
  const { id: comment } = await write('uli', id, { text: 'The lamp', mentions: [idOf('lea')] })
  await edit('uli', comment, 'The desk')
  await remove('marta', comment)
  await restore('marta', comment)
  const { entries } = await (await muster.as('lea')).call(tasksApi.history, { params: { id }, query: {} })
  expect(entries.map(({ action, person }) => [action, person?.firstName])).toEqual([
    ['comment.restore', 'Marta'],
    ['comment.delete', 'Marta'],
    ['comment.update', 'Uli'],
    ['comment.create', 'Uli'],
    ['task.create', 'Gita'],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/lamp|desk|[0-9a-f]{8}-.*mentions/)
  const log = await (await muster.as('gita')).call(auditApi.list, { query: { action: 'comment.create' } })
  expect(log.entries[0]).toMatchObject({ resourceType: 'task', resourceId: String(id), title: 'Check the minibar' })
})

test('an account that is closed keeps its comments, and writes no more', async () => {
  const id = await newTask()
  const milan = await muster.as('milan')
  await write('milan', id, { text: 'The pump runs' })
  await deactivate(muster.services, 'milan')
  const again = milan.call(commentsApi.create, { params: { id }, body: { text: 'More' } })
  expect((await httpErrorOf(again)).status).toBe(401)
  expect((await list('uli', id)).comments[0]).toMatchObject({ author: named('milan'), text: 'The pump runs' })
})
