import { instantByHand, type Span } from './roster-by-hand.ts'
import type { CopyByHand, RosterLedger, RosterPerson, ShiftByHand } from './roster-ledger.ts'

/**
 * Absences, worked out a second time with nothing of `src`: who is away, which shifts an absence opens, what cancelling
 * gives back, and who is told.
 */

export const kindsOfAbsence = ['vacation', 'sick', 'unpaid', 'other'] as const

/** The days of an absence, both included, or a part of the only day. */
export interface DaysAway {
  first: string
  last: string
  start: string | null
  end: string | null
}

export interface AbsenceByHand extends Span, DaysAway {
  id: number
  user: string
  kind: (typeof kindsOfAbsence)[number]
  state: 'requested' | 'approved' | 'refused' | 'cancelled'
  /** Since when it counts; null before. */
  since: number | null
  /** The shifts that it has opened, each with its version then. */
  opened: { shift: ShiftByHand; version: number }[]
}

const overlaps = (a: Span, b: Span) => a.from < b.to && b.from < a.to
const iso = (time: number) => new Date(time).toISOString()

export class AbsencesByHand {
  readonly all = new Map<number, AbsenceByHand>()
  private readonly ledger: RosterLedger

  constructor(ledger: RosterLedger) {
    this.ledger = ledger
  }

  spanOf({ first, last, start, end }: DaysAway): Span {
    const { zone } = this.ledger
    if (start !== null && end !== null)
      return { from: instantByHand(zone, first, start), to: instantByHand(zone, first, end) }
    return { from: zone.beginOf(first), to: zone.beginOf(zone.dateAfter(last)) }
  }

  of = (user: string) => [...this.all.values()].filter((one) => one.user === user)
  isLive = ({ state }: AbsenceByHand) => state === 'requested' || state === 'approved'
  private approved = (user: string) => this.of(user).filter(({ state }) => state === 'approved')

  /** A person has one absence at a time. */
  isTaken = (user: string, span: Span) => this.of(user).some((one) => this.isLive(one) && overlaps(one, span))

  /** Whether somebody is away for a part of a span. */
  isAway = (user: string, span: Span) => this.approved(user).some((one) => overlaps(one, span))

  /** Whether somebody was known to be away at a moment. */
  wasAway = (user: string, at: number) =>
    this.approved(user).some(({ from, to, since }) => from <= at && to > at && (since ?? at) < at)

  /** Until when somebody is away from the beginning of a span on, without a gap; its beginning if they are not. */
  awayUntil(user: string, span: Span) {
    let until = span.from
    for (const { from, to } of this.approved(user).sort((a, b) => a.from - b.from))
      if (from <= until) until = Math.max(until, to)
    return until
  }

  /** The published shifts that would open: a shift that has begun is nobody's to take. */
  toOpen = (user: string, span: Span, now: number) =>
    [...this.ledger.shifts.values()].filter(
      ({ published }) => published?.userId === user && published.from > now && overlaps(published, span),
    )

  /** The drafts that would lose their person, published or not. */
  draftsOf = (user: string, span: Span, now: number) =>
    [...this.ledger.shifts.values()].filter(
      ({ draft, isRemoved }) => !isRemoved && draft.userId === user && draft.from > now && overlaps(draft, span),
    )

  /** The shifts at that time. A manager must say what becomes of them. */
  inTheWay = (user: string, span: Span, now: number) =>
    new Set([...this.toOpen(user, span, now), ...this.draftsOf(user, span, now)])

  /** Makes the shifts of that time nobody's. Returns how many were published. */
  open(absence: AbsenceByHand, by: RosterPerson, now: number) {
    const { user } = absence
    absence.since = now
    const shifts = this.toOpen(user, absence, now)
    this.ledger.endExchanges(shifts, by, now)
    const nobodys = (copy: CopyByHand) => ({ ...copy, userId: null })
    for (const shift of this.inTheWay(user, absence, now)) {
      if (shift.draft.userId === user) {
        shift.draft = nobodys(shift.draft)
        shift.asked = null
      }
      if (!shift.published || !shifts.includes(shift)) continue
      shift.published = nobodys(shift.published)
      shift.isOffered = false
      shift.version += 1
      absence.opened.push({ shift, version: shift.version })
    }
    return shifts.length
  }

  /** Gives back what nobody has taken and nobody has changed. Returns how many. */
  private giveBack(absence: AbsenceByHand, now: number) {
    const { user, opened } = absence
    const { ledger } = this
    let count = 0
    for (const { shift, version } of opened) {
      const { published } = shift
      if (!ledger.shifts.has(shift.id) || published === null || shift.version !== version) continue
      if (ledger.differs(shift) || published.from <= now) continue
      if (this.isAway(user, published)) continue
      if (ledger.plansOf(user).some((plan) => overlaps(plan, published))) continue
      shift.published = { ...published, userId: user }
      shift.draft = { ...shift.published }
      shift.version += 1
      count += 1
    }
    absence.opened = []
    return count
  }

  /** Cancels: one that began on an earlier day ends with yesterday. Returns how many shifts are given back. */
  cancel(absence: AbsenceByHand, by: RosterPerson, now: number) {
    const { zone } = this.ledger
    const today = zone.wallAt(now).date
    const isShortened = absence.first < today && absence.state === 'approved'
    const cancelled = isShortened ? { ...absence, first: today, from: zone.beginOf(today) } : { ...absence }
    if (isShortened) Object.assign(absence, { last: zone.dateAfter(today, -1), to: zone.beginOf(today) })
    else absence.state = 'cancelled'
    if (by.id !== absence.user) this.tellPerson(cancelled, by, 'cancelled')
    return this.giveBack(absence, now)
  }

  /** Tells the person what a manager has done about their absence. */
  tellPerson({ user, from, first, last }: AbsenceByHand, by: RosterPerson, change: string) {
    this.ledger.tell(user, 'absence-decided', `${by.name} ${change} ${first} ${last} ${iso(from)}`, from)
  }

  /** Tells the managers on duty that somebody is ill, or asks. */
  tellManagers(absence: AbsenceByHand, kind: 'person-away' | 'absence-requested', opened: number, now: number) {
    const { name, departmentId, id } = this.ledger.person(absence.user)
    for (const manager of this.ledger.managersOnDuty(departmentId ?? 0, now))
      if (manager !== id) this.ledger.tell(manager, kind, `${name} ${absence.first} ${absence.last} ${opened}`)
  }
}
