import type pg from 'pg'
import type { Logger } from 'pino'
import type { Change, Progress } from '../../shared/changes.ts'
import { failures, throttledWarning } from '../base/errors.ts'
import { openClient } from './connect.ts'
import type { Audience, Event } from './events.ts'

/** What servers tell each other. Only events are kept; whatever else is lost was of use for a moment. */
export type BusMessage =
  | Event
  /** There are events that did not fit into a message: they are to be read from the log. */
  | { type: 'wake' }
  /** Something has changed that is no row, such as how far a job is: whoever misses it hears of the next. */
  | { type: 'news'; change: Change; audience: Audience }
  /** How far a long call of one page has got. */
  | { type: 'progress'; userId: string; tab: string; progress: Progress }

export interface Bus {
  /** Sends to every server, this one too, soon and in order; never within a transaction. */
  publish(messages: BusMessage[]): void
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
 * Carries messages between servers over LISTEN and NOTIFY on a connection of its own. A message may be lost. When that
 * connection was away, every listener is woken to read the log of events.
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
          deliver([{ type: 'wake' }])
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
      queue = queue.length > MAX_QUEUED ? [{ type: 'wake' }] : [...queue, ...messages]
      send()
    },
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
  for (const message of messages) {
    const whole = JSON.stringify(message)
    const text = Buffer.byteLength(whole) < MOST_BYTES ? whole : WAKE
    if (list && Buffer.byteLength(list) + Buffer.byteLength(text) > MOST_BYTES) {
      texts.push(`[${list}]`)
      list = ''
    }
    list = list ? `${list},${text}` : text
  }
  return list ? [...texts, `[${list}]`] : texts
}

const WAKE = JSON.stringify({ type: 'wake' } satisfies BusMessage)
