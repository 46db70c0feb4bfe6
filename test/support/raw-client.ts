import { connect, type Socket } from 'node:net'

/** A connection on which anything at all can be sent. */
export interface RawClient {
  socket: Socket
  /** What has come, as far as it is kept. */
  received(): string
  /** How many seconds after it was opened it was closed. */
  closed: Promise<number>
}

const KEPT = 100_000

export function rawClient(address: string, { reads = true, halfOpen = false } = {}): Promise<RawClient> {
  const { hostname, port } = new URL(address)
  const began = performance.now()
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: halfOpen })
  let text = ''
  if (reads)
    socket.on('data', (chunk) => {
      if (text.length < KEPT) text += chunk
    })
  const closed = new Promise<number>((resolve) => {
    socket.on('close', () => resolve((performance.now() - began) / 1000))
  })
  const client = { socket, received: () => text, closed }
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(client)).once('error', reject)
    // What the server cuts off is no fault of ours.
    socket.on('error', () => {})
  })
}

export const headOf = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n')

/** Sends so many bytes as fast as they are taken, until the other side has enough. */
export async function pour({ socket }: RawClient, bytes: number, chunk: Buffer | string = Buffer.alloc(65_536, 'x')) {
  for (let sent = 0; sent < bytes && socket.writable; sent += chunk.length) {
    if (!socket.write(chunk))
      await new Promise<void>((resolve) => {
        const go = () => {
          socket.off('drain', go).off('close', go)
          resolve()
        }
        socket.on('drain', go).on('close', go)
      })
  }
}

/** The status of the first reply, once it is there; `closed` or `none` when none came within so many seconds. */
export async function statusFor(client: RawClient, seconds = 30): Promise<string> {
  const status = () => /^HTTP\/1\.1 (\d{3})/.exec(client.received())?.[1]
  const ended = client.closed.then(() => true)
  for (let left = seconds * 20; left > 0 && !status(); left -= 1) {
    const isOver = await Promise.race([ended, new Promise<false>((resolve) => setTimeout(() => resolve(false), 50))])
    if (isOver) break
  }
  return status() ?? (client.socket.destroyed ? 'closed' : 'none')
}

/** "3 × 413, 1 × closed". */
export function counted(values: (string | number)[]) {
  const times = new Map<string | number, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return [...times].map(([value, count]) => `${count} × ${value}`).join(', ')
}
