import type { Page } from '@playwright/test'
import { ensureBuilt } from '../scripts/build.mjs'
import { daysLater, weekOf } from '../src/shared/time/time.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { heapOf, openBrowser, signIn } from './chromium.ts'
import { startMuster } from './programs.ts'
import { median, table } from './report.ts'

/**
 * Measures the roster of 500 people in one department over four weeks, with 10,000 planned shifts and 18 weeks of
 * hours: `npm run bench -- planner`. First the call, then the page in Chromium. `npm run bench -- planner call` measures
 * the call alone.
 */
const PEOPLE = 500
const ROUNDS = 9
const WEEKS = 4
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
  await pool.query('vacuum (analyze) users, planned_shifts, clock_sessions, breaks')
}

async function measureCall(server: BenchServer) {
  const address = (from: string, to: string) =>
    `/roster?from=${from}&to=${to}&departmentId=${server.fixtures.departments.Housekeeping}`
  const call = await (await server.serve())('gita')
  const rows: string[][] = []
  for (const [name, to] of [
    ['4 weeks', days.to],
    ['a week', daysLater(monday, 6)],
  ] as const) {
    const url = address(monday, to)
    for (let round = 0; round < 3; round += 1) await call('GET', url)
    const times: number[] = []
    const processor: number[] = []
    const before = await server.statements()
    let bytes = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const [began, used] = [performance.now(), process.cpuUsage()]
      bytes = Buffer.byteLength(await call('GET', url))
      const { user, system } = process.cpuUsage(used)
      times.push(performance.now() - began)
      processor.push((user + system) / 1000)
    }
    // The statements that count are statements, too; sessions are read once for each call.
    const statements = Math.floor((await server.statements()) - before) / ROUNDS
    rows.push([
      name,
      median(times).toFixed(0),
      median(processor).toFixed(0),
      (bytes / 1e6).toFixed(2),
      statements.toFixed(0),
    ])
  }
  return table(['Roster of', 'ms', 'Processor, ms', 'MB', 'Statements'], rows)
}

/** Notes how long tasks of the page take from now on. Returns the longest so far, in ms; 0 below 50. */
const watchTasks = (page: Page) =>
  page.evaluate(() => {
    const seen = { longest: 0 }
    Object.assign(window, { tasks: seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask' })
  })
const longestTask = (page: Page) =>
  page.evaluate(() => {
    const { tasks } = window as unknown as { tasks: { longest: number } }
    const { longest } = tasks
    tasks.longest = 0
    return longest
  })

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
    await watchTasks(page)
    const scroller = page.locator('[data-roster-scroller]')
    const frames = await scroller.evaluate(async (element, count) => {
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
    const scrolling = await longestTask(page)
    const rowsDrawn = await grid.getByRole('row').count()
    const heap = await heapOf(page)
    await scroller.evaluate((element) => {
      element.scrollTop = 0
    })
    const block = grid.getByRole('row').nth(4).getByRole('button').first()
    const box = await block.boundingBox()
    if (!box) throw new Error('There is no shift to drag')
    await longestTask(page)
    await page.mouse.move(box.x + 8, box.y + 8)
    await page.mouse.down()
    for (let step = 0; step < 60; step += 1) await page.mouse.move(box.x + 8 + step * 5, box.y + 8 + step * 4)
    await page.mouse.up()
    const dragging = await longestTask(page)
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
  console.log(await measureCall(server))
  if (process.argv[2] !== 'call') {
    await ensureBuilt()
    console.log(`\n${await measurePage(server)}`)
  }
} finally {
  await server.close()
}
process.exit(0)
