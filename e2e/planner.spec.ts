import { expect, inDatabase, test } from './muster.ts'

/** The width of the planner: two planners at once, many people, and the plan as a table. */

/** A week far beyond the notice of changes. */
const WEEK = '/roster?week=2027-06-07'

async function person(email: string) {
  const [row] = await inDatabase(
    `select id, department_id as "departmentId", first_name || ' ' || last_name as name from users where email = '${email}'`,
  )
  return row as { id: string; departmentId: number; name: string }
}

test('two planners change the same shift, and neither loses what they typed', async ({ signedIn }) => {
  const [one, other] = await Promise.all([signedIn('manager'), signedIn('admin')])
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  const { id: userId, departmentId, name } = await person('user@muster.example')
  const planned = await one.request.post('/api/v1/roster/shifts', {
    data: { departmentId, userId, date: '2027-06-07', start: '06:00', end: '14:00' },
  })
  const { shift } = await planned.json()
  await one.goto(WEEK)
  await other.goto(WEEK)
  await other.getByRole('button', { name: /^Department:/ }).click()
  await other.getByRole('menuitemradio', { name: 'Housekeeping' }).click()
  const cellOn = (page: typeof one) => page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').first()
  const dialogOn = (page: typeof one) => page.getByRole('dialog', { name: 'Planned shift' })
  for (const page of [one, other]) {
    await cellOn(page).getByRole('button').click()
    await expect(dialogOn(page).getByLabel('Start time')).toHaveValue('06:00')
  }
  await dialogOn(other).getByLabel('Start time').fill('07:00')
  await dialogOn(other).getByLabel('Title').fill('Breakfast room')
  await dialogOn(one).getByLabel('Start time').fill('05:30')
  await dialogOn(one).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOn(one)).toBeHidden()
  // The other planner sees it behind the dialog, and keeps what they typed.
  await expect(other.locator('td', { hasText: '05:30–14:00' })).toHaveCount(1)
  await expect(dialogOn(other).getByLabel('Start time')).toHaveValue('07:00')
  await dialogOn(other).getByRole('button', { name: 'Save' }).click()
  const notice = other.getByRole('alert').filter({ hasText: 'Somebody else has changed this shift meanwhile' })
  await expect(notice).toContainText('What you typed is not lost')
  await expect(notice).toContainText('5:30')
  await expect(dialogOn(other).getByLabel('Title')).toHaveValue('Breakfast room')
  await notice.getByRole('button', { name: 'Take theirs' }).click()
  await expect(dialogOn(other).getByLabel('Start time')).toHaveValue('05:30')
  await dialogOn(other).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOn(other)).toBeHidden()
  await expect(cellOn(one)).toContainText('05:30–14:00')
  await expect(cellOn(one)).toContainText('Breakfast room')

  // Removed by one while the other types: the other is told.
  await cellOn(other).getByRole('button').click()
  await dialogOn(other).getByLabel('Title').fill('Terrace')
  expect((await one.request.delete(`/api/v1/roster/shifts/${shift.id}`)).status()).toBe(204)
  await expect(other.getByRole('alert').filter({ hasText: 'Somebody has removed this shift' })).toBeVisible()
})
