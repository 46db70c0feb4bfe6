import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Transport } from '../../src/web/api/call-endpoint.ts'
import { timekeeper } from './crash-clock.ts'
import { processesIn } from './processes.ts'
import { databaseIn, type ServerProcess, startServer } from './server-process.ts'
import { checkWritten, diceOf, FIRST_ACCOUNT, Gone, signIn, transportTo, type Writer, writeOne } from './writers.ts'

interface CrashOptions {
  /** An empty folder. */
  dataDir: string
  rounds: number
  /** The seed of the random choices. The same seed gives the same plan. */
  seed: number
  program?: string[]
  writers?: number
  log?(line: string): void
}

interface CrashReport {
  kills: number
  killsWhileStarting: number
  created: number
  moved: number
  /** The number of clock-ins and clock-outs. */
  clocked: number
  /** The number of writes without a reply after a kill, and how many of them were stored. */
  unanswered: number
  unansweredWritten: number
  slowestStart: number
}

/**
 * Kills a server with SIGKILL while several people write, starts it again and checks that everything it had
 * acknowledged is stored, in several rounds. Every fourth start is killed too. Ends with a normal stop. Throws at the
 * first error.
 */
export async function crash({ dataDir, rounds, seed, program, writers: people = 6, log }: CrashOptions) {
  const dice = diceOf(seed)
  const report: CrashReport = {
    kills: 0,
    killsWhileStarting: 0,
    created: 0,
    moved: 0,
    clocked: 0,
    unanswered: 0,
    unansweredWritten: 0,
    slowestStart: 0,
  }
  const settings = { DATA_DIR: dataDir, ...FIRST_ACCOUNT, TIME_ZONE: 'UTC' }
  let server: ServerProcess | undefined
  const start = async () => {
    const began = Date.now()
    server = startServer(settings, program)
    const address = await server.ready
    report.slowestStart = Math.max(report.slowestStart, Date.now() - began)
    return { server, address }
  }
  const kill = async ({ child, ended }: ServerProcess) => {
    child.kill('SIGKILL')
    await ended
  }

  try {
    let { address } = await start()
    const writers = await Promise.all(
      Array.from({ length: people }, (_, at) => signIn(`writer ${at}`, address, diceOf(seed + at))),
    )
    // The writers share one account, so only one of them clocks in.
    const clock = timekeeper()
    for (let round = 1; round <= rounds; round += 1) {
      // After this many more writes, at a random moment.
      const after = 1 + Math.floor(dice() * 60)
      const { reached, count } = countdown(after)
      const writing = Promise.all([
        ...writers.map((writer) => untilGone(write(writer, transportTo(address, writer), count))),
        ...writers.slice(0, 1).map((writer) => untilGone(clock.work(transportTo(address, writer)))),
      ])
      await Promise.race([reached, writing])
      await sleep(dice() * 20)
      if (server) await kill(server)
      await writing
      report.kills += 1
      if (round % 4 === 0) {
        server = startServer(settings, program)
        await sleep(dice() * report.slowestStart)
        await kill(server)
        report.killsWhileStarting += 1
      }
      address = (await start()).address
      if (writers[0]) await check(dataDir, transportTo(address, writers[0]), writers, report, clock)
      const { created, moved } = report
      log?.(`${round}: killed after ${after} writes or more; ${created + moved} acknowledged so far, all there`)
    }
    await stop(dataDir, server)
    return report
  } finally {
    server?.child.kill('SIGKILL')
  }
}

function countdown(from: number) {
  let left = from
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const count = () => {
    left -= 1
    if (left === 0) reach()
  }
  return { reached, count }
}

async function stop(dataDir: string, server: ServerProcess | undefined) {
  server?.child.kill('SIGTERM')
  const how = await server?.ended
  if (how !== 0) throw new Error(`The normal stop ended with ${how}:\n${server?.output()}`)
  const left = processesIn(dataDir)
  if (left.length > 0) throw new Error(`Left behind after a normal stop: ${left.join(', ')}`)
}

/** Waits until the server is gone. Any other error is thrown. */
async function untilGone(working: Promise<unknown>) {
  try {
    await working
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  }
}

/** Creates and moves tasks until the server is gone. Throws at any refusal. */
async function write(writer: Writer, transport: Transport, count: () => void) {
  for (;;) {
    await writeOne(writer, transport)
    count()
  }
}

/** Compares the acknowledged writes with the stored rows. Each writer had at most one write without a reply. */
async function check(
  dataDir: string,
  transport: Transport,
  writers: Writer[],
  report: CrashReport,
  clock: ReturnType<typeof timekeeper>,
) {
  const database = new pg.Client(databaseIn(dataDir))
  await database.connect()
  try {
    const { created, moved, unanswered, unansweredWritten } = await checkWritten(database, transport, writers)
    report.created = created
    report.moved = moved
    report.unanswered += unanswered
    report.unansweredWritten += unansweredWritten
    const { open, clocked } = await clock.check(database, transport)
    report.clocked = clocked
    if (open !== 'answered') report.unanswered += 1
    if (open === 'written') report.unansweredWritten += 1
  } finally {
    await database.end()
  }
}
