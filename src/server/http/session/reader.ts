import { setImmediate as nextTick } from 'node:timers/promises'
import { failures } from '../../base/errors.ts'
import type { Services } from '../../core/context.ts'
import { type Session, sessionsOf } from './session.ts'

/**
 * Reads the sessions of live connections. A thousand pages may want theirs read at the same moment: after the
 * connection between the servers was cut, or when all of them return. Read one by one, they would take every connection
 * of the pool from the requests. So those that are asked for together are read in one statement, one statement at a
 * time.
 */
export interface SessionReader {
  /**
   * The session of a cookie's value as a statement finds it that begins after this call; undefined when there is none.
   * A failed statement is repeated. Rejects with its error when none has succeeded within a minute, or the reader is
   * closed.
   */
  read(cookie: string): Promise<Session | undefined>
  /** How many milliseconds the latest statement took, with the wait for a connection. */
  took(): number
  close(): void
}

const MOST_AT_ONCE = 500
/** Milliseconds. */
const FIRST_DELAY = 250
const LONGEST_DELAY = 5_000
const GIVE_UP_AFTER = 60_000

interface Wanted {
  cookie: string
  since: number
  answer: Promise<Session | undefined>
  resolve(session: Session | undefined): void
  reject(error: unknown): void
}

export function openSessionReader(services: Services): SessionReader {
  /** By cookie: a session that is asked for twice before its statement begins is read once. */
  const waiting = new Map<string, Wanted>()
  let running = false
  let took = 0
  let closed = false
  let wake = () => {}
  const away = failures(
    services.log,
    'The sessions of live connections cannot be read',
    'The sessions of live connections are read again',
  )

  function want(cookie: string): Wanted {
    let settle = {} as Pick<Wanted, 'resolve' | 'reject'>
    const answer = new Promise<Session | undefined>((resolve, reject) => {
      settle = { resolve, reject }
    })
    return { cookie, since: performance.now(), answer, ...settle }
  }

  /** Gives up those that have waited too long; gives the others another try. */
  function refuse(batch: Wanted[], error: unknown) {
    const later = [...batch, ...waiting.values()]
    waiting.clear()
    const deadline = closed ? Number.POSITIVE_INFINITY : performance.now() - GIVE_UP_AFTER
    for (const wanted of later) {
      if (wanted.since <= deadline) wanted.reject(error)
      else if (!waiting.has(wanted.cookie)) waiting.set(wanted.cookie, wanted)
      else void waiting.get(wanted.cookie)?.answer.then(wanted.resolve, wanted.reject)
    }
  }

  async function run() {
    running = true
    let delay = FIRST_DELAY
    await nextTick()
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, MOST_AT_ONCE)
      for (const { cookie } of batch) waiting.delete(cookie)
      const cookies = batch.map(({ cookie }) => cookie)
      const began = performance.now()
      try {
        const found = await sessionsOf(services, cookies, new Date())
        took = performance.now() - began
        away.ended()
        delay = FIRST_DELAY
        for (const { cookie, resolve } of batch) resolve(found.get(cookie))
      } catch (error) {
        if (!closed) away.came(error)
        refuse(batch, error)
        if (waiting.size > 0) await pause(delay * (0.5 + Math.random()))
        delay = Math.min(delay * 2, LONGEST_DELAY)
      }
    }
    running = false
  }

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, milliseconds).unref()
    })

  return {
    read(cookie) {
      const known = waiting.get(cookie) ?? want(cookie)
      waiting.set(cookie, known)
      if (!running) void run()
      return known.answer
    },
    took: () => took,
    close() {
      closed = true
      refuse([], new Error('The server is being stopped'))
      wake()
    },
  }
}
