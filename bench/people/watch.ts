import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '../programs.ts'
import { quantile } from '../report.ts'

/** Watches servers and PostgreSQL during work: processors, memory, connections, event loops. Linux only. */

const EVERY = 2_000

/** Of a span of time. Shares are of one core: 1.5 is one core and a half. */
export interface Watched {
  seconds: number
  /** The busiest server, and all of them. */
  busiestServer: number
  servers: number
  postgres: number
  /** All processes of the machine, of all its cores together. */
  machine: number
  /** The most used shares of the busiest server, PostgreSQL and the machine in nine of ten looks: no average. */
  peak: { server: number; postgres: number; machine: number }
  /** The most memory, in MB: of the largest server, and of PostgreSQL with its shared memory counted once. */
  serverMemory: number
  postgresMemory: number
  /** The part of the looks (0 to 1) at which a request waited for a connection, and the most that waited. */
  poolWaits: number
  poolWaiting: number
  /** The delay of a server's event loop in the worst of 100 cases of 2 s, in ms: the median, and the most. */
  loopDelay: number
  loopDelayMax: number
}

interface Look {
  server: number
  postgres: number
  machine: number
  waiting: number
  delay: number
  serverMemory: number
  postgresMemory: number
}

/** Begins to watch. `span` gives the observations since the last call. */
export function watch(servers: Running[], clusterFolder: string) {
  const looks: Look[] = []
  const postmaster = postmasterOf(clusterFolder)
  const times = (): Times => ({
    at: performance.now(),
    servers: servers.map((server) => server.processorTime()),
    postgres: postgresTime(postmaster),
    machine: machineTime(),
  })
  let before = times()
  let last = before
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      await sleep(EVERY, undefined, { signal: over.signal }).catch(() => {})
      // A server that is too busy to answer is not looked at; its processor time still counts.
      const seen = await Promise.all(servers.map((server) => lookAt(server).catch(() => undefined)))
      const answered = seen.flatMap((look) => look ?? [])
      if (answered.length === 0) continue
      const now = times()
      const shares = sharesOf(last, now)
      last = now
      looks.push({
        server: Math.max(...shares.servers),
        postgres: shares.postgres,
        machine: shares.machine,
        waiting: Math.max(...answered.map(({ waiting }) => waiting)),
        delay: Math.max(...answered.map(({ delay }) => delay)),
        serverMemory: Math.max(...answered.map(({ memory }) => memory)),
        postgresMemory: postgresMemory(postmaster),
      })
    }
  })()
  return {
    span(): Watched {
      const now = times()
      const { seconds, servers, postgres, machine } = sharesOf(before, now)
      const peak = (name: keyof Look) =>
        looks.length > 0
          ? quantile(
              looks.map((look) => look[name]),
              0.9,
            )
          : 0
      const most = (name: keyof Look) => Math.max(0, ...looks.map((look) => look[name]))
      const watched = {
        seconds,
        busiestServer: Math.max(...servers),
        servers: servers.reduce((sum, share) => sum + share, 0),
        postgres,
        machine,
        peak: { server: peak('server'), postgres: peak('postgres'), machine: peak('machine') },
        serverMemory: most('serverMemory'),
        postgresMemory: most('postgresMemory'),
        poolWaits: looks.filter(({ waiting }) => waiting > 0).length / Math.max(1, looks.length),
        poolWaiting: most('waiting'),
        loopDelay:
          looks.length > 0
            ? quantile(
                looks.map(({ delay }) => delay),
                0.5,
              )
            : 0,
        loopDelayMax: most('delay'),
      }
      before = now
      looks.length = 0
      return watched
    },
    async stop() {
      over.abort()
      await watching
    },
  }
}

interface Times {
  at: number
  servers: number[]
  postgres: number
  machine: number
}

/** The processor time between two times, as a share of one core. */
function sharesOf(before: Times, now: Times) {
  const seconds = (now.at - before.at) / 1000
  return {
    seconds,
    servers: now.servers.map((time, at) => (time - (before.servers[at] ?? 0)) / seconds),
    postgres: (now.postgres - before.postgres) / seconds,
    machine: (now.machine - before.machine) / seconds,
  }
}

async function lookAt(server: Running) {
  const reply = await fetch(`${server.origin}/metrics`, { signal: AbortSignal.timeout(EVERY) })
  const text = await reply.text()
  const value = (name: string) => {
    const line = text.split('\n').find((line) => line.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1) ?? 0)
  }
  return {
    waiting: value('muster_database_connections{state="waited for"}'),
    // It counts from one look of 10 ms to the next.
    delay: Math.max(0, value('nodejs_eventloop_lag_p99_seconds') * 1000 - 10),
    memory: await server.memory(),
  }
}

const postmasterOf = (clusterFolder: string) =>
  Number(readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Returns a function for the processor time that PostgreSQL has used so far, in seconds. */
export function openPostgresClock(clusterFolder: string) {
  const postmaster = postmasterOf(clusterFolder)
  return () => postgresTime(postmaster)
}

/** In hundredths of a second: own time, and the time of children that have ended. */
function statOf(pid: number) {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [, parent] = fields.split(' ')
  const [own = 0, system = 0, ended = 0, endedSystem = 0] = fields.split(' ').slice(11, 15).map(Number)
  return { parent: Number(parent), own: own + system, ended: ended + endedSystem }
}

function postgresProcesses(postmaster: number) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const { parent, own } = statOf(Number(name))
        return parent === postmaster ? [{ pid: Number(name), own }] : []
      } catch {
        return [] // It has ended.
      }
    })
}

/** The processor time of all processes of PostgreSQL, in seconds, also of connections that have ended. */
function postgresTime(postmaster: number) {
  const { own, ended } = statOf(postmaster)
  return postgresProcesses(postmaster).reduce((sum, child) => sum + child.own, own + ended) / 100
}

/** The memory of all its processes in MB. Shared memory is divided among its users. */
function postgresMemory(postmaster: number) {
  const kilobytes = [{ pid: postmaster }, ...postgresProcesses(postmaster)].map(({ pid }) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

/** How long all cores have worked so far, in seconds. */
const machineTime = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000
