import pg from 'pg'
import type { Change, ServerMessage } from '../../shared/changes.ts'
import type { Role } from '../../shared/permissions.ts'
import { connectionOptions } from './connect.ts'

/** Who may hear of a change: everybody from a role upwards, people of departments, single people. */
export interface Audience {
  fromRole: Role | null
  departments: number[]
  users: string[]
}

/** What servers tell each other. */
export type BusMessage =
  | { type: 'change'; change: Change; audience: Audience; tab: string | null }
  | { type: 'notification'; userIds: string[]; notification: Extract<ServerMessage, { type: 'notification' }>['data'] }
  /** A person's role, department, activity or sessions have changed: their sockets are to be checked again. */
  | { type: 'access'; userId: string }
  /** Messages may have been lost. */
  | { type: 'stale' }

export interface Bus {
  /** Sends to every server, this one too, soon and in order; never within a transaction. */
  publish(messages: BusMessage[]): void
  /** Tells this server alone: for what every server notices by itself. */
  tellHere(messages: BusMessage[]): void
  subscribe(listener: (messages: BusMessage[]) => void): void
  close(): Promise<void>
}

const CHANNEL = 'muster'
/** NOTIFY carries less than 8,000 bytes. */
const MOST_BYTES = 7_500
const MOST_WAITING = 20_000
const RETRY_AFTER = 500

/**
 * Carries messages between servers over LISTEN and NOTIFY on a connection of its own. When that connection was away, every
 * listener is told that everything may be stale.
 */
export async function openBus(url: string, log: { warn(details: object, message: string): void }): Promise<Bus> {
  const listeners: ((messages: BusMessage[]) => void)[] = []
  let waiting: BusMessage[] = []
  let client: pg.Client | undefined
  let sending: Promise<void> | undefined
  let closed = false

  const tell = (messages: BusMessage[]) => {
    for (const listener of listeners) listener(messages)
  }

  async function open() {
    const fresh = new pg.Client(connectionOptions(url))
    fresh.on('notification', ({ payload }) => tell(JSON.parse(payload ?? '[]')))
    fresh.on('error', () => fresh.end().catch(() => {}))
    fresh.on('end', () => {
      if (client === fresh) lost()
    })
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    client = fresh
  }

  function lost() {
    client = undefined
    if (closed) return
    setTimeout(() => {
      if (closed) return
      open().then(
        () => {
          tell([{ type: 'stale' }])
          send()
        },
        (error) => {
          log.warn({ err: error }, 'The connection for live changes is away')
          lost()
        },
      )
    }, RETRY_AFTER).unref()
  }

  function send() {
    if (sending || !client || waiting.length === 0) return
    const batch = waiting
    waiting = []
    sending = client
      .query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [CHANNEL, payloads(batch)])
      .then(
        () => {},
        () => {
          waiting = [...batch, ...waiting]
        },
      )
      .finally(() => {
        sending = undefined
        send()
      })
  }

  await open()
  return {
    publish(messages) {
      if (messages.length === 0) return
      waiting = waiting.length > MOST_WAITING ? [{ type: 'stale' }] : [...waiting, ...messages]
      send()
    },
    tellHere: tell,
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      while (sending) await sending
      closed = true
      await client?.end()
    },
  }
}

/** JSON lists of messages, each small enough for one NOTIFY. */
function payloads(messages: BusMessage[]) {
  const texts: string[] = []
  let list = ''
  for (const message of messages.flatMap(divide)) {
    const text = JSON.stringify(message)
    if (list && Buffer.byteLength(list) + Buffer.byteLength(text) > MOST_BYTES) {
      texts.push(`[${list}]`)
      list = ''
    }
    list = list ? `${list},${text}` : text
  }
  return list ? [...texts, `[${list}]`] : texts
}

const MOST_USERS = 100

/** A message to very many people as several to fewer. */
function divide(message: BusMessage): BusMessage[] {
  if (message.type !== 'notification' || message.userIds.length <= MOST_USERS) return [message]
  const parts: BusMessage[] = []
  for (let at = 0; at < message.userIds.length; at += MOST_USERS) {
    parts.push({ ...message, userIds: message.userIds.slice(at, at + MOST_USERS) })
  }
  return parts
}
