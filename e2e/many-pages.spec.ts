import { type LivePage, openPage } from '../test/support/live-page.ts'
import { expect, test } from './muster.ts'

/** A person may have thirty pages open on a server. */

test('the oldest page makes room for others, and comes back calmly: after a while, or when somebody looks at it', {
  tag: '@long',
}, async ({ signedIn, musterUrl }) => {
  const page = await signedIn('manager')
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const others: LivePage[] = []
  const openOthers = async () => {
    for (let count = 0; count < 30; count += 1) others.push(await openPage(musterUrl, { cookie }))
  }
  const connections = { opened: 0, accepted: 0, closed: 0 }
  page.on('websocket', (connection) => {
    connections.opened += 1
    connection.once('framereceived', () => (connections.accepted += 1))
    connection.once('close', () => (connections.closed += 1))
  })
  await page.clock.install()
  await page.goto('/tasks')
  await expect.poll(() => connections).toEqual({ opened: 1, accepted: 1, closed: 0 })

  await openOthers()
  await expect.poll(() => connections.closed).toBe(1)
  await page.clock.fastForward(14_000)
  await page.evaluate('document.readyState')
  expect(connections.opened).toBe(1)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => connections).toEqual({ opened: 2, accepted: 2, closed: 1 })
  expect(await others[0]?.closed).toBe(4429)

  await openOthers()
  await expect.poll(() => connections.closed).toBe(2)
  await page.clock.fastForward(75_000)
  await expect.poll(() => connections).toEqual({ opened: 3, accepted: 3, closed: 2 })
  for (const { socket } of others) socket.terminate()
})
