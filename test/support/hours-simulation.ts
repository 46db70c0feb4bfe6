import { diceOf } from '../../sample/story.ts'
import { HttpError } from '../../src/server/base/errors.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { type Context, contextFor, inTransaction, type Services } from '../../src/server/core/context.ts'
import { foldedName } from '../../src/server/core/people/folded-name.ts'
import { insert } from '../../src/server/core/write/write.ts'
import { departments } from '../../src/server/db/tables/departments.ts'
import { users } from '../../src/server/db/tables/users.ts'
import { endBreak, startBreak } from '../../src/server/features/clock/breaks.ts'
import { clockIn, clockOut } from '../../src/server/features/clock/clocking.ts'
import { addHours, correctSession } from '../../src/server/features/clock/correct.ts'
import { stateEnd } from '../../src/server/features/clock/forgotten.ts'
import { readOwnWeek } from '../../src/server/features/clock/history.ts'
import { readRecord } from '../../src/server/features/clock/record.ts'
import { setBreaks } from '../../src/server/features/clock/set-breaks.ts'
import { readTeamHours } from '../../src/server/features/clock/team.ts'
import { approveHours } from '../../src/server/features/hours/approve.ts'
import { readPersonsHours } from '../../src/server/features/hours/person.ts'
import type { ClockSession } from '../../src/shared/clock.ts'
import { fold } from '../../src/shared/words/fold.ts'
import { asSent, breakOf } from '../../src/web/clock/break-values.ts'
import { addedHoursOf, correctionOf, emptyValues, valuesOf } from '../../src/web/clock/correction-values.ts'
import { instantsAfter, meant, possible } from '../../src/web/components/time/typed-times.ts'
import { cutBreaks, paidByDate, type WorkByHand } from './hours-by-hand.ts'
import { type ZoneByHand, zoneByHand } from './zone-by-hand.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A day of a person has its hours within so many days. */
const RECORD_DAYS = 366
const AT_ONCE = 4

export interface HoursOptions {
  timeZone: string
  people: number
  /** The first day ("2026-03-01") and the number of days. */
  from: string
  days: number
  seed: number
}

export interface HoursReport {
  timeZone: string
  people: number
  days: number
  seconds: number
  /** How many sessions there were in the end, and what happened to them. */
  sessions: number
  offline: number
  breaks: number
  corrected: number
  stated: number
  added: number
  /** Months that managers approved, and corrections of them that the server refused, as it must. */
  approved: number
  locked: number
  /** Typed times that come twice in the night in which the clocks go back. */
  twice: number
  /** Days of people whose minutes were compared, and their sum by the independent calculation. */
  compared: number
  minutes: number
  /** The sum of all differences, and the calls that the server refused. */
  different: number
  refused: number
  /** The first differences and refusals. */
  examples: string[]
}

/** Whether every day has the minutes that the independent calculation gives it. */
export const isExact = ({ compared, different, refused }: HoursReport) =>
  compared > 0 && different === 0 && refused === 0

type Viewer = NonNullable<Context['viewer']>
type Dice = ReturnType<typeof diceOf>

/**
 * Lets people clock in and out, take breaks, send both late, forget to clock out and be corrected, by the functions
 * that requests use; managers and people type times as on the screens. Then compares the minutes of each day, as
 * people read them in their week, their team's week and their record, with an independent calculation.
 */
export async function simulateHours(given: Services, options: HoursOptions): Promise<HoursReport> {
  const { timeZone, seed } = options
  const services = { ...given, config: { ...given.config, timeZone } }
  const begun = performance.now()
  const zone = zoneByHand(timeZone)
  const { manager, people } = await putHouse(services, options.people)
  const report: HoursReport = {
    ...{ timeZone, people: people.length, days: options.days, seconds: 0 },
    ...{ sessions: 0, offline: 0, breaks: 0, corrected: 0, stated: 0, added: 0 },
    ...{ approved: 0, locked: 0, twice: 0 },
    ...{ compared: 0, minutes: 0, different: 0, refused: 0, examples: [] },
  }
  const end = zone.beginOf(zone.dateAfter(options.from, options.days)) + 12 * HOUR
  const lives = people.map(
    (person, at) => new Life(services, zone, { person, manager, dice: diceOf(seed * 1_000 + at), report }),
  )
  await eachOf(lives, (life) => life.live(options))
  await compare(services, zone, { lives, manager, end, options, report })
  return { ...report, seconds: Math.round((performance.now() - begun) / 1000) }
}

/** A department with a manager and people of its own. */
async function putHouse(services: Services, count: number) {
  return inTransaction(contextFor(services, null, new Date()), async (ctx) => {
    const name = `House ${uuidv7(new Date()).slice(-12)}`
    const { id: departmentId } = await insert(ctx, departments, { name, foldedName: fold(name) })
    const put = async (lastName: string, role: 'manager' | 'user'): Promise<Viewer> => {
      const named = { firstName: 'Person', lastName }
      const id = uuidv7(new Date())
      const email = `${id}@hotel.example`
      const values = { id, email, passwordHash: null, ...named, foldedName: foldedName(named), role, departmentId }
      const { isActive, profileImageUrl, createdAt } = await insert(ctx, users, values)
      return {
        ...{ id, email, username: null, ...named, role, departmentId, department: { id: departmentId, name } },
        ...{ isActive, profileImageUrl, createdAt, language: null, startScreen: null, notify: null },
      }
    }
    const people: Viewer[] = []
    for (let at = 0; at < count; at += 1) people.push(await put(`No. ${at}`, 'user'))
    return { manager: await put('Manager', 'manager'), people }
  })
}

/** Runs some at once. */
async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>) {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await run(item)
    }),
  )
}

const iso = (time: number) => new Date(time).toISOString()
const minuteOf = (time: number) => Math.floor(time / MINUTE)

interface Facts {
  person: Viewer
  manager: Viewer
  dice: Dice
  report: HoursReport
}

/** One person's hours: what they do, and what they really worked. */
class Life {
  readonly work: WorkByHand[] = []
  /** The first days of the months that a manager has approved. */
  readonly approved: string[] = []
  readonly #services: Services
  readonly #zone: ZoneByHand
  readonly #facts: Facts
  /** Up to when the server knows of this person. */
  #present = 0

  constructor(services: Services, zone: ZoneByHand, facts: Facts) {
    this.#services = services
    this.#zone = zone
    this.#facts = facts
  }

  get person() {
    return this.#facts.person
  }

  /** Goes through the days. In nights in which the clocks change nearly everybody works. */
  async live({ from, days }: HoursOptions) {
    const { dice } = this.#facts
    const off = dice.oneOf([0, 1, 2, 3, 4, 5, 6])
    for (let at = 0; at < days; at += 1) {
      const date = this.#zone.dateAfter(from, at)
      const next = this.#zone.dateAfter(date)
      const length = this.#zone.beginOf(this.#zone.dateAfter(next)) - this.#zone.beginOf(next)
      const changes = length !== 24 * HOUR && dice.roll() < 0.85
      const isOff = [off, (off + 1) % 7].includes(at % 7) && !changes
      const clock = changes ? dice.oneOf(['21:00', '22:00', '23:00']) : dice.oneOf(['06:00', '07:00', '14:00', '22:00'])
      const [time = 0] = this.#zone.instantsOf(date, clock)
      const begin = Math.floor(time + dice.between(-20, 20) * MINUTE)
      if (date.endsWith('-03')) await this.#approveMonth(this.#zone.dateAfter(date, -3), begin)
      if (begin <= this.#present + 5 * MINUTE) continue
      if (!isOff) await this.#shift(begin)
      else if (dice.roll() < 0.08) await this.#addHours(begin)
    }
    // Some are still at work at the end.
    if (dice.roll() < 0.2 && this.work.length > 0)
      await this.#try('clock in', async () => {
        const now = this.#zone.beginOf(this.#zone.dateAfter(from, days)) + 6 * HOUR
        if (now <= this.#present + 20 * HOUR - 14 * HOUR) return
        await this.#call(this.person, now, (ctx) => clockIn(ctx, { params: {}, query: undefined, body: undefined }))
        this.work.push({ from: now, to: null, breaks: [] })
      })
  }

  async #shift(begin: number) {
    const { dice, report } = this.#facts
    const end = Math.floor(begin + dice.between(2, 10.5) * HOUR)
    const breaks = this.#randomBreaks(begin, end)
    const isForgotten = dice.roll() < 0.03
    // A device without a network sends everything of the shift when it is back.
    const back = !isForgotten && dice.roll() < 0.15 ? end + Math.floor(dice.between(0, 1.4) * HOUR) : undefined
    if (back !== undefined) report.offline += 1
    const at = (time: number): Sent => (back === undefined ? { now: time } : { now: back, ...this.#late(time, back) })
    const none = { params: {}, query: undefined }
    const work: WorkByHand = { from: begin, to: null, breaks: [] }
    await this.#try('a shift', async () => {
      const first = at(begin)
      await this.#call(this.person, first.now, (ctx) => clockIn(ctx, { ...none, body: bodyOf(first) }), first)
      this.work.push(work)
      for (const { from, to, isPaid } of breaks) {
        const started = at(from)
        const body = { ...bodyOf(started), isPaid }
        await this.#call(this.person, started.now, (ctx) => startBreak(ctx, { ...none, body }), started)
        work.breaks.push({ from, to: null, isPaid })
        report.breaks += 1
        if (to === null) continue
        const ended = at(to)
        await this.#call(this.person, ended.now, (ctx) => endBreak(ctx, { ...none, body: bodyOf(ended) }), ended)
        Object.assign(work.breaks.at(-1) as object, { to })
      }
      if (isForgotten) return this.#endForgotten(work, end)
      const left = at(end)
      await this.#call(this.person, left.now, (ctx) => clockOut(ctx, { ...none, body: bodyOf(left) }), left)
      work.to = end
      cutBreaks(work)
      this.#present = back ?? end
      await this.#correctSome(work)
    })
  }

  /** A manager approves most months, whose minutes nobody can correct from then on. */
  async #approveMonth(date: string, now: number) {
    const { dice, report, manager } = this.#facts
    const period = `${date.slice(0, 8)}01`
    const work = this.work.filter(({ from, to }) => this.#zone.wallAt(from).date >= period && to !== null)
    if (dice.roll() < 0.2 || now <= this.#present || work.length === 0) return
    await this.#try('an approval', async () => {
      for (const day of (await this.#monthBy(manager, period, now)).reviewDates) await this.#review(day, now)
      const seen = await this.#monthBy(manager, period, now)
      if (seen.isRunning) return
      const body = { period, people: [{ userId: this.person.id, hash: seen.hash }] }
      await this.#call(manager, now, (ctx) => approveHours(ctx, { params: {}, query: undefined, body }))
      this.approved.push(period)
      report.approved += 1
      const { from, to, breaks } = dice.oneOf(work)
      const isInside = to !== null && this.#zone.wallAt(to).date <= date
      // A correction may take away the minutes of an unpaid break at the end: they are not paid.
      const isAtWork = to !== null && breaks.every((one) => (one.to ?? to) < to - 30 * MINUTE)
      if (isInside && isAtWork && to - from > HOUR)
        await this.#mustBeLocked(from, minuteOf(to - 20 * MINUTE) * MINUTE, now)
    })
  }

  /** A manager confirms the sessions of a day that need a review. No minute changes. */
  async #review(date: string, now: number) {
    const ctx = contextFor(this.#services, this.person, new Date(now))
    const { sessions } = await readOwnWeek(ctx, { params: {}, query: { week: date }, body: undefined })
    for (const { id } of sessions.filter(({ needsReview }) => needsReview)) {
      const correction = { params: { id }, query: undefined, body: { reason: 'As you say' } }
      await this.#call(this.#facts.manager, now, (ctx) => correctSession(ctx, correction))
    }
  }

  #monthBy(viewer: Viewer, period: string, now: number) {
    const ctx = contextFor(this.#services, viewer, new Date(now))
    return readPersonsHours(ctx, { params: {}, query: { period, userId: this.person.id }, body: undefined })
  }

  /** A manager tries to correct the end of an approved session. */
  async #mustBeLocked(from: number, end: number, now: number) {
    const { report, manager } = this.#facts
    const query = { week: this.#zone.wallAt(from).date }
    const ctx = contextFor(this.#services, this.person, new Date(now))
    const { sessions } = await readOwnWeek(ctx, { params: {}, query, body: undefined })
    const session = sessions.find(({ startTime }) => startTime === iso(from))
    if (!session) throw new Error('The approved session is not there')
    const before = report.corrected
    const error = await this.#correctTimes(manager, session, now, { end }).catch((thrown: unknown) => thrown)
    report.corrected = before
    if (!(error instanceof HttpError) || error.code !== 'approved') throw error ?? new Error('It was corrected')
    report.locked += 1
  }

  /** Compares the totals of months with the independent calculation, and their states with the approvals. */
  async judgeMonths(expected: ReadonlyMap<string, number>, months: readonly string[], now: number) {
    const { report } = this.#facts
    for (const period of months) {
      const { total, status } = await this.#monthBy(this.person, period, now)
      const ofMonth = [...expected].filter(([date]) => date.startsWith(period.slice(0, 7)))
      const right = ofMonth.reduce((sum, [, minutes]) => sum + minutes, 0)
      const isApproved = status === 'approved'
      report.different += Math.abs(total - right) + Number(isApproved !== this.approved.includes(period))
      if (total !== right || isApproved !== this.approved.includes(period))
        note(report, `${this.person.lastName}, month ${period}: ${status}, ${total} instead of ${right}`)
    }
  }

  /** Breaks that do not overlap. The last one may still run at the end. */
  #randomBreaks(begin: number, end: number) {
    const { dice } = this.#facts
    const breaks: { from: number; to: number | null; isPaid: boolean }[] = []
    let from = Math.floor(begin + dice.between(0.2, 3) * HOUR)
    while (from < end - MINUTE && dice.roll() < 0.75) {
      const to = Math.floor(from + dice.between(1, 70) * MINUTE)
      const isPaid = dice.roll() < 0.25
      if (to >= end) return [...breaks, { from, to: null, isPaid }]
      breaks.push({ from, to, isPaid })
      from = Math.floor(to + dice.between(0, 3) * HOUR)
    }
    return breaks
  }

  /** How a device tells of something that it did before: by its age and a clock that is wrong, or by the time alone. */
  #late(time: number, back: number) {
    const { dice } = this.#facts
    if (dice.roll() < 0.5) return { at: iso(time) }
    return { at: iso(time + Math.floor(dice.between(-5, 5) * HOUR)), age: back - time }
  }

  /** The person, or a manager, enters the end of a shift with a forgotten clock-out the next day. */
  async #endForgotten(work: WorkByHand, end: number) {
    const { dice, report, manager } = this.#facts
    const now = Math.floor(work.from + dice.between(14.5, 20) * HOUR)
    const to = minuteOf(end) * MINUTE
    const { clock, which } = this.#typed(to)
    const session = (await this.#sessions(now)).find(({ endTime }) => endTime === null)
    if (!session) throw new Error('Nothing runs')
    if (dice.roll() < 0.5) {
      const ends = possible(instantsAfter(clock, session.startTime, this.#timeZone), (one) => one <= iso(now))
      const endTime = meant(ends, which) ?? ''
      const body = { id: session.id, endTime }
      await this.#call(this.person, now, (ctx) => stateEnd(ctx, { params: {}, query: undefined, body }))
      report.stated += 1
    } else await this.#correctTimes(manager, session, now, { end: to })
    work.to = to
    cutBreaks(work)
    this.#present = now
  }

  /** Managers correct some sessions, and people state some breaks afterwards. */
  async #correctSome(work: WorkByHand) {
    const { dice, manager, report } = this.#facts
    const to = work.to ?? work.from
    const now = Math.max(this.#present, to) + Math.floor(dice.between(1, 240) * MINUTE)
    const isStrange = this.#twiceIn(work).length > 0
    if (dice.roll() < (isStrange ? 0.5 : 0.08)) {
      const before = this.work.at(-2)?.to ?? 0
      const earliest = Math.max(before + 2 * MINUTE, work.from - HOUR)
      const start = this.#minuteIn(work, earliest, work.from + HOUR)
      const end = this.#minuteIn(work, to - HOUR, Math.min(now - MINUTE, to + HOUR))
      const changes = dice.oneOf([{ start }, { end }, { start, end }])
      const next = { from: changes.start ?? work.from, to: changes.end ?? to }
      // A time that was not changed keeps its seconds.
      if (minuteOf(next.from) === minuteOf(work.from)) next.from = work.from
      if (minuteOf(next.to) === minuteOf(to)) next.to = to
      if (next.to > next.from + 2 * MINUTE && (next.from !== work.from || next.to !== to)) {
        const [session] = (await this.#sessions(now)).slice(0, 1)
        if (!session) throw new Error('There is no session')
        await this.#correctTimes(manager, session, now, changes)
        Object.assign(work, next)
        cutBreaks(work)
        this.#present = Math.max(this.#present, next.to)
      }
    }
    if (dice.roll() < (isStrange ? 0.8 : 0.1)) {
      const isOwn = dice.roll() < 0.5
      const entered = this.#typedBreak(work, isOwn)
      const [session] = (await this.#sessions(now)).slice(0, 1)
      if (!entered || !session) return
      const around = { ...session, now: iso(now) }
      const [start, end] = [this.#typed(entered.from), this.#typed(entered.to)]
      const values = { start: start.clock, end: end.clock, isPaid: entered.isPaid }
      const said = breakOf({ ...values, startWhich: start.which, endWhich: end.which }, around, this.#timeZone)
      if (!said) throw new Error(`No break from ${start.clock} to ${end.clock}`)
      const breaks = isOwn ? [...asSent(session.breaks ?? []), said] : [said]
      const body = { breaks, ...(isOwn ? {} : { reason: 'As agreed' }) }
      const by = isOwn ? this.person : manager
      await this.#call(by, now, (ctx) => setBreaks(ctx, { params: { id: session.id }, query: undefined, body }))
      work.breaks = isOwn ? [...work.breaks, entered] : [entered]
      report[isOwn ? 'stated' : 'corrected'] += 1
    }
  }

  /** A break of whole minutes within the work; undefined if there is no room for it beside the others. */
  #typedBreak({ from, to, breaks }: WorkByHand, isBesideOthers: boolean) {
    const { dice } = this.#facts
    const latest = to ?? from
    const begin = this.#minuteIn({ from, to, breaks }, from + 2 * MINUTE, latest)
    const end = begin + Math.floor(dice.between(1, 50)) * MINUTE
    if (minuteOf(end) >= minuteOf(latest)) return undefined
    const overlaps = breaks.some((one) => one.from < end && (one.to ?? latest) > begin)
    return overlaps && isBesideOthers ? undefined : { from: begin, to: end, isPaid: dice.roll() < 0.3 }
  }

  /** The minutes of some work that the clocks show twice. */
  #twiceIn({ from, to }: WorkByHand) {
    const end = to ?? from
    const dates = new Set([from, end].map((time) => this.#zone.wallAt(time).date))
    return [...dates].flatMap((date) => this.#zone.twiceOn(date)).filter((time) => time > from && time < end)
  }

  /** A minute between two times, often one that the clocks show twice. */
  #minuteIn(work: WorkByHand, from: number, to: number) {
    const { dice } = this.#facts
    const twice = this.#twiceIn(work).filter((time) => time > from && time < to)
    if (twice.length > 0 && dice.roll() < 0.7) return dice.oneOf(twice)
    return minuteOf(dice.between(from, to)) * MINUTE
  }

  async #addHours(begin: number) {
    const { dice, manager, report } = this.#facts
    const [from, to] = [minuteOf(begin), minuteOf(begin + dice.between(1, 9) * HOUR)].map((time) => time * MINUTE) as [
      number,
      number,
    ]
    const now = to + HOUR
    const [start, end] = [this.#typed(from), this.#typed(to)]
    const values = {
      ...emptyValues(''),
      ...{ startDate: start.date, startClock: start.clock, startWhich: start.which },
      ...{ endDate: end.date, endClock: end.clock, endWhich: end.which, reason: 'Forgot to clock in' },
    }
    await this.#try('added hours', async () => {
      const body = addedHoursOf(values, this.#timeZone, now)
      const params = { id: this.person.id }
      await this.#call(manager, now, (ctx) => addHours(ctx, { params, query: undefined, body }))
      this.work.push({ from, to, breaks: [] })
      this.#present = to
      report.added += 1
    })
  }

  /** A manager types new times into the form of a session. */
  async #correctTimes(
    by: Viewer,
    session: ClockSession,
    now: number,
    { start, end }: { start?: number; end?: number },
  ) {
    const values = { ...valuesOf(session, this.#timeZone), reason: 'As agreed' }
    if (start !== undefined) {
      const { date, clock, which } = this.#typed(start)
      Object.assign(values, { startDate: date, startClock: clock, startWhich: which })
    }
    if (end !== undefined) {
      const { date, clock, which } = this.#typed(end)
      Object.assign(values, { endDate: date, endClock: clock, endWhich: which })
    }
    const body = correctionOf(values, session, this.#timeZone, now)
    await this.#call(by, now, (ctx) => correctSession(ctx, { params: { id: session.id }, query: undefined, body }))
    this.#facts.report.corrected += 1
  }

  /** The date and time that somebody types for an instant; if the clocks show it twice, also which one it is. */
  #typed(time: number) {
    const { date, clock } = this.#zone.wallAt(time)
    const instants = this.#zone.instantsOf(date, clock)
    if (instants.length < 2) return { date, clock, which: undefined }
    this.#facts.report.twice += 1
    return { date, clock, which: instants[0] === time ? ('first' as const) : ('second' as const) }
  }

  get #timeZone() {
    return this.#services.config.timeZone
  }

  /** The person's sessions around a time, newest first, as their week has them. */
  async #sessions(now: number) {
    const query = { week: this.#zone.wallAt(this.work.at(-1)?.from ?? now).date }
    const ctx = contextFor(this.#services, this.person, new Date(now))
    return (await readOwnWeek(ctx, { params: {}, query, body: undefined })).sessions
  }

  #call<T>(viewer: Viewer, now: number, run: (ctx: Context) => Promise<T>, { age }: Partial<Sent> = {}) {
    return inTransaction({ ...contextFor(this.#services, viewer, new Date(now)), age }, run)
  }

  async #try(what: string, run: () => Promise<void>) {
    try {
      await run()
    } catch (error) {
      const { report } = this.#facts
      report.refused += 1
      note(report, `${this.person.lastName}, ${what} after ${iso(this.work.at(-1)?.from ?? 0)}: ${error}`)
    }
  }
}

/** When the server hears of something, and what the device says of its time if it sends it late. */
interface Sent {
  now: number
  at?: string
  age?: number
}

const bodyOf = ({ at }: Sent) => (at === undefined ? undefined : { at })

const MAX_EXAMPLES = 20
const note = (report: HoursReport, text: string) => report.examples.length < MAX_EXAMPLES && report.examples.push(text)

function datesFrom(first: string, last: string, { dateAfter }: ZoneByHand) {
  const dates = [first]
  for (let date = first; date < last; date = dateAfter(date)) dates.push(dateAfter(date))
  return dates
}

/** Compares each person's days as their week, their team's week and their record say them. */
async function compare(
  services: Services,
  zone: ZoneByHand,
  {
    lives,
    manager,
    end,
    options,
    report,
  }: { lives: Life[]; manager: Viewer; end: number; options: HoursOptions; report: HoursReport },
) {
  const now = new Date(end)
  const last = zone.wallAt(end).date
  const lastWeek = zone.dateAfter(last, 6)
  const expected = new Map(lives.map(({ person, work }) => [person.id, paidByDate(work, zone, end)]))
  const judge = (where: string, person: Viewer, date: string, minutes: number) => {
    const right = expected.get(person.id)?.get(date) ?? 0
    report.different += Math.abs(minutes - right)
    if (minutes !== right) note(report, `${person.lastName}, ${date} in the ${where}: ${minutes} instead of ${right}`)
  }
  const months = [...new Set(datesFrom(options.from, last, zone).map((date) => `${date.slice(0, 8)}01`))]
  await eachOf(lives, async (life) => {
    const { person, work } = life
    const ctx = contextFor(services, person, now)
    await life.judgeMonths(expected.get(person.id) ?? new Map(), months, end)
    for (let date = options.from; date <= lastWeek; date = zone.dateAfter(date, 7)) {
      const week = await readOwnWeek(ctx, { params: {}, query: { week: date }, body: undefined })
      for (const day of week.days) judge('week', person, day.date, day.minutes)
      report.compared += week.days.length
    }
    for (let from = options.from; from <= last; from = zone.dateAfter(from, RECORD_DAYS)) {
      const to = [zone.dateAfter(from, RECORD_DAYS - 1), last].sort()[0] ?? last
      const record = await readRecord(ctx, { query: { from, to } })
      for (const day of record.days) judge('record', person, day.date, day.minutes)
    }
    report.sessions += work.length
    for (const minutes of expected.get(person.id)?.values() ?? []) report.minutes += minutes
  })
  const persons = new Map(lives.map(({ person }) => [person.id, person]))
  const ctx = contextFor(services, manager, now)
  for (let date = options.from; date <= lastWeek; date = zone.dateAfter(date, 7)) {
    const team = await readTeamHours(ctx, { params: {}, query: { week: date }, body: undefined })
    for (const { user, minutes } of team.people) {
      const person = persons.get(user.id)
      if (person) for (const [at, ofDay] of minutes.entries()) judge('team', person, team.dates[at] ?? '', ofDay)
    }
  }
}
