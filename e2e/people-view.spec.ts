import type { Page } from '@playwright/test'
import { answer, cardOf, columnOf, createTask, expect, expectAccessibleInBoth, test, toasts, unique } from './muster.ts'

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardIn = (page: Page, name: string, title: string) => lane(page, name).getByRole('article', { name: title })

/** Opens the people with only this task, so that its card is in view. */
async function openPeople(page: Page, title: string) {
  await page.goto(`/tasks?view=people&q=${encodeURIComponent(title)}`)
  await expect(cardIn(page, 'Unassigned', title)).toBeVisible()
}

/** The people of the manager's department, those on duty first, as the lanes stand. */
async function peopleOf(page: Page) {
  const { departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const people = await (await page.request.get(`/api/v1/shift/people?departmentId=${departmentId}`)).json()
  return (people as { firstName: string; lastName: string }[]).map(
    ({ firstName, lastName }) => `${firstName} ${lastName}`,
  )
}

/** Chooses the manager's own department. */
async function chooseDepartment(page: Page) {
  await page.getByRole('button', { name: 'All Departments' }).click()
  await page.getByRole('menuitemradio', { name: 'Housekeeping' }).click()
}

test.describe('a task is given to a person', () => {
  test('with the mouse, and goes back if the server refuses', async ({ signedIn }) => {
    const page = await signedIn('manager')
    const { title } = await createTask(page, { title: unique('Turn the mattresses') })
    // As in Firefox and Safari on a desk.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'TouchEvent'))
    await openPeople(page, title)
    await chooseDepartment(page)
    const [first = '', second = ''] = await peopleOf(page)
    const drag = async (to: string) => {
      const card = await cardOf(page, title).boundingBox()
      const target = await lane(page, to).boundingBox()
      if (!card || !target) throw new Error('The lanes are not visible')
      await page.mouse.move(card.x + 60, card.y + 20)
      await page.mouse.down()
      await page.mouse.move(card.x + 90, card.y + 30, { steps: 4 })
      await page.mouse.move(target.x + 200, target.y + 20, { steps: 8 })
      await page.mouse.up()
    }
    await expect(async () => {
      await drag(first)
      await expect(cardIn(page, first, title)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(toasts(page).getByText('Task updated successfully')).toBeVisible()
    await page.reload()
    await expect(cardIn(page, first, title)).toBeVisible()

    await answer(page, /\/api\/v1\/tasks\/\d+$/, { status: 403, body: '{"message":"No","code":"forbidden"}' })
    await expect(cardIn(page, first, title).getByRole('button', { name: `Move ${title}` })).toBeAttached()
    await expect(async () => {
      await drag(second)
      await expect(toasts(page).getByText('Failed to update task')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(cardIn(page, first, title)).toBeVisible()
    await expect(cardIn(page, second, title)).toHaveCount(0)
  })

  test('with the keyboard alone, and by the menu', async ({ signedIn }) => {
    const page = await signedIn('manager')
    const { title } = await createTask(page, { title: unique('Count the bathrobes') })
    await openPeople(page, title)
    await chooseDepartment(page)
    const [first = '', second = ''] = await peopleOf(page)
    const handle = page.getByRole('button', { name: `Move ${title}` })
    await expect(async () => {
      await page.keyboard.press('Escape')
      await handle.focus()
      await page.keyboard.press('Space')
      await expect(page.getByText(`Picked up ${title}. It is in the lane Unassigned.`)).toBeAttached({ timeout: 1000 })
      for (const name of [first, second]) {
        const over = page.getByText(`Over the lane ${name}.`)
        // The library handles arrow keys only a moment after the card was picked up. If a late one leads too far, the
        // card is picked up again.
        await expect(async () => {
          if ((await over.count()) === 0) await page.keyboard.press('ArrowDown')
          await expect(over).toBeAttached({ timeout: 2000 })
        }).toPass({ timeout: 8000 })
      }
    }).toPass()
    await page.keyboard.press('Space')
    await expect(cardIn(page, second, title)).toBeVisible()
    await expect(toasts(page).getByText('Task updated successfully')).toBeVisible()
    await expect(cardIn(page, second, title).getByRole('link', { name: title, exact: true })).toBeFocused()

    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Assign to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign to…' })
    await dialog.getByRole('combobox').fill(first)
    await expect(dialog.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(cardIn(page, first, title)).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})

test('the people view follows what others do, and who comes on duty', { tag: '@long' }, async ({ signedIn }) => {
  const [page, colleague] = [await signedIn('manager'), await signedIn('user')]
  const { title, id } = await createTask(page, { title: unique('Air the suites') })
  const { id: userId, firstName, lastName } = await (await colleague.request.get('/api/v1/auth/session')).json()
  await colleague.request.post('/api/v1/clock/stop')
  await openPeople(page, title)
  const theirs = lane(page, `${firstName} ${lastName}`)
  await expect(theirs.getByText('Off duty')).toBeVisible()
  await page.request.put(`/api/v1/tasks/${id}`, { data: { assigneeId: userId } })
  await expect(theirs.getByRole('article', { name: title })).toBeVisible()
  expect((await colleague.request.post('/api/v1/clock/start')).status()).toBe(201)
  await expect(theirs.getByText(/On duty since \d\d:\d\d/)).toBeVisible()
  await colleague.request.post('/api/v1/clock/stop')
  await expect(theirs.getByText('Off duty')).toBeVisible()
  await expectAccessibleInBoth(page)
})

test('only those who assign tasks find the people view; on a phone lanes are folded', { tag: '@long' }, async ({
  signedIn,
}) => {
  const user = await signedIn('user')
  await user.goto('/tasks?view=people')
  await expect(columnOf(user, 'Pending')).toBeVisible()
  await expect(user.getByRole('radio', { name: 'People' })).toHaveCount(0)

  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true })
  const [first = ''] = await peopleOf(page)
  const { title } = await createTask(page, { title: unique('Dust the lamps') })
  await openPeople(page, title)
  await page.getByRole('button', { name: `Actions for ${title}` }).tap()
  await page.getByRole('menuitem', { name: 'Assign to…' }).tap()
  await page.getByRole('option', { name: first }).tap()
  await expect(cardIn(page, 'Unassigned', title)).toHaveCount(0)
  await expect(cardIn(page, first, title)).toHaveCount(0)
  await lane(page, first).getByRole('button', { name: first, exact: true }).tap()
  await expect(cardIn(page, first, title)).toBeVisible()
})

test('tasks are added one after another in a column, with person, priority, tag and date', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const [first = ''] = await peopleOf(page)
  const [one, two] = [unique('Press the curtains'), unique('Sort the linen')]
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'New In Progress task' }).click()
  const field = page.getByRole('combobox', { name: 'Title of the new task' })
  await field.fill(`${one} !high `)
  await field.pressSequentially('#laundry @')
  await field.pressSequentially(first.slice(0, 4))
  // The list goes with the focus, and comes back with the next letter.
  await expect(page.getByRole('option', { name: first })).toBeVisible()
  await field.evaluate((input) => input.blur())
  await expect(page.getByRole('option', { name: first })).toHaveCount(0)
  await field.press('End')
  await field.press('Backspace')
  await page.getByRole('option', { name: first }).click()
  await field.pressSequentially('tomorrow')
  for (const part of ['High', 'laundry', first]) {
    await expect(page.getByRole('button', { name: `Remove ${part}` })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: /^Remove \w{3}, / })).toBeVisible()
  await field.press('Enter')
  await expect(toasts(page).getByText('Task created successfully')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  const card = columnOf(page, 'In Progress').getByRole('article', { name: one })
  await expect(card.getByText('Priority High')).toBeAttached()
  await expect(card.getByText('laundry')).toBeVisible()
  await expect(card.getByText(`Assigned to ${first}`)).toBeAttached()
  await expect(card.getByText('Due')).toBeAttached()
  await expectAccessibleInBoth(page)

  // Refused: nothing typed is lost, nor when the field is closed or the page loaded again.
  await page.route('**/api/v1/tasks', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 })
  await field.fill(`${two} #spare `)
  await field.press('Enter')
  await expect(toasts(page).getByText('Failed to create task')).toBeVisible()
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'New In Progress task' }).click()
  await expect(field).toHaveValue(`${two} `)
  await page.getByRole('button', { name: 'Remove spare' }).click()
  await field.press('Enter')
  await expect(columnOf(page, 'In Progress').getByRole('article', { name: two })).toBeVisible()
})

test('a task that is added in the lane of a person is theirs', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const [first = ''] = await peopleOf(page)
  const title = unique('Refill the minibars')
  await page.goto(`/tasks?view=people&q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `New task for ${first}` }).click()
  await page.getByRole('combobox', { name: 'Title of the new task' }).fill(title)
  await page.keyboard.press('Enter')
  await expect(cardIn(page, first, title)).toBeVisible()
})

test('the form creates one task after another', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const [one, two] = [unique('Wash the windows'), unique('Wash the doors')]
  await page.goto('/tasks?new=true')
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await dialog.getByLabel('Title').fill(one)
  await dialog.getByLabel('Description').fill('With vinegar')
  await dialog.getByLabel('Priority').selectOption('high')
  await dialog.getByLabel('Create another').check()
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  // An open dialog hides the rest of the page from screen readers, and so from roles.
  await expect(page.getByText('Task created successfully', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByLabel('Description')).toHaveValue('')
  await expect(dialog.getByLabel('Priority')).toHaveValue('high')
  await dialog.getByLabel('Create another').uncheck()
  await dialog.getByLabel('Title').fill(two)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await page.goto(`/tasks?q=${encodeURIComponent(two)}`)
  await expect(cardOf(page, two).getByText('Priority High')).toBeAttached()
})
