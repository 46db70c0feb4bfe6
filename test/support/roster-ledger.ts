import { AbsencesByHand } from './roster-absences-by-hand.ts'
import {
  actualsByHand,
  breachesByHand,
  type PlanByHand,
  piecesByHand,
  plannedWithin,
  type RulesByHand,
  type SessionByHand,
  type Span,
  spanByHand,
  type VerdictByHand,
  workedWithin,
} from './roster-by-hand.ts'
import type { ZoneByHand } from './zone-by-hand.ts'

/**
 * A second calculation of the roster, from people's actions and with nothing of `src`: the owner of each planned shift,
 * its readers, the people who may take it, and the notifications that people should have.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DUTY = 14 * HOUR
/** Milliseconds. */
const PAGES_FIRST = 2_500
const MINUTE = 60_000

export interface CopyByHand extends Span {
  userId: string | null
  breakMinutes: number
  title: string | null
  note: string | null
}

export interface ShiftByHand {
  id: number
  departmentId: number
  /** As planners have it, also when they have removed it. */
  draft: CopyByHand
  isRemoved: boolean
  /** As people see it; null before the first publish. */
  published: CopyByHand | null
  isOffered: boolean
  /** Goes up with each change of the published copy. */
  version: number
  asked: { at: string | null; reason: string; isRefused: boolean } | null
}

export interface RosterPerson {
  id: string
  name: string
  role: 'user' | 'manager' | 'admin'
  departmentId: number | null
  cookie: string
  /** Whether a device of theirs rings. */
  hasDevice: boolean
  notify: 'on_duty' | 'always' | null
}

/** A question to a colleague about an exchange. */
export interface ExchangeByHand {
  id: number
  shift: ShiftByHand
  forShift: ShiftByHand | null
  from: string
  to: string
  /** `void`: a shift has changed since. */
  state: 'asked' | 'done' | 'refused' | 'cancelled' | 'void'
}

/** A notification that somebody should have, once. */
export interface ToldByHand {
  user: string
  kind: string
  /** The facts that the notification names. */
  says: string
  first: number | null
  /** The exchange that it asks about: an answered question does not ring. */
  asksAbout?: ExchangeByHand
}

/** A stored notification with the ring that it should have. */
interface RingByHand extends ToldByHand {
  id: number
  at: number
  /** When it should ring, and why; null while it does not. */
  rings: { at: number; because: string } | null
  /** Whether its person has had it in a briefing. */
  isBriefed: boolean
  /** At which time it is decided again; null if nothing is to be decided. */
  decideAt: number | null
}

const same = (a: CopyByHand, b: CopyByHand) =>
  a.userId === b.userId &&
  a.from === b.from &&
  a.to === b.to &&
  a.breakMinutes === b.breakMinutes &&
  a.title === b.title &&
  a.note === b.note

const overlaps = (a: Span, b: Span) => a.from < b.to && b.from < a.to

/** The change that a publish would make. */
export interface ChangeByHand {
  shift: ShiftByHand
  kind: 'added' | 'changed' | 'removed'
  hasBegun: boolean
  isLate: boolean
  isAsked: boolean
}

/** Kinds that ring together: the newest for the others. */
const groups: Record<string, string> = {
  'roster-published': 'roster-changed',
  'exchange-refused': 'exchange-done',
  'exchange-void': 'exchange-done',
}
const groupOf = (kind: string) => groups[kind] ?? kind
/** These need a yes. */
const QUESTIONS = ['shift-asked', 'exchange-asked']
const OWN_PLAN = [
  ...['roster-published', 'roster-changed', 'shift-taken-over', ...QUESTIONS],
  ...['exchange-done', 'exchange-refused', 'exchange-void', 'absence-decided'],
]

export class RosterLedger {
  readonly shifts = new Map<number, ShiftByHand>()
  readonly sessions = new Map<string, SessionByHand[]>()
  readonly rings = new Map<number, RingByHand>()
  readonly exchanges = new Map<number, ExchangeByHand>()
  readonly absences = new AbsencesByHand(this)
  readonly zone: ZoneByHand
  private readonly rules: RulesByHand
  private readonly people: Map<string, RosterPerson>
  /** Notifications that people should have and that are not compared yet. */
  expected: ToldByHand[] = []

  constructor(zone: ZoneByHand, rules: RulesByHand, people: RosterPerson[]) {
    this.zone = zone
    this.rules = rules
    this.people = new Map(people.map((person) => [person.id, person]))
  }

  everybody = () => this.people.values()

  person(id: string): RosterPerson {
    const person = this.people.get(id)
    if (!person) throw new Error(`Nobody knows ${id}`)
    return person
  }

  // Plans

  static plans = ({ role, departmentId }: RosterPerson, department: number) =>
    role === 'admin' || (role === 'manager' && departmentId === department)

  copyOf(fields: {
    userId: string | null
    date: string
    start: string
    end: string
    breakMinutes: number
    title: string | null
    note: string | null
  }): CopyByHand {
    const { userId, date, start, end, breakMinutes, title, note } = fields
    return { userId, breakMinutes, title, note, ...spanByHand(this.zone, date, start, end) }
  }

  created(id: number, departmentId: number, draft: CopyByHand) {
    const shift = {
      id,
      departmentId,
      draft,
      isRemoved: false,
      published: null,
      isOffered: false,
      version: 0,
      asked: null,
    }
    this.shifts.set(id, shift)
  }

  changed(shift: ShiftByHand, draft: CopyByHand) {
    if (!same(shift.draft, draft)) shift.asked = null
    shift.draft = draft
    shift.isRemoved = false
  }

  removed(shift: ShiftByHand) {
    if (shift.published === null) this.shifts.delete(shift.id)
    shift.isRemoved = true
    shift.asked = null
  }

  /** The shifts of a department that begin in a span, in a copy that planners see. */
  inSpan = (departmentId: number, { from, to }: Span) => {
    const begins = (copy: Span | null) => copy !== null && copy.from >= from && copy.from < to
    const found: ShiftByHand[] = []
    for (const shift of this.shifts.values())
      if (shift.departmentId === departmentId && (begins(shift.draft) || begins(shift.published))) found.push(shift)
    return found
  }

  differs({ draft, isRemoved, published }: ShiftByHand) {
    return isRemoved || published === null || !same(draft, published)
  }

  /** The changes that a publish of these days would make now. */
  changesIn(departmentId: number, span: Span, now: number): ChangeByHand[] {
    return this.inSpan(departmentId, span).flatMap((shift) => {
      if (!this.differs(shift)) return []
      const { draft, isRemoved, published } = shift
      const copies = [isRemoved ? null : draft, published].filter((copy) => copy !== null)
      const hasBegun = copies.every(({ from }) => from <= now)
      // A question waits for its answer.
      if (shift.asked && !shift.asked.isRefused && !hasBegun) return []
      const kind = isRemoved ? ('removed' as const) : published === null ? ('added' as const) : ('changed' as const)
      const isOfTime =
        kind !== 'changed' ||
        draft.userId !== published?.userId ||
        draft.from !== published.from ||
        draft.to !== published.to ||
        draft.breakMinutes !== published.breakMinutes
      const soon = now + this.rules.noticeHours * HOUR
      const isLate = !hasBegun && isOfTime && copies.some(({ from }) => from < soon)
      const isShortened =
        published?.userId === draft.userId && draft.from >= (published?.from ?? 0) && draft.to <= (published?.to ?? 0)
      const isAsked = isLate && !isRemoved && draft.userId !== null && draft.from > now && !isShortened
      return [{ shift, kind, hasBegun, isLate, isAsked }]
    })
  }

  /** Pairs of shifts that a publish of these changes would give a person at the same time. */
  clashesOf(changes: ChangeByHand[]): [number, number][] {
    const among = new Map(changes.map((change) => [change.shift, change]))
    const later: (Span & { id: number; userId: string; isNew: boolean })[] = []
    const add = (id: number, copy: CopyByHand | null, isNew: boolean) => {
      if (copy?.userId) later.push({ id, userId: copy.userId, from: copy.from, to: copy.to, isNew })
    }
    for (const shift of this.shifts.values()) {
      const change = among.get(shift)
      if (!change) add(shift.id, shift.published, false)
      else {
        if (!shift.isRemoved) add(shift.id, shift.draft, true)
        if (change.isAsked) add(shift.id, shift.published, false)
      }
    }
    const news = later.filter(({ isNew }) => isNew)
    return news.flatMap((one) =>
      later
        .filter((other) => other.id !== one.id && other.userId === one.userId && overlaps(one, other))
        .map((other): [number, number] => [one.id, other.id]),
    )
  }

  /** Publishes, and notes who should be told. */
  publish(changes: ChangeByHand[], by: RosterPerson, reason: string, now: number) {
    const applied = changes.filter(({ isAsked }) => !isAsked).map(({ shift }) => shift)
    this.endExchanges(applied, by, now)
    this.tellOf(changes, by, reason)
    for (const { shift, isAsked } of changes) {
      if (isAsked) shift.asked = { at: null, reason, isRefused: false }
      else this.apply(shift)
    }
  }

  private apply(shift: ShiftByHand) {
    shift.asked = null
    if (shift.isRemoved) this.shifts.delete(shift.id)
    else {
      if (shift.published?.userId !== shift.draft.userId || shift.draft.userId === null) shift.isOffered = false
      shift.published = { ...shift.draft }
      shift.version += 1
    }
  }

  /** One notification for each person about all changes, and one about all questions to them. */
  private tellOf(changes: ChangeByHand[], by: RosterPerson, reason: string) {
    const news = new Map<string, { asked: CopyByHand[]; added: number; others: number; first: number }>()
    const note = (user: string | null | undefined, first: number, change: 'added' | 'others' | CopyByHand) => {
      if (!user || user === by.id) return
      const known = news.get(user) ?? { asked: [], added: 0, others: 0, first }
      news.set(user, known)
      known.first = Math.min(known.first, first)
      if (typeof change === 'string') known[change] += 1
      else known.asked.push(change)
    }
    for (const { shift, hasBegun, isAsked, kind } of changes) {
      const { draft, published } = shift
      if (hasBegun) continue
      if (isAsked) note(draft.userId, draft.from, draft)
      else if (kind === 'changed' && draft.userId === published?.userId)
        note(draft.userId, Math.min(draft.from, published?.from ?? draft.from), 'others')
      else {
        if (published) note(published.userId, published.from, 'others')
        if (kind !== 'removed') note(draft.userId, draft.from, 'added')
      }
    }
    for (const [user, { asked, added, others, first }] of news) {
      const [question] = asked.sort((a, b) => a.from - b.from)
      if (question)
        this.tell(
          user,
          'shift-asked',
          `${by.name} ${asked.length} ${iso(question.from)} ${iso(question.to)} ${reason}`,
          question.from,
        )
      if (added + others > 0)
        this.tell(
          user,
          others > 0 ? 'roster-changed' : 'roster-published',
          `${by.name} ${added + others} ${iso(first)}`,
          first,
        )
    }
  }

  tell(user: string, kind: string, says: string, first: number | null = null, more: Partial<ToldByHand> = {}) {
    this.expected.push({ user, kind, says, first, ...more })
  }

  discard(departmentId: number, span: Span) {
    let count = 0
    for (const shift of this.inSpan(departmentId, span)) {
      if (!this.differs(shift)) continue
      count += 1
      if (shift.published === null) this.shifts.delete(shift.id)
      else Object.assign(shift, { draft: { ...shift.published }, isRemoved: false, asked: null })
    }
    return count
  }

  // Answers, offers and claims

  /** Why somebody may not say yes now; null if they may. */
  whyNoYes(shift: ShiftByHand, now: number) {
    if (!shift.asked || shift.asked.isRefused) return 'not_asked'
    if (shift.draft.from <= now) return 'begun'
    const change = { shift, kind: 'changed' as const, hasBegun: false, isLate: true, isAsked: false }
    return this.clashesOf([change]).length > 0 ? 'overlaps' : null
  }

  accept(shift: ShiftByHand, person: RosterPerson, now: number) {
    this.endExchanges([shift], person, now)
    const kind = shift.published === null ? ('added' as const) : ('changed' as const)
    this.tellOf([{ shift, kind, hasBegun: false, isLate: true, isAsked: false }], person, '')
    this.apply(shift)
  }

  refuse(shift: ShiftByHand, person: RosterPerson, reason: string, now: number) {
    if (shift.asked) shift.asked.isRefused = true
    const { from, to } = shift.draft
    for (const manager of this.managersOnDuty(shift.departmentId, now))
      this.tell(manager, 'shift-refused', `${person.name} ${iso(from)} ${iso(to)} ${reason}`)
  }

  claimed(shift: ShiftByHand, person: RosterPerson, now: number) {
    const former = shift.published?.userId ?? null
    this.endExchanges([shift], person, now)
    shift.draft = { ...shift.draft, userId: person.id }
    shift.published = { ...shift.draft }
    shift.version += 1
    shift.isOffered = false
    const { from, to } = shift.draft
    const name = former === null ? '-' : this.person(former).name
    for (const manager of this.managersOnDuty(shift.departmentId, now))
      if (manager !== person.id && manager !== former)
        this.tell(manager, 'shift-claimed', `${person.name} ${iso(from)} ${iso(to)} ${name}`)
    if (former !== null) this.tell(former, 'shift-taken-over', `${person.name} ${iso(from)} ${iso(to)}`, from)
  }

  // Exchanges

  isOpen = ({ state }: ExchangeByHand) => state === 'asked'

  /** The open exchanges of these shifts. */
  private exchangesOf = (shifts: (ShiftByHand | null)[]) =>
    [...this.exchanges.values()].filter(
      (one) => this.isOpen(one) && [one.shift, one.forShift].some((shift) => shift !== null && shifts.includes(shift)),
    )

  /** Whether an exchange is in the way of another one. It is not once a shift of it has begun. */
  inExchange = (shifts: (ShiftByHand | null)[], now: number) =>
    this.exchangesOf(shifts).some((one) =>
      [one.shift, one.forShift].every((shift) => !shift?.published || shift.published.from > now),
    )

  /** Ends the exchanges of shifts that change now: their people are told, but not the one who changes them. */
  endExchanges(shifts: ShiftByHand[], by: RosterPerson, now: number) {
    for (const exchange of this.exchanges.values()) {
      const { shift, forShift, from, to } = exchange
      const changed = [shift, forShift].find((one) => one !== null && shifts.includes(one))?.published
      if (!this.isOpen(exchange) || !changed) continue
      exchange.state = 'void'
      // Nobody plans for a shift that has begun.
      if (changed.from <= now) continue
      for (const user of [from, to])
        if (user !== by.id) this.tell(user, 'exchange-void', `${iso(changed.from)} ${iso(changed.to)}`, changed.from)
    }
  }

  /** The published copies of an exchange in words, and its first beginning. */
  private wordsOf({ shift, forShift }: ExchangeByHand) {
    const spanOf = (copy: Span | null | undefined) => (copy ? `${iso(copy.from)} ${iso(copy.to)}` : '-')
    const first = Math.min(...[shift, forShift].flatMap((one) => (one?.published ? [one.published.from] : [])))
    return { shift: spanOf(shift.published), forShift: spanOf(forShift?.published), first }
  }

  exchangeAsked(exchange: ExchangeByHand) {
    // Only those with a shift that has begun were not in the way.
    for (const one of this.exchangesOf([exchange.shift, exchange.forShift])) one.state = 'void'
    this.exchanges.set(exchange.id, exchange)
    const { shift, forShift, first } = this.wordsOf(exchange)
    const by = this.person(exchange.from).name
    this.tell(exchange.to, 'exchange-asked', `${by} ${iso(first)} gives ${forShift} gets ${shift}`, first, {
      asksAbout: exchange,
    })
  }

  /** Why an exchange cannot be: the reasons of its person who is asked, and whether the other's work is against it. */
  exchangeReasons({ shift, forShift, from, to }: ExchangeByHand, now: number) {
    const own = this.verdict(to, shift, now, forShift)
    const other = forShift && this.verdict(from, forShift, now, shift)
    return { own, other }
  }

  exchangeDone(exchange: ExchangeByHand, now: number) {
    const { shift, forShift, from, to } = exchange
    const words = this.wordsOf(exchange)
    exchange.state = 'done'
    const give = (one: ShiftByHand, userId: string) => {
      one.draft = { ...one.draft, userId }
      one.published = { ...one.draft }
      one.version += 1
      one.isOffered = false
    }
    give(shift, to)
    if (forShift) give(forShift, from)
    const [giver, taker] = [this.person(from), this.person(to)]
    const says = `${taker.name} ${iso(words.first)} gives ${words.shift} gets ${words.forShift}`
    this.tell(from, 'exchange-done', says, words.first)
    for (const manager of this.managersOnDuty(shift.departmentId, now))
      if (manager !== from && manager !== to)
        this.tell(manager, 'shift-exchanged', `${taker.name} ${giver.name} ${words.shift} ${words.forShift}`)
  }

  exchangeRefused(exchange: ExchangeByHand) {
    exchange.state = 'refused'
    const { from, to } = exchange.shift.published ?? { from: 0, to: 0 }
    this.tell(exchange.from, 'exchange-refused', `${this.person(exchange.to).name} ${iso(from)} ${iso(to)}`, from)
  }

  plansOf(user: string) {
    const plans: PlanByHand[] = []
    for (const { id, published } of this.shifts.values())
      if (published?.userId === user)
        plans.push({ id, from: published.from, to: published.to, breakMinutes: published.breakMinutes })
    return plans
  }

  sessionsOf = (user: string) => this.sessions.get(user) ?? []

  /** Whether somebody may take a shift, without one that they give for it, and if not, for which reasons. */
  verdict(user: string, shift: ShiftByHand, now: number, given: ShiftByHand | null = null): VerdictByHand {
    const reasons: VerdictByHand['reasons'] = new Map()
    const { published } = shift
    const always = () => true
    if (published === null || this.differs(shift)) reasons.set('being_changed', always)
    if (published === null) return { reasons, open: new Set() }
    if (published.from <= now) reasons.set('begun', always)
    const own = this.plansOf(user).filter(({ id }) => id !== given?.id)
    if (own.some((plan) => overlaps(plan, published))) reasons.set('overlaps', always)
    if (this.absences.isAway(user, published)) reasons.set('away', always)
    // Work of half a year ago and of next spring changes nothing.
    const near = (one: Span) => one.to > published.from - 140 * DAY && one.from < published.from + 40 * DAY
    const sessions = this.sessionsOf(user).filter(({ from, to }) => near({ from, to: to ?? now }))
    const work = piecesByHand(sessions, own.filter(near), now)
    const planOf = ({ id }: ShiftByHand, { from, to, breakMinutes }: CopyByHand) => ({ id, from, to, breakMinutes })
    const breaches = breachesByHand(this.zone, this.rules, work, planOf(shift, published))
    // A rule that the given shift breaks already is perhaps no reason.
    const present = given?.published && breachesByHand(this.zone, this.rules, work, planOf(given, given.published))
    const broken = new Set(present ? [...present.open, ...present.reasons.keys()] : [])
    for (const [code, says] of breaches.reasons) if (!broken.has(code)) reasons.set(code, says)
    return { reasons, open: new Set([...breaches.open, ...broken]) }
  }

  actualsOf = (user: string, span: Span, now: number) => {
    const near = ({ from, to }: { from: number; to: number | null }) =>
      (to ?? now) > span.from - 3 * DAY && from < span.to + 3 * DAY
    const plans = this.plansOf(user).filter(near)
    const found = actualsByHand(plans, this.sessionsOf(user).filter(near), now)
    for (const plan of plans) {
      const actual = found.actuals.get(plan.id)
      // People who are away at the beginning are expected when they are not away any more.
      const until = this.absences.awayUntil(user, plan)
      if (actual?.cameAt !== null || until === plan.from) continue
      const isEarly = now < until + 5 * MINUTE
      actual.state = until >= plan.to || now < until ? 'away' : isEarly ? 'planned' : 'absent'
    }
    return found
  }

  /** Whether somebody has not come to their shift: it began 15 minutes ago, and they have not been on duty since. */
  isMissing(user: string, { from, to }: Span, now: number) {
    const wasThere = (one: SessionByHand) => Math.min(one.to ?? now, one.from + DUTY) > from
    return from + 15 * MINUTE <= now && now < to && !this.sessionsOf(user).some(wasThere)
  }

  workedOf = (user: string, span: Span, now: number) =>
    Math.floor(workedWithin(this.sessionsOf(user), { ...span, to: Math.min(span.to, now) }, now) / MINUTE)

  plannedOf = (plans: PlanByHand[], span: Span) =>
    Math.floor(plans.reduce((sum, plan) => sum + plannedWithin(plan, span), 0) / MINUTE)

  // Duty

  private running(user: string, now: number) {
    const last = this.sessionsOf(user).at(-1)
    return last && last.to === null && now < last.from + DUTY ? last : undefined
  }

  isOnDuty = (user: string, now: number) => this.running(user, now) !== undefined
  isOnBreak = (user: string, now: number) => this.running(user, now)?.pauses.at(-1)?.to === null

  managersOnDuty = (departmentId: number, now: number) =>
    [...this.people.values()]
      .filter((one) => one.role === 'manager' && one.departmentId === departmentId && this.isOnDuty(one.id, now))
      .map(({ id }) => id)

  // Notifications

  /** A notification that was expected is stored: from now on it may ring. */
  stored(id: number, told: ToldByHand, at: number) {
    const ring: RingByHand = { ...told, id, at, rings: null, isBriefed: false, decideAt: null }
    this.rings.set(id, ring)
    if (this.person(told.user).hasDevice) this.decide(ring, at)
  }

  private isTold = ({ rings, isBriefed }: RingByHand) => rings !== null || isBriefed

  private isOver = ({ asksAbout }: RingByHand) => asksAbout !== undefined && !this.isOpen(asksAbout)

  /** Says whether it rings at this moment, or when that is decided again. */
  decide(ring: RingByHand, now: number) {
    ring.decideAt = null
    if (this.isTold(ring) || this.isOver(ring)) return
    const { role, notify } = this.person(ring.user)
    const ringNow = (because: string) => {
      ring.rings = { at: now, because }
    }
    if (this.isOnDuty(ring.user, now)) {
      if (!this.isOnBreak(ring.user, now)) ringNow('on_duty')
      return
    }
    if ((notify ?? (role === 'user' ? 'on_duty' : 'always')) === 'always') return ringNow('always')
    if (!OWN_PLAN.includes(ring.kind) || ring.first === null) return
    const next = Math.min(
      ...this.plansOf(ring.user)
        .map(({ from }) => from)
        .filter((from) => from > now),
    )
    if (next <= ring.first - DAY) return
    if (this.isFollowed(ring)) return
    const [opens, closes] = QUESTIONS.includes(ring.kind) ? ['07:00', '21:00'] : ['09:00', '20:00']
    const { date, clock } = this.zone.wallAt(now)
    if (clock >= opens && clock < closes) return ringNow('own_plan')
    const day = clock < opens ? date : this.zone.dateAfter(date)
    ring.decideAt = this.zone.instantsOf(day, opens)[0] ?? null
  }

  /** Whether a newer one rings for this one: it has rung, or is still to ring and waits for no clock-in. */
  private isFollowed = (ring: RingByHand) =>
    [...this.rings.values()].some(
      (other) =>
        other.user === ring.user &&
        other.id > ring.id &&
        groupOf(other.kind) === groupOf(ring.kind) &&
        (other.rings !== null || (!other.isBriefed && other.decideAt !== null && !this.isOver(other))),
    )

  /** The next moment at which something is decided again. */
  nextDecision = () =>
    Math.min(...[...this.rings.values()].flatMap(({ decideAt }) => (decideAt === null ? [] : [decideAt])))

  /** Decides what is due: the newest first, so that it rings for the older ones. */
  decideDue(now: number) {
    const due = [...this.rings.values()].filter(({ decideAt }) => decideAt !== null && decideAt <= now)
    for (const ring of due.sort((a, b) => b.id - a.id)) this.decide(ring, now)
  }

  /**
   * Somebody clocks out, or begins a break. A device rings only after a moment, because a page in use may show the
   * notification before. So the newest ones are decided again.
   */
  leftWork(user: string, now: number) {
    for (const ring of this.rings.values())
      if (ring.user === user && ring.rings?.because === 'on_duty' && ring.rings.at > now - PAGES_FIRST) {
        ring.rings = null
        this.decide(ring, now)
      }
  }

  /** After a break devices ring for the unseen notifications of the session, also of four hours before. */
  breakEnded(user: string, begun: number, now: number) {
    const since = Math.max(this.sessionsOf(user).at(-1)?.from ?? begun, begun - 4 * HOUR)
    for (const ring of this.rings.values())
      if (ring.user === user && ring.at >= since && this.person(user).hasDevice) this.decide(ring, now)
  }

  /** Somebody comes and reads the briefing, which should list what has not rung. Returns what should be in it. */
  briefed(user: string): Set<number> {
    const held = [...this.rings.values()].filter((ring) => ring.user === user && !this.isTold(ring))
    for (const ring of held) Object.assign(ring, { isBriefed: true, decideAt: null })
    return new Set(held.map(({ id }) => id))
  }
}

const iso = (time: number) => new Date(time).toISOString()
