import type { Page } from '@playwright/test'
import { createTask, expect, expectAccessible, test, toasts, tryAgain, unique } from './muster.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name })
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

test('a project is created, filled, opened as a board, changed and deleted', async ({ signedIn }) => {
  const [page, colleague] = [await signedIn('manager'), await signedIn('admin')]
  const name = unique('Bathroom refit')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'New Project' }).click()
  await dialog(page, 'New Project').getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog(page, 'New Project').getByText('Name is required')).toBeVisible()
  await dialog(page, 'New Project').getByLabel('Name').fill(name)
  await dialog(page, 'New Project').getByLabel('Description').fill('Taps, tiles and grout')
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText('Project created successfully')
  await expect(page).toHaveURL(/\/projects$/)
  await expect(card(page, name)).toContainText('Pending')
  await expect(card(page, name)).toContainText('Housekeeping')
  await expect(card(page, name)).toContainText('No tasks yet')

  const projects: { id: number; name: string }[] = await (await page.request.get('/api/v1/projects')).json()
  const { id } = projects.find((project) => project.name === name) ?? { id: 0 }
  const first = await createTask(colleague, { title: unique('Order the tiles'), projectId: id })
  await createTask(colleague, { title: unique('Grout the shower'), projectId: id })
  await expect(card(page, name)).toContainText('0 of 2 tasks done')
  await colleague.request.put(`/api/v1/tasks/${first.id}`, { data: { status: 'completed' } })
  await expect(card(page, name)).toContainText('1 of 2 tasks done')

  await card(page, name).getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/tasks\\?project=${id}$`))
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('button', { name: `Project: ${name}. Remove this filter` })).toBeVisible()
  await page.goBack()

  await card(page, name)
    .getByRole('button', { name: `Edit ${name}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`edit=${id}`))
  await dialog(page, 'Edit Project').getByLabel('Status').selectOption('In Progress')
  await dialog(page, 'Edit Project').getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Project updated successfully')
  await expect(card(page, name)).toContainText('In Progress')

  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question.accept()
  })
  await card(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await expect(toasts(page)).toContainText('Project deleted successfully')
  await expect(card(page, name)).toHaveCount(0)
  expect(questions).toEqual([`Are you sure you want to delete "${name}"?`])
  expect(await (await page.request.get(`/api/v1/tasks/${first.id}`)).json()).toMatchObject({ project: null })
})

test('on a dark phone: forbidden actions are not offered, and empty, long and failed lists are shown', {
  tag: '@long',
}, async ({ signedIn }) => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true } as const
  const page = await signedIn('user', options)
  await page.goto('/projects')
  await expect(card(page, 'New linen supplier')).toBeVisible()
  await expect(card(page, 'Rooftop bar reopening')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /New Project|^Edit|^Delete/ })).toHaveCount(0)

  const list = '**/api/v1/projects'
  await page.route(list, (route) => route.fulfill({ json: [] }))
  await page.reload()
  await expect(page.getByText('No Projects Yet')).toBeVisible()
  await expect(page.getByText('Projects of your department appear here.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create First Project' })).toHaveCount(0)
  await page.unroute(list)
  await page.route(list, (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
  await page.reload()
  await expect(page.getByText('The projects could not be loaded.')).toBeVisible()
  await page.unroute(list)
  await tryAgain(page, card(page, 'New linen supplier'))

  const manager = await signedIn('manager', options)
  const name = unique('X'.repeat(160))
  await manager.request.post('/api/v1/projects', { data: { name, description: 'word'.repeat(400) } })
  await manager.goto('/projects')
  await expect(card(manager, name)).toBeVisible()
  expect(await manager.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(manager)
})

test('a large project that is being deleted shows how far that is, and cannot be changed', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const name = unique('Winter')
  await page.request.post('/api/v1/projects', { data: { name } })
  // As it is told of a project of 100,000 tasks.
  await page.route(/v1\/projects(\?|$)/, async (route) => {
    const projects: { name: string }[] = await (await route.fetch()).json()
    const deletion = { done: 34_000, total: 100_000 }
    await route.fulfill({ json: projects.map((each) => (each.name === name ? { ...each, deletion } : each)) })
  })
  // A live message would bring the project as the server has it.
  await page.routeWebSocket('**/ws*', () => {})
  await page.goto('/projects')
  await expect(card(page, name)).toContainText('Being deleted: 34,000 of 100,000 tasks taken out')
  await expect(card(page, name).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})
