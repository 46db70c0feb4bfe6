import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, expectAccessible, inDatabase, nothingToBrief, PHONE, staff, test, toasts } from './muster.ts'

/** Other journeys read the sample's sessions and contracts of the user. */
const linh = staff('linh.nguyen')
const EMAIL = `${linh}@muster.example`
const LINH = `(select id from users where email = '${EMAIL}')`

test('an administrator enters a contract, and its person reads hours beside it and prints the record', async ({
  signedIn,
}) => {
  const [admin, page] = await Promise.all([signedIn('admin'), signedIn(linh, PHONE)])
  await inDatabase(`delete from clock_sessions where user_id = ${LINH}`)
  await inDatabase(`delete from work_contracts where user_id = ${LINH}`)
  await inDatabase('delete from holidays')
  // Monday of last week, from 8 to 16.
  await inDatabase(`insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
    select id, department_id, monday + interval '8 hours', monday + interval '16 hours', 480, 'completed'
    from users, (select (date_trunc('week', now() at time zone 'Europe/Lisbon') - interval '7 days')
      at time zone 'Europe/Lisbon' as monday) as week
    where id = ${LINH}`)

  await admin.goto(`/admin/users?q=${EMAIL}`)
  await admin
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const form = admin.getByRole('dialog', { name: 'Edit User' })
  await form.getByLabel('Personnel number').fill('00733')
  await form.getByRole('button', { name: 'Contracts' }).click()
  const contracts = form.getByRole('region', { name: 'Contracts' })
  await expect(contracts).toContainText('No contract yet')
  await contracts.getByRole('button', { name: 'Add a contract' }).click()
  await contracts.getByLabel('From').fill('2026-01-07')
  await contracts.getByLabel('Hours a week').fill('forty')
  await contracts.getByRole('button', { name: 'Save contract' }).click()
  await expect(contracts).toContainText('Enter hours, as 40 or 38:30')
  await contracts.getByLabel('Hours a week').fill('38:30')
  await contracts.getByRole('button', { name: 'Save contract' }).click()
  await expect(toasts(admin)).toContainText('Contract saved')
  await expect(contracts).toContainText('38 h 30 min a week · 5 days · holds now')
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(admin)).toContainText('User updated successfully')
  await admin.goto('/admin/users?q=00733')
  await expect(admin.getByText(EMAIL)).toBeVisible()

  await admin.goto('/admin/holidays')
  await admin.getByRole('button', { name: 'Paste a list, or open an iCal file' }).click()
  const list = admin.getByRole('dialog', { name: 'Add holidays' })
  const monday = await admin.evaluate(() => {
    const day = new Date(Date.now() - ((new Date().getUTCDay() + 6) % 7) * 86_400_000 - 7 * 86_400_000)
    return day.toISOString().slice(0, 10)
  })
  await list.getByRole('textbox').fill(`${monday} Founders' Day\nsome other words`)
  await expect(list.getByRole('region', { name: 'Preview' })).toContainText(
    'Not understood, and left out:some other words',
  )
  await expectAccessible(admin)
  await list.getByRole('button', { name: 'Add' }).click()
  await expect(toasts(admin)).toContainText('1 holiday added')
  await expect(admin.getByRole('list', { name: 'Holidays' })).toContainText("Founders' Day")

  await nothingToBrief(page)
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await page.goto(`/clock?week=${monday}`)
  const hours = page.getByRole('region', { name: 'My hours' })
  await expect(hours).toContainText('8 hof 38:30 · 30:30 less')
  await expect(hours.getByRole('listitem').first()).toContainText("Founders' Day")
  await hours.getByRole('button', { name: 'Record of hours' }).click()
  const record = page.getByRole('dialog', { name: 'Record of hours' })
  await expect(record).toContainText('Total of the month')
  await expectAccessible(page)
  await page.goto(`/clock?record=${await userId(page)}&month=${monday}`)
  await expect(record).toContainText('08:00 – 16:00')
  await record.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('.print-sheet')).toHaveCount(1)
  const document = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4' })), isEvalSupported: false })
    .promise
  expect(document.numPages).toBe(1)
  const { items } = await (await document.getPage(1)).getTextContent()
  await document.destroy()
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /Record of hours of .* 08:00 – 16:00 8 h .* Date ?, signature of .* Date ?, signature of the employer/,
  )
})

const userId = (page: { request: { get(url: string): Promise<{ json(): Promise<{ id: string }> }> } }) =>
  page.request.get('/api/v1/auth/session').then(async (reply) => (await reply.json()).id)
