import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { ChangeWithRow, ServerMessage } from '../src/shared/changes.ts'
import { statuses } from '../src/shared/task-status.ts'
import type { Board } from '../src/shared/tasks.ts'
import { hasSeen, parseSnapshot, type Snapshot } from '../src/web/live/snapshot.ts'
import { changeBoard, changeList, changeMetrics, READ_AGAIN, type TaskChange } from '../src/web/live/task-changes.ts'
import { frameOf, openLiveSocket } from './live-socket.ts'
import { sharedClock } from './programs.ts'

/**
 * Opens many pages that show the board, as a browser does: each reads it once and follows it by live messages. A page
 * that is told a change without its row reads again. It runs in its own process.
 *
 * All pages share one processor here, though each would have its own. So arriving messages are only noted at first. A
 * page's own work comes later, is timed, and counts as if it had begun at once. With thousands of pages only every
 * second, third … does that work: the others note when the row arrived.
 */

export interface Opening {
  port: number
  pages: { cookie: string; userId: string }[]
  /** The tasks that are going to change. */
  tasks: number[]
}

/** A task was changed to this version (its `updatedAt` in milliseconds), by a request that was sent at this time. */
export interface Changed {
  id: number
  version: number
  sentAt: number
}

/** When changes reached the boards of pages that may see them, in ms from the request; Infinity if one did not. */
export interface Reached {
  first: number
  median: number
  p95: number
  last: number
  /** How many pages may see the change. */
  pages: number
}

/** The work of all pages since they were opened. */
export interface Totals {
  reads: number
  bytes: number
  /** Processor time of the pages, in seconds. */
  processorTime: number
}

export type Question = { open: Opening } | { reached: Changed[] } | { totals: true }

/** A page's replies, as in `web/`: the board and the sidebar's count are on the screen, the dashboard is not. */
const held = {
  board: { path: '/tasks/board', isTotal: false, isShown: true, change: changeBoard },
  count: { path: '/tasks?limit=1', isTotal: true, isShown: true, change: changeList },
  metrics: { path: '/dashboard/metrics', isTotal: true, isShown: false, change: changeMetrics },
} as const
type Name = keyof typeof held
const names = Object.keys(held) as Name[]
type Change = (reply: object, change: TaskChange, query: object, state: object) => object | typeof READ_AGAIN

/** The times of the client's `gatherReads`, in milliseconds. */
const GATHER_FIRST = 100
const GATHER_MAX = 2_000
const PING_EVERY = 25_000
const OPENED_AT_ONCE = 40
const REACHED_WITHIN = 60_000
const TIME_ZONE = 'UTC'
/** The most pages that do all the work of a page. */
const MAX_AT_WORK = 1_000

let port = 0
let tasks = new Set<number>()
const pages: Page[] = []
const totals = { reads: 0, bytes: 0 }
let busy = 0

/** Replies that are alike are kept once: a change makes a new object. */
const known = new Map<string, object>()
const agent = new Agent({ keepAlive: true, maxSockets: 500 })

class Page {
  /** For each task, by turns, a version and when it was in the board. */
  readonly seen = new Map<number, number[]>()
  private readonly replies = new Map<Name, { reply: object; snapshot: Snapshot | undefined }>()
  private readonly reading = new Map<Name, ChangeWithRow[]>()
  private readonly others = gather((name) => this.read(name))
  private readonly totals = gather((name) => this.read(name))
  private readonly cookie: string

  private readonly isAtWork: boolean

  constructor(cookie: string, isAtWork: boolean) {
    this.cookie = cookie
    this.isAtWork = isAtWork
  }

  async open(userId: string) {
    await Promise.all(names.map((name) => this.read(name)))
    const socket = await openLiveSocket({
      port,
      cookie: this.cookie,
      greeting: { type: 'auth', userId, tab: userId, readingFor: 100 },
      receive: (text, at) => later(() => this.receive(text, at)),
      ended: () => fail(new Error('The server closed a live connection')),
      arrived: (bytes) => (totals.bytes += bytes),
    })
    setInterval(() => socket.write(frameOf('{"type":"ping"}')), PING_EVERY)
  }

  /** Reads one reply, and works earlier messages into it. */
  async read(name: Name): Promise<void> {
    if (this.reading.has(name)) return
    const meanwhile: ChangeWithRow[] = []
    this.reading.set(name, meanwhile)
    busy += 1
    const { text, snapshot, at } = await fetchReply(`/api/v1${held[name].path}`, this.cookie)
    busy -= 1
    this.reading.delete(name)
    const begin = sharedClock()
    const reply: object = known.get(text) ?? JSON.parse(text)
    if (known.size < 1_000) known.set(text, reply)
    this.replies.set(name, { reply, snapshot })
    const again = meanwhile.some((change) => !this.change(name, change))
    if (name === 'board') this.note(at + sharedClock() - begin)
    if (again) this.readSoon(name)
  }

  private receive(text: string, at: number) {
    if (!this.isAtWork) {
      const [, id, updatedAt] = ROW.exec(text) ?? []
      if (updatedAt !== undefined) return this.noteVersion(Number(id), updatedAt, at)
    }
    const begin = sharedClock()
    const message: ServerMessage = JSON.parse(text)
    if (message.type === 'stale') throw new Error('The server told a page that it may have missed changes')
    if (message.type !== 'change' || message.data.resource !== 'tasks') return
    const { data: change } = message
    const again = names.filter((name) => {
      this.reading.get(name)?.push(change)
      return held[name].isShown && !this.change(name, change)
    })
    if (typeof change.id === 'number' && change.row !== undefined) this.note(at + sharedClock() - begin, change.id)
    if (again.length === 0) return
    const readAgain = () => {
      for (const name of again) this.readSoon(name)
    }
    if (!change.spread) return readAgain()
    busy += 1
    setTimeout(() => {
      busy -= 1
      readAgain()
    }, Math.random() * change.spread)
  }

  private readSoon(name: Name) {
    if (held[name].isTotal) this.totals(name)
    else this.others(name)
  }

  /** Returns whether the change could be worked into the reply. */
  private change(name: Name, change: ChangeWithRow): boolean {
    const known = this.replies.get(name)
    if (change.row === undefined) return false
    if (!known) return true
    const { reply, snapshot } = known
    const isCounted = snapshot && hasSeen(snapshot, change.transaction ?? 0)
    const dueBefore = Math.max(snapshot?.time ?? 0, change.due ?? 0)
    const state = { timeZone: TIME_ZONE, isCounted, dueBefore }
    const query = name === 'count' ? { limit: 1 } : {}
    const next = (held[name].change as unknown as Change)(reply, change as TaskChange, query, state)
    if (next === READ_AGAIN) return false
    this.replies.set(name, { reply: next, snapshot })
    return true
  }

  /** Notes which versions of the tasks are in the board now. */
  private note(at: number, only?: number) {
    const board = this.replies.get('board')?.reply as Board
    for (const status of statuses) {
      for (const { id, updatedAt } of board[status].tasks) {
        if (only === undefined ? tasks.has(id) : id === only) this.noteVersion(id, updatedAt, at)
      }
    }
  }

  private noteVersion(id: number, updatedAt: string, at: number) {
    const versions = this.seen.get(id)
    const version = Date.parse(updatedAt)
    if (!versions) this.seen.set(id, [version, at])
    else if (version > (versions.at(-2) ?? 0)) versions.push(version, at)
  }

  /** Whether this page shows the task. */
  sees = (id: number) => this.seen.has(id)

  /** When this version of a task, or a later one, was in the board. */
  at({ id, version }: Changed) {
    const versions = this.seen.get(id) ?? []
    let index = versions.length
    while (index >= 2 && (versions[index - 2] ?? 0) >= version) index -= 2
    return versions[index + 1] ?? Number.POSITIVE_INFINITY
  }
}

/** A task's id and version in the text of a change. */
const ROW = /"row":\{"id":(\d+),.*?"updatedAt":"([^"]+)"/

/** As the client does: reads at once after a single change, and gathers those that follow, longer while more arrive. */
function gather(read: (name: Name) => void) {
  const pending = new Set<Name>()
  let wait = 0
  let isWaiting = false
  const act = () => {
    if (isWaiting) busy -= 1
    isWaiting = false
    if (pending.size === 0) {
      wait = 0
      return
    }
    for (const name of pending) read(name)
    pending.clear()
    wait = Math.min(Math.max(GATHER_FIRST, wait * 2), GATHER_MAX)
    isWaiting = true
    busy += 1
    setTimeout(act, wait * (0.75 + Math.random() / 2))
  }
  return (name: Name) => {
    pending.add(name)
    if (!isWaiting) act()
  }
}

/** Work of pages, done when nothing more arrives at the moment. */
const work: (() => void)[] = []
let next = 0
const AT_ONCE_MS = 2
function later(task: () => void) {
  work.push(task)
  if (work.length === 1) setImmediate(doWork)
}
function doWork() {
  const until = sharedClock() + AT_ONCE_MS
  while (next < work.length && sharedClock() < until) work[next++]?.()
  if (next < work.length) return void setImmediate(doWork)
  work.length = 0
  next = 0
}

function fetchReply(path: string, cookie: string) {
  totals.reads += 1
  return new Promise<{ text: string; snapshot: Snapshot | undefined; at: number }>((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip' }
    get({ port, host: '127.0.0.1', path, headers, agent }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => {
        const at = sharedClock()
        const bytes = Buffer.concat(chunks)
        totals.bytes += bytes.length
        if (reply.statusCode !== 200) return reject(new Error(`${path}: ${reply.statusCode} ${bytes}`))
        const isPacked = reply.headers['content-encoding'] === 'gzip'
        const snapshot = parseSnapshot(String(reply.headers['x-muster-snapshot']))
        resolve({ text: String(isPacked ? gunzipSync(bytes) : bytes), snapshot, at })
      })
    }).on('error', reject)
  })
}

async function open(opening: Opening) {
  port = opening.port
  tasks = new Set(opening.tasks)
  const queue = [...opening.pages]
  const everyAt = Math.ceil(queue.length / MAX_AT_WORK)
  const openNext = async () => {
    for (let seat = queue.pop(); seat; seat = queue.pop()) {
      const page = new Page(seat.cookie, queue.length % everyAt === 0)
      await page.open(seat.userId)
      pages.push(page)
    }
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext))
}

/** Waits until all pages have these changes and no page reads or waits to read. */
async function reached(changes: Changed[]): Promise<Reached> {
  const until = sharedClock() + REACHED_WITHIN
  const isMissing = () =>
    changes.some((change) => pages.some((page) => page.sees(change.id) && page.at(change) > until))
  while ((busy > 0 || work.length > 0 || isMissing()) && sharedClock() < until) await sleep(20)
  const times = changes.flatMap((change) =>
    pages.flatMap((page) => (page.sees(change.id) ? [page.at(change) - change.sentAt] : [])),
  )
  const sorted = Float64Array.from(times).sort()
  const part = (of: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN
  return {
    first: part(0),
    median: part(0.5),
    p95: part(0.95),
    last: part(1),
    pages: Math.round(times.length / changes.length),
  }
}

function fail(error: unknown) {
  console.error(error)
  process.exit(1)
}
process.on('unhandledRejection', fail)

process.on('message', (question: Question) => {
  const { user, system } = process.cpuUsage()
  const answer =
    'open' in question
      ? open(question.open)
      : 'reached' in question
        ? reached(question.reached)
        : Promise.resolve({ ...totals, processorTime: (user + system) / 1e6 } satisfies Totals)
  answer.then((found) => process.send?.(found ?? {}), fail)
})
