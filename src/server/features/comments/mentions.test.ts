import { beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { commentsApi } from '../../../shared/comments.ts'

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
beforeEach(() => query('delete from notifications; delete from unread_comments; delete from rate_limits'))

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const newTask = (fields: Parameters<typeof putTask>[1] = {}) =>
  putTask(muster, { department: 'Housekeeping', ...fields }).then(({ id }) => id)
const write = async (name: PersonName, id: number, mentions: string[] = []) =>
  (await muster.as(name)).call(commentsApi.create, { params: { id }, body: { text: 'Done', mentions } })
const unread = async (name: PersonName) => (await (await muster.as(name)).call(commentsApi.unread, {})).tasks

/** The notifications that people received, with their first names. */
const told = async () => {
  const rows = await query(`select first_name as name, kind from notifications
    join users on users.id = user_id where kind in ('comment', 'mention') order by first_name`)
  return rows.map(({ name, kind }) => `${name}: ${kind}`)
}

describe('a mention that is added to a comment', () => {
  const edit = async (name: PersonName, id: number, body: { text: string; mentions?: string[] }) =>
    (await muster.as(name)).call(commentsApi.update, { params: { id }, body })
  const names = ({ mentions }: { mentions: { firstName: string }[] }) => mentions.map(({ firstName }) => firstName)

  test('notifies its person, once, and nobody else again', async () => {
    const id = await newTask({ assignee: 'nora', creator: 'marta' })
    const comment = await write('uli', id, [idOf('marta')])
    await query('delete from notifications')
    const mentions = [idOf('marta'), idOf('lea'), idOf('lea'), idOf('uli')]
    const edited = await edit('uli', comment.id, { text: 'Done, Léa', mentions })
    expect([edited.text, names(edited)]).toEqual(['Done, Léa', ['Marta', 'Léa', 'Uli']])
    expect(await told()).toEqual(['Léa: mention'])
    expect(await unread('lea')).toEqual([{ taskId: id, comments: 1, firstId: comment.id }])
    await edit('uli', comment.id, { text: 'Done, Léa.', mentions })
    expect(await told()).toEqual(['Léa: mention'])
    // Also where only the mentions change.
    const { editedAt } = await edit('uli', comment.id, { text: 'Done, Léa.', mentions: [idOf('lea'), idOf('nora')] })
    expect(await told()).toEqual(['Léa: mention', 'Nora: mention'])
    expect(editedAt).not.toBeNull()
  })

  test('counts no comment twice, and the comment before those that are unread already', async () => {
    const id = await newTask({ assignee: 'nora' })
    const [first, second] = [await write('uli', id), await write('uli', id)]
    expect(await unread('nora')).toEqual([{ taskId: id, comments: 2, firstId: first.id }])
    await edit('uli', second.id, { text: 'Done, Nora', mentions: [idOf('nora')] })
    expect(await unread('nora')).toEqual([{ taskId: id, comments: 2, firstId: first.id }])
    await edit('uli', second.id, { text: 'Done, Léa', mentions: [idOf('lea')] })
    await edit('uli', first.id, { text: 'Done, Léa', mentions: [idOf('lea')] })
    expect(await unread('lea')).toEqual([{ taskId: id, comments: 2, firstId: first.id }])
  })

  test('must be of a person who can see the task; those who are mentioned may stay', async () => {
    const id = await newTask({ assignee: 'una' })
    const comment = await write('uli', id, [idOf('una')])
    await query('update tasks set assignee_id = null where id = $1', [id])
    const body = { text: 'Done at last', mentions: [idOf('una'), idOf('lea'), idOf('gwen')] }
    await query('delete from notifications')
    const { status, reply } = await httpErrorOf(edit('uli', comment.id, body))
    expect([status, reply?.issues?.map(({ path }) => path)]).toEqual([400, ['mentions.2']])
    expect(await told()).toEqual([])
    const edited = await edit('uli', comment.id, { ...body, mentions: body.mentions.slice(0, 2) })
    expect(names(edited)).toEqual(['Una', 'Léa'])
    expect(await told()).toEqual(['Léa: mention'])
    const many = Array.from({ length: 21 }, () => idOf('lea'))
    expect((await httpErrorOf(edit('uli', comment.id, { text: 'Done', mentions: many }))).reply?.issues).toMatchObject([
      { path: 'mentions' },
    ])
  })

  test('stays where the call names none, and goes where it is left out', async () => {
    const comment = await write('uli', await newTask(), [idOf('lea')])
    expect(names(await edit('uli', comment.id, { text: 'Almost done' }))).toEqual(['Léa'])
    expect(names(await edit('uli', comment.id, { text: 'Not done', mentions: [] }))).toEqual([])
  })
})
