import pg from 'pg'
import { formOf } from '../../test/support/forms.ts'
import { pdfOf } from '../../test/support/pdfs.ts'
import { databaseIn } from '../../test/support/server-process.ts'

/** A hundred letters, as many as a name may have, with no place to break. */
const LONG_WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsversammlungsprotokoll'.slice(0, 100)
const LONG_TITLE =
  'Check every single room on floors two to nine for what the guests of the congress have left behind, write it down with room and name, and bring it to the desk before the evening shift begins at six sharp'.slice(
    0,
    200,
  )
const DAY = 86_400_000
const from = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const oneOf = <T>(all: readonly T[], n: number) => all[n % all.length] as T
const longTitle = (n: number) => oneOf([LONG_TITLE, LONG_WORD, `${LONG_WORD} ${LONG_WORD}`.slice(0, 200), 'Ice'], n)

/** Fills an empty Muster with more, and longer, than anybody has: through the API, save for hours long past. */
export async function overfill(address: string, cookie: string, dataDir: string) {
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', cookie }
    const reply = await fetch(`${address}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }

  const places: number[] = (
    await each(60, (n) => post('/departments', { name: `${LONG_WORD.slice(0, 96)} ${n}`, description: LONG_TITLE }))
  ).map(({ id }) => id)
  const people: string[] = (
    await each(300, (n) =>
      post('/users', {
        firstName: n % 4 ? oneOf(['Ana', 'Bo', 'Čestmír'], n) : `${LONG_WORD.slice(0, 97)}${n}`,
        lastName: n % 5 ? `Person ${n}` : LONG_WORD,
        email: `${n % 3 ? 'p' : 'a.very.long.address.of.somebody.with.many.names'}${n}@${n % 3 ? '' : 'department-of-everything.'}hotel.example`,
        role: oneOf(['user', 'manager', 'guest', 'admin', 'user', 'user'], n),
        departmentId: oneOf(places, n),
        password: 'overfull',
      }),
    )
  ).map(({ id }) => id)
  const projects: number[] = (
    await each(200, (n) =>
      post('/projects', {
        name: longTitle(n),
        description: `${LONG_TITLE} `.repeat(1 + (n % 6)),
        departmentId: oneOf(places, n),
        status: oneOf(['pending', 'in_progress', 'completed'], n),
      }),
    )
  ).map(({ id }) => id)

  const tags = numbers(20).map((n) => (n % 3 ? `tag ${n}` : `${LONG_WORD.slice(0, 37)} ${n}`))
  await each(400, (n) =>
    post('/tasks', {
      title: longTitle(n),
      description: `${LONG_TITLE}\n\n${LONG_WORD}${LONG_WORD}`,
      priority: oneOf(['high', 'medium', 'low'], n),
      status: oneOf(['pending', 'pending', 'in_progress', 'completed'], n >> 2),
      tags: tags.slice(0, n % 21),
      dueDate: n % 6 ? from(((n * 7) % 60) - 20) : null,
      departmentId: oneOf(places, n),
      projectId: n % 3 ? oneOf(projects, n) : null,
      assigneeId: n % 7 ? oneOf(people, n) : null,
    }),
  )
  await each(120, (n) => post('/reminders', { title: longTitle(n), description: LONG_TITLE, nextRun: from(-1) }))
  await each(80, (n) =>
    post('/reminders', {
      title: longTitle(n),
      description: `${LONG_TITLE} ${LONG_WORD}`,
      nextRun: from(1 + n),
      cronRule: '*/15 8-18 1,15 1-6,9-12 mon-fri',
      ...oneOf(
        [{ departmentId: oneOf(places, n) }, { userId: oneOf(people, n) }, { departmentId: null, userId: null }],
        n,
      ),
    }),
  )
  await each(20, (n) =>
    post('/feedback', { rating: 1 + (n % 5), category: 'Something is broken', comment: LONG_TITLE }),
  )
  await each(200, async (n) => {
    const fields = {
      title: longTitle(n),
      departmentId: String(n % 4 ? oneOf(places, n >> 3) : ''),
      version: '2026.11-revision-7',
    }
    const { headers, payload } = formOf(fields, { content: pdfOf({ pages: [LONG_TITLE, `Page two\n${LONG_WORD}`] }) })
    const reply = await fetch(`${address}/api/v1/sops`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: new Uint8Array(payload),
    })
    if (!reply.ok) throw new Error(`/sops: ${reply.status} ${await reply.text()}`)
  })
  await fillHours(databaseIn(dataDir))
}

/** Everybody clocked in and out each hour of today and yesterday, once slept on the clock, and a third are on it still. */
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

/** Does something so many times, a few at a time. */
async function each<T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      const n = next++
      done[n] = await act(n)
    }
  }
  await Promise.all(numbers(6).map(work))
  return done
}
