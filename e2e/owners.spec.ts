import { expect, expectAccessibleInBoth, inDatabase, openPage, PASSWORD, test, toasts, unique } from './muster.ts'

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true }

test('a webhook and a kiosk whose maker has lost the right are taken over; until then they pause', async ({
  browser,
  signedIn,
}) => {
  const god = await signedIn('god')
  const email = `${unique('maker').replace(/\W/g, '').toLowerCase()}@muster.example`
  const person = { firstName: 'Mia', lastName: unique('Maker'), email, role: 'admin', departmentId: 4 }
  const made = await god.request.post('/api/v1/users', { data: { ...person, password: PASSWORD } })
  const { id } = await made.json()
  const tablet = await openPage(browser, PHONE)
  const signIn = () => tablet.request.post('/api/v1/auth/login', { data: { email, password: PASSWORD } })
  await signIn()
  const [locks, door] = [unique('Door locks'), unique('Staff door')]
  const webhook = { name: locks, url: 'https://locks.example/muster', types: ['task.missed'] }
  expect((await tablet.request.post('/api/v1/webhooks', { data: webhook })).status()).toBe(201)
  expect((await tablet.request.post('/api/v1/kiosks', { data: { name: door, departmentId: null } })).status()).toBe(201)

  await god.goto('/admin/webhooks')
  const row = god.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: locks })
  await expect(row).toContainText(`Made by Mia ${person.lastName}`)
  expect((await god.request.put(`/api/v1/users/${id}`, { data: { role: 'manager' } })).status()).toBe(200)
  await expect(row).toContainText('Needs a new owner')
  await expect(row).toContainText(`Mia ${person.lastName} can no longer manage webhooks`)
  await expectAccessibleInBoth(god)
  await god.getByRole('button', { name: /^Notifications/ }).click()
  const told = god.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  await expect(told.filter({ hasText: locks })).toContainText('A webhook needs a new owner')
  await told.filter({ hasText: door }).getByRole('link').click()
  await expect(god).toHaveURL('/admin/kiosks')
  const kiosk = god.getByRole('list', { name: 'Kiosks' }).getByRole('listitem').filter({ hasText: door })
  await expect(kiosk).toContainText('Needs a new owner')
  await expectAccessibleInBoth(god)

  await tablet.goto('/kiosk')
  await expect(tablet.getByText(door)).toBeVisible()
  for (const table of ['webhooks', 'kiosks'])
    await inDatabase(
      `update ${table} set owner_left_at = owner_left_at - interval '8 days' where owner_left_at is not null`,
    )
  await expect(kiosk).toContainText('Paused: no owner')
  await tablet.reload()
  await expect(tablet.getByRole('heading', { name: /^This kiosk is paused/ })).toBeVisible()
  await expectAccessibleInBoth(tablet)
  await kiosk.getByRole('button', { name: `Take over ${door}` }).click()
  await expect(toasts(god)).toContainText(`${door} is yours now`)
  await expect(kiosk).toContainText('Taken over by')
  await expect(kiosk.getByRole('button', { name: /^Take over/ })).toBeHidden()
  await tablet.reload()
  await expect(tablet.getByText(door)).toBeVisible()

  await god.goto('/admin/webhooks')
  await expect(row).toContainText('Paused: no owner')
  await row.getByRole('button', { name: `Take over ${locks}` }).click()
  await expect(row).toContainText('Delivering')
  await expect(row).toContainText('Taken over by')
  // Other tests count people.
  expect((await god.request.delete(`/api/v1/users/${id}`)).status()).toBe(204)
  await inDatabase(`delete from webhooks; delete from kiosks; delete from notifications where kind like '%-unowned'`)
  await tablet.context().close()
})
