import { once } from 'node:events'
import { type ClientOptions, WebSocket } from 'ws'
import type { ClientMessage, ServerMessage } from '../../src/shared/changes.ts'

const TIMEOUT = 5_000

type Kind = ServerMessage['type']
type Of<K extends Kind> = Extract<ServerMessage, { type: K }>

/** A page's end of the live connection. */
export interface LivePage {
  socket: WebSocket
  send(message: ClientMessage): void
  /** The next message of that kind, whatever was heard before it; fails when it does not come in time. */
  receives<K extends Kind>(kind: K, within?: number): Promise<Of<K>>
  /** What was heard and not asked for yet. */
  received(): ServerMessage[]
  /** The same, once the server has answered a ping: all that was sent before has arrived. */
  receivedByNow(): Promise<ServerMessage[]>
  /** The code with which the connection is closed. */
  closed: Promise<number>
}

/** Opens the live connection; says nothing yet. Fails with the status when the server refuses. */
export async function openPage(address: string, headers: Record<string, string>): Promise<LivePage> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers } satisfies ClientOptions)
  const waiting: ServerMessage[] = []
  socket.on('message', (data) => waiting.push(JSON.parse(String(data))))
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const refused = new Promise<never>((_, reject) =>
    socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy()
      reject(new Error(`Refused: ${statusCode}`))
    }),
  )
  await Promise.race([once(socket, 'open'), refused])

  /** Where in what was heard the next of that kind is. */
  const waiterFor = async (kind: Kind, within: number) => {
    const signal = AbortSignal.timeout(within)
    for (;;) {
      const at = waiting.findIndex(({ type }) => type === kind)
      if (at !== -1) return at
      await once(socket, 'message', { signal }).catch(() => {
        throw new Error(`Heard no ${kind} within ${within} ms, but ${JSON.stringify(waiting)}`)
      })
    }
  }
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))

  return {
    socket,
    closed,
    send,
    received: () => waiting.splice(0),
    async receivedByNow() {
      send({ type: 'ping' })
      const at = await waiterFor('pong', TIMEOUT)
      return waiting.splice(0, at + 1).slice(0, -1)
    },
    async receives<K extends Kind>(kind: K, within = TIMEOUT) {
      const at = await waiterFor(kind, within)
      return waiting.splice(0, at + 1).at(-1) as Of<K>
    },
  }
}
