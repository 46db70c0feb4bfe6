// Somebody who has never seen it approves a month and sends it to payroll, in a real browser: the sample hotel on the
// first day of the next month at noon, with six people whose hours need a look. It counts the clicks and the typed
// letters, and works out the minutes as the keystroke-level model does. Pictures of each step go into a folder.
//
//   npm run build && npm run try -- month-end [folder, month-end]
//
// It ends with 0 when all hours are approved and the file is downloaded.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { instantOf } from '../../src/shared/time/time.ts'
import { Keystrokes, SAMPLE_PASSWORD, type SampleHotel, walkSampleHotel } from '../../test/support/sample-walk.ts'

const folder = process.argv[2] ?? 'month-end'
const ZONE = 'Europe/Lisbon'
const DESK = { viewport: { width: 1440, height: 900 } }
/** Seconds to read what is said about a person for the first time. */
const READ = 5
const looks = [360, 1024, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))

/** The first day of the next month, and of this one. */
const today = new Date()
const [period, first] = [0, 1].map((more) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + more, 1)).toISOString().slice(0, 10),
) as [string, string]

const hands = new Keystrokes()
const counted = { looked: 0, atOnce: 0, read: 0 }

mkdirSync(folder, { recursive: true })
await walkSampleHotel({ timeZone: ZONE, now: Date.parse(instantOf(first, '12:00', ZONE)) }, async (hotel) => {
  await work(hotel)
  const { looked, atOnce } = counted
  console.log(`${looked} people who needed a look, ${atOnce} at once: ${hands.clicks} clicks, ${hands.letters} letters`)
  console.log(`${hands.minutes(counted.read * READ).toFixed(1)} minutes by the keystroke-level model`)
})

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

async function work(hotel: SampleHotel) {
  const context = await hotel.signedIn('admin@muster.example', DESK)
  const page = await context.newPage()
  const seen = new Set<string>()
  await page.goto('/clock')
  const notNow = page.getByRole('button', { name: /^(?:Start|Close|Later)/ })
  await page.getByText('Team hours').waitFor()
  if (await notNow.first().isVisible()) await hands.press(notNow.first())
  await hands.press(page.getByText('Team hours'))
  await hands.press(page.getByText('Pay period').first())
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
    console.log(`${name}: ${hands.clicks} clicks so far`)
    await oneStep(page, row, seen.size)
  }
  await show(page, '5-all-looked-at')
  const all = page.getByRole('button', { name: /^Approve \d+$/ })
  const text = await all.innerText()
  await hands.press(all)
  counted.atOnce = Number(text.replace(/\D/g, ''))
  await all.waitFor({ state: 'hidden' })
  await show(page, '6-approved')
  await approveOwn(hotel, context)
  await exported(page)
}

/** Settles the first point of a person: answers, corrects or confirms a session, or approves. */
async function oneStep(page: Page, row: Locator, at: number) {
  const answer = row.getByRole('button', { name: /^Answer / })
  if (await answer.isVisible()) {
    await hands.press(answer)
    const dialog = page.getByRole('dialog', { name: 'Answer' })
    await show(page, `2-answer-${at}`)
    await hands.type(dialog.getByLabel('Your answer'), 'You are right. I have added it.')
    await hands.press(dialog.getByRole('button', { name: 'Send' }))
    await dialog.waitFor({ state: 'hidden' })
    return answer.waitFor({ state: 'hidden' })
  }
  const session = row.getByRole('button', { name: /needs a review|Still clocked in/ }).first()
  if (await session.isVisible()) {
    await hands.press(session)
    const week = page.getByRole('dialog').first()
    await week.getByText('To review').first().waitFor()
    await show(page, `3-session-${at}`)
    const toReview = week
      .getByRole('listitem')
      .filter({ hasText: 'To review' })
      .getByRole('button', { name: /^Correct/ })
    await hands.press(toReview.last())
    const form = page.getByRole('dialog', { name: 'Correct hours' })
    await form.waitFor()
    await show(page, `4-correct-${at}`)
    const end = form.getByLabel('End time')
    if ((await end.inputValue()) === '') {
      const day = await form.getByLabel('Start date').inputValue()
      await hands.type(form.getByLabel('End date'), day)
      await hands.type(end, '15:30')
    }
    await hands.type(form.getByLabel('Reason'), 'As you say')
    await hands.press(form.getByRole('button', { name: 'Save correction' }))
    await form.waitFor({ state: 'hidden' })
    await hands.press(week.getByRole('button', { name: 'Close' }))
    await week.waitFor({ state: 'hidden' })
    return session.waitFor({ state: 'hidden' })
  }
  const approve = row.getByRole('button', { name: /^Approve / })
  await hands.press(approve)
  await approve.waitFor({ state: 'hidden' })
}

/** The other administrator approves the hours of the one who does payroll: nobody approves their own. */
async function approveOwn(hotel: SampleHotel, context: BrowserContext) {
  const { id } = await (await context.request.get('/api/v1/auth/session')).json()
  const other = await hotel.signedIn('god@muster.example')
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
  await hands.press(page.getByRole('link', { name: 'Payroll' }))
  const make = page.getByRole('button', { name: 'Make the run' })
  await make.waitFor()
  await show(page, '7-payroll')
  await hands.press(make)
  const runs = page.getByRole('list', { name: 'Payroll runs' })
  const password = page.getByRole('dialog').getByLabel('Password')
  const download = runs.getByRole('button', { name: /^Download the file/ }).first()
  await page.getByText('Payroll run made').or(password).first().waitFor()
  if (await password.isVisible()) {
    await hands.type(password, SAMPLE_PASSWORD)
    await hands.press(page.getByRole('dialog').getByRole('button', { name: /^(?:Confirm|Continue)/ }))
    await page.getByText('Payroll run made').waitFor()
  }
  await show(page, '8-run')
  const [file] = await Promise.all([page.waitForEvent('download'), hands.press(download)])
  await file.saveAs(join(folder, file.suggestedFilename()))
}
