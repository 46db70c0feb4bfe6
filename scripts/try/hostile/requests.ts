import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { formOf } from '../../../test/support/forms.ts'
import { metricsOf } from '../../../test/support/memory.ts'
import { pdfOfSize } from '../../../test/support/pdfs.ts'
import { counted, headOf, pour, rawClient, statusFor } from '../../../test/support/raw-client.ts'
import { type Case, expectOnly, JSON_TYPE, MB, openMany, times, unless } from './case.ts'

/** Clients that send requests that are too large, too deep or too many. */

/** Sends whole requests, each on its own connection. Returns their statuses. */
const sendAll = (address: string, requests: (string | Buffer)[], seconds = 30) =>
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

export const deep: Case = async ({ address, cookie }) => {
  const lists = '['.repeat(60_000) + ']'.repeat(60_000)
  const objects = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`
  const bodies = [lists, objects, `{"title":"a","tags":${lists}}`, `{"title":${objects}}`]
  const query = `/api/v1/tasks?${'status[a]'.repeat(1500)}=1`
  const statuses = await sendAll(address, [
    ...times(10, () => bodies.map((body) => post('/api/v1/tasks', { Cookie: cookie, ...JSON_TYPE }, body))).flat(),
    ...times(10, () => headOf('GET', query, { Cookie: cookie })),
  ])
  return { report: counted(statuses), faults: expectOnly(statuses, ['400']) }
}

export const bombs: Case = async ({ address, cookie, userId }) => {
  const huge = Buffer.alloc(100 * MB, ' ')
  const packed = { gzip: gzipSync(huge), br: brotliCompressSync(huge), deflate: gzipSync(huge) }
  const form = formOf({ title: 'Bomb' }, { content: pdfOfSize(100_000) })
  const statuses = await sendAll(
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
    ...unless(extensions === '', `live connections accept ${extensions}`),
  ]
  return { report: `${counted(statuses)}; live connections accept ${extensions || 'no compression'}`, faults }
}

export const heads: Case = async ({ address }) => {
  const many = Object.fromEntries(times(10_000, (at) => [`X-${at}`, 'x']))
  const few = Object.fromEntries(times(1_500, (at) => [`A${at}`, '']))
  const statuses = await sendAll(address, [
    ...times(20, () => headOf('GET', '/healthz', many)),
    ...times(20, () => headOf('GET', '/healthz', { 'X-Long': 'x'.repeat(MB) })),
    ...times(20, () => headOf('GET', `/${'x'.repeat(MB)}`)),
    ...times(20, () => headOf('GET', '/healthz', few)),
  ])
  return { report: counted(statuses), faults: expectOnly(statuses, ['431', '200', 'closed']) }
}

export const large: Case = async ({ address, cookie }) => {
  const send = async (path: string, headers: Record<string, string | number>, begin: string) => {
    const client = await rawClient(address)
    client.socket.write(headOf('POST', path, { Cookie: cookie, ...headers }) + begin)
    const chunk = 'Transfer-Encoding' in headers ? `10000\r\n${'x'.repeat(65_536)}\r\n` : undefined
    await Promise.race([pour(client, 100 * MB, chunk), sleep(20_000)])
    const status = await statusFor(client, 5)
    const sent = client.socket.bytesWritten / MB
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
  const maxSent = Math.max(...ends.map(({ sent }) => sent))
  return {
    report: `${counted(statuses)}; the server accepted at most ${maxSent.toFixed(0)} MB of one`,
    faults: expectOnly(statuses, ['413', 'closed']),
  }
}

export const pipelined: Case = async ({ address, cookie }) => {
  const request = headOf('GET', '/api/v1/tasks?limit=50', { Cookie: cookie })
  const clients = await openMany(40, (at) => rawClient(address, { reads: at % 2 === 0 }))
  for (const { socket } of clients) socket.write(request.repeat(5_000))
  await sleep(5_000)
  const memory = (await metricsOf(address))('process_resident_memory_bytes') / MB
  for (const { socket } of clients) socket.destroy()
  return {
    report: `40 clients with 5,000 requests each, half of which read no replies: the server uses ${memory.toFixed(0)} MB`,
    faults: unless(memory < 400, 'the server works for clients that do not read'),
  }
}
