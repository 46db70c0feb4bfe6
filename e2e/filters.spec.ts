import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './muster.ts'

const cards = (page: Page) => page.getByRole('article')
const card = (page: Page, title: string) => cards(page).filter({ hasText: title })

/** Tasks with a word and a tag of their own: a filter leaves out each, except the first. Returns the word. */
async function putTasks(page: Page) {
  const word = `round${Date.now().toString(36)}`
  const { id } = await (await page.request.get('/api/v1/auth/session')).json()
  const soon = new Date(Date.now() + 60_000).toISOString()
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const tasks = [
    { title: `${word} Wanted`, tags: [word, 'lift'], assigneeId: id, dueDate: soon },
    { title: `${word} Of nobody`, tags: [word, 'lift'], dueDate: soon },
    { title: `${word} Without the tag`, tags: [word], assigneeId: id, dueDate: soon, priority: 'high' },
    { title: `${word} Much later`, tags: [word, 'lift'], assigneeId: id, dueDate: later },
  ]
  for (const task of tasks) expect((await page.request.post('/api/v1/tasks', { data: task })).status()).toBe(201)
  return word
}

test('filters narrow the board together, and a saved view and a link bring them back', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const word = await putTasks(page)
  await page.goto(`/tasks?view=kanban&q=${word}`)
  await expect(cards(page)).toHaveCount(4)

  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filters', exact: true })
  const assignee = panel.getByRole('combobox', { name: 'Assignee' })
  await assignee.click()
  await assignee.fill('mine')
  await panel.getByRole('option', { name: 'Mine' }).click()
  await expect(cards(page)).toHaveCount(3)
  await panel.getByLabel('Due date').selectOption('This week')
  await expect(card(page, 'Much later')).toHaveCount(0)
  await expect(panel.getByRole('list', { name: 'Tags that are often used' })).toBeVisible()
  // In the case in which tasks have it.
  await panel.getByLabel('Tags', { exact: true }).fill('LIFT')
  await panel.getByLabel('Tags', { exact: true }).press('Enter')
  await expect(cards(page)).toHaveCount(1)
  await expect(card(page, 'Wanted')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/assignee=me/)
  await expect(page).toHaveURL(/tags=lift/)
  await expect(page).toHaveURL(/due=week/)

  await page.getByRole('button', { name: 'Saved views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByRole('button', { name: 'Save view' }).click()
  await views.getByLabel('Name of the view').fill(`Lift ${word}`)
  await views.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(views.getByRole('button', { name: `Lift ${word}`, exact: true })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')

  // A chip takes one filter away, Clear Filters all of them.
  await page.getByRole('button', { name: /^Tag: lift/ }).click()
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).not.toHaveURL(/assignee|due|tags|q=/)

  // The view is there on another page of the same person, and "mine" is the person who opens the link.
  const other = await signedIn('manager')
  await other.goto('/tasks?view=table')
  await other.getByRole('button', { name: 'Saved views' }).click()
  await other
    .getByRole('dialog')
    .getByRole('button', { name: `Lift ${word}`, exact: true })
    .click()
  await expect(cards(other)).toHaveCount(1)
  const link = other.url()
  const admin = await signedIn('admin')
  await admin.goto(link)
  await expect(admin.getByText('No tasks match your filters')).toBeVisible()

  // Renamed on one page, on the other at once.
  await page.getByRole('button', { name: 'Saved views' }).click()
  await expect(views.getByRole('button', { name: `Lift ${word}`, exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Saved views' }).click()
  await other.getByRole('button', { name: `Actions for Lift ${word}` }).click()
  await other.getByRole('menuitem', { name: 'Rename' }).click()
  await other.getByLabel('Name of the view').fill(`Lifts ${word}`)
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(views.getByRole('button', { name: `Lifts ${word}`, exact: true })).toBeVisible()
  await views.getByRole('button', { name: `Actions for Lifts ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog', { name: `Delete the view Lifts ${word}?` })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expect(views.getByRole('button', { name: `Lifts ${word}`, exact: true })).toHaveCount(0)
})

test('the columns follow an order, which this browser remembers, and a changed task moves to its place', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const word = await putTasks(page)
  const pending = page.locator('[data-column="pending"]').getByRole('article')
  const titles = async () => (await pending.allInnerTexts()).map((text) => /\S+ (.*)/.exec(text)?.[1])
  await page.goto(`/tasks?view=kanban&tags=${word}`)
  await expect.poll(titles).toHaveLength(4)
  await page.getByRole('button', { name: 'Order: Newest first' }).click()
  await page.getByRole('menuitemradio', { name: 'Highest priority first' }).click()
  await expect(page).toHaveURL(/sort=priority/)
  await expect.poll(async () => (await titles())[0]).toBe('Without the tag')

  // A colleague makes another one urgent.
  const { tasks } = await (await page.request.get(`/api/v1/tasks?tags=${word}`)).json()
  const wanted = tasks.find(({ title }: { title: string }) => title.endsWith('Of nobody'))
  const admin = await signedIn('admin')
  await admin.request.put(`/api/v1/tasks/${wanted.id}`, { data: { priority: 'high' } })
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(['Without the tag', 'Of nobody'])

  await page.goto(`/tasks?view=kanban&tags=${word}`)
  await expect(page.getByRole('button', { name: 'Order: Highest priority first' })).toBeVisible()
  await expect.poll(async () => (await titles())[0]).toBe('Without the tag')
  await page.getByRole('button', { name: 'Order: Highest priority first' }).click()
  await page.getByRole('menuitemradio', { name: 'Due soonest first' }).click()
  await expect.poll(async () => (await titles()).at(-1)).toBe('Much later')
})

test('on a phone one line holds the search, the filters and the view, and a sheet the filters', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const word = await putTasks(page)
  await page.goto('/tasks?view=kanban')
  await expect(cards(page).first()).toBeVisible()
  const wholeInView = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('[data-column="pending"] article')].filter(
          (each) => each.getBoundingClientRect().bottom <= innerHeight,
        ).length,
    )
  await expect.poll(wholeInView).toBeGreaterThanOrEqual(3)
  const tops = await Promise.all(
    [
      page.getByRole('searchbox'),
      page.getByRole('button', { name: 'Filters', exact: true }),
      page.getByRole('group', { name: 'View' }),
    ].map(async (each) => (await each.boundingBox())?.y),
  )
  expect(Math.max(...tops.map(Number)) - Math.min(...tops.map(Number))).toBeLessThan(4)

  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Tags', { exact: true }).fill(`${word},`)
  await expect(sheet.getByRole('button', { name: 'Show 4 tasks' })).toBeVisible()
  await sheet.getByLabel('Priority').selectOption('High')
  await expect(sheet.getByRole('button', { name: 'Show 1 task' })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Show 1 task' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Filters (2)' }).click()
  await sheet.getByLabel('Assignee').click()
  await sheet.getByRole('option', { name: 'Nobody' }).click()
  await sheet.getByRole('button', { name: 'Show 0 tasks' }).click()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).not.toHaveURL(/tags|priority|assignee/)

  // Twice as large, and on its side.
  for (const [width, height, least] of [
    [180, 370, 1],
    [740, 360, 2],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(wholeInView).toBeGreaterThanOrEqual(least)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

test('who may not list people is offered oneself and nobody', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('guest')
  await page.goto('/tasks?view=kanban')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const options = page.getByRole('dialog').getByLabel('Assignee').getByRole('option')
  await expect(options).toHaveText(['All', 'Mine', 'Nobody'])
})
