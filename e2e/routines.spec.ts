import type { Page } from '@playwright/test'
import { cardOf, createTask, expect, expectAccessibleInBoth, openLive, test, toasts, unique } from './muster.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const windows = (page: Page) => dialog(page, 'New Routine').getByRole('list', { name: 'Next' }).getByRole('listitem')
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

/** The department of the manager of the sample. */
async function ownDepartment(page: Page): Promise<number> {
  return (await (await page.request.get('/api/v1/auth/session')).json()).departmentId
}

async function createRoutine(page: Page, routine: Record<string, unknown>): Promise<{ id: number; title: string }> {
  const reply = await page.request.post('/api/v1/routines', {
    data: {
      departmentId: await ownDepartment(page),
      ...{ days: '* * *', opensAt: '23:58', dueAfterMinutes: 60, ...routine },
    },
  })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

test('a routine is made of a preset, and shows its rule in words, its next windows and its week', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const title = unique('Count the linen')
  await page.goto('/routines')
  await page.getByRole('button', { name: 'New Routine' }).first().click()
  const form = dialog(page, 'New Routine')
  const words = form.locator('[aria-live=polite]')
  await expect(form.getByLabel('Title')).toBeFocused()
  await expect(words).toContainText('Every day at 08:00, due 10:00, closes 12:00')
  for (const [preset, rule] of [
    ['Weekdays', 'Monday to Friday at 08:00'],
    ['Weekends', 'At 08:00, only on Saturday and Sunday'],
    ['Monthly', 'On day 1 of every month at 08:00'],
    ['Last day of the month', 'On the last day of every month at 08:00'],
    ['Every few days', 'Every 2 days at 08:00'],
    ['Every day', 'Every day at 08:00'],
  ] as const) {
    await form.getByRole('button', { name: preset, exact: true }).click()
    await expect(words).toContainText(rule)
    await expect(windows(page)).toHaveCount(3)
  }
  await form.getByRole('button', { name: 'Own rule' }).click()
  await form.getByRole('textbox', { name: 'Rule' }).fill('* * 9')
  await expect(form.getByText('Weekday: 9 is not between 0 and 7')).toBeVisible()
  await expect(windows(page)).toHaveCount(0)
  await form.getByRole('button', { name: 'Certain weekdays' }).click()
  await form.getByRole('button', { name: 'Create Routine' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Create Routine' }).click()
  await expect(form.getByText('Choose the days')).toBeVisible()
  await form.getByRole('button', { name: 'Monday' }).click()
  await form.getByRole('button', { name: 'Thursday' }).click()

  // A window over midnight. The other times follow the opening until somebody sets them.
  await form.getByLabel('Opens at').fill('22:00')
  await expect(form.getByLabel('Due by')).toHaveValue('00:00')
  await form.getByLabel('Due by').fill('06:00')
  await form.getByLabel('Closes', { exact: true }).selectOption('After hours')
  await form.getByLabel('Hours after opening').fill('7')
  await form.getByRole('button', { name: 'Create Routine' }).click()
  await expect(form.getByText('Must not close before it is due')).toBeVisible()
  await form.getByLabel('Hours after opening').fill('9')
  await expect(words).toContainText('due 06:00 the next day, closes 07:00 the next day')

  await form.getByRole('textbox', { name: 'New step' }).fill('Sheets')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Sheets', exact: true })).toBeVisible()
  // A typed step that is not added is saved too.
  await form.getByRole('textbox', { name: 'New step' }).fill('Towels')
  await expectAccessibleInBoth(page)
  await form.getByRole('button', { name: 'Create Routine' }).click()
  await expect(toasts(page)).toContainText('Routine created')
  await expect(form).toBeHidden()

  // Of this week Monday and Thursday may be over.
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(row(page, title)).toContainText('22:00–06:00')
  await row(page, title).getByRole('link', { name: title }).click()
  const detail = dialog(page, title)
  await expect(detail).toContainText('At 22:00, only on Monday and Thursday, due 06:00 the next day')
  await expect(detail.getByRole('list', { name: 'Next' }).getByRole('listitem')).toHaveCount(3)
  await expect(detail.getByRole('region', { name: 'Steps' }).getByRole('listitem')).toHaveText([/Sheets/, /Towels/])
})

test('a routine is edited, switched off, deleted and brought back', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id, title } = await createRoutine(page, { title: unique('Wipe the sills'), steps: [{ text: 'Inside' }] })
  await page.goto(`/routines?routine=${id}`)
  const detail = dialog(page, title)
  await detail.getByRole('button', { name: 'Edit' }).click()
  const form = dialog(page, 'Edit Routine')
  await expect(form.getByLabel('Opens at')).toHaveValue('23:58')
  await expect(form.getByLabel('Due by')).toHaveValue('00:58')
  await expect(form.getByLabel('Due on')).toContainText('the next day')
  await form.getByLabel('Title').fill(`${title} twice`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await form.getByRole('button', { name: 'Inside', exact: true }).click()
  await form.getByRole('textbox', { name: 'Step', exact: true }).fill('Inside and outside')
  await form.getByRole('button', { name: 'Save' }).last().click()
  await expect(form.getByText('Save the change of the step first, or cancel it')).toBeVisible()
  await form.getByRole('region', { name: 'Steps' }).getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Control+Enter')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Routine updated')
  const edited = dialog(page, `${title} twice`)
  await expect(edited.getByRole('region', { name: 'Steps' })).toContainText('Inside and outside')

  await edited.getByRole('button', { name: 'Switch off' }).click()
  await expect(edited).toContainText('Switched off: it makes no more tasks')
  await edited.getByRole('button', { name: 'Switch on' }).click()
  await expect(edited.getByRole('list', { name: 'Next' })).toBeVisible()
  await edited.getByRole('button', { name: `Delete ${title} twice` }).click()
  await expect(toasts(page)).toContainText('Routine deleted')
  await expect(row(page, `${title} twice`)).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, `${title} twice`)).toHaveCount(1)
})

test('what two people change in a routine is put together, and asked about where both changed it', {
  tag: '@long',
}, async ({ signedIn }) => {
  const [page, other] = await Promise.all([signedIn('manager'), signedIn('god')])
  const { id, title } = await createRoutine(page, { title: unique('Check the pool') })
  await page.goto(`/routines?routine=${id}`)
  await dialog(page, title).getByRole('button', { name: 'Edit' }).click()
  const form = dialog(page, 'Edit Routine')
  await form.getByLabel('Place').fill('Roof')
  await other.request.put(`/api/v1/routines/${id}`, { data: { place: 'Garden', opensAt: '07:00' } })
  await form.getByRole('button', { name: 'Save' }).click()
  const notice = form.getByRole('alert').filter({ hasText: 'Somebody else has changed this routine' })
  await expect(notice).toContainText('Garden')
  await expect(notice).not.toContainText('07:00')
  await expect(form.getByLabel('Place')).toHaveValue('Roof')
  await expect(form.getByLabel('Opens at')).toHaveValue('07:00')
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toasts(page)).toContainText('Routine updated')
  await expect(dialog(page, title)).toContainText('Roof')
})

test('a task becomes a routine with its words and steps', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id, title } = await createTask(page, {
    title: unique('Descale the kettles'),
    description: 'Vinegar stands below the sink',
    departmentId: await ownDepartment(page),
    tags: ['kitchenette'],
  })
  await page.request.post(`/api/v1/tasks/${id}/steps`, { data: { steps: [{ text: 'Fill' }, { text: 'Rinse' }] } })
  await page.goto(`/tasks?task=${id}`)
  await dialog(page, title).getByRole('button', { name: 'Make this a routine' }).click()
  const form = dialog(page, 'New Routine')
  await expect(form.getByLabel('Title')).toHaveValue(title)
  await expect(form.getByLabel('Description')).toHaveValue('Vinegar stands below the sink')
  await expect(form.getByRole('button', { name: 'Remove tag kitchenette' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Rinse', exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Create Routine' }).click()
  await expect(toasts(page)).toContainText('Routine created')
  // Back where the person came from.
  await expect(dialog(page, title)).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/routines\?routine=\d+/)
  await expect(dialog(page, title).getByRole('region', { name: 'Steps' }).getByRole('listitem')).toHaveCount(2)

  const user = await signedIn('user')
  await user.goto(`/tasks?task=${id}`)
  await expect(dialog(user, title)).toBeVisible()
  await expect(dialog(user, title).getByRole('button', { name: 'Make this a routine' })).toHaveCount(0)
})

test('an occurrence opens at its minute, and its card appears on the board', { tag: '@long' }, async ({ signedIn }) => {
  test.setTimeout(180_000)
  const page = await signedIn('user')
  const manager = await signedIn('manager')
  const title = unique('Bring the papers')
  await openLive(page, '/tasks')
  // At the end of a minute the next one might begin before the server has the routine.
  const opening = new Date(Date.now() + (new Date().getSeconds() > 50 ? 120_000 : 60_000))
  const opensAt = opening.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Lisbon' }).slice(0, 5)
  const { id } = await createRoutine(manager, { title, opensAt, steps: [{ text: 'Lobby' }] })
  await expect(cardOf(page, title)).toBeVisible({ timeout: 150_000 })
  await cardOf(page, title).getByRole('link', { name: title, exact: true }).click()
  await expect(dialog(page, title)).toContainText('Lobby')

  await manager.goto(`/routines?routine=${id}`)
  await expect(dialog(manager, title).getByRole('region', { name: 'Until now' })).toContainText('Open')
})
