import type { Page } from '@playwright/test'
import { cardOf, createTask, expect, move, newGate, test, unique } from './muster.ts'

/** Two people edit one task at once, and neither loses typed text. */

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Task' })
const field = (page: Page, name: string) => dialogOf(page).getByLabel(name)
const save = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click()
const saved = (page: Page) =>
  expect(page.getByRole('region', { name: /^Notifications/ }).getByText('Task updated successfully')).toBeVisible()
const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Somebody else has changed this task meanwhile' })
const read = async (page: Page, id: number) => (await page.request.get(`/api/v1/tasks/${id}`)).json()

async function bothOpen(signedIn: (account: 'manager' | 'admin') => Promise<Page>) {
  const [one, other] = [await signedIn('manager'), await signedIn('admin')]
  const title = unique('Prepare the ballroom')
  const { id } = await createTask(one, { title, description: 'For eighty guests' })
  for (const page of [one, other]) {
    await page.goto(`/tasks?task=${id}&edit=true`)
    await expect(field(page, 'Title')).toHaveValue(title)
  }
  return { one, other, id, title }
}

/** The first saves; the second, who has written a description as well, then saves too. */
async function bothChangeTheTitle(signedIn: Parameters<typeof bothOpen>[0]) {
  const opened = await bothOpen(signedIn)
  const { one, other, title } = opened
  await field(other, 'Title').fill(`${title}, by the second`)
  await field(other, 'Description').fill('Only the second wrote this')
  await field(one, 'Title').fill(`${title}, by the first`)
  await save(one)
  await saved(one)

  await save(other)
  return opened
}

test('changes of different fields are both saved, without a question', async ({ signedIn }) => {
  const { one, other, id, title } = await bothOpen(signedIn)
  await field(other, 'Description').fill('For ninety guests, and a band')
  await field(one, 'Title').fill(`${title}, early`)
  await save(one)
  await saved(one)
  await save(other)
  await saved(other)
  await expect(dialogOf(other)).toHaveCount(0)
  expect(await read(one, id)).toMatchObject({ title: `${title}, early`, description: 'For ninety guests, and a band' })
})

test('with changes of the same field the second person is asked, and can keep their own', async ({ signedIn }) => {
  const { one, other, id, title } = await bothChangeTheTitle(signedIn)
  await expect(notice(other)).toContainText(`${title}, by the first`)
  await expect(notice(other)).toContainText('What you typed is not lost')
  await expect(field(other, 'Title')).toHaveValue(`${title}, by the second`)
  await expect(field(other, 'Description')).toHaveValue('Only the second wrote this')
  expect(await read(one, id)).toMatchObject({ title: `${title}, by the first`, description: 'For eighty guests' })

  await notice(other).getByRole('button', { name: 'Keep mine' }).click()
  await saved(other)
  expect(await read(one, id)).toMatchObject({
    title: `${title}, by the second`,
    description: 'Only the second wrote this',
  })
})

// In `npm test` two planners do the same in `planner.spec.ts`: the forms share `use-editing.ts`.
test('or they take the other change, and keep the rest of what they typed', { tag: '@long' }, async ({ signedIn }) => {
  const { one, other, id, title } = await bothChangeTheTitle(signedIn)
  await notice(other).getByRole('button', { name: 'Take theirs' }).click()
  await expect(field(other, 'Title')).toHaveValue(`${title}, by the first`)
  await expect(field(other, 'Description')).toHaveValue('Only the second wrote this')
  await save(other)
  await saved(other)
  expect(await read(one, id)).toMatchObject({
    title: `${title}, by the first`,
    description: 'Only the second wrote this',
  })
})

test('the form of a task that was deleted meanwhile stays open, with what was typed, and says so', async ({
  signedIn,
}) => {
  const { one, other, id } = await bothOpen(signedIn)
  await field(other, 'Description').fill('Words worth keeping')
  await one.request.delete(`/api/v1/tasks/${id}`)
  await expect(other.getByRole('alert').filter({ hasText: 'This task no longer exists' })).toBeVisible()
  await expect(field(other, 'Description')).toHaveValue('Words worth keeping')
})

test('a form that shows the task of the board stays open too, when the task itself is not found', async ({
  signedIn,
}) => {
  const page = await signedIn('admin')
  const title = unique('Lay the carpet')
  const { id } = await createTask(page, { title })
  const search = `/tasks?q=${encodeURIComponent(title)}`
  await page.goto(search)
  await expect(cardOf(page, title)).toBeVisible()
  const gate = newGate()
  await page.route(`**/api/v1/tasks/${id}`, async (route) => {
    await gate.opened
    await route.continue()
  })
  await move(page, `${search}&task=${id}&edit=true`)
  await field(page, 'Description').fill('Words worth keeping')
  await page.request.delete(`/api/v1/tasks/${id}`)
  gate.open()
  await expect(page.getByRole('alert').filter({ hasText: 'This task no longer exists' })).toBeVisible()
  await expect(field(page, 'Description')).toHaveValue('Words worth keeping')
})
