import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Milliseconds that a request and its reply are longer under way. */
export const LATENCY_MS = 150
/** Bytes a second from the server: 1.6 Mbit/s. */
export const DOWNLOAD = 200_000
/** Connections take turns in pieces of this many bytes, so that a large file holds up no small one. */
const PIECE = 4 * 1460

interface Line {
  client: Socket
  pieces: Buffer[]
  /** The server has closed its side. */
  ended: boolean
}

/**
 * A proxy to a Muster on this machine that is as slow as a phone's network. Unlike the emulation of DevTools it also
 * slows down the requests of a service worker.
 */
export async function openSlowLink(port: number) {
  const lines: Line[] = []
  let busy = false

  /** Sends one piece of the next connection that has some, as long as that takes at this rate. */
  function pump() {
    const at = lines.findIndex(({ pieces }) => pieces.length > 0)
    busy = at !== -1
    const [line] = busy ? lines.splice(at, 1) : []
    const piece = line?.pieces.shift()
    if (!line || !piece) return
    lines.push(line)
    const time = (piece.length / DOWNLOAD) * 1000
    setTimeout(() => {
      setTimeout(() => {
        line.client.write(piece)
        finish(line)
      }, LATENCY_MS / 2)
      pump()
    }, time)
  }

  const finish = (line: Line) => line.ended && line.pieces.length === 0 && line.client.end()

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    const line: Line = { client, pieces: [], ended: false }
    lines.push(line)
    client.on('data', (data) => setTimeout(() => upstream.write(data), LATENCY_MS / 2))
    upstream.on('data', (data) => {
      for (let from = 0; from < data.length; from += PIECE) line.pieces.push(data.subarray(from, from + PIECE))
      if (!busy) pump()
    })
    upstream.on('end', () => {
      line.ended = true
      setTimeout(() => finish(line), LATENCY_MS)
    })
    const close = () => {
      line.pieces = []
      lines.splice(lines.indexOf(line) >>> 0, 1)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', close)
    client.on('close', close)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      for (const { client } of lines) client.destroy()
    },
  }
}
