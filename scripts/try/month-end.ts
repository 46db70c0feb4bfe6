// Somebody who has never seen it approves a month and sends it to payroll, in a real browser: the sample hotel on the
// first day of the next month at noon, with six people whose hours need a look. It counts the clicks and the typed
// letters, and works out the minutes as the keystroke-level model does. Pictures of each step go into a folder.
//
//   npm run build && npm run try -- month-end [folder, month-end]
//
// It ends with 0 when all hours are approved and the file is downloaded.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { instantOf } from '../../src/shared/time/time.ts'
import { BUILT, startServer } from '../../test/support/server-process.ts'
import { browserFlags, findBrowser } from '../browser.mjs'

const folder = process.argv[2] ?? 'month-end'
const ZONE = 'Europe/Lisbon'
const PASSWORD = 'muster-demo'
/** Seconds of the keystroke-level model: to decide, to point and press, and to type a letter. */
const [DECIDE, PRESS, TYPE] = [1.35, 1.3, 0.28]
/** Seconds to read what is said about a person for the first time. */
const READ = 5
const looks = [360, 1024, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))

/** The first day of the next month, and of this one. */
const today = new Date()
const [period, first] = [0, 1].map((more) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + more, 1)).toISOString().slice(0, 10),
) as [string, string]

const counted = { looked: 0, atOnce: 0, clicks: 0, letters: 0, decisions: 0, read: 0 }

const data = realpathSync(mkdtempSync(join(tmpdir(), 'muster-month-end-')))
const clock = join(data, 'clock')
writeFileSync(clock, String(Date.parse(instantOf(first, '12:00', ZONE)) - Date.now()))
mkdirSync(folder, { recursive: true })
const server = startServer(
  {
    ...{ NODE_ENV: 'production', DATA_DIR: join(data, 'data'), TIME_ZONE: ZONE, LOG_LEVEL: 'error' },
    ...{ DEMO: '1', SET_CLOCK: clock },
  },
  ['--import', './test/support/set-clock.mjs', ...BUILT],
)
const { path, env } = await findBrowser()
const browser = await chromium.launch({ executablePath: path, env, args: browserFlags })
try {
  const origin = await server.ready
  const context = await signedIn(origin, 'admin')
  await work(context)
  const { looked, atOnce, clicks, letters } = counted
  console.log(`${looked} people who needed a look, ${atOnce} at once: ${clicks} clicks, ${letters} letters`)
  const seconds = counted.decisions * DECIDE + counted.clicks * PRESS + counted.letters * TYPE + counted.read * READ
  console.log(`${(seconds / 60).toFixed(1)} minutes by the keystroke-level model`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(data, { recursive: true, force: true })
}

async function signedIn(origin: string, account: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  await context.request.post('/api/v1/auth/login', {
    data: { email: `${account}@muster.example`, password: PASSWORD },
  })
  return context
}

/** A press on something that somebody has decided for. */
async function press(target: Locator) {
  await target.click()
  counted.clicks += 1
  counted.decisions += 1
}
async function type(target: Locator, text: string) {
  await press(target)
  await target.fill(text)
  counted.letters += text.length
}

/** Pictures of the open screen, in each width and both schemes. */
async function show(page: Page, name: string) {
  for (const { width, scheme } of looks) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))))
    await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function work(context: BrowserContext) {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const seen = new Set<string>()
  await page.goto('/clock')
  const notNow = page.getByRole('button', { name: /^(?:Start|Close|Later)/ })
  await page.getByText('Team hours').waitFor()
  if (await notNow.first().isVisible()) await press(notNow.first())
  await press(page.getByText('Team hours'))
  await press(page.getByText('Pay period').first())
  const look = page.getByRole('region', { name: 'Needs a look' })
  await look.waitFor()
  await show(page, '1-period')
  const nothing = page.getByText('Nothing needs a look.')
  for (;;) {
    await look.or(nothing).first().waitFor()
    if (await nothing.isVisible()) break
    const name = await look.getByRole('listitem').getByRole('button').first().innerText()
    const row = look.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
    counted.read += Number(!seen.has(name))
    counted.looked = seen.add(name).size
    console.log(`${name}: ${counted.clicks} clicks so far`)
    await oneStep(page, row, seen.size)
  }
  await show(page, '5-all-looked-at')
  const all = page.getByRole('button', { name: /^Approve \d+$/ })
  const text = await all.innerText()
  await press(all)
  counted.atOnce = Number(text.replace(/\D/g, ''))
  await all.waitFor({ state: 'hidden' })
  await show(page, '6-approved')
  await approveOwn(context)
  await exported(page)
}

/** Settles the first point of a person: answers, corrects or confirms a session, or approves. */
async function oneStep(page: Page, row: Locator, at: number) {
  const answer = row.getByRole('button', { name: /^Answer / })
  if (await answer.isVisible()) {
    await press(answer)
    const dialog = page.getByRole('dialog', { name: 'Answer' })
    await show(page, `2-answer-${at}`)
    await type(dialog.getByLabel('Your answer'), 'You are right. I have added it.')
    await press(dialog.getByRole('button', { name: 'Send' }))
    await dialog.waitFor({ state: 'hidden' })
    return answer.waitFor({ state: 'hidden' })
  }
  const session = row.getByRole('button', { name: /needs a review|Still clocked in/ }).first()
  if (await session.isVisible()) {
    await press(session)
    const week = page.getByRole('dialog').first()
    await week.getByText('To review').first().waitFor()
    await show(page, `3-session-${at}`)
    const toReview = week
      .getByRole('listitem')
      .filter({ hasText: 'To review' })
      .getByRole('button', { name: /^Correct/ })
    await press(toReview.last())
    const form = page.getByRole('dialog', { name: 'Correct hours' })
    await form.waitFor()
    await show(page, `4-correct-${at}`)
    const end = form.getByLabel('End time')
    if ((await end.inputValue()) === '') {
      const day = await form.getByLabel('Start date').inputValue()
      await type(form.getByLabel('End date'), day)
      await type(end, '15:30')
    }
    await type(form.getByLabel('Reason'), 'As you say')
    await press(form.getByRole('button', { name: 'Save correction' }))
    await form.waitFor({ state: 'hidden' })
    await press(week.getByRole('button', { name: 'Close' }))
    await week.waitFor({ state: 'hidden' })
    return session.waitFor({ state: 'hidden' })
  }
  const approve = row.getByRole('button', { name: /^Approve / })
  await press(approve)
  await approve.waitFor({ state: 'hidden' })
}

/** The other administrator approves the hours of the one who does payroll: nobody approves their own. */
async function approveOwn(context: BrowserContext) {
  const { id } = await (await context.request.get('/api/v1/auth/session')).json()
  const other = await signedIn(await server.ready, 'god')
  const { people } = await (await other.request.get(`/api/v1/hours/periods?period=${period}`)).json()
  const own = people.filter((one: { user: { id: string } }) => one.user.id === id)
  const body = {
    period,
    people: own.map((one: { user: { id: string }; hash: string }) => ({ userId: one.user.id, hash: one.hash })),
  }
  const reply = await other.request.post('/api/v1/hours/approve', { data: body })
  if (!reply.ok()) throw new Error(await reply.text())
  await other.close()
}

/** Makes the run and downloads its file. */
async function exported(page: Page) {
  await press(page.getByRole('link', { name: 'Payroll' }))
  const make = page.getByRole('button', { name: 'Make the run' })
  await make.waitFor()
  await show(page, '7-payroll')
  await press(make)
  const runs = page.getByRole('list', { name: 'Payroll runs' })
  const password = page.getByRole('dialog').getByLabel('Password')
  const download = runs.getByRole('button', { name: /^Download the file/ }).first()
  await page.getByText('Payroll run made').or(password).first().waitFor()
  if (await password.isVisible()) {
    await type(password, PASSWORD)
    await press(page.getByRole('dialog').getByRole('button', { name: /^(?:Confirm|Continue)/ }))
    await page.getByText('Payroll run made').waitFor()
  }
  await show(page, '8-run')
  const [file] = await Promise.all([page.waitForEvent('download'), press(download)])
  await file.saveAs(join(folder, file.suggestedFilename()))
}
