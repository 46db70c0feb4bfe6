import { describe, expect, test } from 'vitest'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { tasksApi } from '../../../shared/tasks.ts'

/** Cursors that a client makes up. */

const muster = useTestApp()

const get = async (query: string) => (await muster.as('gita')).raw({ method: 'GET', url: `/api/v1/tasks?${query}` })
const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const AT = '2026-01-01T00:00:00.000Z'
const newest = (...rest: unknown[]) => encoded(['createdAt', 'desc', ...rest])

async function expectError(query: string) {
  const { status, json } = await get(query)
  expect([status, json.code]).toEqual([400, 'invalid'])
  expect(json.issues).toEqual([{ path: 'after', message: expect.any(String) }])
}

describe('a cursor', () => {
  test.each<[string, string]>([
    ['garbage', 'garbage'],
    ['nothing', ''],
    ['signs of no base64', '!§$%&/()='],
    ['no JSON', encoded('{[')],
    ['null', encoded(null)],
    ['a number', encoded(5)],
    ['an object', encoded({ sort: 'createdAt' })],
    ['an empty list', encoded([])],
    ['too short a list', newest(AT)],
    ['too long a list', newest(AT, 1, 1)],
    ['another sorting', encoded(['title', 'desc', 'x', 1])],
    ['the other order', encoded(['createdAt', 'asc', AT, 1])],
    ['an unknown sorting', encoded(['salary', 'desc', AT, 1])],
    ['a sorting from a prototype', encoded(['constructor', 'desc', AT, 1])],
    ['SQL for an order', encoded(['createdAt', 'desc; drop table tasks', AT, 1])],
    ['no date', newest('yesterday', 1)],
    ['a number for a date', newest(5, 1)],
    ['an impossible date', newest('2026-02-30T00:00:00.000Z', 1)],
    ['the year nought', newest('0000-01-01T00:00:00.000Z', 1)],
    ['a date beyond dates', newest('+275760-09-13T00:00:00.001Z', 1)],
    ['minus infinity', newest('-infinity', 1)],
    ['Infinity', newest('Infinity', 1)],
    ['a date with NUL', newest(`${AT}\0`, 1)],
    ['null for a key', newest(null, 1)],
    ['a list for a key', newest([AT], 1)],
    ['a text for an id', newest(AT, '1')],
    ['half an id', newest(AT, 1.5)],
    ['no id at all', newest(AT, null)],
    ['a negative id', newest(AT, -1)],
    ['an id beyond 32 bits', newest(AT, 2_147_483_648)],
    ['an id beyond 53 bits', newest(AT, 2 ** 60)],
    ['an endless id', encoded(`["createdAt","desc","${AT}",1e400]`)],
    ['deep lists', encoded('['.repeat(4000) + ']'.repeat(4000))],
  ])('of %s is refused', (_, after) => expectError(`after=${encodeURIComponent(after)}`))

  test.each<[string, unknown]>([
    ['title', 5],
    ['title', 'with\0NUL'],
    ['assignee', null],
    ['assignee', 'with\0NUL'],
    ['priority', 'high'],
    ['priority', 0],
    ['priority', 5],
    ['priority', 1.5],
    ['status', 2 ** 40],
    ['status', '1'],
    ['dueDate', 'NaN'],
    ['dueDate', '9999-12-31T23:59:59.999Z'],
    ['dueDate', `2026-01-01T00:00:00.${'1'.repeat(300)}`],
  ])('for %s with the key %j is refused', (sort, key) =>
    expectError(`sort=${sort}&order=asc&after=${encoded([sort, 'asc', key, 1])}`),
  )

  test.each<[string, unknown]>([
    ['title', ''],
    ['title', '\u{10ffff}'],
    ['title', 'half \ud83e'],
    ['title', "'; drop table tasks; --"],
    ['assignee', '\\'],
    ['dueDate', 'infinity'],
    ['dueDate', `2026-01-01T00:00:00.${'1'.repeat(300)}Z`],
    ['createdAt', 'infinity'],
    ['priority', 3],
  ])('for %s with the odd key %j is a place like any other', async (sort, key) => {
    const { status } = await get(`sort=${sort}&order=asc&after=${encoded([sort, 'asc', key, 1])}`)
    expect(status).toBe(200)
  })

  test('of a task that is gone leads on all the same', async () => {
    const first = await putTask(muster, { createdAt: inDays(2) })
    const second = await putTask(muster, { createdAt: inDays(1) })
    const gita = await muster.as('gita')
    const { tasks, next } = await gita.call(tasksApi.list, { query: { limit: 1 } })
    expect(tasks[0]?.id).toBe(first.id)
    await muster.services.database.pool.query('delete from tasks where id = $1', [first.id])
    const page = await gita.call(tasksApi.list, { query: { limit: 1, after: next ?? '' } })
    expect(page.tasks[0]?.id).toBe(second.id)
  })
})
