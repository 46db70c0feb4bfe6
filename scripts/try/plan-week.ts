// A head housekeeper plans a week for eighteen people in a real browser, with three absences and two wishes, from
// nothing to published. Then people take an open shift and exchange one on their phones. It counts clicks, taps and
// typed letters, and works out the minutes as the keystroke-level model does. Pictures of each step go into a folder.
//
//   npm run build && npm run try -- plan-week [folder, plan-week]
//
// It ends with 0 when the week is published, nobody is planned while they are away, and both shifts changed hands.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import type { Person } from '../../src/shared/person.ts'
import { daysLater } from '../../src/shared/time/time.ts'
import { BUILT, startServer } from '../../test/support/server-process.ts'
import { browserFlags, findBrowser } from '../browser.mjs'

const folder = process.argv[2] ?? 'plan-week'
const PASSWORD = 'muster-demo'
const PEOPLE = 18
/** Seconds of the keystroke-level model: to decide, to point and press, and to type a letter. */
const [DECIDE, PRESS, TYPE] = [1.35, 1.3, 0.28]
const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** A Monday for which the sample hotel has no plan, far beyond the notice of changes. */
const monday = (() => {
  const far = new Date(Date.now() + 42 * 86_400_000)
  return daysLater(far.toISOString().slice(0, 10), -((far.getUTCDay() + 6) % 7))
})()
const day = (at: number) => daysLater(monday, at)

const counted = { clicks: 0, letters: 0, decisions: 0 }
/** Says what a leg took, and begins the next one. */
function said(leg: string) {
  const { clicks, letters, decisions } = counted
  const minutes = (decisions * DECIDE + clicks * PRESS + letters * TYPE) / 60
  console.log(`${leg}: ${clicks} clicks or taps, ${letters} letters and keys, ${minutes.toFixed(1)} minutes`)
  Object.assign(counted, { clicks: 0, letters: 0, decisions: 0 })
}

async function press(target: Locator) {
  await target.click()
  counted.clicks += 1
  counted.decisions += 1
}
async function key(page: Page, name: string) {
  await page.keyboard.press(name)
  counted.letters += 1
}
const show = (page: Page, name: string) => page.screenshot({ path: join(folder, `${name}.png`) })

async function sent(request: APIRequestContext, method: 'post' | 'put', path: string, data: unknown) {
  const reply = await request[method](`/api/v1${path}`, { data })
  if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`)
  return reply.status() === 204 ? undefined : reply.json()
}

const data = realpathSync(mkdtempSync(join(tmpdir(), 'muster-plan-week-')))
mkdirSync(folder, { recursive: true })
const server = startServer(
  {
    ...{ NODE_ENV: 'production', DATA_DIR: join(data, 'data'), TIME_ZONE: 'Europe/Lisbon', LOG_LEVEL: 'error' },
    ...{ DEMO: '1' },
  },
  BUILT,
)
const { path, env } = await findBrowser()
const browser = await chromium.launch({ executablePath: path, env, args: browserFlags })
const signedIn = async (email: string, device: object): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: await server.ready, ...device })
  context.setDefaultTimeout(60_000)
  await sent(context.request, 'post', '/auth/login', { email, password: PASSWORD })
  return context
}

/** The 18 people of Housekeeping: some are in the sample, and the others are new. */
async function staff(): Promise<Person[]> {
  const god = await signedIn('god@muster.example', DESK)
  const departments = await (await god.request.get('/api/v1/departments')).json()
  const departmentId = departments.find(({ name }: { name: string }) => name === 'Housekeeping').id
  const members = async () => {
    const users: Person[] = await (await god.request.get('/api/v1/users')).json()
    return users.filter((one) => one.departmentId === departmentId && one.role === 'user' && one.isActive)
  }
  for (let at = (await members()).length; at < PEOPLE; at += 1)
    await sent(god.request, 'post', '/users', {
      ...{ firstName: 'Attendant', lastName: `Nr ${at + 1}`, email: `attendant${at}@muster.example` },
      ...{ role: 'user', departmentId, password: PASSWORD },
    })
  const found = await members()
  await god.close()
  return found
}

try {
  const people = await staff()
  console.log(`${people.length} people, the week of ${monday}`)
  const [first, second, third, fourth, fifth] = await Promise.all(
    people.slice(-5).map(({ email }) => signedIn(email ?? '', PHONE)),
  )
  if (!first || !second || !third || !fourth || !fifth) throw new Error('People are missing')
  await sent(first.request, 'post', '/absences', { kind: 'vacation', from: monday, to: day(6) })
  await sent(second.request, 'post', '/absences', { kind: 'unpaid', from: day(1), to: day(1) })
  await sent(third.request, 'post', '/absences', {
    kind: 'other',
    from: day(3),
    to: day(3),
    start: '08:00',
    end: '12:00',
  })
  const wishes = [
    { kind: 'unavailable', weekday: null, date: day(5), start: null, end: null, note: null },
    { kind: 'preferred', weekday: null, date: day(2), start: null, end: null, note: null },
  ]
  await sent(fourth.request, 'put', '/roster/wishes', { wishes: [wishes[0]] })
  await sent(fifth.request, 'put', '/roster/wishes', { wishes: [wishes[1]] })

  const desk = await signedIn('manager@muster.example', DESK)
  const page = await desk.newPage()
  await page.goto(`/roster?week=${monday}`)
  await page.getByRole('grid').waitFor()
  await show(page, '1-empty')
  await approveAll(page)
  const planned = await planWeek(page, people)
  await publish(page, planned)
  said('The head housekeeper')
  const phones = [second, third, fourth, fifth]
  await takeOpenShift(phones)
  said('A person takes the open shift, from the message about the plan on')
  await exchange(fifth, phones, people)
  said('Two people exchange shifts')
} catch (error) {
  for (const [at, open] of browser
    .contexts()
    .flatMap((context) => context.pages())
    .entries())
    await show(open, `failed-${at}`)
  console.error(error)
  process.exitCode = 1
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(data, { recursive: true, force: true })
}

async function approveAll(page: Page) {
  const waiting = page.getByRole('region', { name: 'Absences that wait for a decision' })
  const approve = waiting.getByRole('button', { name: /^Approve/ })
  for (let left = await approve.count(); left > 0; left -= 1) {
    await press(approve.first())
    await approve.nth(left - 1).waitFor({ state: 'hidden' })
  }
  await show(page, '2-approved')
}

/** Early and late in turn, two days free for each person, none while they are away, and one open shift. */
async function planWeek(page: Page, people: Person[]) {
  const templates = page.getByRole('dialog', { name: 'Shift templates' })
  const grid = page.getByRole('grid')
  await press(page.getByRole('button', { name: 'More', exact: true }))
  await press(page.getByRole('menuitem', { name: 'Shift templates' }))
  await show(page, '3-templates')
  await press(templates.getByRole('button', { name: 'Close' }).last())
  let planned = 0
  const names = ['Open shifts', ...people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)]
  for (const [at, name] of names.entries()) {
    const row = grid.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
    const cells = row.getByRole('gridcell')
    await row.scrollIntoViewIfNeeded()
    await press(row.getByRole('rowheader'))
    await key(page, 'ArrowRight')
    for (let each = 0; each < 7; each += 1) {
      const words = (await cells.nth(each).innerText()) + ((await cells.nth(each).getAttribute('aria-label')) ?? '')
      const isAway = /Vacation|Unpaid|Other|cannot/.test(words)
      const works = at === 0 ? each === 5 : (each + at) % 7 >= 2 && !isAway
      if (works) {
        await key(page, at % 2 === 0 ? '1' : '2')
        planned += 1
      }
      if (each < 6) await key(page, 'ArrowRight')
    }
  }
  await show(page, '4-planned')
  return planned
}

async function publish(page: Page, planned: number) {
  const button = page.getByRole('button', { name: `Publish ${planned} changes` })
  await button.waitFor()
  await press(button)
  const dialog = page.getByRole('dialog', { name: 'Publish the plan' })
  await dialog.getByText(/added/).waitFor()
  await show(page, '5-preview')
  await press(dialog.getByRole('button', { name: 'Publish', exact: true }))
  await dialog.waitFor({ state: 'hidden' })
  await show(page, '6-published')
}

/** The first of these people who may take it does. A tap on the message about the plan leads to the week. */
async function takeOpenShift(phones: BrowserContext[]) {
  for (const phone of phones) {
    const page = await phone.newPage()
    await page.goto(`/roster?week=${monday}`)
    const open = page.getByRole('list', { name: 'Open shifts' })
    await open.waitFor()
    const take = open.getByRole('button', { name: /^Take it/ })
    if ((await take.count()) === 0) continue
    counted.clicks += 1
    await show(page, '7-open-shift')
    await press(take.first())
    await page.getByText('The shift is yours', { exact: true }).first().waitFor()
    return page.close()
  }
  throw new Error('Nobody may take the open shift')
}

/** A person asks a colleague to exchange shifts, who says yes. */
async function exchange(from: BrowserContext, phones: BrowserContext[], people: Person[]) {
  const page = await from.newPage()
  await page.goto(`/roster?week=${monday}`)
  counted.clicks += 1
  // Depending on the hour, the sample hotel asks some people about a forgotten clock-out.
  await page
    .getByRole('button', { name: 'Later', exact: true })
    .click({ timeout: 10_000 })
    .catch(() => undefined)
  const days = page.getByRole('list', { name: 'The days of the week' })
  await press(days.getByRole('button', { name: /^I can't/ }).first())
  const dialog = page.getByRole('dialog', { name: 'I cannot work then' })
  await press(dialog.getByText('Exchange', { exact: true }))
  const colleague = dialog.getByRole('combobox', { name: 'Colleague' })
  for (const phone of phones.filter((one) => one !== from)) {
    const { id } = await (await phone.request.get('/api/v1/auth/session')).json()
    const person = people.find((one) => one.id === id)
    await colleague.fill(`${person?.firstName} ${person?.lastName}`)
    await dialog.getByRole('option', { name: `${person?.firstName} ${person?.lastName}`, exact: true }).click()
    await dialog.getByText('For which shift?').waitFor()
    const choice = dialog.getByRole('group', { name: 'For which shift?' }).getByRole('radio', { disabled: false })
    if ((await choice.count()) === 0) continue
    counted.clicks += 2
    counted.decisions += 1
    await show(page, '8-exchange')
    await press(choice.first())
    await press(dialog.getByRole('button', { name: 'Ask', exact: true }))
    await dialog.waitFor({ state: 'hidden' })
    const theirs = await phone.newPage()
    await theirs.goto('/roster')
    counted.clicks += 1
    await show(theirs, '9-asked')
    await press(theirs.getByRole('button', { name: /^Yes/ }).first())
    await theirs.getByText('The shift is yours', { exact: true }).first().waitFor()
    return
  }
  throw new Error('Nobody can exchange')
}
