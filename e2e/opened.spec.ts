import { type Account, expect, PASSWORD, test, toasts, unique } from './muster.ts'

const MINUTE = 60_000
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()

test('a correction does not overwrite hours that another person has corrected meanwhile', async ({ signedIn }) => {
  const [page, admin] = await Promise.all([signedIn('admin'), signedIn('god')])
  const account = unique('h').replace(/\W/g, '').toLowerCase()
  const person = { firstName: 'Ines', lastName: unique('Prado'), role: 'user', departmentId: 8, password: PASSWORD }
  const created = await admin.request.post('/api/v1/users', {
    data: { ...person, email: `${account}@muster.example` },
  })
  expect(created.status(), await created.text()).toBe(201)
  const theirs = await signedIn(account as Account)
  const startTime = minutesAgo(20)
  await theirs.request.post('/api/v1/clock/start', { data: { at: startTime } })
  const stopped = await theirs.request.post('/api/v1/clock/stop', { data: { at: minutesAgo(10) } })
  const session = await stopped.json()

  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon' }).format(Date.parse(startTime))
  await page.goto(`/clock?week=${day}&person=${session.userId}&session=${session.id}`)
  const dialog = page.getByRole('dialog', { name: 'Correct hours' })
  await dialog.getByLabel('Reason').fill('You began earlier')
  const endTime = minutesAgo(4)
  const read = page.waitForResponse(/\/clock\/people\//)
  const corrected = await admin.request.put(`/api/v1/clock/sessions/${session.id}`, {
    data: { endTime, reason: 'The late bus' },
  })
  expect(corrected.status(), await corrected.text()).toBe(200)
  await read
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(dialog.getByRole('alert')).toContainText('has changed meanwhile')
  await expect(dialog.getByLabel('Reason')).toHaveValue('You began earlier')
  const history = await (await theirs.request.get(`/api/v1/clock/history?week=${day}`)).json()
  expect(history.sessions).toMatchObject([{ endTime }])
})

test('a department sends only changed fields, and its form stays open if it is deleted meanwhile', {
  tag: '@long',
}, async ({ signedIn }) => {
  const [page, colleague] = await Promise.all([signedIn('admin'), signedIn('god')])
  const [name, renamed] = [unique('Laundry'), unique('Linen')]
  const reply = await colleague.request.post('/api/v1/departments', { data: { name } })
  const { id } = await reply.json()
  const changeElsewhere = async (change: () => Promise<unknown>) => {
    const read = page.waitForResponse((response) => response.url().endsWith('/api/v1/departments'))
    await change()
    await read
  }
  await page.goto(`/admin/users?tab=departments&place=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Department' })
  await dialog.getByLabel('Description').fill('Sheets and towels')
  await changeElsewhere(() => colleague.request.put(`/api/v1/departments/${id}`, { data: { name: renamed } }))
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText(['Department updated successfully'])
  await expect(dialog).toBeHidden()
  const departments = await (await colleague.request.get('/api/v1/departments')).json()
  expect(departments).toContainEqual(expect.objectContaining({ name: renamed, description: 'Sheets and towels' }))
  await page.getByRole('button', { name: `Edit ${renamed}` }).click()
  await dialog.getByLabel('Description').fill('Long and precious words')
  await changeElsewhere(() => colleague.request.delete(`/api/v1/departments/${id}`))
  await expect(page.getByRole('listitem', { includeHidden: true }).filter({ hasText: renamed })).toHaveCount(0)
  await expect(dialog.getByLabel('Description')).toHaveValue('Long and precious words')
})
