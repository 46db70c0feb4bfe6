import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Asks one server over some connections, each as soon as it has its answer, for a while; a process of its own. */

export interface Load {
  port: number
  connections: number
  /** Whole requests, head and body, asked in turn and from the first again. */
  requests: string[]
  /** With which of them to begin. */
  from: number
  seconds: number
  /** Ends earlier when so many have been answered. */
  most?: number
}

export interface Answered {
  /** How long each took, in milliseconds. */
  times: number[]
  seconds: number
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

async function run({ port, connections, requests, from, seconds, most = Number.POSITIVE_INFINITY }: Load) {
  const bytes = requests.map((request) => Buffer.from(request))
  const times: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  let next = from
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let requested = 0
      let missing = -1
      const ask = () => {
        requested = performance.now()
        if (requested >= end || times.length >= most) return socket.destroy()
        socket.write(bytes[next % bytes.length] as Buffer)
        next += 1
      }
      socket.on('connect', ask)
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('data', (chunk) => {
        if (missing < 0) missing = lengthOf(chunk)
        missing -= chunk.length
        if (missing > 0) return
        missing = -1
        times.push(performance.now() - requested)
        ask()
      })
    })
  await Promise.all(Array.from({ length: connections }, one))
  return { times, seconds: (performance.now() - begin) / 1000 } satisfies Answered
}

/** How many bytes an answer has, from its beginning; an error for any but a good one. */
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
