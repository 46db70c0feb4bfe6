import type pg from 'pg'
import type { Logger } from 'pino'
import type { Change, Progress } from '../../../shared/changes.ts'
import { failures, throttledWarning } from '../../base/errors.ts'
import { openClient } from '../connect/connect.ts'
import type { Audience, Event } from './events.ts'

/** Messages between servers. Only events are kept; other messages are useful for a moment only, and may be lost. */
export type BusMessage =
  | Event
  /** There are events that did not fit into a message: they are to be read from the log. */
  | { type: 'wake' }
  /** Something has changed that is no row, such as how far a job is. A server that misses it hears of the next. */
  | { type: 'news'; change: Change; audience: Audience }
  /** How far a long call of one page has got. */
  | { type: 'progress'; userId: string; tab: string; progress: Progress }

export interface Bus {
  /** Sends to every server, this one too, soon and in order; never within a transaction. */
  publish(messages: BusMessage[]): void
  /** Hears this server's own messages at once, before they come back to it. */
  onPublish(listener: (messages: BusMessage[]) => void): void
  subscribe(listener: (messages: BusMessage[]) => void): void
  close(): Promise<void>
}

const CHANNEL = 'muster'
const NOTIFY = { name: 'notify', text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload' }
/** NOTIFY carries less than 8,000 bytes. */
const MAX_BYTES = 7_500
const MAX_QUEUED = 20_000
const RETRY_AFTER = 500
/** A network can lose a connection without telling; an answer that does not come tells. */
const HEARTBEAT = 15_000

const unreadable = throttledWarning('A message from another server could not be read')

/** Gives a connection up. One that is broken is not waited for. */
const end = (client: pg.Client) => void client.end().catch(() => {})

interface Listening {
  /** The connection; undefined while it is away. */
  client(): pg.Client | undefined
  close(): Promise<void>
}

/**
 * Keeps a connection open that listens on the channel. When it was away, it is opened again and `onReopened` is called.
 * Throws the error of `pg` when the first one cannot be opened.
 *
 * @param heartbeat milliseconds between two statements that show whether the connection lives
 */
async function keepListening(
  url: string,
  log: Pick<Logger, 'info' | 'warn'>,
  heartbeat: number,
  { onPayload, onReopened }: { onPayload(payload: string): void; onReopened(): void },
): Promise<Listening> {
  const away = failures(log, 'The connection for live changes is away', 'The connection for live changes is back')
  let client: pg.Client | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let closed = false

  async function open() {
    const fresh = await openClient(url, { application_name: 'muster live', query_timeout: heartbeat })
    fresh.on('notification', ({ payload = '' }) => onPayload(payload))
    fresh.on('error', () => end(fresh))
    fresh.on('end', () => {
      if (client === fresh) openLater()
    })
    try {
      // A message that a crash of the database loses costs a second: it is not worth a write to the disk.
      await fresh.query(`set synchronous_commit = off; listen ${CHANNEL}`)
    } catch (error) {
      end(fresh)
      throw error
    }
    if (closed) end(fresh)
    else client = fresh
  }

  function openLater() {
    client = undefined
    if (closed) return
    const openAgain = () =>
      open().then(
        () => {
          away.ended()
          onReopened()
        },
        (error) => {
          away.came(error)
          openLater()
        },
      )
    retryTimer = setTimeout(openAgain, RETRY_AFTER).unref()
  }

  await open()
  const pulse = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => end(asked))
  }, heartbeat).unref()
  return {
    client: () => client,
    async close() {
      closed = true
      clearTimeout(retryTimer)
      clearInterval(pulse)
      await client?.end()
    },
  }
}

/**
 * Carries messages between servers over LISTEN and NOTIFY on a connection of its own. A message may be lost. When that
 * connection was away, every listener is woken to read the log of events.
 */
export async function openBus(url: string, log: Pick<Logger, 'info' | 'warn'>, heartbeat = HEARTBEAT): Promise<Bus> {
  const listeners: ((messages: BusMessage[]) => void)[] = []
  const ownListeners: ((messages: BusMessage[]) => void)[] = []
  let queue: BusMessage[] = []
  let sending: Promise<void> | undefined

  const deliver = (messages: BusMessage[]) => {
    for (const listener of listeners) listener(messages)
  }
  const listening = await keepListening(url, log, heartbeat, {
    onPayload(payload) {
      try {
        deliver(JSON.parse(payload))
      } catch (error) {
        // Anyone who may use the database may send anything here.
        unreadable(log, error)
      }
    },
    onReopened() {
      deliver([{ type: 'wake' }])
      send()
    },
  })

  /** Sends the waiting messages, in order. Messages that could not be sent go first on the next connection. */
  function send() {
    const client = listening.client()
    if (sending || !client || queue.length === 0) return
    const batch = queue
    queue = []
    sending = client.query({ ...NOTIFY, values: [CHANNEL, payloads(batch)] }).then(
      () => {
        sending = undefined
        send()
      },
      () => {
        sending = undefined
        queue = [...batch, ...queue]
        end(client)
      },
    )
  }

  return {
    publish(messages) {
      if (messages.length === 0) return
      for (const listener of ownListeners) listener(messages)
      queue = queue.length > MAX_QUEUED ? [{ type: 'wake' }] : [...queue, ...messages]
      send()
    },
    onPublish: (listener) => void ownListeners.push(listener),
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      while (sending) await sending
      await listening.close()
    },
  }
}

/** JSON lists of messages, each small enough for one NOTIFY. */
function payloads(messages: BusMessage[]) {
  const texts: string[] = []
  let list = ''
  for (const message of messages) {
    const whole = JSON.stringify(message)
    const text = Buffer.byteLength(whole) < MAX_BYTES ? whole : WAKE
    if (list && Buffer.byteLength(list) + Buffer.byteLength(text) > MAX_BYTES) {
      texts.push(`[${list}]`)
      list = ''
    }
    list = list ? `${list},${text}` : text
  }
  return list ? [...texts, `[${list}]`] : texts
}

const WAKE = JSON.stringify({ type: 'wake' } satisfies BusMessage)
