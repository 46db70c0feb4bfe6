import { answerQuestion, expect, expectAccessible, test, toasts } from './muster.ts'

/** Jobs as the server would tell them, until one is tried again or deleted: on a server of its own none fails. */
const failed = { id: 7, kind: 'mail', state: 'failed', attempts: 12, maxAttempts: 12, error: 'connect ECONNREFUSED' }

test('an administrator finds what has failed, tries it again and deletes it, on a phone too', async ({ signedIn }) => {
  const page = await signedIn('admin', { viewport: { width: 360, height: 740 }, hasTouch: true })
  let state = 'failed'
  const calls: string[] = []
  await page.route('**/api/v1/jobs**', async (route) => {
    const request = route.request()
    if (request.method() !== 'GET') {
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
      state = request.method() === 'POST' ? 'waiting' : 'gone'
      return route.fulfill({ status: 204 })
    }
    const asked = new URL(request.url()).searchParams.get('state') ?? 'failed'
    const at = new Date(Date.now() - 3_600_000).toISOString()
    const job = {
      ...failed,
      state,
      progress: null,
      person: null,
      createdAt: at,
      runAt: at,
      endedAt: state === 'failed' ? at : null,
    }
    const counts = { failed: Number(state === 'failed'), waiting: Number(state === 'waiting'), running: 0 }
    return route.fulfill({ json: { jobs: asked === state ? [job] : [], counts } })
  })
  await page.goto('/admin/jobs')
  await expect(page.getByRole('tab', { name: /^Failed/ })).toContainText('1')
  const row = page.getByRole('listitem').filter({ hasText: 'E-mail' })
  await expect(row).toContainText('connect ECONNREFUSED')
  await expect(row).toContainText('12 attempts')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Try again: E-mail' }).click()
  await expect(toasts(page)).toContainText('It is being tried again')
  await expect(page.getByText('Nothing has failed')).toBeVisible()
  await page.getByRole('tab', { name: /^Waiting/ }).click()
  await expect(page).toHaveURL(/state=waiting$/)
  await row.getByRole('button', { name: 'Delete E-mail' }).click()
  await answerQuestion(page, 'Delete')
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  expect(calls).toEqual(['POST /api/v1/jobs/7/retry', 'DELETE /api/v1/jobs/7'])
})

test('what servers do shows by itself; a guest is refused', { tag: '@long' }, async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/admin/jobs?state=done')
  // The hourly clean-up of a server that has just been started, and one more if an hour has just begun.
  await expect(admin.getByRole('listitem').filter({ hasText: 'Hourly clean-up' }).first()).toBeVisible()
  await expectAccessible(admin)
  const guest = await signedIn('guest')
  await guest.goto('/admin/jobs')
  await expect(guest.getByText('Access Denied')).toBeVisible()
})
