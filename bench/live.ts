import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../src/shared/permissions.ts'
import type { DepartmentName } from '../test/support/people.ts'
import type { BenchServer } from './bench-server.ts'
import { cookies } from './calls.ts'
import { putPeople } from './herd.ts'
import { forkBench, startMuster } from './programs.ts'
import { format, quantile, table } from './report.ts'
import type { Opening, Reached } from './sockets.ts'

/** Measures how soon a change of a status reaches open pages: one page, and thousands of pages that may all see it. */
const PAGES = [1, 1000, 5000]
const ROUNDS = 40
const WARM_UP = 5
const PAUSE_MS = 150
/** The people who open pages, in turn. All of them may see the tasks that change, which are Housekeeping's. */
const listeners: [Role, DepartmentName | null][] = [
  ['user', 'Housekeeping'],
  ['god', null],
  ['admin', 'Operations'],
  ['user', 'Housekeeping'],
  ['guest', 'Housekeeping'],
  ['manager', 'Maintenance'],
  ['manager', null],
]

export async function measureLive(server: BenchServer) {
  const { marta } = await cookies(server)
  const pages = await putPeople(server, Math.max(...PAGES), listeners)
  const tasks = await server.pool.query<{ id: number }>(
    `select id from tasks where department_id = $1 and deleted_at is null and status = 'completed' order by id desc limit 1000`,
    [server.fixtures.departments.Housekeeping],
  )
  const ids = tasks.rows.map(({ id }) => id)
  const rows: string[][] = []
  for (const [at, count] of PAGES.entries()) {
    const muster = await startMuster(server.folder, { DATABASE_URL: server.url, DATA_DIR: server.folder })
    const sockets = forkBench('sockets')
    try {
      // Other tasks each time: a task that already has the status does not change.
      const own = ids.slice(at * (ROUNDS + WARM_UP), (at + 1) * (ROUNDS + WARM_UP))
      const opening: Opening = { port: muster.port, pages, count, cookie: marta, ids: own }
      await sockets.ask(opening)
      const reached: Reached[] = []
      for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
        reached.push(await sockets.ask<Reached>('change'))
        await sleep(PAUSE_MS)
      }
      const percentile = (event: keyof Reached, part: number) =>
        format(
          quantile(
            reached.slice(WARM_UP).map((times) => times[event]),
            part,
          ),
        )
      const times = [
        percentile('reply', 0.5),
        percentile('first', 0.5),
        percentile('last', 0.5),
        percentile('last', 0.95),
      ]
      rows.push([count.toLocaleString('en-US'), ...times, (await muster.memory()).toFixed(0)])
      console.log(`  ${rows.at(-1)?.join('  ')}`)
    } finally {
      await Promise.all([muster.stop(), sockets.stop()])
    }
  }
  const headings = ['Open pages', 'Reply, p50 ms', 'First has it, p50', 'Last has it, p50', 'p95', 'Server MB']
  return `### A change seen live\n\nTimes count from before the request was sent.\n\n${table(headings, rows)}`
}
