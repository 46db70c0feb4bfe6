import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Briefing } from '../../src/shared/briefing.ts'
import type { Task } from '../../src/shared/tasks.ts'
import { frameOf, openLiveSocket } from '../live-socket.ts'
import { sharedClock } from '../programs.ts'
import { type Caller, tabOf } from './caller.ts'
import type { SeenChanges } from './seen.ts'
import type { Seat } from './shift.ts'
import { type AllWaits, addWait } from './waits.ts'

/**
 * One person on duty, with the app open: the calls that the browser makes (recorded on 26 November 2026 with a user and
 * a manager), and their actions in a shift. A page does not keep its content here: a change that comes with its row
 * costs it no call, by any person.
 */

/** Milliseconds between two changes of one person, on average. */
export const CHANGE_EVERY = 120_000
/** Of a hundred changes so many: finish, begin, or take a task, comment; the rest comment with a photo. */
const PARTS = { finish: 45, begin: 20, claim: 10, comment: 20 }
/** A manager reads the analytics every ten minutes and uploads a procedure every two hours. */
const ANALYTICS_EVERY = 600_000
const PROCEDURE_EVERY = 7_200_000
const PING_EVERY = 25_000
/** A person who has used the page within so many milliseconds sees new messages, and the page says so. */
const IN_USE = 60_000
/** Somebody reads the briefing for so long. */
const READS_BRIEFING = 10_000
/** As the client gathers reads that several changes ask for. */
const GATHER = 2_000
const RECONNECT_AFTER = 1_000

/** Shared by all people of a process. */
export interface Surroundings {
  caller: Caller
  waits: AllWaits
  seen: SeenChanges
  /** Counts arrivals. */
  totals: { messages: number; changes: number; readAgain: number }
  photo: { headers: Record<string, string>; payload: Buffer }
  procedure: (departmentId: number) => { headers: Record<string, string>; payload: Buffer }
  /** Ends all waits. */
  signal: AbortSignal
}

export class Person {
  readonly seat: Seat
  /** Whether their page has a live connection. */
  isConnected = false
  /** Whether they have opened Muster, clocked in and found their screen. */
  hasArrived = false
  private readonly port: number
  private readonly around: Surroundings
  /** Of ten people seven keep the board open, the others Today. */
  private readonly screen: 'board' | 'today'
  private socket: Socket | undefined
  private usedAt = Number.NEGATIVE_INFINITY
  private readonly pending = new Set<string>()

  constructor(seat: Seat, port: number, around: Surroundings) {
    this.seat = seat
    this.port = port
    this.around = around
    this.screen = seat.n % 10 < 7 ? 'board' : 'today'
  }

  /** Arrives after so many milliseconds, and works until the signal. */
  async work(arrivesAfter: number) {
    const { signal } = this.around
    await this.rest(arrivesAfter)
    if (signal.aborted) return
    await this.open()
    if (this.seat.role !== 'guest') await this.clockIn()
    await this.readScreen()
    this.hasArrived = true
    const isManager = this.seat.role === 'manager' || this.seat.role === 'admin'
    const habits = [
      ...(this.seat.role === 'guest' ? [] : [this.often(CHANGE_EVERY, () => this.change())]),
      ...(isManager ? [this.often(ANALYTICS_EVERY, () => this.readAnalytics())] : []),
      ...(isManager ? [this.often(PROCEDURE_EVERY, () => this.uploadProcedure())] : []),
    ]
    await Promise.all(habits)
  }

  close() {
    this.isConnected = false
    this.socket?.destroy()
  }

  /** Does something at random times, so often on average. */
  private async often(every: number, act: () => Promise<unknown>) {
    for (;;) {
      await this.rest(-Math.log(1 - Math.random()) * every)
      if (this.around.signal.aborted) return
      this.usedAt = sharedClock()
      await act()
    }
  }

  private rest = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: this.around.signal }).catch(() => undefined)

  /** Reads something. Parts of a longer wait are timed with that. */
  private get = (path: string, part?: 'open' | 'analytics') =>
    this.around.caller(this.seat, part ?? 'other', 'GET', path, { isTimed: part === undefined })

  /** Opens the app at Today, as the icon on a phone does. */
  private async open() {
    this.usedAt = sharedClock()
    const begin = sharedClock()
    const isManager = this.seat.role === 'manager' || this.seat.role === 'admin'
    const session = await this.get('/auth/session', 'open')
    const first = ['/tasks?limit=1', '/notifications/unread-count', '/today', '/clock/active']
    const read = await Promise.all(
      [...first, ...(isManager ? ['/departments'] : [])].map((path) => this.get(path, 'open')),
    )
    if (session && read.every(Boolean)) addWait(this.around.waits.open, sharedClock() - begin)
    await Promise.all([this.get('/comments/unread'), this.connect()])
    const later = ['/places/typed', '/places', ...(isManager ? [] : ['/departments'])]
    for (const path of this.seat.role === 'guest' ? [] : [...later, '/clock/forgotten']) await this.get(path)
  }

  private async clockIn() {
    const started = await this.around.caller(this.seat, 'clockIn', 'POST', '/clock/start', { json: {} })
    if (!started) return
    const briefing = await this.around.caller(this.seat, 'briefing', 'GET', '/shift/briefing', { isRead: true })
    await this.rest(READS_BRIEFING)
    if (!briefing || this.around.signal.aborted) return
    const { heldIds }: Briefing = JSON.parse(briefing.text)
    if (heldIds.length > 0)
      await this.around.caller(this.seat, 'other', 'PUT', '/shift/briefing/read', { json: { heldIds } })
  }

  private readScreen = () =>
    this.around.caller(this.seat, this.screen, 'GET', this.screen === 'board' ? '/tasks/board' : '/today')

  private async change() {
    const { tasks, begun, free } = this.seat
    let die = Math.random() * 100
    const isNext = (part: number) => {
      die -= part
      return die < 0
    }
    if (isNext(PARTS.finish)) {
      const id = begun.shift() ?? tasks.shift()
      if (id === undefined) return this.comment(false)
      await this.send('PUT', `/tasks/${id}`, { status: 'completed' })
    } else if (isNext(PARTS.begin)) {
      const id = tasks.shift()
      if (id === undefined) return this.comment(false)
      if (await this.send('PUT', `/tasks/${id}`, { status: 'in_progress' })) begun.push(id)
    } else if (isNext(PARTS.claim)) {
      const id = free.shift()
      if (id === undefined) return this.comment(false)
      if (await this.send('POST', `/tasks/${id}/claim`)) tasks.push(id)
    } else return this.comment(!isNext(PARTS.comment))
  }

  /** Changes a task, and follows when colleagues see it. */
  private async send(method: 'PUT' | 'POST', path: string, json?: object) {
    const sentAt = sharedClock()
    const reply = await this.around.caller(this.seat, 'change', method, path, { ...(json && { json }), isRead: true })
    if (!reply) return false
    this.around.totals.changes += 1
    const { id, updatedAt }: Task = JSON.parse(reply.text)
    this.around.seen.sent(`tasks ${id} ${updatedAt}`, this.seat, sentAt)
    return true
  }

  /** Opens a task, reads its comments, and writes one. */
  private async comment(hasPhoto: boolean) {
    const { tasks, begun } = this.seat
    const id = [...begun, ...tasks][Math.floor(Math.random() * (begun.length + tasks.length))]
    if (id === undefined) return
    const photoIds = hasPhoto ? [randomUUID()] : []
    await Promise.all([this.get(`/tasks/${id}/steps`), this.get(`/tasks/${id}/comments?last=true`)])
    for (const photo of photoIds) {
      const form = this.around.photo
      if (!(await this.around.caller(this.seat, 'upload', 'PUT', `/photos/${photo}`, { form }))) return
    }
    const json = { text: 'Brought it to the desk', ...(hasPhoto && { photoIds }) }
    const sentAt = sharedClock()
    const options = { json, isRead: true }
    const reply = await this.around.caller(this.seat, 'change', 'POST', `/tasks/${id}/comments`, options)
    if (!reply) return
    this.around.totals.changes += 1
    this.around.seen.sent(`comments ${JSON.parse(reply.text).id}`, this.seat, sentAt)
  }

  private async readAnalytics() {
    const paths = ['/analytics/summary?period=week', '/analytics/trends?metric=tasks']
    const begin = sharedClock()
    const read = await Promise.all(paths.map((path) => this.get(path, 'analytics')))
    if (read.every(Boolean)) addWait(this.around.waits.analytics, sharedClock() - begin)
  }

  private async uploadProcedure() {
    const form = this.around.procedure(this.seat.departmentId)
    await this.around.caller(this.seat, 'upload', 'POST', '/sops', { form })
  }

  private async connect() {
    if (this.around.signal.aborted) return
    const { userId, cookie } = this.seat
    try {
      const greeting = { type: 'auth', userId, tab: tabOf(this.seat), readingFor: 1_000 }
      const ended = () => this.reconnect()
      const receive = (text: string, at: number) => this.receive(text, at)
      this.socket = await openLiveSocket({ port: this.port, cookie, greeting, receive, ended })
    } catch {
      return // `ended` follows.
    }
    this.isConnected = true
    this.around.seen.open(this.seat.departmentId, 1)
    const pings = setInterval(() => this.socket?.write(frameOf('{"type":"ping"}')), PING_EVERY)
    this.socket.on('close', () => clearInterval(pings))
  }

  private reconnect() {
    if (this.isConnected) this.around.seen.open(this.seat.departmentId, -1)
    this.isConnected = false
    if (this.around.signal.aborted) return
    this.around.caller.failed('open', 'The server closed a live connection')
    void this.rest(RECONNECT_AFTER).then(() => this.connect())
  }

  private receive(text: string, at: number) {
    if (text.startsWith('{"type":"change"')) return this.receiveChange(text, at)
    if (text.startsWith('{"type":"notification"')) return this.receiveNotification(text)
    if (!text.startsWith('{"type":"stale"')) return
    this.around.totals.readAgain += 1
    this.readSoon(this.screen === 'board' ? '/tasks/board' : '/today')
  }

  private receiveChange(text: string, at: number) {
    this.around.totals.messages += 1
    const [, resource = '', id = ''] = CHANGE.exec(text) ?? []
    if (resource === 'tasks') {
      const [, updatedAt] = ROW.exec(text) ?? []
      if (updatedAt) return this.around.seen.arrived(`tasks ${id} ${updatedAt}`, this.seat, at)
      // A row of null is a task that is gone from this page.
      if (text.includes('"row":null')) return
      this.readSoon(this.screen === 'board' ? '/tasks/board' : '/today')
    } else if (resource === 'comments') this.around.seen.arrived(`comments ${id}`, this.seat, at)
    else if (resource === 'notifications') this.readSoon('/notifications/unread-count')
    else if (resource === 'unread-comments') this.readSoon('/comments/unread')
  }

  private receiveNotification(text: string) {
    const message = JSON.parse(text) as {
      data: { id: number; title: string; message: string | null; reminderId: number | null }
    }
    const { id, title, reminderId } = message.data
    const [, due] = reminderId === null ? [] : (/Due at (\d+)/.exec(`${title} ${message.data.message}`) ?? [])
    if (due) addWait(this.around.waits.reminder, Math.max(0.1, Date.now() - Number(due)))
    if (sharedClock() - this.usedAt < IN_USE) this.socket?.write(frameOf(JSON.stringify({ type: 'shown', id })))
  }

  /** Reads once for all changes that come within two seconds. */
  private readSoon(path: string) {
    if (this.pending.has(path)) return
    this.pending.add(path)
    void this.rest(GATHER * (0.75 + Math.random() / 2)).then(() => {
      this.pending.delete(path)
      if (!this.around.signal.aborted) return this.get(path)
    })
  }
}

/** The resource and the id of a change, and the version of its row. */
const CHANGE = /"resource":"([a-z-]+)","id":"?([^",}]*)/
const ROW = /"row":\{"id":\d+,.*?"updatedAt":"([^"]+)"/
