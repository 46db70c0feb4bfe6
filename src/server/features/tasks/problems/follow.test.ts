import { beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../../test/support/people.ts'
import { putProblem } from '../../../../../test/support/problems.ts'
import { clearTasks, putTask } from '../../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../../shared/notifications.ts'
import { problemsApi } from '../../../../shared/problems.ts'
import { tasksApi } from '../../../../shared/tasks.ts'

/** A reporter's notifications about a problem, however it is taken and solved. */

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const idOf = (name: PersonName) => muster.fixtures.people[name].id

/** A person's notifications, oldest first. */
const newsOf = async (name: PersonName) =>
  (await (await muster.as(name)).call(notificationsApi.list, {}))
    .map(({ title, message, taskId, type }) => ({ title, message, taskId, type }))
    .reverse()
const titlesOf = async (name: PersonName) => (await newsOf(name)).map(({ title }) => title)

beforeEach(async () => {
  await clearTasks(muster)
  await query('delete from notifications')
})

describe('the reporter learns', () => {
  test.each<[string, (id: number) => Promise<unknown>]>([
    ['by a claim', async (id) => (await muster.as('una')).call(problemsApi.claim, { params: { id } })],
    [
      'by an assignment',
      async (id) =>
        (await muster.as('milan')).call(tasksApi.update, { params: { id }, body: { assigneeId: idOf('una') } }),
    ],
    [
      'by a change of many',
      async (id) =>
        (await muster.as('milan')).call(tasksApi.updateMany, {
          body: { ids: [id], changes: { assigneeId: idOf('una') } },
        }),
    ],
  ])('who has it, %s', async (_, take) => {
    const { id } = await putProblem(muster, { creator: 'uli', department: 'Maintenance', place: 'Spa' })
    await take(id)
    const news = { title: 'Una Byrne takes care of it', message: 'Tap drips (Spa)', taskId: id, type: 'problem' }
    expect(await newsOf('uli')).toEqual([news])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    [
      'on a card',
      async (id) => (await muster.as('una')).call(tasksApi.update, { params: { id }, body: { status: 'completed' } }),
    ],
    [
      'with many',
      async (id) =>
        (await muster.as('una')).call(tasksApi.updateMany, { body: { ids: [id], changes: { status: 'completed' } } }),
    ],
    [
      'together with its assignee',
      async (id) =>
        (await muster.as('milan')).call(tasksApi.update, {
          params: { id },
          body: { status: 'completed', assigneeId: idOf('milan') },
        }),
    ],
  ])('that it is solved, %s', async (_, complete) => {
    const { id } = await putProblem(muster, { creator: 'uli', department: 'Maintenance' })
    await complete(id)
    expect(await titlesOf('uli')).toEqual(['Your problem is solved'])
    const { title } = await putTask(muster, { creator: 'uli', department: 'Maintenance', title: 'No problem' })
    const [other] = await query('select id from tasks where title = $1', [title])
    await complete(other.id)
    expect(await newsOf('uli')).toHaveLength(1)
  })

  test('of many solved at once in one notification', async () => {
    const ids: number[] = []
    for (const title of ['Lamp', 'Lock', 'Door']) {
      ids.push((await putProblem(muster, { creator: 'uli', department: 'Maintenance', title })).id)
    }
    await (await muster.as('una')).call(tasksApi.updateMany, { body: { ids, changes: { status: 'completed' } } })
    expect(await newsOf('uli')).toEqual([
      { title: '3 of your problems are solved', message: 'Una Byrne: Lamp and 2 more', taskId: null, type: 'problem' },
    ])
  })

  test('nothing of what they did themselves, of a release, or of a deletion', async () => {
    const { id } = await putProblem(muster, { creator: 'uli' })
    const [uli, lea, marta] = [await muster.as('uli'), await muster.as('lea'), await muster.as('marta')]
    await uli.call(problemsApi.claim, { params: { id } })
    await uli.call(problemsApi.release, { params: { id }, body: {} })
    await uli.call(tasksApi.update, { params: { id }, body: { status: 'completed' } })
    await uli.call(tasksApi.update, { params: { id }, body: { status: 'pending' } })
    expect(await newsOf('uli')).toEqual([])
    await lea.call(problemsApi.claim, { params: { id } })
    await lea.call(problemsApi.release, { params: { id }, body: { note: 'No spare part' } })
    expect(await titlesOf('uli')).toEqual(['Léa Kern takes care of it'])
    await marta.call(tasksApi.remove, { params: { id } })
    expect(await newsOf('uli')).toHaveLength(1)
  })

  test('that they have it themselves as of any task', async () => {
    const { id } = await putProblem(muster, { creator: 'uli' })
    await (await muster.as('marta')).call(tasksApi.update, { params: { id }, body: { assigneeId: idOf('uli') } })
    expect(await titlesOf('uli')).toEqual(['New task for you'])
  })
})
