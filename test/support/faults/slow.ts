import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoad } from './load.ts'
import {
  type Answer,
  isForNow,
  memoryOf,
  must,
  onDatabase,
  openTrial,
  type Setting,
  seconds,
  type Trial,
} from './trial.ts'

/** The longest wait of a request: for the session's connection, its own connection, a lock, and a little more. */
const LOCKED_TIMEOUT_MS = 17_000
/** The time limits for an answer and for a connection, and a little more. */
const SILENT_TIMEOUT_MS = 45_000
const MAX_GROWTH_MB = 80

/** With many requests, the database is slow, then holds locks for long, then does not answer at all. */
export async function databaseSlow(setting: Setting) {
  const trial = await openTrial(setting)
  const address = trial.addresses[0] ?? ''
  try {
    const load = startLoad(trial, { timeout: SILENT_TIMEOUT_MS })
    await load.goesOn()
    const memory = () => memoryOf(trial.servers[0] as (typeof trial.servers)[0], (path) => readFileSync(path, 'utf8'))
    const before = memory()

    trial.database.proxy.delay(200)
    const far = await many(trial, address, 40)
    must(
      far.every((each) => each.status === 200 || isForNow(each)),
      `With a delay: ${statusesOf(far)}`,
    )
    trial.database.proxy.delay(0)
    await load.goesOn()

    const locked = await onDatabase(trial.database.ownUrl(), async (client) => {
      await client.query('begin; lock table tasks in access exclusive mode')
      const answers = await many(trial, address, 60)
      await client.query('rollback')
      return answers
    })
    must(locked.every(isForNow), `With the table locked: ${statusesOf(locked)}`)
    must(slowest(locked) < LOCKED_TIMEOUT_MS, `With the table locked a request took ${seconds(slowest(locked))}`)
    await load.goesOn()

    const row = await onDatabase(trial.database.ownUrl(), async (client) => {
      await client.query('begin')
      await client.query('select from departments where id = 1 for update')
      const write = await trial.ask(address, '/api/v1/departments/1', { method: 'PUT', body: { name: 'Front' } })
      await client.query('rollback')
      return write
    })
    must(isForNow(row) && row.code === 'busy', `With the row locked: ${row.status} ${row.code}`)

    trial.database.freeze()
    const asked = many(trial, address, 40)
    const health = await trial.ask(address, '/readyz')
    const silent = await asked
    trial.database.thaw()
    const began = performance.now()
    must(isForNow(health), `/readyz said ${health.status} of a database that does not answer`)
    must(silent.every(isForNow), `Without an answer: ${statusesOf(silent)}`)
    must(slowest(silent) < SILENT_TIMEOUT_MS, `Without an answer a request took ${seconds(slowest(silent))}`)
    await load.goesOn()
    const back = performance.now() - began
    const grown = memory() - before
    must(grown < MAX_GROWTH_MB, `The server's memory grew by ${grown.toFixed(0)} MB`)
    const metrics = await load.end()
    const parts = [
      `200 ms away: slowest ${seconds(slowest(far))}`,
      `table locked: ${seconds(slowest(locked))}`,
      `row locked: ${seconds(row.took)}`,
      `silent: ${seconds(slowest(silent))}, well again after ${seconds(back)}`,
      `memory ${grown < 0 ? '' : '+'}${grown.toFixed(0)} MB`,
      `what needs no database: ${seconds(load.delivered.slowestPulse)} at most`,
    ]
    return `${parts.join('; ')}; ${metrics}`
  } finally {
    await trial.close()
  }
}

/** One server gets more requests than it has connections. */
export async function poolExhausted(setting: Setting) {
  const trial = await openTrial(setting)
  const address = trial.addresses[0] ?? ''
  try {
    // Each write needs a connection for its session and one for its transaction. If it held one while it waits for the
    // other, all would stop.
    const writes = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        trial.ask(address, '/api/v1/tasks', { method: 'POST', body: { title: `At once ${at}` } }),
      ),
    )
    const done = writes.filter(({ status }) => status === 201).length
    // On a busy machine some may wait too long for a connection. A deadlock would let hardly any succeed.
    must(
      done > writes.length / 2 && writes.every((each) => each.status === 201 || isForNow(each)),
      `200 writes at once: ${done} done, ${statusesOf(writes)}`,
    )
    const [held, others] = await onDatabase(trial.database.ownUrl(), async (client) => {
      await client.query('begin')
      await client.query('select from departments where id = 1 for update')
      const blocked = Array.from({ length: 30 }, () =>
        trial.ask(address, '/api/v1/departments/1', { method: 'PUT', body: { name: 'Front' } }),
      )
      await sleep(300)
      const meanwhile = await Promise.all([many(trial, address, 60), trial.ask(address, '/healthz')])
      const answers = [await Promise.all(blocked), meanwhile.flat()] as const
      await client.query('rollback')
      return answers
    })
    must(held.every(isForNow), `The requests that waited for the row: ${statusesOf(held)}`)
    must(
      others.every((each) => each.status === 200 || isForNow(each)),
      `The others: ${statusesOf(others)}`,
    )
    const worst = slowest([...held, ...others])
    must(worst < LOCKED_TIMEOUT_MS, `A request took ${seconds(worst)}`)
    const after = await many(trial, address, 60)
    must(
      after.every(({ status }) => status === 200),
      `Right after: ${statusesOf(after)}`,
    )
    const refused = [...held, ...others].filter(isForNow).length
    return [
      `200 writes at once: ${done} done, slowest ${seconds(slowest(writes))}`,
      `90 requests while ten connections were held: ${refused} were refused for now, slowest ${seconds(worst)}`,
      `right after, all 60 succeeded, slowest ${seconds(slowest(after))}`,
    ].join('; ')
  } finally {
    await trial.close()
  }
}

const many = ({ ask }: Trial, address: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => ask(address, '/api/v1/tasks?limit=20')))

const slowest = (answers: Answer[]) => Math.max(...answers.map(({ took }) => took))

const statusesOf = (answers: Answer[]) =>
  [...new Set(answers.map(({ status, code }) => `${status} ${code ?? ''}`))].join(', ')
