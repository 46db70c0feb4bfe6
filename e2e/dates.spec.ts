import type { Locator, Page } from '@playwright/test'
import { createTask, expect, openForm, test, toasts, unique } from './muster.ts'

const NO_DATE = 'Enter a full date that exists'
const NO_TIME = 'Enter a full time'

/** A date has a month, a day and a year; a time has hours, minutes and a half of the day. */
const PARTS = 3

/** Empties a field as people do by keyboard: part by part. */
async function erase(field: Locator) {
  await field.focus()
  for (let part = 0; part < PARTS; part += 1) await field.press('ArrowLeft')
  for (let part = 0; part < PARTS; part += 1) {
    await field.press('Backspace')
    await field.press('ArrowRight')
  }
}

/** Types into a field key by key, from its first part. */
async function type(field: Locator, keys: string) {
  await erase(field)
  for (let part = 0; part < PARTS; part += 1) await field.press('ArrowLeft')
  await field.pressSequentially(keys)
}

/** Counts the writes that the page sends. */
function writesOf(page: Page) {
  const count = { writes: 0 }
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.url().includes('/opened')) count.writes += 1
  })
  return count
}

test('a date that does not exist or is half typed is an error at its field, and nothing is saved', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const { id, title } = await createTask(page, { title: unique('Wax the floor'), dueDate: '2027-02-03T10:00:00.000Z' })
  const due = async () => (await (await page.request.get(`/api/v1/tasks/${id}`)).json()).dueDate
  await page.goto('/tasks?new=true')
  const form = page.getByRole('dialog', { name: 'New Task' })
  await form.getByLabel('Title').fill(unique('Order linen'))
  const [date, time] = [form.getByLabel('Due date'), form.getByLabel('Time', { exact: true })]
  const sent = writesOf(page)

  // Said when the field is left, and again when the form is sent: by its button or by the keyboard.
  await type(date, '02312027')
  await time.focus()
  await expect(form.getByText(NO_DATE)).toBeVisible()
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(date).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await type(date, '0228')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(NO_DATE)).toBeVisible()
  await type(date, '02280026')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Choose a date between 1970 and 2999')).toBeVisible()
  await type(date, '02282027')
  await expect(form.getByText(NO_DATE)).toBeHidden()
  await type(time, '0930')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(NO_TIME)).toBeVisible()
  await expect(time).toBeFocused()
  expect(sent.writes).toBe(0)
  // An emptied field is no half of a time.
  await erase(time)
  await expect(form.getByText(NO_TIME)).toBeHidden()
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText(['Task created successfully'])

  // An existing date stays, and so it does when a form has been left.
  await page.goto(`/tasks?task=${id}`)
  const edited = await openForm(page)
  sent.writes = 0
  await type(edited.getByLabel('Due date'), '0231')
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(edited.getByText(NO_DATE)).toBeVisible()
  expect(sent.writes).toBe(0)
  expect(await due()).toBe('2027-02-03T10:00:00.000Z')
  await type(edited.getByLabel('Due date'), '02042027')
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(edited).toBeHidden()
  expect(await due()).toBe('2027-02-04T10:00:00.000Z')

  // Several tasks at once.
  await page.goto(`/tasks?view=table&q=${encodeURIComponent(title)}`)
  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: 'Due date', exact: true }).last().click()
  const many = page.getByRole('dialog', { name: 'Due date of 1 task' })
  await type(many.getByLabel('Due date'), '03012027')
  await type(many.getByLabel('Time', { exact: true }), '10')
  sent.writes = 0
  await many.getByRole('button', { name: 'Set due date' }).click()
  await expect(many.getByText(NO_TIME)).toBeVisible()
  expect(sent.writes).toBe(0)
  expect(await due()).toBe('2027-02-04T10:00:00.000Z')
})

test('a filter by day keeps its last day until another is whole', async ({ signedIn }) => {
  const page = await signedIn('admin')
  for (const [address, label, parameter] of [
    ['/handovers?day=2026-02-03', 'Day', 'day'],
    ['/admin/audit?from=2026-02-03', 'From', 'from'],
  ] as const) {
    await page.goto(address)
    const day = page.getByLabel(label, { exact: true })
    await expect(day).toHaveValue('2026-02-03')
    await day.focus()
    await day.pressSequentially('0231')
    await page.keyboard.press('Shift+Tab')
    await day.evaluate((field: HTMLElement) => field.blur())
    await expect(page.getByText(NO_DATE)).toBeVisible()
    expect(new URL(page.url()).searchParams.get(parameter)).toBe('2026-02-03')
    await type(day, '02042026')
    await expect(page).toHaveURL(new RegExp(`${parameter}=2026-02-04`))
    await expect(page.getByText(NO_DATE)).toBeHidden()
    // Emptied part by part, it is no filter any more.
    await erase(day)
    await expect(page).not.toHaveURL(new RegExp(`${parameter}=`))
  }
})
