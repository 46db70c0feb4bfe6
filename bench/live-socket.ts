import { connect, type Socket } from 'node:net'
import { sharedClock } from './programs.ts'

/** Live connections for programs that open thousands of pages: the WebSocket protocol as far as Muster needs it. */

export interface LiveOpening {
  port: number
  cookie: string
  /** The page's first message, as JSON. */
  greeting: object
  /** Gets each message, and when it arrived by `sharedClock`. */
  receive(text: string, at: number): void
  /** Is told that the connection has ended, also before it was introduced. */
  ended(): void
  /** Is told how many bytes have arrived. */
  arrived?(bytes: number): void
}

/** Opens a live connection. Resolves when the server has let the page in; rejects if it does not. */
export function openLiveSocket({ port, cookie, greeting, receive, ended, arrived }: LiveOpening): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.write(
      `GET /ws HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\ncookie: ${cookie}\r\n\r\n`,
    )
    socket.on('error', reject)
    socket.on('close', () => {
      reject(new Error('The server closed a live connection'))
      ended()
    })
    let rest: Buffer = Buffer.alloc(0)
    socket.once('data', (head: Buffer) => {
      if (!head.toString().startsWith('HTTP/1.1 101')) {
        reject(new Error(head.toString()))
        return socket.destroy()
      }
      rest = head.subarray(head.indexOf('\r\n\r\n') + 4)
      socket.on('data', (chunk: Buffer) => {
        const at = sharedClock()
        arrived?.(chunk.length)
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
        for (;;) {
          const length = frameLength(rest)
          if (length === undefined) return
          const text = rest.toString('utf8', length.head, length.whole)
          rest = rest.subarray(length.whole)
          if (text.startsWith('{"type":"auth_success"')) resolve(socket)
          receive(text, at)
        }
      })
      socket.write(frameOf(JSON.stringify(greeting)))
    })
  })
}

/** A frame of a client must be masked. A mask of zeros leaves the text as it is. */
export function frameOf(text: string) {
  const bytes = Buffer.from(text)
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), bytes])
}

/** Where the first frame's text begins and ends; undefined while it is not complete. */
function frameLength(bytes: Buffer) {
  if (bytes.length < 4) return undefined
  const short = (bytes[1] ?? 0) & 127
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < head) return undefined
  const whole = head + (short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)))
  return bytes.length >= whole ? { head, whole } : undefined
}
