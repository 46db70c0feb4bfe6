import { expect, expectAccessible, inDatabase, nothingToBrief, PHONE, test, toasts } from './muster.ts'

const USER = `(select id from users where email = 'user@muster.example')`
const running = `(select id from clock_sessions where user_id = ${USER} and end_time is null)`

test('an administrator sets the work rules, and the clock tells a person of a break that is due', async ({
  signedIn,
}) => {
  const [admin, page, manager] = await Promise.all([signedIn('admin'), signedIn('user', PHONE), signedIn('manager')])
  await admin.goto('/dashboard')
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin → Work rules' }).click()
  const preset = admin.getByLabel('Preset')
  // Pay periods, below, have their own.
  const save = admin.getByRole('button', { name: 'Save' }).first()
  await expect(preset).toHaveValue('eu')
  await expect(admin.getByText('Between two days of work people rest for at least 11 h.')).toBeVisible()
  await expect(admin.getByText('Example: after work until 22:00, work begins again at 09:00 or later.')).toBeVisible()
  const rules = admin.getByRole('list', { name: 'Work rules' })
  await expect(rules.getByText(/^\w+ \d{4}: /).first()).toBeVisible()
  await preset.selectOption('de')
  await expect(admin.getByText('Between two daily rests people work for at most 10 h.')).toBeVisible()
  await admin.getByLabel('Daily rest').fill('ten')
  await save.click()
  await expect(admin.getByText('Enter hours, as 7:30')).toBeVisible()
  await admin.getByLabel('Daily rest').fill('10:30')
  await expect(preset).toHaveValue('')
  await expect(admin.getByText('Between two days of work people rest for at least 10 h 30 min.')).toBeVisible()
  await expectAccessible(admin)
  await save.click()
  await expect(toasts(admin)).toContainText('Work rules saved')
  await admin.reload()
  await expect(admin.getByLabel('Daily rest')).toHaveValue('10:30')

  // Values that somebody else saves meanwhile are shown, and those that were typed stay.
  const stored = await (await admin.request.get('/api/v1/organisation/work-rules')).json()
  await admin.getByLabel('Weekly rest').fill('36')
  const { updatedAt: _, ...body } = stored
  await admin.request.put('/api/v1/organisation/work-rules', {
    data: { ...body, weekRestMinutes: 2_000, daysInRow: 5 },
  })
  await save.click()
  await expect(admin.getByText('Somebody else has changed the work rules meanwhile')).toBeVisible()
  await expect(admin.getByRole('alert')).toContainText('33 h 20 min')
  await admin.getByRole('button', { name: 'Keep mine' }).click()
  await expect(admin.getByRole('alert')).toHaveCount(0)
  // A field that only the other person has changed is taken over.
  await expect(admin.getByLabel('Most days in a row')).toHaveValue('5')
  await expect(admin.getByLabel('Weekly rest')).toHaveValue('36')
  await expect
    .poll(async () => (await admin.request.get('/api/v1/organisation/work-rules')).json())
    .toMatchObject({ weekRestMinutes: 36 * 60, daysInRow: 5 })

  await nothingToBrief(page)
  await inDatabase(`delete from clock_sessions where user_id = ${USER} and start_time > now() - interval '2 days'`)
  await page.request.post('/api/v1/clock/start')
  const begunBefore = (minutes: number) =>
    inDatabase(`update clock_sessions set start_time = now() - interval '${minutes} minutes' where id = ${running}`)
  const clock = page.getByRole('region', { name: 'Clock', exact: true })
  await begunBefore(320)
  await page.goto('/clock')
  await expect(clock.getByRole('button', { name: 'Start break' })).toBeVisible()
  await expect(clock.getByText(/break of 30 min/)).toHaveCount(0)
  await begunBefore(335)
  await page.reload()
  await expect(clock.getByText(/^Take a break of 30 min by \d\d:\d\d\.$/)).toBeVisible()
  await expectAccessible(page)
  await begunBefore(370)
  await page.reload()
  await expect(clock.getByText(/^A break of 30 min was due at \d\d:\d\d\.$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'My hours' })).toContainText('Break missing: 30 min')
  await manager.goto('/clock?view=team')
  await expect(manager.getByText(/^Break missing: /).first()).toBeVisible()
  // Without a network too.
  await page.context().setOffline(true)
  await clock.getByRole('button', { name: 'Start break' }).click()
  await expect(clock.getByText(/break of 30 min/)).toHaveCount(0)
  await page.context().setOffline(false)
})
