import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { eventually, onDatabase } from '../faults/trial.ts'
import { freePorts } from '../free-ports.ts'
import { processesIn } from '../processes.ts'

/** PostgreSQL as Patroni keeps it available, with etcd: a primary, a synchronous standby, and other followers. */
export interface Cluster {
  /** The address of all servers. */
  url: string
  /** The address of the primary that was found last. */
  ownUrl(): string
  /** Resolves when there is a primary, and a standby that has confirmed all that was acknowledged. */
  isWhole(): Promise<void>
  /** Kills PostgreSQL on the primary, or the whole node with its Patroni. Returns the node's number. */
  killPrimary(what: Killed): Promise<number>
  /** Resolves with the time at which another node than this one takes writes. */
  takesWrites(other: number): Promise<number>
  /** Starts a node that was killed. */
  restart(node: number): void
  close(): Promise<void>
}

/** PostgreSQL alone, and its Patroni sees it at once; or a whole machine, and its lease has to run out. */
export type Killed = 'postgres' | 'node'

interface Node {
  name: string
  folder: string
  port: number
  /** Of Patroni's own interface. */
  apiPort: number
  patroni?: ChildProcess
}

const BINARIES = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'failover'
/** Seconds after which a primary that does not renew its lease is replaced: the least that Patroni takes. */
const LEASE = 20
const START_TIMEOUT = 90_000
const POLL = 10

/** The programs that are still to be installed for it. */
export const missingPrograms = () =>
  [join(BINARIES, 'postgres'), '/usr/bin/patroni', '/usr/bin/etcd'].filter((path) => !existsSync(path))

/** Starts a cluster in the folder. As root, PostgreSQL runs as the user `postgres`. */
export async function startCluster(folder: string, size: number): Promise<Cluster> {
  const user = process.getuid?.() === 0 ? userCalled('postgres') : undefined
  const [etcdPort = 0, peerPort = 0, ...ports] = await freePorts(2 + size * 2)
  const etcd = start('etcd', etcdArguments(join(folder, 'etcd'), etcdPort, peerPort), join(folder, 'etcd.log'))
  const nodes = Array.from({ length: size }, (_, at): Node => {
    const name = `node${at + 1}`
    const node = { name, folder: join(folder, name), port: ports[at * 2] ?? 0, apiPort: ports[at * 2 + 1] ?? 0 }
    mkdirSync(node.folder, { mode: 0o700 })
    writeFileSync(join(node.folder, 'patroni.yml'), configOf(node, etcdPort))
    for (const path of [node.folder, join(node.folder, 'patroni.yml')]) if (user) chownSync(path, user.uid, user.gid)
    return node
  })
  const startNode = (node: Node) => {
    node.patroni = start('patroni', [join(node.folder, 'patroni.yml')], join(folder, `${node.name}.log`), user)
  }
  const addressOf = ({ port }: Node, database = 'muster', name = 'muster') =>
    `postgres://${name}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const asSuperuser = (node: Node) => addressOf(node, 'postgres', 'postgres')
  let found: Node | undefined

  /** The node that takes writes, if it is none that was killed. */
  async function primaryNow(except?: Node): Promise<Node | undefined> {
    const asked = nodes
      .filter((node) => node !== except)
      .map(async (node) => ((await writes(asSuperuser(node))) ? node : undefined))
    return (await Promise.all(asked)).find((node) => node)
  }
  async function isWhole() {
    await eventually(
      'a synchronous standby follows the primary',
      async () => {
        found = await primaryNow()
        return found !== undefined && (await hasSynchronousStandby(found))
      },
      START_TIMEOUT,
    )
  }
  async function close() {
    for (const { patroni } of nodes) patroni?.kill('SIGTERM')
    await Promise.all(nodes.map(({ patroni }) => ended(patroni)))
    etcd.kill('SIGTERM')
    await ended(etcd)
  }
  try {
    // The first one makes the database, and the others copy it.
    for (const node of nodes) startNode(node)
    await isWhole()
    await onDatabase(asSuperuser(found as Node), async (client) => {
      await client.query(`create role muster login password '${PASSWORD}'`)
      await client.query('create database muster owner muster')
    })
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: `postgres://muster:${PASSWORD}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}/muster`,
    ownUrl: () => addressOf(found as Node),
    isWhole,
    async killPrimary(what) {
      found = await primaryNow()
      const node = found as Node
      if (what === 'node') node.patroni?.kill('SIGKILL')
      const [postmaster] = readFileSync(join(node.folder, 'data/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(postmaster), 'SIGKILL')
      if (what === 'node') {
        // Its backends end by themselves when their postmaster is gone; a machine without power is gone at once.
        for (const pid of processesIn(join(node.folder, 'data'))) killQuietly(pid)
        await ended(node.patroni)
      }
      return nodes.indexOf(node)
    },
    async takesWrites(other) {
      const asking = new AbortController()
      const others = nodes.filter((_, at) => at !== other)
      const deadline = AbortSignal.timeout(START_TIMEOUT)
      try {
        found = await Promise.any(others.map((node) => untilWrites(node, asSuperuser(node), asking.signal, deadline)))
        return performance.now()
      } finally {
        asking.abort()
      }
    },
    restart(at) {
      const node = nodes[at]
      if (node && (node.patroni?.exitCode !== null || node.patroni?.signalCode !== null)) startNode(node)
    },
    close,
  }
}

function killQuietly(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const ended = async (child: ChildProcess | undefined) => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => child.once('exit', resolve))
}

const writes = (url: string) => onDatabase(url, takesWrites).catch(() => false)

async function takesWrites(client: pg.Client) {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  return rows[0]?.transaction_read_only === 'off'
}

/** Asks on one connection, so that it takes nothing from the measured connections. */
const untilWrites = (node: Node, url: string, ...ends: AbortSignal[]) =>
  onDatabase(url, async (client) => {
    while (!(await takesWrites(client))) {
      if (ends.some(({ aborted }) => aborted)) throw new Error(`${node.name} takes no writes`)
      await sleep(POLL)
    }
    return node
  })

/** As Patroni knows it: to another standby it would not hand over. */
const hasSynchronousStandby = ({ apiPort }: Node) =>
  fetch(`http://127.0.0.1:${apiPort}/cluster`).then(
    async (reply) =>
      ((await reply.json()) as { members: { role: string }[] }).members.some(({ role }) => role === 'sync_standby'),
    () => false,
  )

function start(program: string, words: string[], log: string, user?: { uid: number; gid: number }) {
  const output = openSync(log, 'a')
  const child = spawn(program, words, { stdio: ['ignore', output, output], ...user, cwd: '/' })
  child.on('error', () => {})
  return child
}

function userCalled(name: string) {
  const idOf = (letter: string) => Number(execFileSync('id', [letter, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function etcdArguments(folder: string, port: number, peerPort: number) {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  return [
    ...['--data-dir', folder, '--name', 'one'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `one=${peer}`],
  ]
}

/** `primary_start_timeout: 0` hands over at once instead of starting the crashed primary again. */
const configOf = ({ name, folder, port, apiPort }: Node, etcdPort: number) => `
scope: muster
name: ${name}
restapi: { listen: '127.0.0.1:${apiPort}', connect_address: '127.0.0.1:${apiPort}' }
etcd3: { host: '127.0.0.1:${etcdPort}' }
bootstrap:
  dcs:
    ttl: ${LEASE}
    loop_wait: 1
    retry_timeout: 3
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba:
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: '127.0.0.1:${port}'
  connect_address: '127.0.0.1:${port}'
  data_dir: '${join(folder, 'data')}'
  bin_dir: '${BINARIES}'
  pgpass: '${join(folder, 'pgpass')}'
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
  parameters: { unix_socket_directories: '${folder}' }
`
