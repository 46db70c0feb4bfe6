import { performance } from 'node:perf_hooks'
import { completeTaskSums, sumUpTaskSums } from '../src/server/core/counts/task-sums.ts'
import { periods, trendMetrics } from '../src/shared/analytics.ts'
import { openBenchServer } from './bench-server.ts'
import { fillTasks } from './fill.ts'

/**
 * Measures the analytics calls over HTTP, with this many tasks and audit entries. Then it measures the board, alone and
 * while somebody reads analytics: `npm run bench -- analytics 1000000`.
 */
const count = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 30
const BOARD_ROUNDS = 100
const WARM_UP = 3
/** Rows per statement. A statement may take 30 s. */
const BATCH = 50_000

const { services, fixtures, pool, serve, close } = await openBenchServer()
await fillTasks(pool, count)
for (let from = 1; from <= count; from += BATCH) {
  await pool.query(
    `insert into audit_logs (user_id, action, resource_type, resource_id, details, created_at)
    select $1, 'task.update', 'task', n::text, '{"before": {"status": "pending"}, "after": {"status": "completed"}}',
      now() - n * interval '1 minute'
    from generate_series($2::int, $3::int) n`,
    [fixtures.people.marta.id, from, Math.min(from + BATCH - 1, count)],
  )
}
// Everyone works eight hours on each day that has tasks.
await pool.query(
  `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
  select id, department_id, at, at + interval '8 hours', 480, 'completed'
  from users, generate_series(1, $1::int) n, lateral (select date_trunc('day', now()) - n * interval '1 day' + interval '7 hours' as at) as day`,
  [Math.ceil(count / 1440)],
)
// The scheduler's work of a minute.
await pool.query('truncate task_sum_changes')
await completeTaskSums(services.database, new Date())
await sumUpTaskSums({ db: services.database.orm, now: new Date() })
await pool.query('vacuum (analyze) audit_logs, clock_sessions, task_counts, task_sums, task_sum_changes')

const marta = await (await serve())('marta')

async function timeRead(path: string) {
  const start = performance.now()
  await marta('GET', path)
  return performance.now() - start
}

function log(name: string, times: number[]) {
  times.sort((a, b) => a - b)
  const percentile = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1).padStart(7)
  console.log(`${name.padEnd(64)} p50 ${percentile(0.5)} ms   p95 ${percentile(0.95)} ms`)
}

async function measure(path: string, rounds: number) {
  const times: number[] = []
  for (let round = 0; round < rounds + WARM_UP; round += 1) times.push(await timeRead(path))
  return times.slice(WARM_UP)
}

console.log(`${count} tasks, ${count} audit entries`)
const scopes = ['', `departmentId=${fixtures.departments.Housekeeping}`]
const periodPaths = ['summary', 'department-workload', 'user-performance'].flatMap((name) =>
  periods.map((period) => `/analytics/${name}?period=${period}`),
)
const trendPaths = trendMetrics.map((metric) => `/analytics/trends?metric=${metric}`)
const paths = [...periodPaths, ...trendPaths, '/analytics/overdue-tasks?'].flatMap((path) =>
  scopes.map((scope) => (scope ? `${path}&${scope}` : path)),
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
  log(`the tasks created ${name}`, await measure(`/tasks?limit=50&createdFrom=${from}&createdTo=${today}`, ROUNDS))
}
log('the board, alone', await measure('/tasks/board', BOARD_ROUNDS))
let stopped = false
let calls = 0
const analyticsReader = (async () => {
  for (; !stopped; calls += 1) await timeRead(paths[calls % paths.length] ?? '')
})()
log('the board, while somebody reads analytics without a pause', await measure('/tasks/board', BOARD_ROUNDS))
stopped = true
await analyticsReader
log('the board, alone again', await measure('/tasks/board', BOARD_ROUNDS))

await close()
