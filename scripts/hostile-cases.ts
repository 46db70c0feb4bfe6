import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { formOf } from '../src/server/testing/forms.ts'
import { metricsOf } from '../src/server/testing/memory.ts'
import { pdfOfSize } from '../src/server/testing/pdfs.ts'
import { counted, headOf, pour, type RawClient, rawClient, statusFor } from '../src/server/testing/raw-client.ts'

/** Where the cases send what they send. */
export interface Target {
  address: string
  /** Of somebody who may upload. */
  cookie: string
  userId: string
  /** The most sockets that the machine lets one process have. */
  sockets: number
}

/** One kind of hostile client: does it, says what came of it, and names what should not have. */
type Case = (target: Target) => Promise<{ told: string; faults?: string[] }>

const MB = 1024 * 1024
const JSON_TYPE = { 'Content-Type': 'application/json' }
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const unless = (fine: boolean, fault: string) => (fine ? [] : [fault])
const expectOnly = (statuses: string[], allowed: string[]) =>
  unless(
    statuses.every((status) => allowed.includes(status)),
    `not only ${allowed.join(' or ')}`,
  )

/** Opens so many, not more at a time than a listening socket takes. */
async function openMany<T>(count: number, open: (at: number) => Promise<T>) {
  const opened: T[] = []
  for (let at = 0; at < count; at += 200)
    opened.push(...(await Promise.all(times(Math.min(200, count - at), (more) => open(at + more)))))
  return opened
}
const longest = async (clients: RawClient[]) => Math.max(...(await Promise.all(clients.map(({ closed }) => closed))))

const slowly: Case = async ({ address, cookie }) => {
  const upload = headOf('POST', '/api/v1/sops', {
    ...{ Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 10_000 },
  })
  const json = headOf('POST', '/api/v1/tasks', { Cookie: cookie, ...JSON_TYPE, 'Content-Length': 10_000 })
  const kinds = { head: 'GET / HTTP/1.1\r\nX-Slow: ', body: json, upload }
  const told = await Promise.all(
    Object.entries(kinds).map(async ([name, head]) => {
      const clients = await openMany(100, () => rawClient(address))
      for (const { socket } of clients) socket.write(head)
      const timer = setInterval(() => {
        for (const { socket } of clients) if (socket.writable) socket.write('x')
      }, 1000)
      const seconds = await Promise.race([longest(clients), sleep(150_000, Number.POSITIVE_INFINITY)])
      clearInterval(timer)
      for (const { socket } of clients) socket.destroy()
      return { name, seconds, statuses: clients.map(({ heard }) => heard().slice(9, 12) || 'closed') }
    }),
  )
  return {
    told: told
      .map(({ name, seconds, statuses }) => `${name}: ${counted(statuses)} within ${seconds.toFixed(0)} s`)
      .join('; '),
    faults: told.flatMap(({ name, seconds }) => unless(seconds < 120, `${name} is held for ${seconds} s`)),
  }
}

const idle: Case = async ({ address, sockets }) => {
  const clients = await openMany(sockets, () => rawClient(address))
  const held = (await metricsOf(address))('process_resident_memory_bytes') / MB
  const seconds = await Promise.race([longest(clients), sleep(150_000, Number.POSITIVE_INFINITY)])
  for (const { socket } of clients) socket.destroy()
  return {
    told: `${clients.length} that say nothing: the server holds ${held.toFixed(0)} MB; all closed after ${seconds.toFixed(0)} s`,
    faults: unless(seconds < 130, 'idle connections are held'),
  }
}

const idlePages: Case = async ({ address, cookie, userId, sockets }) => {
  let heard = 0
  const pages = await openMany(sockets, async () => {
    const page = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers: { cookie }, perMessageDeflate: false })
    await new Promise((resolve, reject) => page.once('open', resolve).once('error', reject))
    page.on('error', () => {})
    const welcomed = new Promise<void>((resolve) => {
      page.on('message', (message) => {
        if (String(message).includes('auth_success')) resolve()
        else if (String(message).includes('"change"')) heard += 1
      })
    })
    page.send(JSON.stringify({ type: 'auth', userId }))
    await welcomed
    return page
  })
  const metrics = await metricsOf(address)
  const began = performance.now()
  const body = JSON.stringify({ title: 'Heard by everybody' })
  await fetch(`${address}/api/v1/tasks`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body,
  })
  while (heard < pages.length && performance.now() - began < 20_000) await sleep(20)
  const took = performance.now() - began
  const closed = Promise.all(pages.map((page) => new Promise((resolve) => page.once('close', resolve))))
  const inTime = await Promise.race([closed.then(() => true), sleep(120_000, false)])
  for (const page of pages) page.terminate()
  return {
    told: `${metrics('muster_live_connections')} live connections: the server holds ${(metrics('process_resident_memory_bytes') / MB).toFixed(0)} MB; all hear of a change within ${took.toFixed(0)} ms; ${inTime ? 'silent, they are dropped' : 'HELD'}`,
    faults: [...unless(inTime, 'silent pages are held'), ...unless(heard >= pages.length, `only ${heard} heard`)],
  }
}

/** Sign-ins all at once; each gives its status and how long it took. */
async function signIns(address: string, count: number, addressOf: (at: number) => string) {
  const clients = await openMany(count, () => rawClient(address))
  const replies = await Promise.all(
    clients.map(async (client, at) => {
      const isRight = at % 10 === 0
      const email = isRight ? 'user@muster.example' : `flood${at % 700}@muster.example`
      const body = JSON.stringify({ email, password: isRight ? 'muster-demo' : `wrong ${at}` })
      const headers = { ...JSON_TYPE, 'X-Forwarded-For': addressOf(at), 'Content-Length': Buffer.byteLength(body) }
      const began = performance.now()
      client.socket.write(headOf('POST', '/api/v1/auth/login', headers) + body)
      const status = await statusFor(client, 120)
      client.socket.destroy()
      return { status, took: performance.now() - began }
    }),
  )
  const statuses = replies.map(({ status }) => status)
  const slowest = Math.max(...replies.map(({ took }) => took)) / 1000
  return {
    told: `${counted(statuses)}, the last after ${slowest.toFixed(1)} s`,
    faults: [...expectOnly(statuses, ['200', '401', '429', '503']), ...unless(slowest < 20, 'some wait for too long')],
  }
}

const floodFromOne: Case = ({ address }) => signIns(address, 2000, () => '198.51.100.7')
const floodFromMany: Case = ({ address }) => signIns(address, 2000, (at) => `198.18.${at >> 8}.${at & 255}`)

const large: Case = async ({ address, cookie }) => {
  const send = async (path: string, headers: Record<string, string | number>, begin: string) => {
    const client = await rawClient(address)
    client.socket.write(headOf('POST', path, { Cookie: cookie, ...headers }) + begin)
    const chunk = 'Transfer-Encoding' in headers ? `10000\r\n${'x'.repeat(65_536)}\r\n` : undefined
    await Promise.race([pour(client, 100 * MB, chunk), sleep(20_000)])
    const status = await statusFor(client, 5)
    const [sent] = [client.socket.bytesWritten / MB]
    client.socket.destroy()
    return { status, sent }
  }
  const form = formOf({ title: 'Large' }, { content: '%PDF-1.7 ' })
  const begin = String(form.payload).split('%PDF')[0] ?? ''
  const multipart = { 'Content-Type': form.headers['content-type'] }
  const chunked = { 'Transfer-Encoding': 'chunked' }
  const length = { 'Content-Length': 100 * MB }
  const inChunk = `${begin.length.toString(16)}\r\n${begin}\r\n`
  const ends = await Promise.all(
    times(5, () => [
      send('/api/v1/tasks', { ...JSON_TYPE, ...length }, ''),
      send('/api/v1/tasks', { ...JSON_TYPE, ...chunked }, ''),
      send('/api/v1/sops', { ...multipart, ...length }, begin),
      send('/api/v1/sops', { ...multipart, ...chunked }, inChunk),
    ]).flat(),
  )
  const statuses = ends.map(({ status }) => status)
  const most = Math.max(...ends.map(({ sent }) => sent))
  return {
    told: `${counted(statuses)}; at most ${most.toFixed(0)} MB were taken of one`,
    faults: expectOnly(statuses, ['413', 'closed']),
  }
}

/** Sends whole requests on connections of their own; gives their statuses. */
const all = (address: string, requests: (string | Buffer)[], seconds = 30) =>
  Promise.all(
    requests.map(async (request) => {
      const client = await rawClient(address)
      client.socket.write(request)
      const status = await statusFor(client, seconds)
      client.socket.destroy()
      return status
    }),
  )
const post = (path: string, headers: Record<string, string>, body: string | Buffer) =>
  Buffer.concat([
    Buffer.from(headOf('POST', path, { ...headers, 'Content-Length': Buffer.byteLength(body) })),
    Buffer.from(body),
  ])

const deep: Case = async ({ address, cookie }) => {
  const lists = '['.repeat(100_000) + ']'.repeat(100_000)
  const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  const bodies = [lists, objects, `{"title":"a","tags":${lists}}`, `{"title":${objects}}`]
  const query = `/api/v1/tasks?${'status[a]'.repeat(1500)}=1`
  const statuses = await all(address, [
    ...times(10, () => bodies.map((body) => post('/api/v1/tasks', { Cookie: cookie, ...JSON_TYPE }, body))).flat(),
    ...times(10, () => headOf('GET', query, { Cookie: cookie })),
  ])
  return { told: counted(statuses), faults: expectOnly(statuses, ['400']) }
}

const bombs: Case = async ({ address, cookie, userId }) => {
  const huge = Buffer.alloc(100 * MB, ' ')
  const packed = { gzip: gzipSync(huge), br: brotliCompressSync(huge), deflate: gzipSync(huge) }
  const form = formOf({ title: 'Bomb' }, { content: pdfOfSize(100_000) })
  const statuses = await all(
    address,
    Object.entries(packed).flatMap(([encoding, body]) => [
      post('/api/v1/tasks', { Cookie: cookie, ...JSON_TYPE, 'Content-Encoding': encoding }, body),
      post('/api/v1/auth/login', { ...JSON_TYPE, 'Content-Encoding': encoding }, body),
      post('/api/v1/sops', { Cookie: cookie, ...form.headers, 'Content-Encoding': encoding }, form.payload),
    ]),
  )
  const page = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers: { cookie }, perMessageDeflate: true })
  await new Promise((resolve) => page.once('open', resolve))
  const { extensions } = page
  page.send(JSON.stringify({ type: 'auth', userId }))
  page.terminate()
  const faults = [
    ...expectOnly(statuses, ['415']),
    ...unless(extensions === '', `live connections agree to ${extensions}`),
  ]
  return { told: `${counted(statuses)}; live connections agree to ${extensions || 'no compression'}`, faults }
}

const heads: Case = async ({ address }) => {
  const many = Object.fromEntries(times(10_000, (at) => [`X-${at}`, 'x']))
  const few = Object.fromEntries(times(1_500, (at) => [`A${at}`, '']))
  const statuses = await all(address, [
    ...times(20, () => headOf('GET', '/healthz', many)),
    ...times(20, () => headOf('GET', '/healthz', { 'X-Long': 'x'.repeat(MB) })),
    ...times(20, () => headOf('GET', `/${'x'.repeat(MB)}`)),
    ...times(20, () => headOf('GET', '/healthz', few)),
  ])
  return { told: counted(statuses), faults: expectOnly(statuses, ['431', '200', 'closed']) }
}

const pipelined: Case = async ({ address, cookie }) => {
  const one = headOf('GET', '/api/v1/tasks?limit=50', { Cookie: cookie })
  const clients = await openMany(40, (at) => rawClient(address, { reads: at % 2 === 0 }))
  for (const { socket } of clients) socket.write(one.repeat(5_000))
  await sleep(5_000)
  const held = (await metricsOf(address))('process_resident_memory_bytes') / MB
  for (const { socket } of clients) socket.destroy()
  return {
    told: `40 with 5,000 requests ahead, half of whom read nothing: the server holds ${held.toFixed(0)} MB`,
    faults: unless(held < 400, 'it works for who is gone'),
  }
}

const halfClosed: Case = async ({ address, cookie }) => {
  const whole = await openMany(500, () => rawClient(address, { halfOpen: true }))
  for (const { socket } of whole) socket.end(headOf('GET', '/api/v1/auth/session', { Cookie: cookie }))
  const statuses = await Promise.all(whole.map((client) => statusFor(client)))
  const half = await openMany(500, () => rawClient(address, { halfOpen: true }))
  const head = headOf('POST', '/api/v1/tasks', { Cookie: cookie, ...JSON_TYPE, 'Content-Length': 100 })
  for (const [at, { socket }] of half.entries()) socket.end(head.slice(0, at))
  const seconds = await Promise.race([longest([...whole, ...half]), sleep(100_000, Number.POSITIVE_INFINITY)])
  for (const { socket } of [...whole, ...half]) socket.destroy()
  return {
    told: `whole requests: ${counted(statuses)}; all, with 500 that break off, closed after ${seconds.toFixed(1)} s`,
    faults: unless(seconds < 100, 'half-closed connections are held'),
  }
}

const deaf: Case = async ({ address, cookie }) => {
  const clients = await openMany(60, () => rawClient(address, { reads: false }))
  for (const { socket } of clients)
    socket.write(
      headOf('GET', '/assets-of-nothing', {}) + headOf('GET', '/api/docs/openapi.json', { Cookie: cookie }).repeat(200),
    )
  const began = performance.now()
  let left = Number.NaN
  while (performance.now() - began < 200_000) {
    await sleep(2_000)
    left = (await metricsOf(address))('nodejs_active_handles{type="Socket"}')
    if (left < 40) break
  }
  for (const { socket } of clients) socket.destroy()
  return {
    told: `60 that read nothing of what they ask for are closed after ${((performance.now() - began) / 1000).toFixed(0)} s`,
    faults: unless(left < 40, 'who reads nothing is held'),
  }
}

const messages: Case = async ({ address, cookie, userId }) => {
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
    told: `floods: ${floods.join('; ')}; giant frames: ${counted(giants)}`,
    faults: unless(
      giants.every((end) => end === 'closed'),
      'a giant frame is taken',
    ),
  }
}

export const cases: Record<string, Case> = {
  'deep JSON': deep,
  'compressed bombs': bombs,
  'floods of headers': heads,
  'bodies of 100 MB': large,
  'sign-ins, 2,000 at once from one address': floodFromOne,
  'sign-ins, 2,000 at once from 2,000 addresses': floodFromMany,
  pipelining: pipelined,
  'live messages': messages,
  'half-closed connections': halfClosed,
  'one byte a second': slowly,
  'replies that nobody reads': deaf,
  'idle connections': idle,
  'idle live connections': idlePages,
}
