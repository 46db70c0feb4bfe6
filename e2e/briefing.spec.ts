import type { Page } from '@playwright/test'
import type { Briefing } from '../src/shared/briefing.ts'
import {
  type Account,
  createTask,
  expect,
  expectAccessibleInBoth,
  failAndTryAgain,
  PHONE,
  setClock,
  test,
  toasts,
  unique,
  viewerOf,
} from './muster.ts'

/** Two of the garden: nobody else reports or works there in other tests. */
const gardener = 'farah.siddiqui' as Account
const head = 'joost.vanleeuwen' as Account

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const begin = (page: Page) => page.getByRole('button', { name: 'Start my shift' })
const briefing = async (page: Page): Promise<Briefing> => (await page.request.get('/api/v1/shift/briefing')).json()

async function report(page: Page, title: string, departmentId: number | null, priority = 'medium') {
  const reply = await page.request.post('/api/v1/problems', { data: { title, departmentId, priority } })
  expect(reply.status(), await reply.text()).toBe(201)
}

test('after the clock-in the briefing leads to the shift, item by item, with one thumb', async ({ signedIn }) => {
  const [page, manager] = [await signedIn(gardener, PHONE), await signedIn(head)]
  await setClock(page, 'stop')
  const { id: assigneeId, departmentId } = await viewerOf(page)
  const [hole, hedge] = [unique('Hole in the lawn'), unique('Cut the hedge')]
  await report(manager, hole, departmentId)
  await createTask(manager, { title: hedge, assigneeId, departmentId, dueDate: '2026-01-02T10:00:00.000Z' })

  await page.goto('/clock')
  await page.getByRole('main').getByRole('button', { name: 'Clock In' }).tap()
  await expect(page).toHaveURL('/briefing')
  await expect(toasts(page)).toContainText('Clocked In')
  await expect(page.getByRole('heading', { level: 1, name: 'Briefing' })).toBeVisible()
  // All of it at once: its amount depends on the hour, and an element half below the button counts as too small.
  await page.setViewportSize({ width: 360, height: 1600 })
  await expectAccessibleInBoth(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  const take = page.getByRole('button', { name: `I'll take it: ${hole}` })
  expect((await take.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const taken = section(page, 'Problems that nobody has taken').getByRole('listitem').filter({ hasText: hole })
  // Scrolls to it, so that the tap does not.
  await take.tap({ trial: true })
  const before = await taken.boundingBox()
  await take.tap()
  await expect(section(page, 'Problems that nobody has taken')).toContainText('You have it')
  // It stays at its place.
  expect((await taken.boundingBox())?.y).toBe(before?.y)

  const overdue = section(page, 'Overdue')
  if (!(await overdue.getByText(hedge).isVisible())) await overdue.getByRole('button', { name: /more$/ }).tap()
  await page.getByRole('button', { name: `Start: ${hedge}` }).tap()
  await expect(overdue.getByRole('listitem').filter({ hasText: hedge })).toContainText('In Progress')
  await overdue.getByRole('link', { name: hedge, exact: true }).tap()
  await expect(page.getByRole('dialog')).toContainText(hedge)
  await page.goBack()

  // Folded, a section is its heading.
  await overdue.getByRole('button', { name: /^Overdue/ }).tap()
  await expect(page.getByText(hedge)).toBeHidden()

  await expect(begin(page)).toBeInViewport()
  await begin(page).tap()
  await expect(page).toHaveURL('/today')
  await expect.poll(async () => (await briefing(page)).heldIds).toEqual([])
  // It is reachable again.
  await page.getByRole('main').getByRole('link', { name: 'Briefing' }).tap()
  await expect(page).toHaveURL('/briefing')
  await setClock(page, 'stop')
})

test('what cannot wait stands on top, is answered there, and comes before the start of the shift', async ({
  signedIn,
}) => {
  const [page, manager] = [await signedIn(gardener, PHONE), await signedIn(head)]
  await setClock(page, 'stop')
  const { id, departmentId } = await viewerOf(page)
  const [drip, flood] = [unique('The tap drips'), unique('Water runs down the wall')]
  await report(manager, drip, departmentId)
  await report(manager, flood, departmentId, 'high')
  const urgent = { userIds: [id], text: unique('Close the main valve'), reason: 'The cellar is under water' }
  expect((await manager.request.post('/api/v1/messages/urgent', { data: urgent })).status()).toBe(201)
  const first = section(page, 'It cannot wait')
  await page.goto('/today')
  await expect(first.getByRole('listitem')).toHaveCount(2)
  // On Today the name of a section has its count too.
  const others = page.getByRole('region', { name: /^Problems that nobody has taken/ })
  await expect(others).toContainText(drip)
  await expect(others).not.toContainText(flood)
  await page.goto('/briefing')
  await expect(first.getByRole('listitem')).toHaveCount(2)
  await expect(first).toContainText(flood)
  await expect(section(page, 'Problems that nobody has taken')).toContainText(drip)
  await expect(section(page, 'Problems that nobody has taken')).not.toContainText(flood)
  const colour = () =>
    begin(page)
      .or(page.getByRole('button', { name: 'Go to Today' }))
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  const later = await colour()
  await first.getByRole('button', { name: /^Got it: Urgent message from/ }).tap()
  await expect(first.getByRole('img', { name: 'Read' })).toBeVisible()
  expect(await colour()).toBe(later)
  await first.getByRole('button', { name: `I'll take it: ${flood}` }).tap()
  await expect(first).toContainText('You have it')
  await expect.poll(colour).not.toBe(later)
  // An element half below the button counts as too small.
  await page.setViewportSize({ width: 360, height: 1600 })
  await expectAccessibleInBoth(page)
  await page.reload()
  await expect(section(page, 'Problems that nobody has taken')).toContainText(drip)
  await expect(first).toHaveCount(0)
})

test('whoever clocks in with nothing to read stays where they are; an empty briefing says that all is quiet', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn(gardener)
  await setClock(page, 'stop')
  const since = '2026-11-20T15:24:00.000Z'
  const quiet = { since, isSameShift: false, notes: [], sections: [], heldIds: [] }
  await page.route('**/api/v1/shift/briefing', (route) => route.fulfill({ json: quiet }))
  await page.goto('/clock')
  const read = page.waitForResponse('**/api/v1/shift/briefing')
  await page.getByRole('main').getByRole('button', { name: 'Clock In' }).click()
  await read
  await expect(toasts(page)).toContainText('Clocked In')
  await expect(page).toHaveURL('/clock')
  await page.getByRole('main').getByRole('link', { name: 'Briefing' }).click()
  await expect(page.getByText(/^All quiet since/)).toBeVisible()
  await expectAccessibleInBoth(page)
  await begin(page).click()
  await expect(page).toHaveURL('/today')
  await setClock(page, 'stop')
})

test('it loads, fails and is tried again; without a network it can be read, and says what needs one', {
  tag: '@long',
}, async ({ signedIn }) => {
  const [page, manager] = [await signedIn(gardener), await signedIn(head)]
  const { departmentId } = await viewerOf(page)
  const hole = unique('Hole in the hedge')
  await report(manager, hole, departmentId)
  await failAndTryAgain(page, {
    path: '/briefing',
    call: '**/api/v1/shift/briefing',
    loading: 'Loading the briefing...',
    failure: 'The briefing could not be loaded.',
    content: page.getByText(hole),
  })

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calendar', exact: true }).click()
  await page.route('**/api/**', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('briefing')
  await page.getByRole('option', { name: 'Briefing' }).click()
  await expect(page.getByText(hole)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText('You can read this without a connection.')).toBeVisible()
  await expect(page.getByRole('button', { name: `I'll take it: ${hole}` })).toBeDisabled()
})
