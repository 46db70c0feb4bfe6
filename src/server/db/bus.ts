import type pg from 'pg'
import type { Logger } from 'pino'
import type { Change, Progress, ServerMessage } from '../../shared/changes.ts'
import type { Role } from '../../shared/permissions.ts'
import { failures, throttledWarning } from '../base/errors.ts'
import { openClient } from './connect.ts'

/** Who may hear of a change: everybody from a role upwards, people of departments, single people. */
export interface Audience {
  fromRole: Role | null
  departments: number[]
  /** The lowest role that hears within these departments; everybody does when it is absent. */
  departmentsFrom?: Role
  users: string[]
}

/** What servers tell each other. */
export type BusMessage =
  | { type: 'change'; change: Change; audience: Audience; tab: string | null }
  /** To each of these people the notification of their own: `ids` in the order of `userIds`. */
  | {
      type: 'notification'
      userIds: string[]
      ids: number[]
      notification: Omit<Extract<ServerMessage, { type: 'notification' }>['data'], 'id'>
    }
  /** A person's role, department, activity or sessions have changed: their sockets are to be checked again. */
  | { type: 'access'; userId: string }
  /** How far a long call of one page has got. */
  | { type: 'progress'; userId: string; tab: string; progress: Progress }
  /** Messages may have been lost. */
  | { type: 'stale' }

/** A person's sign-in sessions are others than before: their own pages show them. */
export const sessionsChanged = (userId: string): BusMessage => ({
  type: 'change',
  change: { resource: 'sessions', id: null },
  audience: { fromRole: null, departments: [], users: [userId] },
  tab: null,
})

/** Sessions of a person have ended, or what they may do has changed: every server looks at their sockets again. */
export const accessChanged = (userId: string): BusMessage[] => [{ type: 'access', userId }, sessionsChanged(userId)]

export interface Bus {
  /** Sends to every server, this one too, soon and in order; never within a transaction. */
  publish(messages: BusMessage[]): void
  /** Tells this server alone: for what every server notices by itself. */
  deliverLocally(messages: BusMessage[]): void
  subscribe(listener: (messages: BusMessage[]) => void): void
  close(): Promise<void>
}

const CHANNEL = 'muster'
/** NOTIFY carries less than 8,000 bytes. */
const MOST_BYTES = 7_500
const MAX_QUEUED = 20_000
const RETRY_AFTER = 500
/** A network can lose a connection without telling; an answer that does not come tells. */
const HEARTBEAT = 15_000

const unreadable = throttledWarning('A message from another server could not be read')

/** Gives a connection up; one that is broken is not waited for. */
const end = (client: pg.Client) => void client.end().catch(() => {})

/**
 * Carries messages between servers over LISTEN and NOTIFY on a connection of its own. When that connection was away, every
 * listener is told that everything may be stale.
 */
export async function openBus(url: string, log: Pick<Logger, 'info' | 'warn'>, heartbeat = HEARTBEAT): Promise<Bus> {
  const listeners: ((messages: BusMessage[]) => void)[] = []
  let queue: BusMessage[] = []
  let client: pg.Client | undefined
  let sending: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let closed = false
  const away = failures(log, 'The connection for live changes is away', 'The connection for live changes is back')

  const deliver = (messages: BusMessage[]) => {
    for (const listener of listeners) listener(messages)
  }

  /** Whoever may use the database may send anything here. */
  const receive = (payload = '') => {
    try {
      deliver(JSON.parse(payload))
    } catch (error) {
      unreadable(log, error)
    }
  }

  async function open() {
    const fresh = await openClient(url, { application_name: 'muster live', query_timeout: heartbeat })
    fresh.on('notification', ({ payload }) => receive(payload))
    fresh.on('error', () => end(fresh))
    fresh.on('end', () => {
      if (client === fresh) lost()
    })
    try {
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      end(fresh)
      throw error
    }
    if (closed) end(fresh)
    else client = fresh
  }

  function lost() {
    client = undefined
    if (closed) return
    again = setTimeout(() => {
      open().then(
        () => {
          away.ended()
          deliver([{ type: 'stale' }])
          send()
        },
        (error) => {
          away.came(error)
          lost()
        },
      )
    }, RETRY_AFTER).unref()
  }

  /** Sends what waits, in order; what could not be sent goes first on the next connection. */
  function send() {
    if (sending || !client || queue.length === 0) return
    const [over, batch] = [client, queue]
    queue = []
    sending = over
      .query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [CHANNEL, payloads(batch)])
      .then(
        () => {
          sending = undefined
          send()
        },
        () => {
          sending = undefined
          queue = [...batch, ...queue]
          end(over)
        },
      )
  }

  await open()
  const pulse = setInterval(() => {
    const over = client
    over?.query('select 1').catch(() => end(over))
  }, heartbeat).unref()

  return {
    publish(messages) {
      if (messages.length === 0) return
      queue = queue.length > MAX_QUEUED ? [{ type: 'stale' }] : [...queue, ...messages]
      send()
    },
    deliverLocally: deliver,
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      while (sending) await sending
      closed = true
      clearTimeout(again)
      clearInterval(pulse)
      await client?.end()
    },
  }
}

/** JSON lists of messages, each small enough for one NOTIFY. */
function payloads(messages: BusMessage[]) {
  const texts: string[] = []
  let list = ''
  for (const message of messages.flatMap(divide)) {
    const whole = JSON.stringify(message)
    const text = Buffer.byteLength(whole) < MOST_BYTES ? whole : STALE
    if (list && Buffer.byteLength(list) + Buffer.byteLength(text) > MOST_BYTES) {
      texts.push(`[${list}]`)
      list = ''
    }
    list = list ? `${list},${text}` : text
  }
  return list ? [...texts, `[${list}]`] : texts
}

const STALE = JSON.stringify({ type: 'stale' } satisfies BusMessage)
const MOST_USERS = 50
const MOST_CHARACTERS = 500

/** A message to very many people as several to fewer, and a long text as its beginning: the whole is in the database. */
function divide(message: BusMessage): BusMessage[] {
  if (message.type === 'change') {
    const { audience } = message
    const [first = [], ...more] = chunks(audience.users)
    return [
      { ...message, audience: { ...audience, users: first } },
      ...more.map((users) => ({ ...message, audience: { fromRole: null, departments: [], users } })),
    ]
  }
  if (message.type !== 'notification') return [message]
  const { notification } = message
  const text = notification.message && Array.from(notification.message).slice(0, MOST_CHARACTERS).join('')
  const ids = chunks(message.ids)
  return chunks(message.userIds).map((userIds, at) => ({
    ...message,
    userIds,
    ids: ids[at] ?? [],
    notification: { ...notification, message: text },
  }))
}

function chunks<T>(ofUsers: T[]) {
  const parts: T[][] = []
  for (let at = 0; at < ofUsers.length; at += MOST_USERS) parts.push(ofUsers.slice(at, at + MOST_USERS))
  return parts
}
