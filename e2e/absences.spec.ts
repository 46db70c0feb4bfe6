import { expect, expectAccessible, inDatabase, nothingToBrief, test } from './muster.ts'

/** Absences in the planner's roster: requests are decided, and shifts open. */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const WEEK = '/roster?week=2027-06-07'
const NOTE = 'Wedding of my sister'

async function person(email: string) {
  const [row] = await inDatabase(
    `select id, department_id as "departmentId", first_name || ' ' || last_name as name from users where email = '${email}'`,
  )
  return row as { id: string; departmentId: number; name: string }
}

const clear = () => inDatabase('delete from absences; delete from planned_shifts')
test.beforeEach(clear)
// Other journeys of this worker plan the same people.
test.afterEach(clear)

test('a manager approves a request, says what becomes of the shifts, and cancels it again', async ({ signedIn }) => {
  const [user, page] = await Promise.all([signedIn('user'), signedIn('manager')])
  const { id: userId, departmentId, name } = await person('user@muster.example')
  const times = { date: '2027-06-08', start: '06:00', end: '14:00' }
  await page.request.post('/api/v1/roster/shifts', { data: { departmentId, userId, ...times } })
  await page.request.post('/api/v1/roster/shifts', { data: { departmentId, userId, ...times, date: '2027-06-11' } })
  const days = { departmentId, from: '2027-06-07', to: '2027-06-13' }
  const preview = await page.request.get(
    `/api/v1/roster/publish-preview?${new URLSearchParams({ ...days, departmentId: `${departmentId}` })}`,
  )
  const { expected } = await preview.json()
  expect((await page.request.post('/api/v1/roster/publish', { data: { ...days, expected } })).status()).toBe(200)

  await page.goto(WEEK)
  const asked = await user.request.post('/api/v1/absences', {
    data: { kind: 'vacation', from: '2027-06-07', to: '2027-06-09', note: NOTE },
  })
  expect(asked.status()).toBe(201)
  // The open page hears of it.
  const waiting = page.getByRole('region', { name: 'Absences that wait for a decision' })
  await expect(waiting).toContainText(`${name} · Vacation`)
  await expect(waiting).toContainText(NOTE)
  await expect(waiting).toContainText('1 shift at that time')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('button', { name: 'Vacation, Requested' })).toHaveCount(3)
  await expectAccessible(page)

  await waiting.getByRole('button', { name: `Approve the absence of ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve the absence' })
  await expect(dialog).toContainText('This shift becomes open:')
  await expect(dialog.getByRole('listitem')).toHaveText(['Jun 8, 2027, 06:00 – 14:00'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Approve and open the shifts' }).click()
  await expect(dialog).toBeHidden()
  await expect(waiting).toBeHidden()
  await expect(row.getByRole('button', { name: 'Vacation', exact: true })).toHaveCount(3)
  const open = page.getByRole('row').filter({ hasText: 'Open shifts' })
  await expect(open).toContainText('06–14')
  await expect(row.getByRole('button', { name: /06:00|6:00/ })).toHaveCount(1)

  // By keyboard: A on the cell opens the absence.
  await row.getByRole('gridcell').first().focus()
  await page.keyboard.press('a')
  const absence = page.getByRole('dialog', { name })
  await expect(absence).toContainText('Approved')
  await expect(absence).toContainText(NOTE)
  await absence.getByRole('button', { name: 'Cancel the absence' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the absence' }).click()
  await expect(absence).toBeHidden()
  await expect(row.getByRole('button', { name: 'Vacation' })).toHaveCount(0)
  await expect(row.getByRole('button', { name: /06:00|6:00/ })).toHaveCount(2)
})

test('a manager refuses with a word about it, and adds an absence', async ({ signedIn }) => {
  const [user, page] = await Promise.all([signedIn('user'), signedIn('manager')])
  const { name } = await person('user@muster.example')
  await user.request.post('/api/v1/absences', { data: { kind: 'unpaid', from: '2027-06-08', to: '2027-06-08' } })
  await page.goto(WEEK)
  const waiting = page.getByRole('region', { name: 'Absences that wait for a decision' })
  await waiting.getByRole('button', { name: `Refuse the absence of ${name}` }).click()
  const refusal = page.getByRole('dialog', { name: 'Refuse the absence' })
  await refusal.getByLabel('Why not?').fill('Two are away already')
  await refusal.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(refusal).toBeHidden()
  await expect(waiting).toBeHidden()
  const own = await user.request.get('/api/v1/absences?from=2027-06-01&to=2027-06-30')
  expect((await own.json()).absences).toMatchObject([{ state: 'refused', reason: 'Two are away already' }])

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add an absence' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an absence' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Choose a person')
  await dialog.getByLabel('Person').selectOption({ label: name })
  await dialog.getByRole('radio', { name: 'Ill' }).click()
  await dialog.getByLabel('First day').fill('2027-06-09')
  await dialog.getByLabel('Last day').fill('2027-06-09')
  await dialog.getByRole('checkbox', { name: 'Only part of the day' }).check()
  await dialog.getByLabel('Start time').fill('08:00')
  await dialog.getByLabel('End time').fill('12:00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('button', { name: 'Ill, 08:00 – 12:00' })).toHaveCount(1)
})

test('on a phone planners see who is away on the day', async ({ signedIn }) => {
  const page = await signedIn('manager', PHONE)
  await nothingToBrief(page)
  const { id: userId, name } = await person('user@muster.example')
  await page.request.post('/api/v1/absences', { data: { userId, kind: 'sick', from: '2027-06-07', to: '2027-06-07' } })
  await page.goto(WEEK)
  await expect(page.getByRole('list', { name: 'Away' })).toContainText(name)
  await expect(page.getByRole('list', { name: 'Away' })).toContainText('Ill')
  await expectAccessible(page)
})
