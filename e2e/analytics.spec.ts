import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createTask, expect, expectAccessible, test, tryAgain, unique } from './muster.ts'

const card = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: new RegExp(`^${title}`) })
const figureOf = async (page: Page, title: string) =>
  Number(/^\D+(\d+)/.exec((await card(page, title).textContent()) ?? '')?.[1])
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check()

test('a manager reads the figures, sees live that a colleague completes a task, and opens the tasks of a figure', async ({
  signedIn,
}) => {
  const [page, colleague] = [await signedIn('manager'), await signedIn('admin')]
  const title = unique('Press the curtains')
  const { id } = await createTask(colleague, { title })
  await page.goto('/analytics')
  await expect(page.getByRole('radio', { name: 'This Week' })).toBeChecked()
  await expect(card(page, 'Tasks Completed')).toContainText(/\d/)
  for (const name of ['Tasks Created', 'Overdue Tasks', 'Avg. Completion'])
    await expect(card(page, name)).toContainText(/\d/)

  await choose(page, 'Today')
  await expect(page).toHaveURL(/period=day/)
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveAttribute('aria-busy', 'false')
  const before = await figureOf(page, 'Tasks Completed')
  await colleague.request.put(`/api/v1/tasks/${id}`, { data: { status: 'completed' } })
  await expect.poll(() => figureOf(page, 'Tasks Completed')).toBeGreaterThan(before)

  await card(page, 'Tasks Completed').click()
  await expect(page).toHaveURL(/\/tasks\?view=table&status=completed&completedFrom=[\d-]+&completedTo=/)
  await expect(page.getByRole('button', { name: /^Completed: .* Remove this filter/ })).toBeVisible()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/analytics\?period=day$/)

  // The other tabs show what the API gives.
  const read = async (path: string) => (await page.request.get(`/api/v1/analytics/${path}`)).json()
  const rows = page.getByRole('table').getByRole('row')
  for (const [tab, path] of [
    ['Workload', 'department-workload?period=day'],
    ['Performance', 'user-performance?period=day'],
    ['Overdue', 'overdue-tasks'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    const listed: unknown[] = await read(path)
    // With the heads, and of departments the sum.
    await expect(rows, tab).toHaveCount(listed.length + (tab === 'Workload' ? 2 : 1))
  }
  await page.getByRole('tab', { name: 'Shift' }).click()
  await expect(page.getByRole('region', { name: 'What was handed over' })).toContainText('Received in time')
  await expect(page.getByRole('region', { name: 'Urgent messages' })).toBeVisible()
})

test('trends are a chart that the keyboard can read, a table and a CSV file', async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.goto('/analytics?period=month')
  const chart = page.getByRole('application', { name: /^Chart: Tasks completed, by day/ })
  await expect(chart).toBeVisible()
  await expect(page.getByText('How many tasks were completed on each of the last 30 days.')).toContainText(
    'Days begin at midnight in Europe/Lisbon.',
  )
  await chart.focus()
  const spoken = page.locator('[aria-live="assertive"]').filter({ hasText: /\d{4}/ })
  await expect(spoken).toContainText(/tasks?$/)
  const first = await spoken.textContent()
  await page.keyboard.press('ArrowRight')
  await expect(spoken).not.toHaveText(first ?? '')
  await expectAccessible(page)

  await choose(page, 'Avg. Duration')
  await expect(page).toHaveURL(/metric=duration/)
  await choose(page, 'Table')
  await expect(page.getByRole('row')).toHaveCount(31)
  await expect(page.getByRole('row').nth(1)).toContainText('today so far')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^trend-duration-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFFDate,"Hours, on average"')
  expect(lines).toHaveLength(31)

  await choose(page, 'Overdue Count')
  const now = page.getByRole('row').nth(1).getByRole('link')
  await expect(now).toHaveText(/^\d+ tasks$/)
  await now.click()
  await expect(page).toHaveURL(/status=overdue/)
})

test('workload, performance and overdue tasks, of all departments and of one', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('admin')
  await page.goto('/analytics?period=month')
  await page.getByRole('tab', { name: 'Workload' }).click()
  await expect(page.getByRole('application', { name: /^Chart: open, overdue and completed/ })).toBeVisible()
  const table = page.getByRole('table', { name: /^Workload by department/ })
  for (const name of ['Front-of-House', 'Housekeeping', 'Operations', 'All'])
    await expect(table.getByRole('rowheader', { name, exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Performance' }).click()
  // At the beginning of a month fewer than ten people have completed a task.
  const people: unknown[] = await (await page.request.get('/api/v1/analytics/user-performance?period=month')).json()
  const ranks = page.getByRole('table').getByRole('row')
  await expect(ranks).toHaveCount(people.length + 1)
  for (let rank = 1; rank <= people.length; rank += 1)
    await expect(ranks.nth(rank)).toContainText(rank <= 3 ? 'Excellent' : rank <= 7 ? 'Good' : 'Average')
  await page.getByRole('tab', { name: 'Overdue' }).click()
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Task', 'Department', 'Assignee'],
    ...['Due date', 'Days overdue'],
  ])

  await page.getByRole('button', { name: /^Department:/ }).click()
  await page.getByRole('menuitemradio', { name: 'Grounds' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Grounds' })).toHaveCount(1)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Sprinkler by the tennis court leaks' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await page.getByRole('tab', { name: 'Workload' }).click()
  await expect(table.getByRole('row')).toHaveCount(2)

  // The route stays: removing it during a read would leave that read without an answer.
  let reply: { status?: number; json: unknown } | undefined = { json: [] }
  await page.route('**/api/v1/analytics/overdue-tasks*', (route) => (reply ? route.fulfill(reply) : route.continue()))
  await page.goto('/analytics?tab=overdue')
  await expect(page.getByText('No overdue tasks! Great job!')).toBeVisible()
  reply = { status: 503, json: { message: 'Away' } }
  await page.reload()
  await expect(page.getByText('The overdue tasks could not be loaded.')).toBeVisible()
  reply = undefined
  await tryAgain(page, page.getByRole('link', { name: 'Sprinkler by the tennis court leaks' }))

  // A chart without data says so.
  const nothing = [{ date: '2026-03-01', value: 0 }]
  await page.route('**/api/v1/analytics/trends*', (route) => route.fulfill({ json: nothing }))
  await page.route('**/api/v1/analytics/department-workload*', (route) => route.fulfill({ json: [] }))
  await page.getByRole('tab', { name: 'Trends' }).click()
  await expect(page.getByText('Nothing completed in the last 30 days')).toBeVisible()
  await page.getByText('Overdue Count').click()
  await expect(page.getByText('Nothing overdue in the last 30 days')).toBeVisible()
  await page.getByRole('tab', { name: 'Workload' }).click()
  await expect(page.getByText('Nothing open, and nothing completed this week')).toBeVisible()
})

test('on a dark phone every tab fits the screen, and users below manager are refused', { tag: '@long' }, async ({
  signedIn,
}) => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true } as const
  const page = await signedIn('manager', options)
  for (const tab of ['trends', 'performance', 'overdue', 'workload']) {
    await page.goto(`/analytics?tab=${tab}&period=month`)
    await expect(page.getByText(/midnight in Europe\/Lisbon/)).toBeVisible()
    await expect(page.locator('.animate-pulse')).toHaveCount(0)
    expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBe(360)
  }
  await expectAccessible(page)

  const user = await signedIn('user', options)
  await user.goto('/analytics')
  await expect(
    user.getByText('Access Denied: You need Manager+ permissions to view analytics data.', { exact: true }),
  ).toBeVisible()
})
