import { performance } from 'node:perf_hooks'
import { taskSorts } from '../src/shared/tasks.ts'
import { fillTasks } from './fill.ts'
import { openPlace } from './place.ts'

/** Measures the task calls over HTTP on a database full of tasks: `npm run bench -- 100000`. */
const count = Number(process.argv[2] ?? 100_000)
const ROUNDS = 200

const { hotel, pool, serve, close } = await openPlace()
await fillTasks(pool, count)
const as = await serve()

async function measure(name: string, run: (round: number) => Promise<unknown>) {
  for (let round = 0; round < 20; round += 1) await run(round)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await run(round + 20)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))]?.toFixed(2).padStart(8)
  console.log(`${name.padEnd(52)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms`)
}

console.log(`${count} tasks, ${ROUNDS} rounds, one connection`)
const manager = await as('marta')
const user = await as('uli')
const home = hotel.departments.Housekeeping
await measure('board, manager, all departments', () => manager('GET', '/tasks/board'))
await measure('board, manager, one department', () => manager('GET', `/tasks/board?departmentId=${home}`))
await measure('board, user', () => user('GET', '/tasks/board'))
await measure('board, manager, search of five letters', () => manager('GET', '/tasks/board?search=linen'))
await measure('board, manager, search of a rare word', () => manager('GET', '/tasks/board?search=77777'))
await measure('sidebar badge (limit=1), manager', () => manager('GET', '/tasks?limit=1'))
await measure('sidebar badge (limit=1), user', () => user('GET', '/tasks?limit=1'))
for (const sort of taskSorts) {
  for (const order of ['asc', 'desc']) {
    for (const search of ['', '&search=min']) {
      await measure(`list of 50 by ${sort}, ${order}${search && ', search of three letters'}`, () =>
        manager('GET', `/tasks?limit=50&sort=${sort}&order=${order}${search}`),
      )
    }
  }
}
const ids: number[] = []
await measure('create', async (round) => {
  ids.push(JSON.parse(await manager('POST', '/tasks', { title: `Bench ${round}`, departmentId: home })).id)
})
await measure('change of status', (round) => user('PUT', `/tasks/${ids[round]}`, { status: 'in_progress' }))
await measure('session', () => manager('GET', '/auth/session'))

await close()
