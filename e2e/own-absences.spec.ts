import { expect, expectAccessible, inDatabase, nothingToBrief, PHONE, test, toasts } from './muster.ts'
import { installed } from './network.ts'

const department = `(select department_id from users where email = 'user@muster.example')`
const USER = `(select id from users where email = 'user@muster.example')`

const clear = () => inDatabase('delete from planned_shifts; delete from absences')
test.beforeEach(clear)
// Other journeys of this worker plan the same people.
test.afterEach(clear)

test('a person calls in sick with two taps, and sees before which shifts become open', async ({ signedIn }) => {
  const phone = await signedIn('user', PHONE)
  await nothingToBrief(phone)
  // The next hours belong to today or to tomorrow, whatever the time is.
  const times = `now() + interval '1 hour', now() + interval '5 hours'`
  await inDatabase(`insert into planned_shifts (department_id, user_id, start_time, end_time, title, published_user_id,
      published_start_time, published_end_time, published_title, published_version, published_at)
    values (${department}, ${USER}, ${times}, 'Early', ${USER}, ${times}, 'Early', 1, now())`)
  await phone.goto('/roster')
  await phone.getByRole('button', { name: 'I am ill' }).click()
  const dialog = phone.getByRole('dialog', { name: 'I am ill' })
  const today = await dialog.getByLabel(/^Last day/).inputValue()
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel(/^Last day/).fill(tomorrow)
  await expect(dialog.getByRole('region', { name: 'Shifts that become open' })).toContainText('Early')
  await expectAccessible(phone)
  await dialog.getByRole('button', { name: 'Call in sick' }).click()
  await expect(dialog).toBeHidden()
  await expect(toasts(phone)).toContainText('1 shift is open now')
  const mine = phone.getByRole('list', { name: 'My absences' })
  await expect(mine.getByRole('listitem')).toContainText('Ill')
  await expect(phone.getByRole('list', { name: 'The days of the week' })).toContainText('Ill')
  expect(await inDatabase(`select from planned_shifts where published_user_id is null`)).toHaveLength(1)

  // Well again: the shift comes back, because nobody has taken it.
  await mine.getByRole('button', { name: /^Cancel the absence/ }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Cancel the absence' }).click()
  await expect(toasts(phone)).toContainText('1 shift went back')
  await expect(mine).toBeHidden()
  expect(await inDatabase(`select from planned_shifts where published_user_id = ${USER}`)).toHaveLength(1)
})

test('a person asks for time off and takes the request back, and sees only their own year', async ({ signedIn }) => {
  const phone = await signedIn('user', { ...PHONE, serviceWorkers: 'allow' })
  await nothingToBrief(phone)
  const [colleague] = await inDatabase(`select id, last_name from users where department_id = ${department}
    and role = 'user' and is_active and deleted_at is null and id <> ${USER} order by folded_name limit 1`)
  const { id, last_name } = colleague as { id: string; last_name: string }
  const year = new Date().getUTCFullYear() + 1
  await inDatabase(`insert into absences (user_id, kind, state, from_date, to_date, start_time, end_time, created_by)
    values ('${id}', 'sick', 'approved', '${year}-06-07', '${year}-06-09', '${year}-06-06T22:00Z', '${year}-06-09T22:00Z', '${id}')`)
  await phone.goto('/roster')
  await phone.getByRole('button', { name: 'Ask for time off' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Ask for time off' })
  await dialog.getByLabel(/^First day/).fill(`${year}-06-14`)
  await dialog.getByLabel(/^Last day/).fill(`${year}-06-10`)
  await expect(dialog.getByText('Must be after the beginning')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled()
  await dialog.getByLabel(/^Last day/).fill(`${year}-06-25`)
  await dialog.getByLabel('Note').fill('Wedding')
  await expectAccessible(phone)
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(dialog).toBeHidden()
  const mine = phone.getByRole('list', { name: 'My absences' })
  await expect(mine).toContainText('Wedding')
  await expect(mine).toContainText('Requested')
  // Their own week is there without a network, with its absences.
  await installed(phone)
  await phone.reload()
  await expect(mine).toContainText('Wedding')
  await expect
    .poll(() => phone.evaluate(async () => Boolean(await caches.match('/api/v1/roster/me', { ignoreSearch: true }))))
    .toBe(true)
  await phone.context().setOffline(true)
  await phone.reload()
  await expect(mine).toContainText('Wedding')
  await phone.context().setOffline(false)

  await phone.goto(`/absences?day=${year}-06-01`)
  await expect(phone.getByRole('table', { name: new RegExp(`Absences, .*${year}`) })).toContainText('Vacation')
  await expect(phone.getByText(last_name)).toHaveCount(0)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: /^Cancel the absence/ }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(phone.getByRole('list', { name: 'My absences' })).toContainText('Cancelled')
})

test('managers see the year of their department, and the people who are away on each day', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await inDatabase(`insert into absences (user_id, kind, state, from_date, to_date, start_time, end_time, note, created_by)
    select id, case when email = 'user@muster.example' then 'sick' else 'vacation' end, 'approved', '2027-06-07', '2027-06-18',
      '2027-06-06T22:00Z', '2027-06-18T22:00Z', 'Said on the phone', id
    from users where department_id = ${department} and role = 'user' and is_active and deleted_at is null`)
  const [{ count }] = (await inDatabase('select count(*)::int as count from absences')) as [{ count: number }]
  await page.goto('/absences?day=2027-06-01')
  const table = page.getByRole('table', { name: /^Absences, .*2027/ })
  await expect(table.getByRole('button')).toHaveCount(count)
  await expect(table.getByRole('img')).toHaveAccessibleName(`At most ${count} people are away on a day`)
  await expectAccessible(page)
  await page.getByText('Quarter').click()
  await expect(page).toHaveURL(/view=quarter/)
  await table.getByRole('button', { name: /^Ill, / }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Said on the phone')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(table.getByRole('button')).toHaveCount(0)
})
