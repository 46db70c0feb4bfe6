import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleInBoth, fillIn, openPage, submit, test } from './muster.ts'

/** The bar at the foot of a phone held upright. */

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick access' })

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return { ...box, bottom: box.y + box.height }
}

test('the bar leads to the day, the tasks, a report, the messages and the menu, and covers nothing', async ({
  signedIn,
}) => {
  const page = await signedIn('user', PHONE)
  await page.route('**/api/v1/notifications/unread-count', (route) => route.fulfill({ json: { count: 5, threads: 3 } }))
  await page.goto('/tasks?view=kanban')
  await expect(page.getByRole('article').first()).toBeVisible()
  const { y, bottom } = await boxOf(bar(page))
  expect(bottom).toBe(640)
  expect((await boxOf(page.getByRole('main'))).bottom).toBe(y)
  const entries = bar(page).locator('a, button')
  await expect(entries).toHaveText(['Today', 'Tasks', 'Report', '3Messages', 'More'])
  for (const entry of await entries.all()) {
    const { width, height } = await boxOf(entry)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await expect(bar(page).getByRole('link', { name: 'Tasks' })).toHaveAttribute('aria-current', 'page')
  // Nothing else on this screen opens the report or the menu.
  await expect(page.getByRole('button', { name: /^(Report a problem|Open menu)$/ })).toHaveCount(0)
  await expectAccessibleInBoth(page)

  await bar(page).getByRole('link', { name: 'Messages, 3 unread conversations' }).tap()
  await expect(page).toHaveURL('/messages')
  await page.goBack()
  await expect(page).toHaveURL(/kanban/)

  await bar(page).getByRole('button', { name: 'Report' }).tap()
  const report = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(report.getByRole('textbox', { name: 'What is wrong?' })).toBeFocused()
  // The foot of the dialog is at the foot of the screen, over the bar.
  const send = report.getByRole('button', { name: /^Send/ })
  await send.click({ trial: true })
  await page.keyboard.press('Escape')

  await bar(page).getByRole('button', { name: 'More' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await expect(bar(page).getByRole('button', { name: 'More' })).toBeFocused()

  // It makes room while somebody types.
  await page.getByRole('searchbox').first().focus()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('searchbox').first().blur()
  await bar(page).getByRole('link', { name: 'Today' }).tap()
  await expect(page).toHaveURL('/today')
})

test('a phone opens Today after the sign-in, or the dashboard for a person who has chosen it', async ({ browser }) => {
  const page = await openPage(browser, PHONE)
  const signIn = async () => {
    await page.goto('/')
    await fillIn(page)
    await submit(page)
  }
  await signIn()
  await expect(page).toHaveURL('/today')
  // The dashboard keeps its address.
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.request.put('/api/v1/profile', { data: { startScreen: 'dashboard' } })
  await page.request.post('/api/v1/auth/logout')
  await signIn()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.request.put('/api/v1/profile', { data: { startScreen: null } })
})

test('one’s own tasks are one tap away on the board of a phone, which begins with them from then on', async ({
  signedIn,
}) => {
  const page = await signedIn('user', PHONE)
  const { id } = await (await page.request.get('/api/v1/auth/session')).json()
  await page.goto('/tasks?view=kanban')
  const mine = page.getByRole('button', { name: 'Mine', exact: true })
  await expect(mine).toHaveAttribute('aria-pressed', 'false')
  await mine.tap()
  await expect(page).toHaveURL(/assignee=me/)
  await expect(mine).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article').first()).toBeVisible()
  await bar(page).getByRole('link', { name: 'Today' }).tap()
  await bar(page).getByRole('link', { name: 'Tasks' }).tap()
  await expect(page).toHaveURL('/tasks?assignee=me')
  // Also where the page is opened anew, which asks for nothing twice.
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/tasks/board') && asked.push(new URL(request.url()).search))
  await page.goto('/tasks')
  await expect(page).toHaveURL('/tasks?assignee=me')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(asked).toEqual([`?assigneeId=${id}`])
  await mine.tap()
  await expect(page).toHaveURL('/tasks')
  await page.goto('/tasks')
  await expect(mine).toHaveAttribute('aria-pressed', 'false')
})
