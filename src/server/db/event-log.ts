import { asc, desc, gt, inArray, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { failures } from '../base/errors.ts'
import type { Bus } from './bus.ts'
import type { Database, Db } from './connect.ts'
import { type Event, eventOf } from './events.ts'
import { readSetting } from './settings.ts'
import { events } from './tables/events.ts'

/** What follows the log, on one server. */
export interface EventLog {
  /** Names the log: positions of another one, as of before a backup was restored, mean nothing here. */
  epoch: string
  /** Every event up to this position was delivered here, or never will be. */
  floor(): number
  /**
   * The events behind a position, as far as this server remembers them; undefined when there were more. The position is one that
   * `floor` gave, on whatever server.
   */
  since(position: number): Event[] | undefined
  /** The events that were delivered within so many milliseconds; undefined when this server does not remember them all. */
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
 * A position that was given out, and that nobody has seen committed, is waited for so long. A transaction that rests is ended
 * after 60 seconds (`db/connect.ts`), and the position is given out right before the commit.
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
 * Follows the log of events. Positions are not committed in their order: gaps are remembered and filled, so that nobody waits for
 * a long transaction. The bus brings events at once; what it loses is read from the table.
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
  let high = newest.at(-1)?.position ?? 0
  const gaps = new Map<number, number>()
  const recent = newest.map((event) => ({ event, since: performance.now() - Math.max(0, Date.now() - event.at) }))
  /** Of events up to this position, and of those that came before this time, some are not remembered. */
  let forgotten = (newest[0]?.position ?? 1) - 1
  let forgottenAt = (newest.length === BATCH && recent[0]?.since) || Number.NEGATIVE_INFINITY
  addGaps(forgotten, new Set(newest.map(({ position }) => position)))

  /** Remembers which positions up to `high` are missing. */
  function addGaps(after: number, seen: ReadonlySet<number>) {
    const now = performance.now()
    for (let position = Math.max(after, high - MAX_GAPS) + 1; position < high; position += 1) {
      if (!seen.has(position)) gaps.set(position, now)
    }
  }

  function deliver(found: Event[], lost = false) {
    const fresh = found.filter(({ position }) => position > high || gaps.delete(position))
    const before = high
    for (const { position } of fresh) high = Math.max(high, position)
    addGaps(before, new Set(fresh.map(({ position }) => position)))
    remember(fresh)
    if (fresh.length > 0 || lost) for (const listener of listeners) listener(fresh, lost)
  }

  function remember(fresh: Event[]) {
    const since = performance.now()
    recent.push(...fresh.map((event) => ({ event, since })))
    for (const { event, since } of recent.splice(0, recent.length - MAX_RECENT)) {
      forgotten = Math.max(forgotten, event.position)
      forgottenAt = since
    }
  }

  async function look() {
    for (let read = 0; read < maxBehind; read += BATCH) {
      const missing = gaps.size > 0 ? inArray(events.position, [...gaps.keys()]) : undefined
      const found = await database.orm
        .select()
        .from(events)
        .where(or(gt(events.position, high), missing))
        .orderBy(asc(events.position))
        .limit(BATCH)
      deliver(found.map(eventOf))
      if (found.length < BATCH) return forgetGaps()
    }
    // Nobody catches up with so many: what comes from now on is delivered again.
    const last = (await newestEvents(database.orm)).at(-1)
    high = Math.max(high, last?.position ?? 0)
    forgotten = high
    forgottenAt = performance.now()
    gaps.clear()
    recent.length = 0
    deliver([], true)
  }

  function forgetGaps() {
    const deadline = performance.now() - gapLasts
    for (const [position, since] of gaps) if (since < deadline || gaps.size > MAX_GAPS) gaps.delete(position)
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
    deliver(messages.filter((message) => 'position' in message))
    if (messages.some(({ type }) => type === 'wake')) lookSoon()
  })

  return {
    epoch,
    // Gaps are added in their order, so that the first is the lowest.
    floor: () => (gaps.keys().next().value ?? high + 1) - 1,
    since: (position) =>
      position < forgotten || position > high
        ? undefined
        : recent.flatMap(({ event }) => (event.position > position ? [event] : [])),
    within(milliseconds) {
      const deadline = performance.now() - milliseconds
      if (deadline <= forgottenAt) return undefined
      return recent.flatMap(({ event, since }) => (since >= deadline ? [event] : []))
    },
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      clearInterval(timer)
      isWanted = false
      await looking
    },
  }
}

/** The newest events, in order: as many as may have gaps among them that are still filled. */
async function newestEvents(db: Db): Promise<Event[]> {
  const newest = await db.select().from(events).orderBy(desc(events.position)).limit(BATCH)
  return newest.map(eventOf).reverse()
}

const EVENTS_LAST = 3 * 24 * 3600 * 1000
/** Events of one statement that deletes them. */
const DELETED_AT_ONCE = 5_000

/**
 * Deletes events that are older than three days. It looks at the oldest positions only, so that it costs the same however long
 * the log is.
 */
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
