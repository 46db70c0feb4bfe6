import { WebSocket } from 'ws'
import type { ClientMessage, ServerMessage } from '../../src/shared/changes.ts'

/** In milliseconds. When the time moves on, its connection ends, and to open another costs more than a step. */
const AGAIN = 500

/** A page that hears everything that the servers send to its person. It connects again whenever a server is gone. */
export class LiveListener {
  private socket: WebSocket | undefined
  private isClosed = false
  private readonly person: { id: string; cookie: string }
  private readonly address: () => string | undefined
  private readonly onMessage: (message: ServerMessage) => void

  constructor(
    person: { id: string; cookie: string },
    address: () => string | undefined,
    onMessage: (message: ServerMessage) => void,
  ) {
    this.person = person
    this.address = address
    this.onMessage = onMessage
    this.connect()
  }

  private connect() {
    if (this.isClosed) return
    const address = this.address()
    if (!address) return this.later()
    const { id, cookie } = this.person
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers: { cookie } })
    this.socket = socket
    socket.on('error', () => {})
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', userId: id } satisfies ClientMessage)))
    socket.on('message', (data) => this.onMessage(JSON.parse(String(data))))
    socket.on('close', () => this.later())
  }

  private later = () => void setTimeout(() => this.connect(), AGAIN)

  close() {
    this.isClosed = true
    this.socket?.close()
  }
}
