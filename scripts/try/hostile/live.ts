import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { metricsOf } from '../../../test/support/memory.ts'
import { counted, headOf, rawClient, statusFor } from '../../../test/support/raw-client.ts'
import { type Case, MB, openMany, times, unless } from './case.ts'

/** Clients that misuse the live connection. */

/** Milliseconds. The timeouts begin when all pages are open. */
const PING_INTERVAL = 25_000
const RECEIVE_TIMEOUT = 60_000
const DROP_TIMEOUT = 150_000
/** Within this time a page that is one too many has been told so. */
const GOODBYE_WITHIN = 3_000
/** The live connections that the server leaves to one person. */
const MAX_PAGES = 30

export const idlePages: Case = async ({ address, cookie, userId, sockets }) => {
  const pages: Client[] = []
  // Pages send pings too. Without them the first would be dropped while the last are being opened.
  const pings = setInterval(() => {
    for (const { socket } of pages) socket.send('{"type":"ping"}')
  }, PING_INTERVAL)
  await openMany(sockets, async () => {
    pages.push(await openPage(address, cookie, userId))
  })
  await sleep(GOODBYE_WITHIN)
  clearInterval(pings)
  const left = pages.filter(({ socket }) => socket.readyState === socket.OPEN)
  const silentSince = performance.now()
  const metrics = await metricsOf(address)

  let received = 0
  const all = Promise.all(left.map(({ socket }) => receives(socket, '"tasks"').then(() => (received += 1))))
  const startedAt = performance.now()
  const headers = { cookie, 'content-type': 'application/json' }
  await fetch(`${address}/api/v1/tasks`, { method: 'POST', headers, body: '{"title":"Sent to every page"}' })
  await isDoneIn(RECEIVE_TIMEOUT, all)
  const took = performance.now() - startedAt

  const dropped = await isDoneIn(DROP_TIMEOUT, Promise.all(pages.map(({ closed }) => closed)))
  const silent = (performance.now() - silentSince) / 1000
  for (const { socket } of pages) socket.terminate()
  const memory = (metrics('process_resident_memory_bytes') / MB).toFixed(0)
  return {
    report: `${sockets} live connections, of which ${metrics('muster_live_connections')} are left: the server uses ${memory} MB; ${received} received a change within ${took.toFixed(0)} ms; silent ones were ${dropped ? 'dropped' : 'NOT DROPPED'} after ${silent.toFixed(0)} s`,
    faults: [
      ...unless(dropped, 'silent pages are not dropped'),
      ...unless(left.length <= MAX_PAGES, 'one person keeps any number of pages open'),
      ...unless(received === left.length, `only ${received} received the change`),
    ],
  }
}

interface Client {
  socket: WebSocket
  closed: Promise<void>
}

/** Opens a live connection and waits until the server has accepted it. */
async function openPage(address: string, cookie: string, userId: string): Promise<Client> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers: { cookie }, perMessageDeflate: false })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => {})
  const accepted = receives(socket, 'auth_success')
  socket.send(JSON.stringify({ type: 'auth', userId }))
  await Promise.race([accepted, closed])
  return { socket, closed }
}

/** Waits for a message that contains the word. */
const receives = (socket: WebSocket, word: string) =>
  new Promise<void>((resolve) => {
    const listen = (message: unknown) => {
      if (!String(message).includes(word)) return
      socket.off('message', listen)
      resolve()
    }
    socket.on('message', listen)
  })

/** Whether the promise is fulfilled within this time. */
const isDoneIn = (milliseconds: number, promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), sleep(milliseconds, false, { ref: false })])

export const messages: Case = async ({ address, cookie, userId }) => {
  const open = async () => {
    const page = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers: { cookie } })
    await new Promise((resolve) => page.once('open', resolve))
    page.on('error', () => {})
    const closed = new Promise<number>((resolve) => page.once('close', resolve))
    return { page, closed }
  }
  const flood = async (text: string, count: number) => {
    const { page, closed } = await open()
    page.send(JSON.stringify({ type: 'auth', userId }))
    let sent = 0
    while (sent < count && page.readyState === page.OPEN) {
      for (let burst = 0; burst < 500; burst += 1) page.send(text)
      sent += 500
      await sleep(5)
    }
    const code = await Promise.race([closed, sleep(10_000, 0)])
    page.terminate()
    return `${sent} sent, ${code ? `closed with ${code}` : 'accepted'}`
  }
  const junk = randomBytes(3_000).toString('latin1')
  const floods = await Promise.all([
    flood('{"type":"ping"}', 100_000),
    flood(junk, 20_000),
    flood('{"type":"auth"}', 20_000),
  ])
  const giant = async (bytes: Buffer) => {
    const client = await rawClient(address)
    const key = randomBytes(16).toString('base64')
    const upgrade = {
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': key,
      'Sec-WebSocket-Version': 13,
    }
    client.socket.write(headOf('GET', '/ws', { Cookie: cookie, ...upgrade }))
    await statusFor(client)
    client.socket.write(bytes)
    const end = await Promise.race([client.closed, sleep(10_000, 'open' as const)])
    client.socket.destroy()
    return end === 'open' ? 'open' : 'closed'
  }
  // A text frame that claims 2^62 bytes, a compressed frame, and a hundred thousand fragments without an end.
  const claimed = Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])
  const compressed = Buffer.from([0xc1, 0x81, 1, 2, 3, 4, 5])
  const firstFragment = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 120])
  const nextFragment = Buffer.from([0x00, 0x81, 0, 0, 0, 0, 120])
  const endless = Buffer.concat([firstFragment, ...times(100_000, () => nextFragment)])
  const giants = await Promise.all([claimed, compressed, endless].map(giant))
  return {
    report: `floods: ${floods.join('; ')}; giant frames: ${counted(giants)}`,
    faults: unless(
      giants.every((end) => end === 'closed'),
      'the server accepts a giant frame',
    ),
  }
}
