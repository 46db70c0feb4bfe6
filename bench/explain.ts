import { buildApp } from '../src/server/app.ts'
import { api } from '../src/shared/api.ts'
import type { Endpoint } from '../src/shared/endpoint.ts'
import { type PersonName, personNames } from '../test/support/people.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { cookies } from './calls.ts'
import { fillTasks } from './fill.ts'
import { fillRoutines } from './fill-routines.ts'
import { fillPeople, fillShift } from './fill-shift.ts'
import { fillThreads } from './fill-threads.ts'
import { record, type Statement } from './recording.ts'

/**
 * Prints each statement of an endpoint that reads, with its plan, on a database of its own with 100,000 tasks:
 *
 *     npm run bench -- explain tasks.list                     # the endpoint as `src/shared/api.ts` names it
 *     npm run bench -- explain 'tasks.list?sort=title' uli    # with a query, as a person in test/support/people.ts
 *     npm run bench -- explain /tasks/7/history 10000         # an address, with fewer tasks
 *     npm run bench -- explain /routines/1/occurrences 20000  # with 2,000 routines and 100,000 occurrences
 *     npm run bench -- explain shift.people marta             # with 5,000 people, and handovers
 *     npm run bench -- explain                                # every endpoint that reads and needs no id
 */
const words = process.argv.slice(2)
const isPerson = (word: string): word is PersonName => personNames.some((name) => name === word)
const isCount = (word: string) => /^\d+$/.test(word)
/** A god, unless a person is named: a god may read everything. */
const person = words.find(isPerson) ?? 'gita'
const count = Number(words.find(isCount) ?? 100_000)

const readable = Object.entries(api).flatMap(([noun, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { method, path }]) => method === 'GET' && !path.includes(':'))
    .map(([verb, { path }]): [string, string] => [`${noun}.${verb}`, path]),
)

/** The address that a word of the command line names. */
function addressOf(word: string) {
  if (word.startsWith('/')) return word
  const [name = '', query] = word.split('?')
  const path = new Map(readable).get(name)
  if (path === undefined) {
    const names = readable.map(([known]) => known).join(', ')
    throw new Error(
      `There is no endpoint ${name} that reads and needs no id. There are ${names}. Name others by their address, as /tasks/7/history.`,
    )
  }
  return query === undefined ? path : `${path}?${query}`
}

/** These are read with routines and their occurrences: 100,000 tasks more. */
const isAboutRoutines = (address: string) =>
  /^\/((analytics\/)?(routines|missed|sheet)|shift\/briefing|today\/department)/.test(address)
/** These are read with 5,000 people, and with 100,000 messages. */
const isAboutThreads = (address: string) => /^\/(threads|notifications\/unread-count)/.test(address)
/** These are read with 5,000 people, and with handovers. */
const isAboutShift = (address: string) =>
  /^\/(shift|handovers|analytics\/(shift|sheet)|today\/department)/.test(address)

const named = words.filter((word) => !isPerson(word) && !isCount(word))
const addresses = named.length > 0 ? named.map(addressOf) : readable.map(([, path]) => path)

/** The plan of a statement. It runs in a transaction that is rolled back, because the statement may write. */
async function explain({ pool }: BenchServer, { text, values }: Statement) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const shownText = (text: string) => text.trim().replace(/\s*\n\s*/g, '\n')
const shownValues = (values: unknown[]) => values.map((value, at) => `$${at + 1} = ${JSON.stringify(value)}`).join('\n')

async function explainAll(server: BenchServer) {
  console.log(`${count.toLocaleString('en-US')} tasks, read as ${person} …`)
  if (addresses.some((address) => isAboutShift(address) || isAboutThreads(address))) await fillPeople(server.pool)
  if (addresses.some(isAboutThreads)) await fillThreads(server.pool)
  await fillTasks(server.pool, count)
  if (addresses.some(isAboutRoutines)) await fillRoutines(server.pool)
  if (addresses.some(isAboutShift)) await fillShift(server.pool)
  await server.pool.query('vacuum (analyze) task_counts')
  const cookie = (await cookies(server, [person]))[person]
  const app = await buildApp(server.services)
  const statementsOf = async (address: string) => (await record(app, cookie, 'GET', `/api/v1${address}`)).steps.flat()
  // Every request reads its session, which is not the endpoint's work.
  const ofEveryRequest = new Set((await statementsOf('/auth/session')).map(({ text }) => text))
  for (const address of addresses) {
    const all = await statementsOf(address)
    const own = all.filter(
      ({ text }) => !ofEveryRequest.has(text) && /^\s*(\(|select|with|insert|update|delete)/i.test(text),
    )
    console.log(`\n=== GET /api/v1${address}, statements: ${own.length}`)
    for (const statement of own) {
      console.log(
        `\n${shownText(statement.text)}\n${shownValues(statement.values)}\n\n${await explain(server, statement)}`,
      )
    }
  }
  await app.close()
}

// `… | head` closes the pipe early. The program goes on, so that its database is removed.
process.stdout.on('error', () => {})
const server = await openBenchServer()
try {
  await explainAll(server)
} finally {
  await server.close()
}
