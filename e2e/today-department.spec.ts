import type { Page } from '@playwright/test'
import {
  createTask,
  expect,
  expectAccessibleInBoth,
  inDatabase,
  openLive,
  PHONE,
  test,
  tryAgain,
  unique,
  viewerOf,
} from './muster.ts'

/** The part about the department of the sample hotel's manager. */
const part = (page: Page) => page.getByRole('region', { name: 'Housekeeping', exact: true })
const line = (page: Page, text: string) => part(page).getByRole('listitem').filter({ hasText: text })
const allClear = (page: Page) => part(page).getByRole('button', { name: 'Read it, all clear' })

/** Reports a problem through the API, as the page's person. */
async function report(page: Page, title: string, departmentId: number | null) {
  const reply = await page.request.post('/api/v1/problems', { data: { title, departmentId } })
  expect(reply.status(), await reply.text()).toBe(201)
}

/** Puts an occurrence that was missed an hour ago, when nobody was on duty. */
async function miss(page: Page, title: string, departmentId: number | null) {
  const { id } = await createTask(page, { title, departmentId })
  await inDatabase(`update tasks set kind = 'routine', outcome = 'missed', occurrence_at = '2026-01-01T03:00:00Z',
    created_at = '2026-01-01T03:00:00Z', closes_at = now() - interval '1 hour', closed_at = now() - interval '1 hour',
    assignee_id = (select id from users where email = 'guest@muster.example') where id = ${id}`)
}

test('a manager reads what the night left, deals with it, and the next manager sees who has read it', async ({
  signedIn,
}) => {
  const [page, admin, user] = await Promise.all([signedIn('manager'), signedIn('admin', PHONE), signedIn('user')])
  const { departmentId, firstName, lastName } = await viewerOf(page)
  const [water, leak, cot] = ['Pool: water test', 'Sink leaks', 'Cot is broken'].map(unique) as [string, string, string]
  await miss(page, water, departmentId)
  await report(user, leak, departmentId)
  await openLive(page, '/today')
  await expect(line(page, water)).toContainText('Nobody was on duty')
  await expect(line(page, leak)).toBeVisible()
  // The own work below does not repeat it.
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: leak })).toHaveCount(1)
  await expectAccessibleInBoth(page)

  await line(page, leak)
    .getByRole('button', { name: `Assign ${leak}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Assign to…' })
  const { firstName: colleague } = await viewerOf(user)
  await dialog.getByRole('combobox').fill(colleague)
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(line(page, leak)).toBeHidden()
  await allClear(page).press('Enter')
  await expect(part(page).getByRole('button', { name: 'Show more' })).toBeFocused()
  await expect(part(page)).toContainText(`${firstName} ${lastName}`)
  await expect(allClear(page)).toBeHidden()
  await expect(line(page, water)).toBeHidden()

  await openLive(admin, '/today')
  await admin.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button').tap()
  await admin.getByRole('menuitemradio', { name: 'Housekeeping' }).tap()
  await expect(part(admin)).toContainText(`${firstName} ${lastName}`)
  await expect(allClear(admin)).toBeHidden()

  await report(user, cot, departmentId)
  await expect(line(page, cot)).toBeVisible()
  await expect(line(admin, cot)).toBeVisible()
  await expectAccessibleInBoth(admin)
  await allClear(admin).tap()
  await expect(allClear(admin)).toBeHidden()
  await expect(allClear(page)).toBeHidden()
  await part(page).getByRole('button', { name: 'Show more' }).click()
  await line(page, cot)
    .getByRole('button', { name: `I'll take it: ${cot}` })
    .click()
  await expect(line(page, cot)).toBeHidden()
})

test('it can fail alone, and is for managers', async ({ signedIn }) => {
  const [page, user] = await Promise.all([signedIn('manager'), signedIn('user')])
  const address = '**/api/v1/today/department?*'
  await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'It broke' } }))
  await page.goto('/today')
  const failure = page.getByText('The department could not be loaded.')
  await expect(failure).toBeVisible()
  await page.unroute(address)
  await tryAgain(page.getByRole('main'), part(page))
  await user.goto('/today')
  await expect(user.getByRole('button', { name: 'Mark complete' }).first()).toBeVisible()
  await expect(part(user)).toBeHidden()
})
