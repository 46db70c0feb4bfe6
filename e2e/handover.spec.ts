import type { Page } from '@playwright/test'
import type { Handover } from '../src/shared/handovers.ts'
import {
  type Account,
  createTask,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  failAndTryAgain,
  inDatabase,
  newGate,
  nothingToBrief,
  openLive,
  PHONE,
  setClock,
  test,
  toasts,
  tryAgain,
  unique,
  viewerOf,
} from './muster.ts'
import { openNetwork } from './network.ts'

/** The kitchen: who works late, who comes for the night, and who runs it. */
const late = 'kwame.mensah' as Account
const night = 'jelena.markovic' as Account
const chef = 'giulia.marchetti' as Account

const sheet = (page: Page) => page.getByRole('complementary', { name: 'Anything for the next shift?' })
const card = (page: Page, title: string) => sheet(page).getByRole('listitem').filter({ hasText: title })
const item = (page: Page, title: string) => page.getByRole('main').getByRole('article', { name: title, exact: true })
const taskOf = async (page: Page, id: number) => (await page.request.get(`/api/v1/tasks/${id}`)).json()
const choose = (page: Page, title: string, choice: string) =>
  card(page, title).getByRole('radio', { name: choice, exact: true }).click()

/** A task of the page's person that they have begun. */
async function begun(manager: Page, page: Page, title: string) {
  const { id: assigneeId, departmentId } = await viewerOf(page)
  const task = await createTask(manager, { title: unique(title), assigneeId, departmentId, status: 'in_progress' })
  return task
}

/** Something handed over through the API, by the page's person. */
async function handOver(page: Page, items: Record<string, unknown>[], note?: string) {
  const data = { ...(note && { note }), items: items.map((each) => ({ severity: 'act', ...each })) }
  const reply = await page.request.post('/api/v1/handovers', { data })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

/** Nobody is planned, so a handover is offered to everybody on duty. `roster-day.spec.ts` has the other case. */
test.beforeEach(() => inDatabase('delete from planned_shifts').then(() => undefined))

test('the late shift hands over to the night shift, which asks back, gets an answer and takes it', async ({
  signedIn,
}) => {
  const [page, next, manager] = [await signedIn(late, PHONE), await signedIn(night, PHONE), await signedIn(chef)]
  await Promise.all([setClock(page, 'start'), setClock(next, 'stop')])
  const [leak, order, menu] = [
    await begun(manager, page, 'Leak under the sink'),
    await begun(manager, page, 'Order the fish'),
    await begun(manager, page, 'Print the menu'),
  ]
  const said = await page.request.post(`/api/v1/tasks/${leak.id}/comments`, {
    data: { text: 'The plumber comes at 11. Put a dry towel every hour.' },
  })
  expect(said.ok()).toBe(true)

  await page.goto('/clock')
  await page.getByRole('main').getByRole('button', { name: 'Clock Out' }).tap()
  await expect(toasts(page)).toContainText('Your time tracking has ended')
  // The toast stands above the sheet, and covers nothing of it.
  const top = async () => (await sheet(page).boundingBox())?.y ?? 0
  const below = async () => {
    // One that has gone covers nothing.
    const box = await toasts(page)
      .first()
      .boundingBox({ timeout: 1000 })
      .catch(() => null)
    const { y = 0, height = 0 } = box ?? {}
    return y + height
  }
  await expect.poll(async () => (await top()) - (await below())).toBeGreaterThanOrEqual(0)
  await expect(sheet(page)).toContainText(/You are clocked out\. Writing this is paid until \d\d:\d\d\./)
  // It never stands in the way: the screen behind it can be used.
  await expect(page.getByRole('region', { name: 'Clock', exact: true }).getByRole('status')).toHaveText('Clocked Out')
  await expect(card(page, menu.title).getByRole('radio', { name: 'Keep', exact: true })).toBeChecked()
  await choose(page, order.title, 'Done')
  await choose(page, leak.title, 'Hand over')
  const words = card(page, leak.title).getByRole('textbox', { name: 'Next step' })
  await expect(words).toHaveValue('The plumber comes at 11. Put a dry towel every hour.')
  await card(page, leak.title).getByRole('radio', { name: 'Urgent' }).check({ force: true })
  await card(page, leak.title)
    .getByRole('textbox', { name: 'If … then …' })
    .fill('If it gets worse, then close the tap.')
  await sheet(page)
    .getByRole('textbox', { name: /^A note for everybody/ })
    .fill('The cold store is full.')
  await expectAccessibleInBoth(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await sheet(page).getByRole('button', { name: 'Hand over', exact: true }).tap()
  await expect(sheet(page)).toBeHidden()
  await expect(toasts(page)).toContainText('Handed over')
  await expect.poll(async () => (await taskOf(page, order.id)).status).toBe('completed')
  expect((await taskOf(page, menu.id)).status).toBe('in_progress')

  // The night shift clocks in, and is led to its briefing.
  await next.goto('/clock')
  await next.getByRole('main').getByRole('button', { name: 'Clock In' }).tap()
  await expect(next).toHaveURL('/briefing')
  await expect(item(next, leak.title)).toContainText('Urgent')
  await expect(item(next, leak.title)).toContainText('If it gets worse, then close the tap.')
  await item(next, leak.title).getByRole('button', { name: /^Ask/ }).tap()
  await next.getByRole('textbox', { name: /^Your question to Kwame/ }).fill('Where are the towels?')
  await next.getByRole('button', { name: 'Send question' }).tap()
  await expect(item(next, leak.title)).toContainText('Where are the towels?')

  await openLive(page, '/handovers')
  await expect(page.getByRole('main')).toContainText('The cold store is full.')
  await expect(item(page, leak.title)).toContainText('Waiting')
  await item(page, leak.title)
    .getByRole('button', { name: /^Answer/ })
    .tap()
  await page.getByRole('textbox', { name: /^Your answer to Jelena/ }).fill('In the cupboard behind the door.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send answer' }).tap()
  await expect(item(next, leak.title)).toContainText('In the cupboard behind the door.')
  const got = item(next, leak.title).getByRole('button', { name: /^Got it/ })
  expect((await got.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await got.tap()
  await expect(item(next, leak.title)).toContainText(/You have it since \d\d:\d\d/)
  await expect(item(page, leak.title)).toContainText(/Received by Jelena Marković, \d\d:\d\d/)
  expect((await taskOf(manager, leak.id)).assignee.firstName).toBe('Jelena')
  await setClock(next, 'stop')
})

test('the draft survives closing and a reload; errors keep it, and it can be sent later, before the clock-out too', async ({
  signedIn,
}) => {
  const [page, manager] = [await signedIn(late), await signedIn(chef)]
  await setClock(page, 'start')
  const task = await begun(manager, page, 'Defrost the freezer')
  await page.goto('/handovers')
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(sheet(page)).toContainText('It waits until somebody has received it.')
  await choose(page, task.title, 'Hand over')
  await sheet(page).getByRole('button', { name: 'Hand over', exact: true }).click()
  // The missing text is named at its field, which takes the focus.
  await expect(card(page, task.title)).toContainText('Say what to do next')
  const words = card(page, task.title).getByRole('textbox', { name: 'Next step' })
  await expect(words).toBeFocused()
  await words.fill('Wipe it dry')
  await sheet(page).getByRole('button', { name: 'Hand over something else' }).click()
  await expect(sheet(page).getByRole('textbox', { name: 'What is it about?' })).toBeFocused()
  await page.keyboard.type('The guest of 512')
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(toasts(page)).toContainText('Draft saved')

  await page.reload()
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(words).toHaveValue('Wipe it dry')
  await expect(sheet(page).getByRole('textbox', { name: 'What is it about?' })).toHaveValue('The guest of 512')
  await sheet(page).getByRole('textbox', { name: 'Next step' }).last().fill('Bring the bill at 8')
  await expectAccessibleInBoth(page)
  await page.route('**/api/v1/handovers', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await sheet(page).getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(sheet(page).getByRole('alert')).toContainText('What you wrote is kept here.')
  await expect(words).toHaveValue('Wipe it dry')
  await page.unroute('**/api/v1/handovers')
  await page.keyboard.press('Control+Enter')
  await expect(sheet(page)).toBeHidden()
  await expect(item(page, task.title)).toContainText('Wipe it dry')
  await expect(item(page, 'The guest of 512')).toContainText('Bring the bill at 8')
  await setClock(page, 'stop')
})

test('without a network a handover waits on the device and is sent later', async ({ signedIn }) => {
  const network = await openNetwork()
  const page = await signedIn(late, { baseURL: network.url })
  await setClock(page, 'start')
  await nothingToBrief(page)
  await page.goto('/handovers')
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  const note = unique('Deliveries come at six')
  const field = sheet(page).getByRole('textbox', { name: /^A note for everybody/ })
  await field.fill(note)
  // Without a service worker, the code of the toasts comes over the network.
  await page.waitForLoadState('networkidle')
  network.down = true
  await sheet(page).getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(toasts(page)).toContainText('Saved on this device')
  await expect(page.getByRole('button', { name: '1 change waits to be sent' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(note)
  network.down = false
  await expect(page.getByRole('main')).toContainText(note, { timeout: 40_000 })
  await expect(page.getByRole('button', { name: '1 change waits to be sent' })).toHaveCount(0)
  await setClock(page, 'stop')
  await network.close()
})

/** The items that the person of the page has handed over, the latest first. */
const handedOver = async (page: Page) => {
  const { id } = await viewerOf(page)
  const { handovers }: { handovers: Handover[] } = await (await page.request.get('/api/v1/handovers')).json()
  return handovers.filter(({ giver }) => giver.id === id)
}
const noteField = (page: Page) => sheet(page).getByRole('textbox', { name: /^A note for everybody/ })
const handOverButton = (page: Page) => sheet(page).getByRole('button', { name: 'Hand over', exact: true })

test('what was typed for a task is not lost if its list comes late, fails, or no longer has it', {
  tag: '@long',
}, async ({ signedIn }) => {
  const [page, manager] = [await signedIn(late), await signedIn(chef)]
  const tasks = [
    await begun(manager, page, 'Clean the grill'),
    await begun(manager, page, 'Sharpen the knives'),
    await begun(manager, page, 'Boil the stock'),
  ] as const
  const [stays, moves, goes] = tasks
  await page.goto('/handovers')
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  for (const { title } of tasks) {
    await choose(page, title, 'Hand over')
    await card(page, title).getByRole('textbox', { name: 'Next step' }).fill(`Next: ${title}`)
  }
  const note = unique('Quiet evening')
  await noteField(page).fill(note)
  await page.keyboard.press('Escape')

  // While the lists are on their way, and nothing is known of them, nobody can send a part.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  const { opened, open } = newGate()
  await page.route('**/api/v1/tasks?*', async (route) => {
    await opened
    await route.fulfill({ status: 503, json: { message: 'Away' } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(noteField(page)).toHaveValue(note)
  await expect(handOverButton(page)).toHaveCount(0)
  await noteField(page).press('Control+Enter')
  await expect(sheet(page)).toBeVisible()
  open()
  // Without the lists, typed text is there all the same.
  await expect(sheet(page).getByRole('alert')).toContainText('Your tasks could not be loaded.')
  for (const { title } of tasks) {
    await expect(card(page, title).getByRole('textbox', { name: 'Next step' })).toHaveValue(`Next: ${title}`)
    await expect(card(page, title).getByRole('radio', { name: 'Hand over', exact: true })).toBeChecked()
    await expect(card(page, title).getByRole('radio', { name: 'Done', exact: true })).toHaveCount(0)
  }
  await expectAccessibleInBoth(page)
  expect(await handedOver(page)).not.toContainEqual(expect.objectContaining({ note }))

  const { id: assigneeId } = await viewerOf(manager)
  const given = await manager.request.put(`/api/v1/tasks/${moves.id}`, { data: { assigneeId } })
  expect(given.status(), await given.text()).toBe(200)
  expect((await manager.request.delete(`/api/v1/tasks/${goes.id}`)).ok()).toBe(true)
  await page.unroute('**/api/v1/tasks?*')
  await tryAgain(page, card(page, stays.title).getByRole('radio', { name: 'Done', exact: true }))
  await expect(card(page, moves.title).getByRole('textbox', { name: 'Next step' })).toHaveValue(`Next: ${moves.title}`)
  await handOverButton(page).click()
  // One of them is there no longer: its text stays, as a thing without a task.
  await expect(card(page, 'There is no such task').getByRole('textbox', { name: 'What is it about?' })).toHaveValue(
    goes.title,
  )
  await handOverButton(page).click()
  await expect(sheet(page)).toBeHidden()
  const [handover] = await handedOver(page)
  expect(handover?.note).toBe(note)
  expect(handover?.items.map(({ task, text, next }) => [task?.id, text, next])).toEqual([
    [stays.id, null, `Next: ${stays.title}`],
    [moves.id, null, `Next: ${moves.title}`],
    [undefined, goes.title, `Next: ${goes.title}`],
  ])
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(sheet(page).getByRole('button', { name: 'Nothing to hand over' })).toBeVisible()
})

test('what is typed while a handover is on its way stays', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn(late)
  await page.goto('/handovers')
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  const note = unique('The oven is cleaned')
  await sheet(page).getByRole('button', { name: 'Hand over something else' }).click()
  await sheet(page).getByRole('textbox', { name: 'What is it about?' }).fill('The bread')
  await sheet(page).getByRole('textbox', { name: 'Next step' }).fill('Take it out at five')
  await noteField(page).fill(note)
  const { opened, open } = newGate()
  await page.route('**/api/v1/handovers', async (route) => {
    if (route.request().method() === 'POST') await opened
    await route.continue()
  })
  await handOverButton(page).click()
  await expect(handOverButton(page)).toHaveAttribute('aria-busy', 'true')
  // Closed and opened again, it is still on its way.
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(handOverButton(page)).toHaveAttribute('aria-busy', 'true')
  await noteField(page).fill(`${note}, the hood is not`)
  await sheet(page).getByRole('button', { name: 'Hand over something else' }).click()
  await page.keyboard.type('The milk')
  open()
  await expect(toasts(page)).toContainText(['Handed over'])
  await expect(sheet(page).getByRole('textbox', { name: 'What is it about?' })).toHaveValue('The milk')
  await expect(noteField(page)).toHaveValue(`${note}, the hood is not`)
  await sheet(page).getByRole('textbox', { name: 'Next step' }).fill('Order more')
  await handOverButton(page).click()
  await expect(sheet(page)).toBeHidden()
  const [second, first] = await handedOver(page)
  expect([first?.note, second?.note]).toEqual([note, `${note}, the hood is not`])
  expect([first?.items, second?.items].map((items) => items?.map(({ text }) => text))).toEqual([
    ['The bread'],
    ['The milk'],
  ])
})

test('a handover that is refused later goes back into the draft, beside what was typed since', {
  tag: '@long',
}, async ({ signedIn }) => {
  const network = await openNetwork()
  const [page, manager] = [await signedIn(late, { ...PHONE, baseURL: network.url }), await signedIn(chef)]
  const [stays, goes] = [await begun(manager, page, 'Soak the beans'), await begun(manager, page, 'Fix the mixer')]
  await page.goto('/handovers')
  await page.getByRole('button', { name: 'Hand over', exact: true }).tap()
  const next = (title: string) => card(page, title).getByRole('textbox', { name: 'Next step' })
  for (const { title } of [stays, goes]) {
    await choose(page, title, 'Hand over')
    await next(title).fill(`Before: ${title}`)
  }
  await sheet(page).getByRole('button', { name: 'Hand over something else' }).tap()
  await sheet(page).getByRole('textbox', { name: 'What is it about?' }).fill('The guest of 12')
  await sheet(page).getByRole('textbox', { name: 'Next step' }).last().fill('Ask about nuts')
  const note = `${unique('Long evening')} ${'and so on '.repeat(20)}`.trim()
  await noteField(page).fill(note)
  // Without a service worker, the code of the toasts comes over the network.
  await page.waitForLoadState('networkidle')
  network.down = true
  await handOverButton(page).tap()
  await expect(toasts(page)).toContainText('Saved on this device')
  await expect(sheet(page)).toBeHidden()

  await page.getByRole('main').getByRole('button', { name: 'Hand over', exact: true }).tap()
  await choose(page, stays.title, 'Hand over')
  await next(stays.title).fill(`Since: ${stays.title}`)
  await noteField(page).fill('Typed since')
  await sheet(page).getByRole('button', { name: 'Close' }).tap()
  await page.waitForLoadState('networkidle')
  expect((await manager.request.delete(`/api/v1/tasks/${goes.id}`)).ok()).toBe(true)
  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: '1 was refused' }).tap()
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
  await expect(list).toContainText('Refused: There is no such task')
  await expectAccessibleInBoth(page)
  await list.getByRole('button', { name: 'Edit Handover' }).tap()
  await expect(list).toBeHidden()
  await expect(page.getByRole('button', { name: '1 was refused' })).toHaveCount(0)
  await expect(noteField(page)).toHaveValue(`${note}\n\nTyped since`)
  await expect(next(stays.title).first()).toHaveValue(`Since: ${stays.title}`)
  await expect(next(goes.title)).toHaveValue(`Before: ${goes.title}`)
  await handOverButton(page).tap()
  await expect(card(page, 'There is no such task')).toBeVisible()
  await handOverButton(page).tap()
  await expect(sheet(page)).toBeHidden()
  const [handover] = await handedOver(page)
  expect(handover?.note).toBe(`${note}\n\nTyped since`)
  expect(handover?.items.map(({ task, text, next }) => [task?.id, text, next])).toEqual([
    [stays.id, null, `Since: ${stays.title}`],
    [undefined, stays.title, `Before: ${stays.title}`],
    [undefined, 'The guest of 12', 'Ask about nuts'],
    [undefined, goes.title, `Before: ${goes.title}`],
  ])
  await network.close()
})

test('the log book is searched by words and by day, printed, fails and is tried again', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn(chef)
  const [about, note] = [unique('Knife missing'), unique('Quiet evening')]
  await handOver(page, [{ text: about, next: 'Look in the dishwasher' }], note)
  await failAndTryAgain(page, {
    path: '/handovers',
    call: '**/api/v1/handovers*',
    loading: 'Loading the handovers...',
    failure: 'The handovers could not be loaded.',
    content: item(page, about),
  })
  await expectAccessibleInBoth(page)

  await page.getByRole('searchbox', { name: 'Search handovers' }).fill('no such words')
  await expect(page.getByText('No handover matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show all handovers' }).click()
  await expect(item(page, about)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search handovers' }).fill(about)
  await expect(page).toHaveURL(/q=Knife/)
  await expect(page.getByRole('main').getByRole('article', { name: /^Handed over by/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/)
  await expect(page.getByText('No handover matches')).toBeVisible()
  await page.getByRole('button', { name: 'All days' }).click()
  await expect(item(page, about)).toBeVisible()

  await page.evaluate(() => {
    window.print = () => dispatchEvent(new Event('printed'))
  })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('.print-sheet')).toContainText(about)
  await expect(page.locator('.print-sheet')).toContainText('Look in the dishwasher')
})
