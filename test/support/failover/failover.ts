import { join } from 'node:path'
import { putReminders, timesDelivered } from '../faults/away.ts'
import { startLoad } from '../faults/load.ts'
import { eventually, must, openTrialOn, type Setting, type Trial } from '../faults/trial.ts'
import type { Person } from '../following-page.ts'
import { DEVICES_PRIORITY, forkProgram } from '../fork-program.ts'
import { type Cluster, type Killed, startCluster } from './cluster.ts'
import type { Compared, Question } from './pages.ts'

interface Options extends Setting {
  /** How often the primary is killed. */
  times: number
  nodes: number
  /** People who write, and as many open pages. */
  clients: number
}

const SERVERS = 3
const PER_ROUND = 5
/** Milliseconds from a new primary on in which every server must write again: mostly, and at the latest. */
const WRITES_WITHIN = 1_000
const WRITES_AT_LATEST = 2_000
/** Milliseconds that each person waits before the next write. A person at work changes something every two minutes. */
const PAUSE = 500
/** A call waits for a connection, and for the lock of one that has not ended yet, but never longer. */
const TIMEOUT = 15_000
const FIRED_WITHIN = 30_000

/**
 * Kills the primary of a cluster again and again while people work on three servers. Throws the first promise that was
 * not kept; returns the measurements.
 */
export async function tryFailover(options: Options) {
  const { folder, nodes, times, clients, log } = options
  const cluster = await startCluster(folder, nodes)
  const trial = await openTrialOn(cluster, options, { servers: SERVERS })
  const load = startLoad(trial, { writers: clients, readers: SERVERS, pause: PAUSE, timeout: TIMEOUT })
  const pages = forkProgram(join(import.meta.dirname, 'pages.ts'), DEVICES_PRIORITY)
  const reminders: number[] = []
  const back: number[] = []
  try {
    await pages.ask(openingOf(trial, clients))
    for (let round = 0; round < times; round += 1) {
      const what: Killed = round % 2 === 0 ? 'postgres' : 'node'
      await cluster.isWhole()
      await load.goesOn(clients * 2)
      reminders.push(...(await putReminders(trial, PER_ROUND)))
      await putRoutines(trial, PER_ROUND)
      const killedAt = performance.now()
      const killed = await cluster.killPrimary(what)
      const writesAt = await cluster.takesWrites(killed)
      const waits = await Promise.all(trial.addresses.map((address) => untilWritten(load.written, address, writesAt)))
      back.push(Math.max(...waits))
      if (what === 'node') cluster.restart(killed)
      log?.(
        `${round + 1}. ${what} killed: another takes writes after ${rounded(writesAt - killedAt)}, all servers write ${rounded(Math.max(...waits))} later`,
      )
    }
    await cluster.isWhole()
    await eventually(
      'all reminders have fired',
      async () => isOnce(await timesDelivered(trial, reminders)),
      FIRED_WITHIN,
    )
    await eventually('all routines have opened', async () => isOnce(await timesOpened(trial)), FIRED_WITHIN)
    const metrics = await load.end()
    const differences = await pages.ask<Compared>({ compare: true } satisfies Question)
    must(differences.length === 0, `${differences.length} pages show something else, as ${differences[0]}`)
    const opened = await timesOpened(trial)
    must(opened.length === times * PER_ROUND && isOnce(opened), 'A routine has opened twice')
    must(isOnce(await timesDelivered(trial, reminders)), 'A reminder has fired twice')
    must(middle(back) < WRITES_WITHIN, `The servers wrote again only after ${rounded(middle(back))}`)
    must(Math.max(...back) < WRITES_AT_LATEST, `A server wrote again only after ${rounded(Math.max(...back))}`)
    return [
      `${times} primaries of ${nodes} nodes killed; all servers write again ${rounded(middle(back))} after the new primary (${rounded(Math.max(...back))} at most)`,
      metrics,
      `${reminders.length} reminders and ${opened.length} routines once each; ${clients} pages right at the end`,
    ].join('; ')
  } finally {
    await pages.stop()
    await load.stop()
    await trial.close()
  }
}

/** A page of each client. */
function openingOf({ userId, cookie, addresses }: Trial<Cluster>, count: number): Question {
  const person: Person = { id: userId, role: 'god', departmentId: null, cookie }
  return { open: { person, addresses, count } }
}

/** Routines that open within the next three seconds, and never again in this trial. */
const putRoutines = ({ look, userId }: Trial<Cluster>, count: number) =>
  look(
    `insert into routines (title, creator_id, assignee_id, days, opens_at, due_after_minutes, closes_after_minutes, next_occurrence)
     select 'Round ' || n, $1, $1, '* * *', '00:00', 60, 120, now() + n * interval '600 ms' from generate_series(1, $2::int) n`,
    [userId, count],
  )

/** How often each routine has opened. */
async function timesOpened({ look }: Trial<Cluster>) {
  const rows = await look<{ times: number }>(
    'select count(t.id)::int as times from routines r left join tasks t on t.routine_id = r.id group by r.id',
  )
  return rows.map(({ times }) => times)
}

/** Milliseconds from this time on until the server has acknowledged a write to one of its people. */
async function untilWritten(written: ReadonlyMap<string, number>, address: string, since: number) {
  await eventually(`${address} writes again`, async () => (written.get(address) ?? 0) > since, FIRED_WITHIN)
  return (written.get(address) ?? 0) - since
}

const isOnce = (times: number[]) => times.every((each) => each === 1)
const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const rounded = (milliseconds: number) =>
  milliseconds < 1_000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
