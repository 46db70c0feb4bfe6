import { expect, expectAccessible, inDatabase, nothingToBrief, test, toasts } from './muster.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** A week far beyond the notice of changes. */
const WEEK = '/roster?week=2027-06-07'
const department = `(select department_id from users where email = 'user@muster.example')`
const idOf = (email: string) => `(select id from users where email = '${email}')`
/** A colleague of the user and of the manager. */
const COLLEAGUE = `(select id from users where department_id = ${department} and role = 'user' and is_active and deleted_at is null
  and email <> 'user@muster.example' order by folded_name limit 1)`

async function colleagueName() {
  const [row] = await inDatabase(`select first_name || ' ' || last_name as name from users where id = ${COLLEAGUE}`)
  return String((row as { name: string }).name)
}

/** An instant in SQL: hours from now, or an instant of ISO 8601. */
const at = (time: string | number) => (typeof time === 'number' ? `now() + interval '${time} hours'` : `'${time}'`)

const putShift = (person: string, from: string | number, to: string | number, title: string) =>
  inDatabase(`insert into planned_shifts (department_id, user_id, start_time, end_time, title, published_user_id,
      published_start_time, published_end_time, published_title, published_version, published_at)
    values (${department}, ${person}, ${at(from)}, ${at(to)}, '${title}', ${person}, ${at(from)}, ${at(to)}, '${title}', 1, now())`)

test.beforeEach(async () => {
  await inDatabase(`delete from planned_shifts; delete from settings where name = 'workRules';
    update departments set exchanges_need_approval = false`)
})

test('two people exchange shifts on their phones, and a manager decides where the department wants it', async ({
  signedIn,
}) => {
  const [phone, page] = await Promise.all([signedIn('user', PHONE), signedIn('manager')])
  await nothingToBrief(phone)
  const [user, colleague] = [idOf('user@muster.example'), COLLEAGUE]
  await putShift(user, '2027-06-08T12:00:00Z', '2027-06-08T20:00:00Z', 'Late')
  await putShift(user, '2027-06-10T04:00:00Z', '2027-06-10T12:00:00Z', 'Early')
  await putShift(colleague, '2027-06-09T04:00:00Z', '2027-06-09T12:00:00Z', 'Breakfast')
  await putShift(colleague, '2027-06-11T06:00:00Z', '2027-06-11T14:00:00Z', 'Lobby')
  await phone.goto(WEEK)
  const days = phone.getByRole('list', { name: 'The days of the week' })
  await days
    .getByRole('listitem')
    .filter({ hasText: 'Early' })
    .getByRole('button', { name: /^I can't/ })
    .click()
  const dialog = phone.getByRole('dialog', { name: 'I cannot work then' })
  await dialog.getByText('Exchange', { exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Colleague' }).selectOption({ label: await colleagueName() })
  // The early shift after a late one is no choice, and says why.
  await expect(dialog.getByRole('radio', { name: /Breakfast/ })).toBeDisabled()
  await expect(dialog.getByText(/of rest before it, 11 h are needed/)).toBeVisible()
  await dialog.getByRole('radio', { name: /Lobby/ }).check()
  await expectAccessible(phone)
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(days.getByText(`You have asked ${await colleagueName()}`)).toBeVisible()

  // The colleague agrees; the department wants a manager to decide.
  await page.goto(WEEK)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Let managers decide about exchanges' }).click()
  await expect
    .poll(async () => inDatabase(`select from departments where id = ${department} and exchanges_need_approval`))
    .toHaveLength(1)
  await inDatabase(`update shift_exchanges set state = 'waiting', accepted_at = now()`)
  await page.reload()
  const waiting = page.getByRole('region', { name: 'Exchanges that wait for a manager' })
  await expect(waiting.getByText('Lobby')).toBeVisible()
  await expectAccessible(page)
  await waiting.getByRole('button', { name: /^Approve/ }).click()
  await expect(waiting).toBeHidden()
  await expect(days.getByRole('listitem').filter({ hasText: 'Lobby' })).toBeVisible()
  await expect(days.getByText('Early')).toHaveCount(0)
})

test('a person is asked for an exchange and for an open shift, and answers with one tap', async ({ signedIn }) => {
  const [phone, page] = await Promise.all([signedIn('user', PHONE), signedIn('manager')])
  await nothingToBrief(phone)
  const [user, colleague] = [idOf('user@muster.example'), COLLEAGUE]
  await putShift(user, '2027-06-08T06:00:00Z', '2027-06-08T14:00:00Z', 'Mine')
  await putShift(colleague, '2027-06-09T06:00:00Z', '2027-06-09T14:00:00Z', 'Theirs')
  await inDatabase(`insert into shift_exchanges (department_id, from_user_id, shift_id, shift_version, to_user_id,
      for_shift_id, for_shift_version)
    select t.department_id, ${colleague}, t.id, 1, ${user}, m.id, 1
    from planned_shifts t, planned_shifts m where t.title = 'Theirs' and m.title = 'Mine'`)
  await phone.goto('/profile')
  await phone.getByRole('switch', { name: 'Ask me for extra shifts' }).click()
  await expect
    .poll(async () => inDatabase(`select from users where id = ${user} and wants_extra_shifts`))
    .toHaveLength(1)
  await phone.goto(WEEK)
  const shifts = phone.getByRole('list', { name: 'The shifts' })
  await expect(shifts.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: /^Yes/ }).click()
  await expect(toasts(phone)).toContainText('The shift is yours')
  const days = phone.getByRole('list', { name: 'The days of the week' })
  await expect(days.getByText('Theirs')).toBeVisible()

  // A planner looks for somebody for an open shift, and asks.
  await putShift('null', '2027-06-12T06:00:00Z', '2027-06-12T14:00:00Z', 'Weekend')
  await page.goto(WEEK)
  const grid = page.getByRole('grid', { name: 'The roster of the week' })
  await grid.getByRole('button', { name: /Weekend/ }).click()
  const form = page.getByRole('dialog', { name: 'Planned shift' })
  await form.getByRole('button', { name: 'Find somebody' }).click()
  const people = form.getByRole('list', { name: 'People who could work the shift' })
  await expect(people.getByText(/that week with it/).first()).toBeVisible()
  const [{ name }] = (await inDatabase(
    `select first_name || ' ' || last_name as name from users where id = ${user}`,
  )) as [{ name: string }]
  const all = form.getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
  await expect(people.getByRole('listitem').filter({ hasText: name })).toContainText('wants extra shifts')
  await people.getByRole('checkbox', { name: `Ask ${name}` }).check()
  await form.getByLabel('Why do you ask?').fill('Two are ill')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Ask 1 person' }).click()
  await expect(toasts(page)).toContainText('1 person was asked')

  await expect(phone.getByText('Two are ill').first()).toBeVisible()
  await phone.getByRole('button', { name: /^I will come/ }).click()
  await expect(days.getByText('Weekend')).toBeVisible()
})

test('a manager gives a shift of their own away, from Today and from the plan', async ({ signedIn }) => {
  const phone = await signedIn('manager', PHONE)
  await nothingToBrief(phone)
  // The next shift is tomorrow, which may be in the next week.
  await putShift(idOf('manager@muster.example'), 25, 33, 'Early')
  await phone.goto('/today')
  await phone.getByRole('link', { name: /^Your next shift/ }).tap()
  await phone.getByRole('button', { name: /^I can't/ }).tap()
  const dialog = phone.getByRole('dialog', { name: 'I cannot work then' })
  await dialog.getByRole('button', { name: 'Offer it' }).tap()
  await expect(phone.getByText('Offered to colleagues')).toBeVisible()
  await expectAccessible(phone)

  const [row] = await inDatabase(
    `select (start_time at time zone 'Europe/Lisbon')::date::text as date from planned_shifts`,
  )
  const { date } = row as { date: string }
  await phone.goto(`/roster?week=${date}&day=${date}`)
  await phone.getByRole('button', { name: /Early/ }).tap()
  const shift = phone.getByRole('dialog', { name: 'Planned shift' })
  await expect(shift.getByText('This is your own shift.')).toBeVisible()
  await shift.getByRole('link', { name: 'Offer or exchange it' }).tap()
  await expect(phone.getByText('Offered to colleagues')).toBeVisible()
  await phone.getByRole('button', { name: /^Keep it/ }).tap()
  await expect(phone.getByText('Offered to colleagues')).toHaveCount(0)
})
