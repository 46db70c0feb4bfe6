import type { Page } from '@playwright/test'
import {
  cardOf,
  createTask,
  expect,
  expectAccessible,
  goTo,
  openForm,
  setClock,
  staff,
  test,
  toasts,
  unique,
} from './muster.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard what you typed?' })
const keepEditing = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' })
const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard' })

test('a tag that is still being typed is saved with the task', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/tasks?new=true')
  await page.getByLabel('Title').fill(unique('Order linen'))
  await page.getByLabel('Tags').fill('linen')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/tasks'))
  await page.keyboard.press('Control+Enter')
  expect((await sent).postDataJSON()).toMatchObject({ tags: ['linen'] })
  await expect(toasts(page)).toContainText(['Task created successfully'])
})

test('whatever closes a form asks before typed text is lost, and the focus returns', async ({ signedIn }) => {
  const [page, colleague] = [await signedIn('manager'), await signedIn('admin')]
  const { id } = await (await page.request.get('/api/v1/auth/session')).json()
  await page.goto('/clock')
  await goTo(page, 'Tasks')
  const opener = page.getByRole('button', { name: 'New Task' }).first()
  await opener.click()
  const form = page.getByRole('dialog', { name: 'New Task' })
  const title = form.getByLabel('Title')
  const toast = async () => {
    await createTask(colleague, { title: unique('Mend the lift'), assigneeId: id })
    await page.getByRole('button', { name: 'Open', exact: true, includeHidden: true }).click()
  }
  await title.fill('Paint the stairs')
  for (const [leave, stay] of [
    [() => page.keyboard.press('Escape'), () => page.keyboard.press('Escape')],
    [() => page.keyboard.press('Escape'), () => keepEditing(page).press('Enter')],
    [() => page.goBack(), () => keepEditing(page).click()],
    // With the question open, the back button closes the question.
    [() => page.goBack(), () => page.goBack()],
    [() => page.evaluate(() => history.go(-2)), () => keepEditing(page).click()],
    [toast, () => keepEditing(page).click()],
  ] as const) {
    await title.focus()
    await leave()
    await expect(keepEditing(page)).toBeFocused()
    // Within some milliseconds of its opening the question hears neither Escape nor the back button. People are slower.
    await expect(async () => {
      if (await question(page).isVisible()) await stay()
      await expect(question(page)).toBeHidden({ timeout: 2_000 })
    }).toPass()
    await expect(title).toBeFocused()
    await expect(title).toHaveValue('Paint the stairs')
    await expect(page).toHaveURL(/\/tasks\?new=true$/)
  }
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expectAccessible(page)
  await keepEditing(page).click()
  await form.getByRole('button', { name: 'Close' }).click()
  await discard(page).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/tasks$/)
  await expect(opener).toBeFocused()
  // Nothing is asked for a form that nobody has touched.
  await opener.click()
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('after the back button and Discard, the step back is taken', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/clock')
  await goTo(page, 'Tasks')
  await page.getByRole('button', { name: 'New Task' }).first().click()
  await page.getByLabel('Title').fill('Paint the stairs')
  await page.goBack()
  await discard(page).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/tasks$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/clock$/)
})

test('the back button discards feedback after a question, and the screen stays', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  await page.goto('/reminders')
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Send feedback' }).click()
  await page.getByLabel('Comment').fill('The bell is loud')
  await page.goBack()
  await discard(page).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/projects$/)
})

const step = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })

test('closing a task asks before steps lose what is typed', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id, title } = await createTask(page, { title: unique('Round of the kitchen'), status: 'in_progress' })
  const steps = [{ text: 'Fridge', kind: 'number' }, { text: 'Floor' }]
  expect((await page.request.post(`/api/v1/tasks/${id}/steps`, { data: { steps } })).status()).toBe(201)
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await cardOf(page, title).click()
  const task = page.getByRole('dialog', { name: title })
  const row = (name: string) => task.getByRole('listitem').getByRole('button', { name }).first()

  // Text that is no number cannot be saved.
  await step(page, 'Fridge').fill('warm')
  await page.keyboard.press('Escape')
  await keepEditing(page).click()
  await expect(step(page, 'Fridge')).toHaveValue('warm')
  await page.keyboard.press('Escape')
  await discard(page).click()
  await expect(task).toBeHidden()
  await cardOf(page, title).click()
  await expect(step(page, 'Fridge')).toHaveValue('')

  await task.getByRole('button', { name: 'Edit steps' }).click()
  const isDone = async () => expect(task.getByRole('button', { name: 'Done' })).toBeHidden()
  const done = () => task.getByRole('button', { name: 'Done' }).click()
  await step(page, 'New step').fill('Freezer')
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack(), done]) {
    await leave()
    await keepEditing(page).click()
    await expect(question(page)).toBeHidden()
    await expect(step(page, 'New step')).toHaveValue('Freezer')
  }
  await done()
  await expect(keepEditing(page)).toBeFocused()
  await page.goBack()
  await expect(question(page)).toBeHidden()
  await expect(step(page, 'New step')).toHaveValue('Freezer')
  // A dialog over the task has its own answer to the back button.
  const form = await openForm(page)
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(step(page, 'New step')).toHaveValue('Freezer')
  await done()
  await discard(page).click()
  await isDone()

  // Nothing is asked about a form that nobody has changed.
  await task.getByRole('button', { name: 'Edit steps' }).click()
  await row('Floor').click()
  await expect(step(page, 'Step')).toHaveValue('Floor')
  await row('Fridge').click()
  await expect(step(page, 'Step')).toHaveValue('Fridge')
  await done()
  await isDone()

  await task.getByRole('button', { name: 'Edit steps' }).click()
  await row('Floor').click()
  await step(page, 'Step').fill('Floor and walls')
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack(), done, () => row('Fridge').click()]) {
    await leave()
    await keepEditing(page).click()
    await expect(question(page)).toBeHidden()
    await expect(step(page, 'Step')).toHaveValue('Floor and walls')
  }
  await expectAccessible(page)
  await row('Fridge').click()
  await discard(page).click()
  await expect(step(page, 'Step')).toHaveValue('Fridge')
  await page.keyboard.press('Escape')
  await expect(task).toBeHidden()
})

test('the browser asks before it leaves a page with something typed into steps', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id } = await createTask(page, { title: unique('Round of the kitchen') })
  await page.goto(`/tasks?task=${id}`)
  await page.getByRole('button', { name: 'Add steps' }).click()
  await step(page, 'New step').fill('Freezer')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  const warning = await asked
  expect(warning.type()).toBe('beforeunload')
  await warning.accept()
  await reload
})

test('a message and a reminder that are being typed survive a reload, and are gone once discarded', async ({
  signedIn,
}) => {
  const page = await signedIn(staff('henrik.lindgren'))
  // All on duty are more than one.
  const colleagues = [await signedIn(staff('priya.nair')), await signedIn(staff('elias.tavares'))]
  page.on('dialog', (dialog) => dialog.accept())
  await Promise.all(colleagues.map((each) => setClock(each, 'start')))
  await page.goto('/on-duty')
  const reception = page.getByRole('region', { name: 'Front-of-House', exact: true })
  const write = reception.getByRole('button', { name: 'Message all on duty' })
  const message = page.getByRole('dialog').getByRole('textbox', { name: 'Message' })
  await write.click()
  await message.fill('The lift is out')
  await page.reload()
  await write.click()
  await expect(message).toHaveValue('The lift is out')
  await page.keyboard.press('Escape')
  await discard(page).click()
  await write.click()
  await expect(message).toHaveValue('')
  await Promise.all(colleagues.map((each) => setClock(each, 'stop')))

  await page.goto('/reminders?new=true')
  const title = page.getByRole('dialog').getByLabel('Title')
  await title.fill('Water the lemon trees')
  await page.reload()
  await expect(title).toHaveValue('Water the lemon trees')
  await page.keyboard.press('Escape')
  await discard(page).click()
  await page.getByRole('button', { name: 'New Reminder' }).click()
  await expect(title).toHaveValue('')
})
