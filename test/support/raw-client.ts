import { connect, type Socket } from 'node:net'

/** A connection that can send any bytes. */
export interface RawClient {
  socket: Socket
  /** The data that was received, up to a limit. */
  received(): string
  /** Resolves with the seconds from the opening to the end. */
  closed: Promise<number>
}

const MAX_RECEIVED = 100_000

export function rawClient(address: string, { reads = true, halfOpen = false } = {}): Promise<RawClient> {
  const { hostname, port } = new URL(address)
  const began = performance.now()
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: halfOpen })
  let text = ''
  if (reads)
    socket.on('data', (chunk) => {
      if (text.length < MAX_RECEIVED) text += chunk
    })
  const closed = new Promise<number>((resolve) => {
    socket.on('close', () => resolve((performance.now() - began) / 1000))
  })
  const client = { socket, received: () => text, closed }
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(client)).once('error', reject)
    // The server may cut the connection off.
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

/** Sends this many bytes as fast as the server takes them, or until it closes the connection. */
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

/** Waits for the status of the first reply. Returns `closed` or `none` if none comes within this many seconds. */
export async function statusFor(client: RawClient, seconds = 30): Promise<string> {
  const status = () => /^HTTP\/1\.1 (\d{3})/.exec(client.received())?.[1]
  const ended = client.closed.then(() => true)
  for (let left = seconds * 20; left > 0 && !status(); left -= 1) {
    const isOver = await Promise.race([ended, new Promise<false>((resolve) => setTimeout(() => resolve(false), 50))])
    if (isOver) break
  }
  return status() ?? (client.socket.destroyed ? 'closed' : 'none')
}

/** Counts equal outcomes, for example "3 × 413, 1 × closed". */
export function counted(values: (string | number)[]) {
  const times = new Map<string | number, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return [...times].map(([value, count]) => `${count} × ${value}`).join(', ')
}
