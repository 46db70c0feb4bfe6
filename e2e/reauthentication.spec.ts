import { expect, expectAccessibleInBoth, openPage, test, toasts } from './muster.ts'
import { startMuster } from './server.ts'

const OWNER = { email: 'boss@hotel.example', password: 'a long passphrase' }

test('a sensitive change asks who sits there, and is made after the right answer', async ({ browser }) => {
  const muster = await startMuster({ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password })
  const page = await openPage(browser, { baseURL: muster.url, viewport: { width: 360, height: 780 } })
  const api = (path: string) => `${muster.url}/api/v1${path}`
  await page.request.post(api('/auth/login'), { data: OWNER })
  const [department] = await (await page.request.get(api('/departments'))).json()
  const person = { firstName: 'Nora', lastName: 'Short', departmentId: department.id, role: 'user' }
  const made = await page.request.post(api('/users'), {
    data: { ...person, email: 'nora@hotel.example', password: 'another passphrase' },
  })
  expect(made.status()).toBe(201)
  const forget = () =>
    muster.query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
  await forget()

  await page.goto('/admin/users')
  page.on('dialog', (question) => void question.accept())
  const remove = async () => {
    await page.getByRole('button', { name: 'More for Nora Short' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await remove()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toContainText('Confirm that it is you')
  await expect(page.getByText('Nora Short', { exact: true })).toBeVisible()

  await remove()
  await dialog.getByLabel('Current password').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Current password').fill(OWNER.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(toasts(page)).toContainText('User deleted successfully')
  await expect(page.getByText('Nora Short', { exact: true })).toBeHidden()

  await page.goto('/admin/audit')
  await page.getByRole('button', { name: 'Filters' }).click()
  await forget()
  await page.getByRole('link', { name: 'Export' }).click()
  await dialog.getByLabel('Current password').fill(OWNER.password)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('audit-log.csv')
  await page.context().close()
  await muster.stop()
})
