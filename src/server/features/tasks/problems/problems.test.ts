import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../../test/support/clock.ts'
import type { PersonName } from '../../../../../test/support/people.ts'
import { newPhotoId, putPhoto } from '../../../../../test/support/photos.ts'
import { putProblem } from '../../../../../test/support/problems.ts'
import { clearTasks, inDays, putTask } from '../../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../../test/support/test-app.ts'
import { commentsApi } from '../../../../shared/comments.ts'
import { notificationsApi } from '../../../../shared/notifications.ts'
import { type NewProblem, problemsApi } from '../../../../shared/problems.ts'
import { tasksApi } from '../../../../shared/tasks.ts'

/** People report problems: who is notified, and where problems go. */

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const departmentOf = (name: 'Housekeeping' | 'Maintenance' | 'Operations') => muster.fixtures.departments[name]

const clockIn = async (...names: PersonName[]) => {
  for (const name of names) await putSession(muster, name, inDays(-0.1), null)
}
const report = async (name: PersonName, body: Partial<NewProblem> = {}) =>
  (await muster.as(name)).call(problemsApi.report, {
    body: { title: 'Tap drips', departmentId: departmentOf('Maintenance'), ...body },
  })
/** A person's notifications, oldest first. */
const newsOf = async (name: PersonName) =>
  (await (await muster.as(name)).call(notificationsApi.list, {}))
    .map(({ title, message, taskId, type }) => ({ title, message, taskId, type }))
    .reverse()
const titlesOf = async (name: PersonName) => (await newsOf(name)).map(({ title }) => title)

beforeEach(async () => {
  await clearTasks(muster)
  await clearSessions(muster)
  await query('delete from notifications')
  await query('delete from rate_limits')
  await query('delete from jobs')
})

describe('a report', () => {
  test('is a task of the department that nobody has, which its reporter sees and the department works on', async () => {
    const problem = await report('uli', { place: '  Room 204 ', description: 'Since noon', priority: 'high' })
    expect(problem).toMatchObject({
      ...{ kind: 'problem', title: 'Tap drips', place: 'Room 204', description: 'Since noon', priority: 'high' },
      ...{ status: 'pending', assigneeId: null, takenAt: null, creatorId: idOf('uli'), comments: 0 },
      department: { id: departmentOf('Maintenance'), name: 'Maintenance' },
    })
    for (const name of ['uli', 'una', 'milan', 'marta', 'gita'] as const) {
      const found = await (await muster.as(name)).call(tasksApi.get, { params: { id: problem.id } })
      expect(found).toMatchObject({ id: problem.id })
    }
    const lea = (await muster.as('lea')).call(tasksApi.get, { params: { id: problem.id } })
    expect(await httpErrorOf(lea)).toMatchObject({ status: 404 })
  })

  test('has medium priority and no place unless it says so', async () => {
    expect(await report('uli')).toMatchObject({ priority: 'medium', place: null, description: null })
    expect(await report('uli', { place: ' ' })).toMatchObject({ place: null })
  })

  test('is found by its place', async () => {
    const { id } = await report('una', { place: 'Waschküche' })
    const found = await (await muster.as('una')).call(tasksApi.list, { query: { search: 'waschkueche' } })
    expect(found.tasks.map((task) => task.id)).toEqual([id])
  })

  test('reaches everybody on duty in the department at once, and nobody else', async () => {
    await clockIn('una', 'lea', 'adam')
    const { id, nobodyOnDuty } = await report('milan', { place: 'Room 204' })
    expect(nobodyOnDuty).toBe(false)
    const news = { title: 'New problem', message: 'Milan Novák: Tap drips (Room 204)', taskId: id, type: 'problem' }
    expect(await newsOf('una')).toEqual([news])
    for (const name of ['lea', 'adam', 'milan', 'gwen'] as const) expect(await newsOf(name)).toEqual([])
  })

  test('says when nobody is on duty there; whoever forgot to clock out is not', async () => {
    expect((await report('uli')).nobodyOnDuty).toBe(true)
    await putSession(muster, 'una', inDays(-1), null)
    await clockIn('uli')
    expect((await report('uli')).nobodyOnDuty).toBe(true)
    expect(await newsOf('una')).toEqual([])
    await clockIn('milan')
    expect((await report('uli')).nobodyOnDuty).toBe(false)
  })

  test('names the managers on duty elsewhere, if nobody is on duty there', async () => {
    expect((await report('uli')).onDutyElsewhere).toEqual([])
    await clockIn('marta', 'adam', 'lea')
    const there = (await report('uli')).onDutyElsewhere
    const { marta, adam } = muster.fixtures.people
    expect(there).toEqual([
      {
        id: adam.id,
        firstName: adam.firstName,
        lastName: adam.lastName,
        department: expect.toBeOneOf([null, expect.any(String)]),
      },
      { id: marta.id, firstName: marta.firstName, lastName: marta.lastName, department: 'Housekeeping' },
    ])
    // Nobody is told of themself.
    expect((await report('marta')).onDutyElsewhere.map(({ id }) => id)).toEqual([adam.id])
    await clockIn('milan')
    expect((await report('uli')).onDutyElsewhere).toEqual([])
  })

  test('does not tell the reporter, who is on duty there', async () => {
    await clockIn('una')
    expect((await report('una')).nobodyOnDuty).toBe(false)
    expect(await newsOf('una')).toEqual([])
  })

  test('carries photos, as the first comment of its reporter, which nobody is told of', async () => {
    await clockIn('una')
    const photoIds = [await putPhoto(muster, { uploader: 'uli' }), await putPhoto(muster, { uploader: 'uli' })]
    const { id, comments, photos } = await report('uli', { photoIds: [...photoIds, ...photoIds] })
    expect({ comments, photos }).toEqual({ comments: 1, photos: 2 })
    const page = await (await muster.as('una')).call(commentsApi.list, { params: { id }, query: {} })
    expect(page.comments).toMatchObject([{ text: '', author: { id: idOf('uli') } }])
    expect(page.comments[0]?.photos.map((photo) => photo.id)).toEqual(photoIds)
    expect(await titlesOf('una')).toEqual(['New problem'])
  })

  test.each<[string, () => Promise<Partial<NewProblem>>, string]>([
    ['a department that does not exist', async () => ({ departmentId: 999_999 }), 'departmentId'],
    ['a photo that does not exist', async () => ({ photoIds: [newPhotoId()] }), 'photoIds.0'],
    ["somebody else's photo", async () => ({ photoIds: [await putPhoto(muster, { uploader: 'lea' })] }), 'photoIds.0'],
  ])('is refused with %s, and leaves nothing', async (_, body, path) => {
    const error = await httpErrorOf(report('uli', await body()))
    expect(error).toMatchObject({ status: 400, reply: { issues: [{ path }] } })
    expect(await query('select from tasks')).toEqual([])
  })

  test('is refused beyond thirty in an hour', async () => {
    for (let at = 0; at < 30; at += 1) await report('uli')
    expect(await httpErrorOf(report('uli'))).toMatchObject({ status: 429 })
    expect((await report('marta')).id).toBeGreaterThan(0)
  })
})

describe("one's reports", () => {
  test('are listed newest first, a page at a time, also the completed ones; those of others and deleted ones are not', async () => {
    const ids: number[] = []
    for (let at = 0; at < 5; at += 1) {
      const createdAt = inDays(-at)
      ids.push((await putProblem(muster, { creator: 'uli', department: 'Maintenance', createdAt })).id)
    }
    await putProblem(muster, { creator: 'uli', deletedAt: inDays(0) })
    await putProblem(muster, { creator: 'lea' })
    await putTask(muster, { creator: 'uli' })
    await query(`update tasks set status = 'completed', completed_at = now() where id = $1`, [ids[1]])
    const uli = await muster.as('uli')
    const page = (before?: number) => uli.call(problemsApi.list, { query: { limit: 2, ...(before && { before }) } })
    const first = await page()
    expect(first.problems.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const second = await page(first.next ?? 0)
    expect(second.problems.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    const third = await page(second.next ?? 0)
    expect(third).toMatchObject({ problems: [{ id: ids[4] }], next: null })
    expect((await uli.call(problemsApi.list, {})).problems).toHaveLength(5)
  })

  test('of a cursor that is not theirs are none', async () => {
    const other = await putProblem(muster, { creator: 'lea' })
    await putProblem(muster, { creator: 'uli' })
    const uli = await muster.as('uli')
    expect(await uli.call(problemsApi.list, { query: { before: other.id } })).toEqual({ problems: [], next: null })
  })
})

describe('a problem goes to another department', () => {
  const move = async (
    name: PersonName,
    id: number,
    to: 'Housekeeping' | 'Maintenance' | 'Operations' = 'Maintenance',
  ) => (await muster.as(name)).call(problemsApi.move, { params: { id }, body: { departmentId: departmentOf(to) } })

  test('by its reporter, whoever has it, and a manager of its department', async () => {
    for (const name of ['lea', 'uli', 'marta', 'gita'] as const) {
      const { id } = await putProblem(muster, { creator: 'lea', assignee: 'uli', status: 'in_progress' })
      expect(await move(name, id)).toMatchObject({
        ...{ departmentId: departmentOf('Maintenance'), assigneeId: null, takenAt: null, status: 'pending' },
        nobodyOnDuty: true,
      })
    }
  })

  test.each<[PersonName, number]>([
    ['una', 404],
    ['milan', 403],
  ])('not by %s', async (name, status) => {
    const { id } = await putProblem(muster)
    expect(await httpErrorOf(move(name, id))).toMatchObject({ status })
  })

  test('tells those on duty there, and leaves an entry in the history', async () => {
    await clockIn('una', 'milan', 'lea')
    const { id } = await putProblem(muster, { creator: 'uli', place: 'Spa' })
    expect((await move('uli', id)).nobodyOnDuty).toBe(false)
    const news = {
      title: 'A problem was sent to you',
      message: 'Uli Brandt: Tap drips (Spa)',
      taskId: id,
      type: 'problem',
    }
    expect(await newsOf('una')).toEqual([news])
    expect(await newsOf('milan')).toEqual([news])
    expect(await newsOf('lea')).toEqual([])
    const history = await (await muster.as('una')).call(tasksApi.history, { params: { id }, query: {} })
    expect(history.entries[0]).toMatchObject({ action: 'task.move', changes: [{ field: 'departmentId' }] })
  })

  test('changes nothing if it is there already', async () => {
    await clockIn('lea')
    const { id } = await putProblem(muster, { assignee: 'uli' })
    expect(await move('uli', id, 'Housekeeping')).toMatchObject({ assigneeId: idOf('uli'), nobodyOnDuty: false })
    expect(await newsOf('lea')).toEqual([])
  })

  test('not when it is completed, not what is no problem, and not to a department that does not exist', async () => {
    const done = await putProblem(muster, { status: 'completed', creator: 'uli' })
    expect(await httpErrorOf(move('uli', done.id))).toMatchObject({ status: 409, reply: { code: 'completed' } })
    const task = await putTask(muster, { department: 'Housekeeping', creator: 'uli' })
    expect(await httpErrorOf(move('uli', task.id))).toMatchObject({ status: 404 })
    const { id } = await putProblem(muster, { creator: 'uli' })
    const nowhere = (await muster.as('uli')).call(problemsApi.move, { params: { id }, body: { departmentId: 999_999 } })
    expect(await httpErrorOf(nowhere)).toMatchObject({ status: 400, reply: { issues: [{ path: 'departmentId' }] } })
  })

  test('by a manager who edits it: those on duty there learn of it as well', async () => {
    await clockIn('una')
    const { id } = await putProblem(muster)
    const body = { departmentId: departmentOf('Maintenance') }
    await (await muster.as('gita')).call(tasksApi.update, { params: { id }, body })
    expect(await titlesOf('una')).toEqual(['A problem was sent to you'])
  })
})
