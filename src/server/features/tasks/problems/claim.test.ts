import { beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../../test/support/people.ts'
import { putProblem } from '../../../../../test/support/problems.ts'
import { inDays, putTask } from '../../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../../test/support/test-app.ts'
import { commentsApi } from '../../../../shared/comments.ts'
import { IDEMPOTENCY_HEADER } from '../../../../shared/idempotency.ts'
import { problemsApi } from '../../../../shared/problems.ts'
import { rateLimits } from '../../../../shared/rate-limits.ts'
import { tasksApi } from '../../../../shared/tasks.ts'

/** Taking a task that nobody has, and giving it back. */

const muster = useTestApp()
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const claim = async (name: PersonName, id: number, headers?: Record<string, string>) =>
  (await muster.as(name)).call(problemsApi.claim, { params: { id } }, headers)
const release = async (name: PersonName, id: number, note?: string) =>
  (await muster.as(name)).call(problemsApi.release, { params: { id }, body: note === undefined ? {} : { note } })
const actionsOf = async (id: number) =>
  (
    await muster.services.database.pool.query(
      `select action from audit_logs where resource_type = 'task' and resource_id = $1 order by id`,
      [String(id)],
    )
  ).rows.map(({ action }) => action)

beforeEach(() => muster.services.database.pool.query('delete from rate_limits'))

/** An occurrence of a routine that was missed. */
const closed = { outcome: 'missed', closedAt: inDays(-0.1) } as const

describe('a claim', () => {
  test('gives the viewer the task, and says since when', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const task = await claim('uli', id)
    expect(task).toMatchObject({ id, assigneeId: idOf('uli'), assignee: { firstName: 'Uli' }, status: 'pending' })
    expect(Date.now() - Date.parse(task.takenAt ?? '')).toBeLessThan(60_000)
    expect(await actionsOf(id)).toEqual(['task.create', 'task.claim'])
  })

  test('takes an occurrence of a routine and a problem as well', async () => {
    const occurrence = await putTask(muster, { department: 'Housekeeping', kind: 'routine', occurrenceAt: inDays(0) })
    expect(await claim('uli', occurrence.id)).toMatchObject({ kind: 'routine', assigneeId: idOf('uli') })
    const problem = await putProblem(muster)
    expect(await claim('uli', problem.id)).toMatchObject({ kind: 'problem', assigneeId: idOf('uli') })
  })

  test('changes nothing for somebody who has the task already', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const { takenAt, updatedAt } = await claim('uli', id)
    expect(await claim('uli', id)).toMatchObject({ assigneeId: idOf('uli'), takenAt, updatedAt })
    expect(await actionsOf(id)).toEqual(['task.create', 'task.claim'])
  })

  test('sent twice with its key is done once, and its reply is the task as it is by then', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const key = { [IDEMPOTENCY_HEADER]: 'one-claim-done-0001' }
    await claim('uli', id, key)
    await release('marta', id)
    expect(await claim('uli', id, key)).toMatchObject({ assigneeId: null })
  })

  test('says who was faster', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    await claim('uli', id)
    expect(await httpErrorOf(claim('lea', id))).toMatchObject({
      status: 409,
      reply: {
        code: 'taken',
        message: 'Uli Brandt has taken this already',
        params: { name: 'Uli Brandt' },
        assignee: { id: idOf('uli'), firstName: 'Uli', lastName: 'Brandt' },
      },
    })
  })

  test.each<[string, Parameters<typeof putTask>[1], string]>([
    ['completed', { status: 'completed' }, 'completed'],
    ["completed and one's own", { status: 'completed', assignee: 'uli' }, 'completed'],
    ['missed', closed, 'closed'],
  ])('of a task that is %s is refused', async (_, fields, code) => {
    const { id } = await putTask(muster, { department: 'Housekeeping', ...fields })
    expect(await httpErrorOf(claim('uli', id))).toMatchObject({ status: 409, reply: { code } })
  })

  test('needs the department: who has only reported a problem cannot take it, and strangers do not see it', async () => {
    const { id } = await putProblem(muster, { creator: 'uli', department: 'Maintenance' })
    expect(await httpErrorOf(claim('uli', id))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(claim('lea', id))).toMatchObject({ status: 404 })
    const deleted = await putTask(muster, { department: 'Housekeeping', deletedAt: inDays(0) })
    expect(await httpErrorOf(claim('uli', deleted.id))).toMatchObject({ status: 404 })
  })

  test('of a task without a department is for managers', async () => {
    const { id } = await putTask(muster, { creator: 'uli' })
    expect(await httpErrorOf(claim('uli', id))).toMatchObject({ status: 403 })
    expect(await claim('marta', id)).toMatchObject({ assigneeId: idOf('marta') })
  })
})

describe('a release', () => {
  test('leaves the task to others; what was begun waits again', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    await claim('uli', id)
    await (await muster.as('uli')).call(tasksApi.update, { params: { id }, body: { status: 'in_progress' } })
    expect(await release('uli', id)).toMatchObject({ assigneeId: null, takenAt: null, status: 'pending', comments: 0 })
    expect((await actionsOf(id)).at(-1)).toBe('task.release')
    expect(await claim('lea', id)).toMatchObject({ assigneeId: idOf('lea') })
  })

  test('keeps the status of what was not begun', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping', assignee: 'uli', status: 'overdue' })
    expect(await release('uli', id)).toMatchObject({ status: 'overdue' })
  })

  test('has a note, which is a comment of who gives it back', async () => {
    const { id } = await putTask(muster, { department: 'Maintenance', assignee: 'uli' })
    expect(await release('uli', id, ' No spare part ')).toMatchObject({ comments: 1 })
    const page = await (await muster.as('una')).call(commentsApi.list, { params: { id }, query: {} })
    expect(page.comments).toMatchObject([{ text: 'No spare part', author: { id: idOf('uli') } }])
    const found = await (await muster.as('una')).call(tasksApi.list, { query: { search: 'spare' } })
    expect(found.tasks.map((task) => task.id)).toEqual([id])
  })

  test('of an empty note makes no comment', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping', assignee: 'uli' })
    expect(await release('uli', id, '  ')).toMatchObject({ comments: 0 })
  })

  test("is for one's own tasks, and for managers of the department", async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping', assignee: 'uli' })
    expect(await httpErrorOf(release('lea', id))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(release('una', id))).toMatchObject({ status: 404 })
    expect(await httpErrorOf(release('milan', id))).toMatchObject({ status: 403 })
    expect(await release('marta', id)).toMatchObject({ assigneeId: null })
    // Nothing is left to give back.
    expect(await release('marta', id)).toMatchObject({ assigneeId: null })
    expect((await actionsOf(id)).filter((action) => action === 'task.release')).toHaveLength(1)
  })

  test.each<[string, Parameters<typeof putTask>[1], string]>([
    ['completed', { status: 'completed' }, 'completed'],
    ['missed', closed, 'closed'],
  ])('of a task that is %s is refused', async (_, fields, code) => {
    const { id } = await putTask(muster, { department: 'Housekeeping', assignee: 'uli', ...fields })
    expect(await httpErrorOf(release('uli', id, 'Late'))).toMatchObject({ status: 409, reply: { code } })
  })

  test('counts with claims: who does nothing else is told to wait', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    for (let at = 0; at < rateLimits.claim.burst / 2; at += 1) {
      await claim('uli', id)
      await release('uli', id)
    }
    expect(await httpErrorOf(claim('uli', id))).toMatchObject({ status: 429 })
  })
})
