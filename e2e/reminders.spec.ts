import type { Page } from '@playwright/test'
import { expect, expectAccessible, openPage, PASSWORD, test, toasts, tryAgain, unique } from './muster.ts'

const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

/** The date and time in the tests' time zone, `minutes` from now. */
function localTime(minutes: number) {
  const shown = new Date(Date.now() + minutes * 60_000).toLocaleString('sv-SE', { timeZone: 'Europe/Lisbon' })
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

async function createReminder(page: Page, reminder: Record<string, unknown>): Promise<{ id: number; title: string }> {
  const reply = await page.request.post('/api/v1/reminders', { data: reminder })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

/** Makes the next call with this method fail before it reaches the server. */
async function failOnce(page: Page, method: string) {
  let failed = false
  await page.route('**/api/v1/reminders/*', (route) => {
    if (failed || route.request().method() !== method) return route.fallback()
    failed = true
    return route.abort()
  })
}

/** Opens the page and waits until it receives live messages. */
async function openAndListen(page: Page, path: string) {
  const live = page.waitForEvent('websocket')
  await page.goto(path)
  await (await live).waitForEvent('framereceived')
}

test('a reminder for oneself fires at its time, and appears live, as a toast and in the bell', async ({ browser }) => {
  // An account whose toasts no other test looks at.
  const page = await openPage(browser)
  await page.request.post('/api/v1/auth/login', { data: { email: 'kwame.mensah@muster.example', password: PASSWORD } })
  const title = unique('Water the lemon trees')
  await openAndListen(page, '/reminders')
  await page.getByRole('button', { name: 'New Reminder' }).click()
  const form = dialog(page, 'New Reminder')
  const time = form.locator('input[type=time]')
  // The minute may end while the form opens.
  await expect(time).toBeVisible()
  const inAnHour = localTime(60)
  expect([inAnHour.time, localTime(59).time]).toContain(await time.inputValue())
  await form.getByRole('button', { name: 'Next week (7 days)' }).click()
  await expect(form.getByLabel('Date')).toHaveValue(localTime(7 * 24 * 60).date)
  await form.getByRole('button', { name: 'Tomorrow 9 AM' }).click()
  await expect(form.getByLabel('Date')).toHaveValue(localTime(24 * 60).date)
  await expect(time).toHaveValue('09:00')

  await form.getByRole('button', { name: 'Create Reminder' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  await form.getByLabel('Title').fill('x'.repeat(201))
  await expect(form.getByText('Title too long')).toBeVisible()
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description').fill('Two cans each')
  await form.getByLabel('Date').fill('')
  await form.getByRole('button', { name: 'Create Reminder' }).click()
  await expect(form.getByText('Choose a date')).toBeVisible()
  const past = localTime(-1)
  await form.getByLabel('Date').fill(past.date)
  await time.fill(past.time)
  await expect(form.getByText('This time is in the past. The reminder is sent as soon as you save it.')).toBeVisible()
  await form.getByRole('button', { name: 'Create Reminder' }).click()

  await expect(toasts(page)).toContainText(title)
  await expect(toasts(page)).toContainText('Two cans each')
  await expect(card(page, title)).toContainText('Overdue')
  await expect(card(page, title)).toContainText('Last triggered just now')
  await expect(page.getByRole('region', { name: 'Past' }).getByRole('article', { name: title })).toBeVisible()

  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  const row = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Reminder')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/reminders\?reminder=\d+$/)
  await expect(dialog(page, 'Edit Reminder').getByLabel('Title')).toHaveValue(title)
  await page.context().close()
})

test('a recurring reminder for the department describes its rule, and appears on its people’s screens', async ({
  signedIn,
}) => {
  const [page, colleague] = await Promise.all([signedIn('manager'), signedIn('user')])
  const title = unique('Count the robes')
  const listed = colleague.waitForResponse('**/api/v1/reminders')
  await openAndListen(colleague, '/reminders')
  await listed
  await page.goto('/reminders?new=true')
  const form = dialog(page, 'New Reminder')
  await form.getByLabel('Title').fill(title)
  await expect(form.getByRole('radio', { name: 'General' })).toHaveCount(0)
  await form.getByText('Department', { exact: true }).click()
  await expect(form.getByLabel('Department').locator('option')).toHaveText(['Housekeeping'])
  await form.getByText('Recurring').click()
  await form.getByRole('button', { name: 'Create Reminder' }).click()
  await expect(form.getByText('Choose or write a rule')).toBeVisible()

  const rule = form.getByRole('textbox', { name: 'Rule' })
  const runs = form.getByRole('list', { name: 'Next runs' }).getByRole('listitem')
  for (const [preset, text, words] of [
    ['Daily 9 AM', '0 9 * * *', 'Every day at 09:00'],
    ['Weekdays 9 AM', '0 9 * * 1-5', 'Monday to Friday at 09:00'],
    ['Monday 9 AM', '0 9 * * 1', 'Every Monday at 09:00'],
    ['1st of month 9 AM', '0 9 1 * *', 'On day 1 of every month at 09:00'],
    ['Last day of month 9 AM', '0 9 L * *', 'On the last day of every month at 09:00'],
    ['Every hour', '0 * * * *', 'Every hour'],
  ] as const) {
    await form.getByRole('button', { name: preset }).click()
    await expect(rule).toHaveValue(text)
    await expect(form.locator('[aria-live]').getByText(words, { exact: true })).toBeVisible()
    await expect(runs).toHaveCount(3)
  }
  await rule.fill('0 9 1 * 1-5')
  await expect(form.getByText('At 09:00, on day 1 of the month or on Monday through Friday')).toBeVisible()
  await rule.fill('0 25 * * 1')
  await expect(form.getByText('Hour: 25 is not between 0 and 23')).toBeVisible()
  await expect(runs).toHaveCount(0)
  await rule.fill('0 9 29 feb *')
  await expect(runs.first()).toContainText(/Feb 29, \d+, 09:00/)
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText('Reminder created successfully')

  for (const screen of [page, colleague]) {
    await expect(card(screen, title)).toContainText('Recurring')
    await expect(card(screen, title)).toContainText('Housekeeping, from Amara Okafor')
    await expect(card(screen, title)).toContainText('At 09:00, on day 29 of the month, only in February')
    await expect(card(screen, title)).toContainText('Not sent yet')
  }
  await expect(card(colleague, title).getByRole('button', { name: /^Edit|^Delete/ })).toHaveCount(0)
  await card(colleague, title).getByRole('link', { name: title }).click()
  await expect(dialog(colleague, title)).toContainText('Amara Okafor')
  await expect(dialog(colleague, title).getByRole('textbox')).toHaveCount(0)
})

test('a person can change and delete a reminder that another person has set for them', { tag: '@long' }, async ({
  signedIn,
}) => {
  const [page, manager] = await Promise.all([signedIn('user'), signedIn('manager')])
  const title = unique('Return the trolley')
  await manager.goto('/reminders?new=true')
  const form = dialog(manager, 'New Reminder')
  await form.getByLabel('Title').fill(title)
  await form.getByRole('combobox', { name: 'For' }).click()
  await expect(manager.getByRole('option', { name: /Stefan/ })).toHaveCount(0)
  await manager.getByRole('option', { name: /Daniel Wójcik/ }).click()
  await form.getByRole('button', { name: 'Create Reminder' }).click()
  await expect(card(manager, title)).toContainText('Daniel Wójcik, from Amara Okafor')
  await expect(card(manager, title)).toContainText(/Due in (59 min|1 h)/)

  await page.goto('/reminders')
  await card(page, title)
    .getByRole('button', { name: `Edit ${title}` })
    .click()
  const edit = dialog(page, 'Edit Reminder')
  await expect(edit.getByText('Type')).toHaveCount(0)
  await edit.getByLabel('Title').fill(`${title}, please`)
  await failOnce(page, 'PUT')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update reminder', { exact: true }).first()).toBeVisible()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Reminder updated successfully')
  await expect(card(manager, `${title}, please`)).toContainText('Daniel Wójcik')

  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question.accept()
  })
  const remove = card(page, title).getByRole('button', { name: `Delete ${title}, please` })
  await failOnce(page, 'DELETE')
  await remove.click()
  await expect(toasts(page)).toContainText('Failed to delete reminder')
  await remove.click()
  await expect(toasts(page)).toContainText('Reminder deleted successfully')
  await expect(card(page, title)).toHaveCount(0)
  await expect(card(manager, title)).toHaveCount(0)
  const question = `Are you sure you want to delete "${title}, please"?`
  expect(questions).toEqual([question, question])
})

test('a meeting is scheduled from the dashboard, for the department if the person may', { tag: '@long' }, async ({
  signedIn,
}) => {
  const [page, guest] = await Promise.all([signedIn('manager'), signedIn('guest')])
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Schedule Meeting' }).click()
  await expect(page).toHaveURL(/\/dashboard\?meeting=true$/)
  const form = dialog(page, 'Schedule Meeting')
  await expect(form.getByLabel('Title')).toHaveValue('Meeting')
  await expect(form.getByRole('radio', { name: 'A department' })).toBeChecked()
  await expect(form).toContainText('A meeting is a reminder to everybody in Housekeeping.')
  await form.getByRole('radio', { name: 'One person' }).check()
  await expect(form).toContainText('A meeting is a reminder. This one reaches only you.')
  await form.getByRole('radio', { name: 'A department' }).check()
  const title = unique('Meeting about towels')
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Create Reminder' }).click()
  await expect(toasts(page)).toContainText('Reminder created successfully')
  await expect(page).toHaveURL(/\/dashboard$/)

  await guest.goto('/dashboard?meeting=true')
  await expect(dialog(guest, 'Schedule Meeting').getByLabel('Title')).toHaveValue('Meeting')
  await expect(dialog(guest, 'Schedule Meeting').getByRole('radio')).toHaveCount(2)
  await guest.keyboard.press('Escape')
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  await guest.keyboard.press('Control+k')
  await guest.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('new remind')
  await guest.keyboard.press('Enter')
  await expect(guest).toHaveURL(/\/reminders\?new=true$/)
  await expect(dialog(guest, 'New Reminder')).toBeVisible()
  await guest.keyboard.press('Escape')
  await expect(card(guest, title)).toContainText('Department')
})

test('on a dark phone: an empty list, a failed list, long text and a refusal', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('guest', { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true })
  const list = '**/api/v1/reminders'
  await page.route(list, (route) => route.fulfill({ json: [] }))
  await page.goto('/reminders')
  await expect(page.getByText('No reminders yet')).toBeVisible()
  await page.unroute(list)
  await page.route(list, (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
  await page.reload()
  await expect(page.getByText('The reminders could not be loaded.')).toBeVisible()
  await page.unroute(list)
  await tryAgain(page, card(page, 'Fire drill'))
  await expect(card(page, 'Fire drill')).toContainText('Everyone, from Ingrid Solheim')

  const title = unique('X'.repeat(60))
  const long = { title, description: 'word'.repeat(300), cronRule: '*/20 8-18 1-15,20 jan-jun,nov mon-fri' }
  await createReminder(page, { ...long, nextRun: '2031-01-01T09:00:00.000Z' })
  await page.reload()
  await expect(card(page, title)).toContainText('Every 20 minutes')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New Reminder' }).tap()
  await dialog(page, 'New Reminder').getByText('Recurring').tap()
  await page.getByRole('button', { name: 'Every hour' }).tap()
  await expect(page.getByRole('list', { name: 'Next runs' })).toBeVisible()
  await expectAccessible(page)

  const message = 'You are creating and changing many reminders. Try again in 2 minutes.'
  await page.route(list, (route) => route.fulfill({ status: 429, json: { message, code: 'too_many' } }))
  await dialog(page, 'New Reminder').getByRole('textbox', { name: 'Title' }).fill('Stretch')
  await dialog(page, 'New Reminder').getByRole('button', { name: 'Create Reminder' }).tap()
  await expect(page.getByText(message, { exact: true }).first()).toBeVisible()
})
