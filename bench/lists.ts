import { taskSorts } from '../src/shared/task-query.ts'
import type { BenchServer } from './bench-server.ts'
import { cookies, requestOf } from './calls.ts'
import type { Answered, Load } from './load.ts'
import { forkBench, startMuster } from './programs.ts'
import { format, quantile, table } from './report.ts'

/** Reads every list of tasks in turn on one connection, to find those that slow down as tasks grow in number. */
const WARM_UP = 5
const ROUNDS = 40

export async function measureLists(server: BenchServer, count: number) {
  const { marta, uli } = await cookies(server, ['marta', 'uli'])
  const muster = await startMuster(server.folder, { DATABASE_URL: server.url, DATA_DIR: server.folder })
  const load = forkBench('load')
  const home = `departmentId=${server.fixtures.departments.Housekeeping}`
  const rows: string[][] = []
  const measure = async (name: string, cookie: string, path: string) => {
    const request: Load = {
      port: muster.port,
      connections: 1,
      requests: [requestOf('GET', `/api/v1${path}`, cookie)],
      from: 0,
      seconds: 5,
      maxRequests: WARM_UP + ROUNDS,
    }
    const { times } = await load.ask<Answered>(request)
    const percentile = (part: number) => format(quantile(times.slice(WARM_UP), part))
    rows.push([name, percentile(0.5), percentile(0.95), percentile(0.99)])
    console.log(`  ${rows.at(-1)?.join('  ')}`)
  }
  try {
    await measure('Board, manager, all departments', marta, '/tasks/board')
    await measure('Board, manager, one department', marta, `/tasks/board?${home}`)
    await measure('Board, user', uli, '/tasks/board')
    await measure('Board, search of five letters', marta, '/tasks/board?search=linen')
    await measure('Board, search of a rare word', marta, '/tasks/board?search=77777')
    await measure("Board, one person's", marta, `/tasks/board?assigneeId=${server.fixtures.people.uli.id}`)
    await measure('Sidebar badge, manager', marta, '/tasks?limit=1')
    await measure('Sidebar badge, user', uli, '/tasks?limit=1')
    for (const sort of taskSorts) {
      for (const order of ['asc', 'desc']) {
        const sorted = `/tasks?limit=50&sort=${sort}&order=${order}`
        await measure(`List by ${sort}, ${order}, manager`, marta, sorted)
        await measure(`List by ${sort}, ${order}, user`, uli, sorted)
        await measure(`List by ${sort}, ${order}, search of three letters`, marta, `${sorted}&search=min`)
      }
    }
  } finally {
    await Promise.all([muster.stop(), load.stop()])
  }
  const headings = ['List', 'p50 ms', 'p95 ms', 'p99 ms']
  return `### Lists of ${count.toLocaleString('en-US')} tasks\n\n${table(headings, rows)}`
}
