import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { API_PREFIX } from '../../shared/api-prefix.ts'
import { authApi } from '../../shared/auth.ts'
import { callOver, type Transport } from '../../shared/call.ts'
import { type Status, tasksApi } from '../../shared/tasks.ts'
import { timekeeper } from './crash-clock.ts'
import { processesIn } from './processes.ts'
import { databaseIn, type ServerProcess, startServer } from './server-process.ts'

const ACCOUNT = { email: 'crash@hotel.example', password: 'one crash after the other' }
const MOVES: Status[] = ['pending', 'in_progress', 'completed']

export interface CrashOptions {
  /** An empty folder. */
  dataDir: string
  rounds: number
  /** Decides when and what; the same number gives the same plan. */
  seed: number
  program?: string[]
  writers?: number
  tell?(line: string): void
}

export interface CrashReport {
  kills: number
  killsWhileStarting: number
  created: number
  moved: number
  /** How often somebody clocked in or out. */
  clocked: number
  /** Writes that a kill left without an answer, and how many of them the database had taken. */
  unanswered: number
  unansweredWritten: number
  slowestStart: number
}

/**
 * Kills a server with SIGKILL while several people write, starts it again and looks whether all that it had acknowledged
 * is there, round after round; every fourth start is killed too. Ends with a normal stop. Throws at the first fault.
 */
export async function crash({ dataDir, rounds, seed, program, writers: people = 6, tell }: CrashOptions) {
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
  const settings = { DATA_DIR: dataDir, ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password, TIME_ZONE: 'UTC' }
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
    // The writers share an account: one of them has its clock.
    const clock = timekeeper()
    for (let round = 1; round <= rounds; round += 1) {
      // So many more writes, and then somewhere within the next ones.
      const after = 1 + Math.floor(dice() * 60)
      const { reached, count } = countdown(after)
      const writing = Promise.all([
        ...writers.map((writer) => write(writer, address, count)),
        ...writers.slice(0, 1).map((writer) => untilGone(clock.work(over(address, writer)))),
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
      await check(dataDir, address, writers, report, clock)
      const { created, moved } = report
      tell?.(`${round}: killed after ${after} writes or more; ${created + moved} acknowledged so far, all there`)
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
  if (how !== 0) throw new Error(`The normal stop ended with ${how}:\n${server?.said()}`)
  const left = processesIn(dataDir)
  if (left.length > 0) throw new Error(`Left behind after a normal stop: ${left.join(', ')}`)
}

/** Somebody who writes, one thing after the other, and notes what was acknowledged. */
interface Writer {
  name: string
  cookie: string
  dice: () => number
  titles: number
  tasks: { id: number; title: string; statuses: Status[] }[]
  /** What no answer has come to yet. */
  open: { title: string } | { id: number; status: Status } | undefined
}

async function signIn(name: string, address: string, dice: () => number): Promise<Writer> {
  const writer: Writer = { name, cookie: '', dice, titles: 0, tasks: [], open: undefined }
  const reply = await fetch(`${address}${API_PREFIX}${authApi.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  })
  writer.cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return writer
}

/** The server is gone. */
class Gone extends Error {}

const over = (address: string, { cookie }: Writer): Transport => {
  return async ({ method, url, headers, body }) => {
    try {
      const reply = await fetch(`${address}${url}`, { method, headers: { ...headers, cookie }, body })
      return { status: reply.status, statusText: reply.statusText, text: await reply.text() }
    } catch (error) {
      throw new Gone('no answer', { cause: error })
    }
  }
}

/** Waits until the server is gone; any other fault stays one. */
async function untilGone(working: Promise<unknown>) {
  try {
    await working
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  }
}

/** Creates tasks and moves them until the server is gone; any refusal is a fault. */
const write = (writer: Writer, address: string, count: () => void) =>
  untilGone(writeOn(writer, over(address, writer), count))

async function writeOn(writer: Writer, transport: Transport, count: () => void) {
  const { dice } = writer
  for (;;) {
    const task = writer.tasks[Math.floor(dice() * writer.tasks.length)]
    if (!task || dice() < 0.4) {
      writer.titles += 1
      const title = `${writer.name}, task ${writer.titles}`
      writer.open = { title }
      const { id, status } = await callOver(transport, tasksApi.create, { body: { title } })
      writer.tasks.push({ id, title, statuses: [status] })
    } else {
      const status = MOVES.filter((each) => each !== task.statuses.at(-1))[Math.floor(dice() * 2)] ?? 'pending'
      writer.open = { id: task.id, status }
      await callOver(transport, tasksApi.update, { params: { id: task.id }, body: { status } })
      task.statuses.push(status)
    }
    writer.open = undefined
    count()
  }
}

interface Written {
  id: number
  title: string
  status: Status
  statuses: Status[]
}

/** Compares what was acknowledged with the rows, the audit rows, and the kept counts. */
async function check(
  dataDir: string,
  address: string,
  writers: Writer[],
  report: CrashReport,
  clock: ReturnType<typeof timekeeper>,
) {
  const database = new pg.Client(databaseIn(dataDir))
  await database.connect()
  try {
    const { rows } = await database.query<Written>(
      `select t.id, t.title, t.status,
         coalesce(json_agg(a.details->'after'->>'status' order by a.id) filter (where a.id is not null), '[]') as statuses
       from tasks t left join audit_logs a on a.resource_type = 'task' and a.resource_id = t.id::text group by t.id`,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const writer of writers) settle(writer, rows, byId, report)
    const acknowledged = writers.flatMap(({ tasks }) => tasks)
    for (const { id, title, statuses } of acknowledged) {
      const row = byId.get(id)
      if (!row) throw new Error(`Missing: task ${id}, "${title}"`)
      const expected = { id, title, status: statuses.at(-1), statuses }
      if (!isDeepStrictEqual({ ...row }, expected))
        throw new Error(`Task ${id} is ${JSON.stringify(row)} and should be ${JSON.stringify(expected)}`)
    }
    if (rows.length !== acknowledged.length) throw new Error(`${rows.length - acknowledged.length} tasks of nobody`)
    report.created = acknowledged.length
    report.moved = acknowledged.reduce((sum, { statuses }) => sum + statuses.length - 1, 0)
    await compareCounts(database, rows, address, writers[0])
    if (writers[0]) await checkClock(database, over(address, writers[0]), clock, report)
  } finally {
    await database.end()
  }
}

async function checkClock(
  database: pg.Client,
  transport: Transport,
  clock: ReturnType<typeof timekeeper>,
  report: CrashReport,
) {
  const { open, clocked } = await clock.check(database, transport)
  report.clocked = clocked
  if (open !== 'answered') report.unanswered += 1
  if (open === 'written') report.unansweredWritten += 1
}

/** What was not answered may have been written or not: that is looked up, and expected from then on. */
function settle(writer: Writer, rows: Written[], byId: Map<number, Written>, report: CrashReport) {
  const { open } = writer
  writer.open = undefined
  if (!open) return
  report.unanswered += 1
  if ('title' in open) {
    const found = rows.find(({ title }) => title === open.title)
    if (!found) return
    writer.tasks.push({ ...found, statuses: ['pending'] })
  } else {
    const task = writer.tasks.find(({ id }) => id === open.id)
    if (!task || byId.get(open.id)?.statuses.length === task.statuses.length) return
    task.statuses.push(open.status)
  }
  report.unansweredWritten += 1
}

async function compareCounts(database: pg.Client, rows: Written[], address: string, writer: Writer | undefined) {
  const { rows: kept } = await database.query<{ status: Status; tasks: number }>(
    'select status, sum(tasks)::int as tasks from task_counts where person_id is null group by status having sum(tasks) <> 0 order by status',
  )
  const real = MOVES.toSorted().map((status) => ({ status, tasks: rows.filter((row) => row.status === status).length }))
  const expected = real.filter(({ tasks }) => tasks > 0)
  if (
    !isDeepStrictEqual(
      kept.map((row) => ({ ...row })),
      expected,
    )
  )
    throw new Error(`The kept counts are ${JSON.stringify(kept)} and should be ${JSON.stringify(expected)}`)
  if (!writer) return
  const { total } = await callOver(over(address, writer), tasksApi.list, { query: { limit: 1 } })
  if (total !== rows.length) throw new Error(`The list counts ${total} tasks of ${rows.length}`)
}

/** Random numbers from 0 to 1 that a seed repeats (mulberry32). */
function diceOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
