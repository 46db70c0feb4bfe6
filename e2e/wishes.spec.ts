import { expect, expectAccessible, inDatabase, nothingToBrief, PHONE, test, toasts } from './muster.ts'

/** A week far beyond the notice of changes. June 10, 2027 is a Thursday. */
const WEEK = '/roster?week=2027-06-07'
const department = `(select department_id from users where email = 'user@muster.example')`
const USER = `(select id from users where email = 'user@muster.example')`

async function userName() {
  const [row] = await inDatabase(`select first_name || ' ' || last_name as name from users where id = ${USER}`)
  return String((row as { name: string }).name)
}

test.beforeEach(() =>
  inDatabase(`delete from planned_shifts; delete from shift_wishes; delete from settings where name = 'workRules'`),
)

test('a person says on a phone when they cannot work, and planners see it and are warned', async ({ signedIn }) => {
  const [phone, page] = await Promise.all([signedIn('user', PHONE), signedIn('manager')])
  await nothingToBrief(phone)
  await phone.goto(WEEK)
  const wishes = phone.getByRole('region', { name: 'My wishes' })
  await wishes.getByRole('button', { name: 'Add a wish' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Add a wish' })
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Thursday' }).click()
  await dialog.getByRole('button', { name: 'Friday' }).click()
  await dialog.getByRole('checkbox', { name: 'Only part of the day' }).check()
  await dialog.getByLabel('Start time').fill('16:00')
  await dialog.getByLabel('End time').fill('22:00')
  await dialog.getByLabel('Note').fill('Football')
  await expectAccessible(phone)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  const rows = wishes.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Each week: Thursday')
  await expect(rows.first()).toContainText('Football')
  // Removed by mistake, and back again.
  await wishes.getByRole('button', { name: /^Remove .*Friday/ }).click()
  await expect(rows).toHaveCount(1)
  await toasts(phone).getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await wishes.getByRole('button', { name: 'Add a wish' }).click()
  await dialog.getByText('Would like to work').click()
  await dialog.getByText('On one day').click()
  await dialog.getByLabel(/^Day/).fill('2027-06-12')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(rows).toHaveCount(3)
  await expectAccessible(phone)

  // The planner sees a mark in each cell, and what somebody says about it.
  await page.goto(WEEK)
  const cell = (day: string) => page.getByRole('row').filter({ hasText: name }).getByRole('gridcell', { name: day })
  const name = await userName()
  await expect(cell('Thursday, June 10')).toContainText('Cannot work, 16:00 – 22:00: Football')
  await expect(cell('Saturday, June 12')).toContainText('Would like to work')
  // A draft against it is planned all the same, and the name says it.
  await cell('Thursday, June 10').focus()
  await page.keyboard.press('n')
  const shift = page.getByRole('dialog', { name: 'New shift' })
  await shift.getByLabel('Start time').fill('14:00')
  await shift.getByLabel('End time').fill('20:00')
  await expect(shift.getByText('Cannot work, 16:00 – 22:00: Football')).toBeVisible()
  await shift.getByRole('button', { name: 'Save' }).click()
  await expect(shift).toBeHidden()
  await expect(page.getByRole('rowheader').filter({ hasText: name })).toContainText('Thu 10: cannot work then')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish 1 change' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Against the wishes of people' })).toBeVisible()
})

test('people who would like to work come first when somebody is sought, people who cannot come last', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const [first] = await inDatabase(`select id from users where department_id = ${department} and role = 'user'
    and is_active and deleted_at is null and id <> ${USER} order by folded_name limit 1`)
  const { id } = first as { id: string }
  await inDatabase(`insert into shift_wishes (user_id, kind, weekday) values (${USER}, 'preferred', 4);
    insert into shift_wishes (user_id, kind, date, note) values ('${id}', 'unavailable', '2027-06-10', 'Moving house');
    insert into planned_shifts (department_id, start_time, end_time, title)
      values (${department}, '2027-06-10T06:00:00Z', '2027-06-10T14:00:00Z', 'Sought')`)
  await page.goto(WEEK)
  await page.getByRole('button', { name: /Sought/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Planned shift' })
  await dialog.getByText('Find somebody').click()
  const people = dialog.getByRole('list', { name: 'People who could work the shift' }).getByRole('listitem')
  await expect(people.first()).toContainText(await userName())
  await expect(people.first()).toContainText('would like to work then')
  await expect(people.last()).toContainText('Cannot work: Moving house')
})

test('a planner enters what a person has told them, and the person sees it', async ({ signedIn }) => {
  const [page, phone] = await Promise.all([signedIn('manager'), signedIn('user', PHONE)])
  await nothingToBrief(phone)
  const name = await userName()
  await page.goto(WEEK)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Wishes of people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Wishes of people' })
  await dialog.getByRole('combobox', { name: 'Person' }).selectOption(name)
  await expect(dialog.getByText(`${name} has no wishes.`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add a wish' }).click()
  const adding = page.getByRole('dialog', { name: `Add a wish of ${name}` })
  await adding.getByRole('button', { name: 'Thursday' }).click()
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const row = dialog.getByRole('list', { name: `Wishes of ${name}` }).getByRole('listitem')
  await expect(row).toContainText('Each week: Thursday')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const cell = page.getByRole('row').filter({ hasText: name }).getByRole('gridcell', { name: 'Thursday, June 10' })
  await expect(cell).toContainText('Cannot work')

  await phone.goto(WEEK)
  const own = phone.getByRole('region', { name: 'My wishes' }).getByRole('listitem')
  await expect(own).toContainText('Each week: Thursday')
})
