import type { Page } from '@playwright/test'
import { expect, expectAccessible, inDatabase, nothingToBrief, PHONE, test, toasts } from './muster.ts'

const USER = `(select id from users where email = 'user@muster.example')`
const running = `(select id from clock_sessions where user_id = ${USER} and end_time is null)`

const face = (page: Page) => page.getByRole('region', { name: 'Clock', exact: true })

/** Clocks the person in, two hours ago, without other sessions of the day. */
async function clockedInTwoHoursAgo(page: Page) {
  await nothingToBrief(page)
  await inDatabase(`delete from clock_sessions where user_id = ${USER} and start_time > now() - interval '1 day'`)
  await page.request.post('/api/v1/clock/start')
  await inDatabase(`update clock_sessions set start_time = start_time - interval '2 hours' where id = ${running}`)
}

test('somebody takes a break on the phone, colleagues see it, and hours count paid minutes', async ({ signedIn }) => {
  const [page, manager] = await Promise.all([signedIn('user', PHONE), signedIn('manager')])
  await clockedInTwoHoursAgo(page)
  await manager.goto('/on-duty')
  await page.goto('/clock')
  const start = face(page).getByRole('button', { name: 'Start break' })
  expect((await start.boundingBox())?.height).toBe(56)
  await start.click()
  await expect(toasts(page)).toContainText('Break started')
  await expect(face(page).getByRole('status')).toHaveText('On a break')
  await expect(page.getByRole('timer', { name: 'On a break for' })).toHaveText(/^0:00:\d\d$/)
  await expect(manager.getByRole('main').getByText(/^On break since \d\d:\d\d$/)).toBeVisible()
  await expectAccessible(page)

  await inDatabase(`update breaks set start_time = start_time - interval '30 minutes' where session_id = ${running}`)
  await page.goto('/today')
  const bar = page.getByRole('region', { name: 'Clock', exact: true })
  await expect(bar).toContainText(/On break since \d\d:\d\d\s*30 min/)
  await bar.getByRole('button', { name: 'End break' }).click()
  await expect(toasts(page)).toContainText('Your time counts again')
  await expect(bar).toContainText(/On duty since .*1 h 30 min/)
  await expect(manager.getByText(/^On break since/)).toHaveCount(0)

  await page.goto('/clock')
  const today = page.getByRole('region', { name: "Today's Sessions" })
  await expect(today).toContainText(/Break: \d\d:\d\d – \d\d:\d\d/)
  await expect(page.getByRole('region', { name: 'My hours' })).toContainText(/Break: \d\d:\d\d – \d\d:\d\d/)
})

test('somebody enters a forgotten break, and the manager corrects it', async ({ signedIn }) => {
  const [page, manager] = await Promise.all([signedIn('user', PHONE), signedIn('manager')])
  await clockedInTwoHoursAgo(page)
  await page.goto('/clock')
  // The minute may change meanwhile.
  const now = Date.now()
  const clock = (minutesAgo: number) =>
    page.evaluate(
      (at) =>
        new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Lisbon', hour: '2-digit', minute: '2-digit' }),
      now - minutesAgo * 60_000,
    )
  await face(page).getByRole('button', { name: 'I took a break' }).click()
  const dialog = page.getByRole('dialog', { name: 'I took a break' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Choose a time')
  await dialog.getByLabel('From').fill(await clock(60))
  await dialog.getByLabel('To', { exact: true }).fill(await clock(40))
  await expect(dialog).toContainText('20 min')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('A manager confirms the time.')
  await expect(page.getByRole('region', { name: "Today's Sessions" })).toContainText('A break was entered afterwards')

  await manager.goto('/clock')
  const [row] = (await inDatabase(`select first_name || ' ' || last_name as name from users where id = ${USER}`)) as {
    name: string
  }[]
  await manager.getByRole('region', { name: 'Clocked in now' }).getByRole('button', { name: row?.name }).click()
  await manager
    .getByRole('dialog')
    .getByRole('button', { name: /^Correct .* – now$/ })
    .click()
  const correcting = manager.getByRole('dialog', { name: 'Correct hours' })
  await correcting.getByLabel('To', { exact: true }).fill(await clock(30))
  await correcting.getByLabel('Reason').fill('I saw you come back')
  await expectAccessible(manager)
  await correcting.getByRole('button', { name: 'Save correction' }).click()
  await expect(toasts(page)).toContainText('from 20 minutes to 30 minutes: I saw you come back')
  await expect(page.getByText('A break was entered afterwards')).toHaveCount(0)
})
