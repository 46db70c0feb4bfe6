import type { Page } from '@playwright/test'
import { cardOf, expect, expectAccessibleInBoth, openLive, test, toasts, unique } from './muster.ts'
import { installed, type Network, openNetwork } from './network.ts'

/** The time of day, so many minutes from now, in the time zone of the tests' Muster. */
const clockIn = (minutes: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Lisbon' }).format(
    Date.now() + minutes * 60_000,
  )

async function createRoutine(page: Page, routine: Record<string, unknown>): Promise<{ id: number }> {
  const reply = await page.request.post('/api/v1/routines', { data: routine })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

let network: Network
test.beforeEach(async () => {
  network = await openNetwork()
})
test.afterEach(() => network.close())

/** The department of the page's person. */
const departmentOf = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/v1/auth/session')).json()).departmentId

test('an occurrence appears on the board with its window, is skipped with a reason, opened again and completed', async ({
  signedIn,
}) => {
  // It opens in the coming minute, and the page hears of it.
  test.setTimeout(240_000)
  const page = await signedIn('manager')
  const title = unique('Pool: water values')
  await openLive(page, `/tasks?q=${encodeURIComponent(title)}`)
  // At the end of a minute the next one might begin before the server has the routine.
  const opensAt = clockIn(new Date().getSeconds() > 50 ? 2 : 1)
  const { id } = await createRoutine(page, {
    ...{ title, departmentId: await departmentOf(page), days: '* * *', opensAt },
    ...{ dueAfterMinutes: 90, closesAfterMinutes: 180 },
  })
  const card = cardOf(page, title)
  await expect(card).toBeVisible({ timeout: 150_000 })
  await expect(card.getByText('From a routine')).toBeAttached()
  await expect(card).toContainText(`${opensAt}–`)
  await expect(card).toContainText('Anybody on duty')

  await card.getByRole('link', { name: title, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText(new RegExp(`Opened ${opensAt}, due .*\\d\\d:\\d\\d, closes .*\\d\\d:\\d\\d`))
  await expect(dialog.getByRole('link', { name: 'Show the routine' })).toHaveAttribute(
    'href',
    `/routines?routine=${id}`,
  )

  await dialog.getByRole('button', { name: 'Skip…' }).click()
  const asking = page.getByRole('dialog', { name: 'Skip this time' })
  await asking.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(asking.getByText('Say why')).toBeVisible()
  await asking.getByLabel('Why is it not needed?').fill('The pool is closed')
  await expectAccessibleInBoth(page)
  await asking.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(asking).toHaveCount(0)
  await expect(toasts(page)).toContainText(`Skipped: ${title}`)
  // It stays as long as the pointer is on it.
  await toasts(page).getByRole('button', { name: 'Undo' }).hover()
  const note = dialog.getByRole('note')
  await expect(note).toContainText(/Skipped .*The pool is closed.*it cannot be changed/)
  for (const name of ['Edit Task', "I'll take it", 'Start', 'Skip…'])
    await expect(dialog.getByRole('button', { name })).toHaveCount(0)
  await expect(dialog.getByLabel('Status')).toHaveCount(0)
  await expect(card).toHaveCount(0)
  await expectAccessibleInBoth(page)

  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(note).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Skip…' })).toBeVisible()

  await dialog.getByRole('button', { name: 'History' }).click()
  const history = dialog.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Routine opened it')
  await expect(history).toContainText('skipped it: The pool is closed')
  await expect(history).toContainText('opened it again')

  await completeOffline(
    await signedIn('manager', { baseURL: network.url, serviceWorkers: 'allow' }),
    await signedIn('god'),
    title,
  )

  await dialog.getByLabel('Status').selectOption('Completed')
  await expect(dialog).toBeHidden()
  await card.click()
  await expect(dialog.getByText('Done in time', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/completed \d\d:\d\d/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(card).toBeVisible()
})

/**
 * The page completes an occurrence without a network, while a colleague skips it. The server refuses the completion
 * once, and the page says why. In the end the occurrence is open again.
 */
async function completeOffline(page: Page, colleague: Page, title: string) {
  const card = cardOf(page, title)
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  const task = await card.getAttribute('data-task')
  await installed(page)
  network.down = true
  await card.getByRole('button', { name: `Mark complete: ${title}` }).click()
  await expect(page.getByRole('button', { name: '1 change waits to be sent' })).toBeVisible()
  const skipped = await colleague.request.post(`/api/v1/tasks/${task}/skip`, { data: { reason: 'A guest fell ill' } })
  expect(skipped.status(), await skipped.text()).toBe(200)
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/tasks/'))
  network.down = false
  expect((await sent).postDataJSON()).toEqual({ status: 'completed', was: 'pending', at: expect.stringMatching(/Z$/) })
  await page.getByRole('button', { name: '1 was refused' }).click()
  const queue = page.getByRole('dialog', { name: 'Waiting to be sent' })
  await expect(queue).toContainText('Refused: This was skipped. Open it again first.')
  await queue.getByRole('button', { name: `Remove ${title}` }).click()
  await expect(queue).toHaveCount(0)
  await expect(card).toHaveCount(0)
  expect((await colleague.request.delete(`/api/v1/tasks/${task}/skip`)).status()).toBe(200)
}

test('an occurrence that was missed says so, and why', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { routines } = await (await page.request.get('/api/v1/routines')).json()
  const missed = routines
    .flatMap(({ lastOutcomes }: { lastOutcomes: { taskId: number; outcome: string | null }[] }) => lastOutcomes)
    .find(({ outcome }: { outcome: string | null }) => outcome === 'missed')
  await page.goto(`/tasks?task=${missed.taskId}&edit=true`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('note')).toContainText(
    /Missed: its time ended .*(on duty|taken|not running).*It cannot be changed any more/,
  )
  await expect(dialog.getByRole('button', { name: 'Open it again' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Edit Task' })).toHaveCount(0)
})
