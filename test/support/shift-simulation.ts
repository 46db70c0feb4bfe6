import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Dice, diceOf } from '../../sample/story.ts'
import { connectionOptions } from '../../src/server/db/connect/connect.ts'
import { formOf } from './forms.ts'
import { smallPdf } from './pdfs.ts'
import { openPushService, type PushAnswer, type PushBrowser, type PushService } from './push-service.ts'
import { freshlyBuilt } from './server-process.ts'
import { type Reply, ShiftFleet } from './shift-fleet.ts'
import { groupBy, ShiftLedger, type StoredNotification } from './shift-ledger.ts'
import { DEPARTMENTS, newCookie, PASSWORD, putPeople } from './shift-people.ts'
import { ShiftScreens } from './shift-screens.ts'
import { type SimulatedItem, type SimulatedTask, WaitingWork } from './shift-waiting.ts'
import {
  endOfSummerTime,
  HOUR,
  inBerlin,
  MINUTE,
  type PlannedShift,
  type SimulatedPerson,
  shiftsOf,
} from './shift-week.ts'
import { SimulatedTime } from './simulated-time.ts'

export interface ShiftSimulationOptions {
  /** A migrated database without people. */
  url: string
  /** For files and the simulated clock. */
  folder: string
  /** The hours that are simulated, across the night in which summer time ends. */
  hours: number
  peopleInEachDepartment: number
  /** Actions beside handing over; each causes some notifications. */
  deeds: number
  /** How many of those who go hand something over, from 0 to 1. */
  handOver?: number
  /** Everybody looks at their screens after one moment in so many; after each when absent. */
  lookEvery?: number
  /** A server is killed after so many moments on average. */
  killEvery: number
  seed: number
  program?: string[]
  log?(line: string): void
}

export interface ShiftSimulationReport {
  people: number
  hours: number
  kills: number
  seconds: number
  notifications: number
  rangOnDuty: number
  rangOffDuty: number
  inBriefing: number
  read: number
  attempts: number
  failedAttempts: number
  briefings: number
  items: number
  received: number
  escalated: number
  /**
   * Of those that had to ring, how many were tried late. How much time passes while a server that was killed starts
   * again depends on how busy the machine is, so this is no fault.
   */
  late: number
  /** Each is a fault. */
  missing: number
  unexpected: number
  offDuty: number
  neverTold: number
  toldTwice: number
  itemsLost: number
  itemsReceivedTwice: number
  /** How many times somebody looked at Today, the briefing or the sheet after a clock-out. */
  looks: number
  /** How many of these showed something else than waits, or in another order. */
  differences: number
}

/** These are faults if they are not zero. */
export const shiftFaults = [
  ...(['missing', 'unexpected', 'offDuty', 'neverTold', 'toldTwice', 'itemsLost', 'itemsReceivedTwice'] as const),
  'differences' as const,
]
export const isFaultless = (report: ShiftSimulationReport) =>
  report.notifications > 0 && shiftFaults.every((name) => report[name] === 0)

/**
 * For so many milliseconds servers may be at work before time passes: when a job waits to be taken, when a push service
 * hangs or a server was killed with a job, and otherwise.
 */
const TO_BE_TAKEN = 40
const STUCK = 150
const SLOW = 2_000
/** Push services give up after this time, so later the briefing tells people. */
const PUSHES_GIVE_UP = 4 * HOUR + 5 * MINUTE

/**
 * Simulates the shifts of a hotel on two real servers, which are killed with SIGKILL meanwhile. Their time jumps from
 * one event to the next (`simulated-time.ts`). Then everybody comes once more and reads the briefing, and the actual
 * outcome of each notification and of each item is compared with the expected one (`shift-ledger.ts`).
 */
export async function simulateShifts(options: ShiftSimulationOptions) {
  const simulation = await ShiftSimulation.open(options)
  try {
    return await simulation.run()
  } catch (error) {
    throw new Error(`At ${new Date(simulation.time.now()).toISOString()}: ${simulation.fleet.output().slice(-3_000)}`, {
      cause: error,
    })
  } finally {
    await simulation.close()
  }
}

/** The plan for a time: first clocking in and out, then the rest. */
interface Moment {
  at: number
  isClocking: boolean
  run(): Promise<unknown>
}

/** Routines of each department, by the clock on the wall: hours and minutes. None is open while the clocks change. */
const ROUTINES = [
  { opens: [23, 5], dueAfter: 60, closesAfter: 110 },
  { opens: [6, 20], dueAfter: 45, closesAfter: 90 },
  { opens: [12, 40], dueAfter: 120, closesAfter: null },
] as const
/** One in so many looks is at the briefing and the sheet too. */
const LOOKS_FURTHER = 8
const LOOKING_AT_ONCE = 10
const SHOWN_DIFFERENCES = 30

class ShiftSimulation {
  readonly time: SimulatedTime
  readonly fleet: ShiftFleet
  private readonly options: ShiftSimulationOptions
  private readonly database: pg.Client
  private readonly services: PushService[]
  private readonly people: SimulatedPerson[]
  private readonly departments: number[]
  /** Changes accounts, and does nothing else. */
  private readonly admin: SimulatedPerson
  private readonly ledger: ShiftLedger
  private readonly dice: Dice
  private readonly agenda: Moment[] = []
  private readonly work: WaitingWork
  private readonly tasks: SimulatedTask[]
  /** People who will forget to clock out of this shift. */
  private readonly forgetful = new Set<string>()
  private readonly screens: ShiftScreens
  private readonly phones = new Map<
    string,
    { browser: PushBrowser; cookie: string; isGone: boolean; device: number }[]
  >()
  private readonly sops = new Map<number, number>()
  /** The items of handovers, and who has received them by the replies. */
  private readonly items = new Map<number, string[]>()
  private readonly change: number
  private readonly from: number
  private readonly to: number
  private readonly begun = performance.now()
  private dueMinutes = new Set<number>()
  /** Whether a push service hangs, or a server was killed. */
  private isStuck = false
  private keys = 0

  private constructor(parts: {
    options: ShiftSimulationOptions
    database: pg.Client
    time: SimulatedTime
    fleet: ShiftFleet
    services: PushService[]
    people: SimulatedPerson[]
    admin: SimulatedPerson
    departments: number[]
    dice: Dice
    span: { from: number; to: number; change: number }
  }) {
    const { options, database, time, fleet, services, people, admin, departments, dice, span } = parts
    this.options = options
    this.database = database
    this.time = time
    this.fleet = fleet
    this.services = services
    this.people = people
    this.departments = departments
    this.admin = admin
    this.dice = dice
    this.change = span.change
    this.from = span.from
    this.to = span.to
    this.ledger = new ShiftLedger(people)
    this.work = new WaitingWork(span.change)
    this.tasks = this.work.tasks
    const call = (person: SimulatedPerson, path: string) => this.call(person, 'GET', path)
    this.screens = new ShiftScreens(this.work, { call, now: () => this.time.now() })
  }

  static async open(options: ShiftSimulationOptions) {
    const { url, folder, hours, seed, program = freshlyBuilt() } = options
    const dice = diceOf(seed)
    const change = endOfSummerTime(new Date().getFullYear() + 1)
    // A whole week ends a day after that night, a shorter time with it in its middle.
    const to = hours >= 48 ? change + 27 * HOUR : change + Math.ceil(hours / 2) * HOUR
    const span = { from: to - hours * HOUR, to, change }
    const database = new pg.Client(connectionOptions(url))
    await database.connect()
    const time = await SimulatedTime.begin(database, folder, span.from - HOUR)
    const services = await Promise.all([openPushService(), openPushService()])
    const settings = {
      ...{ DATABASE_URL: url, DATA_DIR: folder, TIME_ZONE: 'Europe/Berlin', ...time.settings },
      PUSH_HOSTS: `known,${services.map(({ host }) => host).join()}`,
    }
    const { people, admin, departments } = await putPeople(database, options.peopleInEachDepartment, span.from)
    const fleet = await ShiftFleet.start(2, settings, [...time.preload, ...program], diceOf(seed + 1))
    return new ShiftSimulation({ options, database, time, fleet, services, people, admin, departments, dice, span })
  }

  async run() {
    const { log } = this.options
    await this.prepare()
    const shifts = shiftsOf(this.people, { from: this.from, to: this.to, change: this.change }, this.dice)
    for (const shift of shifts) this.planShift(shift)
    for (let deed = 0; deed < this.options.deeds; deed += 1) {
      const at = this.from + HOUR + Math.floor((this.dice.roll() * (this.to - this.from - 3 * HOUR)) / MINUTE) * MINUTE
      this.plan(at, () => this.doSomething())
      this.plan(at, () => this.doWork())
    }
    this.plan((this.from + this.to) / 2, () => this.deactivate())
    // However short it is, one is killed.
    this.plan((this.from + this.to) / 2, async () => this.fleet.killOne(this.dice.roll() * 60))
    // Nothing happens without anybody, but the servers look now and then.
    for (let at = this.from; at < this.to; at += 30 * MINUTE) this.plan(at, async () => {})
    log?.(`${shifts.length} shifts from ${iso(this.from)} on`)
    await this.live(this.to)
    log?.('The week is over; everybody comes once more')
    await this.endWeek()
    return this.conclude()
  }

  async close() {
    await this.fleet.stop()
    await this.database.end()
    await Promise.all(this.services.map((service) => service.close()))
  }

  // Time

  private plan(at: number, run: () => Promise<unknown>, isClocking = false) {
    this.agenda.push({ at, run, isClocking })
  }

  /** Lets everything happen that is planned until then, and all that follows from it in the servers. */
  private async live(until: number) {
    let day = ''
    for (;;) {
      const at = Math.min(until, ...this.agenda.map((moment) => moment.at))
      await this.pass(at)
      if (at >= until) return
      const now = this.agenda.filter((moment) => moment.at <= at)
      for (const moment of now) this.agenda.splice(this.agenda.indexOf(moment), 1)
      if (this.dice.roll() < 1 / this.options.killEvery) {
        this.fleet.killOne(this.dice.roll() * 60)
        this.isStuck = true
      }
      await Promise.all(now.filter(({ isClocking }) => isClocking).map(({ run }) => run()))
      await Promise.all(this.meanwhile.splice(0))
      // People on duty stay so until the next moment. These happen one after the other, so that it is clear who is
      // told.
      for (const { run, isClocking } of now) if (!isClocking) await run()
      if (this.dice.roll() < 1 / (this.options.lookEvery ?? 1)) await this.lookAround()
      if (day !== iso(at).slice(0, 10)) {
        day = iso(at).slice(0, 10)
        this.options.log?.(
          `${day}: ${this.ledger.attempts.length} attempts to reach devices, ${this.fleet.kills} kills`,
        )
      }
    }
  }

  /** The actions of people who come at this moment. */
  private readonly meanwhile: Promise<unknown>[] = []
  private lastAct: Promise<unknown> = Promise.resolve()

  /** Runs actions one after the other, so that their consequences are clear. */
  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.lastAct.then(act)
    this.lastAct = turn.catch(() => {})
    return turn
  }

  /** Lets the time pass until then, with a stop whenever a job is due. */
  private async pass(to: number) {
    for (;;) {
      const next = await this.rest()
      if (next === null || next >= to) break
      await this.time.moveTo(next + 5)
      // Servers do not look for jobs in step: each waits for up to half a second more.
      await this.time.moveTo(this.time.now() + 501)
    }
    await this.time.moveTo(to)
    await this.rest()
  }

  /** Waits until the servers have nothing to do now; when the next job is due. */
  private async rest(): Promise<number | null> {
    let waitedSince = performance.now()
    for (;;) {
      const { rows } = await this.database.query<{ due: number; busy: number; next: number | null }>(`
        select count(*) filter (where run_at <= now() and locked_by is null)::int + (
            select count(*)::int from routines where is_active and next_occurrence <= now()
          ) + (
            select count(*)::int from tasks where closes_at <= now() and closed_at is null and status <> 'completed'
          ) as due,
          count(locked_by)::int + (
            select count(*)::int from pg_stat_activity
            where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
          ) as busy,
          (extract(epoch from min(run_at) filter (where run_at > now() and locked_by is null)) * 1000)::float as next
        from jobs where done_at is null and failed_at is null and kind <> 'clean-up'`)
      const [{ due, busy, next } = { due: 0, busy: 0, next: null }] = rows
      if (due === 0 && busy === 0) {
        this.isStuck = this.fleet.isKilling
        return next
      }
      // Work that does not end by itself waits for time to pass; slow work has its time.
      const patience = busy === 0 ? TO_BE_TAKEN : this.isStuck ? STUCK : SLOW
      if (performance.now() - waitedSince > patience) {
        await this.time.moveTo(this.time.now() + 1_000)
        waitedSince = performance.now()
      } else await sleep(8)
    }
  }

  // The beginning

  private async prepare() {
    await this.time.moveTo(this.from - 40 * MINUTE)
    for (const person of this.people) {
      await this.subscribe(person, person.cookie)
      if (person.at % 4 === 0) await this.subscribe(person, await this.newSession(person))
    }
    for (const [index, departmentId] of this.departments.entries()) {
      const manager = this.managersOf(index)[0]
      if (!manager) throw new Error('A department has no manager')
      const { headers, payload } = formOf(
        { title: `Folding towels ${index}`, departmentId: String(departmentId) },
        { content: smallPdf() },
      )
      const reply = await this.call(manager, 'POST', '/sops', { body: payload, headers })
      this.sops.set(index, reply.id)
      this.work.procedures.set(index, reply.id)
      await this.makeRoutines(index, manager)
      // Of the first sign-in nobody is told.
      for (const person of this.peopleOf(index).slice(0, 4)) await this.signIn(person)
    }
    // Nobody compiles anything any more when the week begins.
    for (const { cookie } of this.people.slice(0, 6)) {
      const { devices } = (await this.fleet.call('GET', '/push-subscriptions', { cookie })).json
      await this.fleet.call('POST', `/push-subscriptions/${devices[0].id}/test`, { cookie })
    }
    await this.pass(this.from)
  }

  private async newSession({ id }: SimulatedPerson) {
    const { cookie, sid } = newCookie()
    const times = [iso(this.time.now()), iso(this.time.now() + 13 * 24 * HOUR)]
    await this.database.query(`insert into sessions (sid, sess, expire, user_id) values ($1, $2, $3, $4)`, [
      sid,
      { ipAddress: '127.0.0.1', userAgent: null, signedInAt: times[0] },
      times[1],
      id,
    ])
    return cookie
  }

  /** A browser of a person in which they are signed in is told from now on. */
  private async subscribe(person: SimulatedPerson, cookie: string) {
    const { ledger, dice, time } = this
    const browser = dice.oneOf(this.services).browser()
    const device = ledger.devices.length
    const phone = { browser, cookie, isGone: false, device }
    Object.defineProperty(browser, 'answer', {
      get: (): PushAnswer => {
        const answer = phone.isGone ? { status: 410 } : this.answerOf()
        const at = time.now()
        if (answer !== 'hang' && answer.status === 410 && !phone.isGone) {
          phone.isGone = true
          const known = ledger.devices[device]
          if (known) known.until = at
        }
        if (answer === 'hang') this.isStuck = true
        if (answer === 'hang' || answer.status !== 201)
          ledger.attempts.push({ user: person.id, device, notification: null, at, wasTaken: false })
        return answer
      },
    })
    const push = browser.received.push.bind(browser.received)
    // Only accepted pushes are decrypted, and name their notification.
    browser.received.push = (...pushes) => {
      for (const { message } of pushes) {
        const { notificationId } = message.notification.data
        if (notificationId === null) continue
        if (message.notification.tag !== `n${notificationId}`) throw new Error('The tag is not the notification')
        ledger.attempts.push({
          ...{ user: person.id, device, notification: notificationId },
          ...{ at: time.now(), wasTaken: true },
        })
      }
      return push(...pushes)
    }
    const reply = await this.fleet.call('POST', '/push-subscriptions', { cookie, body: browser.subscription })
    if (reply.status !== 201) throw new Error(`A device was refused: ${JSON.stringify(reply)}`)
    ledger.devices.push({ user: person.id, number: device, since: time.now(), until: null })
    this.phones.set(person.id, [...(this.phones.get(person.id) ?? []), phone])
  }

  private answerOf(): PushAnswer {
    const roll = this.dice.roll()
    if (roll < 0.04) return { status: 500 }
    if (roll < 0.07) return { status: 429, headers: { 'retry-after': '40' } }
    if (roll < 0.08) return 'hang'
    if (roll < 0.085) return { status: 410 }
    return { status: 201 }
  }

  // Shifts

  private planShift(shift: PlannedShift) {
    const { person, from, to, pause, isForgotten, offlineFor } = shift
    const plan = (at: number, run: () => Promise<unknown>, isClocking = false) => {
      if (at < this.to) this.plan(at, run, isClocking)
    }
    plan(from + offlineFor, () => this.clockIn(person, { at: offlineFor > 0 ? from : null, isForgotten }), true)
    // By then managers are told of items that nobody has received.
    plan(from + offlineFor + 16 * MINUTE, async () => {})
    if (pause && pause.from > from + offlineFor) {
      plan(pause.from, () => this.clockOut(person), true)
      plan(pause.to, () => this.clockIn(person, { at: null, isForgotten }), true)
    }
    if (isForgotten) return
    const isBefore = this.dice.roll() < 0.5
    if (this.dice.roll() < (this.options.handOver ?? 0.45) && person.role === 'user')
      plan(to + (isBefore ? -2 : 4) * MINUTE, () => this.handOver(person))
    plan(to, () => this.clockOut(person), true)
  }

  /** @param shift `at` is when it began, if the device could not send it then */
  private async clockIn(person: SimulatedPerson, { at, isForgotten }: { at: number | null; isForgotten: boolean }) {
    if (this.isGone(person)) return
    await this.mendForgotten(person)
    // Muster would hand over work in progress of people who forget to clock out: `forgotten.test.ts` tries that.
    if (isForgotten) {
      this.forgetful.add(person.id)
      for (const task of this.tasks)
        if (task.assignee === person.id && task.status === 'in_progress') await this.setStatus(person, task, 'pending')
    } else this.forgetful.delete(person.id)
    await this.start(person, at)
    this.meanwhile.push(this.arrive(person))
  }

  private async start(person: SimulatedPerson, at: number | null = null) {
    const body = at === null ? undefined : { at: iso(at) }
    const { startTime } = await this.call(person, 'POST', '/clock/start', { ...(body && { body }), key: this.key() })
    this.ledger.clockedIn(person.id, this.time.now() - 50)
    this.work.clockedIn(person.id, Date.parse(startTime))
  }

  /** Says when the last shift has ended, if its clock-out was forgotten. */
  private async mendForgotten(person: SimulatedPerson) {
    const forgotten = await this.call(person, 'GET', '/clock/forgotten')
    if (!forgotten) return
    const endTime = iso(Math.min(Date.parse(forgotten.startTime) + 8 * HOUR, this.time.now() - MINUTE))
    this.ledger.clockedOut(person.id, this.time.now())
    await this.call(person, 'POST', '/clock/end-stated', { body: { id: forgotten.id, endTime } })
    this.work.clockedOut(person.id, Date.parse(endTime))
  }

  private async clockOut(person: SimulatedPerson) {
    if (!this.isOnDuty(person)) return
    const { endTime } = await this.call(person, 'POST', '/clock/stop', { key: this.key() })
    this.ledger.clockedOut(person.id, this.time.now())
    this.work.clockedOut(person.id, Date.parse(endTime))
  }

  /** Sets a new phone up if the old one is gone, reads the briefing and receives items. */
  private async arrive(person: SimulatedPerson) {
    const phones = this.phones.get(person.id) ?? []
    for (const phone of phones.filter(({ isGone }) => isGone)) {
      phones.splice(phones.indexOf(phone), 1)
      await this.subscribe(person, phone.cookie)
    }
    const items = await this.readBriefing(person)
    for (const item of items) {
      if (this.dice.roll() < 0.1) await this.inTurn(() => this.ask(person, this.work.item(item.id)))
      if (this.dice.roll() < 0.75) await this.inTurn(() => this.receive(person, item))
    }
  }

  private async readBriefing(person: SimulatedPerson) {
    const at = this.time.now()
    const briefing = await this.call(person, 'GET', '/shift/briefing')
    const sections = await Promise.all(
      // biome-ignore lint/suspicious/noExplicitAny: as the API answers
      briefing.sections.map(async (section: any) => {
        if (section.more === 0) return [section]
        const whole = await this.call(person, 'GET', `/shift/briefing?section=${section.kind}`)
        return [section, ...whole.sections]
      }),
    )
    const all = sections.flat()
    const idsOf = (kinds: string[]): number[] =>
      all.filter(({ kind }) => kinds.includes(kind)).flatMap(({ items }) => items.map(({ id }: { id: number }) => id))
    const tasks = idsOf(['unclaimed_problems', 'overdue', 'routines_now', 'due_today'])
    const handedOver = idsOf(['handed_over'])
    if (briefing.heldIds.length > 0)
      await this.call(person, 'PUT', '/shift/briefing/read', { body: { heldIds: briefing.heldIds } })
    this.ledger.briefings.push({
      ...{ user: person.id, at, held: new Set(idsOf(['held'])) },
      listed: new Set([...tasks.map((id) => `task ${id}`), ...handedOver.map((id) => `handover-item ${id}`)]),
    })
    const items = all.filter(({ kind }) => kind === 'handed_over').flatMap((section) => section.items)
    return [...new Map(items.map((item) => [item.id, item])).values()] as { id: number; toUser: unknown }[]
  }

  private async receive(person: SimulatedPerson, { id, toUser }: { id: number; toUser: unknown }) {
    const others = toUser
      ? []
      : this.onDutyOf(person.department).filter((other) => other !== person && other.role === 'user')
    // Now and then two say so at the same moment.
    const who = this.dice.roll() < 0.3 && others.length > 0 ? [person, this.dice.oneOf(others)] : [person]
    await Promise.all(
      who.map(async (each) => {
        const { status, json } = await this.fleet.call('POST', `/handover-items/${id}/receive`, { cookie: each.cookie })
        // One's own item, which somebody else has received.
        if (![200, 409, 403].includes(status)) throw new Error(`An item was answered by ${status}`)
        if (status !== 200 || json.receivedBy.id !== each.id) return
        const at = Date.parse(json.receivedAt)
        const known = this.work.item(id)
        // It was theirs already.
        if (known.receivedBy === each.id && known.receivedAt === at) return
        const wasReturned = this.work.isReturned(known, at)
        this.expectTaken(each, this.work.freeTaskOf(known, at))
        for (const item of this.work.receive(each, id, at)) {
          const before = wasReturned && item === known ? [] : (this.items.get(item.id) ?? [])
          this.items.set(item.id, [...before, each.id])
          this.ledger.read.push({ user: each.id, subject: `handover-item ${item.id}`, at: this.time.now() })
          this.ledger.received.push({ subject: `handover-item ${item.id}`, at: this.time.now() })
        }
      }),
    )
  }

  private async handOver(giver: SimulatedPerson) {
    if (this.isGone(giver)) return
    const { dice } = this
    const colleagues = this.peopleOf(giver.department).filter((person) => person !== giver)
    const now = this.time.now()
    const tasks = this.tasks.filter((task) => task.department === giver.department && this.work.isOpen(task, now))
    const items = Array.from({ length: 1 + Math.floor(dice.roll() * 4) }, () => ({
      ...(dice.roll() < 0.4 && tasks.length > 0 ? { taskId: dice.oneOf(tasks).id } : { text: 'Room 12' }),
      ...{ severity: dice.oneOf(['watch', 'act', 'urgent']), next: 'Look at it' },
      ...(dice.roll() < 0.2 && { toUserId: dice.oneOf(colleagues).id }),
    }))
    await this.give(giver, items)
  }

  /** Hands things over, and lets colleagues receive some of them soon. */
  private async give(giver: SimulatedPerson, items: GivenItem[]) {
    const { dice, tasks } = this
    for (const task of tasks) if (items.some(({ taskId }) => taskId === task.id)) task.isHandedOver = true
    const onDuty = this.onDutyOf(giver.department)
    const reply = await this.call(giver, 'POST', '/handovers', {
      body: { note: 'All is well', items },
      key: this.key(),
    })
    this.work.workedUntil(giver.id, Date.parse(reply.createdAt))
    const given = items.map((item, at) => ({ ...item, id: reply.items[at].id as number }))
    for (const [at, { id, taskId, severity, toUserId, fromItemId }] of given.entries()) {
      this.items.set(id, [])
      this.work.items.push({
        ...{ id, giver: giver.id, department: giver.department, task: taskId ?? null, to: toUserId ?? null },
        ...{ isUrgent: severity === 'urgent', createdAt: Date.parse(reply.items[at].createdAt) },
        ...{ receivedBy: null, receivedAt: 0, isDone: false },
      })
      if (fromItemId !== undefined) this.work.item(fromItemId).isDone = true
    }
    const named = groupBy(given, (item) => item.toUserId)
    for (const [toUserId, [first]] of named)
      this.ledger.expect(
        'handover',
        toUserId ? [toUserId] : idsOf(onDuty.filter((person) => person !== giver)),
        `handover-item ${first?.id}`,
      )
    this.plan(this.minute() + 16 * MINUTE, async () => {})
    this.plan(this.minute() + 3 * MINUTE, async () => {
      const others = this.onDutyOf(giver.department).filter((person) => person !== giver)
      for (const { id, toUserId } of given)
        if (!toUserId && others.length > 0 && dice.roll() < 0.4)
          await this.receive(dice.oneOf(others), { id, toUser: null })
    })
  }

  /** The giver answers if on duty, else the managers on duty in the department, else those on duty anywhere. */
  private async ask(asker: SimulatedPerson, { id, giver }: SimulatedItem) {
    if (giver === asker.id) return
    const onDuty = this.people.filter(this.isOnDuty)
    const managers = onDuty.filter((person) => person.role === 'manager' && person !== asker)
    const own = managers.filter(({ department }) => department === asker.department)
    const asked = onDuty.some((person) => person.id === giver)
      ? [giver]
      : managers.length > 0
        ? idsOf(own.length > 0 ? own : managers)
        : [giver]
    await this.call(asker, 'POST', `/handover-items/${id}/ask`, { body: { question: 'Since when?' }, key: this.key() })
    this.work.questions.push({ item: id, asked: new Set(asked), isAnswered: false })
  }

  // Actions

  private async doSomething() {
    const { dice } = this
    const department = Math.floor(dice.roll() * DEPARTMENTS)
    const onDuty = this.onDutyOf(department)
    const actor = onDuty.length > 0 ? dice.oneOf(onDuty) : undefined
    const [manager] = [dice.oneOf(this.managersOf(department))]
    const roll = dice.roll() * 100
    if (roll < 18) return this.assign(manager, dice.roll() < 0.3)
    if (roll < 22) return this.remindOthers(manager)
    if (roll < 25) return this.sendUrgent(manager)
    if (roll < 27) return this.remindReaders(manager)
    if (roll < 37) return this.remindOneself(dice.oneOf(this.peopleOf(department)))
    if (roll < 42) return this.signInAgain(dice.oneOf(this.peopleOf(department).slice(0, 4)))
    if (!actor) return
    if (roll < 66) return this.comment(actor)
    if (roll < 78) return this.report(actor)
    if (roll < 94) return this.write(actor)
    return this.readBell(actor)
  }

  private async assign(manager: SimulatedPerson, isDueAtATime: boolean) {
    const { dice } = this
    const assignee = dice.oneOf(this.peopleOf(manager.department).filter((person) => person !== manager))
    // Between two minutes, when nobody does anything else.
    const due = isDueAtATime
      ? this.freeMinute(this.minute() + Math.floor(dice.between(60, 300)) * MINUTE) + MINUTE / 2
      : null
    const body = {
      ...{ title: 'Air the rooms', departmentId: this.departments[manager.department], assigneeId: assignee.id },
      ...(due && { dueDate: iso(due) }),
    }
    const { id } = await this.call(manager, 'POST', '/tasks', { body, key: this.key() })
    const task = this.addTask({ id, department: manager.department, creator: manager.id, assignee: assignee.id, due })
    this.ledger.expect('task-assigned', [assignee.id], `task ${id}`)
    if (!due) return
    if (dice.roll() < 0.5)
      return this.plan(due - 40 * MINUTE, async () => {
        if (task.status !== 'completed') await this.setStatus(manager, task, 'completed')
      })
    const after = 15_000
    for (const at of [due - 30 * MINUTE, due, due + 30 * MINUTE]) this.plan(at + after, async () => {})
    this.plan(due - 30 * MINUTE, async () => this.ledger.expect('due-soon', this.whoHas(task), `task ${id}`))
    this.plan(due, async () => this.ledger.expect('overdue', this.whoHas(task), `task ${id}`))
  }

  /** The people whose work a task is: the person who has it, or everybody on duty in its department. */
  private whoHas({ assignee, status, department }: SimulatedTask) {
    if (status === 'completed') return []
    return assignee ? [assignee] : idsOf(this.onDutyOf(department))
  }

  private addTask(
    fields: Pick<SimulatedTask, 'id' | 'department' | 'creator' | 'assignee'> & Partial<SimulatedTask>,
  ): SimulatedTask {
    const task: SimulatedTask = {
      ...{ kind: 'task', status: 'pending', isHigh: false, due: null, closesAt: null, createdAt: 0 },
      ...{ commenters: new Set<string>(), isHandedOver: false },
      ...fields,
    }
    this.tasks.push(task)
    return task
  }

  private async setStatus(person: SimulatedPerson, task: SimulatedTask, status: SimulatedTask['status']) {
    await this.call(person, 'PUT', `/tasks/${task.id}`, { body: { status }, key: this.key() })
    task.status = status
  }

  private async comment(author: SimulatedPerson) {
    const tasks = this.tasks
      .filter((task) => task.department === author.department && !task.isHandedOver && task.kind !== 'routine')
      .slice(-12)
    if (tasks.length === 0) return
    const task = this.dice.oneOf(tasks)
    await this.call(author, 'POST', `/tasks/${task.id}/comments`, {
      body: { text: 'Half of it is done' },
      key: this.key(),
    })
    const followers = new Set([task.creator, ...(task.assignee ? [task.assignee] : []), ...task.commenters])
    followers.delete(author.id)
    task.commenters.add(author.id)
    this.ledger.expect('comment', [...followers], `task ${task.id}`)
  }

  private async report(reporter: SimulatedPerson) {
    const { dice } = this
    const department = Math.floor(dice.roll() * DEPARTMENTS)
    const told = idsOf(this.onDutyOf(department).filter((person) => person !== reporter))
    const isHigh = dice.roll() < 0.3
    const priority = isHigh ? 'high' : 'medium'
    const body = { title: 'The tap drips', departmentId: this.departments[department], priority }
    const { id, createdAt } = await this.call(reporter, 'POST', '/problems', { body, key: this.key() })
    const task = this.addTask({
      ...{ id, department, creator: reporter.id, assignee: null, kind: 'problem' },
      ...{ isHigh, createdAt: Date.parse(createdAt) },
    })
    this.ledger.expect('problem-reported', told, `task ${id}`)
    if (dice.roll() < 0.3) return
    this.plan(this.minute() + Math.ceil(dice.between(1, 15)) * MINUTE, () => this.claim(task))
  }

  private async claim(task: SimulatedTask) {
    const onDuty = this.onDutyOf(task.department)
    if (onDuty.length === 0 || task.assignee !== null || task.status === 'completed') return
    await this.take(this.dice.oneOf(onDuty), task)
  }

  private async take(claimant: SimulatedPerson, task: SimulatedTask) {
    await this.call(claimant, 'POST', `/tasks/${task.id}/claim`, { key: this.key() })
    Object.assign(task, { assignee: claimant.id, isReceived: false })
    this.ledger.read.push({ user: claimant.id, subject: `task ${task.id}`, at: this.time.now() })
    this.expectTaken(claimant, task)
  }

  /** The person who has reported a problem is told that somebody has it now. */
  private expectTaken(person: SimulatedPerson, task: SimulatedTask | undefined) {
    if (task?.kind === 'problem' && task.creator !== person.id)
      this.ledger.expect('problem-taken', [task.creator], `task ${task.id}`)
  }

  private async write(sender: SimulatedPerson) {
    const colleagues = this.onDutyOf(sender.department).filter((person) => person !== sender)
    if (colleagues.length === 0) return
    const isForAll = this.dice.roll() < 0.3
    const to = isForAll ? colleagues : [this.dice.oneOf(colleagues)]
    const whom = isForAll ? { onDutyIn: this.departments[sender.department] } : { userIds: idsOf(to) }
    const { id } = await this.call(sender, 'POST', '/messages', {
      body: { ...whom, text: 'Two cots, please' },
      key: this.key(),
    })
    this.ledger.expect('message', idsOf(to), `message ${id}`)
  }

  private async sendUrgent(manager: SimulatedPerson) {
    const others = this.peopleOf(manager.department).filter((person) => person !== manager)
    const isForAll = this.dice.roll() < 0.2
    const to = isForAll ? others : others.filter(() => this.dice.roll() < 0.2).concat(others.slice(0, 1))
    const people = [...new Set(to)]
    const whom = isForAll ? { departmentId: this.departments[manager.department] } : { userIds: idsOf(people) }
    const body = { ...whom, text: 'The boiler leaks', reason: 'Water runs into the lift' }
    const { id } = await this.call(manager, 'POST', '/messages/urgent', { body, key: this.key() })
    this.ledger.expect('message', idsOf(people), `message ${id}`)
    const { rows } = await this.database.query<{ user: string; notification: number }>(
      `select user_id as "user", id as notification from notifications
       where subject_type = 'message' and subject_id = $1 order by id`,
      [String(id)],
    )
    this.work.urgentMessages.push(...rows)
  }

  private remindOneself(person: SimulatedPerson) {
    return this.remind(person, {}, [person.id])
  }

  private remindOthers(manager: SimulatedPerson) {
    const { dice, departments } = this
    const colleagues = this.peopleOf(manager.department)
    if (dice.roll() < 0.3)
      return this.remind(manager, { departmentId: departments[manager.department] }, idsOf(colleagues))
    const { id } = dice.oneOf(colleagues)
    return this.remind(manager, { userId: id }, [id])
  }

  private async remind(creator: SimulatedPerson, whom: object, users: string[]) {
    const at = this.minute() + Math.ceil(this.dice.between(5, 400)) * MINUTE
    const body = { title: 'Fetch the linen', nextRun: iso(at), ...whom }
    const { id } = await this.call(creator, 'POST', '/reminders', { body, key: this.key() })
    this.plan(at, async () => {})
    if (at < this.to) this.ledger.expect('reminder', users, `reminder ${id}`)
    else this.ledger.expect('reminder', users, `reminder ${id}`, { least: 0 })
  }

  private async remindReaders(manager: SimulatedPerson) {
    const id = this.sops.get(manager.department)
    const { reminded } = await this.call(manager, 'POST', `/sops/${id}/remind`)
    const others = idsOf(this.peopleOf(manager.department).filter((person) => person !== manager))
    // Nobody is reminded twice within an hour.
    if (reminded === others.length) this.ledger.expect('sop-read-reminder', others, `sop ${id}`)
    else if (reminded !== 0) this.ledger.expect('sop-read-reminder', others, `sop ${id}`, { least: 0 })
  }

  private async signInAgain(person: SimulatedPerson) {
    const { wasRepeated } = await this.signIn(person)
    this.ledger.expect('sign-in-new-browser', [person.id], null, wasRepeated ? { most: 2 } : {})
  }

  private async signIn({ name }: SimulatedPerson): Promise<Reply> {
    const reply = await this.fleet.call('POST', '/auth/login', {
      body: { email: `${name}@hotel.example`, password: PASSWORD },
    })
    if (reply.status !== 200) throw new Error(`A sign-in was answered by ${reply.status}`)
    return reply
  }

  private async readBell(person: SimulatedPerson) {
    const list = await this.call(person, 'GET', '/notifications')
    // biome-ignore lint/suspicious/noExplicitAny: as the API answers
    for (const { id } of list.filter(({ isRead }: any) => !isRead).slice(0, 3)) {
      await this.markRead(person, id)
    }
  }

  private async markRead(person: SimulatedPerson, notification: number) {
    this.ledger.read.push({ user: person.id, notification, at: this.time.now() })
    await this.call(person, 'PUT', `/notifications/${notification}/read`)
    const { urgentMessages } = this.work
    const at = urgentMessages.findIndex((message) => message.notification === notification)
    if (at >= 0) urgentMessages.splice(at, 1)
  }

  // Work

  /** Somebody on duty acts on their waiting work. */
  private async doWork() {
    const { dice, work } = this
    const onDuty = this.people.filter(this.isOnDuty)
    if (onDuty.length === 0) return
    const person = dice.oneOf(onDuty)
    const now = this.time.now()
    const open = this.tasks.filter((task) => work.isOpen(task, now))
    const own = open.filter(({ assignee }) => assignee === person.id)
    const pending = own.filter(({ status }) => status === 'pending')
    const free = open.filter((task) => task.assignee === null && task.department === person.department)
    const held = work.held(person)
    const asked = work.asked(person)
    const urgent = work.urgentMessages.filter(({ user }) => user === person.id)
    const waiting = work.items.filter((item) => work.waits(person, item, now))
    const begins = this.forgetful.has(person.id) || person.leaves ? [] : pending
    const one = <T>(list: T[], act: (each: T) => Promise<unknown>) =>
      list.length > 0 ? [() => act(dice.oneOf(list))] : []
    const choices = [
      ...one(begins, (task) => this.setStatus(person, task, 'in_progress')),
      ...one(own, (task) => this.setStatus(person, task, 'completed')),
      ...one(own, (task) => this.giveBack(person, task)),
      ...one(free, (task) => this.take(person, task)),
      ...one(held, (item) => this.finishItem(person, item)),
      ...one(held, (item) =>
        this.give(person, [{ text: 'Room 12', severity: 'act', next: 'Look at it', fromItemId: item.id }]),
      ),
      ...one(asked, (item) => this.answer(person, item)),
      ...one(urgent, ({ notification }) => this.markRead(person, notification)),
      ...one(waiting, (item) => this.ask(person, item)),
      ...one(waiting, (item) => this.receive(person, { id: item.id, toUser: item.to })),
    ]
    if (choices.length > 0) await dice.oneOf(choices)()
  }

  private async giveBack(person: SimulatedPerson, task: SimulatedTask) {
    await this.call(person, 'POST', `/tasks/${task.id}/release`, { body: {}, key: this.key() })
    Object.assign(task, { assignee: null, status: 'pending', isReceived: false })
  }

  private async finishItem(person: SimulatedPerson, item: SimulatedItem) {
    await this.call(person, 'POST', `/handover-items/${item.id}/done`, { key: this.key() })
    item.isDone = true
  }

  /** Answers the latest open question about an item. */
  private async answer(person: SimulatedPerson, { id }: SimulatedItem) {
    this.ledger.read.push({ user: person.id, subject: `handover-item ${id}`, at: this.time.now() })
    await this.call(person, 'POST', `/handover-items/${id}/answer`, { body: { answer: 'Since noon' }, key: this.key() })
    const open = this.work.questions.findLast(({ item, isAnswered }) => item === id && !isAnswered)
    if (open) open.isAnswered = true
  }

  /** Somebody leaves the house in the middle of the time. */
  private async deactivate() {
    const person = this.people.find(({ leaves }) => leaves)
    if (!person) return
    await this.call(this.admin, 'PUT', `/users/${person.id}`, { body: { isActive: false } })
    this.ledger.clockedOut(person.id, this.time.now())
    this.work.clockedOut(person.id, this.time.now())
    this.work.gone.add(person.id)
  }

  /** Makes the routines of a department, and plans what should open and be missed. */
  private async makeRoutines(department: number, manager: SimulatedPerson) {
    const { departments, change } = this
    for (const { opens, dueAfter, closesAfter } of ROUTINES) {
      // Departments have minutes of their own: tasks that are due at the same time are told as one.
      const [hour, minute] = [opens[0], opens[1] + department]
      const body = {
        ...{ title: 'Walk round', departmentId: departments[department], assigneeId: null, days: '* * *' },
        ...{ opensAt: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` },
        ...{ dueAfterMinutes: dueAfter, closesAfterMinutes: closesAfter },
      }
      const routine = await this.call(manager, 'POST', '/routines', { body, key: this.key() })
      const firstDay = Math.floor(this.from / (24 * HOUR)) * 24 * HOUR - 24 * HOUR
      for (let day = firstDay; day < this.to; day += 24 * HOUR) {
        const opensAt = inBerlin(day, hour, change) + minute * MINUTE
        if (opensAt < this.time.now() || opensAt >= this.to) continue
        const due = opensAt + dueAfter * MINUTE
        const closesAt = closesAfter === null ? null : opensAt + closesAfter * MINUTE
        this.dueMinutes.add(due)
        this.plan(opensAt, () => this.findOccurrence(routine.id, opensAt, { department, manager, due, closesAt }))
        for (const at of [due - 30 * MINUTE, due]) this.plan(at, async () => {})
        if (closesAt !== null) this.plan(closesAt, async () => {})
      }
    }
  }

  /** The occurrence that opens now, which everybody of the department may be told of when it is due soon. */
  private async findOccurrence(
    routineId: number,
    opensAt: number,
    expected: { department: number; manager: SimulatedPerson; due: number; closesAt: number | null },
  ) {
    const { department, manager, due, closesAt } = expected
    const { rows } = await this.database.query<{ id: number }>(
      'select id from tasks where routine_id = $1 and occurrence_at = $2',
      [routineId, iso(opensAt)],
    )
    const [row] = rows
    if (!row || rows.length > 1) {
      this.screens.differences.push(`routine ${routineId} opened ${rows.length} times at ${iso(opensAt)}`)
      return
    }
    this.addTask({ id: row.id, department, creator: manager.id, assignee: null, kind: 'routine', due, closesAt })
    for (const kind of ['due-soon', 'overdue'])
      this.ledger.expect(kind, idsOf(this.people), `task ${row.id}`, { least: 0 })
  }

  // Looking

  /** Everybody looks at Today, and some at the briefing and the sheet: each shows what waits, in its order. */
  private async lookAround() {
    for (let at = 0; at < this.people.length; at += LOOKING_AT_ONCE) {
      const some = this.people.slice(at, at + LOOKING_AT_ONCE).filter((person) => !this.isGone(person))
      await Promise.all(some.map((person) => this.screens.look(person, this.dice.roll() < 1 / LOOKS_FURTHER)))
    }
  }

  // The end

  /** Devices that could not be reached are given up, and everybody finds missed notifications in the briefing. */
  private async endWeek() {
    const people = this.people.filter((person) => !this.isGone(person))
    for (const person of people) await this.clockOut(person)
    await this.live(this.to + PUSHES_GIVE_UP)
    await this.fleet.settle()
    for (const person of people) {
      await this.mendForgotten(person)
      await this.start(person)
    }
    for (const person of people) await this.readBriefing(person)
    // Managers are told of items that still wait, and then nothing rings any more.
    for (const minutes of [5, 10, 16, 17, 18, 25]) await this.pass(this.to + PUSHES_GIVE_UP + minutes * MINUTE)
    for (const person of people) await this.clockOut(person)
    await this.pass(this.time.now() + PUSHES_GIVE_UP)
    for (const person of people) {
      await this.start(person)
      await this.readBriefing(person)
    }
    await this.pass(this.time.now() + MINUTE)
  }

  private async conclude() {
    const stored = await this.readNotifications()
    const facts = this.ledger.compareFacts(stored, this.work.gone)
    const judged = this.ledger.judge(stored, this.time.now())
    const items = await this.judgeItems()
    const { attempts } = this.ledger
    const count = (how: string) => judged.outcomes.filter((outcome) => outcome.how === how).length
    const { missing, unexpected } = facts
    const { offDuty, neverTold, toldTwice, late } = judged
    const report: ShiftSimulationReport = {
      ...{ people: this.people.length, hours: this.options.hours, kills: this.fleet.kills },
      ...{ seconds: Math.round((performance.now() - this.begun) / 1000), notifications: stored.length },
      ...{ rangOnDuty: count('rangOnDuty'), rangOffDuty: count('rangOffDuty') },
      ...{ inBriefing: count('inBriefing'), read: count('read'), attempts: attempts.length },
      ...{
        failedAttempts: attempts.filter(({ wasTaken }) => !wasTaken).length,
        briefings: this.ledger.briefings.length,
      },
      ...{ items: this.items.size, received: items.received, escalated: items.escalated },
      ...{ missing, unexpected, offDuty, neverTold, toldTwice, late },
      ...{ itemsLost: items.lost, itemsReceivedTwice: items.twice },
      ...{ looks: this.screens.looks, differences: this.screens.differences.length },
    }
    const differences = this.screens.differences.slice(0, SHOWN_DIFFERENCES)
    const faults = [...facts.faults, ...judged.faults, ...items.faults, ...differences]
    return { report, byKind: byKind(judged.outcomes), faults }
  }

  /** All notifications without the ones of the person who has left. */
  private async readNotifications(): Promise<StoredNotification[]> {
    const { rows } = await this.database.query<Omit<StoredNotification, 'at'> & { at: number }>(
      `select n.id, n.user_id as "user", n.kind, n.subject_type || ' ' || n.subject_id as subject, n.urgency,
        (extract(epoch from n.created_at) * 1000)::float as at,
        coalesce(n.kind = 'reminder' and r.user_id = n.user_id and r.created_by = n.user_id, false) as "isOwn"
      from notifications n left join reminders r on n.subject_type = 'reminder' and r.id::text = n.subject_id
      where n.user_id <> all($1::uuid[]) order by n.id`,
      [[this.admin.id, ...this.work.gone]],
    )
    return rows
  }

  /** Each item was received by one person, or managers were told of it and it still waits. */
  private async judgeItems() {
    const { rows } = await this.database.query<{
      id: number
      receivedBy: string | null
      escalated: boolean
      told: boolean
    }>(`
      select i.id, i.received_by as "receivedBy", i.escalated_at is not null as escalated,
        exists (select from notifications n join handover_items o on n.subject_id = o.id::text
          where n.kind = 'handover-waiting' and n.subject_type = 'handover-item' and o.giver_id = i.giver_id
            and n.created_at = i.escalated_at) as told
      from handover_items i join handovers h on h.id = i.handover_id where not h.is_forgotten`)
    const faults: string[] = []
    const stored = new Map(rows.map((row) => [row.id, row]))
    let [lost, twice, received, escalated] = [0, 0, 0, 0]
    for (const [id, by] of this.items) {
      const row = stored.get(id)
      if (by.length > 1) {
        twice += 1
        faults.push(`item ${id} was received by ${by.join(' and ')}`)
      }
      if (row?.receivedBy && by.includes(row.receivedBy)) received += 1
      else if (row && !row.receivedBy && by.length === 0 && row.escalated && row.told) escalated += 1
      else {
        lost += 1
        faults.push(`item ${id} is lost: ${JSON.stringify(row)}, received by ${by.join() || 'nobody'}`)
      }
    }
    return { faults, lost, twice, received, escalated }
  }

  // People and things

  private peopleOf = (department: number) =>
    this.people.filter((person) => person.department === department && !this.isGone(person))
  private isGone = ({ id }: SimulatedPerson) => this.work.gone.has(id)
  private managersOf = (department: number) => this.peopleOf(department).filter(({ role }) => role === 'manager')
  private isOnDuty = ({ id }: SimulatedPerson) => this.ledger.isOnDuty(id, this.time.now())
  private onDutyOf = (department: number) => this.peopleOf(department).filter((person) => this.isOnDuty(person))
  private minute = () => Math.ceil(this.time.now() / MINUTE) * MINUTE
  private key = () => {
    this.keys += 1
    return `simulated-shift-${String(this.keys).padStart(8, '0')}`
  }

  /** Tasks that are due at the same time are told as one. */
  private freeMinute(minute: number) {
    let free = minute
    while (this.dueMinutes.has(free)) free += MINUTE
    this.dueMinutes.add(free)
    return free
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the API answers
  private async call(person: SimulatedPerson, method: string, path: string, call: object = {}): Promise<any> {
    const { status, json } = await this.fleet.call(method, path, { cookie: person.cookie, ...call })
    if (status >= 400)
      throw new Error(`${person.name}: ${method} ${path} was answered by ${status}: ${JSON.stringify(json)}`)
    return json
  }
}

interface GivenItem {
  taskId?: number
  text?: string
  severity: string
  next: string
  toUserId?: string
  fromItemId?: number
}

const iso = (time: number) => new Date(time).toISOString()
const idsOf = (people: SimulatedPerson[]) => people.map(({ id }) => id)

type Outcomes = ReturnType<ShiftLedger['judge']>['outcomes']

/** A row for each kind: how its notifications reached people. */
function byKind(outcomes: Outcomes) {
  const groups = groupBy(outcomes, ({ notification: { kind, urgency, isOwn } }) =>
    urgency === 'urgent' ? `${kind}, urgent` : isOwn ? `${kind}, own` : kind,
  )
  return Object.fromEntries(
    [...groups].sort().map(([kind, list]) => {
      const count = (...how: string[]) => list.filter((outcome) => how.includes(outcome.how)).length
      const reasons = [...new Set(list.flatMap(({ reason }) => reason ?? []))].join(', ')
      return [
        kind,
        {
          ...{ all: list.length, 'rang on duty': count('rangOnDuty'), 'rang off duty': count('rangOffDuty'), reasons },
          ...{ 'in a briefing': count('inBriefing'), read: count('read'), never: count('never') },
        },
      ]
    }),
  )
}
