import type { Page } from '@playwright/test'
import {
  createTask,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  failAndTryAgain,
  openLive,
  PHONE,
  setClock,
  staff,
  test,
  toasts,
  unique,
  viewerOf,
} from './muster.ts'

/** Three of the reception. */
const priya = staff('priya.nair')
const elias = staff('elias.tavares')
const henrik = staff('henrik.lindgren')

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('who is here and what they are at follows live; a message reaches one, or all on duty', async ({ signedIn }) => {
  const [page, other] = [await signedIn(priya, PHONE), await signedIn(elias)]
  await Promise.all([setClock(page, 'start'), setClock(other, 'stop')])
  await openLive(page, '/today')
  await page.getByRole('main').getByRole('link', { name: 'On duty now' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'On duty now' })).toBeVisible()
  const row = group(page, 'Front-of-House').getByRole('listitem').filter({ hasText: 'Elias Tavares' })
  await expect(group(page, 'Front-of-House')).toContainText('Priya Nair')
  await expect(row).toHaveCount(0)
  await setClock(other, 'start')
  await expect(row).toContainText(/since \d\d:\d\d/)
  // Only tasks that they have set to In Progress themselves are shown.
  const { id: assigneeId, departmentId } = await viewerOf(other)
  const manager = await signedIn(henrik)
  await setClock(manager, 'start')
  const luggage = await createTask(manager, { title: unique('Bring the luggage to 305'), assigneeId, departmentId })
  await expect(row).not.toContainText('luggage')
  await other.request.put(`/api/v1/tasks/${luggage.id}`, { data: { status: 'in_progress' } })
  await expect(row).toContainText(luggage.title)
  await expectAccessibleInBoth(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await openLive(other, '/clock')
  await row.getByRole('button', { name: 'Message to Elias Tavares' }).tap()
  await dialog(page).getByRole('button', { name: 'Send' }).tap()
  await expect(dialog(page)).toContainText('Write your message')
  await dialog(page).getByRole('textbox', { name: 'Message' }).fill('Please come to the desk')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Send' }).tap()
  await expect(dialog(page)).toBeHidden()
  await expect(toasts(page)).toContainText('Sent to Elias')
  await expect(toasts(other)).toContainText('Message from Priya Nair')
  await expect(toasts(other)).toContainText('Please come to the desk')

  await group(page, 'Front-of-House').getByRole('button', { name: 'Message all on duty' }).tap()
  await dialog(page).getByRole('textbox', { name: 'Message' }).fill('The group arrives at six')
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText(/Sent to (\d+ people|\p{Lu})/u)
  await expect(group(page, 'Front-of-House').getByRole('button', { name: /^Urgent/ })).toHaveCount(0)

  await manager.goto('/on-duty')
  await manager.getByRole('button', { name: 'Urgent message to Front-of-House', exact: true }).click()
  await dialog(manager).getByRole('textbox', { name: 'Message' }).fill('The lift is out of order until noon')
  await dialog(manager).getByRole('textbox', { name: 'Why can it not wait?' }).fill('The fire brigade has closed it')
  await dialog(manager).getByRole('button', { name: 'Send as urgent' }).click()
  await expect(toasts(manager)).toContainText(/Sent to \d+ people/)
  await Promise.all([page, other, manager].map((each) => setClock(each, 'stop')))
})

test('a manager’s urgent message needs a reason, and reaches people off duty too', { tag: '@long' }, async ({
  signedIn,
}) => {
  const [page, other] = [await signedIn(henrik), await signedIn(priya)]
  await Promise.all([setClock(page, 'start'), setClock(other, 'stop')])
  await page.goto('/on-duty')
  await page.getByRole('button', { name: 'Urgent message to Front-of-House', exact: true }).click()
  await expect(dialog(page)).toContainText('It also reaches people off duty. The reason is stored.')
  await dialog(page).getByRole('textbox', { name: 'Message' }).fill('The lift is out of order until noon')
  await dialog(page).getByRole('textbox', { name: 'Why can it not wait?' }).fill('Too short')
  await dialog(page).getByRole('button', { name: 'Send as urgent' }).click()
  await expect(dialog(page)).toContainText('Say why it cannot wait, in 10 characters or more')
  await dialog(page).getByRole('textbox', { name: 'Why can it not wait?' }).fill('The fire brigade has closed the lift')
  await dialog(page).getByRole('combobox', { name: 'To' }).selectOption({ label: 'Priya Nair' })
  await expectAccessibleInBoth(page)
  await dialog(page).getByRole('button', { name: 'Send as urgent' }).click()
  await expect(toasts(page)).toContainText('Sent to Priya')
  await setClock(page, 'stop')
})

test('it fails and is tried again; typed words are asked about; errors keep them', { tag: '@long' }, async ({
  signedIn,
}) => {
  const [page, other] = [await signedIn(henrik), await signedIn(elias)]
  await Promise.all([setClock(page, 'start'), setClock(other, 'start')])
  await failAndTryAgain(page, {
    path: '/on-duty',
    call: '**/api/v1/shift/people*',
    loading: 'Loading who is on duty...',
    failure: 'Who is on duty could not be loaded.',
    content: group(page, 'Front-of-House'),
  })

  const write = page.getByRole('button', { name: 'Message to Elias Tavares' })
  await write.click()
  const field = dialog(page).getByRole('textbox', { name: 'Message' })
  await field.fill('Are you there?')
  await page.route('**/api/v1/messages', (route) => route.abort())
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('A message needs a connection.')
  await expect(field).toHaveValue('Are you there?')
  await page.unroute('**/api/v1/messages')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(write).toBeFocused()
  await Promise.all([setClock(page, 'stop'), setClock(other, 'stop')])
})
