import type { Page } from '@playwright/test'
import { cardOf, columnOf, createTask, expect, expectAccessible, openForm, test, tryAgain, unique } from './muster.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const accept = (page: Page) => page.on('dialog', (question) => void question.accept())

for (const view of ['kanban', 'table']) {
  test(`undo restores the same task, ${view}`, { tag: view === 'table' ? '@long' : [] }, async ({ signedIn }) => {
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

test('undo restores the same task, deleted in its dialog', { tag: '@long' }, async ({ signedIn }) => {
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

test('the menu beside the filters opens the deleted tasks', { tag: '@long' }, async ({ signedIn }) => {
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

test('the list of deleted tasks says when it is empty, and when it could not be loaded', { tag: '@long' }, async ({
  signedIn,
}) => {
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

const read = async (page: Page, id: number) => (await page.request.get(`/api/v1/tasks/${id}`)).json()
const change = async (page: Page, id: number, data: object) =>
  expect((await page.request.put(`/api/v1/tasks/${id}`, { data })).status()).toBe(200)
const undoWithKeys = (page: Page) => page.keyboard.press('ControlOrMeta+z')
const checkOf = (page: Page, title: string) => page.getByRole('button', { name: `Mark complete: ${title}` })
const cardIn = (page: Page, column: string, title: string) =>
  columnOf(page, column).getByRole('article', { name: title })

test('on a phone a task is finished with one tap, and undone, with and without a network', async ({ signedIn }) => {
  const page = await signedIn('user', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const title = unique('Fold the towels')
  const { id } = await createTask(await signedIn('manager'), { title, status: 'in_progress' })
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await expect(checkOf(page, title)).toHaveAttribute('aria-pressed', 'false')
  const box = await checkOf(page, title).boundingBox()
  expect([box?.width, box?.height]).toEqual([44, 44])
  await expectAccessible(page)

  await checkOf(page, title).tap()
  await expect(cardIn(page, 'Completed', title)).toBeAttached()
  await expect(checkOf(page, title)).toHaveAttribute('aria-pressed', 'true')
  const foot = page.locator('#above-foot')
  await expect(foot).toContainText('Completed')
  await foot.getByRole('button', { name: 'Undo' }).tap()
  await expect(foot).toContainText('Undone')
  await expect(cardIn(page, 'In Progress', title)).toBeAttached()
  expect((await read(page, id)).status).toBe('in_progress')

  // Finished again, and taken back with the check itself: to the status before.
  await checkOf(page, title).tap()
  await expect(cardIn(page, 'Completed', title)).toBeAttached()
  await checkOf(page, title).tap()
  await expect(cardIn(page, 'In Progress', title)).toBeAttached()
  await expect.poll(async () => (await read(page, id)).status).toBe('in_progress')
  await expect(checkOf(page, title)).toHaveAttribute('aria-pressed', 'false')

  await page.context().setOffline(true)
  await checkOf(page, title).tap()
  await expect(toasts(page).getByText('Saved on this device')).toBeVisible()
  await expect(cardIn(page, 'Completed', title)).toBeAttached()
  await toasts(page).getByRole('button', { name: 'Undo' }).tap()
  await expect(cardIn(page, 'In Progress', title)).toBeAttached()
  const waiting = () => page.evaluate(() => Object.keys(localStorage).filter((name) => /^muster\.waiting/.test(name)))
  await expect.poll(waiting).toEqual([])
  await page.context().setOffline(false)
  expect((await read(page, id)).status).toBe('in_progress')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(`/tasks?view=table&q=${encodeURIComponent(title)}`)
  await checkOf(page, title).tap()
  await expect(checkOf(page, title)).toHaveAttribute('aria-pressed', 'true')
  await expect(rowOf(page, title)).toContainText('Completed')
})

test('Ctrl+Z undoes the latest changes one by one, and overwrites nobody', async ({ signedIn }) => {
  const [page, other] = [await signedIn('manager'), await signedIn('admin')]
  const title = unique('Lobby lamp')
  const { id } = await createTask(page, { title, description: 'The left one', priority: 'low' })
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)

  const from = await cardOf(page, title).boundingBox()
  const to = await columnOf(page, 'In Progress').boundingBox()
  if (!from || !to) throw new Error('The board is not visible')
  await expect(async () => {
    await page.mouse.move(from.x + 120, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 150, from.y + 30, { steps: 4 })
    await page.mouse.move(to.x + 80, to.y + 120, { steps: 8 })
    await page.mouse.up()
    await expect(cardIn(page, 'In Progress', title)).toBeVisible({ timeout: 1000 })
  }).toPass()

  await cardOf(page, title).click()
  const dialog = await openForm(page)
  await expect(page).toHaveTitle(`${title} · Muster`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  // Over a dialog a message is only announced: the region itself is hidden from screen readers.
  await expect(page.getByText('Link copied').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/tasks?task=${id}`, page.url()).href)
  const description = dialog.getByLabel('Description')
  await description.fill('Both')
  await description.press('ControlOrMeta+z')
  await expect(description).toHaveValue('The left one')
  await description.fill('Both of them')
  await dialog.getByLabel('Priority').selectOption('High')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page).getByText('Task updated successfully')).toBeVisible()
  await expect(page).toHaveTitle('Tasks · Muster')
  expect(await read(page, id)).toMatchObject({ description: 'Both of them', priority: 'high', status: 'in_progress' })

  // Somebody has changed another field meanwhile: that stays.
  await change(other, id, { tags: ['light'] })
  await undoWithKeys(page)
  await expect(toasts(page).getByText(`Undone: ${title}`)).toBeVisible()
  const after = { description: 'The left one', priority: 'low', status: 'in_progress', tags: ['light'] }
  expect(await read(page, id)).toMatchObject(after)

  await undoWithKeys(page)
  await expect(cardIn(page, 'Pending', title)).toBeVisible()
  await expect.poll(async () => (await read(page, id)).status).toBe('pending')

  // While somebody types, the keys belong to the field.
  await checkOf(page, title).click()
  await expect(toasts(page).getByText('Task status updated successfully')).toBeVisible()
  await page.getByRole('searchbox').press('ControlOrMeta+z')
  await change(other, id, { status: 'in_progress' })
  await expect(cardIn(page, 'In Progress', title)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await undoWithKeys(page)
  await expect(toasts(page).getByText(`${title} was changed meanwhile, not undone`)).toBeVisible()
  await expect(cardIn(page, 'In Progress', title)).toBeVisible()
  expect((await read(page, id)).status).toBe('in_progress')

  await undoWithKeys(page)
  await expect(toasts(page).getByText('Nothing to undo')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Undo the latest change')).toBeVisible()
})

test('of many tasks those are changed that one may change, and undone to what each was', { tag: '@long' }, async ({
  signedIn,
}) => {
  const [page, god] = [await signedIn('manager'), await signedIn('god')]
  const words = unique('Spare key')
  const departments: { id: number; name: string }[] = await (await god.request.get('/api/v1/departments')).json()
  const Maintenance = departments.find(({ name }) => name === 'Maintenance')?.id
  const own: number[] = []
  for (const [letter, priority] of [
    ['a', 'low'],
    ['b', 'medium'],
    ['c', 'low'],
  ])
    own.push((await createTask(page, { title: `${words} ${letter}`, priority })).id)
  for (const letter of ['d', 'e']) await createTask(god, { title: `${words} ${letter}`, departmentId: Maintenance })
  const priorities = () => Promise.all(own.map(async (id) => (await read(page, id)).priority))
  await page.goto(`/tasks?view=table&sort=title&order=asc&q=${encodeURIComponent(words)}`)
  await expect(page.getByText(/^Showing 5 of /)).toBeVisible()
  const bar = page.getByRole('group', { name: 'Chosen tasks' })
  const all = page.getByRole('checkbox', { name: 'Select all tasks' })

  await all.check()
  await bar.getByRole('button', { name: 'Priority' }).click()
  await expect(page.getByText('Change 3 of 5')).toBeVisible()
  await page.getByRole('menuitem', { name: 'High' }).click()
  await expect(toasts(page).getByText('3 of 5 changed')).toBeVisible()
  await expect(toasts(page).getByText(`You cannot change: ${words} d and ${words} e`)).toBeVisible()
  expect(await priorities()).toEqual(['high', 'high', 'high'])
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page).getByText('Undone: 3 tasks')).toBeVisible()
  expect(await priorities()).toEqual(['low', 'medium', 'low'])

  // The field takes typed text at once.
  await all.check()
  await bar.getByRole('button', { name: 'Assignee' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Beatriz')
  await expect(dialog.getByRole('combobox')).toHaveValue('Beatriz')
  await expect(page.getByRole('option')).toHaveText([/Beatriz Lourenço/])
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox')).toHaveValue('Beatriz Lourenço')
  await page.keyboard.type('Bea')
  await expect(dialog.getByRole('combobox')).toHaveValue('Bea')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Change 3 of 5' }).click()
  await expect(toasts(page).getByText('3 of 5 changed')).toBeVisible()

  await change(god, own[1] ?? 0, { assigneeId: null })
  await undoWithKeys(page)
  await expect(toasts(page).getByText('Undone: 2 tasks')).toBeVisible()
  await expect(toasts(page).getByText(`Changed meanwhile, not undone: ${words} b`)).toBeVisible()

  accept(page)
  await all.check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page).getByText('3 tasks deleted')).toBeVisible()
  await undoWithKeys(page)
  await expect(toasts(page).getByText('3 tasks restored')).toBeVisible()
  await expect(page.getByText(/^Showing 5 of /)).toBeVisible()
})

test('people who may not edit a task read its history, and it opens in view', { tag: '@long' }, async ({
  signedIn,
}) => {
  const [page, guest] = [await signedIn('user'), await signedIn('guest')]
  const manager = await signedIn('manager')
  const title = unique('Air the cellar')
  const { id } = await createTask(manager, { title, description: 'One window after the other.\n'.repeat(40) })
  for (const priority of ['low', 'high', 'medium']) await change(manager, id, { priority })
  for (const opened of [page, manager]) {
    await opened.goto(`/tasks?task=${id}`)
    const button = opened.getByRole('dialog').getByRole('button', { name: 'History' })
    await button.click()
    await expect(opened.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(4)
    await expect(opened.getByText(/changed priority from High to Medium/)).toBeInViewport({ ratio: 1 })
    await expect(button).toBeInViewport()
    await expect(button).toBeFocused()
  }
  await expectAccessible(page)
  await guest.goto(`/tasks?task=${id}`)
  await expect(guest.getByRole('dialog', { name: title })).toBeVisible()
  await expect(guest.getByRole('button', { name: 'History' })).toHaveCount(0)
})
