import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Sends requests to one server over some connections, without pauses. It runs in its own process. */

export interface Load {
  port: number
  connections: number
  /** Whole requests, head and body, sent in turn, then from the first again. */
  requests: string[]
  /** The index of the request to begin with. */
  from: number
  seconds: number
  /** Ends earlier after this many answers. */
  maxRequests?: number
}

export interface Answered {
  /** How long each request took, in milliseconds. */
  times: number[]
  seconds: number
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

async function run({ port, connections, requests, from, seconds, maxRequests = Number.POSITIVE_INFINITY }: Load) {
  const bytes = requests.map((request) => Buffer.from(request))
  const times: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  let next = from
  const openConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sentAt = 0
      let missing = -1
      const send = () => {
        sentAt = performance.now()
        if (sentAt >= end || times.length >= maxRequests) return socket.destroy()
        socket.write(bytes[next % bytes.length] as Buffer)
        next += 1
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('data', (chunk) => {
        if (missing < 0) missing = lengthOf(chunk)
        missing -= chunk.length
        if (missing > 0) return
        missing = -1
        times.push(performance.now() - sentAt)
        send()
      })
    })
  await Promise.all(Array.from({ length: connections }, openConnection))
  return { times, seconds: (performance.now() - begin) / 1000 } satisfies Answered
}

/** The length of an answer in bytes, read from its first chunk. Throws for a status other than 2xx. */
function lengthOf(chunk: Buffer) {
  const head = chunk.indexOf(END_OF_HEAD)
  const text = chunk.toString('latin1', 0, head)
  const length = LENGTH.exec(text)?.[1]
  if (head < 0 || !/^HTTP\/1.1 20/.test(text) || length === undefined) throw new Error(chunk.toString())
  return head + END_OF_HEAD.length + Number(length)
}

process.on('message', (load: Load) => {
  run(load).then(
    (answered) => process.send?.(answered),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
