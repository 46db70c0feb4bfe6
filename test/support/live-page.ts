import { once } from 'node:events'
import { type ClientOptions, WebSocket } from 'ws'
import type { ClientMessage, ServerMessage } from '../../src/shared/changes.ts'

/** Generous, for a machine that is busy with other things. */
const TIMEOUT_MS = 60_000

type Kind = ServerMessage['type']
type Of<K extends Kind> = Extract<ServerMessage, { type: K }>

/** The client's side of a live connection. */
export interface LivePage {
  socket: WebSocket
  send(message: ClientMessage): void
  /** The next message of this kind. Drops all messages before it. Fails when none comes in time. */
  receives<K extends Kind>(kind: K, timeoutMs?: number): Promise<Of<K>>
  /** All messages that were received and not taken yet. */
  received(): ServerMessage[]
  /** The same after a ping and its reply, so that everything the server sent before has arrived. */
  receivedByNow(): Promise<ServerMessage[]>
  /** Up to where of the log of events the server has sent everything. */
  position(): number | undefined
  /** Resolves with the close code. */
  closed: Promise<number>
}

/** Opens a live connection without sending a message. Fails with the status when the server refuses. */
export async function openPage(address: string, headers: Record<string, string>): Promise<LivePage> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers } satisfies ClientOptions)
  const queue: ServerMessage[] = []
  let position: number | undefined
  socket.on('message', (data) => {
    const message: ServerMessage = JSON.parse(String(data))
    if (message.type === 'position' || message.type === 'auth_success') position = message.position
    if (message.type === 'change') position = message.data.floor ?? position
    if (message.type !== 'position') queue.push(message)
  })
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const refused = new Promise<never>((_, reject) =>
    socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy()
      reject(new Error(`Refused: ${statusCode}`))
    }),
  )
  await Promise.race([once(socket, 'open'), refused])

  /** Waits for a message of this kind and returns its index in the queue. */
  const indexOfNext = async (kind: Kind, timeoutMs: number) => {
    const signal = AbortSignal.timeout(timeoutMs)
    for (;;) {
      const index = queue.findIndex(({ type }) => type === kind)
      if (index !== -1) return index
      await once(socket, 'message', { signal }).catch(() => {
        throw new Error(`No ${kind} came within ${timeoutMs} ms, only ${JSON.stringify(queue)}`)
      })
    }
  }
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))

  return {
    socket,
    closed,
    position: () => position,
    send,
    received: () => queue.splice(0),
    async receivedByNow() {
      send({ type: 'ping' })
      const index = await indexOfNext('pong', TIMEOUT_MS)
      return queue.splice(0, index + 1).slice(0, -1)
    },
    async receives<K extends Kind>(kind: K, timeoutMs = TIMEOUT_MS) {
      const index = await indexOfNext(kind, timeoutMs)
      return queue.splice(0, index + 1).at(-1) as Of<K>
    },
  }
}
