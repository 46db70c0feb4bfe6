import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { hashOfSecret } from '../../src/server/credentials/secrets.ts'
import { dashboardApi } from '../../src/shared/dashboard.ts'
import { IDEMPOTENCY_HEADER } from '../../src/shared/idempotency.ts'
import { rankOf, roles } from '../../src/shared/permissions.ts'
import { BOARD_PAGE } from '../../src/shared/task-query.ts'
import { type Board, type Task, type TaskPage, tasksApi } from '../../src/shared/tasks.ts'
import { todayApi } from '../../src/shared/today.ts'
import { callEndpoint } from '../../src/web/api/call-endpoint.ts'
import { registerPatches } from '../../src/web/live/reply-patches.ts'
import { duePatches, todayPatches } from '../../src/web/live/today-changes.ts'
import { openCommitCutter } from './commit-cutter.ts'
import { FollowingPage, type Person, type Read, type Received, readAs, type SeenTask } from './following-page.ts'
import { openPage } from './live-page.ts'
import { type Hotel, isTrue, pick, Writers, type Written } from './random-writers.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { diceOf, transportTo } from './writers.ts'

registerPatches('tasks', [...todayPatches, ...duePatches])

/** Pages follow by messages alone while people write and servers fail: do they show the API's state? */

export interface ConsistencyOptions {
  /** A migrated database without rows. */
  url: string
  /** An empty folder for the servers. */
  dataDir: string
  program?: string[]
  servers: number
  /** On each server. */
  pages: number
  writes: number
  /** How often a server is killed, and connections to the database are cut. */
  kills: number
  cuts: number
  /** How often a write whose answer was lost is repeated by its key. */
  repeats: number
  /** Due dates that are set lie at most so many milliseconds ahead. */
  dueWithin: number
  seed: number
  log?(line: string): void
}

export interface ConsistencyReport extends Written {
  kills: number
  cuts: number
  pages: number
  pictures: number
  /** Things that pages show and the API does not give, a text for each. */
  differences: string[]
  /** Rows received by people who may not see them. */
  foreign: string[]
  received: Received
  /** The page with the most changes read again. */
  mostReadAgain: Received
  repeated: number
  announced: number
  seconds: number
}

const TIME_ZONE = 'Europe/Berlin'
const FIRST_TASKS = 150
const QUIET_WITHIN = 120_000
const EQUAL_WITHIN = 20_000

/** Runs the trial. Whether the promise was kept is for `isConsistent` to say. */
export async function tryConsistency(options: ConsistencyOptions): Promise<ConsistencyReport> {
  const begun = performance.now()
  const dice = diceOf(options.seed)
  const { url, log } = options
  const database = new pg.Pool({ connectionString: url, max: 3, application_name: 'looking on' })
  database.on('error', () => {})
  const hotel = await furnish(database)
  const group = await startServers(options)
  let pages: FollowingPage[] = []
  const report: ConsistencyReport = {
    ...{ writes: 0, refused: 0, unanswered: 0, kills: 0, cuts: 0, pages: 0, pictures: 0 },
    ...{ differences: [], foreign: [], repeated: 0, announced: 0, seconds: 0 },
    ...{ received: noneReceived(), mostReadAgain: noneReceived() },
  }
  try {
    const people = [...hotel.staff, ...hotel.movers]
    const writer = new Writers(hotel, group.any, dice, report, () => pages, options.dueWithin)
    await writer.fill(FIRST_TASKS)
    const boards = new Map<string, Board>()
    for (const person of people) {
      const { reply } = await readAs(group.any(), person.cookie, { name: 'board', endpoint: tasksApi.board, query: {} })
      boards.set(person.id, reply as Board)
    }
    pages = Array.from({ length: options.pages * options.servers }, (_, at) => {
      const person = people[at % people.length] as Person
      const reads = readsOf(person, hotel, boards.get(person.id) as Board, at, dice)
      return new FollowingPage(person, reads, TIME_ZONE, group.any)
    })
    report.pages = pages.length
    await untilQuiet(pages)
    log?.(`${pages.length} pages are open after ${secondsSince(begun)}`)

    const writing = writer.write(options.writes)
    // After a random number of writes each, the last of them near the end.
    const after = (times: number) =>
      Array.from({ length: times }, (_, at) => (at === 0 ? 0.85 : dice() * 0.9) * options.writes).sort((a, b) => a - b)
    const [kills, cuts] = [after(options.kills), after(options.cuts)]
    while (kills.length > 0 || cuts.length > 0) {
      await sleep(20)
      if (report.writes >= (kills[0] ?? Number.POSITIVE_INFINITY)) {
        kills.shift()
        await group.killOne(dice)
        report.kills += 1
        log?.(`${report.writes} writes, ${report.kills} kills, ${report.cuts} cuts after ${secondsSince(begun)}`)
      }
      if (report.writes >= (cuts[0] ?? Number.POSITIVE_INFINITY)) {
        cuts.shift()
        await cutConnections(database, dice)
        report.cuts += 1
      }
    }
    await writing
    await group.allReady()
    await sleep(options.dueWithin)
    await untilQuiet(pages)
    log?.(`Quiet after ${secondsSince(begun)}; comparing`)
    report.pictures = pages.reduce((sum, { shown }) => sum + shown.length, 0)
    report.differences = await differencesOf(pages, group.any)
    await lookForForeign(pages, hotel, database, report)
    for (const { received } of pages) {
      for (const name of Object.keys(received) as (keyof Received)[]) report.received[name] += received[name]
      if (received.readAgain > report.mostReadAgain.readAgain) report.mostReadAgain = received
    }
    for (const page of pages) page.close()
    await repeatByKey(options, hotel, group, report)
    return { ...report, seconds: Math.round((performance.now() - begun) / 1_000) }
  } finally {
    for (const page of pages) page.close()
    await group.close()
    await database.end()
  }
}

/** Whether a report keeps the promise. */
export const isConsistent = ({ differences, foreign, repeated, announced, pictures }: ConsistencyReport) =>
  pictures > 0 && differences.length === 0 && foreign.length === 0 && announced === repeated

const noneReceived = (): Received => ({ patched: 0, caughtUp: 0, readAgain: 0, everything: 0 })
const secondsSince = (begun: number) => `${Math.round((performance.now() - begun) / 1_000)} s`

/** Servers on one database, which can be killed and start again on another port. */
async function startServers({ url, dataDir, program, servers: count }: ConsistencyOptions) {
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, TIME_ZONE, LOG_LEVEL: 'fatal' }
  const servers: ServerProcess[] = []
  const addresses: (string | undefined)[] = []
  let isOver = false
  /** Starts it until it is ready, as a supervisor does: a start may be cut off from the database. */
  const start = async (at: number): Promise<void> => {
    const server = startServer(settings, program)
    servers[at] = server
    try {
      addresses[at] = await server.ready
    } catch {
      await sleep(200)
      if (!isOver) await start(at)
    }
  }
  let starting = Promise.all(Array.from({ length: count }, (_, at) => start(at)))
  await starting
  let turn = 0
  return {
    /** The address of the next server that is ready, as a balancer chooses it. */
    any() {
      const ready = addresses.filter((address) => address !== undefined)
      turn += 1
      return ready[turn % ready.length] ?? 'http://127.0.0.1:9'
    },
    /** Kills one that is ready, once another one is too, and starts it again. */
    async killOne(dice: () => number) {
      while (count > 1 && addresses.filter(Boolean).length < 2) await sleep(50)
      const at = pick(
        [...addresses.keys()].filter((each) => addresses[each] !== undefined),
        dice,
      )
      const server = servers[at]
      if (!server) return
      addresses[at] = undefined
      server.child.kill('SIGKILL')
      await server.ended
      starting = Promise.all([starting, start(at)]).then(() => [])
    },
    allReady: () => starting,
    async close() {
      isOver = true
      for (const { child } of servers) child.kill('SIGKILL')
      await Promise.all(servers.map(({ ended }) => ended))
    },
  }
}
type Group = Awaited<ReturnType<typeof startServers>>

/** Cuts connections of the servers to the database: the one for live changes of some, or a third of all. */
async function cutConnections(database: pg.Pool, dice: () => number) {
  // A connection that this program opens just now has no name yet.
  const which = isTrue(0.5, dice)
    ? `application_name = 'muster live'`
    : `application_name like 'muster%' and random() < 0.3`
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and ${which}`,
  )
}

async function furnish(database: pg.Pool): Promise<Hotel> {
  const names = ['Housekeeping', 'Maintenance', 'Kitchen']
  const { rows: departments } = await database.query<{ id: number }>(
    'insert into departments (name, folded_name) select name, lower(name) from unnest($1::text[]) as name returning id',
    [names],
  )
  const ids = departments.map(({ id }) => id)
  const put = async (role: Person['role'], departmentId: number | null, name: string): Promise<Person> => {
    const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')]
    await database.query(
      `insert into users (id, email, password_hash, first_name, last_name, folded_name, role, department_id)
       values ($1, $2, 'none', $3, 'Person', $6, $4, $5)`,
      [id, `${name}@hotel.example`, name, role, departmentId, `${name} person`],
    )
    await database.query(
      `insert into sessions (sid, user_id, expire, sess) values ($1, $2, now() + interval '7 days', '{}')`,
      [hashOfSecret(token), id],
    )
    return { id, role, departmentId, cookie: `muster.sid=${token}` }
  }
  const staff: Person[] = []
  for (const role of roles) {
    for (const departmentId of [...ids, null]) staff.push(await put(role, departmentId, `${role}${departmentId ?? ''}`))
  }
  const movers = [await put('user', ids[0] ?? null, 'mover1'), await put('manager', ids[1] ?? null, 'mover2')]
  const owner = staff.at(-1)?.id
  const { rows: projects } = await database.query<{ id: number }>(
    `insert into projects (name, owner_id) values ('Roof', $1), ('Garden', $1) returning id`,
    [owner],
  )
  return { departments: ids, projects: projects.map(({ id }) => id), staff, movers }
}

/**
 * The content of a page: a board, filtered boards and lists, figures, an open task. Some show a table or further pages.
 */
function readsOf(
  { departmentId, role, id }: Person,
  hotel: Hotel,
  board: Board,
  at: number,
  dice: () => number,
): Read[] {
  const seen = Object.values(board).flatMap(({ tasks }) => tasks)
  const task = pick(seen, dice) as Task | undefined
  const ofDepartment = rankOf(role) >= rankOf('manager') ? pick(hotel.departments, dice) : departmentId
  const list = (name: string, query: object): Read => ({ name, endpoint: tasksApi.list, query })
  const isSome = (every: number) => at % every === 0
  const { next } = board.pending
  const newest = { sort: 'createdAt', order: 'desc' }
  return [
    { name: 'board', endpoint: tasksApi.board, query: {} },
    { name: 'urgent board', endpoint: tasksApi.board, query: { priority: 'high' } },
    list('newest', { limit: 100 }),
    list('overdue', { status: 'overdue', limit: 40 }),
    { name: 'figures', endpoint: dashboardApi.metrics, query: {} },
    { name: 'due', endpoint: dashboardApi.due, query: {} },
    { name: 'today', endpoint: todayApi.read, query: {} },
    ...(ofDepartment ? [list('count', { limit: 1, departmentId: ofDepartment })] : []),
    ...(task ? [{ name: 'task', endpoint: tasksApi.get, params: { id: task.id } }] : []),
    ...(isSome(4) ? [list('mine', { assigneeId: id })] : []),
    ...(isSome(5) && next ? [list('next page', { status: 'pending', ...newest, limit: BOARD_PAGE, after: next })] : []),
    ...(isSome(15) ? [list('by due date', { sort: 'dueDate', limit: 30 })] : []),
    ...(isSome(15) ? [list('second page', { limit: 30, offset: 30 })] : []),
  ]
}

/** Waits until all pages have heard everything and have made their reads. */
export async function untilQuiet(pages: FollowingPage[]) {
  const deadline = performance.now() + QUIET_WITHIN
  // Each server looks into the log once a second.
  await sleep(1_500)
  for (;;) {
    await Promise.all(pages.map((page) => page.hasHeard()))
    const loud = pages.filter((page) => !page.isQuiet())
    if (loud.length === 0) return
    if (performance.now() > deadline) throw new Error(`${loud.length} pages are not quiet after ${QUIET_WITHIN} ms`)
    await sleep(100)
  }
}

/** The differences between the pages and the API now. Changes that are under way may still arrive for a while. */
export async function differencesOf(pages: FollowingPage[], address: () => string): Promise<string[]> {
  const given = new Map<string, unknown>()
  for (const { person, shown } of pages) {
    for (const read of shown) {
      const key = keyOf(person, read)
      if (!given.has(key)) given.set(key, (await readAs(address(), person.cookie, read)).reply)
    }
  }
  const deadline = performance.now() + EQUAL_WITHIN
  for (;;) {
    const differences = pages.flatMap(({ person, shown }, at) =>
      shown.flatMap((read) => {
        const difference = differenceOf(read, given.get(keyOf(person, read)))
        return difference ? [`page ${at}, ${person.role} of ${person.departmentId}, ${read.name}: ${difference}`] : []
      }),
    )
    if (differences.length === 0 || performance.now() > deadline) return differences
    await sleep(500)
  }
}

const keyOf = ({ id }: Person, { name, params, query }: Read) => JSON.stringify([id, name, params, query])

/** How a reply differs from the one that the API gives now; undefined when both show the same. */
function differenceOf({ endpoint, reply, query }: Read & { reply: unknown }, given: unknown): string | undefined {
  if (typeof reply === 'number' || typeof given === 'number') return reply === given ? undefined : `${reply}, ${given}`
  if (endpoint === tasksApi.board) {
    const names = Object.keys(given as Board) as (keyof Board)[]
    const found = names.map((name) => pageDifference((reply as Board)[name], (given as Board)[name], true))
    return found.find((each) => each)
  }
  // A page of a column may have more rows, or fewer, than it would be read with now.
  if (endpoint === tasksApi.list) {
    return pageDifference(reply as TaskPage, given as TaskPage, query !== undefined && 'after' in query)
  }
  return isDeepStrictEqual(reply, given) ? undefined : `${JSON.stringify(reply)} instead of ${JSON.stringify(given)}`
}

function pageDifference(reply: TaskPage, given: TaskPage, isElastic: boolean): string | undefined {
  if (reply.total !== given.total) return `total ${reply.total} instead of ${given.total}`
  const [shown, real] = [reply.tasks, given.tasks]
  if (!isElastic && shown.length !== real.length) return `${shown.length} rows instead of ${real.length}`
  for (const [at, task] of shown.entries()) {
    const other = real[at]
    if (other && !isDeepStrictEqual(task, other)) {
      return `row ${at} is ${JSON.stringify(task)} instead of ${JSON.stringify(other)}`
    }
  }
  if (shown.length < real.length && reply.next === null) return `ends after ${shown.length} rows of ${real.length}`
  if (shown.length > real.length && given.next === null) return `${shown.length} rows, only ${real.length} exist`
  if (!isElastic && shown.length > 1 && (reply.next === null) !== (given.next === null)) return `next is ${reply.next}`
  return undefined
}

/** Whether anybody whose access never changed has received a task that they could not see. */
async function lookForForeign(pages: FollowingPage[], hotel: Hotel, database: pg.Pool, report: ConsistencyReport) {
  const { rows } = await database.query<{ id: number; creator: string }>('select id, creator_id as creator from tasks')
  const creators = new Map(rows.map(({ id, creator }) => [id, creator]))
  for (const { person, foreign } of pages) {
    if (hotel.movers.includes(person) || rankOf(person.role) >= rankOf('manager')) continue
    const unseen = foreign.filter(({ id }: SeenTask) => creators.get(id) !== person.id)
    report.foreign.push(...unseen.map((task) => `${person.role} of ${person.departmentId}: ${JSON.stringify(task)}`))
  }
}

/** Loses the answer to a commit, repeats the write by its key, and waits for its news on another server. */
async function repeatByKey(
  { url, dataDir, program, repeats }: ConsistencyOptions,
  hotel: Hotel,
  group: Group,
  report: ConsistencyReport,
) {
  if (repeats === 0) return
  const cutter = await openCommitCutter(url)
  const settings = { DATABASE_URL: cutter.url, DATA_DIR: dataDir, TIME_ZONE, LOG_LEVEL: 'fatal' }
  const server = startServer(settings, program)
  try {
    const address = await server.ready
    const [writer, reader] = hotel.staff.slice(-2) as [Person, Person]
    const page = await openPage(group.any(), { cookie: reader.cookie })
    page.send({ type: 'auth', userId: reader.id })
    await page.receives('auth_success')
    for (let at = 0; at < repeats; at += 1) {
      const headers = { [IDEMPOTENCY_HEADER]: randomUUID() }
      const title = `Repeated ${at}`
      const send = () => callEndpoint(transportTo(address, writer), tasksApi.create, { body: { title } }, headers)
      const wasCut = cutter.cutNext()
      const first = send().then(
        () => 'answered',
        () => 'lost',
      )
      await wasCut
      // Another transaction of the server may have been cut: then this is no trial.
      if ((await first) === 'answered') {
        at -= 1
        continue
      }
      report.repeated += 1
      const { id } = await untilAnswered(send)
      if (await hears(page, id)) report.announced += 1
    }
    page.socket.terminate()
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    cutter.close()
  }
}

async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch {
      await sleep(100)
    }
  }
}

async function hears(page: Awaited<ReturnType<typeof openPage>>, id: number) {
  try {
    while ((await page.receives('change')).data.id !== id);
    return true
  } catch {
    return false
  }
}
