import { afterEach, expect, test } from 'vitest'
import { openDatabaseProxy } from '../../../../test/support/database-proxy.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { type Bus, type BusMessage, openBus } from './bus.ts'

const muster = useTestApp()
const opened: { close(): unknown }[] = []

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

/** A server's end of the bus, with the messages that it has heard. */
async function listener(url = muster.services.database.url, heartbeat?: number) {
  const received: BusMessage[] = []
  let receivedMore = () => {}
  const bus = await openBus(url, muster.services.log, heartbeat)
  opened.push(bus)
  bus.subscribe((messages) => {
    received.push(...messages)
    receivedMore()
  })
  /** Waits for a message of the kind, and gives all messages until then. */
  const until = async (wanted: (message: BusMessage) => boolean) => {
    while (!received.some(wanted)) await new Promise<void>((resolve) => (receivedMore = resolve))
    return received.splice(0)
  }
  return { bus, until }
}

const change = (id: number, departments: number[] = []): BusMessage => ({
  type: 'change',
  change: { resource: 'tasks', id },
  audience: { fromRole: null, departments, users: [] },
  tab: null,
  position: id + 1,
  transaction: 1,
  at: 0,
})
const is = (id: number) => (message: BusMessage) => message.type === 'change' && message.change.id === id
/** Cuts the connections on which the buses listen. */
const cut = () =>
  muster.services.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'muster live'`,
  )

const publishAll = (bus: Bus, messages: BusMessage[]) => bus.publish([...messages, change(0)])

test('what is too long for a message wakes the others, who read it from the log', async () => {
  const [from, to] = [await listener(), await listener()]
  const long = change(
    1,
    Array.from({ length: 5_000 }, (_, at) => at),
  )
  publishAll(from.bus, [long, change(2)])
  expect((await to.until(is(0))).map(({ type }) => type)).toEqual(['wake', 'change', 'change'])
})

test('words of a stranger on the same database do no harm', async () => {
  const { bus, until } = await listener()
  for (const words of ['nonsense', '{}', 'null', '']) {
    await muster.services.database.pool.query(`select pg_notify('muster', $1)`, [words])
  }
  bus.publish([change(1)])
  expect(await until(is(1))).toEqual([change(1)])
})

test('what is published while the connection is away arrives in order once it is back', async () => {
  const [from, to] = [await listener(), await listener()]
  await cut()
  for (const id of [1, 2, 3]) from.bus.publish([change(id)])
  const isWoken = ({ type }: BusMessage) => type === 'wake'
  await from.until(isWoken)
  const before = await to.until(isWoken)
  from.bus.publish([change(4)])
  // The other server may have been back before or after the first three; it knows that it may have missed some.
  const changes = [...before, ...(await to.until(is(4)))].filter(({ type }) => type === 'change')
  expect(changes).toEqual([change(1), change(2), change(3), change(4)].slice(-changes.length))
})

test('a connection that the network has swallowed is noticed and opened again', async () => {
  const proxy = await openDatabaseProxy(muster.services.database.url)
  opened.push(proxy)
  const { bus, until } = await listener(proxy.url, 200)
  bus.publish([change(1)])
  await until(is(1))
  proxy.swallow()
  expect(await until(({ type }) => type === 'wake')).toEqual([{ type: 'wake' }])
  muster.services.bus.publish([change(2)])
  expect(await until(is(2))).toEqual([change(2)])
})

test('closes even while its connection is away, and takes what comes later without a word', async () => {
  const { bus } = await listener()
  await cut()
  bus.publish([change(1)])
  await expect(bus.close()).resolves.toBeUndefined()
  expect(() => bus.publish([change(2)])).not.toThrow()
})
