import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { metricsOf } from '../../test/support/memory.ts'
import { counted, headOf, rawClient, statusFor } from '../../test/support/raw-client.ts'
import { type Case, MB, openMany, times, unless } from './case.ts'

/** Who misuses the live connection. */

/** Milliseconds, of which nothing is counted before all pages are open. */
const PING_EVERY = 25_000
const RECEIVED_WITHIN = 60_000
const DROPPED_WITHIN = 150_000

export const idlePages: Case = async ({ address, cookie, userId, sockets }) => {
  const pages: Client[] = []
  // As pages do: or the first would be dropped for their silence while the last are being opened.
  const keeping = setInterval(() => {
    for (const { socket } of pages) socket.send('{"type":"ping"}')
  }, PING_EVERY)
  await openMany(sockets, async () => {
    pages.push(await openPage(address, cookie, userId))
  })
  clearInterval(keeping)
  const silentSince = performance.now()
  const metrics = await metricsOf(address)

  let received = 0
  const all = Promise.all(pages.map(({ socket }) => receives(socket, '"tasks"').then(() => (received += 1))))
  const began = performance.now()
  const headers = { cookie, 'content-type': 'application/json' }
  await fetch(`${address}/api/v1/tasks`, { method: 'POST', headers, body: '{"title":"Heard by everybody"}' })
  await within(RECEIVED_WITHIN, all)
  const took = performance.now() - began

  const dropped = await within(DROPPED_WITHIN, Promise.all(pages.map(({ closed }) => closed)))
  const silent = (performance.now() - silentSince) / 1000
  for (const { socket } of pages) socket.terminate()
  const held = (metrics('process_resident_memory_bytes') / MB).toFixed(0)
  return {
    report: `${metrics('muster_live_connections')} live connections: the server holds ${held} MB; ${received} hear of a change within ${took.toFixed(0)} ms; silent, they are ${dropped ? 'dropped' : 'HELD'} after ${silent.toFixed(0)} s`,
    faults: [...unless(dropped, 'silent pages are held'), ...unless(received === sockets, `only ${received} heard`)],
  }
}

interface Client {
  socket: WebSocket
  closed: Promise<void>
}

/** Opens a page and waits until it is welcome. */
async function openPage(address: string, cookie: string, userId: string): Promise<Client> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers: { cookie }, perMessageDeflate: false })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => {})
  const welcome = receives(socket, 'auth_success')
  socket.send(JSON.stringify({ type: 'auth', userId }))
  await welcome
  return { socket, closed }
}

/** Waits for a message with that word. */
const receives = (socket: WebSocket, word: string) =>
  new Promise<void>((resolve) => {
    const listen = (message: unknown) => {
      if (!String(message).includes(word)) return
      socket.off('message', listen)
      resolve()
    }
    socket.on('message', listen)
  })

/** Whether it has come within so many milliseconds. */
const within = (milliseconds: number, coming: Promise<unknown>) =>
  Promise.race([coming.then(() => true), sleep(milliseconds, false, { ref: false })])

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
      for (let more = 0; more < 500; more += 1) page.send(text)
      sent += 500
      await sleep(5)
    }
    const code = await Promise.race([closed, sleep(10_000, 0)])
    page.terminate()
    return `${sent} sent, ${code ? `closed with ${code}` : 'taken'}`
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
  // A text frame that claims 2^62 bytes; one whose bytes are compressed; a hundred thousand frames that never end.
  const claimed = Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])
  const compressed = Buffer.from([0xc1, 0x81, 1, 2, 3, 4, 5])
  const begun = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 120])
  const further = Buffer.from([0x00, 0x81, 0, 0, 0, 0, 120])
  const endless = Buffer.concat([begun, ...times(100_000, () => further)])
  const giants = await Promise.all([claimed, compressed, endless].map(giant))
  return {
    report: `floods: ${floods.join('; ')}; giant frames: ${counted(giants)}`,
    faults: unless(
      giants.every((end) => end === 'closed'),
      'a giant frame is taken',
    ),
  }
}
