import type { Page } from '@playwright/test'
import { createTask, expect, goTo, test, toasts, unique } from './muster.ts'

/** What is asked from now on; each time it is answered so. */
function questions(page: Page, answer: 'accept' | 'dismiss') {
  const dialogs: string[] = []
  page.on('dialog', (question) => {
    dialogs.push(question.message())
    void question[answer]()
  })
  return dialogs
}

const DISCARD = 'Discard what you have typed?'

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

test('no step through the history, and no toast, loses what was typed without a question', async ({ signedIn }) => {
  const [page, colleague] = [await signedIn('manager'), await signedIn('admin')]
  const { id } = await (await page.request.get('/api/v1/auth/session')).json()
  await page.goto('/clock')
  await goTo(page, 'Tasks')
  await page.getByRole('button', { name: 'New Task' }).first().click()
  const title = page.getByLabel('Title')
  await title.fill('Paint the stairs')
  const dialogs = questions(page, 'dismiss')
  await page.evaluate(() => history.go(-2))
  await expect.poll(() => dialogs).toEqual([DISCARD])
  await createTask(colleague, { title: unique('Mend the lift'), assigneeId: id })
  await page.getByRole('button', { name: 'Open', exact: true, includeHidden: true }).click()
  await expect.poll(() => dialogs.length).toBeGreaterThan(1)
  await expect(page).toHaveURL(/\/tasks\?new=true$/)
  await expect(title).toHaveValue('Paint the stairs')
})

test('feedback that is discarded with the back button closes, and the screen stays', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/reminders')
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Send feedback' }).click()
  await page.getByLabel('Comment').fill('The bell is loud')
  const dialogs = questions(page, 'accept')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(dialogs).toEqual([DISCARD])
  await expect(page).toHaveURL(/\/projects$/)
})
