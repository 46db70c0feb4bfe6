import type { Page } from '@playwright/test'
import { createTask, expect, goTo, test, toasts, unique } from './muster.ts'

/** Collects the questions that the page asks from now on, and answers each. */
function answerQuestions(page: Page, answer: 'accept' | 'dismiss') {
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question[answer]()
  })
  return questions
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

test('going back and opening a toast ask before typed text is lost', async ({ signedIn }) => {
  const [page, colleague] = [await signedIn('manager'), await signedIn('admin')]
  const { id } = await (await page.request.get('/api/v1/auth/session')).json()
  await page.goto('/clock')
  await goTo(page, 'Tasks')
  await page.getByRole('button', { name: 'New Task' }).first().click()
  const title = page.getByLabel('Title')
  await title.fill('Paint the stairs')
  const questions = answerQuestions(page, 'dismiss')
  await page.evaluate(() => history.go(-2))
  await expect.poll(() => questions).toEqual([DISCARD])
  await createTask(colleague, { title: unique('Mend the lift'), assigneeId: id })
  await page.getByRole('button', { name: 'Open', exact: true, includeHidden: true }).click()
  await expect.poll(() => questions.length).toBeGreaterThan(1)
  await expect(page).toHaveURL(/\/tasks\?new=true$/)
  await expect(title).toHaveValue('Paint the stairs')
})

test('the back button discards feedback after a question, and the screen stays', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/reminders')
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Send feedback' }).click()
  await page.getByLabel('Comment').fill('The bell is loud')
  const questions = answerQuestions(page, 'accept')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(questions).toEqual([DISCARD])
  await expect(page).toHaveURL(/\/projects$/)
})
