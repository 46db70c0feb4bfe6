import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { frameOf } from './live-socket.ts'

/** Opens many live connections, as pages do, and times a change at the first and the last. Own process. */

export interface Opening {
  port: number
  /** The people who open pages, in turn, until `count` are open. */
  pages: { cookie: string; userId: string }[]
  count: number
  /** The session that makes the changes, and the tasks that it changes. */
  cookie: string
  ids: number[]
}

export interface Reached {
  /** Milliseconds from before the request: until its reply, and until the first and the last page had it. */
  reply: number
  first: number
  last: number
}

const CHANGE = '"resource":"tasks"'
let opening: Opening | undefined
let received = () => {}

function openPage({ port, pages }: Opening, at: number) {
  const { cookie, userId } = pages[at % pages.length] as Opening['pages'][number]
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET /ws HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\ncookie: ${cookie}\r\n\r\n`,
    )
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a live connection')))
    const introduce = (chunk: Buffer) => {
      const text = chunk.toString()
      if (text.startsWith('HTTP/1.1 101')) socket.write(frameOf(JSON.stringify({ type: 'auth', userId })))
      if (!text.includes('auth_success')) return
      socket.off('data', introduce)
      socket.on('data', (bytes) => {
        if (bytes.includes(CHANGE)) received()
      })
      resolve(socket)
    }
    socket.on('data', introduce)
  })
}

async function open(request: Opening) {
  opening = request
  const BATCH = 50
  for (let at = 0; at < request.count; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, request.count - at) }, (_, n) => openPage(request, at + n))
    await Promise.all(batch)
  }
}

let round = 0
async function change(): Promise<Reached> {
  if (!opening) throw new Error('A change needs open pages: send an opening first')
  const { port, ids, cookie, count } = opening
  const id = ids[round % ids.length]
  const body = JSON.stringify({ status: Math.floor(round / ids.length) % 2 === 0 ? 'in_progress' : 'pending' })
  round += 1
  const reached: Reached = { reply: 0, first: 0, last: 0 }
  const begin = performance.now()
  let pages = 0
  const reachedAll = new Promise<void>((resolve) => {
    received = () => {
      pages += 1
      if (pages === 1) reached.first = performance.now() - begin
      if (pages < count) return
      reached.last = performance.now() - begin
      resolve()
    }
  })
  const replied = new Promise<void>((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json', 'content-length': body.length }
    request({ port, host: '127.0.0.1', method: 'PUT', path: `/api/v1/tasks/${id}`, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`The change was refused: ${reply.statusCode}`))
      reached.reply = performance.now() - begin
      reply.resume().on('end', resolve)
    }).end(body)
  })
  await Promise.all([reachedAll, replied])
  return reached
}

process.on('message', (message: Opening | 'change') => {
  const answer = message === 'change' ? change() : open(message)
  answer.then(
    (reached) => process.send?.(reached ?? {}),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
