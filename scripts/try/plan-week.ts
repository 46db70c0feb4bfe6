// A head housekeeper plans a week for eighteen people in a real browser, with three absences and two wishes, from
// nothing to published. Then people take an open shift and exchange one on their phones. It counts clicks, taps and
// typed letters, and works out the minutes as the keystroke-level model does. Pictures of each step go into a folder.
//
//   npm run build && npm run try -- plan-week [folder, plan-week]
//
// It ends with 0 when the week is published, nobody is planned while they are away, and both shifts changed hands.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import type { Person } from '../../src/shared/person.ts'
import type { Roster } from '../../src/shared/roster/shapes.ts'
import { daysLater } from '../../src/shared/time/time.ts'
import { Keystrokes, SAMPLE_PASSWORD, type SampleHotel, walkSampleHotel } from '../../test/support/sample-walk.ts'

const folder = process.argv[2] ?? 'plan-week'
const PEOPLE = 18
const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** A Monday for which the sample hotel has no plan, far beyond the notice of changes. */
const monday = (() => {
  const far = new Date(Date.now() + 42 * 86_400_000)
  return daysLater(far.toISOString().slice(0, 10), -((far.getUTCDay() + 6) % 7))
})()
const day = (at: number) => daysLater(monday, at)

let hands = new Keystrokes()
/** Says what a leg took, and begins the next one. */
function said(leg: string) {
  const { clicks, letters } = hands
  console.log(`${leg}: ${clicks} clicks or taps, ${letters} letters and keys, ${hands.minutes().toFixed(1)} minutes`)
  hands = new Keystrokes()
}
const show = (page: Page, name: string) => page.screenshot({ path: join(folder, `${name}.png`) })

async function sent(request: APIRequestContext, method: 'post' | 'put', path: string, data: unknown) {
  const reply = await request[method](`/api/v1${path}`, { data })
  if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`)
  return reply.status() === 204 ? undefined : reply.json()
}

mkdirSync(folder, { recursive: true })
await walkSampleHotel({ timeZone: 'Europe/Lisbon' }, async (hotel) => {
  try {
    await walk(hotel)
  } catch (error) {
    for (const [at, page] of hotel.pages().entries()) await show(page, `failed-${at}`)
    throw error
  }
})

/** The 18 people of Housekeeping: some are in the sample, and the others are new. */
async function staff({ signedIn }: SampleHotel): Promise<Person[]> {
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
      ...{ role: 'user', departmentId, password: SAMPLE_PASSWORD },
    })
  const found = await members()
  await god.close()
  return found
}

async function walk(hotel: SampleHotel) {
  const { signedIn } = hotel
  const people = await staff(hotel)
  console.log(`${people.length} people, the week of ${monday}`)
  const added = people.filter(({ firstName }) => firstName === 'Attendant').slice(-5)
  const [first, second, third, fourth, fifth] = await Promise.all(
    added.map(({ email }) => signedIn(email ?? '', PHONE)),
  )
  if (!first || !second || !third || !fourth || !fifth) throw new Error('People are missing')
  const noon = { start: '08:00', end: '12:00' }
  await sent(first.request, 'post', '/absences', { kind: 'vacation', from: monday, to: day(6) })
  await sent(second.request, 'post', '/absences', { kind: 'unpaid', from: day(1), to: day(1) })
  await sent(third.request, 'post', '/absences', { kind: 'other', from: day(3), to: day(3), ...noon })
  const wish = { weekday: null, start: null, end: null, note: null }
  await sent(fourth.request, 'put', '/roster/wishes', { wishes: [{ ...wish, kind: 'unavailable', date: day(5) }] })
  await sent(fifth.request, 'put', '/roster/wishes', { wishes: [{ ...wish, kind: 'preferred', date: day(2) }] })

  const desk = await signedIn('manager@muster.example', DESK)
  const page = await desk.newPage()
  await page.goto(`/roster?week=${monday}`)
  await page.getByRole('grid').waitFor()
  await show(page, '1-empty')
  await approveAll(page)
  const planned = await planWeek(page, people)
  await publish(page, planned)
  said('The head housekeeper')
  await mustBePublished(desk.request, planned, people)
  await takeOpenShift([second, third, fourth, fifth])
  said('A person takes the open shift, from the message about the plan on')
  // Both work early or both late: other exchanges would leave one of them too little rest.
  await exchange(fifth, third, people)
  said('Two people exchange shifts')
}

/** Throws if a shift is missing, or its person is away. */
async function mustBePublished(request: APIRequestContext, planned: number, people: Person[]) {
  const departmentId = String(people[0]?.departmentId)
  const query = new URLSearchParams({ from: monday, to: day(6), departmentId })
  const roster: Roster = await (await request.get(`/api/v1/roster?${query}`)).json()
  const isPublished = roster.shifts.every(({ plan }) => plan?.published === undefined)
  const away = roster.people.flatMap(({ warnings = [] }) => warnings.filter(({ rule }) => rule === 'away'))
  if (roster.shifts.length !== planned || !isPublished || away.length > 0)
    throw new Error(`${roster.shifts.length} of ${planned} shifts, ${away.length} of people who are away`)
}

async function approveAll(page: Page) {
  const waiting = page.getByRole('region', { name: 'Absences that wait for a decision' })
  const approve = waiting.getByRole('button', { name: /^Approve/ })
  for (let left = await approve.count(); left > 0; left -= 1) {
    await hands.press(approve.first())
    await approve.nth(left - 1).waitFor({ state: 'hidden' })
  }
  await show(page, '2-approved')
}

/** Early and late in turn, two days free for each person, none while they are away, and one open shift. */
async function planWeek(page: Page, people: Person[]) {
  const templates = page.getByRole('dialog', { name: 'Shift templates' })
  const grid = page.getByRole('grid')
  await hands.press(page.getByRole('button', { name: 'More', exact: true }))
  await hands.press(page.getByRole('menuitem', { name: 'Shift templates' }))
  await show(page, '3-templates')
  await hands.press(templates.getByRole('button', { name: 'Close' }).last())
  let planned = 0
  const names = ['Open shifts', ...people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)]
  for (const [at, name] of names.entries()) {
    const row = grid.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
    const cells = row.getByRole('gridcell')
    await row.scrollIntoViewIfNeeded()
    await hands.press(row.getByRole('rowheader'))
    await hands.key(page, 'ArrowRight')
    for (let each = 0; each < 7; each += 1) {
      const words = (await cells.nth(each).innerText()) + ((await cells.nth(each).getAttribute('aria-label')) ?? '')
      const isAway = /Vacation|Unpaid|Other|cannot/.test(words)
      const works = at === 0 ? each === 5 : (each + at) % 7 >= 2 && !isAway
      if (works) {
        await hands.key(page, at % 2 === 0 ? '1' : '2')
        planned += 1
      }
      if (each < 6) await hands.key(page, 'ArrowRight')
    }
  }
  await show(page, '4-planned')
  return planned
}

async function publish(page: Page, planned: number) {
  const button = page.getByRole('button', { name: `Publish ${planned} changes` })
  await button.waitFor()
  await hands.press(button)
  const dialog = page.getByRole('dialog', { name: 'Publish the plan' })
  await dialog.getByText(/added/).waitFor()
  await show(page, '5-preview')
  await hands.press(dialog.getByRole('button', { name: 'Publish', exact: true }))
  await dialog.waitFor({ state: 'hidden' })
  await show(page, '6-published')
}

/** One of these people takes the open shift: the first with the button. A tap on the message leads to the week. */
async function takeOpenShift(phones: BrowserContext[]) {
  for (const phone of phones) {
    const page = await phone.newPage()
    await page.goto(`/roster?week=${monday}`)
    const open = page.getByRole('list', { name: 'Open shifts' })
    await open.waitFor()
    const take = open.getByRole('button', { name: /^Take it/ })
    if ((await take.count()) === 0) continue
    hands.clicks += 1
    await show(page, '7-open-shift')
    await hands.press(take.first())
    await page.getByText('The shift is yours', { exact: true }).first().waitFor()
    return page.close()
  }
  throw new Error('Nobody may take the open shift')
}

/** A person asks a colleague to exchange shifts, who says yes. */
async function exchange(from: BrowserContext, to: BrowserContext, people: Person[]) {
  const page = await from.newPage()
  await page.goto(`/roster?week=${monday}`)
  hands.clicks += 1
  const days = page.getByRole('list', { name: 'The days of the week' })
  await hands.press(days.getByRole('button', { name: /^I can't/ }).first())
  const dialog = page.getByRole('dialog', { name: 'I cannot work then' })
  await hands.press(dialog.getByText('Exchange', { exact: true }))
  const { id } = await (await to.request.get('/api/v1/auth/session')).json()
  const { firstName, lastName } = people.find((one) => one.id === id) ?? {}
  await hands.press(dialog.getByRole('combobox', { name: 'Colleague' }))
  await hands.press(dialog.getByRole('option', { name: `${firstName} ${lastName}`, exact: true }))
  const choices = dialog.getByRole('group', { name: 'For which shift?' }).getByRole('radio', { disabled: false })
  await choices.first().waitFor()
  await show(page, '8-exchange')
  await hands.press(choices.first())
  await hands.press(dialog.getByRole('button', { name: 'Ask', exact: true }))
  await dialog.waitFor({ state: 'hidden' })
  const theirs = await to.newPage()
  await theirs.goto('/roster')
  hands.clicks += 1
  const yes = theirs.getByRole('button', { name: /^Yes/ }).first()
  await yes.waitFor()
  await show(theirs, '9-asked')
  await hands.press(yes)
  await theirs.getByText('The shift is yours', { exact: true }).first().waitFor()
}
