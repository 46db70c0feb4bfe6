import type { Page } from '@playwright/test'
import { type Account, expect, expectAccessibleInBoth, PHONE, test, toasts, viewerOf } from './muster.ts'

const HOUR = 3_600_000
/** Two of the evening: no other test changes their hours. */
const porter = 'andrei.munteanu' as Account
const manager = 'camille.roussel' as Account

const question = (page: Page) => page.getByRole('dialog', { name: 'When did your shift end?' })
const face = (page: Page) => page.getByRole('region', { name: 'Clock', exact: true })

/** Where hours are moved that stand in the way. */
let longAgo = Date.now() - 400 * 24 * HOUR

/** The person clocks in, and has done so this many hours ago. */
async function clockedInAgo(page: Page, by: Page, hours: number) {
  const { id } = await viewerOf(page)
  await page.request.post('/api/v1/clock/stop', { data: {} })
  // Hours that are recorded for this time already are moved out of the way, to long ago.
  for (const day of [0, 4]) {
    const week = new Date(Date.now() - day * 24 * HOUR).toISOString().slice(0, 10)
    const reply = await by.request.get(`/api/v1/clock/people/${id}?week=${week}`)
    const { sessions }: { sessions: { id: number; startTime: string }[] } = await reply.json()
    for (const session of sessions) {
      if (Date.parse(session.startTime) < Date.now() - (hours + 16) * HOUR) continue
      longAgo += HOUR
      const times = { startTime: new Date(longAgo).toISOString(), endTime: new Date(longAgo + 60_000).toISOString() }
      const data = { ...times, reason: 'Out of the way' }
      const moved = await by.request.put(`/api/v1/clock/sessions/${session.id}`, { data })
      expect(moved.ok(), await moved.text()).toBe(true)
    }
  }
  const session = await (await page.request.post('/api/v1/clock/start', { data: {} })).json()
  const reply = await by.request.put(`/api/v1/clock/sessions/${session.id}`, {
    data: { startTime: new Date(Date.now() - hours * HOUR).toISOString(), reason: 'The clock was not there' },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
}

test('whoever forgot to clock out is asked on the next visit, may put it aside, and answers on the clock screen', async ({
  signedIn,
}) => {
  const [page, by] = [await signedIn(porter, PHONE), await signedIn(manager)]
  await clockedInAgo(page, by, 20)
  await page.goto('/today')
  await expect(question(page)).toContainText('After 14 hours this no longer counts as on duty.')
  const time = question(page).getByLabel('End of the shift')
  // The end is proposed with its reason, and chosen by the person alone.
  const usual = question(page).getByRole('button', { name: /^\d\d:\d\d You usually work \d+ h/ })
  await expect(usual).toBeVisible()
  await expect(time).toHaveValue('')
  await usual.tap()
  await expect(usual).toHaveAttribute('aria-pressed', 'true')
  await expect(time).toHaveValue(/^\d\d:\d\d$/)
  await expect(question(page)).toContainText(/after \d+ h/)
  await expectAccessibleInBoth(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await question(page).getByRole('button', { name: 'Later' }).tap()
  await expect(question(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('no longer counts as on duty')).toBeVisible()
  await expect(question(page)).toBeHidden()

  await page.goto('/clock')
  await expectAccessibleInBoth(page)
  await face(page).getByRole('button', { name: 'When did your shift end?' }).tap()
  await time.fill('')
  await question(page).getByRole('button', { name: 'Save' }).tap()
  await expect(question(page)).toContainText('Choose a time')
  const end = new Date(Date.now() - 12 * HOUR)
  const said = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Lisbon', hour: '2-digit', minute: '2-digit' })
  await time.fill(said.format(end))
  await expect(question(page)).toContainText(/after (7 h 59 min|8 h)/)
  await question(page).getByRole('button', { name: 'Save' }).tap()
  await expect(question(page)).toBeHidden()
  await expect(toasts(page)).toContainText('A manager confirms the time.')
  await expect(face(page).getByRole('status')).toHaveText('Clocked Out')
  await expect(face(page).getByRole('button', { name: 'When did your shift end?' })).toHaveCount(0)
})

test('whoever is still at work says so, and is on duty again', async ({ signedIn }) => {
  const [page, by] = [await signedIn(porter), await signedIn(manager)]
  await clockedInAgo(page, by, 15)
  await page.goto('/today')
  await question(page).getByRole('button', { name: "I'm still at work" }).click()
  await expect(question(page)).toBeHidden()
  await expect(toasts(page)).toContainText('You are on duty again')
  await expect(face(page)).toContainText('On duty since')
  await page.request.post('/api/v1/clock/stop', { data: {} })
})
