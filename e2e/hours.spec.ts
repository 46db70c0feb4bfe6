import type { Page } from '@playwright/test'
import { expect, expectAccessible, inDatabase, nothingToBrief, test, toasts } from './muster.ts'

/** The first day of last month: its hours are over. */
const now = new Date()
const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)

const DANIEL = `(select id from users where email = 'user@muster.example')`
/** An hour of a day of last month in the hotel's time zone, by the column `day`. */
const hour = (hour: number) =>
  `('${lastMonth}'::timestamp + interval '1 day' * day + interval '${hour} hours') at time zone 'Europe/Lisbon'`

const group = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

test('a person says that something is wrong, a manager answers and approves, and the hours are locked', async ({
  signedIn,
}) => {
  // The sample hotel's managers have approved last month already, and payroll has received it. Hours that break no
  // rule, because other journeys of this worker delete the hours of the sample.
  await inDatabase(`begin;
    truncate payroll_exports, payroll_runs, hours_approvals, hours_answers;
    delete from clock_sessions where user_id = ${DANIEL} and corrected_at is null
      and start_time < now() - interval '1 week';
    insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
      select id, department_id, ${hour(8)}, ${hour(12)}, 240, 'completed'
      from users, generate_series(1, 24, 7) as day where id = ${DANIEL};
    commit`)
  const [page, daniel] = await Promise.all([signedIn('manager'), signedIn('user')])
  await nothingToBrief(daniel)
  await daniel.goto(`/clock?by=period&period=${lastMonth}`)
  const own = daniel.getByRole('region', { name: 'My hours' })
  await expect(own.getByRole('button', { name: 'Right' })).toBeVisible()
  await own.getByRole('button', { name: 'Something is wrong' }).click()
  const objecting = daniel.getByRole('dialog', { name: 'Something is wrong' })
  await objecting.getByRole('button', { name: 'Send' }).click()
  await expect(objecting).toContainText('Say what is wrong')
  await objecting.getByLabel('What is wrong?').fill('I was here on the 2nd')
  await objecting.getByRole('button', { name: 'Send' }).click()
  await expect(own).toContainText('You said: I was here on the 2nd')
  await expectAccessible(daniel)

  await page.goto(`/clock?view=team&by=period&period=${lastMonth}`)
  const look = page.getByRole('region', { name: 'Needs a look' })
  await expect(look).toContainText('Something is wrong: I was here on the 2nd')
  await expectAccessible(page)
  await look.getByRole('button', { name: 'Answer Daniel Wójcik' }).click()
  const answering = page.getByRole('dialog', { name: 'Answer' })
  await answering.getByLabel('Your answer').fill('That was the 3rd')
  await page.keyboard.press('Control+Enter')
  await expect(answering).toBeHidden()
  await expect(toasts(daniel)).toContainText('An answer about your hours')
  await expect(own).toContainText('That was the 3rd')
  await own.getByRole('button', { name: 'Right' }).click()
  await expect(own).toContainText('Confirmed')

  // All that are in order at once, and Daniel's, whether a rule is broken or not.
  const approveAll = page.getByRole('button', { name: /^Approve \d+$/ })
  await approveAll.click()
  await expect(toasts(page)).toContainText(/^The hours of \d+ (?:person|people) are approved/)
  const approveDaniel = page.getByRole('button', { name: 'Approve Daniel Wójcik' })
  // Daniel's answer may reach this page just after the press, and then his hours wait for another one.
  await expect(async () => {
    for (const button of [approveAll, approveDaniel])
      if (await button.isVisible()) await button.click({ timeout: 2_000 })
    await expect(own).toContainText('Amara Okafor approved', { timeout: 2_000 })
  }).toPass()
  await group(page, 'Approved').click()
  await page.getByRole('button', { name: 'Daniel Wójcik', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Daniel Wójcik' })
  await expect(dialog).toContainText('Amara Okafor approved')
  await expectAccessible(page)

  // A day leads to its sessions. The last one's week lies in the month, but for the end.
  // A correction is refused as long as the approval stands.
  await dialog
    .getByRole('button', { name: /Show the sessions/ })
    .last()
    .click()
  const week = page.getByRole('dialog', { name: 'Daniel Wójcik' })
  await week
    .getByRole('button', { name: /^Correct / })
    .first()
    .click()
  const correcting = page.getByRole('dialog', { name: 'Correct hours' })
  await correcting.getByLabel('Start time').fill('05:00')
  await correcting.getByLabel('Reason').fill('The early bus')
  await correcting.getByRole('button', { name: 'Save correction' }).click()
  await expect(correcting).toContainText('are approved. Withdraw the approval first.')

  await page.goto(`/clock?view=team&by=period&period=${lastMonth}`)
  await group(page, 'Approved').click()
  await page.getByRole('button', { name: 'Daniel Wójcik', exact: true }).click()
  await dialog.getByRole('button', { name: 'Withdraw the approval of Daniel Wójcik' }).click()
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw the approval' })
  await withdrawing.getByLabel('Reason').fill('A shift is missing')
  await withdrawing.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(toasts(daniel)).toContainText('The approval of your hours was withdrawn')
  await expect(own.getByRole('button', { name: 'Something is wrong' })).toBeVisible()
  await expect(own).toContainText('A shift is missing')
})

test('failures of the pay period can be tried again; an administrator chooses another period', async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.route('**/api/v1/hours/periods*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.goto(`/clock?view=team&by=period&period=${lastMonth}`)
  await expect(page.getByText("The team's hours could not be loaded.")).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/needs? a look\.|Nothing needs a look\./)).toBeVisible()

  await page.goto('/admin/work-rules')
  const form = page.getByRole('form', { name: 'Pay period' })
  await form.getByLabel('Pay period').selectOption('two-weeks')
  await form.getByRole('button', { name: 'Save the pay period' }).click()
  await expect(form).toContainText('Say on which day two weeks begin')
  await form.getByLabel('A day on which two weeks begin').fill('2026-11-02')
  await form.getByRole('button', { name: 'Save the pay period' }).click()
  await expect(toasts(page)).toContainText('Pay period saved')
  // The form begins anew with the saved period.
  await expect(form.getByRole('button', { name: 'Save the pay period' })).toBeDisabled()
  await form.getByLabel('Pay period').selectOption('month')
  await form.getByRole('button', { name: 'Save the pay period' }).click()
  await expect(form.getByLabel('Pay period')).toHaveValue('month')
})
