import { cardOf, createTask, expect, newGate, openLive, openPage, signIn, test, unique } from './muster.ts'

const OLD = 'These tasks may be out of date.'

test('when the server refuses the read after a change for now, the change appears soon, without an error', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const title = unique('Wax the stairs')
  await openLive(page, `/tasks?q=${encodeURIComponent(title)}`)
  const { id } = await createTask(page, { title })
  await expect(cardOf(page, title)).toBeVisible()

  const reads: number[] = []
  await page.route('**/api/v1/tasks/board*', (route) => {
    reads.push(performance.now())
    if (reads.length > 1) return route.continue()
    const json = { message: 'The database cannot be reached. Try again in a moment.', code: 'database_away' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json })
  })
  // Without the page's tab header, so that the page receives the live change and reads.
  await page.request.put(`/api/v1/tasks/${id}`, { data: { title: `${title}, twice` } })
  await expect.poll(() => reads.length).toBe(1)
  await expect(cardOf(page, title)).toBeVisible()
  await expect(page.getByText(OLD)).toHaveCount(0)
  await expect(cardOf(page, `${title}, twice`)).toBeVisible()
  await expect(page.getByText(OLD)).toHaveCount(0)
  expect(reads).toHaveLength(2)
  expect(Number(reads[1]) - Number(reads[0])).toBeGreaterThanOrEqual(1_000)
})

test('a page that must read later reads when its turn comes', { tag: '@long' }, async ({ browser }) => {
  const page = await openPage(browser)
  await signIn(page, 'manager')
  const title = unique('Dust the lamps')
  const { id } = await createTask(page, { title })
  const { opened: connected, open: connect } = newGate()
  let sendStale = () => {}
  // The server's messages are lost. Then the page is told to read everything after 1.5 s.
  await page.routeWebSocket('**/ws*', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('auth_success')) return
      socket.send(message)
      connect()
    })
    sendStale = () => socket.send(JSON.stringify({ type: 'stale', after: 1.5 }))
  })
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await expect(cardOf(page, title)).toBeVisible()
  await connected
  await page.request.put(`/api/v1/tasks/${id}`, { data: { title: `${title}, twice` } })
  const reads: number[] = []
  await page.route('**/api/v1/tasks/board*', (route) => {
    reads.push(performance.now())
    return route.continue()
  })
  const sentAt = performance.now()
  sendStale()
  await expect(cardOf(page, `${title}, twice`)).toBeVisible()
  expect(Number(reads[0]) - sentAt).toBeGreaterThan(1_300)
  expect(reads).toHaveLength(1)
  await page.context().close()
})
