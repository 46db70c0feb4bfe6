import type { Page } from '@playwright/test'
import {
  createTask,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  openLive,
  setClock,
  staff,
  test,
  toasts,
  unique,
  viewerOf,
} from './muster.ts'

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
/** Three of the reception. */
const priya = staff('priya.nair')
const elias = staff('elias.tavares')
const henrik = staff('henrik.lindgren')

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const row = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const fits = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

test('two people talk, on a phone and on a desk; offline words wait; the department has its own thread', async ({
  signedIn,
}) => {
  const [phone, desk] = [await signedIn(priya, PHONE), await signedIn(elias)]
  await Promise.all([setClock(phone, 'start'), setClock(desk, 'start')])
  await openLive(desk, '/clock')

  // A message is sent from the list of people on duty. Its toast leads to the thread.
  await openLive(phone, '/on-duty')
  const question = unique('Is 412 free')
  await phone.getByRole('button', { name: 'Message to Elias Tavares' }).tap()
  await dialog(phone).getByRole('textbox', { name: 'Message' }).fill(question)
  await dialog(phone).getByRole('button', { name: 'Send' }).tap()
  // A toast under the pointer stays until the desk is looked at.
  await toasts(desk).getByRole('button', { name: 'Open' }).hover()
  await expect(toasts(phone)).toContainText('Sent to Elias')
  await toasts(phone).getByRole('button', { name: 'Open' }).tap()
  await expect(log(phone)).toContainText(question)
  await expect(phone.getByRole('heading', { level: 2, name: 'Elias Tavares' })).toBeVisible()
  await expect(phone.getByRole('main')).toContainText('On duty')
  await fits(phone)

  // The notification says the words, and leads to the thread with its field. Enter sends, Shift+Enter begins a line.
  await expect(desk.getByRole('link', { name: /^Messages/ })).toContainText(/unread/)
  await expect(toasts(desk)).toContainText(question)
  await toasts(desk).getByRole('button', { name: 'Open' }).click()
  await expect(log(desk)).toContainText(question)
  await field(desk).click()
  await desk.keyboard.type('Yes,')
  await desk.keyboard.press('Shift+Enter')
  await desk.keyboard.type('at three')
  await desk.keyboard.press('Enter')
  await expect(log(desk)).toContainText('at three')
  await expect(field(desk)).toHaveValue('')
  await expect(log(phone)).toContainText('at three')
  // A person who has it before their eyes needs no toast.
  await expect(toasts(phone).filter({ hasText: 'Message from Elias' })).toHaveCount(0)
  await expectAccessibleInBoth(desk)

  // The last message can be taken back.
  const wrong = unique('Sorry, four')
  await field(desk).fill(wrong)
  await field(desk).press('Enter')
  await expect(log(phone)).toContainText(wrong)
  await log(desk).getByRole('button', { name: 'Take back' }).click()
  await expect(log(desk)).toContainText('Message taken back')
  await expect(log(phone)).toContainText('Message taken back')
  await expect(log(phone)).not.toContainText(wrong)

  // A task is mentioned, and opens over the thread.
  const { departmentId } = await viewerOf(phone)
  const manager = await signedIn(henrik)
  const task = await createTask(manager, { title: unique('Turn over 412'), departmentId })
  await phone.getByRole('button', { name: 'Mention a task' }).tap()
  await dialog(phone).getByRole('searchbox', { name: 'Search tasks' }).fill(task.title)
  await dialog(phone).getByRole('button', { name: task.title }).tap()
  await phone.getByRole('button', { name: 'Send' }).tap()
  await log(desk)
    .getByRole('link', { name: `Task: ${task.title}` })
    .click()
  await expect(dialog(desk)).toContainText(task.title)
  await desk.keyboard.press('Escape')

  // Without a network the words wait, and arrive once.
  await phone.context().setOffline(true)
  const waiting = unique('I am in the cellar')
  await field(phone).fill(waiting)
  await phone.getByRole('button', { name: 'Send' }).tap()
  await expect(log(phone)).toContainText('Waits for a connection')
  await expectAccessible(phone)
  await fits(phone)
  await phone.context().setOffline(false)
  await expect(log(desk)).toContainText(waiting, { timeout: 30_000 })
  await expect(log(phone)).not.toContainText('Waits for a connection')
  await expect(log(phone).getByText(waiting)).toHaveCount(1)

  // Back leads to the list, in which the department's thread stands once somebody has written to all.
  await phone.getByRole('button', { name: 'Back to all conversations' }).tap()
  await expect(row(phone, /Elias Tavares/)).toContainText(new RegExp(`You: ?${waiting}`))
  await fits(phone)
  await setClock(manager, 'start')
  await desk.goto('/on-duty')
  await desk
    .getByRole('region', { name: 'Front-of-House', exact: true })
    .getByRole('button', { name: 'Message all on duty' })
    .click()
  const toAll = unique('Cake in the office')
  await dialog(desk).getByRole('textbox', { name: 'Message' }).fill(toAll)
  await dialog(desk).getByRole('button', { name: 'Send' }).click()
  await expect(toasts(desk)).toContainText(/Sent to \d+ people/)
  await expect(row(phone, /^Front-of-House/)).toContainText(new RegExp(`Elias: ?${toAll}`))
  await expectAccessibleInBoth(phone)
  await row(phone, /^Front-of-House/).tap()
  await expect(log(phone)).toContainText(toAll)
  await expect(phone.getByRole('main')).toContainText('2 others on duty')
  await field(phone).fill('Coming')
  await phone.getByRole('button', { name: 'Send' }).tap()
  // The browser's way back leads to the list too, and what was read is marked no more.
  await expect(log(phone)).toContainText('Coming')
  await phone.goBack()
  await expect(row(phone, /^Front-of-House/)).toContainText(/You: ?Coming/)
  await expect(row(phone, /^Front-of-House/)).not.toContainText('unread')
  await Promise.all([setClock(phone, 'stop'), setClock(desk, 'stop'), setClock(manager, 'stop')])
})

test('states: failed, gone, refused to guests; words that could not be sent stay', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('user')
  await page.route('**/api/v1/threads*', (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
  await page.goto('/messages')
  await expect(page.getByText('The messages could not be loaded.')).toBeVisible()
  await page.unroute('**/api/v1/threads*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await row(page, /^Housekeeping/).click()
  await expect(log(page)).toBeVisible()

  const words = unique('Who has the trolley')
  await page.route('**/api/v1/threads/*/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { message: 'Not now' } })
      : route.continue(),
  )
  await field(page).fill(words)
  await field(page).press('Enter')
  await expect(log(page).getByRole('alert')).toContainText('Not now')
  await expect(log(page)).toContainText(words)
  await page.unroute('**/api/v1/threads/*/messages')
  await log(page).getByRole('button', { name: 'Try again' }).click()
  await expect(log(page).getByRole('alert')).toHaveCount(0)
  await expect(log(page).getByText(words)).toHaveCount(1)

  // A draft outlasts a reload.
  await field(page).fill('Half a sentence')
  await page.reload()
  await expect(field(page)).toHaveValue('Half a sentence')
  await field(page).fill('')

  await page.goto('/messages?thread=999999')
  await expect(page.getByText('You do not take part in this conversation')).toBeVisible()

  const guest = await signedIn('guest')
  await guest.goto('/messages')
  await expect(guest.getByText('Messages are for members of the staff.')).toBeVisible()
})
