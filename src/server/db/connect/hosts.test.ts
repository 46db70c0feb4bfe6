import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ControlledDatabase, controlDatabase } from '../../../../test/support/database-control.ts'
import { superuserAddress } from '../embedded/running.ts'
import { connect, openClient } from './connect.ts'
import { startFault } from './start-fault.ts'

/** Two servers: which of them takes writes is a setting here, as a standby's is that it follows another. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-hosts-')))
const NAMES = ['one', 'two']
let servers: ControlledDatabase[] = []
const server = (at: number) => servers[at] as ControlledDatabase
const closings: (() => Promise<void>)[] = []

beforeAll(async () => {
  servers = await Promise.all(NAMES.map((name) => controlDatabase(join(folder, name))))
  // The servers of a cluster have the same roles.
  const client = await openClient(server(1).ownUrl())
  await client.query(`alter role current_user password '${passwordOf(0)}'`)
  await client.end()
})
beforeEach(async () => {
  await setReadOnly(0, false)
  await setReadOnly(1, true)
})
afterAll(async () => {
  for (const close of closings) await close()
  for (const each of servers) each.thaw()
  await Promise.all(servers.map((each) => each.close()))
  rmSync(folder, { recursive: true, force: true })
})

const passwordOf = (at: number) => new URL(server(at).ownUrl()).password

/** The address of one server, past its proxy. */
function directUrl(at: number) {
  const url = new URL(server(at).ownUrl())
  url.password = passwordOf(0)
  return url.href
}

async function setReadOnly(at: number, isReadOnly: boolean) {
  const client = await openClient(superuserAddress(join(folder, NAMES[at] ?? '')) ?? '')
  await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await client.query('select pg_reload_conf()')
  await client.end()
  await expect.poll(() => isReadOnlyAt(at)).toBe(isReadOnly)
}

async function isReadOnlyAt(at: number) {
  const client = await openClient(directUrl(at))
  const { rows } = await client.query('show transaction_read_only')
  await client.end()
  return rows[0].transaction_read_only === 'on'
}

/** The address of both servers. A name tells two of them apart, because finds are kept. */
function addressOfBoth(order: number[], name: string) {
  const url = new URL(server(0).url)
  const hosts = order.map((at) => new URL(server(at).url).host)
  return `postgres://${url.username}:${url.password}@${hosts.join()}${url.pathname}?application_name=${name}`
}

function openPool(url: string) {
  const database = connect(url, () => {}, { size: 3 })
  closings.push(database.close)
  const portOf = async () => (await database.pool.query('select inet_server_port() as port')).rows[0].port as number
  return { ...database, portOf }
}

const portOf = (at: number) => Number(new URL(server(at).ownUrl()).port)

test.each([
  { order: [0, 1], name: 'first' },
  { order: [1, 0], name: 'second' },
])('connections go to the server that takes writes, also as the $name of several hosts', async ({ order, name }) => {
  const { portOf: portOfPool } = openPool(addressOfBoth(order, name))
  expect(await Promise.all([portOfPool(), portOfPool(), portOfPool()])).toEqual(Array(3).fill(portOf(0)))
})

test('when another server takes over, the next connections go there', async () => {
  const url = addressOfBoth([0, 1], 'takes-over')
  const { portOf: portOfPool } = openPool(url)
  expect(await portOfPool()).toBe(portOf(0))
  await server(0).stop('kill')
  await setReadOnly(1, false)
  // The connection that has broken may fail one call.
  await expect.poll(() => portOfPool().catch(() => undefined)).toBe(portOf(1))
  // The old primary comes back as a standby.
  await server(0).start()
  await setReadOnly(0, true)
  const client = await openClient(url)
  expect((await client.query('select inet_server_port() as port')).rows).toEqual([{ port: portOf(1) }])
  await client.end()
})

test('a connection that finds its server read-only is refused, and the other server is found', async () => {
  const url = addressOfBoth([0, 1], 'read-only')
  const { portOf: portOfPool } = openPool(url)
  expect(await portOfPool()).toBe(portOf(0))
  await setReadOnly(0, true)
  await setReadOnly(1, false)
  await expect(openClient(url)).rejects.toMatchObject({ code: '25006' })
  const client = await openClient(url)
  expect((await client.query('select inet_server_port() as port')).rows).toEqual([{ port: portOf(1) }])
  await client.end()
})

test('a connection waits for a server that takes writes', async () => {
  await setReadOnly(0, true)
  const opening = openClient(addressOfBoth([0, 1], 'waits'))
  await setReadOnly(1, false)
  const client = await opening
  expect((await client.query('select inet_server_port() as port')).rows).toEqual([{ port: portOf(1) }])
  await client.end()
})

test('a server that does not answer holds up nobody', async () => {
  server(1).freeze()
  try {
    const began = performance.now()
    const client = await openClient(addressOfBoth([1, 0], 'frozen'))
    expect(performance.now() - began).toBeLessThan(1_000)
    await client.end()
  } finally {
    server(1).thaw()
  }
})

test('without a server that takes writes it says so, with all hosts', async () => {
  await setReadOnly(0, true)
  const url = addressOfBoth([0, 1], 'none')
  const error = await openClient(url).catch((fault) => fault)
  const [one, two] = [0, 1].map((at) => new URL(server(at).url).host)
  expect(String(startFault(error, url))).toBe(
    `StartError: The database at ${one} or ${two} is a standby, or read-only, but Muster must write to it. Name the primary in DATABASE_URL, or all servers of the cluster.`,
  )
})
