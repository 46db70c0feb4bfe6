import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '../../src/server/db/connect.ts'
import { callEndpoint } from '../../src/shared/call.ts'
import { tasksApi } from '../../src/shared/tasks.ts'
import { startServer } from './server-process.ts'
import { FIRST_ACCOUNT, signIn, transportTo } from './writers.ts'

const BEGINS_AFTER = 3_000
const TIMEOUT = 120_000
const READS = 200
const LOOK_EVERY = 10
const TASKS = 100_000

interface AtOnceOptions {
  /** A database that the servers fill if it is empty. */
  url: string
  dataDir: string
  servers: number
  routines: number
  program?: string[]
}

/**
 * Lets many routines open at the same moment, on real servers with a year of tasks, while somebody reads the board again and again.
 * Returns the seconds until all are open, and how long the board took before, meanwhile, and afterwards with as many tasks, in
 * milliseconds.
 */
export async function openAtOnce({ url, dataDir, servers, routines, program }: AtOnceOptions) {
  const fleet = Array.from({ length: servers }, () =>
    startServer({ DATABASE_URL: url, DATA_DIR: dataDir, TIME_ZONE: 'Europe/Lisbon', ...FIRST_ACCOUNT }, program),
  )
  const [address = ''] = await Promise.all(fleet.map(({ ready }) => ready))
  const database = new pg.Client(connectionOptions(url))
  await database.connect()
  try {
    await putTasks(database)
    const transport = transportTo(address, await signIn('reader', address, Math.random))
    const board = async () => {
      const begun = performance.now()
      await callEndpoint(transport, tasksApi.board, { query: {} })
      return performance.now() - begun
    }
    for (let warmUp = 0; warmUp < 300; warmUp += 1) await board()
    const oneByOne = async (reads: number) => {
      const times: number[] = []
      for (let read = 0; read < reads; read += 1) times.push(await board())
      return times
    }
    const before = await oneByOne(READS)
    const due = Date.now() + BEGINS_AFTER
    await putRoutines(database, routines, new Date(due))
    await sleep(due - Date.now())
    const meanwhile: number[] = []
    for (;;) {
      // The look at how far they are is not to be what slows the board.
      meanwhile.push(...(await oneByOne(LOOK_EVERY)))
      const { rows } = await database.query<{ left: number }>(
        'select count(*)::int as left from routines where next_occurrence <= now()',
      )
      if (rows[0]?.left === 0) break
      if (Date.now() > due + TIMEOUT) throw new Error(`${rows[0]?.left} routines have not opened`)
    }
    const seconds = (Date.now() - due) / 1000
    const after = await oneByOne(READS)
    const { rows } = await database.query<{ opened: number; routines: number; events: number }>(
      `select count(*)::int as opened, count(distinct routine_id)::int as routines,
         (select count(*)::int from events where created_at >= $1) as events from tasks where routine_id is not null`,
      [new Date(due)],
    )
    return {
      ...{ due: routines, servers, ...rows[0], seconds: Math.round(seconds * 10) / 10 },
      ...{ boardBefore: inShort(before), boardMeanwhile: inShort(meanwhile), boardAfter: inShort(after) },
    }
  } finally {
    await database.end()
    for (const { child } of fleet) child.kill('SIGTERM')
    await Promise.all(fleet.map(({ ended }) => ended))
  }
}

/** The middle, the mean and the 99th of a hundred. */
function inShort(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1)
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return `${at(0.5)} ms, on average ${mean.toFixed(1)} ms, 99 of 100 within ${at(0.99)} ms (${times.length} reads)`
}

/** A year of tasks, of which few are open. In an empty table the first thousand would find the planner without figures. */
async function putTasks(database: pg.Client) {
  await database.query(
    `insert into tasks (title, folded_title, search_text, department_id, creator_id, status, completed_at, created_at, updated_at)
     select 'Room ' || n, 'room ' || n, 'room ' || n, (select min(id) + n % 8 from departments), (select id from users limit 1),
       case when n % 50 = 0 then 'pending' else 'completed' end, case when n % 50 = 0 then null else at end, at, at
     from (select n, now() - n * interval '5 minutes' as at from generate_series(1, $1) as n) as row`,
    [TASKS],
  )
  await database.query('vacuum (analyze) tasks')
}

/** Inserts routines of two departments with three steps, more than people may have. All open at this moment. */
const putRoutines = (database: pg.Client, routines: number, due: Date) =>
  database.query(
    `insert into routines (title, description, department_id, creator_id, days, opens_at, due_after_minutes, closes_after_minutes,
       tags, steps, next_occurrence)
     select 'Round ' || n, 'Look at every door', (select min(id) + n % 2 from departments), (select id from users limit 1), '* * *',
       '06:00', 60, 120, '{round}', $2, $1 from generate_series(1, $3) as n`,
    [due, JSON.stringify(STEPS), routines],
  )

const STEPS = ['Open it', 'Look behind it', 'Close it'].map((text) => ({
  ...{ text, kind: 'tick', required: false, unit: null, min: null, max: null },
}))
