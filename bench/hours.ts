import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { contextFor, inTransaction } from '../src/server/core/context.ts'
import { approveHours } from '../src/server/features/hours/approve.ts'
import { listPeriodHours } from '../src/server/features/hours/list.ts'
import { readPersonsHours } from '../src/server/features/hours/person.ts'
import { exportRun } from '../src/server/features/payroll/file.ts'
import { checkRun, createRun } from '../src/server/features/payroll/run.ts'
import { createWageType } from '../src/server/features/wage-types/wage-types.ts'
import { openBenchServer } from './bench-server.ts'

/**
 * Measures the end of a month: 500 people with 13 months of hours, breaks and contracts. `npm run bench -- hours`, with
 * another number of people as its word. Processor times are given for the server and for PostgreSQL.
 */
const count = Number(process.argv[2] ?? 500)
const ROUNDS = 12
const PERIOD = '2026-10-01'
const NOW = new Date('2026-11-03T09:00:00.000Z')

const { services: given, fixtures, pool, statements, close } = await openBenchServer({ countsStatements: true })
const services = { ...given, config: { ...given.config, timeZone: 'Europe/Berlin' } }
const department = fixtures.departments.Housekeeping
await pool.query(
  `insert into users (id, email, first_name, last_name, folded_name, role, department_id, personnel_number)
  select gen_random_uuid(), 'worker' || n || '@hotel.example', 'Worker', 'No. ' || n, 'worker ' || n, 'user', $1, n::text
  from generate_series(1, $2::int) n`,
  [department, count],
)
// Early, late and night shifts on five days of the week, from October of last year on.
await pool.query(
  `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status, created_at, updated_at)
  select id, $1, begin, begin + interval '8 hours' + minutes, 480, 'completed', begin, begin
  from (
    select id, minutes, day + (array[6, 14, 22])[1 + n % 3] * interval '1 hour' + minutes / 3 as begin
    from (select id, substring(email from 7 for length(email) - 20)::int as n from users where email like 'worker%') as u,
      generate_series('2025-10-01'::timestamptz, '2026-10-31', '1 day') as day,
      lateral (select random() * interval '40 minutes' as minutes where (extract(isodow from day)::int + n) % 7 < 5) as m
  ) as shift order by begin`,
  [department],
)
await pool.query(
  `insert into breaks (session_id, start_time, end_time, is_paid)
  select id, start_time + interval '4 hours', start_time + interval '4 hours 30 minutes', id % 10 = 0 from clock_sessions`,
)
await pool.query(
  `insert into work_contracts (user_id, from_date, weekly_minutes, days_per_week)
  select id, '2025-09-29', 2400, 5 from users where email like 'worker%'`,
)
await pool.query('vacuum (analyze)')

const ctxOf = (name: 'gita' | 'adam') => contextFor(services, fixtures.people[name], NOW)
const none = { params: {}, query: undefined, body: undefined }
const ofPeriod = { ...none, query: { period: PERIOD } }

/** The processor time that the connections of the database have used so far, in milliseconds. Linux counts in tens. */
async function databaseTime() {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  const times = rows.map(({ pid }) => {
    const [own, system] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').slice(11, 13)
    return (Number(own) + Number(system)) * 10
  })
  return times.reduce((sum, one) => sum + one, 0)
}

/** Runs something some times, and prints the middle of its times. */
async function measure(what: string, rounds: number, run: () => Promise<unknown>) {
  const times: number[] = []
  const used: number[] = []
  const before = await statements()
  const databaseBefore = await databaseTime()
  for (let round = 0; round < rounds; round += 1) {
    const [begin, cpu] = [performance.now(), process.cpuUsage()]
    await run()
    const { user, system } = process.cpuUsage(cpu)
    times.push(performance.now() - begin)
    used.push((user + system) / 1000)
  }
  const inDatabase = Math.round(((await databaseTime()) - databaseBefore) / rounds)
  // The questions for the figures are statements too.
  const each = Math.round(((await statements()) - before - 3) / rounds)
  const middle = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[rounds >> 1] ?? 0)
  const figures = `${middle(times)} ms, ${middle(used)} + ${inDatabase} ms of processor time, ${each} statements`
  console.log(`${what.padEnd(44)} ${figures}`)
}

const list = () => listPeriodHours(ctxOf('gita'), ofPeriod as never)
const { people } = await list()
const one = people.find(({ user }) => user.firstName === 'Worker')
console.log(`${people.length} people, ${JSON.stringify(await list()).length >> 10} kB, period ${PERIOD}`)
await measure('a month of all people', ROUNDS, list)
await measure('a month of one person', ROUNDS, () =>
  readPersonsHours(ctxOf('gita'), { ...none, query: { period: PERIOD, userId: one?.user.id } } as never),
)
const body = { period: PERIOD, people: people.map(({ user, hash }) => ({ userId: user.id, hash })) }
await measure('approving all', 1, () =>
  inTransaction(ctxOf('gita'), (ctx) => approveHours(ctx, { ...none, body } as never)),
)
await measure('a month of all people, approved', ROUNDS, list)
const always = {
  windowStart: null,
  windowEnd: null,
  weekdays: [],
  holidays: 'any',
  overContract: false,
  departmentId: null,
}
for (const more of [
  { code: '100', name: 'Work', source: 'work' },
  { code: '110', name: 'Paid breaks', source: 'paid_break' },
  { code: '25', name: 'Night', source: 'work', windowStart: '23:00', windowEnd: '06:00' },
  { code: '50', name: 'Over the contract', source: 'work', overContract: true },
])
  await inTransaction(ctxOf('adam'), (ctx) => createWageType(ctx, { ...none, body: { ...always, ...more } } as never))
await measure('the check of a run', 3, () => checkRun(ctxOf('adam'), ofPeriod as never))
const made = { id: 0, lines: 0 }
await measure('a run of all people', 1, async () => {
  const run = await inTransaction(ctxOf('adam'), (ctx) =>
    createRun(ctx, { ...none, body: { period: PERIOD } } as never),
  )
  Object.assign(made, { id: run.id, lines: run.lines })
})
await measure(`its file of ${made.lines} lines`, 3, async () => {
  const { pieces } = await exportRun(ctxOf('adam'), { ...none, params: { id: made.id } } as never)
  for await (const piece of pieces) void piece
})

await close()
