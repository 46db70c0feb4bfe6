import type { Page } from '@playwright/test'
import { expect, expectAccessible, nothingToBrief, staff, test, toasts, tryAgain, withoutServerTime } from './muster.ts'

/** The time zone of the tests' Muster. */
const ZONE = 'Europe/Lisbon'
const DAY = 24 * 3600 * 1000

const face = (page: Page) => page.getByRole('region', { name: 'Clock', exact: true })
const today = (page: Page) => page.getByRole('region', { name: "Today's Sessions" })
const status = (page: Page) => face(page).getByRole('status')
const button = (page: Page, name: 'Clock In' | 'Clock Out') => face(page).getByRole('button', { name })
const running = (page: Page) => page.getByRole('timer', { name: 'Running for' })

const daysAgo = (days: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(Date.now() - days * DAY)

/** Clocks the person out and opens the screen. */
async function openOffTheClock(page: Page) {
  await nothingToBrief(page)
  await page.request.post('/api/v1/clock/stop')
  await page.goto('/clock')
  await expect(status(page)).toHaveText('Clocked Out')
}

test('a person clocks in, sees the time running, clocks out, and sees the week', async ({ signedIn }) => {
  const page = await signedIn('user')
  await withoutServerTime(page)
  await page.clock.install()
  await openOffTheClock(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Clock In/Out' })).toBeVisible()
  const wall = page.getByRole('timer', { name: 'Current time' })
  await expect(wall).toHaveText(/^\d\d:\d\d:\d\d$/)
  const shown = await page.evaluate(
    (timeZone) => new Date().toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
    ZONE,
  )
  await expect(wall).toContainText(shown.slice(0, 4))
  expect((await button(page, 'Clock In').boundingBox())?.height).toBe(56)

  // Nobody takes a clock-in for done that the server has refused.
  await page.route('**/api/v1/clock/start', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await button(page, 'Clock In').click()
  await expect(toasts(page)).toContainText('Failed to clock in')
  await expect(status(page)).toHaveText('Clocked Out')
  // A second press within a second is ignored.
  await page.clock.fastForward(1_500)

  await button(page, 'Clock In').click()
  await expect(toasts(page)).toContainText('Clocked In')
  await expect(toasts(page)).toContainText('Your time tracking has started')
  await expect(status(page)).toHaveText('Clocked In')
  // At midnight it was yesterday.
  await expect(face(page)).toContainText(/Working since\s*(yesterday )?\d\d:\d\d/)
  await expect(running(page)).toHaveText(/^0:00:\d\d$/)
  const row = today(page).getByRole('listitem').filter({ hasText: 'now' })
  await expect(row).toContainText('0 min')
  await page.clock.fastForward(65_000)
  await expect(running(page)).toHaveText(/^0:01:\d\d$/)
  await expect(row).toContainText('1 min')

  await page.reload()
  await expect(status(page)).toHaveText('Clocked In')
  const polled = page.waitForRequest('**/api/v1/clock/active')
  await page.clock.fastForward(5_000)
  await polled

  await button(page, 'Clock Out').click()
  await expect(toasts(page)).toContainText('Clocked Out')
  await expect(toasts(page)).toContainText('Your time tracking has ended')
  await expect(status(page)).toHaveText('Clocked Out')
  await expect(row).toHaveCount(0)
  await expect(today(page)).toContainText(/Total\s*\d/)

  // As if on another device.
  await page.request.post('/api/v1/clock/start')
  await expect(status(page)).toHaveText('Clocked In')
  await expect(row).toHaveCount(1)
  await page.request.post('/api/v1/clock/stop')
  await expect(status(page)).toHaveText('Clocked Out')

  await page.goto(`/clock?week=${daysAgo(8)}`)
  const hours = page.getByRole('region', { name: 'My hours' })
  await expect(hours).toContainText('Corrected by Amara Okafor: Forgot to clock out. Left at 15:30.')
  await expect(hours).toContainText(/Total of the week\s*\d+ h/)
  await hours.getByRole('button', { name: 'Previous week' }).click()
  await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d/)
  await expect(hours).not.toContainText('Corrected by')
  await hours.getByRole('button', { name: 'This week' }).click()
  await expect(hours.getByRole('button', { name: 'Next week' })).toBeDisabled()
})

test('a manager corrects forgotten hours, and the person sees who, what and why', async ({ signedIn }) => {
  const [page, rosa] = await Promise.all([signedIn('manager'), signedIn(staff('rosa.delgado'))])
  await rosa.goto('/clock')
  await rosa.getByRole('dialog', { name: 'When did your shift end?' }).getByRole('button', { name: 'Later' }).click()
  await expect(status(rosa)).toHaveText('Clocked In')
  await expect(face(rosa)).toContainText('Working since yesterday 07:02')
  await expect(today(rosa)).toContainText('since yesterday 07:02')
  await expect(today(rosa)).toContainText('To review')

  await page.goto('/clock?view=team')
  const present = page.getByRole('region', { name: 'Clocked in now' })
  await expect(present.getByRole('button', { name: /Rosa Delgado/ })).toContainText('To review')
  await expect(page.getByRole('row', { name: /Daniel Wójcik/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('hours.csv')

  await present.getByRole('button', { name: /Rosa Delgado/ }).click()
  const week = page.getByRole('dialog', { name: 'Rosa Delgado' })
  await week.getByRole('button', { name: /^Correct .* – now$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct hours' })
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(dialog).toContainText('Say why')
  await dialog.getByLabel('End date').fill(daysAgo(1))
  await dialog.getByLabel('End time').fill('06:30')
  await dialog.getByLabel('Reason').fill('You left with the early bus')
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(dialog).toContainText('Must be after the start')
  await dialog.getByLabel('End time').fill('15:30')
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(toasts(rosa)).toContainText('Your hours were corrected')
  await expect(toasts(rosa)).toContainText(
    /Amara Okafor changed .*, 07:02 – now to .*, 07:02 – 15:30: You left with the/,
  )
  // The toast stands over the dialog, which hides the rest of the page from screen readers.
  await expect(page.getByText('Rosa Delgado was notified.').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  // On a Monday, yesterday is in the week before.
  if (new Date(daysAgo(1)).getUTCDay() === 0) await week.getByRole('button', { name: 'Previous week' }).click()
  await expect(page.getByRole('dialog')).toContainText('Corrected by Amara Okafor: You left with the early bus')
  await week.getByRole('button', { name: 'Add hours' }).click()
  const adding = page.getByRole('dialog', { name: 'Add hours' })
  await adding.getByLabel('Start date').fill(daysAgo(1))
  await adding.getByLabel('Start time').fill('15:00')
  await adding.getByLabel('End date').fill(daysAgo(1))
  await adding.getByLabel('Reason').fill('The late linen')
  await adding.getByRole('button', { name: 'Add hours' }).click()
  await expect(adding).toContainText('Choose a time')
  await adding.getByLabel('End time').fill('16:30')
  await adding.getByRole('button', { name: 'Add hours' }).click()
  await expect(adding).toContainText('It would overlap another session of this person')
  await adding.getByLabel('Start time').fill('15:30')
  await adding.getByRole('button', { name: 'Add hours' }).click()
  await expect(toasts(rosa)).toContainText('Hours were added for you')
  await expect(adding).toBeHidden()
  // Repeated, because Escape has no effect while the first dialog is closing.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
  await expect(present.getByRole('button', { name: /Rosa Delgado/ })).toHaveCount(0)

  await expect(status(rosa)).toHaveText('Clocked Out')
  await rosa.goto(`/clock?week=${daysAgo(1)}`)
  await expect(rosa.getByRole('region', { name: 'My hours' })).toContainText('Corrected by Amara Okafor')
  await expect(rosa.getByRole('region', { name: 'My hours' })).toContainText('Added by Amara Okafor: The late linen')

  // A manager does not see hours of another department.
  await page.getByRole('button', { name: /^Department:/ }).click()
  await page.getByRole('menuitemradio', { name: 'Maintenance' }).click()
  await expect(present).toContainText('You see the hours of Housekeeping')
})

test('a manager who adds hours in the night in which the clocks go back is asked which of two equal times it was', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  await page.goto('/clock?view=team&week=2025-10-26')
  await page
    .getByRole('row', { name: /Linh Nguyễn/ })
    .getByRole('button')
    .click()
  const week = page.getByRole('dialog', { name: 'Linh Nguyễn' })
  await week.getByRole('button', { name: 'Add hours' }).click()
  const adding = page.getByRole('dialog', { name: 'Add hours' })
  await adding.getByLabel('Start date').fill('2025-10-26')
  await adding.getByLabel('End date').fill('2025-10-26')
  // From a later time to an earlier one there is only one way to read it.
  await adding.getByLabel('Start time').fill('01:50')
  await adding.getByLabel('End time').fill('01:20')
  const which = adding.getByLabel(/comes twice in this night/)
  await expect(which).toHaveCount(0)
  await adding.getByLabel('Start time').fill('00:30')
  await expect(which).toHaveCount(1)
  await adding.getByLabel('Reason').fill('The late arrivals')
  await adding.getByRole('button', { name: 'Add hours' }).click()
  await expect(adding).toContainText('Choose the first or the second')
  await expectAccessible(page)
  await which.selectOption({ label: 'The second, after the clocks go back' })
  await adding.getByRole('button', { name: 'Add hours' }).click()
  await expect(toasts(page)).toContainText('Hours added')
  await expect(week).toContainText('00:30 – 01:20 (second)')
  await expect(week).toContainText('1 h 50 min')
})

test('failures show a message or go back; a guest has no button; the palette clocks in and out', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn(staff('elias.tavares'))
  await openOffTheClock(page)
  await page.route('**/api/v1/clock/start', (route) => route.fulfill({ status: 500, body: '' }))
  await button(page, 'Clock In').click()
  await expect(toasts(page)).toContainText('Error')
  await expect(toasts(page)).toContainText('Failed to clock in')
  await expect(status(page)).toHaveText('Clocked Out')
  await page.unroute('**/api/v1/clock/start')

  const command = async (name: string) => {
    // For a second after a press, another one is taken for its second tap.
    await expect(face(page).getByRole('button', { name: /^Clock (In|Out)$/ })).not.toHaveAttribute('aria-disabled')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('clock')
    await page.getByRole('option', { name, exact: true }).click()
  }
  await command('Clock in')
  await expect(status(page)).toHaveText('Clocked In')
  // The screen shows it before the server has answered. Until then the button does nothing.
  await expect(toasts(page)).toContainText('Your time tracking has started')
  await expect(button(page, 'Clock Out')).not.toHaveAttribute('aria-disabled')
  await page.route('**/api/v1/clock/stop', (route) => route.fulfill({ status: 500, body: '' }))
  await button(page, 'Clock Out').click()
  await expect(toasts(page)).toContainText('Failed to clock out')
  await expect(status(page)).toHaveText('Clocked In')
  await page.unroute('**/api/v1/clock/stop')
  const reply = { status: 409, json: { message: 'You are not clocked in', code: 'not_clocked_in' } }
  await page.route('**/api/v1/clock/stop', (route) => route.fulfill(reply))
  await expect(button(page, 'Clock Out')).not.toHaveAttribute('aria-disabled')
  await button(page, 'Clock Out').click()
  await expect(toasts(page)).toContainText('You are not clocked in')
  await page.unroute('**/api/v1/clock/stop')
  // Wait for the server too: while the session runs it refuses to record hours into it.
  const stopped = page.waitForResponse('**/api/v1/clock/stop')
  await command('Clock out')
  await expect(status(page)).toHaveText('Clocked Out')
  await stopped

  for (const verb of ['start', 'stop']) {
    const reply = await page.request.post(`/api/v1/clock/${verb}`, { data: { at: new Date().toISOString() } })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
  await expect(today(page)).toContainText('Recorded offline')
  await expect(page.getByRole('region', { name: 'My hours' })).toContainText('Recorded offline')

  await page.route('**/api/v1/clock/today', (route) => route.fulfill({ status: 500, body: '' }))
  await page.route('**/api/v1/clock/history*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/clock')
  await expect(page.getByText("Today's sessions could not be loaded.")).toBeVisible()
  await expect(page.getByText('Your hours could not be loaded.')).toBeVisible()
  await page.unroute('**/api/v1/clock/today')
  await tryAgain(today(page), today(page).getByText('Recorded offline'))

  const guest = await signedIn('guest')
  await guest.goto('/clock')
  await expect(face(guest)).toContainText('Guests do not clock in.')
  await expect(face(guest).getByRole('button')).toHaveCount(0)
  await expect(guest.getByRole('link', { name: 'Clock In/Out' })).toHaveCount(0)
})

test('a clock-out on Today keeps the earlier sessions', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn(staff('tomas.quiroga'))
  await page.request.post('/api/v1/clock/stop')
  for (const verb of ['start', 'stop', 'start']) {
    expect((await page.request.post(`/api/v1/clock/${verb}`)).ok()).toBe(true)
  }
  const { length } = await (await page.request.get('/api/v1/clock/today')).json()
  expect(length).toBeGreaterThan(1)
  await page.goto('/today')
  await face(page).getByRole('button', { name: 'Clock Out' }).click()
  await expect(toasts(page)).toContainText('Your time tracking has ended')
  await page.getByRole('link', { name: 'Clock In/Out' }).click()
  await expect(today(page).getByRole('listitem')).toHaveCount(length)
})

test('a day with many sessions shows the last few, and a button shows all', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn(staff('farah.siddiqui'))
  await page.request.post('/api/v1/clock/stop')
  for (const verb of Array.from({ length: 7 }, () => ['start', 'stop']).flat()) {
    expect((await page.request.post(`/api/v1/clock/${verb}`)).ok()).toBe(true)
  }
  const count = (await (await page.request.get('/api/v1/clock/today')).json()).length
  await page.goto('/clock')
  const week = page.getByRole('region', { name: 'My hours' })
  const thatDay = week.getByRole('listitem').and(page.locator('[aria-current="date"]'))
  for (const [list, day] of [
    [today(page), 'today'],
    [thatDay, /^\w{3} \d+$/],
  ] as const) {
    const sessions = list.getByRole('listitem').filter({ hasText: /\d\d:\d\d – / })
    await expect(sessions).toHaveCount(4)
    const fold = list.getByRole('button', { name: /^Show / })
    await expect(fold).toHaveText(`Show ${count - 4} earlier`)
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    expect((await fold.getAttribute('aria-label'))?.split(', ')[1]).toMatch(day)
    await fold.click()
    await expect(sessions).toHaveCount(count)
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await expect(fold).toHaveText('Show fewer')
    await fold.click()
    await expect(sessions).toHaveCount(4)
  }
})

test('it is accessible on a dark phone and on a desk', { tag: '@long' }, async ({ signedIn }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const
  const page = await signedIn('admin', phone)
  await page.goto('/clock?view=team')
  const people = page.getByRole('region', { name: 'Team hours' }).getByRole('listitem')
  await expect(people.first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
  await people.getByRole('button', { name: 'Daniel Wójcik' }).tap()
  const week = page.getByRole('dialog', { name: 'Daniel Wójcik' })
  await expect(week).toContainText('Total of the week')
  await expect(week).toHaveCSS('opacity', '1')
  await expectAccessible(page)

  const desk = await signedIn('manager', { viewport: { width: 1440, height: 900 } })
  await desk.goto('/clock?view=team')
  await expect(desk.getByRole('row', { name: /Daniel Wójcik/ })).toBeVisible()
  await expectAccessible(desk)
})
