import type { Page } from '@playwright/test'
import {
  cardOf,
  createTask,
  endSessionAtWrite,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  newGate,
  openLive,
  PASSWORD,
  test,
  toasts,
  unique,
} from './muster.ts'
import { openNetwork } from './network.ts'

interface Person {
  id: string
  firstName: string
  lastName: string
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' })
const log = (page: Page) => page.getByRole('log', { name: 'Comments' })
const comment = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text })
const send = (page: Page) => field(page).press('ControlOrMeta+Enter')
const me = async (page: Page): Promise<Person> => (await page.request.get('/api/v1/auth/session')).json()

/** A task of the manager's for the user. */
async function taskForUser(manager: Page, user: Page) {
  const [{ id: assigneeId }, task] = [await me(user), { title: unique('Wax the stairs') }]
  return createTask(manager, { ...task, assigneeId })
}
async function write(page: Page, taskId: number, text: string): Promise<{ id: number }> {
  const reply = await page.request.post(`/api/v1/tasks/${taskId}/comments`, { data: { text } })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

test('a mention reaches its person, marks the card, and leads to the comment; the answer appears at once', async ({
  signedIn,
}) => {
  const [manager, user] = [await signedIn('manager'), await signedIn('user')]
  const { id, title } = await taskForUser(manager, user)
  const { firstName, lastName } = await me(user)
  await openLive(user, `/tasks?q=${encodeURIComponent(title)}`)
  await expect(cardOf(user, title)).toBeVisible()

  await openLive(manager, `/tasks?task=${id}`)
  await field(manager).pressSequentially(`@${firstName.slice(0, 3)}`)
  // A slow phone draws its next frame when the next letters are typed.
  await manager.evaluate(() => {
    const draw = requestAnimationFrame
    globalThis.requestAnimationFrame = (run) => draw(() => setTimeout(run, 50))
  })
  await manager.getByRole('option', { name: `${firstName} ${lastName}` }).click()
  await field(manager).pressSequentially('the left side first')
  await expect(field(manager)).toHaveValue(`@${firstName} ${lastName} the left side first`)
  await send(manager)
  await expect(comment(manager, 'the left side first')).toContainText('just now')
  await expect(field(manager)).toHaveValue('')

  await expect(cardOf(user, title)).toContainText('1 comment, 1 unread')
  await user.getByRole('button', { name: /^Notifications/ }).click()
  await user
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: 'You were mentioned' })
    .first()
    .click()
  await expect(user).toHaveURL(new RegExp(`task=${id}&comments=true`))
  await expect(comment(user, 'the left side first')).toBeInViewport()

  await expect(field(user)).toBeVisible()
  await user.keyboard.press('m')
  await expect(field(user)).toBeFocused()
  await user.keyboard.type('Both are done')
  await send(user)
  await expect(comment(manager, 'Both are done')).toBeVisible()
  await expect(log(manager).getByRole('listitem')).toHaveCount(2)

  await user.keyboard.press('Escape')
  await user.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await expect(cardOf(user, title)).toContainText('2 comments')
  await expect(cardOf(user, title)).not.toContainText('unread')
})

test('it opens at the latest of many, keeps the place of somebody who reads further up, and says what is new', {
  tag: '@long',
}, async ({ signedIn }) => {
  const [manager, user] = [await signedIn('manager'), await signedIn('user')]
  const { id } = await taskForUser(manager, user)
  await write(manager, id, 'Step 1 of the long staircase')
  const others = Array.from({ length: 102 }, (_, at) => `Step ${at + 2} of the long staircase`)
  // A few at once: of many, the server refuses some.
  while (others.length > 0) await Promise.all(others.splice(0, 6).map((text) => write(manager, id, text)))
  await write(manager, id, 'Step 104 of the long staircase')
  await openLive(user, `/tasks?task=${id}&comments=true`)
  await expect(comment(user, 'Step 104 of')).toBeVisible()
  await expect(
    log(user)
      .getByRole('listitem')
      .filter({ hasText: /^Step|Step \d/ }),
  ).toHaveCount(100)
  await user.getByRole('button', { name: 'Earlier comments' }).click()
  await expect(comment(user, 'Step 1 of')).toHaveCount(1)
  await expect(user.getByRole('button', { name: 'Earlier comments' })).toHaveCount(0)

  await comment(user, 'Step 1 of').scrollIntoViewIfNeeded()
  await expect(user.getByRole('button', { name: 'Jump to the latest comment' })).toBeVisible()
  await write(manager, id, 'And the handrail')
  await user.getByRole('button', { name: '1 new comment' }).click()
  await expect(comment(user, 'And the handrail')).toBeInViewport()
})

test('what somebody has seen is not called new when it becomes known later that it was unread', {
  tag: '@long',
}, async ({ signedIn }) => {
  const [manager, user] = [await signedIn('manager'), await signedIn('user')]
  const { id } = await taskForUser(manager, user)
  for (const floor of Array.from({ length: 12 }, (_, at) => at + 1))
    await write(manager, id, `Floor ${floor} of the tower`)
  const { opened, open } = newGate()
  await user.route('**/api/v1/comments/unread', async (route) => {
    await opened
    await route.continue()
  })
  await user.goto(`/tasks?task=${id}&comments=true`)
  await expect(comment(user, 'Floor 12 of')).toBeInViewport()
  await expect(log(user)).toHaveAttribute('aria-live', 'polite')
  await comment(user, 'Floor 1 of').scrollIntoViewIfNeeded()
  const jump = user.getByRole('button', { name: 'Jump to the latest comment' })
  await expect(jump).toBeVisible()
  const marked = user.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith(`/${id}/comments/read`),
  )
  open()
  await marked
  await expect(log(user).getByText('New')).toBeVisible()
  await expect(jump).toBeVisible()
})

test('a draft survives closing, reload and the end of the session, and is sent after signing in again', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const { id, title } = await createTask(page, { title: unique('Count the towels') })
  await page.goto(`/tasks?task=${id}&q=${encodeURIComponent(title)}`)
  await field(page).fill('Eleven are missing')
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toContainText('Draft saved')
  await cardOf(page, title).click()
  await expect(field(page)).toHaveValue('Eleven are missing')
  await openLive(page)
  await expect(field(page)).toHaveValue('Eleven are missing')

  await endSessionAtWrite(page, '**/api/v1/tasks/*/comments')
  await field(page).focus()
  await send(page)
  const signInDialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await signInDialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signInDialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(signInDialog).toBeHidden()
  await comment(page, 'Eleven are missing').getByRole('button', { name: 'Try again' }).click()
  await expect(comment(page, 'Eleven are missing')).toContainText('just now')
  await expect(field(page)).toHaveValue('')
})

test('a comment written without a network is shown, waits, and arrives once', async ({ signedIn }) => {
  const network = await openNetwork()
  const page = await signedIn('manager', { baseURL: network.url })
  const { id } = await createTask(page, { title: unique('Check the boiler') })
  await page.goto(`/tasks?task=${id}`)
  await expect(field(page)).toBeVisible()
  await expect(page.getByText('No comments yet')).toBeVisible()

  network.losesReply = ({ method, url }) => method === 'POST' && url === `/api/v1/tasks/${id}/comments`
  await field(page).fill('1.2 bar')
  await send(page)
  await expect(comment(page, '1.2 bar')).toContainText('Waits for a connection')
  network.losesReply = () => false
  await page.reload()
  await expect(comment(page, '1.2 bar')).toContainText(/just now/)
  const { comments } = await (await page.request.get(`/api/v1/tasks/${id}/comments`)).json()
  expect(comments.map(({ text }: { text: string }) => text)).toEqual(['1.2 bar'])
  await network.close()
})

test('one edits, deletes and restores an own comment; guests only read; all of it is accessible', async ({
  signedIn,
}) => {
  const [user, guest] = [await signedIn('user'), await signedIn('guest')]
  const manager = await signedIn('manager')
  const { id } = await taskForUser(manager, user)
  await write(manager, id, 'Bring the long ladder, https://example.com/ladders.')
  await write(user, id, 'The ladder is brocken')
  await user.goto(`/tasks?task=${id}`)
  await expect(comment(user, 'long ladder').getByRole('link')).toHaveAttribute('href', 'https://example.com/ladders')
  await expect(comment(user, 'long ladder').getByRole('button')).toHaveCount(0)

  const own = log(user).getByRole('listitem').last()
  await own.getByRole('button', { name: /^Actions for the comment/ }).click()
  await user.getByRole('menuitem', { name: 'Edit' }).click()
  await user.getByRole('textbox', { name: 'Your comment' }).fill('The ladder is broken')
  await user.keyboard.press('ControlOrMeta+Enter')
  await expect(own).toContainText('The ladder is broken')
  await expect(own).toContainText('edited')

  await own.getByRole('button', { name: /^Actions for the comment/ }).click()
  await user.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(own).toContainText('Comment deleted')
  // Beside an open dialog a toast is hidden from the accessibility tree, but announced.
  await user.getByRole('button', { name: 'Undo', includeHidden: true }).click()
  await expect(own).toContainText('The ladder is broken')
  await expectAccessibleInBoth(user)

  await guest.goto(`/tasks?task=${id}`)
  await expect(comment(guest, 'The ladder is broken')).toBeVisible()
  await expect(field(guest)).toHaveCount(0)
  await expect(log(guest).getByRole('button')).toHaveCount(0)
})

test('a mention that is added to a comment reaches its person', { tag: '@long' }, async ({ signedIn }) => {
  const [manager, user] = [await signedIn('manager'), await signedIn('user')]
  const { id } = await taskForUser(manager, user)
  const { firstName, lastName } = await me(user)
  await write(manager, id, 'Bring the long ladder')
  const { request } = user
  await request.put(`/api/v1/tasks/${id}/comments/read`)
  await openLive(user, '/dashboard')
  await manager.goto(`/tasks?task=${id}`)
  const own = log(manager).getByRole('listitem').last()
  await own.getByRole('button', { name: /^Actions for the comment/ }).click()
  await manager.getByRole('menuitem', { name: 'Edit' }).click()
  const edited = manager.getByRole('textbox', { name: 'Your comment' })
  await edited.press('End')
  await edited.pressSequentially(` @${firstName.slice(0, 3)}`)
  const offered = manager.getByRole('option', { name: `${firstName} ${lastName}` })
  await expect(offered).toBeVisible()
  await expectAccessible(manager)
  // Escape closes the list and keeps the typed text.
  await manager.keyboard.press('Escape')
  await expect(offered).toHaveCount(0)
  await edited.press('Backspace')
  await offered.click()
  await expect(edited).toHaveValue(`Bring the long ladder @${firstName} ${lastName} `)
  await manager.keyboard.press('ControlOrMeta+Enter')
  await expect(own).toContainText('edited')
  await expect(own).toContainText(`@${firstName} ${lastName}`)
  await expect(toasts(user)).toContainText('You were mentioned')
})

test('on a phone a comment comes into view that was sent before the others were read', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('user', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
  const manager = await signedIn('manager')
  const { id } = await createTask(manager, {
    title: unique('Dust the shelves'),
    description: 'One after the other.\n'.repeat(40),
    assigneeId: (await me(page)).id,
  })
  await write(manager, id, 'Begin at the top')
  const gate = newGate()
  await page.route(`**/api/v1/tasks/${id}/comments*`, async (route) => {
    if (route.request().method() === 'GET') await gate.opened
    await route.continue()
  })
  await page.goto(`/tasks?task=${id}`)
  await field(page).tap()
  await page.keyboard.type('Half of them')
  const sent = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).tap()
  await sent
  gate.open()
  await expect(comment(page, 'Begin at the top')).toBeAttached()
  await expect(comment(page, 'Half of them')).toBeInViewport()
})

test('on a phone the field and the next action stand at the thumb', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
  const manager = await signedIn('manager')
  const { id } = await createTask(manager, {
    title: unique('Polish the lamps'),
    description: 'One after the other.\n'.repeat(40),
    assigneeId: (await me(page)).id,
  })
  await page.goto(`/tasks?task=${id}`)
  const dialog = page.getByRole('dialog')
  const start = dialog.getByRole('button', { name: 'Start' })
  await expect(start).toBeInViewport({ ratio: 1 })
  expect((await start.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  await start.tap()
  await expect(dialog.getByRole('button', { name: 'Mark Complete' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByLabel('Status')).toHaveValue('in_progress')

  await field(page).tap()
  await page.keyboard.type('Half of them')
  await dialog.getByRole('button', { name: 'Send' }).tap()
  await expect(comment(page, 'Half of them')).toBeInViewport()
  await expect(field(page)).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
})

test('on a phone a task stays at its title when its steps come after its comments', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('user', { viewport: { width: 360, height: 900 }, hasTouch: true, isMobile: true })
  const manager = await signedIn('manager')
  const { id, title } = await taskForUser(manager, page)
  const steps = Array.from({ length: 12 }, (_, at) => ({ text: `Step ${at + 1} of the stairs` }))
  const added = await manager.request.post(`/api/v1/tasks/${id}/steps`, { data: { steps } })
  expect(added.status(), await added.text()).toBe(201)
  const gate = newGate()
  await page.route(`**/api/v1/tasks/${id}/steps`, async (route) => {
    await gate.opened
    await route.continue()
  })
  await page.goto(`/tasks?task=${id}`)
  // All of it fits: its end is in view.
  await expect(log(page)).toHaveAttribute('aria-live', 'polite')
  gate.open()
  await expect(page.getByRole('checkbox', { name: 'Step 12 of the stairs' })).toBeAttached()
  await expect(log(page)).toHaveAttribute('aria-live', 'off')
  await expect(page.getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 })
})
