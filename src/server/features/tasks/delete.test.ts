import { describe, expect, test } from 'vitest'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { tasksApi } from '../../../shared/tasks.ts'

const muster = useTestApp()
/** The tasks with unread notifications. */
const unreadOf = async (browser: Awaited<ReturnType<typeof muster.as>>) =>
  (await browser.call(notificationsApi.list, {})).filter(({ isRead }) => !isRead).map(({ taskId }) => taskId)

test('a task that is taken away and given again leaves one unread notification', async () => {
  const [marta, lea] = [await muster.as('marta'), await muster.as('lea')]
  const { id } = await putTask(muster, { department: 'Housekeeping' })
  const give = (assigneeId: string | null) => marta.call(tasksApi.update, { params: { id }, body: { assigneeId } })
  for (let times = 0; times < 3; times += 1) {
    await give(muster.fixtures.people.lea.id)
    expect(await unreadOf(lea)).toEqual([id])
    await give(null)
    expect(await unreadOf(lea)).toEqual([])
  }
})

describe('deleting a task', () => {
  test('gives 204 without a body and takes it out of everything', async () => {
    const marta = await muster.as('marta')
    const { id } = await putTask(muster, { title: 'Vanishing', department: 'Housekeeping', dueDate: inDays(-1) })
    const totals = async () => {
      const board = await marta.call(tasksApi.board, {})
      return { all: (await marta.call(tasksApi.list, { query: { limit: 1 } })).total, overdue: board.overdue.total }
    }
    const before = await totals()
    const reply = await marta.raw({ method: 'DELETE', url: `/api/v1/tasks/${id}` })
    expect([reply.status, reply.text]).toEqual([204, ''])

    expect(await totals()).toEqual({ all: before.all - 1, overdue: before.overdue - 1 })
    expect((await marta.call(tasksApi.list, {})).tasks.map((task) => task.id)).not.toContain(id)
    expect((await marta.call(tasksApi.list, { query: { search: 'vanishing' } })).total).toBe(0)
    const columns = Object.values(await marta.call(tasksApi.board, {}))
    expect(columns.flatMap(({ tasks }) => tasks.map((task) => task.id))).not.toContain(id)
    const errors = await Promise.all([
      httpErrorOf(marta.call(tasksApi.get, { params: { id } })),
      httpErrorOf(marta.call(tasksApi.update, { params: { id }, body: { status: 'completed' } })),
      httpErrorOf(marta.call(tasksApi.remove, { params: { id } })),
    ])
    expect(errors.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('leaves no unread notification of it, whether one is deleted or many', async () => {
    const [marta, lea] = [await muster.as('marta'), await muster.as('lea')]
    const assigneeId = muster.fixtures.people.lea.id
    const give = async () => {
      const { id } = await putTask(muster, { department: 'Housekeeping' })
      await marta.call(tasksApi.update, { params: { id }, body: { assigneeId } })
      return id
    }
    const [one, two, kept] = [await give(), await give(), await give()]
    await marta.call(tasksApi.remove, { params: { id: one } })
    await marta.call(tasksApi.removeMany, { body: { ids: [two] } })
    expect(await unreadOf(lea)).toEqual([kept])
  })

  test('by two at once succeeds once', async () => {
    const { id } = await putTask(muster)
    const gita = await muster.as('gita')
    const outcomes = await Promise.allSettled([1, 2].map(() => gita.call(tasksApi.remove, { params: { id } })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
