import type { Page } from '@playwright/test'
import { expect, expectAccessible, inDatabase, test, toasts } from './muster.ts'

const USER = `(select id from users where email = 'user@muster.example')`
/** In the month before this one, at noon in the hotel's time zone. */
const lastMonth = (day: number, time: string) =>
  `(date_trunc('month', now() at time zone 'Europe/Lisbon') - interval '1 month' + interval '${day - 1} days' + time '${time}') at time zone 'Europe/Lisbon'`

/** Leaves of the months before this one the hours of one person, on two days, and no approvals. */
async function prepare() {
  await inDatabase(`begin;
    truncate payroll_exports, payroll_runs, hours_approvals, hours_answers, wage_types;
    delete from clock_sessions
      where start_time < date_trunc('month', now() at time zone 'Europe/Lisbon') at time zone 'Europe/Lisbon';
    update users set personnel_number = null;
    insert into clock_sessions (user_id, start_time, end_time, duration, status)
      select ${USER}, ${lastMonth(2, '21:00')}, ${lastMonth(3, '00:20')}, 200, 'completed' union all
      select ${USER}, ${lastMonth(4, '08:00')}, ${lastMonth(4, '08:20')}, 20, 'completed';
    commit`)
}

async function approve(page: Page) {
  const { runs: _, periods } = await (await page.request.get('/api/v1/payroll/runs')).json()
  const [{ period }] = periods
  const { people } = await (await page.request.get(`/api/v1/hours/periods?period=${period}`)).json()
  const worked = people.filter(({ total }: { total: number }) => total > 0)
  const reply = await page.request.post('/api/v1/hours/approve', {
    data: {
      period,
      people: worked.map((one: { user: { id: string }; hash: string }) => ({ userId: one.user.id, hash: one.hash })),
    },
  })
  expect(await reply.json()).toEqual({ approved: 1 })
}

test('an administrator sets up payroll, makes a run, and downloads its file', async ({ signedIn }) => {
  await prepare()
  const page = await signedIn('admin')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Payroll' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payroll' })).toBeVisible()
  await expect(page.getByText('No payroll runs yet')).toBeVisible()
  const next = page.getByRole('region', { name: 'New run' })
  await expect(next.getByText('The hours of 1 person are not approved')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Wage types' }).press('Enter')
  await page.getByRole('button', { name: 'New wage type' }).click()
  const dialog = page.getByRole('dialog', { name: 'New wage type' })
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a code')).toBeVisible()
  await dialog.getByLabel('Code').fill('100')
  await dialog.getByLabel('Name').fill('Work')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'New wage type' }).click()
  await dialog.getByLabel('Code').fill('100')
  await dialog.getByLabel('Name').fill('Night')
  await dialog.getByLabel('From').fill('23:00')
  await dialog.getByLabel('Until').fill('06:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Work has this code already')).toBeVisible()
  await dialog.getByLabel('Code').fill('25')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const list = page.getByRole('list', { name: 'Wage types' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText('23:00 to 06:00')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Runs' }).click()
  await approve(page)
  await expect(next.getByText('1 person has no personnel number')).toBeVisible()
  await inDatabase(`update users set personnel_number = '00417' where id = ${USER}`)
  await page.reload()
  await expect(next.getByText('1 person · 3 h 40 min · 5 lines')).toBeVisible()
  await next.getByRole('button', { name: 'Make the run' }).click()
  await expect(toasts(page)).toContainText('Payroll run made')
  const runs = page.getByRole('list', { name: 'Payroll runs' })
  await expect(runs.getByRole('listitem')).toHaveCount(1)
  await expect(next.getByText('Payroll has received all approved hours of this pay period.')).toBeVisible()
  await expectAccessible(page)
  await runs.getByRole('button', { name: /^People in the run/ }).click()
  const people = page.getByRole('dialog', { name: /^Payroll run of/ })
  await expect(people.getByRole('listitem')).toContainText('3 h 40 min')
  await expectAccessible(page)
  await page.goBack()
  await expect(people).toBeHidden()

  await page.getByRole('tab', { name: 'File' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('pre')).toContainText(',100,Work,3.00')
  await page.getByLabel('Payroll program').selectOption('datev-lodas')
  await expect(preview.locator('pre')).toContainText(/\n1;01\.\d\d\.\d{4};3,67;1;100;00417;/)
  await page.getByLabel('Number of the client').fill('12345')
  await expect(preview.locator('pre')).toContainText('MandantenNr=12345')
  await page.getByLabel('Number of the tax consultant').fill('x')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter digits')).toBeVisible()
  await page.getByLabel('Number of the tax consultant').fill('1234567')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Settings of the file saved')

  await page.getByRole('tab', { name: 'Runs' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    runs.getByRole('button', { name: /^Download the file/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^payroll-\d{4}-\d\d-01-\d+\.txt$/)
})

test('the settings of the file keep typed text, and two people do not overwrite each other', async ({ signedIn }) => {
  await prepare()
  await inDatabase(`delete from settings where name = 'payrollFile'`)
  const page = await signedIn('admin')
  await page.goto('/admin/payroll?tab=file')
  await page.getByLabel('Encoding').selectOption('utf-8')
  await page.getByRole('button', { name: 'Remove column 1' }).click()
  const { updatedAt: _, ...file } = await (await page.request.get('/api/v1/payroll/file-settings')).json()
  await page.request.put('/api/v1/payroll/file-settings', {
    data: { ...file, encoding: 'windows-1252', grouping: 'month' },
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has changed the file for payroll meanwhile')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect
    .poll(async () => (await page.request.get('/api/v1/payroll/file-settings')).json())
    .toMatchObject({ encoding: 'utf-8', grouping: 'month', columns: { length: file.columns.length - 1 } })
  await page.getByLabel('Decimal sign').selectOption(',')
  await page.getByRole('tab', { name: 'Runs' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
})

test('payroll is for administrators', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/admin/payroll')
  await expect(page.getByText('Payroll is for administrators.')).toBeVisible()
})
