import type { Page } from '@playwright/test'
import { createTask, expect, expectAccessible, test, unique } from './muster.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const rowOf = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text }).first()
const opened = (page: Page) => page.locator('li', { has: page.locator('[aria-expanded=true]') })

test('the log shows live who changed what, filters by subject, and agrees with the history of a task', async ({
  signedIn,
}) => {
  const [admin, manager] = [await signedIn('admin'), await signedIn('manager')]
  await admin.goto('/admin/audit')
  await expect(rows(admin).first()).toBeVisible()

  let task = { id: 0, title: '' }
  // Repeated, because other tests can write so many entries that this one is not among the newest.
  await expect(async () => {
    task = await createTask(manager, { title: unique('Polish the brass') })
    const data = { priority: 'high', dueDate: '2027-03-04T12:30:00.000Z' }
    await manager.request.put(`/api/v1/tasks/${task.id}`, { data })
    const row = rowOf(admin, `changed due date and priority of task ${task.title}`)
    await expect(row).toContainText('Amara Okafor', { timeout: 5_000 })
  }).toPass()
  const { id, title } = task

  await rowOf(admin, `of task ${title}`).getByRole('button').click()
  await expect(opened(admin)).toContainText(/Priority\s*Medium to High/)
  await expect(opened(admin)).toContainText(/Due date\s*empty to Mar 4, 2027, 12:30/)
  await expect(opened(admin)).toContainText('127.0.0.1')
  await expectAccessible(admin)

  await opened(admin).getByRole('button', { name: 'Only this task' }).click()
  await expect(admin).toHaveURL(new RegExp(`type=task&id=%22?${id}`))
  await expect(rows(admin)).toHaveCount(2)
  await admin.getByLabel('Action').selectOption('Created task')
  await expect(rows(admin)).toHaveCount(1)
  await admin.reload()
  await expect(rows(admin)).toHaveCount(1)
  const file = admin.waitForEvent('download')
  await admin.getByRole('link', { name: 'Export' }).click()
  expect((await file).suggestedFilename()).toBe('audit-log.csv')
  await admin.getByLabel('From').fill('2031-01-01')
  await expect(admin.getByText('No entries match your filters')).toBeVisible()
  await admin.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(admin).toHaveURL(/\/admin\/audit$/)

  await manager.goto(`/tasks?task=${id}`)
  await manager.getByRole('button', { name: 'History' }).click()
  const history = manager.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history).toContainText('Amara Okafor created it · just now')
  await admin.request.put(`/api/v1/tasks/${id}`, { data: { status: 'completed' } })
  await expect(history).toContainText('Beatriz Lourenço changed status from Pending to Completed · just now')
})

test('on a dark phone new entries do not move the list, older ones load, and managers are refused', {
  tag: '@long',
}, async ({ signedIn }) => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true } as const
  const [admin, manager] = [await signedIn('admin', options), await signedIn('manager', options)]
  await manager.goto('/admin/audit')
  await expect(manager.getByText('Access Denied')).toBeVisible()

  await admin.goto('/admin/audit?type=task')
  const first = rows(admin).first()
  await first.getByRole('button').click()
  const before = await first.innerText()
  await createTask(manager, { title: unique('Beat the carpets') })
  const news = admin.getByRole('button', { name: /new entr/ })
  await expect(news).toBeVisible()
  expect(await first.innerText()).toBe(before)
  await expectAccessible(admin)
  // Other tests write entries too, so this entry is among the newest only for a while, and the button may come back.
  await expect(async () => {
    const title = unique('Air the rugs')
    await createTask(manager, { title })
    await expect(async () => {
      if (await news.isVisible()) await news.click()
      await expect(news).toHaveCount(0, { timeout: 500 })
      await expect(rowOf(admin, title)).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 6_000 })
  }).toPass()

  await expect(rows(admin)).toHaveCount(50)
  await rows(admin).last().scrollIntoViewIfNeeded()
  await expect(rows(admin)).toHaveCount(100)
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
