import type { Page } from '@playwright/test'
import { cardOf, createTask, expect, expectAccessible, test, unique } from './muster.ts'

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a day is planned by person: its tasks, how long they take, and the day after it', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const me = await (await page.request.get('/api/v1/auth/session')).json()
  const name = `${me.firstName} ${me.lastName}`
  const word = unique('Starch')
  const on = (day: number) => `2031-05-0${day}T10:00:00.000Z`
  const task = { departmentId: me.departmentId, assigneeId: me.id }
  await createTask(page, { ...task, title: `${word} sheets`, dueDate: on(5), estimateMinutes: 90 })
  await createTask(page, { ...task, title: `${word} shirts`, dueDate: on(5) })
  await createTask(page, { ...task, title: `${word} napkins`, dueDate: on(6), estimateMinutes: 20 })
  await page.goto(`/tasks?view=people&q=${encodeURIComponent(word)}`)
  await expect(lane(page, name)).toContainText('3 later')

  await page.getByLabel('Day to plan').fill('2031-05-05')
  await expect(lane(page, name)).toContainText('May 5, 2031: 2')
  await expect(lane(page, name)).toContainText('Other: 1')
  await expect(lane(page, name)).toContainText('1 h 30 min')
  await expect(lane(page, name)).toContainText('1 task has no estimate')
  await expect(cardOf(page, `${word} napkins`)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(lane(page, name)).toContainText('May 6, 2031: 1')
  await expect(lane(page, name)).toContainText('20 min')
  await expect(page).toHaveURL(/dueFrom=2031-05-06&dueTo=2031-05-06/)
  await page.getByRole('button', { name: 'All days' }).click()
  await expect(lane(page, name)).toContainText('3 later')
  await page.getByRole('button', { name: 'Tomorrow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Tomorrow', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('the plan of a day to come shows the routines that open until then, with their minutes', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const me = await (await page.request.get('/api/v1/auth/session')).json()
  const name = `${me.firstName} ${me.lastName}`
  // Nothing else is there, so the sums have the routine alone.
  const place = unique('Roof')
  const routine = {
    ...{ title: unique('Water the herbs'), departmentId: me.departmentId, assigneeId: me.id, place, workMinutes: 35 },
    ...{ days: '* * *', opensAt: '06:00', dueAfterMinutes: 120 },
  }
  const made = await page.request.post('/api/v1/routines', { data: routine })
  expect(made.status()).toBe(201)
  await page.goto(`/tasks?view=people&place=${encodeURIComponent(place)}`)
  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByRole('button', { name: 'Next day' }).click()
  const planned = lane(page, name).getByRole('list', { name: `Routines that open for ${name}` })
  await expect(planned.getByRole('listitem')).toContainText([routine.title])
  await expect(planned.getByRole('listitem')).toContainText([/opens at 0?6:00/])
  await expect(lane(page, name).getByText(/: 1$/)).toBeVisible()
  await expect(lane(page, name)).toContainText('35 min')
  await expect(planned.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  // A deleted routine leaves the plan at once.
  await page.request.delete(`/api/v1/routines/${(await made.json()).id}`)
  await expect(planned).toHaveCount(0)
})

test('tasks are filtered by their kind and their place', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const place = unique('Cabin')
  const inPlace = await createTask(page, { title: unique('Paint the door'), place })
  const elsewhere = await createTask(page, { title: inPlace.title.replace('door', 'gate') })
  await page.goto(`/tasks?view=table&place=${encodeURIComponent(place.toUpperCase())}`)
  await expect(page.getByRole('link', { name: inPlace.title })).toBeVisible()
  await expect(page.getByRole('link', { name: elsewhere.title })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Kind').selectOption('Reported problems')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No tasks match your filters')).toBeVisible()
  await page.getByRole('button', { name: 'Kind: Reported problems. Remove this filter' }).click()
  await expect(page.getByRole('link', { name: inPlace.title })).toBeVisible()
})

/**
 * From now on takes presses with Ctrl and the middle button before the browser does: some builds of Chromium hang after
 * a second tab. Returns how to read the links pressed, and whether the page has kept the browser from opening them.
 */
async function pressesLeftToBrowser(page: Page) {
  const presses = await page.evaluateHandle(() => {
    const found: { address: string | null | undefined; isPrevented: boolean }[] = []
    for (const type of ['click', 'auxclick'] as const)
      addEventListener(type, (event) => {
        if (event.button === 0 && !event.ctrlKey && !event.metaKey) return
        const link = event.target instanceof Element ? event.target.closest('a') : null
        found.push({ address: link?.getAttribute('href'), isPrevented: event.defaultPrevented })
        event.preventDefault()
      })
    return found
  })
  return () => presses.jsonValue()
}

test('a task opens in a tab of its own with Ctrl and with the middle button, from a card and from a row', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const { id, title } = await createTask(page, { title: unique('Wax the banister') })
  const address = `/tasks?task=${id}`
  const inTab = { address, isPrevented: false }
  await page.goto(`/tasks?view=kanban&q=${encodeURIComponent(title)}`)
  const card = cardOf(page, title)
  let left = await pressesLeftToBrowser(page)
  await card.getByRole('link', { name: title }).click({ modifiers: ['ControlOrMeta'] })
  await card.getByRole('link', { name: title }).click({ button: 'middle' })
  await card.click({ modifiers: ['ControlOrMeta'], position: { x: 200, y: 40 } })
  expect(await left()).toEqual([inTab, inTab, inTab])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await card.getByRole('link', { name: title }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()

  await page.goto(`/tasks?view=table&q=${encodeURIComponent(title)}`)
  const link = page.getByRole('link', { name: title })
  left = await pressesLeftToBrowser(page)
  await link.click({ modifiers: ['ControlOrMeta'] })
  await link.click({ button: 'middle' })
  expect(await left()).toEqual([inTab, inTab])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Elsewhere in the row Ctrl selects it, as before.
  await page
    .getByRole('row')
    .filter({ hasText: title })
    .click({ modifiers: ['ControlOrMeta'], position: { x: 500, y: 10 } })
  await expect(page.getByRole('checkbox', { name: `Select ${title}` })).toBeChecked()
})

test('a card that is dragged by its title and dropped where it was opens nothing', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { title } = await createTask(page, { title: unique('Oil the hinges') })
  await page.goto(`/tasks?view=kanban&q=${encodeURIComponent(title)}`)
  const link = cardOf(page, title).getByRole('link', { name: title })
  const from = await link.boundingBox()
  if (!from) throw new Error('The card is not visible')
  const [x, y] = [from.x + 20, from.y + 8]
  const address = page.url()
  // A page that is left has lost it.
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await expect(async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 40, { steps: 4 })
    await expect(page.getByText(`Picked up ${title}. It is in Pending.`)).toBeAttached({ timeout: 1000 })
  }).toPass()
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText(`${title} stays in Pending.`)).toBeAttached()
  expect(page.url()).toBe(address)
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  await link.click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
})

test('a new task gets its place, its estimate and its steps in one form', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const title = unique('Ready the suite')
  await page.goto('/tasks?new=true')
  const form = page.getByRole('dialog', { name: 'New Task' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Place').fill('Suite 9')
  await form.getByLabel('Estimated minutes').fill('0')
  await form.getByLabel('Steps').fill('- Strip the bed\n- Fill the minibar\n\n')
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form.getByText('Must be a whole number from 1 to 1440')).toBeVisible()
  await form.getByLabel('Estimated minutes').fill('25')
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form).toHaveCount(0)
  await page.goto(`/tasks?view=table&q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).click()
  const task = page.getByRole('dialog', { name: title })
  await expect(task).toContainText('Suite 9')
  await expect(task).toContainText('25 min')
  await expect(task).toContainText('Strip the bed')
  await expect(task).toContainText('Fill the minibar')
  await expectAccessible(page)
})

test('a manager shares a view with the department, and a person hides it', async ({ signedIn }) => {
  const [manager, user] = await Promise.all([signedIn('manager'), signedIn('user')])
  const name = unique('Morning')
  const views = (page: Page) => page.getByRole('dialog', { name: 'Saved views' })
  await manager.goto('/tasks?view=table&priority=high')
  await manager.getByRole('button', { name: 'Saved views' }).click()
  await views(manager).getByRole('button', { name: 'Save view' }).click()
  await views(manager).getByLabel('Name of the view').fill(name)
  await views(manager).getByRole('button', { name: 'Save', exact: true }).click()
  await views(manager)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await manager.getByRole('menuitem', { name: 'Share with Housekeeping' }).click()
  await expect(views(manager)).toContainText('Shared with Housekeeping')

  await user.goto('/tasks')
  await user.getByRole('button', { name: 'Saved views' }).click()
  await views(user).getByRole('button', { name, exact: true }).click()
  await expect(user).toHaveURL(/priority=high/)
  await user.getByRole('button', { name: 'Saved views' }).click()
  await expectAccessible(user)
  await views(user)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await user.getByRole('menuitem', { name: 'Hide from me' }).click()
  await expect(views(user).getByRole('button', { name, exact: true })).toHaveCount(0)
  await views(user)
    .getByRole('button', { name: /^Show \d+ hidden/ })
    .click()
  await views(user)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await user.getByRole('menuitem', { name: 'Show again' }).click()
  await expect(views(user).getByRole('button', { name, exact: true })).toBeVisible()

  await views(manager)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await manager.getByRole('menuitem', { name: 'Delete' }).click()
  await manager.getByRole('button', { name: 'Delete', exact: true }).click()
  // The other page follows.
  await expect(views(user).getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('the bell takes the height of the window, and shows what a filter names', async ({ signedIn }) => {
  const [page, manager] = await Promise.all([signedIn('user'), signedIn('manager')])
  const { id } = await (await page.request.get('/api/v1/auth/session')).json()
  const { title } = await createTask(manager, { title: unique('Fold the flags'), assigneeId: id })
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const row = panel.getByRole('listitem').filter({ hasText: title })
  await expect(row).toBeVisible()
  const height = page.viewportSize()?.height ?? 0
  expect((await panel.boundingBox())?.height).toBeGreaterThan(height - 120)
  await panel.getByRole('radio', { name: 'Department' }).check({ force: true })
  await expect(row).toHaveCount(0)
  await panel.getByRole('radio', { name: 'Mine' }).check({ force: true })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Mark as read' }).click()
  await panel.getByRole('radio', { name: 'All' }).check({ force: true })
  await expect(row).toContainText(', read')
  await expectAccessible(page)
})
