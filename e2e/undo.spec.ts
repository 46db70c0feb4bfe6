import type { Page } from '@playwright/test'
import { cardOf, createTask, expect, expectAccessible, test, tryAgain, unique } from './muster.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const accept = (page: Page) => page.on('dialog', (question) => void question.accept())

for (const view of ['kanban', 'table']) {
  test(`undo restores the same task, ${view}`, async ({ signedIn }) => {
    const page = await signedIn('manager')
    accept(page)
    const title = unique('Wash the curtains')
    const task = await createTask(page, { title, description: 'All of them', tags: ['linen'] })
    await page.goto(`/tasks?view=${view}&q=${encodeURIComponent(title)}`)
    const shown = view === 'table' ? rowOf(page, title) : cardOf(page, title)
    await shown.hover()
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Delete Task' }).click()
    await expect(toasts(page).getByText('Task deleted successfully')).toBeVisible()
    await expect(shown).toHaveCount(0)

    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toasts(page).getByText('Task restored successfully')).toBeVisible()
    await expect(shown).toBeVisible()
    const now = await (await page.request.get(`/api/v1/tasks/${task.id}`)).json()
    expect({ ...now, updatedAt: '' }).toEqual({ ...task, updatedAt: '' })
  })
}

test('undo restores the same task, deleted in its dialog', async ({ signedIn }) => {
  const page = await signedIn('manager')
  accept(page)
  const title = unique('Iron the flags')
  const { id } = await createTask(page, { title })
  await page.goto(`/tasks?task=${id}&q=${encodeURIComponent(title)}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).click()
  await expect(toasts(page).getByText('Task deleted successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cardOf(page, title)).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(cardOf(page, title)).toBeVisible()
})

test('undo restores up to twenty tasks; for more the toast opens the list of deleted tasks', async ({ signedIn }) => {
  const page = await signedIn('manager')
  accept(page)
  const words = unique('Heap')
  await Promise.all(Array.from({ length: 21 }, (_, index) => createTask(page, { title: `${words} ${index}` })))
  await page.goto(`/tasks?view=table&q=${encodeURIComponent(words)}`)
  const showing = (count: number) => expect(page.getByText(new RegExp(`^Showing ${count} of `))).toBeVisible()
  const deleteChosen = () =>
    page.getByRole('group', { name: 'Chosen tasks' }).getByRole('button', { name: 'Delete' }).click()
  await showing(21)

  await page.getByRole('row').nth(1).getByRole('checkbox').click()
  await page
    .getByRole('row')
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await deleteChosen()
  await expect(toasts(page).getByText('3 tasks deleted')).toBeVisible()
  await showing(18)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page).getByText('3 tasks restored')).toBeVisible()
  await showing(21)

  await page.getByRole('checkbox', { name: 'Select all tasks' }).check()
  await deleteChosen()
  await expect(toasts(page).getByText('21 tasks deleted')).toBeVisible()
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Deleted tasks' }).click()
  const list = page.getByRole('dialog', { name: 'Deleted tasks' })
  await list.getByRole('button', { name: `Restore ${words} 7`, exact: true }).click()
  await expect(page.getByText('Task restored successfully').first()).toBeVisible()
  await expect(list.getByText(`${words} 7`, { exact: true })).toHaveCount(0)
})

test('the menu beside the filters opens the deleted tasks', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const title = unique('Count the umbrellas')
  const { id } = await createTask(page, { title })
  await page.request.delete(`/api/v1/tasks/${id}`)
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Deleted tasks' }).click()
  const list = page.getByRole('dialog', { name: 'Deleted tasks' })
  const entry = list.getByRole('listitem').filter({ hasText: title })
  await expect(entry).toContainText(/Housekeeping · deleted \w{3} \d{1,2}, \d{4}, \d\d:\d\d/)
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Restore' }).click()
  await expect(entry).toHaveCount(0)
  await page.goBack()
  await expect(list).toHaveCount(0)
  await expect(cardOf(page, title)).toBeVisible()
})

test('the list of deleted tasks says when it is empty, and when it could not be loaded', async ({ signedIn }) => {
  const page = await signedIn('manager')
  let fails = true
  await page.route(/\/api\/.*deleted=true/, (route) =>
    fails ? route.fulfill({ status: 500, body: '' }) : route.fulfill({ json: { tasks: [], total: 0, next: null } }),
  )
  await page.goto('/tasks?deleted=true')
  const list = page.getByRole('dialog', { name: 'Deleted tasks' })
  await expect(list.getByText('The deleted tasks could not be loaded.')).toBeVisible()
  fails = false
  await tryAgain(list, list.getByText('Nothing was deleted in the last 30 days'))
})

test('a refused deletion brings the task back and says why', async ({ signedIn }) => {
  const page = await signedIn('manager')
  accept(page)
  const title = unique('Keep this one')
  const { id } = await createTask(page, { title })
  await page.goto(`/tasks?view=table&q=${encodeURIComponent(title)}`)
  await page.route(`**/api/v1/tasks/${id}`, (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete Task' }).click()
  await expect(toasts(page).getByText('Failed to delete task')).toBeVisible()
  await expect(rowOf(page, title)).toBeVisible()
})
