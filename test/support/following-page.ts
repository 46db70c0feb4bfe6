import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import {
  type ChangeWithRow,
  type ClientMessage,
  type ServerMessage,
  SNAPSHOT_HEADER,
} from '../../src/shared/changes.ts'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import type { Role } from '../../src/shared/permissions.ts'
import { CallError, callEndpoint, type Transport } from '../../src/web/api/call-endpoint.ts'
import { FollowedChanges } from '../../src/web/live/followed-changes.ts'
import { parseSnapshot, type Snapshot } from '../../src/web/live/snapshot.ts'
import { READ_AGAIN } from '../../src/web/live/task-changes.ts'

/**
 * A page without a screen: it reads a page's replies, and then follows the live messages by the same rules as the
 * browser (`src/web/live/live.ts`, `live-changes.ts`).
 */

/** Somebody with a session. */
export interface Person {
  id: string
  role: Role
  departmentId: number | null
  cookie: string
}

/** One read of a page, as its arguments. */
export interface Read {
  name: string
  endpoint: Endpoint
  params?: { id: number }
  query?: object
}

/** A reply that was read, and follows the messages. */
export interface Shown extends Read {
  /** The reply as it is shown; the status when the server refuses it. */
  reply: unknown
  snapshot: Snapshot | undefined
  asked: number
  /** How often it was asked for: only the answer to the latest counts. */
  calls: number
  isReading: boolean
}

/** How many changes a page has received in each way, and how often it has read everything again. */
export interface Received {
  patched: number
  caughtUp: number
  readAgain: number
  everything: number
}

/** A task that a person received, for a check whether they might. */
export interface SeenTask {
  id: number
  departmentId: number | null
  assigneeId: string | null
}

/** Milliseconds: how long reads are gathered, how long a page waits before it connects or reads once more. */
const GATHER = 150
const AGAIN = 300
const REFUSED = 4401
/** As pages do not wait minutes for their turn here. */
const MOST_SPREAD = 2_000

/** A transport that notes the header with the transactions that the reply has seen. */
const transportOf =
  (address: string, cookie: string, note?: (snapshot: Snapshot | undefined) => void): Transport =>
  async ({ method, url, headers, body }) => {
    const reply = await fetch(`${address}${url}`, { method, headers: { ...headers, cookie }, body })
    const text = await reply.text()
    note?.(parseSnapshot(reply.headers.get(SNAPSHOT_HEADER)))
    return { status: reply.status, statusText: reply.statusText, text }
  }

/** Reads as a person; the status of a refusal for good. Throws when it may succeed later. */
export async function readAs(address: string, cookie: string, { endpoint, params, query }: Read) {
  let snapshot: Snapshot | undefined
  const transport = transportOf(address, cookie, (noted) => {
    snapshot = noted
  })
  try {
    return { reply: (await callEndpoint(transport, endpoint, { params, query } as never)) as unknown, snapshot }
  } catch (error) {
    if (error instanceof CallError && [403, 404].includes(error.status)) return { reply: error.status, snapshot }
    throw error
  }
}

export class FollowingPage {
  readonly person: Person
  readonly tab = randomUUID()
  readonly shown: Shown[]
  readonly received: Received = { patched: 0, caughtUp: 0, readAgain: 0, everything: 0 }
  /** Tasks that this person received, outside their department and not given to them. */
  readonly foreign: SeenTask[] = []
  private readonly followed = new FollowedChanges()
  private readonly address: () => string
  private readonly openedAt = performance.now()
  private socket: WebSocket | undefined
  private connectedBefore = false
  private connectedAt = 0
  private isClosed = false
  private readonly pending = new Set<Shown>()
  private readonly timers = new Set<NodeJS.Timeout>()

  /** `address` gives a server to talk to, as a balancer does. */
  constructor(person: Person, reads: Read[], timeZone: string, address: () => string) {
    this.person = person
    this.address = address
    this.followed.timeZone = timeZone
    this.followed.viewerId = person.id
    this.shown = reads.map((read) => ({
      ...read,
      ...{ reply: undefined, snapshot: undefined, asked: 0, calls: 0, isReading: false },
    }))
    for (const each of this.shown) this.read(each)
    this.connect()
  }

  /** Whether it is connected and shows everything. It may read again meanwhile. */
  isOpen() {
    const isConnected = this.socket?.readyState === WebSocket.OPEN && this.connectedAt > 0
    return isConnected && this.shown.every(({ reply }) => reply !== undefined)
  }

  /** Whether it is connected, and neither reads nor is about to. */
  isQuiet() {
    return (
      this.isOpen() && this.pending.size === 0 && this.timers.size === 0 && this.shown.every((each) => !each.isReading)
    )
  }

  /** Resolves when everything that the server has sent so far is here. */
  async hasHeard(): Promise<void> {
    const { socket } = this
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ type: 'ping' } satisfies ClientMessage))
    await new Promise<void>((resolve) => {
      const done = () => {
        socket.off('message', onMessage).off('close', done)
        resolve()
      }
      const onMessage = (data: unknown) => String(data) === '{"type":"pong"}' && done()
      socket.on('message', onMessage).on('close', done)
    })
  }

  /** After a write of its own a page reads the changed resources again: it does not receive the change. */
  hasWritten() {
    for (const each of this.shown) if (each.endpoint.reads?.includes('tasks')) this.read(each)
  }

  close() {
    this.isClosed = true
    for (const timer of this.timers) clearTimeout(timer)
    this.socket?.terminate()
  }

  private later(milliseconds: number, work: () => void) {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      if (!this.isClosed) work()
    }, milliseconds)
    this.timers.add(timer)
  }

  private connect() {
    this.connectedAt = 0
    const socket = new WebSocket(`${this.address().replace('http', 'ws')}/ws`, {
      headers: { cookie: this.person.cookie },
    })
    this.socket = socket
    socket.on('error', () => {})
    socket.on('open', () => {
      const since = this.connectedBefore ? this.followed.resumeFrom() : undefined
      const readingFor = this.connectedBefore ? 0 : performance.now() - this.openedAt
      const { tab } = this
      const auth: ClientMessage = { type: 'auth', userId: this.person.id, tab, readingFor, ...(since && { since }) }
      socket.send(JSON.stringify(auth))
    })
    socket.on('message', (data) => this.isClosed || this.receive(JSON.parse(String(data))))
    socket.on('close', (code) => {
      this.connectedAt = 0
      if (this.isClosed) return
      if (code === REFUSED) throw new Error(`The session of ${this.person.id} is over`)
      this.later(AGAIN * (0.5 + Math.random()), () => this.connect())
    })
  }

  private receive(message: ServerMessage) {
    if (message.type === 'auth_success') {
      if (this.connectedBefore && !message.resumed) this.readEverything(message.after)
      this.followed.notePosition(message.position, message.epoch)
      this.connectedBefore = true
      this.connectedAt = Date.now()
    } else if (message.type === 'change') this.apply(message.data)
    else if (message.type === 'position') this.followed.notePosition(message.position)
    else if (message.type === 'stale') this.readEverything(message.after)
  }

  private apply(change: ChangeWithRow) {
    this.noteForeign(change)
    if (!this.followed.receive(change)) return
    const stale = this.shown.filter(
      (each) => each.endpoint.reads?.includes(change.resource) && this.applyTo(each, change) === READ_AGAIN,
    )
    const isLate = change.at !== undefined && change.at < this.connectedAt
    this.received[stale.length > 0 ? 'readAgain' : isLate ? 'caughtUp' : 'patched'] += 1
    if (stale.length > 0) this.gather(stale, Math.min(change.spread ?? 0, MOST_SPREAD) * Math.random())
  }

  private applyTo(shown: Shown, change: ChangeWithRow): typeof READ_AGAIN | undefined {
    if (shown.reply === undefined) return undefined
    const { endpoint, params, reply, query = {}, snapshot } = shown
    if (typeof reply === 'number')
      return params && change.id !== null && params.id !== change.id ? undefined : READ_AGAIN
    const next = this.followed.apply({ endpoint, reply, query, snapshot }, change)
    if (next === READ_AGAIN) return READ_AGAIN
    shown.reply = next
    return undefined
  }

  private readEverything(after = 0) {
    this.received.everything += 1
    this.followed.noteLost()
    this.later(Math.min(after * 1_000, MOST_SPREAD), () => this.gather(this.shown, 0))
  }

  private gather(shown: readonly Shown[], delay: number) {
    for (const each of shown) this.pending.add(each)
    this.later(delay + GATHER * Math.random(), () => {
      for (const each of this.pending) this.read(each)
      this.pending.clear()
    })
  }

  /** Reads anew, unless the first answer is still on its way, as React Query does. */
  private read(shown: Shown) {
    if (shown.isReading && shown.reply === undefined) return
    shown.asked = performance.now()
    shown.calls += 1
    shown.isReading = true
    const { calls } = shown
    readAs(this.address(), this.person.cookie, shown).then(
      ({ reply, snapshot }) => {
        if (calls !== shown.calls || this.isClosed) return
        Object.assign(shown, { reply, snapshot, isReading: false })
        const changes = this.followed.since(shown.asked, shown.endpoint.reads ?? [])
        if (changes === READ_AGAIN || changes.some((change) => this.applyTo(shown, change) === READ_AGAIN)) {
          this.gather([shown], 0)
        }
      },
      () => {
        if (calls !== shown.calls || this.isClosed) return
        this.later(AGAIN * (0.5 + Math.random()), () => {
          shown.isReading = false
          this.read(shown)
        })
      },
    )
  }

  private noteForeign({ resource, id, row, before, after }: ChangeWithRow) {
    if (resource !== 'tasks' || typeof id !== 'number') return
    for (const seen of [row, before, after]) {
      if (!seen) continue
      const { departmentId, assigneeId } = seen as SeenTask
      const isOwn = departmentId !== null && departmentId === this.person.departmentId
      if (!isOwn && assigneeId !== this.person.id) this.foreign.push({ id, departmentId, assigneeId })
    }
  }
}
