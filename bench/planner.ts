import type { Locator, Page } from '@playwright/test'
import { ensureBuilt } from '../scripts/build.mjs'
import { daysLater, weekOf } from '../src/shared/time/time.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { heapOf, openBrowser, signIn } from './chromium.ts'
import { startMuster } from './programs.ts'
import { median, table } from './report.ts'

/**
 * Measures the roster of 500 people in one department over four weeks, with 10,000 planned shifts and 18 weeks of
 * hours: `npm run bench -- planner`. First the calls, among them a publish of 500 changed shifts, then the page in
 * Chromium. `npm run bench -- planner call` measures the calls alone.
 */
const PEOPLE = 500
const ROUNDS = 9
const WEEKS = 4
/** In the second week, for people to take. */
const OPEN_SHIFTS = 50
/** Shifts of 25 people in four weeks. */
const PUBLISHED = 500
const FRAMES = 240

const [{ date: monday = '' } = {}] = weekOf(Date.now(), 'Europe/Berlin')
const days = { from: monday, to: daysLater(monday, WEEKS * 7 - 1) }

/** Five shifts a week for each person, published, one in twenty changed since; 18 weeks of hours, with breaks. */
async function fill({ pool, fixtures }: BenchServer) {
  const department = fixtures.departments.Housekeeping
  await pool.query(
    `insert into users (id, email, password_hash, first_name, last_name, folded_name, department_id)
    select gen_random_uuid(), 'planned' || n || '@hotel.example', '', 'Person', n::text, 'person ' || n, $1
    from generate_series(1, $2::int) as n`,
    [department, PEOPLE],
  )
  await pool.query(
    `with shift as (
      select users.id as user_id, (($1::date + week * 7 + day) + time '06:00' + n % 3 * interval '8 hours')
        at time zone 'Europe/Berlin' as at, n
      from (select id, row_number() over (order by email)::int as n from users where email like 'planned%') as users
        cross join generate_series(0, $2::int - 1) as week cross join generate_series(0, 4) as day
    )
    insert into planned_shifts (department_id, user_id, start_time, end_time, break_minutes, title, published_user_id,
      published_start_time, published_end_time, published_break_minutes, published_title, published_version, published_at)
    select $3, user_id, at, at + interval '8 hours', 30, case when n % 4 = 0 then 'Lobby' end, user_id,
      at + case when n % 20 = 0 then interval '1 hour' else interval '0' end, at + interval '8 hours', 30,
      case when n % 4 = 0 then 'Lobby' end, 1, now()
    from shift`,
    [monday, WEEKS, department],
  )
  await pool.query(
    `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
    select id, $2, at, at + interval '8 hours', 480, 'completed'
    from users cross join generate_series(1, 18) as week cross join generate_series(0, 4) as day
      cross join lateral (select ($1::date - week * 7 + day) + time '06:00' as at) as time
    where email like 'planned%'`,
    [monday, department],
  )
  await pool.query(`
    insert into breaks (session_id, start_time, end_time, is_paid)
    select id, start_time + interval '4 hours', start_time + interval '270 minutes', false from clock_sessions
    where end_time is not null`)
  // Uli works five days, and the department has open shifts that his week shows.
  await pool.query(
    `with shift as (
      select case when n <= 5 then $1::uuid end as user_id,
        ($2::date + n % 7 + case when n <= 5 then time '06:00' else time '14:00' end) at time zone 'Europe/Berlin' as at
      from generate_series(1, 5 + $3::int) as n
    )
    insert into planned_shifts (department_id, user_id, start_time, end_time, published_user_id, published_start_time,
      published_end_time, published_break_minutes, published_version, published_at)
    select $4, user_id, at, at + interval '8 hours', user_id, at, at + interval '8 hours', 0, 1, now() from shift`,
    [fixtures.people.uli.id, daysLater(monday, 7), OPEN_SHIFTS, department],
  )
  await pool.query('vacuum (analyze) users, planned_shifts, clock_sessions, breaks')
}

/** Measures a call some times, and gives its row of the table. `prepare` runs before each, unmeasured. */
async function measured(
  { statements }: BenchServer,
  name: string,
  call: () => Promise<string>,
  prepare = async (): Promise<unknown> => undefined,
) {
  for (let round = 0; round < 3; round += 1) {
    await prepare()
    await call()
  }
  const times: number[] = []
  const processor: number[] = []
  let [bytes, ran] = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    await prepare()
    const before = await statements()
    const [began, used] = [performance.now(), process.cpuUsage()]
    bytes = Buffer.byteLength(await call())
    const { user, system } = process.cpuUsage(used)
    times.push(performance.now() - began)
    processor.push((user + system) / 1000)
    // The statement that counts is one, too.
    ran += (await statements()) - before - 1
  }
  return [
    name,
    median(times).toFixed(0),
    median(processor).toFixed(0),
    (bytes / 1e6).toFixed(3),
    (ran / ROUNDS).toFixed(0),
  ]
}

async function measureCalls(server: BenchServer) {
  const departmentId = server.fixtures.departments.Housekeeping
  const address = (from: string, to: string) => `/roster?from=${from}&to=${to}&departmentId=${departmentId}`
  const signIn = await server.serve()
  const [planner, uli] = [await signIn('gita'), await signIn('uli')]
  const rows = [
    await measured(server, 'the roster of 4 weeks', () => planner('GET', address(monday, days.to))),
    await measured(server, 'of a week', () => planner('GET', address(monday, daysLater(monday, 6)))),
    await measured(server, 'a week, for colleagues', () => uli('GET', address(monday, daysLater(monday, 6)))),
    await measured(server, 'my week, with open shifts', () => uli('GET', `/roster/me?week=${daysLater(monday, 7)}`)),
    await measureCandidates(server, planner),
    ...(await measurePublish(server, planner)),
  ]
  return table(['Call', 'ms', 'Processor, ms', 'MB', 'Statements'], rows)
}

/** Judges the 500 people of the department for one of its open shifts. */
async function measureCandidates(
  { pool, ...server }: BenchServer,
  planner: (...call: [string, string]) => Promise<string>,
) {
  const { rows } = await pool.query<{ id: number }>(
    `select id from planned_shifts where published_user_id is null and start_time > now() order by start_time, id limit 1`,
  )
  const call = () => planner('GET', `/roster/shifts/${rows[0]?.id}/candidates`)
  return measured({ pool, ...server }, 'candidates for an open shift', call)
}

/** Publishes 500 changed shifts of 25 people, and previews that. No change is late. */
async function measurePublish(server: BenchServer, planner: (...call: [string, string, unknown?]) => Promise<string>) {
  const departmentId = server.fixtures.departments.Housekeeping
  const ahead = { from: daysLater(days.to, 1), to: daysLater(days.to, WEEKS * 7) }
  // As the four weeks before them, and moved by an hour before each publish.
  await server.pool.query(
    `insert into planned_shifts (department_id, user_id, start_time, end_time, break_minutes, published_user_id,
      published_start_time, published_end_time, published_break_minutes, published_version, published_at)
    select department_id, user_id, start_time + interval '28 days', end_time + interval '28 days', 30, user_id,
      start_time + interval '28 days', end_time + interval '28 days', 30, 1, now()
    from planned_shifts where published_start_time <> start_time`,
  )
  let hours = 1
  const move = () => {
    hours = -hours
    return server.pool.query(
      `update planned_shifts set start_time = start_time + $1::int * interval '1 hour', updated_at = clock_timestamp()
      where start_time >= $2::timestamp at time zone 'Europe/Berlin' and published_version is not null`,
      [hours, ahead.from],
    )
  }
  const query = `from=${ahead.from}&to=${ahead.to}&departmentId=${departmentId}`
  const preview = () => planner('GET', `/roster/publish-preview?${query}`)
  await move()
  const previewed = await measured(server, 'preview of 500 changed shifts', preview)
  await move()
  let expected = ''
  const prepare = async () => {
    await move()
    const seen = JSON.parse(await preview())
    if (seen.changed !== PUBLISHED) throw new Error(`${seen.changed} shifts have changed`)
    expected = seen.expected
  }
  return [
    previewed,
    await measured(
      server,
      'publish of 500 changed shifts',
      () => planner('POST', '/roster/publish', { departmentId, ...ahead, expected }),
      prepare,
    ),
  ]
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** When it began, and its processor time, in microseconds. */
  ts: number
  tdur?: number
}

/**
 * The processor time of the longest task of the page while something is done, in ms. Other work of the machine makes
 * a task seem longer, but hardly costs it processor time.
 */
async function longestTask(page: Page, act: () => Promise<void>) {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await page.evaluate(() => performance.mark('act-begins'))
  await act()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
  const began = traceEvents.find(({ name }) => name === 'act-begins')
  if (!began) throw new Error('The trace does not say when it began')
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts }) => name.endsWith('RunTask') && pid === began.pid && tid === began.tid && ts >= began.ts,
  )
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

/** Where an element stands, once it does: rows are drawn beside the scrolling. */
async function boxOf(element: Locator) {
  for (let tries = 0; tries < 100; tries += 1) {
    const box = await element.boundingBox()
    if (box) return box
    await element.page().evaluate(() => new Promise(requestAnimationFrame))
  }
  throw new Error('There is no shift to drag')
}

async function measurePage(server: BenchServer) {
  const muster = await startMuster(server.folder, {
    DATABASE_URL: server.url,
    DATA_DIR: server.folder,
    TIME_ZONE: 'Europe/Berlin',
  })
  const browser = await openBrowser(muster.origin)
  try {
    const page = await browser.page()
    await signIn(page, 'marta')
    const began = performance.now()
    await page.goto(`/roster?week=${monday}&weeks=4`)
    const grid = page.getByRole('grid')
    await grid.getByRole('gridcell').first().waitFor()
    await page.getByText('Person 1', { exact: true }).waitFor()
    const opened = performance.now() - began
    const scroller = page.locator('[data-roster-scroller]')
    let frames: number[] = []
    const scrolling = await longestTask(page, async () => {
      frames = await scroller.evaluate(async (element, count) => {
        const gaps: number[] = []
        let last = await new Promise<number>(requestAnimationFrame)
        const step = (element.scrollHeight - element.clientHeight) / count
        for (let frame = 0; frame < count; frame += 1) {
          element.scrollTop += step
          const now = await new Promise<number>(requestAnimationFrame)
          gaps.push(now - last)
          last = now
        }
        return gaps.sort((a, b) => a - b)
      }, FRAMES)
    })
    const rowsDrawn = await grid.getByRole('row').count()
    const heap = await heapOf(page)
    await scroller.evaluate((element) => {
      element.scrollTop = 0
    })
    const block = grid.getByRole('row').nth(4).getByRole('button').first()
    const box = await boxOf(block)
    const dragging = await longestTask(page, async () => {
      await page.mouse.move(box.x + 8, box.y + 8)
      await page.mouse.down()
      for (let step = 0; step < 60; step += 1) await page.mouse.move(box.x + 8 + step * 5, box.y + 8 + step * 4)
      await page.mouse.up()
    })
    return table(
      ['People', 'Opened, s', 'Rows drawn', 'Frame p95, ms', 'Longest task scrolling', 'dragging', 'Heap MB'],
      [
        [
          String(PEOPLE),
          (opened / 1000).toFixed(2),
          String(rowsDrawn),
          (frames[Math.floor(frames.length * 0.95)] ?? 0).toFixed(0),
          `${scrolling.toFixed(0)} ms`,
          `${dragging.toFixed(0)} ms`,
          heap.toFixed(1),
        ],
      ],
    )
  } finally {
    await browser.close()
    await muster.stop()
  }
}

const server = await openBenchServer({ countsStatements: true })
try {
  await fill(server)
  console.log(await measureCalls(server))
  if (process.argv[2] !== 'call') {
    await ensureBuilt()
    console.log(`\n${await measurePage(server)}`)
  }
} finally {
  await server.close()
}
process.exit(0)
