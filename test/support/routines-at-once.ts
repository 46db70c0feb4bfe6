import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '../../src/server/db/connect/connect.ts'
import { tasksApi } from '../../src/shared/tasks.ts'
import { callEndpoint } from '../../src/web/api/call-endpoint.ts'
import { startServer } from './server-process.ts'
import { FIRST_ACCOUNT, signIn, transportTo } from './writers.ts'

const BEGINS_AFTER = 1_000
const TIMEOUT = 120_000
const QUIET = 5_000
const LOOK_EVERY = 10
const TASKS = 100_000

interface AtOnceOptions {
  /** A database that the servers fill if it is empty. */
  url: string
  dataDir: string
  servers: number
  routines: number
  /** So often they open. */
  rounds: number
  program?: string[]
}

/**
 * Lets many routines open at the same moment, on real servers with a year of tasks, while somebody reads the board
 * again and again. A machine is faster and slower by the second, so they open several times, and each opening is
 * compared with the quiet moments before and after it. Returns the seconds until all were open, and how much longer the
 * board took meanwhile, at the middle of all rounds.
 */
export async function openAtOnce({ url, dataDir, servers, routines, rounds, program }: AtOnceOptions) {
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
    const quiet = async () => {
      const times: number[] = []
      for (const end = performance.now() + QUIET; performance.now() < end; ) times.push(await board())
      return times
    }
    const open = async () => {
      const due = Date.now() + BEGINS_AFTER
      await database.query('update routines set next_occurrence = $1', [new Date(due)])
      await sleep(due - Date.now())
      const times: number[] = []
      for (;;) {
        for (let read = 0; read < LOOK_EVERY; read += 1) times.push(await board())
        // The look at their progress must not slow the board.
        const { rows } = await database.query<{ left: number }>(
          'select count(*)::int as left from routines where next_occurrence <= now()',
        )
        if (rows[0]?.left === 0) return { times, seconds: (Date.now() - due) / 1000 }
        if (Date.now() > due + TIMEOUT) throw new Error(`${rows[0]?.left} routines have not opened`)
      }
    }
    await putRoutines(database, routines)
    const calm = [await quiet()]
    const openings: Awaited<ReturnType<typeof open>>[] = []
    for (let round = 0; round < rounds; round += 1) {
      openings.push(await open())
      calm.push(await quiet())
    }
    const moreAt = (figure: (times: number[]) => number) =>
      middle(
        openings.map(
          ({ times }, at) => (2 * figure(times)) / (figure(calm[at] ?? []) + figure(calm[at + 1] ?? [])) - 1,
        ),
      )
    const { rows } = await database.query<{ opened: number; routines: number }>(
      `select count(*)::int as opened, count(distinct routine_id)::int as routines from tasks where routine_id is not null`,
    )
    return {
      ...{ servers, due: routines * rounds, ...rows[0] },
      seconds: openings.map(({ seconds }) => seconds.toFixed(1)).join(', '),
      board: inShort(calm.flat()),
      boardMeanwhile: inShort(openings.flatMap(({ times }) => times)),
      more: `${percent(moreAt(middle))} at the middle, ${percent(moreAt(mean))} on average`,
    }
  } finally {
    await database.end()
    for (const { child } of fleet) child.kill('SIGTERM')
    await Promise.all(fleet.map(({ ended }) => ended))
  }
}

const partOf = (part: number) => (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN
const middle = partOf(0.5)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (part: number) => `${part < 0 ? '' : '+'}${Math.round(part * 100)} %`

const inShort = (times: number[]) =>
  `${middle(times).toFixed(1)} ms, on average ${mean(times).toFixed(1)} ms, 99 of 100 within ${partOf(0.99)(times).toFixed(1)} ms (${times.length} reads)`

/** A year of tasks with few open ones. In an empty table the first thousand would find the planner without figures. */
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

/** Inserts two departments' routines with three steps, more than allowed. None opens by itself today. */
const putRoutines = (database: pg.Client, routines: number) =>
  database.query(
    `insert into routines (title, description, department_id, creator_id, days, opens_at, due_after_minutes, closes_after_minutes,
       tags, steps, next_occurrence)
     select 'Round ' || n, 'Look at every door', (select min(id) + n % 2 from departments), (select id from users limit 1), '* * *',
       '06:00', 60, 120, '{round}', $1, now() + interval '1 day' from generate_series(1, $2) as n`,
    [JSON.stringify(STEPS), routines],
  )

const STEPS = ['Open it', 'Look behind it', 'Close it'].map((text) => ({
  ...{ text, kind: 'tick', required: false, unit: null, min: null, max: null },
}))
