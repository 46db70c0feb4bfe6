import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Dice, diceOf } from '../../sample/story.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { connectionOptions } from '../../src/server/db/connect/connect.ts'
import type { MyRoster } from '../../src/shared/roster/own-shapes.ts'
import type { PublishPreview } from '../../src/shared/roster/publish-shapes.ts'
import type { Roster, RosterShift } from '../../src/shared/roster/shapes.ts'
import { LiveListener } from './live-listener.ts'
import { openPushService, type PushService } from './push-service.ts'
import { ReasonWatch } from './reason-watch.ts'
import { AbsencePlay, type AbsenceReport, noAbsences } from './roster-absence-play.ts'
import type { AbsenceByHand } from './roster-absences-by-hand.ts'
import { mondayOf, type Span } from './roster-by-hand.ts'
import {
  type ChangeByHand,
  type CopyByHand,
  type ExchangeByHand,
  RosterLedger,
  type RosterPerson,
  type ShiftByHand,
} from './roster-ledger.ts'
import { freshlyBuilt } from './server-process.ts'
import { ShiftFleet } from './shift-fleet.ts'
import { newCookie } from './shift-people.ts'
import { SimulatedTime } from './simulated-time.ts'
import { zoneByHand } from './zone-by-hand.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** People act so long after a full minute, so that no rule of whole minutes changes its mind meanwhile. */
const ACTS_AT = 17_000
/** So long may the servers be at work before time passes: when a job is to be taken, and otherwise. */
const TO_BE_TAKEN = 40
const SLOW = 2_000
/** A push may come so much later when a server was killed with its job. */
const RINGS_WITHIN = 20 * MINUTE
const SHOWN = 40
/** So many weeks or more should have both changes of the clocks. */
const HALF_YEAR = 26
/** The notifications that the model knows. */
const KINDS = [
  ...['roster-published', 'roster-changed', 'shift-asked', 'shift-claimed', 'shift-taken-over', 'shift-refused'],
  ...['exchange-asked', 'exchange-done', 'exchange-refused', 'exchange-void', 'shift-exchanged'],
  ...['absence-decided', 'absence-requested', 'person-away'],
]

/**
 * The work rules of each zone: the default, and the strictest preset. So many weeks from the first Monday on have both
 * changes of the clocks: in Sydney there are 26 weeks between the two Sundays, so it takes one more.
 */
const zones = {
  'Europe/Berlin': {
    ...{ from: '2027-10-18', halfYear: 26 },
    preset: 'eu',
    rules: {
      ...{ restMinutes: 660, weekRestMinutes: 2_100, dayMinutes: null, weekMinutes: null },
      ...{ averageMinutes: 2_880, averageWeeks: 17, daysInRow: 6, noticeHours: 96 },
    },
  },
  'Australia/Sydney': {
    ...{ from: '2027-09-27', halfYear: 27 },
    preset: 'fr',
    rules: {
      ...{ restMinutes: 660, weekRestMinutes: 2_100, dayMinutes: 600, weekMinutes: 2_880 },
      ...{ averageMinutes: 2_640, averageWeeks: 12, daysInRow: 6, noticeHours: 168 },
    },
  },
} as const
export type RosterZone = keyof typeof zones
export const rosterZones = Object.keys(zones) as RosterZone[]
/** So many weeks have both changes of the clocks of a zone. */
export const halfYearIn = (timeZone: RosterZone) => zones[timeZone].halfYear

export interface RosterSimulationOptions {
  /** A migrated database without people. */
  url: string
  folder: string
  timeZone: RosterZone
  people: number
  weeks: number
  seed: number
  /** A server is killed at one moment in so many. One is killed in any case. */
  killEvery: number
  /** One step in so many is followed by a look at the rosters of random people. */
  lookEvery: number
  /** Whether some people have open pages. Each connects again whenever the time moves on, which costs much. */
  hasPages: boolean
  program?: string[]
  log?(line: string): void
}

export interface RosterReport extends AbsenceReport {
  timeZone: string
  people: number
  weeks: number
  seconds: number
  kills: number
  steps: number
  shifts: number
  published: number
  asked: number
  accepted: number
  refused: number
  claimed: number
  notClaimed: number
  offered: number
  exchangesAsked: number
  exchanged: number
  sessions: number
  corrected: number
  looks: number
  /** Shifts in replies, and judgements of open ones, that were compared. */
  compared: number
  judged: number
  notifications: number
  rang: number
  /** Notices to managers that somebody has not come. */
  missed: number
  /** Messages to the open pages of some people. */
  heard: number
  /** The days on which the clocks changed. */
  clocksChanged: string
  /** These are faults. */
  differences: number
  overlapsPublished: number
  breachesByClaims: number
  toldTwice: number
  /** Why somebody is away, told to people who may not know it. */
  reasonsLeaked: number
  /** Changes of the clocks that half a year should have. */
  changesMissed: number
}

/** These are faults if they are not zero. */
export const rosterFaults = [
  ...(['differences', 'overlapsPublished', 'breachesByClaims', 'toldTwice'] as const),
  ...(['reasonsLeaked', 'changesMissed'] as const),
] as const
export const isFaultlessRoster = (report: RosterReport) =>
  report.compared > 0 && rosterFaults.every((name) => report[name] === 0)

/** Plays the planning and the work of some weeks on two real servers that are killed now and then. */
export async function simulateRoster(options: RosterSimulationOptions) {
  const simulation = await RosterSimulation.open(options)
  try {
    return await simulation.run()
  } catch (error) {
    throw new Error(`At ${iso(simulation.time.now())}: ${simulation.fleet.output().slice(-3_000)}`, { cause: error })
  } finally {
    await simulation.close()
  }
}

const iso = (time: number) => new Date(time).toISOString()
const times = [
  ['06:00', '14:00', 30],
  ['14:00', '22:00', 30],
  ['22:00', '06:00', 30],
] as const
const oddTimes = [
  ['09:00', '17:30', 45],
  ['02:30', '10:00', 0],
  ['19:00', '02:30', 15],
  ['10:00', '14:00', 0],
  ['07:15', '17:45', 60],
] as const

interface Step {
  at: number
  /** The person who comes or goes; undefined for everything else. Several people do so at once. */
  clockOf: string | undefined
  run(): Promise<unknown>
}

class RosterSimulation {
  readonly time: SimulatedTime
  readonly fleet: ShiftFleet
  private readonly options: RosterSimulationOptions
  private readonly database: pg.Client
  private readonly push: PushService
  private readonly dice: Dice
  private readonly people: RosterPerson[]
  private readonly departments: number[]
  private readonly admin: RosterPerson
  private readonly ledger: RosterLedger
  private readonly zone: ReturnType<typeof zoneByHand>
  private readonly agenda: Step[] = []
  private readonly received: { user: string; id: number; at: number }[] = []
  private readonly report: RosterReport
  private readonly watch = new ReasonWatch()
  private readonly absences: AbsencePlay
  private readonly faults: string[] = []
  private readonly listeners: LiveListener[] = []
  private readonly actuals = new Map<string, ReturnType<RosterLedger['actualsOf']>>()
  private lastNotification = 0
  private lastMissed = 0
  private keys = 0
  private readonly begun = performance.now()

  private constructor(parts: {
    options: RosterSimulationOptions
    database: pg.Client
    time: SimulatedTime
    fleet: ShiftFleet
    push: PushService
    dice: Dice
    people: (RosterPerson & { workedAt: number })[]
    departments: number[]
    admin: RosterPerson
  }) {
    const { options, people } = parts
    this.options = options
    this.database = parts.database
    this.time = parts.time
    this.fleet = parts.fleet
    this.push = parts.push
    this.dice = parts.dice
    this.people = people
    this.departments = parts.departments
    this.admin = parts.admin
    this.zone = zoneByHand(options.timeZone)
    this.ledger = new RosterLedger(this.zone, zones[options.timeZone].rules, [...people, parts.admin])
    for (const { id, workedAt } of people)
      this.ledger.sessions.set(id, [{ id: 0, from: workedAt, to: workedAt + HOUR, pauses: [] }])
    this.report = {
      ...{ timeZone: options.timeZone, people: people.length, weeks: options.weeks, seconds: 0, kills: 0, steps: 0 },
      ...{ shifts: 0, published: 0, asked: 0, accepted: 0, refused: 0, claimed: 0, notClaimed: 0, offered: 0 },
      ...{ exchangesAsked: 0, exchanged: 0, ...noAbsences },
      ...{
        sessions: 0,
        corrected: 0,
        looks: 0,
        compared: 0,
        judged: 0,
        notifications: 0,
        rang: 0,
        missed: 0,
        heard: 0,
      },
      ...{ clocksChanged: '', differences: 0, overlapsPublished: 0, breachesByClaims: 0, toldTwice: 0 },
      ...{ reasonsLeaked: 0, changesMissed: 0 },
    }
    const { dice, ledger, zone, watch, report, admin, members, planner } = this
    this.absences = new AbsencePlay({
      ...{ dice, ledger, zone, watch, report, admin, members, planner },
      now: () => this.time.now(),
      plan: (at, run) => this.plan(at, run),
      call: (person, method, path, body) => this.call(person, method, path, body),
      fault: (says) => this.fault(says),
    })
  }

  static async open(options: RosterSimulationOptions) {
    const { url, folder, timeZone, seed, program = freshlyBuilt() } = options
    const zone = zoneByHand(timeZone)
    const database = new pg.Client(connectionOptions(url))
    await database.connect()
    const time = await SimulatedTime.begin(database, folder, zone.beginOf(zones[timeZone].from) - 15 * DAY)
    const push = await openPushService()
    const { people, departments, admin } = await putPeople(database, options.people, time.now())
    const settings = {
      ...{ DATABASE_URL: url, DATA_DIR: folder, TIME_ZONE: timeZone, ...time.settings },
      PUSH_HOSTS: `known,${push.host}`,
    }
    const fleet = await ShiftFleet.start(2, settings, [...time.preload, ...program], diceOf(seed + 1))
    const dice = diceOf(seed)
    return new RosterSimulation({ options, database, time, fleet, push, dice, people, departments, admin })
  }

  async run() {
    const { weeks, timeZone, log } = this.options
    await this.setRules()
    for (const person of this.people) if (person.hasDevice) await this.subscribe(person)
    if (this.options.hasPages) this.listen()
    const first: string = zones[timeZone].from
    for (let week = 0; week < weeks; week += 1) this.planWeek(this.zone.dateAfter(first, 7 * week), week)
    const [from, to] = [first, this.zone.dateAfter(first, 7 * weeks)].map((date) => this.zone.beginOf(date)) as [
      number,
      number,
    ]
    for (let date = first; date < this.zone.dateAfter(first, 7 * weeks); date = this.zone.dateAfter(date))
      this.plan(this.zone.beginOf(date), () => this.planDay(date))
    this.plan((from + to) / 2, async () => this.fleet.killOne(this.dice.roll() * 200))
    log?.(`${this.people.length} people in ${timeZone}, ${weeks} weeks from ${first} on`)
    await this.live(to + 12 * HOUR)
    await this.judgeRings()
    this.judgeClocks(first)
    this.report.kills = this.fleet.kills
    this.report.seconds = Math.round((performance.now() - this.begun) / 1000)
    return { report: this.report, faults: this.faults }
  }

  async close() {
    for (const listener of this.listeners) listener.close()
    await this.fleet.stop()
    await this.database.end()
    await this.push.close()
  }

  private fault(says: string, kind: (typeof rosterFaults)[number] = 'differences') {
    this.report[kind] += 1
    if (this.faults.length < SHOWN) this.faults.push(`${iso(this.time.now())} ${kind}: ${says}`)
    if (this.faults.length <= SHOWN) this.options.log?.(this.faults.at(-1) ?? '')
  }

  // Time

  private plan(at: number, run: () => Promise<unknown>, clockOf?: string) {
    this.agenda.push({ at: Math.floor(at / MINUTE) * MINUTE + ACTS_AT, run, clockOf })
  }

  private async live(until: number) {
    let week = ''
    for (;;) {
      this.agenda.sort((a, b) => a.at - b.at)
      const next = this.agenda[0]
      const at = Math.min(next?.at ?? until, until)
      const decision = this.ledger.nextDecision()
      if (decision < at) {
        await this.pass(decision)
        this.ledger.decideDue(decision)
        await this.pass(decision + 5_000)
        continue
      }
      await this.pass(at)
      if (at >= until || !next) return
      if (this.dice.roll() < 1 / this.options.killEvery) this.fleet.killOne(this.dice.roll() * 200)
      await this.take(next)
      await this.compareTold()
      if (this.dice.roll() < 1 / this.options.lookEvery) await this.look()
      const monday = mondayOf(this.zone, this.zone.wallAt(at).date)
      if (week !== monday) {
        week = monday
        await this.endWeek()
        this.options.log?.(`${monday}: ${this.report.steps} steps, ${this.report.compared} shifts compared`)
      }
    }
  }

  /** Does the next step. All people who come and go at that moment do so at once, each one thing after the other. */
  private async take(next: Step) {
    const isNow = (step: Step) => step === next || (step.at === next.at && step.clockOf !== undefined)
    const steps = next.clockOf === undefined ? [next] : this.agenda.filter(isNow)
    for (const step of steps) this.agenda.splice(this.agenda.indexOf(step), 1)
    this.report.steps += steps.length
    const people = [...new Set(steps.map(({ clockOf }) => clockOf))]
    await Promise.all(
      people.map(async (person) => {
        for (const { clockOf, run } of steps) if (clockOf === person) await run()
      }),
    )
  }

  /** Keeps sessions alive, and looks for published shifts of a person at the same time. */
  private async endWeek() {
    await this.database.query(`update sessions set expire = now() + interval '60 days'`)
    const { rows } = await this.database.query<{ a: number; b: number }>(`
      select a.id as a, b.id as b from planned_shifts a join planned_shifts b on a.published_user_id = b.published_user_id
        and a.id < b.id and a.published_start_time < b.published_end_time and b.published_start_time < a.published_end_time`)
    for (const { a, b } of rows) this.fault(`shifts ${a} and ${b}`, 'overlapsPublished')
  }

  /** Lets the time pass until then, with a stop whenever a job is due. */
  private async pass(to: number) {
    for (;;) {
      const next = await this.rest()
      if (next === null || next >= to) break
      await this.time.moveTo(next + 5)
      await this.time.moveTo(this.time.now() + 501)
    }
    await this.time.moveTo(to)
    await this.rest()
  }

  /** Waits until the servers have nothing to do now; when the next job is due. */
  private async rest(): Promise<number | null> {
    let since = performance.now()
    for (;;) {
      const { rows } = await this.database.query<{ due: number; busy: number; next: number | null }>(`
        select count(*) filter (where run_at <= now() and locked_by is null)::int as due, count(locked_by)::int as busy,
          (extract(epoch from min(run_at) filter (where run_at > now() and locked_by is null)) * 1000)::float as next
        from jobs where done_at is null and failed_at is null and kind <> 'clean-up'`)
      const [{ due, busy, next } = { due: 0, busy: 0, next: null }] = rows
      if (due === 0 && busy === 0) return next
      if (performance.now() - since > (busy === 0 ? TO_BE_TAKEN : SLOW)) {
        await this.time.moveTo(this.time.now() + 1_000)
        since = performance.now()
      } else await sleep(8)
    }
  }

  // Calls

  private async call(person: RosterPerson, method: string, path: string, body?: unknown) {
    const isWrite = method !== 'GET'
    this.keys += 1
    const key = `roster-${this.options.seed}-${this.keys}-of-this-trial`
    const { cookie } = person
    const call = { cookie, ...(body !== undefined && { body }), ...(isWrite && { key }) }
    const reply = await this.fleet.call(method, path, call)
    this.watchFor(person, `${method} ${path}`, reply.json)
    return reply
  }

  /** A manager and somebody of each department hear what the servers send to their open pages. */
  private listen() {
    for (const departmentId of this.departments)
      for (const role of ['manager', 'user'] as const) {
        const person = this.members(departmentId).find((one) => one.role === role)
        if (!person) continue
        const address = () => this.fleet.address()
        const listener = new LiveListener(person, address, (message) => {
          this.report.heard += 1
          this.watchFor(person, 'a live connection', message)
          if (message.type !== 'change' || message.data.resource !== 'absences') return
          // Of an absence that the model does not know yet, its reply is still to come.
          const absence = this.ledger.absences.all.get(Number(message.data.id))
          if (absence && !this.knows(person, absence.user))
            this.fault(`${person.name} hears of the absence ${absence.id}`, 'reasonsLeaked')
        })
        this.listeners.push(listener)
      }
  }

  private knows = (person: RosterPerson, user: string) =>
    user === person.id || RosterLedger.plans(person, this.ledger.person(user).departmentId ?? 0)

  /** Looks for reasons of absences that somebody receives. On a device everybody may read them, so it has none. */
  private watchFor(person: RosterPerson, where: string, value: unknown, isOnDevice = false) {
    const knows = (user: string) => !isOnDevice && this.knows(person, user)
    for (const leak of this.watch.leaksOf(value, knows))
      this.fault(`${person.name} receives ${leak} by ${where}`, 'reasonsLeaked')
  }

  /** A call that must succeed: the model says that nothing speaks against it. */
  private async must(person: RosterPerson, method: string, path: string, body?: unknown) {
    const { status, json } = await this.call(person, method, path, body)
    if (status >= 400) {
      this.fault(`${method} ${path} by ${person.name}: ${status} ${JSON.stringify(json)} for ${JSON.stringify(body)}`)
      return undefined
    }
    return json
  }

  private async setRules() {
    const { preset } = zones[this.options.timeZone]
    const now = await this.must(this.admin, 'GET', '/organisation/work-rules')
    if (preset === 'eu') return
    const { updatedAt } = now
    await this.must(this.admin, 'PUT', '/organisation/work-rules', { ...frRules, ...(updatedAt && { updatedAt }) })
  }

  private async subscribe(person: RosterPerson) {
    const browser = this.push.browser()
    const keep = browser.received.push.bind(browser.received)
    browser.received.push = (...pushes) => {
      for (const { message } of pushes) {
        this.watchFor(person, 'a push', message, true)
        const { notificationId } = message.notification.data
        if (notificationId !== null) this.received.push({ user: person.id, id: notificationId, at: this.time.now() })
      }
      return keep(...pushes)
    }
    await this.must(person, 'POST', '/push-subscriptions', browser.subscription)
  }

  // The plan

  private members = (departmentId: number) => this.people.filter((person) => person.departmentId === departmentId)
  private users = (departmentId: number) => this.members(departmentId).filter(({ role }) => role === 'user')
  private planner = (departmentId: number) =>
    this.dice.roll() < 0.1
      ? this.admin
      : this.dice.oneOf(this.members(departmentId).filter(({ role }) => role === 'manager'))

  /** Everything that people do about a week: some write its plan, others change it, answer, offer and take. */
  private planWeek(monday: string, number: number) {
    const { dice } = this
    const begin = this.zone.beginOf(monday)
    const size = this.options.people
    for (const departmentId of this.departments) {
      this.plan(begin - 12 * DAY + 10 * HOUR + dice.between(0, 180) * MINUTE, () =>
        this.draftWeek(departmentId, monday, number),
      )
      for (let at = 0; at < Math.ceil(size / 10) + 2; at += 1) {
        this.plan(begin + dice.between(-11, 6.5) * DAY, () => this.edit(departmentId))
        this.plan(begin + dice.between(-9, 6.5) * DAY, () => this.publishAround(departmentId))
      }
      if (dice.roll() < 0.4) this.plan(begin + dice.between(-4, 5) * DAY, () => this.discardDays(departmentId))
      for (let at = 0; at < Math.ceil(size / 4); at += 1) {
        this.plan(begin + dice.between(-7, 6.5) * DAY, () => this.claimSome(departmentId))
        if (dice.roll() < 0.5) this.plan(begin + dice.between(-7, 6.5) * DAY, () => this.offerSome(departmentId))
        this.plan(begin + dice.between(-7, 6.5) * DAY, () => this.askForExchange(departmentId))
      }
      this.absences.planWeek(departmentId, begin, size)
    }
  }

  private span = (from: string, to: string): Span => ({
    from: this.zone.beginOf(from),
    to: this.zone.beginOf(this.zone.dateAfter(to)),
  })

  private today = (days = 0) => this.zone.dateAfter(this.zone.wallAt(this.time.now()).date, days)

  private newShift(departmentId: number, userId: string | null, date: string, odd: boolean) {
    const { dice } = this
    const [start, end, breakMinutes] = odd ? dice.oneOf(oddTimes) : dice.oneOf(times)
    const title = dice.roll() < 0.2 ? dice.oneOf(['Lobby', 'Pool', 'Floor 3']) : null
    const note = dice.roll() < 0.2 ? 'Bring the key' : null
    return { departmentId, userId, date, start, end, breakMinutes, title, note }
  }

  private async draftWeek(departmentId: number, monday: string, number: number) {
    const { dice } = this
    const planner = this.planner(departmentId)
    const sunday = this.zone.dateAfter(monday, 6)
    if (number > 0 && dice.roll() < 0.4) await this.copyWeek(planner, departmentId, monday)
    else {
      const create = this.users(departmentId).flatMap((person, at) =>
        [0, 1, 2, 3, 4, 5, 6].flatMap((day) => {
          if ((day + at) % 7 < 2) return []
          const isOdd = dice.roll() < 0.06
          const shift = this.newShift(departmentId, person.id, this.zone.dateAfter(monday, day), isOdd)
          const [start, end, breakMinutes] = times[(at + number) % times.length] ?? times[0]
          const userId = dice.roll() < 0.12 ? null : person.id
          return [{ ...shift, userId, ...(!isOdd && { start, end, breakMinutes }) }]
        }),
      )
      for (let at = 0; at < create.length; at += 400)
        await this.createMany(planner, departmentId, create.slice(at, at + 400))
    }
    await this.publish(planner, departmentId, { from: monday, to: sunday })
  }

  private async createMany(planner: RosterPerson, departmentId: number, create: ReturnType<typeof this.newShift>[]) {
    const reply = await this.must(planner, 'POST', '/roster/shifts/many', { create })
    for (const [at, { id }] of ((reply?.shifts ?? []) as RosterShift[]).entries()) {
      const fields = create[at]
      if (fields) this.ledger.created(id, departmentId, this.ledger.copyOf(fields))
      this.report.shifts += 1
    }
  }

  /** Copies the week before, with its people or without. */
  private async copyWeek(planner: RosterPerson, departmentId: number, monday: string) {
    const [from, to] = [this.zone.dateAfter(monday, -7), this.zone.dateAfter(monday, -1)]
    const withPeople = this.dice.roll() < 0.7
    const source = this.drafts(departmentId, this.span(from, to))
    const there = this.drafts(departmentId, this.span(monday, this.zone.dateAfter(monday, 6)))
    const signOf = ({ userId, title }: CopyByHand, local: string[]) => JSON.stringify([userId, title, ...local])
    const localOf = ({ draft }: ShiftByHand, days: number) => {
      const [start, end] = [this.zone.wallAt(draft.from), this.zone.wallAt(draft.to)]
      return [this.zone.dateAfter(start.date, days), start.clock, end.clock] as const
    }
    const known = there.map((shift) => signOf(shift.draft, [...localOf(shift, 0)]))
    const expected = source.flatMap((shift) => {
      const draft = { ...shift.draft, userId: withPeople ? shift.draft.userId : null }
      const [date, start, end] = localOf(shift, 7)
      const at = known.indexOf(signOf(draft, [date, start, end]))
      if (at < 0) return [{ ...draft, date, start, end }]
      known.splice(at, 1)
      return []
    })
    const reply = await this.must(planner, 'POST', '/roster/copy', {
      departmentId,
      from,
      to,
      target: monday,
      withPeople,
    })
    if (!reply) return
    const shifts: RosterShift[] = reply.shifts
    if (shifts.length !== expected.length) this.fault(`copied ${shifts.length} instead of ${expected.length} shifts`)
    for (const shift of shifts) {
      const at = expected.findIndex(
        (one) =>
          one.userId === shift.userId && one.date === shift.date && one.title === shift.title && this.isAt(shift, one),
      )
      const [found] = at < 0 ? [] : expected.splice(at, 1)
      if (found) this.ledger.created(shift.id, departmentId, this.ledger.copyOf(found))
      else this.fault(`copied a shift that nobody expects: ${JSON.stringify(shift)}`)
      this.report.shifts += 1
    }
  }

  private isAt(
    shift: RosterShift,
    local: { date: string; start: string; end: string; breakMinutes: number; note: string | null },
  ) {
    const { from, to } = this.ledger.copyOf({ ...local, userId: null, title: null })
    return (
      shift.startTime === iso(from) &&
      shift.endTime === iso(to) &&
      shift.breakMinutes === local.breakMinutes &&
      shift.note === local.note
    )
  }

  private drafts = (departmentId: number, span: Span) =>
    this.ledger
      .inSpan(departmentId, span)
      .filter(({ isRemoved, draft }) => !isRemoved && draft.from >= span.from && draft.from < span.to)

  /** Changes some shifts of the next days, as planners do late: times, people, words; some go, some are new. */
  private async edit(departmentId: number) {
    const { dice } = this
    const planner = this.planner(departmentId)
    const near = this.span(this.today(-1), this.today(dice.oneOf([1, 4, 9])))
    const known = this.drafts(departmentId, near)
    const count = 1 + Math.floor(dice.roll() * 3)
    for (let at = 0; at < count && known.length > 0; at += 1) {
      const shift = dice.oneOf(known)
      if (!this.ledger.shifts.has(shift.id) || shift.isRemoved) continue
      const roll = dice.roll()
      if (roll < 0.15) {
        if ((await this.call(planner, 'DELETE', `/roster/shifts/${shift.id}`)).status < 300) this.ledger.removed(shift)
        else this.fault(`shift ${shift.id} cannot be removed`)
        continue
      }
      const date = this.zone.wallAt(shift.draft.from).date
      if (roll < 0.3) {
        const userId = dice.roll() < 0.4 ? null : dice.oneOf(this.users(departmentId)).id
        await this.createMany(planner, departmentId, [this.newShift(departmentId, userId, date, dice.roll() < 0.4)])
        continue
      }
      const [start, end, breakMinutes] = dice.roll() < 0.5 ? dice.oneOf(oddTimes) : dice.oneOf(times)
      const changes = dice.oneOf([
        { date, start, end, breakMinutes },
        { userId: dice.roll() < 0.2 ? null : dice.oneOf(this.users(departmentId)).id },
        { title: dice.oneOf(['Spa', 'Lobby', null]) },
        { note: dice.oneOf(['Come by the back door', null]) },
        { date, start: this.zone.wallAt(shift.draft.from).clock, end, breakMinutes: 0 },
      ])
      const isMoved = changes.start !== undefined
      const draft = {
        ...shift.draft,
        ...(changes.userId !== undefined && { userId: changes.userId }),
        ...(changes.title !== undefined && { title: changes.title }),
        ...(changes.note !== undefined && { note: changes.note }),
        ...(isMoved &&
          this.ledger.copyOf({
            ...shift.draft,
            date,
            start: changes.start,
            end: changes.end,
            breakMinutes: changes.breakMinutes,
          })),
      }
      const minutes = (draft.to - draft.from) / MINUTE
      const { status, json } = await this.call(planner, 'PUT', `/roster/shifts/${shift.id}`, changes)
      const isPossible = minutes >= 15 && minutes <= 960 && draft.breakMinutes < minutes
      if (status < 300 !== isPossible)
        this.fault(`shift ${shift.id} of ${minutes} minutes: ${status} ${JSON.stringify(json)}`)
      if (status >= 300) continue
      this.ledger.changed(shift, draft)
      this.compareShift(json.shift, shift, planner)
    }
    const roll = dice.roll()
    if (roll < 0.65)
      await this.publish(planner, departmentId, { from: this.today(-1), to: this.today(dice.oneOf([2, 5, 9])) })
  }

  private publishAround = (departmentId: number) =>
    this.publish(this.planner(departmentId), departmentId, {
      from: this.today(-this.dice.oneOf([0, 1, 3])),
      to: this.today(this.dice.oneOf([3, 10, 20])),
    })

  private async discardDays(departmentId: number) {
    const [from, to] = [this.today(), this.today(this.dice.oneOf([2, 7]))]
    const right = this.ledger.discard(departmentId, this.span(from, to))
    const reply = await this.must(this.planner(departmentId), 'POST', '/roster/discard', { departmentId, from, to })
    if (reply && reply.discarded !== right) this.fault(`discarded ${reply.discarded} instead of ${right}`)
  }

  /** Reads the preview, compares it, and publishes, as planners do. */
  private async publish(planner: RosterPerson, departmentId: number, { from, to }: { from: string; to: string }) {
    const { dice, ledger } = this
    const query = `departmentId=${departmentId}&from=${from}&to=${to}`
    const changes = ledger.changesIn(departmentId, this.span(from, to), this.time.now())
    const preview: PublishPreview | undefined = await this.must(planner, 'GET', `/roster/publish-preview?${query}`)
    if (!preview) return
    const clashes = ledger.clashesOf(changes)
    this.comparePreview(preview, changes, clashes)
    const reason = 'We have more guests'
    const needsReason = changes.some(({ isLate, hasBegun }) => isLate || hasBegun)
    const saysWhy = needsReason && dice.roll() < 0.95
    const body = { departmentId, from, to, expected: preview.expected, ...(saysWhy && { reason }) }
    const { status, json } = await this.call(planner, 'POST', '/roster/publish', body)
    const right = clashes.length > 0 ? 409 : needsReason && !saysWhy ? 400 : 200
    if (status !== right || (status === 409 && json.code !== 'overlaps'))
      this.fault(`a publish was answered by ${status} ${JSON.stringify(json)} instead of ${right}`)
    if (status === 200) {
      ledger.publish(changes, planner, saysWhy ? reason : '', this.time.now())
      this.report.published += changes.filter(({ isAsked }) => !isAsked).length
      for (const { shift, isAsked } of changes) if (isAsked) this.planAnswer(shift)
    }
    // Planners take the impossible shifts from their people, and publish again later.
    if (status === 409 && clashes.length > 0) {
      for (const id of new Set(clashes.map(([id]) => id))) {
        const shift = ledger.shifts.get(id)
        if (!shift) continue
        const draft = { ...shift.draft, userId: null }
        if (await this.must(planner, 'PUT', `/roster/shifts/${id}`, { userId: null })) ledger.changed(shift, draft)
      }
    }
  }

  private comparePreview(preview: PublishPreview, changes: ChangeByHand[], clashes: [number, number][]) {
    const count = (kind: string) => changes.filter((change) => change.kind === kind).length
    const right = {
      ...{ added: count('added'), changed: count('changed'), removed: count('removed') },
      late: changes.filter(({ isLate, hasBegun }) => isLate || hasBegun).length,
      asked: changes.filter(({ isAsked }) => isAsked).length,
      clashes: clashes.length > 0,
    }
    const { added, changed, removed } = preview
    const seen = {
      ...{ added, changed, removed, late: preview.late.length },
      asked: preview.late.filter(({ isAsked }) => isAsked).length,
      clashes: preview.faults.some(({ code }) => code === 'overlaps'),
    }
    if (JSON.stringify(seen) !== JSON.stringify(right))
      this.fault(`a preview says ${JSON.stringify(seen)} instead of ${JSON.stringify(right)}`)
  }

  // Answers, offers and claims

  private planAnswer(shift: ShiftByHand) {
    this.report.asked += 1
    const { asked } = shift
    if (this.dice.roll() < 0.2) return
    this.plan(this.time.now() + this.dice.between(2, 1_500) * MINUTE, async () => {
      // Meanwhile it may have been changed, taken back, or asked again.
      const isThere = this.ledger.shifts.get(shift.id) === shift
      if (!isThere || shift.draft.userId === null) return
      const person = this.ledger.person(shift.draft.userId)
      const accept = this.dice.roll() < 0.7
      const why = this.ledger.whyNoYes(shift, this.time.now())
      const isNo = why === 'overlaps' && !accept ? null : why
      const body = { accept, ...(!accept && { reason: 'I am away' }) }
      const { status, json } = await this.call(person, 'POST', `/roster/shifts/${shift.id}/answer`, body)
      // Of a draft that was never asked about, its person knows nothing.
      const isHidden = shift.published === null && asked !== shift.asked && !shift.asked
      const isRight = isNo === null ? status === 204 : isHidden ? status === 404 : status === 409 && json.code === isNo
      if (!isRight)
        this.fault(`an answer about ${shift.id}: ${status} ${JSON.stringify(json)} instead of ${isNo ?? 204}`)
      if (status !== 204) return
      if (accept) this.ledger.accept(shift, person, this.time.now())
      else this.ledger.refuse(shift, person, 'I am away', this.time.now())
      this.report[accept ? 'accepted' : 'refused'] += 1
    })
  }

  /** One or several people try to take the same shift: one that is open, or any. */
  private async claimSome(departmentId: number) {
    const { dice, ledger } = this
    const now = this.time.now()
    const all = ledger
      .inSpan(departmentId, { from: now - DAY, to: now + 14 * DAY })
      .filter(({ published }) => published)
    const open = all.filter(({ published, isOffered }) => published?.userId === null || isOffered)
    const shift = open.length > 0 && dice.roll() < 0.9 ? dice.oneOf(open) : all.length > 0 ? dice.oneOf(all) : undefined
    if (!shift) return
    const users = this.users(departmentId)
    const may = users.filter(({ id }) => ledger.verdict(id, shift, now).reasons.size === 0)
    const one = () => dice.oneOf(may.length > 0 && dice.roll() < 0.6 ? may : users)
    const people = [...new Set(Array.from({ length: dice.roll() < 0.3 ? 3 : 1 }, one))]
    const { published, isOffered } = shift
    const before = published?.userId ?? null
    const verdicts = people.map(({ id }) => ledger.verdict(id, shift, now))
    const replies = await Promise.all(
      people.map((person) => this.call(person, 'POST', `/roster/shifts/${shift.id}/claim`)),
    )
    const winners = people.filter(({ id }, at) => replies[at]?.status === 200 && id !== before)
    if (winners.length > 1) this.fault(`${winners.length} people have shift ${shift.id}`)
    for (const [at, { status, json }] of replies.entries()) {
      const person = people[at] as RosterPerson
      const { reasons, open } = verdicts[at] ?? { reasons: new Map(), open: new Set() }
      const isMine = person.id === before
      const isTaken = (before !== null && !isOffered) || winners.some((winner) => winner !== person)
      if (status === 200) {
        if (isMine && winners.length === 0) continue
        if (isMine && isOffered) continue
        if (reasons.size > 0) {
          const isBreach = ['rest', 'day', 'week', 'row'].some((code) => reasons.has(code as 'rest'))
          const says = `${person.name} took ${shift.id} in spite of ${[...reasons.keys()]}`
          this.fault(says, isBreach ? 'breachesByClaims' : 'differences')
        }
        if (before !== null && !isOffered) this.fault(`${person.name} took ${shift.id} from somebody`)
        continue
      }
      this.report.notClaimed += 1
      const known = reasons.get(json.code)
      const isRight =
        status === 409 &&
        ((json.code === 'taken' && isTaken) ||
          (known !== undefined && this.namesNumbers(json, known)) ||
          open.has(json.code))
      if (!isRight)
        this.fault(
          `${person.name}, shift ${shift.id}: ${status} ${JSON.stringify(json)} instead of ${[...reasons.keys()]}`,
        )
    }
    const [winner] = winners
    if (!winner) return
    ledger.claimed(shift, winner, this.time.now())
    this.report.claimed += 1
  }

  /** Whether a refusal names the minutes or days that the model allows. */
  private namesNumbers(
    { code, params }: { code: string; params?: Record<string, number> },
    isRight: (value: number) => boolean,
  ) {
    if (!['rest', 'day', 'week', 'row'].includes(code)) return true
    const value = params?.restMinutes ?? params?.minutes ?? params?.days
    return value !== undefined && isRight(value)
  }

  private async offerSome(departmentId: number) {
    const { dice, ledger } = this
    const now = this.time.now()
    const own = ledger
      .inSpan(departmentId, { from: now - DAY, to: now + 14 * DAY })
      .filter(({ published }) => published?.userId)
    if (own.length === 0) return
    const shift = dice.oneOf(own)
    const person = ledger.person(shift.published?.userId ?? '')
    const isOffer = !shift.isOffered || dice.roll() < 0.3
    const { status, json } = await this.call(person, isOffer ? 'POST' : 'DELETE', `/roster/shifts/${shift.id}/offer`)
    const why =
      !isOffer || shift.isOffered
        ? null
        : ledger.differs(shift)
          ? 'being_changed'
          : (shift.published?.from ?? 0) <= now
            ? 'begun'
            : null
    const isRight = why === null ? status === 204 : status === 409 && ['being_changed', 'begun'].includes(json.code)
    if (!isRight) this.fault(`an offer of ${shift.id}: ${status} ${JSON.stringify(json)} instead of ${why ?? 204}`)
    if (status !== 204) return
    // Everybody may take it now.
    if (isOffer && !shift.isOffered) ledger.endExchanges([shift], person, this.time.now())
    shift.isOffered = isOffer
    this.report.offered += Number(isOffer)
  }

  /** Asks a colleague to take a shift, or to give one for it; later it is accepted, refused or taken back. */
  private async askForExchange(departmentId: number) {
    const { dice, ledger } = this
    const now = this.time.now()
    const near = ledger
      .inSpan(departmentId, { from: now - DAY / 2, to: now + 14 * DAY })
      .filter(({ published }) => published?.userId)
    const isUsers = ({ published }: ShiftByHand) => ledger.person(published?.userId ?? '').role === 'user'
    const shift = near.length > 0 ? dice.oneOf(near) : undefined
    if (!shift || !isUsers(shift)) return
    const person = ledger.person(shift.published?.userId ?? '')
    const colleagues = this.users(departmentId).filter((one) => one !== person)
    // A short round has departments of two.
    if (colleagues.length === 0) return
    const colleague = dice.oneOf(colleagues)
    const theirs = near.filter(({ published }) => published?.userId === colleague.id)
    const forShift = dice.roll() < 0.6 && theirs.length > 0 ? dice.oneOf(theirs) : null
    const body = { shiftId: shift.id, toUserId: colleague.id, ...(forShift && { forShiftId: forShift.id }) }
    const { status, json } = await this.call(person, 'POST', '/roster/exchanges', body)
    const reasons = new Set<string>()
    const open = new Set<string>()
    if (ledger.differs(shift)) reasons.add('being_changed')
    if ((shift.published?.from ?? 0) <= now) reasons.add('begun')
    if (forShift) {
      const verdict = ledger.verdict(person.id, forShift, now, shift)
      for (const code of verdict.reasons.keys()) reasons.add(code)
      for (const code of verdict.open) open.add(code)
    }
    if (ledger.inExchange([shift, forShift], now)) reasons.add('in_exchange')
    const isRight =
      status === 201 ? reasons.size === 0 : status === 409 && (reasons.has(json.code) || open.has(json.code))
    if (!isRight) this.fault(`an exchange of ${shift.id}: ${status} ${JSON.stringify(json)} instead of ${[...reasons]}`)
    if (status !== 201) return
    this.report.exchangesAsked += 1
    const exchange = {
      id: json.id as number,
      shift,
      forShift,
      from: person.id,
      to: colleague.id,
      state: 'asked' as const,
    }
    ledger.exchangeAsked(exchange)
    if (dice.roll() < 0.1) return
    this.plan(this.time.now() + dice.between(2, 2_000) * MINUTE, () => this.answerExchange(exchange))
  }

  private async answerExchange(exchange: ExchangeByHand) {
    const { ledger, dice } = this
    const { id, from, to } = exchange
    const [giver, taker] = [ledger.person(from), ledger.person(to)]
    const roll = dice.roll()
    const verb = roll < 0.7 ? 'accept' : roll < 0.85 ? 'refuse' : 'cancel'
    const now = this.time.now()
    const isOpen = ledger.isOpen(exchange)
    const { own, other } = ledger.exchangeReasons(exchange, now)
    const { status, json } = await this.call(
      verb === 'cancel' ? giver : taker,
      'POST',
      `/roster/exchanges/${id}/${verb}`,
    )
    const codes = new Set<string>()
    const open = new Set<string>()
    if (!isOpen) codes.add('void')
    else if (verb === 'accept') {
      for (const code of own.reasons.keys()) codes.add(code)
      for (const code of own.open) open.add(code)
      for (const code of ['being_changed', 'begun'] as const) if (other?.reasons.has(code)) codes.add(code)
      if (other && other.reasons.size > 0) codes.add('colleague')
      if (other && other.open.size > 0) open.add('colleague')
    }
    // A shift that is gone takes its exchange with it.
    const isGone =
      !ledger.shifts.has(exchange.shift.id) || (exchange.forShift && !ledger.shifts.has(exchange.forShift.id))
    const isRight =
      status < 300
        ? codes.size === 0
        : (status === 404 && isGone) || (status === 409 && (codes.has(json.code) || open.has(json.code)))
    if (!isRight) {
      const isBreach = status < 300 && ['rest', 'day', 'week', 'row', 'colleague'].some((code) => codes.has(code))
      const says = `${verb} of exchange ${id}: ${status} ${JSON.stringify(json)} instead of ${[...codes]}`
      this.fault(says, isBreach ? 'breachesByClaims' : 'differences')
    }
    if (status >= 300) return
    if (verb === 'accept') {
      ledger.exchangeDone(exchange, this.time.now())
      this.report.exchanged += 1
    } else if (verb === 'refuse') ledger.exchangeRefused(exchange)
    else exchange.state = 'cancelled'
  }

  // The clock

  /** Plans how people come today: most as planned, some early, late, at another time, or not at all. */
  private async planDay(date: string) {
    const { dice } = this
    const span = this.span(date, date)
    for (const person of this.people) {
      const plans = this.ledger.plansOf(person.id).filter(({ from }) => from >= span.from && from < span.to)
      const grid = (time: number) => Math.round(time / (5 * MINUTE)) * 5 * MINUTE
      const come = (from: number, to: number) => {
        this.plan(from, () => this.clockIn(person), person.id)
        if (dice.roll() < 0.5 && to - from > 3 * HOUR) {
          const pause = grid(from + dice.between(1, 2) * HOUR)
          const isPaid = dice.roll() < 0.2
          this.plan(pause, () => this.startBreak(person, isPaid), person.id)
          this.plan(pause + grid(dice.between(10, 50) * MINUTE), () => this.endBreak(person), person.id)
        }
        this.plan(to, () => this.clockOut(person), person.id)
      }
      if (person.role === 'manager' && dice.roll() < 0.7)
        come(span.from + dice.oneOf([7, 8, 13]) * HOUR, span.from + dice.oneOf([16, 19, 22]) * HOUR)
      for (const { from, to } of plans) {
        if (dice.roll() < 0.08) {
          this.absences.notCome(person, { from, to })
          // Somebody looks at the department then.
          this.plan(from + 50 * MINUTE, () => this.look(person.departmentId ?? undefined))
          continue
        }
        const strays = dice.roll() < 0.1 ? 90 : 15
        const begin = grid(from + dice.between(-strays, strays) * MINUTE)
        const end = grid(to + dice.between(-strays, strays) * MINUTE)
        if (end - begin > HOUR) come(begin, end)
        // Some go home in between.
        if (end - begin > 5 * HOUR && dice.roll() < 0.08) {
          const left = grid(begin + 2 * HOUR + dice.between(30, 60) * MINUTE)
          this.plan(left, () => this.clockOut(person), person.id)
          this.plan(left + grid(dice.between(20, 120) * MINUTE), () => this.clockIn(person), person.id)
        }
      }
      if (plans.length === 0 && person.role === 'user' && dice.roll() < 0.03) {
        const begin = span.from + grid(dice.between(5, 14) * HOUR)
        come(begin, begin + grid(dice.between(2, 8) * HOUR))
      }
    }
    for (const departmentId of this.departments)
      if (dice.roll() < 0.3) this.plan(span.from + dice.between(8, 20) * HOUR, () => this.correctSome(departmentId))
  }

  private last = ({ id }: RosterPerson) => this.ledger.sessionsOf(id).at(-1)

  private async clockIn(person: RosterPerson) {
    if (this.last(person)?.to === null) return
    // Most people who are away stay away.
    const now = this.time.now()
    if (this.ledger.absences.isAway(person.id, { from: now, to: now + HOUR }) && now % (7 * MINUTE) > MINUTE) return
    const session = await this.must(person, 'POST', '/clock/start')
    if (!session) return
    const own = { id: session.id, from: Date.parse(session.startTime), to: null, pauses: [] }
    this.ledger.sessions.set(person.id, [...this.ledger.sessionsOf(person.id), own])
    this.report.sessions += 1
    await this.readBriefing(person)
  }

  private async readBriefing(person: RosterPerson) {
    const briefing = await this.must(person, 'GET', '/shift/briefing')
    if (!briefing) return
    const { heldIds } = briefing as { heldIds: number[] }
    if (heldIds.length > 0) await this.must(person, 'PUT', '/shift/briefing/read', { heldIds })
    const right = person.hasDevice ? this.ledger.briefed(person.id) : new Set<number>()
    const seen = heldIds.filter((id) => this.ledger.rings.has(id))
    for (const id of seen)
      if (person.hasDevice && !right.has(id)) {
        const rang = this.ledger.rings.get(id)?.rings
        this.fault(
          `notification ${id} of ${person.name} rang at ${rang ? iso(rang.at) : '-'} and is in a briefing`,
          'toldTwice',
        )
      }
    for (const id of right) if (!seen.includes(id)) this.fault(`notification ${id} of ${person.name} is in no briefing`)
  }

  private async clockOut(person: RosterPerson) {
    const own = this.last(person)
    if (own?.to !== null) return
    const session = await this.must(person, 'POST', '/clock/stop')
    if (!session) return
    own.to = Date.parse(session.endTime)
    this.endPause(own.pauses, own.to)
    this.ledger.leftWork(person.id, own.to)
  }

  private endPause(pauses: { from: number; to: number | null }[], to: number) {
    const last = pauses.at(-1)
    if (last && last.to === null) last.to = to
  }

  private readonly paidBreaks = new Map<string, number>()

  private async startBreak(person: RosterPerson, isPaid: boolean) {
    const own = this.last(person)
    if (own?.to !== null || own.pauses.at(-1)?.to === null || this.paidBreaks.has(person.id)) return
    // The model knows unpaid breaks alone. People with a device take no others, because it does not ring meanwhile.
    const reply = await this.must(person, 'POST', '/clock/break/start', { isPaid: isPaid && !person.hasDevice })
    const from = Date.parse(reply?.breaks?.at(-1)?.startTime ?? '')
    if (isPaid && !person.hasDevice) this.paidBreaks.set(person.id, from)
    else {
      own.pauses.push({ from, to: null })
      this.ledger.leftWork(person.id, from)
    }
  }

  private async endBreak(person: RosterPerson) {
    const own = this.last(person)
    const isPaid = this.paidBreaks.delete(person.id)
    const pause = own?.pauses.at(-1)
    if (own?.to !== null || (!isPaid && pause?.to !== null)) return
    const reply = await this.must(person, 'POST', '/clock/break/end')
    if (isPaid || !pause) return
    pause.to = Date.parse(reply?.breaks?.at(-1)?.endTime ?? '')
    this.ledger.breakEnded(person.id, pause.from, this.time.now())
  }

  /** A manager corrects the times of an older session. */
  private async correctSome(departmentId: number) {
    const { dice } = this
    const person = dice.oneOf(this.users(departmentId))
    const sessions = this.ledger.sessionsOf(person.id)
    const at = sessions.length - 1 - Math.floor(dice.roll() * 4)
    const session = sessions[at]
    if (!session || session.to === null || session.id === 0) return
    const before = sessions[at - 1]?.to ?? 0
    const after = sessions[at + 1]?.from ?? this.time.now()
    const from = Math.max(before + MINUTE, session.from + Math.round(dice.between(-40, 40)) * MINUTE)
    const to = Math.min(after - MINUTE, session.to + Math.round(dice.between(-40, 40)) * MINUTE)
    if (to - from < HOUR) return
    const manager = dice.oneOf(this.members(departmentId).filter(({ role }) => role === 'manager'))
    const body = { startTime: iso(from), endTime: iso(to), reason: 'As agreed' }
    if (!(await this.must(manager, 'PUT', `/clock/sessions/${session.id}`, body))) return
    session.from = from
    session.to = to
    session.pauses = session.pauses
      .filter((pause) => pause.from < to && (pause.to ?? to) > from)
      .map((pause) => ({ from: Math.max(pause.from, from), to: Math.min(pause.to ?? to, to) }))
    this.report.corrected += 1
  }

  // Comparing

  /** Each that was expected is stored once, and nothing else. */
  private async compareTold() {
    const { rows } = await this.database.query<{
      id: number
      user_id: string
      kind: string
      params: Params
      at: number
    }>(
      `select id, user_id, kind, params, (extract(epoch from created_at) * 1000)::float as at from notifications
       where id > $1 and kind = any($2)
       order by id`,
      [this.lastNotification, KINDS],
    )
    const { expected } = this.ledger
    const found = new Set<string>()
    for (const { id, user_id, kind, params, at } of rows) {
      this.lastNotification = id
      this.report.notifications += 1
      const says = wordsOf(kind, params)
      const index = expected.findIndex((one) => one.user === user_id && one.kind === kind && one.says === says)
      const [told] = index < 0 ? [] : expected.splice(index, 1)
      const key = `${user_id} ${kind} ${says}`
      if (told) this.ledger.stored(id, told, at)
      else
        this.fault(
          `${this.ledger.person(user_id).name} was told ${kind} ${says}`,
          found.has(key) ? 'toldTwice' : 'differences',
        )
      found.add(key)
    }
    for (const { user, kind, says } of expected)
      this.fault(`${this.ledger.person(user).name} was not told ${kind} ${says}`)
    this.ledger.expected = []
    await this.compareMissed()
  }

  /** Managers are told of nobody who was known to be away. */
  private async compareMissed() {
    const { rows } = await this.database.query<{ id: number; params: { name: string }; at: number }>(
      `select id, params, (extract(epoch from created_at) * 1000)::float as at from notifications
       where id > $1 and kind = 'shift-missed' order by id`,
      [this.lastMissed],
    )
    for (const { id, params, at } of rows) {
      this.lastMissed = id
      this.report.missed += 1
      const person = this.people.find(({ name }) => name === params.name)
      if (!person || this.ledger.absences.wasAway(person.id, at)) this.fault(`${params.name} is told as missing`)
    }
  }

  /** When devices rang and why, and that none rang twice. */
  private async judgeRings() {
    const { rows } = await this.database.query<{ id: number; at: number | null; because: string | null }>(
      'select id, (extract(epoch from rang_at) * 1000)::float as at, rang_because as because from notifications',
    )
    for (const { id, at, because } of rows) {
      const ring = this.ledger.rings.get(id)
      if (!ring) continue
      const { name, hasDevice } = this.ledger.person(ring.user)
      const right = hasDevice ? ring.rings : null
      this.report.rang += Number(at !== null)
      const isLate = at !== null && right !== null && (at < right.at - MINUTE || at > right.at + RINGS_WITHIN)
      if ((at === null) !== (right === null) || because !== (right?.because ?? null) || isLate)
        this.fault(
          `${ring.kind} ${id} of ${name}, told at ${iso(ring.at)}, rang at ${at && iso(at)} (${because}) instead of ${right && iso(right.at)} (${right?.because})`,
        )
      const own = this.received.filter((push) => push.id === id).map((push) => push.at)
      if (own.length > 1 && Math.max(...own) - Math.min(...own) > RINGS_WITHIN)
        this.fault(`${ring.kind} ${id} rang for ${name} at ${own.map(iso).join(' and ')}`, 'toldTwice')
    }
  }

  /** Says which changes of the clocks people have lived through. Half a year should have both. */
  private judgeClocks(first: string) {
    const { weeks } = this.options
    const offsetAt = (time: number) => {
      const { date, clock } = this.zone.wallAt(time)
      return Date.parse(`${date}T${clock}:00Z`) - Math.floor(time / MINUTE) * MINUTE
    }
    const dates = Array.from({ length: 7 * weeks }, (_, day) => this.zone.dateAfter(first, day))
    const changed = dates.filter(
      (date) => offsetAt(this.zone.beginOf(date)) !== offsetAt(this.zone.beginOf(this.zone.dateAfter(date))),
    )
    this.report.clocksChanged = changed.join(' ')
    const missed = weeks < HALF_YEAR ? 0 : Math.max(0, 2 - changed.length)
    for (let at = 0; at < missed; at += 1) this.fault(`the clocks changed on ${changed} alone`, 'changesMissed')
  }

  /** A random planner, person, and colleague of another department look at the roster. */
  private async look(departmentId = this.dice.oneOf(this.departments)) {
    const { dice } = this
    this.report.looks += 1
    const from = this.today(dice.oneOf([-9, -3, 0, 4]))
    const to = this.zone.dateAfter(from, dice.oneOf([0, 6, 13]))
    const query = `departmentId=${departmentId}&from=${from}&to=${to}`
    const others = this.people.filter((person) => person.departmentId !== departmentId)
    const viewers = [this.planner(departmentId), dice.oneOf(this.users(departmentId)), dice.oneOf(others)]
    for (const viewer of viewers) {
      const before = this.time.now()
      const { status, json } = await this.call(viewer, 'GET', `/roster?${query}`)
      const isHidden = viewer.role === 'user' && viewer.departmentId !== departmentId
      if ((status === 403) !== isHidden || ![200, 403].includes(status))
        this.fault(`${viewer.name} got ${status} of the roster of ${departmentId}`)
      if (status === 200) this.compareRoster(json, viewer, departmentId, this.span(from, to), before)
    }
    await this.lookAtOwn(dice.oneOf(this.people))
    await this.absences.look(viewers, departmentId, from, to)
    const [, user, other] = viewers as [RosterPerson, RosterPerson, RosterPerson]
    await this.absences.lookAtMissing(user)
    if (dice.roll() < 0.3) await this.absences.lookAtCandidates(departmentId)
    // The simulation searches everything that these people receive for reasons.
    for (const viewer of [user, other])
      for (const path of ['/notifications', `/roster/coming?departmentId=${departmentId}`, '/shift/people'])
        await this.call(viewer, 'GET', path)
  }

  private compareRoster(reply: Roster, viewer: RosterPerson, departmentId: number, span: Span, before: number) {
    const plans = RosterLedger.plans(viewer, departmentId)
    const begins = (copy: Span | null) => copy !== null && copy.from >= span.from && copy.from < span.to
    const right = this.ledger
      .inSpan(departmentId, span)
      .filter(({ draft, published }) => begins(published) || (plans && begins(draft)))
    const seen = new Map(reply.shifts.map((shift) => [shift.id, shift]))
    for (const shift of right) {
      const found = seen.get(shift.id)
      seen.delete(shift.id)
      if (found) this.compareShift(found, shift, viewer)
      else this.fault(`${viewer.name} misses shift ${shift.id}`)
    }
    for (const id of seen.keys()) this.fault(`${viewer.name} sees shift ${id}, which they should not`)
    const after = this.time.now()
    this.actuals.clear()
    if (plans !== (reply.changes !== null)) this.fault(`${viewer.name} sees changes ${JSON.stringify(reply.changes)}`)
    const near = [...this.ledger.shifts.values()].filter(
      ({ draft, isRemoved }) => !isRemoved && draft.to > span.from && draft.from < span.to,
    )
    for (const person of reply.people) {
      if (!plans) {
        if (Object.keys(person).some((name) => !['user', 'hasLeft'].includes(name)))
          this.fault(`${viewer.name} sees figures of people: ${Object.keys(person)}`)
        continue
      }
      const { id } = person.user
      this.absences.compareAway(person, span)
      const drafts = near.flatMap((shift) => (shift.draft.userId === id ? [{ ...shift.draft, id: shift.id }] : []))
      const { name } = this.ledger.person(id)
      const isBetween = (value: number | undefined, of: (now: number) => number) =>
        value !== undefined && value >= of(before) && value <= of(after)
      if (person.plannedMinutes !== this.ledger.plannedOf(drafts, span))
        this.fault(
          `${name} is planned for ${person.plannedMinutes} instead of ${this.ledger.plannedOf(drafts, span)} minutes`,
        )
      const worked = (now: number) => this.ledger.workedOf(id, span, now)
      if (!isBetween(person.workedMinutes, worked))
        this.fault(`${name} worked ${person.workedMinutes} instead of ${worked(before)} minutes`)
      const unplanned = (now: number) => Math.floor(this.actualsOf(id, span, now).unplannedWithin(span) / MINUTE)
      if (!isBetween(person.unplannedMinutes, unplanned))
        this.fault(`${name} has ${person.unplannedMinutes} instead of ${unplanned(before)} unplanned minutes`)
    }
    for (const shift of reply.shifts) {
      const known = this.ledger.shifts.get(shift.id)
      const owner = known?.published?.userId
      if (plans && owner) this.compareActual(shift, owner, span, before)
      else if (shift.actual !== undefined) this.fault(`${viewer.name} sees what became of shift ${shift.id}`)
    }
  }

  /** The work and plans of a person by the ledger. It works them out once for all shifts of a reply. */
  private actualsOf(user: string, span: Span, now: number) {
    const key = `${user} ${span.from} ${span.to} ${now}`
    const found = this.actuals.get(key) ?? this.ledger.actualsOf(user, span, now)
    this.actuals.set(key, found)
    return found
  }

  private compareActual(shift: RosterShift, owner: string, span: Span, before: number) {
    const right = [before, this.time.now()].map((now) => this.actualsOf(owner, span, now).actuals.get(shift.id))
    const begins = this.ledger.shifts.get(shift.id)?.published?.from ?? 0
    // Planners see what became of a shift in the days that they look at.
    if (begins < span.from - DAY || begins >= span.to) return
    const [first, last] = right
    const { actual } = shift
    this.report.away += Number(actual?.state === 'away')
    const isRight =
      actual === undefined || !first || !last
        ? actual === undefined && !first
        : actual.state === first.state &&
          actual.minutes >= Math.floor(first.milliseconds / MINUTE) &&
          actual.minutes <= Math.floor(last.milliseconds / MINUTE) &&
          actual.cameAt === (first.cameAt === null ? null : iso(first.cameAt)) &&
          actual.wentAt === (first.wentAt === null ? null : iso(first.wentAt))
    if (!isRight)
      this.fault(
        `shift ${shift.id} of ${this.ledger.person(owner).name} became ${JSON.stringify(actual)} instead of ${JSON.stringify(first)}`,
      )
  }

  /** Compares a shift as somebody sees it. */
  private compareShift(seen: RosterShift, shift: ShiftByHand, viewer: RosterPerson, isOwnWeek = false) {
    this.report.compared += 1
    const plans = !isOwnWeek && RosterLedger.plans(viewer, shift.departmentId)
    const { draft, published, isRemoved, asked, isOffered } = shift
    const copy = plans ? draft : published
    if (!copy) return this.fault(`${viewer.name} sees shift ${shift.id}, which was never published`)
    const local = (time: number) => this.zone.wallAt(time)
    const valuesOf = (one: CopyByHand, note: string | null) => ({
      ...{ userId: one.userId, startTime: iso(one.from), endTime: iso(one.to), breakMinutes: one.breakMinutes },
      ...{ date: local(one.from).date, start: local(one.from).clock, end: local(one.to).clock, title: one.title, note },
    })
    const valuesSeen = (one: Omit<RosterShift, 'plan' | 'colour'>) => ({
      ...{ userId: one.userId, startTime: one.startTime, endTime: one.endTime, breakMinutes: one.breakMinutes },
      ...{ date: one.date, start: one.start, end: one.end, title: one.title, note: one.note },
    })
    // Notes to others are none of one's business.
    const note = plans || copy.userId === viewer.id ? copy.note : null
    const isSame =
      published !== null &&
      JSON.stringify(valuesOf(draft, draft.note)) === JSON.stringify(valuesOf(published, published.note))
    const right = {
      ...valuesOf(copy, note),
      isOffered: isOffered || undefined,
      plan: plans
        ? {
            isRemoved,
            published: isSame ? undefined : published && valuesOf(published, published.note),
            asked: asked && { isRefused: asked.isRefused },
          }
        : null,
    }
    const { plan } = seen
    const found = {
      ...valuesSeen(seen),
      isOffered: seen.isOffered,
      plan: plan && {
        isRemoved: plan.isRemoved,
        published: plan.published && valuesSeen(plan.published as unknown as RosterShift),
        asked: plan.asked && { isRefused: plan.asked.refusedAt !== null },
      },
    }
    const [a, b] = [found, right].map((one) => JSON.stringify(one, (_, value) => (value === undefined ? null : value)))
    if (a !== b) this.fault(`${viewer.name} sees ${shift.id} as ${a} instead of ${b}`)
  }

  /** Compares somebody's own week: shifts, questions, and what they may take and why not. */
  private async lookAtOwn(person: RosterPerson) {
    const { dice, ledger } = this
    const monday = mondayOf(this.zone, this.today(dice.oneOf([-7, 0, 0, 0, 7])))
    const span = this.span(monday, this.zone.dateAfter(monday, 6))
    const before = this.time.now()
    const reply: MyRoster | undefined = await this.must(person, 'GET', `/roster/me?week=${monday}`)
    if (!reply) return
    const after = this.time.now()
    this.actuals.clear()
    const all = [...ledger.shifts.values()]
    const idsOf = (shifts: { id: number }[]) =>
      shifts
        .map(({ id }) => id)
        .sort((a, b) => a - b)
        .join()
    const own = all.filter(({ published }) => published?.userId === person.id)
    const ofWeek = own.filter(({ published }) => published && published.from >= span.from && published.from < span.to)
    if (idsOf(reply.shifts) !== idsOf(ofWeek))
      this.fault(`${person.name} has the shifts ${idsOf(reply.shifts)} instead of ${idsOf(ofWeek)}`)
    for (const shift of reply.shifts) {
      const known = ledger.shifts.get(shift.id)
      if (known) this.compareShift(shift, known, person, true)
      this.compareActual(shift, person.id, span, before)
    }
    const next = own
      .flatMap(({ id, published }) =>
        published && published.to > before && published.from < before + 42 * DAY ? [{ id, from: published.from }] : [],
      )
      .sort((a, b) => a.from - b.from)[0]
    if ((reply.next?.id ?? null) !== (next?.id ?? null))
      this.fault(`the next shift of ${person.name} is ${reply.next?.id} instead of ${next?.id}`)
    const questions = all.filter(
      ({ asked, draft }) => asked && !asked.isRefused && draft.userId === person.id && draft.from > before,
    )
    if (idsOf(reply.questions) !== idsOf(questions))
      this.fault(`${person.name} is asked about ${idsOf(reply.questions)} instead of ${idsOf(questions)}`)
    const exchanges = [...ledger.exchanges.values()].filter(
      (one) =>
        ledger.isOpen(one) &&
        [one.from, one.to].includes(person.id) &&
        [one.shift, one.forShift].every((shift) => shift === null || (shift.published?.from ?? 0) > before),
    )
    if (idsOf(reply.exchanges ?? []) !== idsOf(exchanges))
      this.fault(`${person.name} has the exchanges ${idsOf(reply.exchanges ?? [])} instead of ${idsOf(exchanges)}`)
    const plans = ledger.plansOf(person.id)
    const isShown = ({ state, to }: AbsenceByHand) => state !== 'cancelled' && to > span.from
    const away = ledger.absences.of(person.id).filter(isShown)
    if (idsOf(reply.absences ?? []) !== idsOf(away))
      this.fault(`${person.name} has the absences ${idsOf(reply.absences ?? [])} instead of ${idsOf(away)}`)
    if (reply.plannedMinutes !== ledger.plannedOf(plans, span))
      this.fault(
        `${person.name} is planned for ${reply.plannedMinutes} instead of ${ledger.plannedOf(plans, span)} minutes`,
      )
    const [least, most] = [before, after].map((now) => ledger.workedOf(person.id, span, now)) as [number, number]
    if (reply.workedMinutes < least || reply.workedMinutes > most)
      this.fault(`${person.name} worked ${reply.workedMinutes} instead of ${least} minutes`)
    const open = all.filter(
      ({ departmentId, published, isOffered }) =>
        departmentId === person.departmentId &&
        published &&
        published.from > before &&
        published.from >= span.from &&
        published.from < span.to &&
        (published.userId === null || (isOffered && published.userId !== person.id)),
    )
    const shown = reply.openShifts ?? []
    if (shown.length < 100 && idsOf(shown.map(({ shift }) => shift)) !== idsOf(open))
      this.fault(`${person.name} may choose of ${idsOf(shown.map(({ shift }) => shift))} instead of ${idsOf(open)}`)
    for (const { shift, mayClaim, whyNot } of shown) {
      const known = ledger.shifts.get(shift.id)
      if (!known) continue
      this.report.judged += 1
      const { reasons, open } = ledger.verdict(person.id, known, before)
      const isRight =
        whyNot === null
          ? mayClaim && reasons.size === 0
          : !mayClaim &&
            ((reasons.get(whyNot.code as 'rest')?.(whyNot.value ?? 0) ?? false) || open.has(whyNot.code as 'rest'))
      if (!isRight)
        this.fault(
          `${person.name}, shift ${shift.id} (${shift.startTime}): ${JSON.stringify(whyNot)} instead of ${[...reasons.keys()]} (open: ${[...open]})`,
        )
    }
  }
}

interface Params {
  by: string
  count?: number
  first?: string
  start?: string
  end?: string
  from?: string | null
  reason?: string | null
  gives?: SpanInWords | null
  gets?: SpanInWords | null
  shift?: SpanInWords
  name?: string
  change?: string
  to?: string
  opened?: number
  forShift?: SpanInWords | null
}
interface SpanInWords {
  start: string
  end: string
}

/** The facts that a notification names, as `RosterLedger` writes them. */
function wordsOf(kind: string, params: Params) {
  const { by, count, first = '', start = '', end = '', from, reason } = params
  const at = (time: string) => iso(Date.parse(time))
  if (kind === 'absence-decided') return `${by} ${params.change} ${from} ${params.to} ${at(first)}`
  if (kind === 'absence-requested' || kind === 'person-away')
    return `${params.name} ${from} ${params.to} ${params.opened}`
  const spanOf = (span: SpanInWords | null | undefined) => (span ? `${at(span.start)} ${at(span.end)}` : '-')
  if (kind === 'exchange-asked' || kind === 'exchange-done')
    return `${by} ${at(first)} gives ${spanOf(params.gives)} gets ${spanOf(params.gets)}`
  if (kind === 'shift-exchanged') return `${by} ${from} ${spanOf(params.shift)} ${spanOf(params.forShift)}`
  if (kind === 'exchange-refused') return `${by} ${at(start)} ${at(end)}`
  if (kind === 'exchange-void') return `${at(start)} ${at(end)}`
  if (kind === 'shift-asked') return `${by} ${count} ${at(first)} ${at(end)} ${reason}`
  if (kind === 'shift-refused') return `${by} ${at(start)} ${at(end)} ${reason}`
  if (kind === 'shift-claimed') return `${by} ${at(start)} ${at(end)} ${from ?? '-'}`
  if (kind === 'shift-taken-over') return `${by} ${at(first)} ${at(end)}`
  return `${by} ${count} ${at(first)}`
}

/** The strictest preset, as an administrator sends it. */
const frRules = {
  ...{ restMinutes: 660, weekRestMinutes: 2_100, dayMinutes: 600, weekMinutes: 2_880 },
  ...{ averageMinutes: 2_640, averageWeeks: 12, daysInRow: 6, breakPiece: 0 },
  ...{ breaks: [{ afterMinutes: 360, breakMinutes: 20 }], noticeHours: 168, late: 'ask', overtimeWeekMinutes: 2_100 },
}

/** Two departments with two managers each, and an administrator. They have clocked in three days before. */
async function putPeople(database: pg.Client, count: number, now: number) {
  const departments: number[] = []
  const people: (RosterPerson & { workedAt: number })[] = []
  const workedAt = Math.floor((now - 3 * DAY) / MINUTE) * MINUTE
  const put = async (lastName: string, role: RosterPerson['role'], departmentId: number | null, at: number) => {
    const { cookie, sid } = newCookie()
    const id = uuidv7(new Date())
    const notify = at % 11 === 5 ? ('always' as const) : role === 'manager' && at === 1 ? ('on_duty' as const) : null
    await database.query(
      `insert into users (id, email, password_hash, first_name, last_name, folded_name, role, department_id, notify)
       values ($1, $2, '', 'Person', $3, $4, $5, $6, $7)`,
      [id, `${id}@hotel.example`, lastName, `person ${lastName}`, role, departmentId, notify],
    )
    await database.query('insert into sessions (sid, sess, expire, user_id) values ($1, $2, $3, $4)', [
      ...[sid, { ipAddress: '127.0.0.1', userAgent: null }, iso(now + 60 * DAY), id],
    ])
    if (departmentId !== null)
      await database.query(
        `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
         values ($1, $2, $3, $4, 60, 'completed')`,
        [id, departmentId, iso(workedAt), iso(workedAt + HOUR)],
      )
    return { id, name: `Person ${lastName}`, role, departmentId, cookie, hasDevice: at % 2 === 0, notify, workedAt }
  }
  for (const [index, name] of ['Housekeeping', 'Front Desk'].entries()) {
    const { rows } = await database.query('insert into departments (name, folded_name) values ($1, $2) returning id', [
      ...[name, name.toLowerCase()],
    ])
    departments.push(rows[0].id)
    for (let at = 0; at < Math.ceil((count - index) / 2); at += 1)
      people.push(await put(`${index}-${at}`, at < (count < 12 ? 1 : 2) ? 'manager' : 'user', rows[0].id, at))
  }
  const admin = await put('Administrator', 'admin', null, 1)
  return { people, departments, admin }
}
