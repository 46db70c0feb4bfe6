import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { API_PREFIX } from '../../src/shared/api-prefix.ts'
import { authApi } from '../../src/shared/auth.ts'
import type { Status } from '../../src/shared/task-status.ts'
import { tasksApi } from '../../src/shared/tasks.ts'
import { callEndpoint, type Transport } from '../../src/web/api/call-endpoint.ts'
import { cookiesOf } from './cookies.ts'

/** People who write during faults, and checks of the stored rows afterwards. */

export const ACCOUNT = { email: 'crash@hotel.example', password: 'one crash after the other' }
/** The settings that create this account in an empty database. */
export const FIRST_ACCOUNT = { ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password }
const MOVES: Status[] = ['pending', 'in_progress', 'completed']

/** A person who writes, one row after another, and records acknowledged writes. */
export interface Writer {
  name: string
  cookie: string
  dice: () => number
  titles: number
  tasks: { id: number; title: string; statuses: Status[] }[]
  /** Writes without a reply, which may be stored or not. */
  doubts: ({ title: string } | { id: number; status: Status })[]
}

/** Signs in with the first account, which all writers use. */
export async function signIn(name: string, address: string, dice: () => number): Promise<Writer> {
  const reply = await fetch(`${address}${API_PREFIX}${authApi.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  })
  if (!reply.ok) throw new Error(`Signing in was answered by ${reply.status}: ${await reply.text()}`)
  const cookie = cookiesOf(reply.headers.getSetCookie())
  return { name, cookie, dice, titles: 0, tasks: [], doubts: [] }
}

/** The server is gone. */
export class Gone extends Error {}

export const transportTo = (address: string, { cookie }: Pick<Writer, 'cookie'>): Transport => {
  return async ({ method, url, headers, body }) => {
    try {
      const reply = await fetch(`${address}${url}`, { method, headers: { ...headers, cookie }, body })
      return { status: reply.status, statusText: reply.statusText, text: await reply.text() }
    } catch (error) {
      throw new Gone('no answer', { cause: error })
    }
  }
}

/** Creates or moves a task. If that throws, the write is recorded as a doubt, and its task is not moved again. */
export async function writeOne(writer: Writer, transport: Transport) {
  const { dice, doubts } = writer
  const sure = writer.tasks.filter(({ id }) => !doubts.some((doubt) => 'id' in doubt && doubt.id === id))
  const task = sure[Math.floor(dice() * sure.length)]
  if (!task || dice() < 0.4) {
    writer.titles += 1
    const title = `${writer.name}, task ${writer.titles}`
    doubts.push({ title })
    const { id, status } = await callEndpoint(transport, tasksApi.create, { body: { title } })
    writer.tasks.push({ id, title, statuses: [status] })
  } else {
    const status = MOVES.filter((each) => each !== task.statuses.at(-1))[Math.floor(dice() * 2)] ?? 'pending'
    doubts.push({ id: task.id, status })
    await callEndpoint(transport, tasksApi.update, { params: { id: task.id }, body: { status } })
    task.statuses.push(status)
  }
  doubts.pop()
}

interface Written {
  id: number
  title: string
  status: Status
  statuses: Status[]
  routineId: number | null
}

/**
 * Compares acknowledged writes with the rows, the audit rows, the stored counts and the list. Throws at the first
 * difference. A doubt is looked up, and its result is expected from then on. Tasks that routines have opened are
 * nobody's, and count all the same.
 */
export async function checkWritten(database: pg.Client, transport: Transport, writers: Writer[]) {
  const { rows } = await database.query<Written>(
    `select t.id, t.title, t.status, t.routine_id as "routineId",
       coalesce(json_agg(a.details->'after'->>'status' order by a.id) filter (where a.id is not null), '[]') as statuses
     from tasks t left join audit_logs a on a.resource_type = 'task' and a.resource_id = t.id::text group by t.id`,
  )
  const settled = writers.map((writer) => settle(writer, rows))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const acknowledged = writers.flatMap(({ tasks }) => tasks)
  for (const { id, title, statuses } of acknowledged) {
    const row = byId.get(id)
    if (!row) throw new Error(`Missing: task ${id}, "${title}"`)
    const expected = { id, title, status: statuses.at(-1), statuses, routineId: null }
    if (!isDeepStrictEqual({ ...row }, expected))
      throw new Error(`Task ${id} is ${JSON.stringify(row)} and should be ${JSON.stringify(expected)}`)
  }
  const written = rows.filter(({ routineId }) => routineId === null).length
  if (written !== acknowledged.length) throw new Error(`${written - acknowledged.length} tasks of nobody`)
  await compareCounts(database, rows, transport)
  return {
    created: acknowledged.length,
    moved: acknowledged.reduce((sum, { statuses }) => sum + statuses.length - 1, 0),
    unanswered: settled.reduce((sum, { doubts }) => sum + doubts, 0),
    unansweredWritten: settled.reduce((sum, { written }) => sum + written, 0),
  }
}

function settle(writer: Writer, rows: Written[]) {
  const doubts = writer.doubts.splice(0)
  let written = 0
  for (const doubt of doubts) {
    if ('title' in doubt) {
      const found = rows.find(({ title }) => title === doubt.title)
      if (!found) continue
      writer.tasks.push({ ...found, statuses: ['pending'] })
    } else {
      const task = writer.tasks.find(({ id }) => id === doubt.id)
      const found = rows.find(({ id }) => id === doubt.id)
      if (!task || found?.statuses.length === task.statuses.length) continue
      task.statuses.push(doubt.status)
    }
    written += 1
  }
  return { doubts: doubts.length, written }
}

async function compareCounts(database: pg.Client, rows: Written[], transport: Transport) {
  const { rows: kept } = await database.query<{ status: Status; tasks: number }>(
    'select status, sum(tasks)::int as tasks from task_counts where person_id is null group by status having sum(tasks) <> 0 order by status',
  )
  const real = MOVES.toSorted().map((status) => ({ status, tasks: rows.filter((row) => row.status === status).length }))
  const expected = real.filter(({ tasks }) => tasks > 0)
  const found = kept.map((row) => ({ ...row }))
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`The kept counts are ${JSON.stringify(found)} and should be ${JSON.stringify(expected)}`)
  const { total } = await callEndpoint(transport, tasksApi.list, { query: { limit: 1 } })
  if (total !== rows.length) throw new Error(`The list counts ${total} tasks of ${rows.length}`)
}

/** Random numbers from 0 to 1 that a seed repeats (mulberry32). */
export function diceOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
