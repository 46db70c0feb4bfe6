import type { diceOf } from '../../sample/story.ts'
import { HttpError } from '../../src/server/base/errors.ts'
import { type Context, contextFor, inTransaction, type Services } from '../../src/server/core/context.ts'
import { insertRows } from '../../src/server/db/rows.ts'
import { breaks as breaksTable, clockSessions } from '../../src/server/db/tables/clock.ts'
import { endBreak, startBreak } from '../../src/server/features/clock/breaks.ts'
import { clockIn, clockOut } from '../../src/server/features/clock/clocking.ts'
import { addHours, correctSession } from '../../src/server/features/clock/correct.ts'
import { stateEnd } from '../../src/server/features/clock/forgotten.ts'
import { readOwnWeek } from '../../src/server/features/clock/history.ts'
import { setBreaks } from '../../src/server/features/clock/set-breaks.ts'
import { approveHours, reopenHours } from '../../src/server/features/hours/approve.ts'
import { readPersonsHours } from '../../src/server/features/hours/person.ts'
import type { ClockSession } from '../../src/shared/clock-session.ts'
import type { HoursState } from '../../src/shared/hours.ts'
import { durationOf } from '../../src/shared/worked-time.ts'
import { asSent, breakOf } from '../../src/web/clock/break-values.ts'
import { addedHoursOf, correctionOf, emptyValues, valuesOf } from '../../src/web/clock/correction-values.ts'
import { instantsAfter, meant, possible } from '../../src/web/components/time/typed-times.ts'
import { cutBreaks, paidByDate, type WorkByHand } from './hours-by-hand.ts'
import { type HoursReport, judge, note } from './hours-report.ts'
import type { ZoneByHand } from './zone-by-hand.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** The part of ordinary shifts that is written as rows: a call for each would take most of the time. */
const WRITTEN_DIRECTLY = 0.8
/** Shifts that one statement writes. */
const SHIFTS_AT_ONCE = 40

export type Viewer = NonNullable<Context['viewer']>
type Dice = ReturnType<typeof diceOf>

export const iso = (time: number) => new Date(time).toISOString()
const minuteOf = (time: number) => Math.floor(time / MINUTE)

interface Facts {
  person: Viewer
  manager: Viewer
  admin: Viewer
  personnelNumber: string
  dice: Dice
  report: HoursReport
}

/** One person's hours: what they do, and what they really worked. */
export class Life {
  readonly work: WorkByHand[] = []
  /** The paid minutes of each day of the months whose hours are approved, by the first day of the month. */
  readonly approved = new Map<string, ReadonlyMap<string, number>>()
  /** The same of the hours that payroll has received last. */
  readonly exported = new Map<string, ReadonlyMap<string, number>>()
  readonly #services: Services
  readonly #zone: ZoneByHand
  readonly #facts: Facts
  /** Up to when the server knows of this person. */
  #present = 0
  /** Shifts that are still to be written. */
  #unwritten: WorkByHand[] = []
  readonly #off: number

  constructor(services: Services, zone: ZoneByHand, facts: Facts) {
    this.#services = services
    this.#zone = zone
    this.#facts = facts
    this.#off = facts.dice.oneOf([0, 1, 2, 3, 4, 5, 6])
  }

  get person() {
    return this.#facts.person
  }

  get personnelNumber() {
    return this.#facts.personnelNumber
  }

  /** Goes through days. In nights in which the clocks change nearly everybody works. */
  async live(dates: readonly string[]) {
    const { dice } = this.#facts
    for (const date of dates) {
      const next = this.#zone.dateAfter(date)
      const length = this.#zone.beginOf(this.#zone.dateAfter(next)) - this.#zone.beginOf(next)
      const changes = length !== 24 * HOUR && dice.roll() < 0.85
      const weekday = new Date(date).getUTCDay()
      const isOff = [this.#off, (this.#off + 1) % 7].includes(weekday) && !changes
      const clock = changes ? dice.oneOf(['21:00', '22:00', '23:00']) : dice.oneOf(['06:00', '07:00', '14:00', '22:00'])
      const [time = 0] = this.#zone.instantsOf(date, clock)
      const begin = Math.floor(time + dice.between(-20, 20) * MINUTE)
      if (date.endsWith('-01') && dice.roll() < 0.15) await this.#workAfterApproval(date)
      if (begin <= this.#present + 5 * MINUTE) continue
      if (!isOff) await this.#shift(begin, changes)
      else if (dice.roll() < 0.08) await this.#addHours(begin)
    }
    await this.#write()
  }

  /** Some are still at work at the end. */
  async mayStayAtWork(now: number) {
    const { dice } = this.#facts
    if (dice.roll() > 0.2 || this.work.length === 0 || now <= this.#present + 6 * HOUR) return
    await this.#try('clock in', async () => {
      await this.#call(this.person, now, (ctx) => clockIn(ctx, { params: {}, query: undefined, body: undefined }))
      this.work.push({ from: now, to: null, breaks: [] })
    })
  }

  async #shift(begin: number, isStrange: boolean) {
    const { dice, report } = this.#facts
    const end = Math.floor(begin + dice.between(2, 10.5) * HOUR)
    const breaks = this.#randomBreaks(begin, end)
    if (!isStrange && dice.roll() < WRITTEN_DIRECTLY) return this.#shiftInRows({ from: begin, to: end, breaks })
    const isForgotten = dice.roll() < 0.1
    // A device without a network sends everything of the shift when it is back.
    const back = !isForgotten && dice.roll() < 0.4 ? end + Math.floor(dice.between(0, 1.4) * HOUR) : undefined
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

  /** Nobody tries anything with this shift. */
  async #shiftInRows(work: WorkByHand) {
    cutBreaks(work)
    this.work.push(work)
    this.#unwritten.push(work)
    this.#present = work.to ?? work.from
    this.#facts.report.direct += 1
    this.#facts.report.breaks += work.breaks.length
    if (this.#unwritten.length === SHIFTS_AT_ONCE) await this.#write()
  }

  /** Writes shifts as the clock leaves them, in two statements. */
  async #write() {
    const shifts = this.#unwritten
    if (shifts.length === 0) return
    this.#unwritten = []
    const { id: userId, departmentId } = this.person
    const { orm } = this.#services.database
    const spanOf = ({ from, to }: WorkByHand | WorkByHand['breaks'][number]) => ({
      startTime: iso(from),
      endTime: iso(to ?? from),
    })
    const sessions = shifts.map((shift) => {
      const span = spanOf(shift)
      const stamps = { createdAt: span.startTime, updatedAt: span.endTime }
      return { userId, departmentId, ...span, status: 'completed', duration: durationOf(span), ...stamps }
    })
    const written = await insertRows(orm, clockSessions, sessions)
    const ids = new Map(written.map(({ startTime, id }) => [startTime, id]))
    const rows = shifts.flatMap((shift) =>
      shift.breaks.map((one) => ({
        sessionId: ids.get(iso(shift.from)),
        ...spanOf(one),
        isPaid: one.isPaid,
        createdAt: iso(one.from),
      })),
    )
    if (rows.length > 0) await insertRows(orm, breaksTable, rows)
  }

  /**
   * A manager approves a month just after midnight. Then a device tells of an evening of it that it could not send:
   * nobody refuses that, and the hours are no longer what was approved.
   */
  async #workAfterApproval(date: string) {
    const { report, manager } = this.#facts
    const midnight = this.#zone.beginOf(date)
    const period = this.#zone.dateAfter(date, -1).replace(/..$/, '01')
    const [from, to, now] = [midnight - 3 * HOUR, midnight - HOUR, midnight + 5 * MINUTE]
    if (from <= this.#present || !this.work.some((work) => this.#zone.wallAt(work.from).date >= period)) return
    await this.#try('an evening after the approval', async () => {
      await this.#write()
      for (const day of (await this.monthBy(manager, period, now)).reviewDates) await this.review(day, now)
      const { hash, isRunning } = await this.monthBy(manager, period, now)
      if (isRunning) return
      const body = { period, people: [{ userId: this.person.id, hash }] }
      await this.#call(manager, now, (ctx) => approveHours(ctx, { params: {}, query: undefined, body }))
      report.approved += 1
      const back = midnight + HOUR
      const none = { params: {}, query: undefined }
      await this.#call(this.person, back, (ctx) => clockIn(ctx, { ...none, body: { at: iso(from) } }))
      await this.#call(this.person, back, (ctx) => clockOut(ctx, { ...none, body: { at: iso(to) } }))
      this.work.push({ from, to, breaks: [] })
      this.#present = back
      const { status } = await this.monthBy(manager, period, back)
      if (status !== 'changed') throw new Error(`The hours are ${status}, not changed`)
      report.late += 1
    })
  }

  /** The paid minutes of each day of a month by the independent calculation. */
  minutesOf(period: string, now: number): ReadonlyMap<string, number> {
    return new Map([...paidByDate(this.work, this.#zone, now)].filter(([date]) => date.startsWith(period.slice(0, 7))))
  }

  /** The work that began and ended in a month and that a manager could shorten by twenty minutes. */
  #shortenable(period: string) {
    const isInMonth = (time: number) => this.#zone.wallAt(time).date.startsWith(period.slice(0, 7))
    return this.work.filter(({ from, to, breaks }) => {
      if (to === null || to - from <= 2 * HOUR || !isInMonth(from) || !isInMonth(to)) return false
      // An unpaid break at the end has no paid minutes that a correction could take away.
      return breaks.every((one) => (one.to ?? to) < to - 30 * MINUTE)
    })
  }

  /** A manager tries to shorten a shift of hours that are approved, or went to payroll. */
  async mustBeLocked(period: string, code: 'approved' | 'exported', now: number) {
    const { report, manager, dice } = this.#facts
    const choices = this.#shortenable(period)
    if (choices.length === 0) return
    const { from, to } = dice.oneOf(choices)
    await this.#try(`a correction of ${code} hours`, async () => {
      const session = await this.#sessionAt(from, now)
      const before = report.corrected
      const end = minuteOf((to ?? from) - 20 * MINUTE) * MINUTE
      const error = await this.#correctTimes(manager, session, now, { end }).catch((thrown: unknown) => thrown)
      report.corrected = before
      if (!(error instanceof HttpError) || error.code !== code) throw error ?? new Error('It was corrected')
      report.locked += 1
    })
  }

  /** An administrator reopens a month that went to payroll, and a manager shortens a shift of it. */
  async reopen(period: string, now: number) {
    const { report, manager, admin, dice } = this.#facts
    await this.#try('reopening', async () => {
      const body = { period, userId: this.person.id, reason: 'As the person says' }
      await this.#call(admin, now, (ctx) => reopenHours(ctx, { params: {}, query: undefined, body }))
      this.approved.delete(period)
      report.reopened += 1
      const choices = this.#shortenable(period)
      if (choices.length === 0 || dice.roll() < 0.1) return
      const work = dice.oneOf(choices)
      const session = await this.#sessionAt(work.from, now)
      const end = minuteOf((work.to ?? work.from) - 20 * MINUTE) * MINUTE
      await this.#correctTimes(manager, session, now, { end })
      work.to = end
    })
  }

  async #sessionAt(from: number, now: number) {
    const query = { week: this.#zone.wallAt(from).date }
    const ctx = contextFor(this.#services, this.person, new Date(now))
    const { sessions } = await readOwnWeek(ctx, { params: {}, query, body: undefined })
    const session = sessions.find(({ startTime }) => startTime === iso(from))
    if (!session) throw new Error(`There is no session that began at ${iso(from)}`)
    return session
  }

  /** A manager confirms the sessions of a day that need a review. No minute changes. */
  async review(date: string, now: number) {
    const ctx = contextFor(this.#services, this.person, new Date(now))
    const { sessions } = await readOwnWeek(ctx, { params: {}, query: { week: date }, body: undefined })
    const isOver = (endTime: string | null) => endTime !== null && endTime <= iso(now)
    for (const { id } of sessions.filter(({ needsReview, endTime }) => needsReview && isOver(endTime))) {
      const correction = { params: { id }, query: undefined, body: { reason: 'As you say' } }
      await this.#call(this.#facts.manager, now, (ctx) => correctSession(ctx, correction))
    }
  }

  monthBy(viewer: Viewer, period: string, now: number) {
    const ctx = contextFor(this.#services, viewer, new Date(now))
    return readPersonsHours(ctx, { params: {}, query: { period, userId: this.person.id }, body: undefined })
  }

  /** The state that the hours of a month have by the approvals and runs so far. */
  #stateOf(period: string, now: number): HoursState {
    const [approved, exported] = [this.approved.get(period), this.exported.get(period)]
    const differs = exported && textOf(exported) !== textOf(this.minutesOf(period, now))
    if (approved) return exported && !differs ? 'exported' : 'approved'
    return differs ? 'corrected' : 'open'
  }

  /** Compares the totals of months with the independent calculation, and their states with the approvals. */
  async judgeMonths(months: readonly string[], now: number) {
    const { report } = this.#facts
    for (const period of months) {
      const { total, status } = await this.monthBy(this.person, period, now)
      const right = sumOf(this.minutesOf(period, now))
      judge(report, `${this.person.lastName}, month ${period}`, total, right)
      const state = this.#stateOf(period, now)
      judge(report, `${this.person.lastName}, month ${period} is ${status}, not ${state}`, Number(status !== state), 0)
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
    if (dice.roll() < (isStrange ? 0.5 : 0.2)) {
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
    if (dice.roll() < (isStrange ? 0.8 : 0.25)) {
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
    await this.#write()
    const query = { week: this.#zone.wallAt(this.work.at(-1)?.from ?? now).date }
    const ctx = contextFor(this.#services, this.person, new Date(now))
    return (await readOwnWeek(ctx, { params: {}, query, body: undefined })).sessions
  }

  async #call<T>(viewer: Viewer, now: number, run: (ctx: Context) => Promise<T>, { age }: Partial<Sent> = {}) {
    await this.#write()
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

export const sumOf = (minutes: ReadonlyMap<string, number>) => [...minutes.values()].reduce((sum, one) => sum + one, 0)
const textOf = (minutes: ReadonlyMap<string, number>) =>
  [...minutes]
    .filter(([, one]) => one !== 0)
    .map((one) => one.join(' '))
    .sort()
    .join()
