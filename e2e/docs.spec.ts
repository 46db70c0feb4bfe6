import { expect, test } from './muster.ts'

test('the API documentation works under the content security policy of every page', async ({ signedIn }) => {
  const page = await signedIn('user')
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const reply = await page.goto('/api/docs')
  const policy = reply?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(policy).toBe((await page.request.get('/healthz')).headers()['content-security-policy'])
  // All nouns are folded at first: the page does not draw two hundred calls at once.
  await page.getByText('Signing in and out').click()
  await expect(page.getByText('Sign in', { exact: true })).toBeVisible()
  await page.getByText('What one was notified of').click()
  await page.getByText("One's own notifications, newest first").click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.getByRole('cell', { name: '200', exact: true }).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('files that only the build needs are not served', async ({ request }) => {
  for (const path of ['/.vite/manifest.json', '/%2evite/manifest.json', '/assets/../.vite/manifest.json'])
    expect((await request.get(path)).status(), path).toBe(404)
})
