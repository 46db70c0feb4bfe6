import type { Page } from '@playwright/test'
import {
  type Account,
  createTask,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  inDatabase,
  nothingToBrief,
  openLive,
  setClock,
  test,
  unique,
} from './muster.ts'
import { installed } from './network.ts'

/** The plan on the day: Today, the briefing, missing people, and the next shift of a department. */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const colleague = 'rosa.delgado' as Account
const emailOf = (account: Account) => `${account}@muster.example`
const nameOf = async (account: Account) => {
  const [row] = await inDatabase(
    `select first_name || ' ' || last_name as name from users where email = '${emailOf(account)}'`,
  )
  return String((row as { name: string }).name)
}

/** Publishes a shift of a person, so many hours from now; `asked` asks them to begin an hour later. */
const plan = (account: Account, from: number, to: number, { title = '', asked = false } = {}) =>
  inDatabase(`insert into planned_shifts (department_id, user_id, start_time, end_time, title, published_user_id,
      published_start_time, published_end_time, published_title, published_version, published_at, published_by,
      asked_at, ask_reason)
    select department_id, id, now() + interval '${from + (asked ? 1 : 0)} hours', now() + interval '${to + (asked ? 1 : 0)} hours',
      nullif('${title}', ''), id, now() + interval '${from} hours', now() + interval '${to} hours', nullif('${title}', ''),
      1, now() - interval '30 days', id, ${asked ? 'now()' : 'null'}, ${asked ? `'The coach is late'` : 'null'}
    from users where email = '${emailOf(account)}'`)
const clear = () =>
  inDatabase(`delete from planned_shifts; delete from notifications where kind like '%shift%'
  or kind like 'roster%'; delete from clock_sessions where end_time is null or end_time > now() - interval '1 day'`)
const today = (page: Page) => page.getByRole('main')

test('on a phone Today shows the next shift, asks about a late change, and is read without a network', async ({
  signedIn,
}) => {
  const phone = await signedIn('user', { ...PHONE, serviceWorkers: 'allow' })
  await clear()
  await openLive(phone, '/today')
  const next = today(phone).getByRole('link', { name: /^Your next shift/ })
  await expect(next).toHaveCount(0)

  await plan('user', 24, 32, { title: 'Early', asked: true })
  await openLive(phone, '/today')
  await expect(next).toContainText(/Tomorrow, .+ – .+, Early/)
  await expect(today(phone).getByText('The coach is late')).toBeVisible()
  await expectAccessibleInBoth(phone)

  await installed(phone)
  const isCached = () =>
    phone.evaluate(async () => (await caches.match('/api/v1/roster/me', { ignoreSearch: true })) !== undefined)
  await expect.poll(isCached).toBe(true)
  await phone.context().setOffline(true)
  await phone.reload()
  await expect(next).toContainText('Early')
  await next.tap()
  await expect(phone.getByRole('list', { name: 'The days of the week' })).toBeVisible()
  await phone.context().setOffline(false)

  await openLive(phone, '/today')
  await today(phone).getByRole('button', { name: 'Yes' }).tap()
  await expect(today(phone).getByText('The coach is late')).toHaveCount(0)
  await expect(next).toContainText('Early')
})

test('the briefing says what changed in one’s shifts, and who is missing', async ({ signedIn }) => {
  const [phone, manager] = await Promise.all([signedIn('user', PHONE), signedIn('manager')])
  await clear()
  await plan('user', 240, 248)
  await plan(colleague, -1, 5)
  const [row] =
    await inDatabase(`select shift.id, shift.department_id, (start_time at time zone 'UTC')::date::text as date
    from planned_shifts as shift join users on users.id = user_id where email = '${emailOf('user')}'`)
  const { id, department_id: departmentId, date } = row as { id: number; department_id: number; date: string }
  const moved = await manager.request.put(`/api/v1/roster/shifts/${id}`, {
    data: { date, start: '09:00', end: '17:00' },
  })
  expect(moved.status(), await moved.text()).toBe(200)
  const days = { departmentId, from: shifted(date, -2), to: shifted(date, 2) }
  const preview = await manager.request.get('/api/v1/roster/publish-preview', { params: days })
  const { expected } = await preview.json()
  const published = await manager.request.post('/api/v1/roster/publish', { data: { ...days, expected } })
  expect(published.status(), await published.text()).toBe(200)

  await phone.goto('/briefing')
  const changes = phone.getByRole('region', { name: /^Changes of the plan/ })
  const heading = changes.getByRole('button', { name: /^Changes of the plan/ })
  await expect(heading).toBeVisible()
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.tap()
  await expect(changes.getByRole('listitem').filter({ hasText: 'Changed shift' })).toContainText('Before')
  await expect(changes.getByText(`${await nameOf(colleague)} has not come`)).toBeVisible()
  await expectAccessible(phone)
  await changes.getByRole('link', { name: /^Changed shift/ }).tap()
  await expect(phone).toHaveURL('/roster')
})

test('managers see who should be there, and are told of a missing person once', async ({ signedIn }) => {
  const phone = await signedIn('manager', PHONE)
  await clear()
  await nothingToBrief(phone)
  await setClock(phone, 'start')
  await plan(colleague, -1, 5)
  await plan('user', 0.05, 8)
  const [missing, later] = [await nameOf(colleague), await nameOf('user')]
  await openLive(phone, '/today')
  const part = phone.getByRole('region', { name: 'Housekeeping', exact: true })
  const more = part.getByRole('button', { name: 'Show more' })
  await expect(part.getByRole('heading', { level: 2 })).toBeVisible()
  if (await more.isVisible()) await more.tap()
  const planned = part.getByRole('list', { name: /^Planned for today/ })
  await expect(planned.getByRole('listitem').first()).toContainText(missing)
  await expect(planned.getByRole('listitem').first()).toContainText(/missing for \d+ /)
  await expect(planned.getByRole('listitem').filter({ hasText: later })).not.toContainText('late')
  await expectAccessible(phone)

  // The scheduler looks every 20 seconds.
  const toldOf = () =>
    inDatabase(`select kind, params ->> 'name' as name from notifications where kind = 'shift-missed'`)
  await expect.poll(toldOf, { timeout: 60_000 }).toEqual([{ kind: 'shift-missed', name: missing }])
  await phone.getByRole('button', { name: /^Notifications/ }).tap()
  await expect(phone.getByText(`${missing} has not come`).first()).toBeVisible()
  await setClock(phone, 'stop')
})

test('“On duty now” says who comes next, and a handover is offered to that person', async ({ signedIn }) => {
  const [phone, manager] = await Promise.all([signedIn('user', PHONE), signedIn('manager')])
  await clear()
  await nothingToBrief(phone)
  await setClock(phone, 'start')
  await plan('user', -7, 1)
  await plan(colleague, 1, 9)
  const name = await nameOf(colleague)
  await phone.goto('/on-duty')
  await expect(phone.getByText(/^Next:/)).toContainText(name)
  await expectAccessible(phone)

  const { id: assigneeId, departmentId } = await (await phone.request.get('/api/v1/auth/session')).json()
  const title = unique('Order the linen')
  await createTask(manager, { title, assigneeId, departmentId, status: 'in_progress' })
  await openLive(phone, '/clock')
  await phone.getByRole('main').getByRole('button', { name: 'Clock Out' }).tap()
  const sheet = phone.getByRole('complementary', { name: 'Anything for the next shift?' })
  const card = sheet.getByRole('listitem').filter({ hasText: title })
  await card.getByRole('radio', { name: 'Hand over', exact: true }).click()
  await expect(card.locator('option:checked')).toHaveText(new RegExp(`^${name}, planned from`))
  await card.getByLabel('Next step').fill('Ask for the price')
  await sheet.getByRole('button', { name: 'Hand over', exact: true }).tap()
  await expect
    .poll(() =>
      inDatabase(`select to_user.email from handover_items join users as to_user on to_user.id = to_user_id
      where next = 'Ask for the price'`),
    )
    .toEqual([{ email: emailOf(colleague) }])
})

/** A date so many days later. */
const shifted = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
