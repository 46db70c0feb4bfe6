import { beforeEach, describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { deactivate, type PersonName, personNames, putPerson } from '../../../../test/support/people.ts'
import { putOccurrence } from '../../../../test/support/routines.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { commentsApi } from '../../../shared/comments.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { may } from '../../../shared/permissions.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { peopleWhoSee } from '../../core/access/people.ts'
import { deleteOldUnread } from './unread.ts'

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
beforeEach(() => query('delete from notifications; delete from unread_comments; delete from rate_limits'))

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const newTask = (fields: Parameters<typeof putTask>[1] = {}) =>
  putTask(muster, { department: 'Housekeeping', ...fields }).then(({ id }) => id)
const write = async (name: PersonName, id: number, mentions: string[] = [], text = 'Done') =>
  (await muster.as(name)).call(commentsApi.create, { params: { id }, body: { text, mentions } })
const unread = async (name: PersonName) => (await (await muster.as(name)).call(commentsApi.unread, {})).tasks
const markRead = async (name: PersonName, id: number) =>
  (await muster.as(name)).call(commentsApi.markRead, { params: { id } })

/** The notifications that people received, with their first names. */
const told = async () => {
  const rows = await query(`select first_name as name, kind, params, subject_type, subject_id from notifications
    join users on users.id = user_id where kind in ('comment', 'mention') order by first_name`)
  return rows.map(({ name, kind }) => `${name}: ${kind}`)
}

describe('a comment tells', () => {
  test('assignee, creator and earlier commenters, each once, and not its author', async () => {
    const id = await newTask({ assignee: 'uli', creator: 'nora' })
    await write('lea', id)
    await query('delete from notifications')
    await write('uli', id)
    expect(await told()).toEqual(['Léa: comment', 'Nora: comment'])
    await query('delete from notifications')
    await write('lea', id)
    expect(await told()).toEqual(['Nora: comment', 'Uli: comment'])
  })

  test('not the creator of a routine, who has made none of its tasks', async () => {
    const { id } = await putOccurrence(muster, { assignee: 'uli', creator: 'nora' })
    await write('lea', id)
    expect(await told()).toEqual(['Uli: comment'])
  })

  test('those who are mentioned, and them only of the mention', async () => {
    const id = await newTask({ assignee: 'uli', creator: 'marta' })
    await write('marta', id, [idOf('uli'), idOf('lea'), idOf('marta')])
    expect(await told()).toEqual(['Léa: mention', 'Uli: mention'])
    const [newest] = await (await muster.as('lea')).call(notificationsApi.list, {})
    expect(newest).toMatchObject({
      ...{ taskId: id, type: 'comment', title: 'You were mentioned', isRead: false },
      message: 'Marta Oliveira on "Check the minibar": Done',
    })
  })

  test('nobody who cannot see the task now, or whose account is closed', async () => {
    const id = await newTask({ assignee: 'una', creator: 'lea' })
    await write('una', id)
    const closed = await putPerson(muster.services, { departmentId: muster.fixtures.departments.Housekeeping })
    await query('update tasks set assignee_id = $1 where id = $2', [closed.id, id])
    await query('update users set is_active = false where id = $1', [closed.id])
    await query('delete from notifications')
    await write('marta', id)
    expect(await told()).toEqual(['Léa: comment'])
  })

  test('all whom it mentions', async () => {
    const id = await newTask()
    const { Housekeeping: departmentId } = muster.fixtures.departments
    const people = []
    for (let at = 0; at < 20; at += 1) people.push((await putPerson(muster.services, { departmentId })).id)
    await write('uli', id, people)
    // And the creator of the task.
    expect(await told()).toEqual(['Gita: comment', ...people.map(() => 'New: mention')])
  })
})

describe('a mention', () => {
  test('must be of an active person who can see the task', async () => {
    const id = await newTask()
    const stranger = '0190b1a0-0000-7000-8000-00000000dead'
    await deactivate(muster.services, 'milan')
    const mentions = [idOf('lea'), idOf('una'), stranger, idOf('milan'), idOf('gus'), idOf('nora')]
    const { status, reply } = await httpErrorOf(write('uli', id, mentions))
    await query('update users set is_active = true')
    expect([status, reply?.issues?.map(({ path }) => path)]).toEqual([400, ['mentions.1', 'mentions.2', 'mentions.3']])
    expect(await query('select id from comments where task_id = $1', [id])).toEqual([])
  })

  test('is of 20 people at most', async () => {
    const id = await newTask()
    const { status, reply } = await httpErrorOf(
      write(
        'uli',
        id,
        Array.from({ length: 100 }, () => idOf('lea')),
      ),
    )
    expect([status, reply?.issues?.[0]?.path]).toEqual([400, 'mentions'])
  })
})

describe('the people of a task', () => {
  test('are those who may see it, by name', async () => {
    const places = ['Housekeeping', 'Maintenance', null] as const
    const people = personNames.map((name) => muster.fixtures.people[name])
    for (const department of places) {
      for (const assignee of [null, 'gwen', 'lea'] as const) {
        const task = await putTask(muster, { department, assignee, creator: 'gus' })
        const seen = (await peopleWhoSee(muster.contextOf('gita'), task)).map(({ id }) => id)
        const expected = people.filter((person) => may(person, 'task:read', task)).map(({ id }) => id)
        expect(seen.filter((id) => people.some((person) => person.id === id)).sort()).toEqual(expected.sort())
      }
    }
    const id = await newTask()
    const { people: named } = await (await muster.as('uli')).call(commentsApi.people, { params: { id } })
    const fixed = named.filter(({ firstName }) => firstName !== 'New')
    expect(fixed.map(({ firstName }) => firstName)).toEqual([
      'Adam',
      'Gita',
      'Gus',
      'Léa',
      'Marta',
      'Milan',
      'Nora',
      'Uli',
    ])
    expect(Object.keys(named[0] ?? {}).sort()).toEqual(['firstName', 'id', 'lastName', 'profileImageUrl'])
    expect((await httpErrorOf((await muster.as('una')).call(commentsApi.people, { params: { id } }))).status).toBe(404)
  })
})

describe('unread comments', () => {
  test('are counted from the first one on, until they are read', async () => {
    const id = await newTask({ assignee: 'uli' })
    const first = await write('lea', id)
    await write('lea', id)
    await write('marta', id)
    expect(await unread('uli')).toEqual([{ taskId: id, comments: 3, firstId: first.id }])
    expect((await (await muster.as('uli')).call(notificationsApi.unreadCount, {})).count).toBe(3)
    await markRead('uli', id)
    expect(await unread('uli')).toEqual([])
    expect((await (await muster.as('uli')).call(notificationsApi.unreadCount, {})).count).toBe(0)
    // Only one's own.
    expect(await unread('lea')).toMatchObject([{ taskId: id, comments: 1 }])
    await markRead('uli', id)
  })

  test('of a task that was deleted, or is out of sight, are not shown', async () => {
    const [gone, moved] = [await newTask({ assignee: 'uli' }), await newTask({ assignee: 'uli' })]
    for (const id of [gone, moved]) await write('lea', id)
    await query('update tasks set deleted_at = now() where id = $1', [gone])
    await query('update tasks set assignee_id = null, department_id = $1 where id = $2', [
      muster.fixtures.departments.Maintenance,
      moved,
    ])
    expect(await unread('uli')).toEqual([])
    expect((await httpErrorOf(markRead('uli', moved))).status).toBe(404)
  })

  test('that are deleted count no more', async () => {
    const id = await newTask({ assignee: 'uli' })
    const remove = async (comment: { id: number }) =>
      (await muster.as('marta')).call(commentsApi.remove, { params: { id: comment.id } })
    const [first, second, third] = [await write('lea', id), await write('lea', id), await write('lea', id)]
    await remove(second)
    expect(await unread('uli')).toEqual([{ taskId: id, comments: 2, firstId: first.id }])
    await remove(first)
    expect(await unread('uli')).toEqual([{ taskId: id, comments: 1, firstId: third.id }])
    await remove(third)
    expect(await unread('uli')).toEqual([])
  })

  test('are right when many write at once', async () => {
    const id = await newTask({ assignee: 'uli' })
    const writers = ['lea', 'marta', 'adam', 'nora'] as const
    await Promise.all(Array.from({ length: 20 }, (_, at) => write(writers[at % 4] as PersonName, id)))
    expect(await unread('uli')).toMatchObject([{ taskId: id, comments: 20 }])
  })

  test('go after a year', async () => {
    const id = await newTask({ assignee: 'uli' })
    await write('lea', id)
    const other = await newTask({ assignee: 'uli' })
    await write('lea', other)
    await query(`update unread_comments set created_at = now() - interval '366 days' where task_id = $1`, [id])
    await deleteOldUnread(muster.contextOf('gita'))
    expect(await unread('uli')).toMatchObject([{ taskId: other }])
  })

  test('are told to the pages of those whom they are for, and reading them to one’s own', async () => {
    const address = await muster.listen()
    const open = async (name: PersonName) => {
      const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
      page.send({ type: 'auth', userId: idOf(name) })
      await page.receives('auth_success')
      return page
    }
    const id = await newTask({ assignee: 'uli' })
    const [uli, lea] = [await open('uli'), await open('lea')]
    const heard = async (page: typeof uli) =>
      (await page.receivedByNow()).flatMap((message) => (message.type === 'change' ? message.data.resource : []))
    await write('marta', id)
    await uli.receives('notification')
    await expect.poll(async () => (await unread('uli')).length).toBe(1)
    await uli.receivedByNow()
    await lea.receivedByNow()
    await markRead('uli', id)
    const resources = new Set<string>()
    await expect
      .poll(async () => {
        for (const resource of await heard(uli)) resources.add(resource)
        return [...resources].sort()
      })
      .toEqual(['notifications', 'unread-comments'])
    expect(await heard(lea)).toEqual([])
    for (const page of [uli, lea]) page.socket.close()
  })
})

test('a notification carries the first words, follows their edit, and loses them when the comment is deleted', async () => {
  const id = await newTask({ title: 'Check the lamp', assignee: 'lea' })
  const messages = async (name: PersonName) =>
    (await (await muster.as(name)).call(notificationsApi.list, {})).map(({ message }) => message)
  const uli = await muster.as('uli')
  const comment = await write('uli', id, [idOf('marta')], 'a'.repeat(130))
  const beginning = `Uli Brandt on "Check the lamp": ${'a'.repeat(120)}…`
  expect([await messages('lea'), await messages('marta')]).toEqual([[beginning], [beginning]])
  await write('uli', id, [], 'Another')
  await uli.call(commentsApi.update, { params: { id: comment.id }, body: { text: 'It drips' } })
  expect(await messages('lea')).toEqual([
    'Uli Brandt on "Check the lamp": Another',
    'Uli Brandt on "Check the lamp": It drips',
  ])
  await uli.call(commentsApi.remove, { params: { id: comment.id } })
  expect((await messages('lea'))[1]).toBe('Uli Brandt commented on "Check the lamp"')
  expect((await messages('marta'))[0]).toBe('Uli Brandt mentioned you in "Check the lamp"')
  expect(await query(`select id from notifications where params::text like '%drips%'`)).toEqual([])
})

test('tasks are found by what their comments say, by those who may see them', async () => {
  const find = async (name: PersonName, search: string) =>
    (await (await muster.as(name)).call(tasksApi.list, { query: { search } })).tasks.map(({ id }) => id)
  const id = await newTask({ title: 'Check the lamp' })
  const { id: comment } = await write('uli', id, [], 'Möbelhaus (Walrus) rang')
  expect(await find('uli', 'walrus')).toEqual([id])
  expect(await find('uli', 'moebelhaus lamp')).toEqual([id])
  expect(await find('uli', 'walrus sofa')).toEqual([])
  expect(await find('una', 'walrus')).toEqual([])
  const edit = (text: string) =>
    muster.as('uli').then((uli) => uli.call(commentsApi.update, { params: { id: comment }, body: { text } }))
  await edit('The otter rang')
  expect([await find('uli', 'walrus'), await find('uli', 'otter')]).toEqual([[], [id]])
  await (await muster.as('uli')).call(commentsApi.remove, { params: { id: comment } })
  expect(await find('uli', 'otter')).toEqual([])
})

test('tasks are found by words that are in many comments and steps', async () => {
  const [one, other] = [await newTask({ title: 'Check the lamp' }), await newTask({ title: 'Fold sheets' })]
  const stepped = await newTask({ title: 'Wipe the bar' })
  await query(
    `insert into comments (task_id, author_id, text, search_text)
      select unnest($1::int[]), $2, 'finito', ' finito' from generate_series(1, 700)`,
    [[one, other], idOf('gita')],
  )
  await query(
    `insert into task_steps (task_id, position, text, search_text) values ($1, 1, 'finito radiator', ' finito radiator')`,
    [stepped],
  )
  await query('update tasks set comments = 700 where id = any($1)', [[one, other]])
  await query('update tasks set steps_total = 1 where id = $1', [stepped])
  const find = async (search: string) => {
    const { tasks, total } = await (await muster.as('uli')).call(tasksApi.list, { query: { search } })
    expect(total).toBe(tasks.length)
    return tasks.map(({ id }) => id).sort((a, b) => a - b)
  }
  expect(await find('finito')).toEqual([one, other, stepped])
  expect(await find('finito lamp')).toEqual([one])
  expect(await find('radiator')).toEqual([stepped])
  const board = await (await muster.as('uli')).call(tasksApi.board, { query: { search: 'finito' } })
  expect(board.pending.total).toBe(3)
})
