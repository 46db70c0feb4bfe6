import { expect, expectAccessibleInBoth, newGate, test, tryAgain, unique } from './muster.ts'

test('the figures of shifts show whether handovers arrive, and urgent messages with their reasons', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const reason = unique('The fire brigade has closed the lift')
  const about = unique('Key of the linen room')
  const sent = await page.request.post('/api/v1/messages/urgent', {
    data: { departmentId, text: 'Take the stairs', reason },
  })
  expect(sent.status(), await sent.text()).toBe(201)
  const item = { text: about, severity: 'watch', next: 'It hangs behind the door' }
  await page.request.post('/api/v1/handovers', { data: { items: [item] } })

  const { opened, open } = newGate()
  await page.route('**/api/v1/analytics/shift*', async (route) => {
    await opened
    await route.fulfill({ status: 503, json: { message: 'Away' } })
  })
  await page.goto('/analytics?tab=shift')
  await expect(page.getByText('Loading the figures of shifts...')).toBeAttached()
  open()
  await expect(page.getByText('The figures of shifts could not be loaded.')).toBeVisible()
  await page.unroute('**/api/v1/analytics/shift*')
  const handed = page.getByRole('region', { name: 'What was handed over' })
  await tryAgain(page, handed)
  await expect(handed).toContainText('Received in time')
  await expect(handed).toContainText('Not received yet')
  const urgent = page.getByRole('region', { name: 'Urgent messages' })
  await expect(urgent.getByRole('listitem').filter({ hasText: reason })).toContainText('Amara Okafor')
  await expectAccessibleInBoth(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 720 })

  const none = { items: 0, received: 0, inTime: 0, waiting: 0, minutesToReceipt: null, questions: 0, answered: 0 }
  const empty = { from: '2026-11-23', to: '2026-11-23', handovers: none, departments: [], waiting: [] }
  await page.route('**/api/v1/analytics/shift*', (route) =>
    route.fulfill({ json: { ...empty, contacts: [], urgent: { total: 0, messages: [] } } }),
  )
  await page.goto('/analytics?tab=shift')
  await expect(page.getByText('Nothing was handed over in these days')).toBeVisible()
  await expect(page.getByText('Nobody was notified off duty')).toBeVisible()
  await expect(page.getByText('None were sent in these days.')).toBeVisible()
})
