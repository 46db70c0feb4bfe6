import { afterEach, expect, test } from 'vitest'
import { openDatabaseProxy } from '../../../../test/support/database-proxy.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { connect } from '../connect/connect.ts'
import { openBus } from './bus.ts'
import { deleteOldEvents, type EventLog, followEvents } from './event-log.ts'
import { type Event, type NewEvent, writeEvents } from './events.ts'

const muster = useTestApp()
const opened: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** Milliseconds between two looks: the bus is told of nothing here. */
const LOOK_EVERY = 50

/** A server that follows the log only by looking, with the marks of the events that it received. */
async function follower(url = muster.services.database.url, settings?: Parameters<typeof followEvents>[1]) {
  const { log } = muster.services
  const database = connect(url, () => {})
  const bus = await openBus(url, log)
  const events: EventLog = await followEvents({ database, bus, log }, { lookEvery: LOOK_EVERY, ...settings })
  opened.push(async () => {
    await events.close()
    await bus.close()
    await database.close()
  })
  const marks: number[] = []
  let lostSome = 0
  let wake = () => {}
  events.subscribe((found, lost) => {
    marks.push(...found.map(markOf))
    if (lost) lostSome += 1
    wake()
  })
  /** Waits until a mark has come; gives all marks so far, in the order in which they came. */
  const until = async (mark: number) => {
    while (!marks.includes(mark)) await new Promise<void>((resolve) => (wake = resolve))
    return marks
  }
  return { events, until, marks, lost: () => lostSome }
}

const event = (mark: number): NewEvent => ({
  type: 'change',
  change: { resource: 'tasks', id: mark },
  audience: null,
  tab: null,
})
const markOf = (each: Event) => (each.type === 'change' ? Number(each.change.id) : 0)

/** Writes events as a transaction does whose word to the other servers is lost. */
const write = (...marks: number[]) =>
  muster.services.database.transaction((db) => writeEvents(db, marks.map(event), { at: new Date(), actorId: null }))

/** A transaction that has written events and has not been committed. */
async function writeAndWait(...marks: number[]) {
  let end = (_commit: boolean) => {}
  const ending = new Promise<boolean>((resolve) => (end = resolve))
  let written = () => {}
  const writing = new Promise<void>((resolve) => (written = resolve))
  const done = muster.services.database
    .transaction(async (db) => {
      await writeEvents(db, marks.map(event), { at: new Date(), actorId: null })
      written()
      if (!(await ending)) throw new Error('rolled back')
    })
    .catch(() => {})
  await writing
  return async (commit: boolean) => {
    end(commit)
    await done
  }
}

test('an event of which no message came is found by looking', async () => {
  const { until } = await follower()
  await write(1, 2)
  expect(await until(2)).toEqual([1, 2])
})

test('a transaction that commits late holds nobody up, and is not skipped', async () => {
  const { until, events } = await follower()
  const finish = await writeAndWait(1)
  await write(2, 3)
  expect(await until(3)).toEqual([2, 3])
  const before = events.deliveredUpTo()
  await write(4)
  await until(4)
  expect(events.deliveredUpTo()).toBe(before)
  await finish(true)
  expect(await until(1)).toEqual([2, 3, 4, 1])
  expect(events.deliveredUpTo()).toBe(before + 4)
})

test('a server that starts while a transaction is open receives its events too', async () => {
  await write(1)
  const finish = await writeAndWait(2)
  await write(3)
  const { until } = await follower()
  await finish(true)
  expect(await until(2)).toEqual([2])
})

test('a position that was rolled back is given up after a while', async () => {
  const { until, events } = await follower(undefined, { gapLasts: 200 })
  const finish = await writeAndWait(1)
  await write(2)
  await until(2)
  const before = events.deliveredUpTo()
  await finish(false)
  await expect.poll(() => events.deliveredUpTo()).toBe(before + 2)
})

test('what happened while the database was away is delivered afterwards', async () => {
  const proxy = await openDatabaseProxy(muster.services.database.url)
  opened.push(async () => proxy.close())
  const { until, events } = await follower(proxy.url)
  await write(1)
  await until(1)
  expect(events.within(60_000)?.map(markOf).slice(-1)).toEqual([1])
  await proxy.leadTo(undefined)
  await write(2, 3)
  await proxy.leadTo(muster.services.database.url)
  expect(await until(3)).toEqual([1, 2, 3])
})

test('whoever is too far behind is told so, and goes on from there', async () => {
  const { until, lost, events } = await follower(undefined, { maxBehind: 2_000, lookEvery: 3_600_000 })
  const position = events.deliveredUpTo()
  await muster.services.database.pool.query(
    `insert into events (transaction, created_at, type, resource, subject_id)
     select 1, now(), 'change', 'tasks', 5 from generate_series(1, 3000)`,
  )
  muster.services.bus.publish([{ type: 'wake' }])
  await expect.poll(lost).toBe(1)
  expect(events.since(position)).toBeUndefined()
  await write(9)
  muster.services.bus.publish([{ type: 'wake' }])
  await until(9)
})

test('a page that returns is given what it has missed, as far as that is remembered', async () => {
  const { until, events } = await follower()
  const position = events.deliveredUpTo()
  await write(1, 2)
  await until(2)
  expect(events.since(position)?.map(markOf)).toEqual([1, 2])
  expect(events.since(events.deliveredUpTo())).toEqual([])
  // Of a server that knows more, or of another log.
  expect(events.since(events.deliveredUpTo() + 1)).toBeUndefined()
  // Of the last minute it does not remember all: the test before has written thousands.
  expect(events.within(60_000)).toBeUndefined()
  const later = await follower()
  expect(later.events.since(position)?.map(markOf)).toEqual([1, 2])
  expect(later.events.epoch).toBe(events.epoch)
})

test('old events are deleted, and no others', async () => {
  const { pool, orm } = muster.services.database
  await pool.query('delete from events')
  await pool.query(
    `insert into events (transaction, created_at, type)
     select 1, now() - interval '73 hours' + number * interval '1 second', 'access' from generate_series(1, 7200) as number`,
  )
  await deleteOldEvents({ db: orm, now: new Date() })
  const { rows } = await pool.query('select count(*)::int as left, min(created_at) as oldest from events')
  expect(rows[0].left).toBeGreaterThan(3_590)
  expect(rows[0].left).toBeLessThanOrEqual(3_600)
})
