import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, expectAccessible, inDatabase, nothingToBrief, test, toasts } from './muster.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** A week far beyond the notice of changes. */
const WEEK = '/roster?week=2027-06-07'
const nameOf = async (email: string) => {
  const [row] = await inDatabase(`select first_name || ' ' || last_name as name from users where email = '${email}'`)
  return String((row as { name: string }).name)
}

test('a manager plans a week by dialog, keys and dragging, and people see it once it is published', async ({
  signedIn,
}) => {
  const [page, phone] = await Promise.all([signedIn('manager'), signedIn('user', PHONE)])
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  await page.goto(WEEK)
  const grid = page.getByRole('grid', { name: 'The roster of the week' })
  const person = await nameOf('user@muster.example')
  const row = grid.getByRole('row').filter({ hasText: person })
  const cell = (day: number) => row.getByRole('gridcell').nth(day)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Shift templates' }).click()
  const templates = page.getByRole('dialog', { name: 'Shift templates' })
  await templates.getByLabel('Name').fill('Early')
  await templates.getByRole('button', { name: 'Add' }).click()
  await expect(templates.getByText('06:00 – 14:00')).toBeVisible()
  await templates.getByRole('button', { name: 'Close' }).last().click()

  // A digit makes a shift, N opens the form, and arrows move.
  await cell(0).click()
  await page.keyboard.press('1')
  await expect(cell(0).getByText('06–14')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'New shift' })
  await form.getByLabel('Start time').fill('22:00')
  await form.getByLabel('End time').fill('06:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(cell(1).getByText('22–06')).toBeVisible()
  await cell(0).focus()
  await page.keyboard.press('ControlOrMeta+c')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(cell(3).getByText('06–14')).toBeVisible()
  await cell(1).getByRole('button').dragTo(cell(4))
  await expect(cell(4).getByText('22–06')).toBeVisible()
  await expect(cell(1).getByRole('button')).toHaveCount(0)
  await cell(3).focus()
  await page.keyboard.press('Delete')
  await expect(cell(3).getByRole('button')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cell(3).getByText('06–14')).toBeVisible()
  await expectAccessible(page)

  // A colleague changes another field of the shift meanwhile. Both changes stay.
  const [first] = (await inDatabase('select id from planned_shifts order by start_time limit 1')) as { id: number }[]
  await cell(0).focus()
  await page.keyboard.press('Enter')
  const edited = page.getByRole('dialog', { name: 'Planned shift' })
  await edited.getByLabel('Title').fill('Lobby')
  await page.request.put(`/api/v1/roster/shifts/${first?.id}`, { data: { end: '15:00' } })
  await expect(page.locator('td', { hasText: '06–15' })).toHaveCount(1)
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(edited).toBeHidden()
  await expect(cell(0)).toContainText('06–15')
  await expect(cell(0)).toContainText('Lobby')

  await nothingToBrief(phone)
  await phone.goto(WEEK)
  await expect(phone.getByText('No shift is planned for you.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish 3 changes' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish the plan' })
  await expect(publish.getByText('3 added')).toBeVisible()
  await expect(publish.getByText(person).first()).toBeVisible()
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toasts(page)).toContainText('The plan is published')
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  await expect(phone.getByRole('list', { name: 'The days of the week' }).getByText('06–15').first()).toBeVisible()
  await expectAccessible(phone)

  // The week on one sheet of A4 on its side.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('.print-sheet')).toContainText(`${person}06–15`)
  const data = new Uint8Array(await page.pdf({ preferCSSPageSize: true }))
  const paper = await getDocument({ data, isEvalSupported: false }).promise
  const [, , width = 0, height = 0] = (await paper.getPage(1)).view
  expect([paper.numPages, Math.round(width), Math.round(height)]).toEqual([1, 842, 595])
  await paper.destroy()
})

test('a person answers a question about a late change with one tap', async ({ signedIn }) => {
  const [page, phone] = await Promise.all([signedIn('manager', PHONE), signedIn('user', PHONE)])
  await nothingToBrief(page)
  await inDatabase(`delete from planned_shifts; delete from settings where name = 'workRules'`)
  await nothingToBrief(phone)
  const found = await inDatabase(`select id, department_id from users where email = 'user@muster.example'`)
  const { id: userId, department_id: departmentId } = found[0] as { id: string; department_id: number }
  const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const shift = { departmentId, userId, date, start: '06:00', end: '14:00' }
  expect((await page.request.post('/api/v1/roster/shifts', { data: shift })).status()).toBe(201)
  // Planners see a day on a phone.
  await page.goto(`/roster?week=${date}&day=${date}`)
  await expect(page.getByRole('listitem').filter({ hasText: await nameOf('user@muster.example') })).toContainText(
    '06–14',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish 1 change' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish the plan' })
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publish.getByText('Say why it is late')).toBeVisible()
  await publish.getByLabel('Why is it late?').fill('Two people are ill')
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toasts(page)).toContainText('1 change waits for a yes')
  await phone.goto('/roster')
  await expect(phone.getByText('Two people are ill')).toBeVisible()
  await phone.getByRole('button', { name: 'Yes' }).click()
  await expect(phone.getByText('Your next shift')).toBeVisible()
  await expect(phone.getByText('Two people are ill')).toHaveCount(0)
})

test('a person takes an open shift with one tap, reads why not another, and offers it to colleagues', async ({
  signedIn,
}) => {
  const phone = await signedIn('user', PHONE)
  await nothingToBrief(phone)
  await inDatabase(`delete from planned_shifts; delete from settings where name = 'workRules'`)
  const openShift = (from: string, to: string, title: string) =>
    inDatabase(`insert into planned_shifts (department_id, start_time, end_time, title, published_start_time,
        published_end_time, published_title, published_version, published_at)
      select department_id, '${from}', '${to}', '${title}', '${from}', '${to}', '${title}', 1, now()
      from users where email = 'user@muster.example'`)
  await phone.goto(WEEK)
  await expect(phone.getByText('No shift is open this week.')).toBeVisible()
  await openShift('2027-06-09T12:00:00Z', '2027-06-09T20:00:00Z', 'Late')
  await openShift('2027-06-10T05:30:00Z', '2027-06-10T13:30:00Z', 'Early')
  await phone.reload()
  const open = phone.getByRole('list', { name: 'Open shifts' }).getByRole('listitem')
  await expect(open).toHaveCount(2)
  await expectAccessible(phone)
  await open
    .filter({ hasText: 'Late' })
    .getByRole('button', { name: /^Take it/ })
    .click()
  await expect(toasts(phone)).toContainText('The shift is yours')
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('Only 9 h 30 min of rest before it, 11 h are needed')
  await expect(open.getByRole('button')).toHaveCount(0)

  const days = phone.getByRole('list', { name: 'The days of the week' })
  const cannot = days.getByRole('button', { name: /^I can't/ })
  await cannot.press('Enter')
  await phone.getByRole('dialog', { name: 'I cannot work then' }).getByRole('button', { name: 'Offer it' }).click()
  await expect(days.getByText('Offered to colleagues')).toBeVisible()
  await expectAccessible(phone)
  await days.getByRole('button', { name: /^Keep it/ }).click()
  await expect(cannot).toBeVisible()
  await expect(days.getByText('Offered to colleagues')).toHaveCount(0)
})
