import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { until } from '../../../../test/support/processes.ts'
import { headOf, rawClient, statusFor } from '../../../../test/support/raw-client.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { usersApi } from '../../../shared/users.ts'

/** Short rounds of the attacks in `scripts/try/hostile.ts`, over real sockets. */

const muster = useTestApp({ TRUST_PROXY: '1' })

test('a client that does not read its replies loses its connection', async () => {
  const { address, app } = await muster.another({ idleTimeout: 400 })
  let open = 0
  app.server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
  const { socket } = await rawClient(address, { reads: false })
  socket.write(headOf('GET', '/api/docs/openapi.json').repeat(100))
  await until(() => open === 1)
  await until(() => open === 0)
  socket.destroy()
})

test('a few requests sent ahead are all answered, hundreds end the connection', async () => {
  const address = await muster.listen()
  const { cookie } = await muster.as('uli')
  const session = headOf('GET', '/api/v1/auth/session', { Cookie: cookie })
  const few = await rawClient(address)
  few.socket.write(session.repeat(10))
  const answered = () => few.received().split('HTTP/1.1 200').length - 1
  await until(() => answered() > 2)
  few.socket.write(headOf('GET', '/healthz', { Connection: 'close' }))
  await few.closed
  const many = await rawClient(address)
  many.socket.write(session.repeat(400))
  await many.closed
  expect(many.received()).not.toContain('HTTP/1.1 5')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
})

test('nothing is read for a client that has gone away', async () => {
  const { address, app, services } = await muster.another()
  const { database } = muster.services
  const { cookie } = await muster.as('uli')
  let connections = 0
  services.database.pool.on('acquire', () => {
    connections += 1
  })
  const read = async () => {
    const before = connections
    expect((await fetch(`${address}/api/v1/tasks`, { headers: { cookie } })).status).toBe(200)
    return connections - before
  }
  // Something else of the server may use a connection meanwhile.
  const needed = Math.min(await read(), await read(), await read())
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('lock table sessions')
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const client = await rawClient(address)
  const [socket] = await connected
  client.socket.write(headOf('GET', '/api/v1/tasks', { Cookie: cookie }))
  await untilBlocked(database)
  client.socket.destroy()
  await once(socket, 'close')
  await holding.query('rollback')
  holding.release()
  // If the server had gone on with the first request, its statements would have come before these.
  expect(Math.min(await read(), await read())).toBe(needed)
})

test('a person who is deactivated while a body is on its way changes nothing', async () => {
  const { address, app } = await muster.another()
  const { id, email } = await putPerson(muster.services, { role: 'admin' })
  const { cookie } = await muster.signIn(email)
  const body = JSON.stringify({ title: 'Parting gift' })
  const requested = once(app.server, 'request') as Promise<[IncomingMessage]>
  const client = await rawClient(address)
  client.socket.write(
    headOf('POST', '/api/v1/tasks', {
      Cookie: cookie,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Connection: 'close',
    }) + body.slice(0, 5),
  )
  const [request] = await requested
  // By then the server has read its session.
  await until(() => request.readableFlowing === true)
  await (await muster.as('gita')).call(usersApi.update, { params: { id }, body: { isActive: false } })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 })
  onTestFinished(() => void vi.useRealTimers())
  client.socket.write(body.slice(5))
  expect(await statusFor(client)).toBe('401')
  const { total } = await (await muster.as('gita')).call(tasksApi.list, { query: { search: 'Parting gift' } })
  expect(total).toBe(0)
})

test('a live connection is never compressed, and a giant or endless message ends it', async () => {
  const address = await muster.listen()
  const { cookie } = await muster.as('uli')
  const endless = Buffer.concat([
    Buffer.from([0x01, 0x81, 0, 0, 0, 0, 120]),
    ...Array.from({ length: 5_000 }, () => Buffer.from([0x00, 0x81, 0, 0, 0, 0, 120])),
  ])
  const claimed = Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])
  const compressed = Buffer.from([0xc1, 0x81, 1, 2, 3, 4, 5])
  for (const bytes of [endless, claimed, compressed]) {
    const client = await rawClient(address)
    const key = Buffer.alloc(16).toString('base64')
    const upgrade = {
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': key,
      'Sec-WebSocket-Version': 13,
    }
    client.socket.write(
      headOf('GET', '/ws', { Cookie: cookie, ...upgrade, 'Sec-WebSocket-Extensions': 'permessage-deflate' }),
    )
    expect(await statusFor(client)).toBe('101')
    expect(client.received()).not.toMatch(/permessage-deflate/i)
    client.socket.write(bytes)
    await client.closed
  }
})

test('a flood of live messages ends the connection that sends it, and no other', async () => {
  const address = await muster.listen()
  const { cookie } = await muster.as('uli')
  const [loud, quiet] = await Promise.all([openPage(address, { cookie }), openPage(address, { cookie })])
  for (let sent = 0; sent < 1_000; sent += 1) loud.send({ type: 'ping' })
  expect(await loud.closed).toBe(1006)
  quiet.send({ type: 'ping' })
  expect(await quiet.receives('pong')).toBeDefined()
  quiet.socket.close()
})

test('a flood of live messages over page after page is heard no more, and the pages of others are', async () => {
  const { address } = await muster.another()
  const [{ cookie }, other] = [await muster.as('lea'), await muster.as('uli')]
  const heard: number[] = []
  for (let count = 0; count < 8; count += 1) {
    const page = await openPage(address, { cookie })
    for (let sent = 0; sent < 199; sent += 1) page.send({ type: 'ping' })
    if (count < 3) await page.receivedByNow()
    else heard.push(await page.closed)
    page.socket.close()
  }
  expect(heard).toEqual(Array(5).fill(1006))
  const quiet = await openPage(address, { cookie: other.cookie })
  quiet.send({ type: 'ping' })
  expect(await quiet.receives('pong')).toBeDefined()
  quiet.socket.close()
})

test('large bodies of one person wait unread for their places', async () => {
  const { address, app } = await muster.another()
  const sockets: Socket[] = []
  app.server.on('connection', (socket: Socket) => void sockets.push(socket))
  const { cookie } = await muster.as('marta')
  const head = headOf('POST', '/api/v1/tasks', {
    ...{ Cookie: cookie, 'Content-Type': 'application/json', 'Content-Length': 250_001 },
  })
  const clients = await Promise.all(Array.from({ length: 60 }, () => rawClient(address)))
  for (const { socket } of clients) socket.write(head + 'x'.repeat(250_000))
  const read = () => sockets.slice(0, clients.length).reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  let before = -1
  // Until nothing more is read, although others are served meanwhile.
  while (read() > before) {
    before = read()
    for (let count = 0; count < 20; count += 1) await fetch(`${address}/api/v1/clock/active`, { headers: { cookie } })
  }
  expect(before).toBeLessThan(9_000_000)
  for (const { socket } of clients) socket.destroy()
})

test('whoever does not read long replies gets no others', async () => {
  const { address, app } = await muster.another()
  await muster.services.database.pool.query(
    `insert into tasks (title, folded_title, search_text, description, creator_id, department_id)
     select 'Long', 'long', 'long', repeat('x', 20000), $1, $2 from generate_series(1, 1000)`,
    [muster.fixtures.people.marta.id, muster.fixtures.departments.Housekeeping],
  )
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const [{ cookie }, uli] = [await muster.as('lea'), await muster.as('uli')]
  const deaf = await rawClient(address, { reads: false })
  const [socket] = await connected
  deaf.socket.write(headOf('GET', '/api/v1/tasks?limit=1000', { Cookie: cookie }))
  await until(() => socket.writableLength > 4_000_000)
  const statusOf = async (cookie: string) =>
    (await fetch(`${address}/api/v1/tasks/tags`, { headers: { cookie } })).status
  expect([await statusOf(cookie), await statusOf(uli.cookie)]).toEqual([503, 200])
  deaf.socket.destroy()
  await until(() => socket.destroyed)
  expect(await statusOf(cookie)).toBe(200)
})
