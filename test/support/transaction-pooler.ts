import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/** The session that a pooler takes for the next transaction: the last one returned, or the one that waits longest. */
export type Order = 'newest first' | 'oldest first'

interface Session {
  socket: Socket
  /** Receives the data from PostgreSQL; null while no query runs. */
  reader: ((piece: Buffer) => void) | null
}

/** A minimal transaction pooler. Each client signs in on its own session; later queries go to any free one. */
export async function openTransactionPooler(target: string, order: Order) {
  const { hostname, port } = new URL(target)
  const free: Session[] = []
  const sockets = new Set<Socket>()

  const server = createServer(async (client) => {
    const session: Session = { socket: dial(Number(port), hostname), reader: null }
    for (const socket of [client, session.socket]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    session.socket.on('data', (piece) => session.reader?.(piece))
    let pooled = false
    client.on('data', (piece) => {
      if (!pooled) session.socket.write(piece)
      else if (String.fromCharCode(piece[0] ?? 0) === 'Q') void ask(piece, client)
      else client.end()
    })
    await untilReady(session, client)
    pooled = true
    free.push(session)
  })

  async function ask(query: Buffer, client: Socket) {
    const session = order === 'newest first' ? free.pop() : free.shift()
    if (!session) return client.destroy()
    session.socket.write(query)
    await untilReady(session, client)
    free.push(session)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const HEADER = 5

/** Forwards the data from PostgreSQL up to the message that it is ready for the next query. */
function untilReady(session: Session, client: Socket) {
  return new Promise<void>((resolve) => {
    let left = Buffer.alloc(0)
    session.reader = (piece) => {
      client.write(piece)
      left = Buffer.concat([left, piece])
      while (left.length >= HEADER && left.length > left.readUInt32BE(1)) {
        const isReady = String.fromCharCode(left[0] ?? 0) === 'Z'
        left = left.subarray(1 + left.readUInt32BE(1))
        if (isReady) {
          session.reader = null
          resolve()
        }
      }
    }
  })
}
