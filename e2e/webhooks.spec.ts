import { openReceiver } from '../test/support/webhooks.ts'
import { answerQuestion, expect, expectAccessible, expectAccessibleInBoth, openPage, test, toasts } from './muster.ts'
import { startMuster } from './server.ts'

const OWNER = { email: 'boss@hotel.example', password: 'a long passphrase' }

test('an administrator adds a webhook, tests it, sees what it was told, sends it again, pauses and deletes it', async ({
  browser,
}) => {
  const receiver = await openReceiver()
  const muster = await startMuster({
    ...{ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, WEBHOOK_HOSTS: receiver.host },
  })
  const inbox = receiver.open()
  const page = await openPage(browser, { baseURL: muster.url, viewport: { width: 360, height: 780 } })
  await page.request.post(`${muster.url}/api/v1/auth/login`, { data: OWNER })
  await page.goto('/admin/webhooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter a name')).toBeVisible()
  await expect(form.getByText('Choose at least one')).toBeVisible()
  await form.getByLabel('Name').fill('Door locks')
  await form.getByLabel('Address').fill('https://10.0.0.9/locks')
  await form.getByLabel('A task was created').check()
  await expectAccessibleInBoth(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Must be a public address by https, at the usual port')).toBeVisible()
  await form.getByLabel('Address').fill(inbox.url)
  await form.getByRole('button', { name: 'Save' }).click()

  const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
  inbox.secret = await secret.getByRole('textbox').inputValue()
  await expectAccessible(page)
  await secret.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Door locks' })
  await expect(row).toContainText('Delivering')

  await row.getByRole('button', { name: 'Send a test to Door locks' }).click()
  await expect(toasts(page)).toContainText('A test is on its way')
  await expect.poll(() => inbox.received.length).toBe(1)
  await expect(row).toContainText('Last delivered')

  await row.getByRole('button', { name: 'Messages of Door locks' }).click()
  const log = page.getByRole('dialog', { name: 'Messages' })
  await expect(log.getByText('Delivered', { exact: true })).toBeVisible()
  await log.getByText('What is sent').click()
  await expect(log.getByText(/"type": "webhook.test"/)).toBeVisible()
  await expectAccessibleInBoth(page)
  await log.getByRole('button', { name: /^Send msg_\w+ again$/ }).click()
  await expect.poll(() => inbox.received.length).toBe(2)
  expect(inbox.received[1]?.id).toBe(inbox.received[0]?.id)
  await log.getByRole('button', { name: 'Close' }).click()

  await row.getByRole('button', { name: 'Pause Door locks' }).click()
  await expect(row.getByRole('button', { name: 'Resume Door locks' })).toBeVisible()
  await expect(row).toContainText('Paused')
  await row.getByRole('button', { name: 'Resume Door locks' }).click()
  await expect(row).toContainText('Delivering')

  await row.getByRole('button', { name: 'More for Door locks' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await answerQuestion(page, 'Delete')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.context().close()
  await muster.stop()
  await receiver.close()
})

test('webhooks that cannot be loaded say so; a guest is refused', { tag: '@long' }, async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.route('**/api/v1/webhooks', (route) => route.fulfill({ status: 500, body: '{}' }))
  await admin.goto('/admin/webhooks')
  await expect(admin.getByText('The webhooks could not be loaded.')).toBeVisible()
  const guest = await signedIn('guest')
  await guest.goto('/admin/webhooks')
  await expect(guest.getByText('Access Denied')).toBeVisible()
})
