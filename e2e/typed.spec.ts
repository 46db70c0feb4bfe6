import type { Page } from '@playwright/test'
import { createTask, expect, expectAccessible, goTo, test, toasts, unique } from './muster.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard what you typed?' })
const keepEditing = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' })
const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard' })

test('a tag that is still being typed is saved with the task', async ({ signedIn }) => {
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
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('after the back button and Discard, the step back is taken', async ({ signedIn }) => {
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

test('the back button discards feedback after a question, and the screen stays', async ({ signedIn }) => {
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
