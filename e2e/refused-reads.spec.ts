import { cardOf, createTask, expect, openPage, signIn, test, unique } from './muster.ts'

const OLD = 'These tasks may be out of date.'

test('a change whose read the server refuses for now is on the screen soon, without a word', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const title = unique('Wax the stairs')
  const { id } = await createTask(page, { title })
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await expect(cardOf(page, title)).toBeVisible()

  const reads: number[] = []
  await page.route('**/api/v1/tasks/board*', (route) => {
    reads.push(performance.now())
    if (reads.length > 1) return route.continue()
    const json = { message: 'The database cannot be reached. Try again in a moment.', code: 'database_away' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json })
  })
  // As somebody else: the page hears of the change and reads.
  await page.request.put(`/api/v1/tasks/${id}`, { data: { title: `${title}, twice` } })
  await expect.poll(() => reads.length).toBe(1)
  await expect(cardOf(page, title)).toBeVisible()
  await expect(page.getByText(OLD)).toHaveCount(0)
  await expect(cardOf(page, `${title}, twice`)).toBeVisible()
  await expect(page.getByText(OLD)).toHaveCount(0)
  expect(reads).toHaveLength(2)
  expect(Number(reads[1]) - Number(reads[0])).toBeGreaterThanOrEqual(1_000)
})

test('a page whose turn to read is later reads then, and shows anew what is opened before', async ({ browser }) => {
  const page = await openPage(browser)
  await signIn(page, 'manager')
  const title = unique('Dust the lamps')
  const { id } = await createTask(page, { title })
  let turn = () => {}
  // The server's own messages are lost; a cut is told with a turn.
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (String(message).includes('auth_success')) socket.send(message)
    })
    turn = () => socket.send(JSON.stringify({ type: 'stale', after: 1.5 }))
  })
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await expect(cardOf(page, title)).toBeVisible()
  await page.request.put(`/api/v1/tasks/${id}`, { data: { title: `${title}, twice` } })
  const reads: number[] = []
  await page.route('**/api/v1/tasks/board*', (route) => {
    reads.push(performance.now())
    return route.continue()
  })
  const told = performance.now()
  turn()
  await expect(cardOf(page, `${title}, twice`)).toBeVisible()
  expect(Number(reads[0]) - told).toBeGreaterThan(1_300)
  expect(reads).toHaveLength(1)
  await page.context().close()
})
