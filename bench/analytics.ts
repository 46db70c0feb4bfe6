import { performance } from 'node:perf_hooks'
import { periods, trendMetrics } from '../src/shared/analytics.ts'
import { openBenchServer } from './bench-server.ts'
import { fillTasks } from './fill.ts'

/**
 * Measures the analytics calls over HTTP on as many tasks as audit entries, and the board alone and while they run:
 * `npm run bench:analytics -- 1000000`.
 */
const count = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 30
const BOARDS = 100
const SLICE = 50_000

const { fixtures, pool, serve, close } = await openBenchServer()
await fillTasks(pool, count)
for (let from = 1; from <= count; from += SLICE) {
  await pool.query(
    `insert into audit_logs (user_id, action, resource_type, resource_id, details, created_at)
    select $1, 'task.update', 'task', n::text, '{"before": {"status": "pending"}, "after": {"status": "completed"}}',
      now() - n * interval '1 minute'
    from generate_series($2::int, $3::int) n`,
    [fixtures.people.marta.id, from, Math.min(from + SLICE - 1, count)],
  )
}
// Everybody eight hours a day, for as many days as there are tasks for.
await pool.query(
  `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
  select id, department_id, at, at + interval '8 hours', 480, 'completed'
  from users, generate_series(1, $1::int) n, lateral (select date_trunc('day', now()) - n * interval '1 day' + interval '7 hours' as at) as day`,
  [Math.ceil(count / 1440)],
)
await pool.query('vacuum (analyze) audit_logs, clock_sessions, task_counts')

const marta = await (await serve())('marta')

async function read(path: string) {
  const start = performance.now()
  await marta('GET', path)
  return performance.now() - start
}

function log(name: string, times: number[]) {
  times.sort((a, b) => a - b)
  const at = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1).padStart(7)
  console.log(`${name.padEnd(64)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`)
}

async function measure(path: string, rounds: number) {
  const times: number[] = []
  for (let round = 0; round < rounds + 3; round += 1) times.push(await read(path))
  return times.slice(3)
}

console.log(`${count} tasks, ${count} audit entries`)
const places = ['', `departmentId=${fixtures.departments.Housekeeping}`]
const ofPeriods = ['summary', 'department-workload', 'user-performance'].flatMap((name) =>
  periods.map((period) => `/analytics/${name}?period=${period}`),
)
const ofDays = trendMetrics.map((metric) => `/analytics/trends?metric=${metric}`)
const paths = [...ofPeriods, ...ofDays, '/analytics/overdue-tasks?'].flatMap((path) =>
  places.map((server) => (server ? `${path}&${server}` : path)),
)
for (const path of paths) log(path, await measure(path, ROUNDS))

const [month, week, today] = [30, 6, 0].map((days) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
)
for (const [name, from] of Object.entries({ 'in a month': month, 'in a week': week, today })) {
  const days = `completedFrom=${from}&completedTo=${today}`
  log(`the tasks completed ${name}`, await measure(`/tasks?limit=50&status=completed&${days}`, ROUNDS))
  const person = `assigneeId=${fixtures.people.uli.id}`
  log(
    `the tasks completed ${name} by one person`,
    await measure(`/tasks?limit=50&status=completed&${days}&${person}`, ROUNDS),
  )
  log(`the tasks made ${name}`, await measure(`/tasks?limit=50&createdFrom=${from}&createdTo=${today}`, ROUNDS))
}
log('the board, alone', await measure('/tasks/board', BOARDS))
let isOver = false
let calls = 0
const others = (async () => {
  for (; !isOver; calls += 1) await read(paths[calls % paths.length] ?? '')
})()
log('the board, while one reads analytics without a pause', await measure('/tasks/board', BOARDS))
isOver = true
await others
log('the board, alone again', await measure('/tasks/board', BOARDS))

await close()
