import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { deleteHistoriesOfDeleted, deleteTemporaryEntries } from './expire.ts'

/** Deletes old entries of the audit log, and keeps others. */

const muster = useTestApp({ AUDIT_DAYS: '100' })
const ask = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const now = new Date()

beforeEach(() => ask('delete from audit_logs'))

/** Inserts an entry from so many days ago. */
const put = (action: string, days: number, resourceId: string | null = null, times = 1) =>
  ask(
    `insert into audit_logs (action, resource_type, resource_id, created_at)
     select $1::varchar, split_part($1::varchar, '.', 1), $2, $3::timestamptz - $4 * interval '1 day' from generate_series(1, $5::int)`,
    [action, resourceId, now.toISOString(), days, times],
  )
const left = async () =>
  (await ask('select action, resource_id as id, count(*)::int as n from audit_logs group by 1, 2 order by 1, 2')).map(
    ({ action, id, n }) => [action, id, n].filter((part) => part !== null).join(' '),
  )
const expire = async () => {
  const ctx = muster.contextOf('gita', now)
  await deleteTemporaryEntries(ctx)
  await deleteHistoriesOfDeleted(ctx)
}

/** The actions of refusals that the server logs, from its sources. */
function refusals() {
  const root = resolve(import.meta.dirname, '../..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  const found = sources.flatMap((source) => [...source.matchAll(/\baction: '([a-z-]+\.refuse[a-z-]*)'/g)])
  return [...new Set(found.map(([, action = '']) => action))]
}

test('the refusals are found in the sources of the server', () => {
  const some = ['access.refuse', 'session.refuse', 'session.refuse-code', 'session.refuse-pin', 'user.refuse-password']
  expect(refusals()).toEqual(expect.arrayContaining(some))
})

test('refusals, exports and reading the log go after AUDIT_DAYS, and not before', async () => {
  const passing = [
    ...[...refusals(), 'user.ask-password'],
    ...['task.export', 'clock-session.export', 'audit-log.export', 'audit-log.read'],
  ]
  for (const action of passing) {
    await put(action, 101)
    await put(action, 99)
  }
  await put('task.create', 1000, '1')
  await put('task.update', 1000, '1', 3)
  await put('sample.load', 1000)
  await put('session.start', 1000)
  await expire()
  expect(await left()).toEqual(
    [
      ...passing.map((action) => `${action} 1`),
      'sample.load 1',
      'session.start 1',
      'task.create 1 1',
      'task.update 1 3',
    ].sort(),
  )
})

test('what was said of messages goes after a year, as they do', async () => {
  for (const action of ['message.send', 'message.send-urgent']) {
    await put(action, 366, '1')
    await put(action, 364, '2')
  }
  await expire()
  expect(await left()).toEqual(['message.send 2 1', 'message.send-urgent 2 1'])
})

test('an entry that a reminder fired stays for 30 days', async () => {
  await put('reminder.create', 1000, '1')
  await put('reminder.fire', 31, '1', 2500)
  await put('reminder.fire', 29, '1')
  await expire()
  expect(await left()).toEqual(['reminder.create 1 1', 'reminder.fire 1 1'])
})

describe('the history of a thing', () => {
  test('is deleted whole when its deletion is that old, and that of another stays', async () => {
    for (const id of ['1', '2', '3']) {
      await put('task.create', 500, id)
      await put('task.update', 400, id, 2)
    }
    await put('project.create', 500, '1')
    await put('task.delete', 101, '1')
    await put('task.update', 90, '1')
    await put('task.delete', 99, '2')
    await expire()
    expect(await left()).toEqual([
      'project.create 1 1',
      ...['task.create 2 1', 'task.create 3 1', 'task.delete 2 1', 'task.update 2 2', 'task.update 3 2'],
    ])
  })

  test('stays when it was restored, until it is deleted again', async () => {
    for (const id of ['1', '2']) {
      await put('task.create', 500, id)
      await put('task.delete', 400, id)
      await put('task.restore', 399, id)
    }
    await put('task.delete', 300, '2')
    await expire()
    expect(await left()).toEqual(['task.create 1 1', 'task.delete 1 1', 'task.restore 1 1'])
  })

  test('is deleted however long it is, and however many there are', async () => {
    await put('task.update', 400, '1', 3500)
    await put('task.delete', 300, '1')
    await ask(
      `insert into audit_logs (action, resource_type, resource_id, created_at)
       select verb, 'user', gen_random_uuid()::text, $1::timestamptz - interval '300 days'
       from generate_series(1, 450), (values ('user.delete')) as each (verb)`,
      [now.toISOString()],
    )
    await expire()
    expect(await left()).toEqual([])
  })
})
