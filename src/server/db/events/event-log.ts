import { asc, desc, gt, inArray, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { failures } from '../../base/errors.ts'
import type { Database, Db } from '../connect/connect.ts'
import { readSetting } from '../settings.ts'
import { events } from '../tables/events.ts'
import type { Bus } from './bus.ts'
import { type Event, eventOf } from './events.ts'

/** Follows the log, on one server. */
export interface EventLog {
  /** Names the log: positions of another one, as of before a backup was restored, mean nothing here. */
  epoch: string
  /** Every event up to this position was delivered here, or never will be. */
  deliveredUpTo(): number
  /** The remembered events behind a position that any server's `deliveredUpTo` gave; undefined when there were more. */
  since(position: number): Event[] | undefined
  /** The events delivered within so many milliseconds; undefined when this server does not remember them all. */
  within(milliseconds: number): Event[] | undefined
  /** Delivers events from now on, each once, soon after its commit. `lost` says that there may have been more. */
  subscribe(listener: (events: Event[], lost: boolean) => void): void
  close(): Promise<void>
}

/** Each server looks into the log by itself, so that a message that was lost costs a second. */
const LOOK_EVERY = 1_000
/** The most events of one look. */
const BATCH = 1_000
/** A server that is further behind goes on from the end of the log, and says that it has lost some. */
const MAX_BEHIND = 10_000
/**
 * A position that was given out, and that nobody has seen committed, is waited for so long. A transaction that rests is
 * ended after 60 seconds (`db/connect/connect.ts`), and the position is given out right before the commit.
 */
const GAP_LASTS = 90_000
const MAX_GAPS = 5_000
/** How many events a server remembers for pages that return. */
const MAX_RECENT = 2_000

/** Times in milliseconds, a number of events: others than usual in tests. */
interface FollowSettings {
  lookEvery?: number
  gapLasts?: number
  maxBehind?: number
}

/**
 * Follows the log of events. Positions are not committed in their order: gaps are remembered and filled, so that nobody
 * waits for a long transaction. The bus brings events at once; lost ones are read from the table.
 */
export async function followEvents(
  { database, bus, log }: { database: Database; bus: Bus; log: Pick<Logger, 'info' | 'warn'> },
  { lookEvery = LOOK_EVERY, gapLasts = GAP_LASTS, maxBehind = MAX_BEHIND }: FollowSettings = {},
): Promise<EventLog> {
  const listeners: ((events: Event[], lost: boolean) => void)[] = []
  const away = failures(log, 'The log of events cannot be read; it is tried again', 'The log of events is read again')
  const epoch = await readSetting(database.orm, 'eventsEpoch')
  if (epoch === undefined) throw new Error('The setting eventsEpoch is missing')
  const newest = await newestEvents(database.orm)
  const positions = trackPositions(newest)
  const recent = rememberRecent(newest)

  function deliver(found: Event[], lost = false) {
    const fresh = positions.take(found)
    recent.add(fresh)
    if (fresh.length > 0 || lost) for (const listener of listeners) listener(fresh, lost)
  }

  async function look() {
    for (let read = 0; read < maxBehind; read += BATCH) {
      const found = await readEvents(database.orm, positions)
      deliver(found)
      if (found.length < BATCH) return positions.giveUp(gapLasts)
    }
    // Nobody catches up with so many: delivery begins again with the newest.
    positions.jumpTo((await newestEvents(database.orm)).at(-1)?.position ?? 0)
    recent.clear(positions.high())
    deliver([], true)
  }

  let looking: Promise<void> | undefined
  let isWanted = false
  const lookSoon = () => {
    isWanted = true
    looking ??= (async () => {
      while (isWanted) {
        isWanted = false
        await look().then(away.ended, away.came)
      }
      looking = undefined
    })()
  }
  const timer = setInterval(lookSoon, lookEvery)
  bus.subscribe((messages) => {
    const brought = messages.filter((message) => 'position' in message)
    // A position far ahead may be made up: anyone who may use the database may send messages. The table knows.
    const isFarAhead = brought.some(({ position }) => position > positions.high() + MAX_GAPS)
    if (!isFarAhead) deliver(brought)
    if (isFarAhead || messages.some(({ type }) => type === 'wake')) lookSoon()
  })

  return {
    epoch,
    deliveredUpTo: positions.deliveredUpTo,
    since: (position) => (position > positions.high() ? undefined : recent.since(position)),
    within: recent.within,
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      clearInterval(timer)
      isWanted = false
      await looking
    },
  }
}

type Positions = ReturnType<typeof trackPositions>

/** Knows which positions were delivered: all up to the highest, but for the gaps. */
function trackPositions(newest: Event[]) {
  let high = newest.at(-1)?.position ?? 0
  /** The missing positions, and since when they are, by `performance.now()`. They are added in their order. */
  const gaps = new Map<number, number>()
  addGaps((newest[0]?.position ?? 1) - 1, newest)

  function addGaps(after: number, seen: Event[]) {
    const present = new Set(seen.map(({ position }) => position))
    const now = performance.now()
    for (let position = Math.max(after, high - MAX_GAPS) + 1; position < high; position += 1) {
      if (!present.has(position)) gaps.set(position, now)
    }
  }

  return {
    high: () => high,
    gaps: () => [...gaps.keys()],
    deliveredUpTo: () => (gaps.keys().next().value ?? high + 1) - 1,
    /** Returns the events that were not delivered before, and counts them as delivered. */
    take(found: Event[]) {
      const fresh = found.filter(({ position }) => position > high || gaps.delete(position))
      const before = high
      for (const { position } of fresh) high = Math.max(high, position)
      addGaps(before, fresh)
      return fresh
    },
    jumpTo(position: number) {
      high = Math.max(high, position)
      gaps.clear()
    },
    /** Gives up gaps that are older than so many milliseconds, and those that are too many. */
    giveUp(age: number) {
      const deadline = performance.now() - age
      for (const [position, since] of gaps) if (since < deadline || gaps.size > MAX_GAPS) gaps.delete(position)
    },
  }
}

/** Remembers the latest events, for pages that have missed them. */
function rememberRecent(newest: Event[]) {
  const recent = newest.map((event) => ({ event, since: performance.now() - Math.max(0, Date.now() - event.at) }))
  /** Of events up to this position, and of those that came before this time, some are not remembered. */
  let forgotten = (newest[0]?.position ?? 1) - 1
  let forgottenAt = (newest.length === BATCH && recent[0]?.since) || Number.NEGATIVE_INFINITY
  return {
    add(fresh: Event[]) {
      const since = performance.now()
      recent.push(...fresh.map((event) => ({ event, since })))
      for (const { event, since } of recent.splice(0, recent.length - MAX_RECENT)) {
        forgotten = Math.max(forgotten, event.position)
        forgottenAt = since
      }
    },
    since: (position: number) =>
      position < forgotten ? undefined : recent.flatMap(({ event }) => (event.position > position ? [event] : [])),
    within(milliseconds: number) {
      const deadline = performance.now() - milliseconds
      if (deadline <= forgottenAt) return undefined
      return recent.flatMap(({ event, since }) => (since >= deadline ? [event] : []))
    },
    clear(upTo: number) {
      forgotten = upTo
      forgottenAt = performance.now()
      recent.length = 0
    },
  }
}

/** The next events that were not delivered: those in gaps, and those behind the highest position. */
async function readEvents(db: Db, positions: Positions): Promise<Event[]> {
  const missing = positions.gaps()
  const rows = await db
    .select()
    .from(events)
    .where(
      or(gt(events.position, positions.high()), missing.length > 0 ? inArray(events.position, missing) : undefined),
    )
    .orderBy(asc(events.position))
    .limit(BATCH)
  return rows.map(eventOf)
}

/** The newest events, in order: as many as may have gaps among them that are still filled. */
async function newestEvents(db: Db): Promise<Event[]> {
  const newest = await db.select().from(events).orderBy(desc(events.position)).limit(BATCH)
  return newest.map(eventOf).reverse()
}

const EVENTS_LAST = 3 * 24 * 3600 * 1000
/** Events of one statement that deletes them. */
const DELETED_AT_ONCE = 5_000

/** Deletes events older than three days. It looks at the oldest positions only, at a constant cost. */
export async function deleteOldEvents({ db, now }: { db: Db; now: Date }, signal?: AbortSignal): Promise<void> {
  const until = new Date(now.getTime() - EVENTS_LAST).toISOString()
  while (!signal?.aborted) {
    const { rowCount } = await db.execute(sql`
      delete from ${events} where position <= (
        select max(position) filter (where created_at < ${until})
        from (select position, created_at from ${events} order by position limit ${DELETED_AT_ONCE}) as oldest)`)
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return
  }
}
