import { setTimeout as sleep } from 'node:timers/promises'
import type { PersonName } from '../test/support/people.ts'
import type { BenchServer } from './bench-server.ts'
import { cookies } from './calls.ts'
import { forkProgram, startMuster } from './programs.ts'
import { quantile, shown, table } from './report.ts'
import type { Opening, Reached } from './sockets.ts'

/** How soon a change of a status is known on open pages: with one, and with very many of people who may all hear of it. */
const PAGES = [1, 1000, 5000]
const ROUNDS = 40
const WARM_UP = 5
const PAUSE = 150
const listeners: PersonName[] = ['lea', 'gita', 'adam', 'uli', 'gus', 'milan', 'nora']

export async function measureLive(server: BenchServer) {
  const found = await cookies(server, ['marta', ...listeners])
  const pages = listeners.map((name) => ({ cookie: found[name], userId: server.fixtures.people[name].id }))
  const tasks = await server.pool.query<{ id: number }>(
    `select id from tasks where department_id = $1 and deleted_at is null and status = 'completed' order by id desc limit 1000`,
    [server.fixtures.departments.Housekeeping],
  )
  const ids = tasks.rows.map(({ id }) => id)
  const rows: string[][] = []
  for (const [at, count] of PAGES.entries()) {
    const muster = await startMuster(server.folder, { DATABASE_URL: server.url, DATA_DIR: server.folder })
    const sockets = forkProgram('sockets')
    try {
      // Others each time: one that has its status already is no change.
      const own = ids.slice(at * (ROUNDS + WARM_UP), (at + 1) * (ROUNDS + WARM_UP))
      const opening: Opening = { port: muster.port, pages, count, cookie: found.marta, ids: own }
      await sockets.ask(opening)
      const reached: Reached[] = []
      for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
        reached.push(await sockets.ask<Reached>('change'))
        await sleep(PAUSE)
      }
      const of = (what: keyof Reached, part: number) =>
        shown(
          quantile(
            reached.slice(WARM_UP).map((each) => each[what]),
            part,
          ),
        )
      const times = [of('reply', 0.5), of('first', 0.5), of('last', 0.5), of('last', 0.95)]
      rows.push([count.toLocaleString('en-US'), ...times, (await muster.memory()).toFixed(0)])
      console.log(`  ${rows.at(-1)?.join('  ')}`)
    } finally {
      await Promise.all([muster.stop(), sockets.stop()])
    }
  }
  const heads = ['Open pages', 'Reply, p50 ms', 'First has it, p50', 'Last has it, p50', 'p95', 'Server MB']
  return `### A change seen live\n\nFrom before the change was asked for.\n\n${table(heads, rows)}`
}
