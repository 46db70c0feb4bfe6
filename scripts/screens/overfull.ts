import pg from 'pg'
import { MAX_KIOSKS } from '../../src/shared/kiosks.ts'
import { scopes } from '../../src/shared/token-scopes.ts'
import { MAX_TOKENS } from '../../src/shared/tokens.ts'
import { MAX_WEBHOOK_URL, MAX_WEBHOOKS, webhookTypes } from '../../src/shared/webhooks.ts'
import { formOf } from '../../test/support/forms.ts'
import { pdfOf } from '../../test/support/pdfs.ts'
import { databaseIn } from '../../test/support/server-process.ts'

/** A hundred letters, the maximum of a name, with no place to break a line. */
const LONG_WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsversammlungsprotokoll'.slice(0, 100)
const LONG_TITLE =
  'Check every single room on floors two to nine for what the guests of the congress have left behind, write it down with room and name, and bring it to the desk before the evening shift begins at six sharp'.slice(
    0,
    200,
  )
const DAY = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const oneOf = <T>(all: readonly T[], n: number) => all[n % all.length] as T
const longTitle = (n: number) => oneOf([LONG_TITLE, LONG_WORD, `${LONG_WORD} ${LONG_WORD}`.slice(0, 200), 'Ice'], n)

/** Fills an empty Muster with more and longer data than anyone has. It uses the API, except for hours in the past. */
export async function overfill(address: string, cookie: string, dataDir: string) {
  const post = async (path: string, body: BodyInit, headers: Record<string, string>) => {
    const reply = await fetch(`${address}/api/v1${path}`, { method: 'POST', headers: { ...headers, cookie }, body })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const postJson = (path: string, body: unknown) =>
    post(path, JSON.stringify(body), { 'content-type': 'application/json' })

  const departments = await createDepartments(postJson)
  const people = await createPeople(postJson, departments)
  await createWork(postJson, departments, people)
  await createReminders(postJson, departments, people)
  await repeat(20, (n) =>
    postJson('/feedback', { rating: 1 + (n % 5), category: 'Something is broken', comment: LONG_TITLE }),
  )
  await repeat(200, (n) => {
    const fields = {
      title: longTitle(n),
      departmentId: String(n % 4 ? oneOf(departments, n >> 3) : ''),
      version: '2026.11-revision-7',
    }
    const { headers, payload } = formOf(fields, { content: pdfOf({ pages: [LONG_TITLE, `Page two\n${LONG_WORD}`] }) })
    return post('/sops', new Uint8Array(payload), headers)
  })
  await createPrograms(postJson)
  await fillHours(databaseIn(dataDir))
  await fillKiosks(databaseIn(dataDir))
}

type PostJson = (path: string, body: unknown) => Promise<{ id: never }>

async function createDepartments(postJson: PostJson): Promise<number[]> {
  const created = await repeat(60, (n) =>
    postJson('/departments', { name: `${LONG_WORD.slice(0, 96)} ${n}`, description: LONG_TITLE }),
  )
  return created.map(({ id }) => id)
}

async function createPeople(postJson: PostJson, departments: number[]): Promise<string[]> {
  const created = await repeat(300, (n) =>
    postJson('/users', {
      firstName: n % 4 ? oneOf(['Ana', 'Bo', 'Čestmír'], n) : `${LONG_WORD.slice(0, 97)}${n}`,
      lastName: n % 5 ? `Person ${n}` : LONG_WORD,
      email: `${n % 3 ? 'p' : 'a.very.long.address.of.somebody.with.many.names'}${n}@${n % 3 ? '' : 'department-of-everything.'}hotel.example`,
      role: oneOf(['user', 'manager', 'guest', 'admin', 'user', 'user'], n),
      departmentId: oneOf(departments, n),
      password: 'overfull',
    }),
  )
  return created.map(({ id }) => id)
}

/** Creates projects and their tasks. */
async function createWork(postJson: PostJson, departments: number[], people: string[]) {
  const projects = await repeat(200, (n) =>
    postJson('/projects', {
      name: longTitle(n),
      description: `${LONG_TITLE} `.repeat(1 + (n % 6)),
      departmentId: oneOf(departments, n),
      status: oneOf(['pending', 'in_progress', 'completed'], n),
    }),
  )
  const tags = numbers(20).map((n) => (n % 3 ? `tag ${n}` : `${LONG_WORD.slice(0, 37)} ${n}`))
  await repeat(400, (n) =>
    postJson('/tasks', {
      title: longTitle(n),
      description: `${LONG_TITLE}\n\n${LONG_WORD}${LONG_WORD}`,
      priority: oneOf(['high', 'medium', 'low'], n),
      status: oneOf(['pending', 'pending', 'in_progress', 'completed'], n >> 2),
      tags: tags.slice(0, n % 21),
      dueDate: n % 6 ? daysFromNow(((n * 7) % 60) - 20) : null,
      departmentId: oneOf(departments, n),
      projectId: n % 3 ? oneOf(projects, n).id : null,
      assigneeId: n % 7 ? oneOf(people, n) : null,
    }),
  )
}

async function createReminders(postJson: PostJson, departments: number[], people: string[]) {
  await repeat(120, (n) =>
    postJson('/reminders', { title: longTitle(n), description: LONG_TITLE, nextRun: daysFromNow(-1) }),
  )
  await repeat(80, (n) => {
    const recipients = [
      { departmentId: oneOf(departments, n) },
      { userId: oneOf(people, n) },
      { departmentId: null, userId: null },
    ]
    return postJson('/reminders', {
      title: longTitle(n),
      description: `${LONG_TITLE} ${LONG_WORD}`,
      nextRun: daysFromNow(1 + n),
      cronRule: '*/15 8-18 1,15 1-6,9-12 mon-fri',
      ...oneOf(recipients, n),
    })
  })
}

/** As many tokens as a person may have, and webhooks whose addresses are as long as they may be. */
async function createPrograms(postJson: PostJson) {
  await repeat(MAX_TOKENS, (n) =>
    postJson('/tokens', { name: `${LONG_WORD.slice(0, 56)} ${n}`, scopes: scopes.slice(n % 3), expire: null }),
  )
  await repeat(MAX_WEBHOOKS, (n) =>
    postJson('/webhooks', {
      name: longTitle(n).slice(0, 100),
      url: `https://hooks.hotel.example/${n}/`.padEnd(n % 2 ? MAX_WEBHOOK_URL : 60, 'long-address-'),
      types: webhookTypes.slice(n % 5),
    }),
  )
}

/** As many kiosks as there may be. They are written directly: making one signs the browser out. */
async function fillKiosks(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into kiosks (name, department_id, token_hash, created_by, created_at)
     select left($1, 95) || ' ' || n, (select id from departments order by id limit 1 offset n % 7),
       encode(sha256(n::text::bytea), 'hex'), (select id from users limit 1), now() from generate_series(1, $2::int) as n`,
    [LONG_WORD, MAX_KIOSKS],
  )
  await client.end()
}

/** Everybody clocked in and out each hour of two days, once forgot it, and a third are still clocked in. */
async function fillHours(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
    select u.id, u.department_id, t, t + interval '38 minutes', 38, 'completed'
    from users u, generate_series(date_trunc('day', now()) - interval '1 day', now() - interval '2 hours', '1 hour') t
    union all
    select u.id, u.department_id, t, t + interval '30 hours', 1800, 'completed'
    from users u, (select date_trunc('day', now()) - interval '4 days' as t) d`)
  await client.query(`
    insert into clock_sessions (user_id, department_id, start_time, status)
    select id, department_id, now() - interval '50 minutes', 'active' from users where email like 'p%' or department_id is null`)
  await client.end()
}

/** Calls the function `count` times, six at a time. Returns the results in order. */
async function repeat<T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const runLane = async () => {
    while (next < count) {
      const n = next++
      results[n] = await call(n)
    }
  }
  await Promise.all(numbers(6).map(runLane))
  return results
}
