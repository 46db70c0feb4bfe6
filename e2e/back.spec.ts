import type { Page } from '@playwright/test'
import { pictures } from '../sample/pictures.ts'
import { draw } from '../src/server/sample/draw.ts'
import { cardOf, columnOf, createTask, expect, goTo, test, unique } from './muster.ts'

const feedOf = (page: Page, column: string) => columnOf(page, column).getByRole('feed')

/** The element that scrolls a column's cards. */
const scrollOf = (page: Page, column: string) =>
  feedOf(page, column).evaluate((feed) => Math.round(feed.parentElement?.scrollTop ?? -1))

const scrollTo = (page: Page, column: string, top: number) =>
  feedOf(page, column).evaluate((feed, y) => feed.parentElement?.scrollTo({ top: y }), top)

/** The first card in view in a column, and its vertical position. */
const placeIn = (page: Page, column: string) =>
  feedOf(page, column).evaluate((feed) => {
    const top = feed.parentElement?.getBoundingClientRect().top ?? 0
    const boxes = [...feed.querySelectorAll('article')].map((card) => ({ card, y: card.getBoundingClientRect().y }))
    const first = boxes.filter(({ y }) => y >= top).sort((a, b) => a.y - b.y)[0]
    return first && `${first.card.querySelector('h3')?.textContent} at ${Math.round(first.y)}`
  })

const main = (page: Page) => page.getByRole('main')
const entries = (page: Page) => page.evaluate(() => history.length)

async function openBoard(page: Page, path = '/tasks') {
  await page.goto(path)
  await expect(page.getByRole('article').first()).toBeVisible()
}

test('back restores the scroll position of each column, also with a filter', async ({ signedIn }) => {
  const page = await signedIn('manager')
  // The test has its own tasks, because other tests' tasks come and go and move the cards.
  const words = unique('Turn down')
  const ids: number[] = []
  for (let number = 0; number < 75; number += 1) {
    ids.push((await createTask(page, { title: `${words} ${number}`, priority: number % 2 ? 'high' : 'low' })).id)
  }
  const changes = { status: 'completed' }
  expect((await page.request.put('/api/v1/tasks', { data: { ids: ids.slice(0, 60), changes } })).status()).toBe(200)
  const query = `q=${encodeURIComponent(words)}`
  await openBoard(page, `/tasks?${query}`)
  // Beyond the first page of fifty.
  const card = feedOf(page, 'Completed').locator('[aria-posinset="56"]')
  await expect(async () => {
    await scrollTo(page, 'Completed', 100_000)
    await expect(card).toBeVisible({ timeout: 500 })
  }).toPass()
  await card.scrollIntoViewIfNeeded()
  await scrollTo(page, 'Pending', 333)
  await expect.poll(() => scrollOf(page, 'Completed')).toBeGreaterThan(3000)
  // Cards are measured after they are drawn, which moves those below.
  const atRest = async (column: string) => {
    let place: string | number | undefined
    await expect
      .poll(async () => {
        const before = place
        place = await placeIn(page, column)
        return place !== undefined && place === before
      })
      .toBe(true)
    return place
  }
  const places = { completed: await atRest('Completed'), pending: await atRest('Pending') }

  await goTo(page, 'Projects')
  await page.goBack()
  await expect(card).toBeInViewport()
  await expect.poll(() => placeIn(page, 'Completed')).toBe(places.completed)
  await expect.poll(() => placeIn(page, 'Pending')).toBe(places.pending)

  await page.getByRole('button', { name: /^Priority/ }).click()
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  await expect(page).toHaveURL(/priority=high/)
  await expect.poll(() => scrollOf(page, 'Pending')).toBe(0)
  await goTo(page, 'Projects')
  await page.goBack()
  await expect(page).toHaveURL(/priority=high/)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await scrollOf(page, 'Pending')).toBe(0)
  await page.goBack()
  await expect(card).toBeInViewport()
  await expect.poll(() => placeIn(page, 'Pending')).toBe(places.pending)
})

test('back restores search, filters and view', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const task = await createTask(page, { title: unique('Wax the ballroom'), priority: 'high' })
  await openBoard(page)
  const search = page.getByRole('searchbox', { name: 'Search tasks' })
  await search.fill(task.title)
  await expect(page).toHaveURL(/q=Wax/)
  await page.getByRole('button', { name: /^Priority/ }).click()
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  await expect(page).toHaveURL(/priority=high/)
  await page.keyboard.press('v')
  await expect(page).toHaveURL(/view=table/)
  await goTo(page, 'Projects')

  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
  await expect(search).toHaveValue(task.title)
  await expect(page.getByRole('button', { name: /^Priority.*High/ })).toBeVisible()
  await expect(main(page).getByRole('row').getByText(task.title, { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/view=table/)
  await page.goBack()
  await expect(page).not.toHaveURL(/priority/)
  await expect(search).toHaveValue(task.title)
})

test('a dialog is an entry of the history: back closes it, forward opens it, and closing adds no entry', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const task = await createTask(page, { title: unique('Rehang the curtains') })
  await page.goto('/projects')
  await goTo(page, 'Tasks')
  // The search shows only this task, because tasks of other tests would push it out of view.
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill(task.title)
  await expect(page).toHaveURL(/\/tasks\?q=[^&]+$/)
  const board = page.url()
  // Wait for the filtered board, or it would move under the pointer.
  await expect(main(page).getByRole('article')).toHaveCount(1)
  await cardOf(page, task.title).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName(task.title)
  await expect(page).toHaveURL(new RegExp(`[?&]task=${task.id}\\b`))
  const opened = await entries(page)

  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(board)
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await cardOf(page, task.title).click()
  await expect(dialog).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await entries(page)).toBe(opened)
  await page.goBack()
  await expect(page).toHaveURL('/projects')
})

test('closing a dialog twice at once goes back only one step', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/clock')
  await goTo(page, 'Tasks')
  for (const close of [
    () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).dblclick(),
    () => Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]),
  ]) {
    await page.getByRole('button', { name: 'New Task' }).first().click()
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
    await close()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/tasks$/)
  }
  // If it had gone back two steps, this would lead elsewhere.
  await page.goBack()
  await expect(page).toHaveURL(/\/clock$/)
})

test('a dialog that a link opened closes to the board behind it', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const task = await createTask(page, { title: unique('Descale the kettles') })
  await page.goto(`/tasks?task=${task.id}`)
  await expect(page.getByRole('dialog')).toHaveAccessibleName(task.title)
  const before = await entries(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/tasks')
  expect(await entries(page)).toBe(before)
})

test('on phones back restores the column and its scroll position', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  await openBoard(page)
  await page
    .getByRole('navigation', { name: 'Columns' })
    .getByRole('button', { name: /^Completed/ })
    .tap()
  await expect(feedOf(page, 'Completed')).toBeInViewport()
  await scrollTo(page, 'Completed', 900)
  const sideways = () => page.getByLabel('Board', { exact: true }).evaluate((board) => Math.round(board.scrollLeft))
  const before = await sideways()
  const place = await placeIn(page, 'Completed')
  expect(before).toBeGreaterThan(600)

  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Calendar', exact: true }).tap()
  await expect(page).toHaveURL('/calendar')
  await page.goBack()
  await expect(feedOf(page, 'Completed')).toBeInViewport()
  expect(await sideways()).toBe(before)
  await expect.poll(() => placeIn(page, 'Completed')).toBe(place)
})

test('a new screen starts at the top', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 768, height: 300 } })
  await page.goto('/profile')
  const content = page.locator('#content')
  await expect(page.getByText('Member since')).toBeAttached()
  // The router notes no scrolling before it knows that the screen is drawn.
  await expect(page.locator('#frame')).toHaveCount(0)
  // The scroll event comes a frame later.
  await content.evaluate(async (main) => {
    const scrolled = new Promise((resolve) => main.addEventListener('scroll', resolve, { once: true }))
    main.scrollTo({ top: 80 })
    await scrolled
  })
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  // Going back before the next screen is there leads to the old place.
  await expect(content.getByText('Calendar Coming Soon')).toBeVisible()
  await expect.poll(() => content.evaluate((main) => main.scrollTop)).toBe(0)
  await page.goBack()
  await expect(page.getByText('Member since')).toBeAttached()
  await expect.poll(() => content.evaluate((main) => main.scrollTop)).toBe(80)
})

test('on a phone the back button closes one layer: a photo, then its task', async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const { departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const task = await createTask(page, { title: unique('Look at the tap'), departmentId })
  const { png } = draw(pictures.leak, 1)
  await page.goto(`/tasks?q=${encodeURIComponent(task.title)}`)
  await cardOf(page, task.title).tap()
  const dialog = page.getByRole('dialog', { name: task.title })
  await dialog.getByRole('textbox', { name: 'Write a comment' }).fill('It drips')
  // The first tap on the button beside the field counts.
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Add photos' }).tap()
  await (await chooser).setFiles([{ name: 'leak.png', mimeType: 'image/png', buffer: png }])
  await dialog.getByRole('button', { name: 'Send' }).tap()
  // Once it is sent, its photo is a button.
  const photo = page.getByRole('img', { name: 'Photo 1 by', exact: false })
  await dialog.getByRole('log', { name: 'Comments' }).getByRole('button').filter({ has: photo }).tap()
  const viewer = page.getByRole('dialog', { name: 'Photo 1 of 1' })
  await expect(viewer).toBeVisible()
  await page.goBack()
  await expect(viewer).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/tasks\?q=/)
})

test('on a phone the back button closes the bell’s panel, also on the first screen, and the board stays where it was', async ({
  signedIn,
}) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const { id: userId } = await (await page.request.get('/api/v1/auth/session')).json()
  const admin = await signedIn('admin')
  const task = await createTask(admin, { title: unique('Count the umbrellas'), assigneeId: userId })
  await openBoard(page)
  await scrollTo(page, 'Pending', 300)
  await expect.poll(() => scrollOf(page, 'Pending')).toBe(300)
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const bell = page.getByRole('button', { name: /^Notifications/ })
  for (const close of [() => page.goBack(), () => bell.tap()]) {
    await bell.tap()
    await expect(panel).toBeVisible()
    await close()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL('/tasks')
    expect(await scrollOf(page, 'Pending')).toBe(300)
  }
  // The opened screen takes the place of the panel.
  await bell.tap()
  await panel.getByRole('link', { name: 'New task for you' }).first().tap()
  const dialog = page.getByRole('dialog', { name: task.title })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/tasks')
})
