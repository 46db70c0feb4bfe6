import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEVICES_PRIORITY } from '../../test/support/fork-program.ts'
import type { BenchServer } from '../bench-server.ts'
import { forkBench, type Running, startMuster } from '../programs.ts'
import { type Answers, answersSince, readAnswers } from './answers.ts'
import type { CrowdTotals, Question } from './crowd.ts'
import type { Resident } from './house.ts'
import { warningsIn } from './server-log.ts'
import { endShifts, lastEvent, seatsOf, setReminders, type TableSize, tableSizes } from './shift.ts'
import { type AllWaits, kinds, quantileOf, since, sumOf } from './waits.ts'
import { type Watched, watch } from './watch.ts'

/** One shift of so many people on one or several servers. */

export interface StepOptions {
  /** Seconds within which people arrive, and for which they work after that. */
  arrival: number
  seconds: number
  servers: number
}

/** A part of a shift: while people arrive, and while they work. */
export interface Span extends Watched {
  /** The processor time of the programs that play the people, as a share of one core. */
  crowd: number
  changes: number
  messages: number
}

export interface Step {
  people: number
  waits: AllWaits
  /** Those that ended after the arrival. */
  waitsAtWork: AllWaits
  /** How long requests took at work, as the servers measured it. */
  answersAtWork: Answers
  arriving: Span
  working: Span
  eventsPerSecond: number
  /** Pages with a live connection at the end, and those that were told to read everything again. */
  connected: number
  readAgain: number
  /** How late the programs that play the people were themselves, in 95 of 100 cases, in milliseconds. */
  crowdDelay: number
  /** The largest server's memory in MB before anybody came. */
  memoryAtRest: number
  /** The bytes by which tables grew while people worked, with their indexes: those whose rows stay, and the others. */
  kept: number
  passing: number
  /** The servers' warnings, with their counts. */
  warnings: [message: string, count: number][]
}

/** People of one program. */
const PEOPLE_EACH = 2_500
const PROGRESS_EVERY = 15_000
/** Measuring begins when all have arrived, or after so long: it waits no longer for a server that cannot cope. */
const MAX_LATE = 60_000

type Note = (line: string) => void

/** Lets these people work. It takes as long as arrival and work, besides start and end of programs. */
export async function runStep(
  server: BenchServer,
  people: Resident[],
  options: StepOptions,
  note: Note,
): Promise<Step> {
  const { arrival, seconds } = options
  await endShifts(server.pool)
  const seats = await seatsOf(server.pool, people)
  const servers = await startServers(server, options.servers)
  const count = Math.ceil(people.length / PEOPLE_EACH)
  const crowds = Array.from({ length: count }, () => forkBench('people/crowd', DEVICES_PRIORITY))
  const watching = watch(servers, join(server.folder, 'postgres'))
  const askAll = (question: Question) => Promise.all(crowds.map(({ ask }) => ask<CrowdTotals>(question)))
  try {
    const memoryAtRest = Math.max(...(await Promise.all(servers.map((each) => each.memory()))))
    const now = Date.now()
    await setReminders(server.pool, people, now + arrival * 1000, now + (arrival + seconds) * 1000)
    const departments = [...new Set(seats.map(({ departmentId }) => departmentId))]
    // Colleagues are in one program, so that it knows when a change has reached them.
    const partOf = (at: number) => seats.filter(({ departmentId }) => departments.indexOf(departmentId) % count === at)
    const ports = servers.map(({ port }) => port)
    const opened = crowds.map(({ ask }, at) =>
      ask({ open: { ports, seats: partOf(at), arrival: arrival * 1000 } } satisfies Question),
    )
    await Promise.all(opened)
    let before = together(await askAll({ totals: true }))
    watching.span()
    const spend = async (milliseconds: number, what: string, maxLate = 0): Promise<Span> => {
      for (let left = milliseconds; left > 0; left -= PROGRESS_EVERY) {
        await sleep(Math.min(left, PROGRESS_EVERY))
        const { waits, arrived, connected, changes } = together(await askAll({ totals: true }))
        const errors = kinds.reduce((sum, kind) => sum + waits[kind].errors, 0)
        const p95 = quantileOf(waits.change, 0.95).toFixed(0)
        note(
          `${what}: ${arrived} have arrived, ${connected} pages open, ${changes} changes, p95 ${p95} ms, ${errors} errors`,
        )
      }
      const until = performance.now() + maxLate
      let after = together(await askAll({ totals: true }))
      while (after.arrived < people.length && performance.now() < until) {
        await sleep(1_000)
        after = together(await askAll({ totals: true }))
      }
      const watched = watching.span()
      const span = {
        ...watched,
        crowd: (after.processorTime - before.processorTime) / watched.seconds,
        changes: after.changes - before.changes,
        messages: after.messages - before.messages,
      }
      before = after
      return span
    }
    const arriving = await spend(arrival * 1000, 'Arriving', MAX_LATE)
    const arrived = before.waits
    const [sizes, position] = [await tableSizes(server.pool), await lastEvent(server.pool)]
    const answered = await readAnswers(servers)
    const working = await spend(seconds * 1000, 'At work')
    const answersAtWork = answersSince(answered, await readAnswers(servers))
    const events = (await lastEvent(server.pool)) - position
    const grown = grownBy(sizes, await tableSizes(server.pool))
    const end = together(await askAll({ end: true }))
    return {
      people: people.length,
      waits: end.waits,
      waitsAtWork: since(arrived, end.waits),
      answersAtWork,
      arriving,
      working,
      eventsPerSecond: events / working.seconds,
      connected: end.connected,
      readAgain: end.readAgain,
      crowdDelay: end.delay,
      memoryAtRest,
      ...grown,
      warnings: await warningsIn(servers.map((_, at) => join(folderOf(server, at), 'muster.log'))),
    }
  } finally {
    await watching.stop()
    await Promise.all(crowds.map(({ stop }) => stop()))
    await Promise.all(servers.map((each) => each.stop()))
  }
}

/** Where a server has its log. */
const folderOf = ({ folder }: BenchServer, at: number) => join(folder, `server-${at}`)

async function startServers(server: BenchServer, count: number) {
  const servers: Running[] = []
  for (let at = 0; at < count; at += 1) {
    await mkdir(folderOf(server, at), { recursive: true })
    const settings = { DATABASE_URL: server.url, DATA_DIR: server.folder, TIME_ZONE: 'UTC' }
    servers.push(await startMuster(folderOf(server, at), settings))
  }
  return servers
}

/** The sum of several programs' totals; of delays the largest. */
function together(several: CrowdTotals[]): CrowdTotals {
  const sum = (name: 'messages' | 'changes' | 'readAgain' | 'connected' | 'arrived' | 'processorTime') =>
    several.reduce((all, totals) => all + totals[name], 0)
  return {
    waits: sumOf(several.map(({ waits }) => waits)),
    messages: sum('messages'),
    changes: sum('changes'),
    readAgain: sum('readAgain'),
    connected: sum('connected'),
    arrived: sum('arrived'),
    processorTime: sum('processorTime'),
    delay: Math.max(...several.map(({ delay }) => delay)),
  }
}

function grownBy(before: TableSize[], after: TableSize[]) {
  const sizeOf = (table: TableSize | undefined) => (table ? table.heap + table.indexes : 0)
  const growth = { kept: 0, passing: 0 }
  for (const table of after) {
    const more = Math.max(0, sizeOf(table) - sizeOf(before.find(({ name }) => name === table.name)))
    growth[table.isPassing ? 'passing' : 'kept'] += more
  }
  return growth
}
