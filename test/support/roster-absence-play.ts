import type { Dice } from '../../sample/story.ts'
import type { Absence } from '../../src/shared/absences/shapes.ts'
import type { RosterPerson as SeenPerson } from '../../src/shared/roster/shapes.ts'
import type { ReasonWatch } from './reason-watch.ts'
import { type AbsenceByHand, type DaysAway, kindsOfAbsence } from './roster-absences-by-hand.ts'
import type { Span } from './roster-by-hand.ts'
import { RosterLedger, type RosterPerson } from './roster-ledger.ts'
import type { ZoneByHand } from './zone-by-hand.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A plan of a briefing has so many items at most. */
const MAX_ITEMS = 50

export interface AbsenceReport {
  absences: number
  requested: number
  decided: number
  cancelled: number
  shiftsOpened: number
  shiftsReturned: number
  /** Times at which a manager was told first that there are shifts. */
  hasShifts: number
  /** Shifts in replies whose person was away. */
  away: number
  missing: number
}

export const noAbsences: AbsenceReport = {
  ...{ absences: 0, requested: 0, decided: 0, cancelled: 0, shiftsOpened: 0, shiftsReturned: 0, hasShifts: 0, away: 0 },
  missing: 0,
}

/** The simulation in which people are away. */
interface Scene {
  readonly dice: Dice
  readonly ledger: RosterLedger
  readonly zone: ZoneByHand
  readonly watch: ReasonWatch
  readonly report: AbsenceReport
  readonly admin: RosterPerson
  now(): number
  members(departmentId: number): RosterPerson[]
  planner(departmentId: number): RosterPerson
  plan(at: number, run: () => Promise<unknown>): void
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API answers
  call(person: RosterPerson, method: string, path: string, body?: unknown): Promise<{ status: number; json: any }>
  fault(says: string): void
}

const iso = (time: number) => new Date(time).toISOString()
const sortedIds = (all: { id: number }[]) => all.map(({ id }) => id).sort((a, b) => a - b)

/** People are ill, ask for days off and come back, and managers decide. The model says what becomes of it. */
export class AbsencePlay {
  private readonly scene: Scene

  constructor(scene: Scene) {
    this.scene = scene
  }

  private get absences() {
    return this.scene.ledger.absences
  }

  private today = (days = 0) => this.scene.zone.dateAfter(this.scene.zone.wallAt(this.scene.now()).date, days)

  /** The steps of people about absences in a week that begins then. */
  planWeek(departmentId: number, begin: number, size: number) {
    const { dice, plan } = this.scene
    for (let at = 0; at < Math.ceil(size / 12) + 1; at += 1) {
      plan(begin + dice.between(-3, 6.5) * DAY, () => this.reportIll(departmentId))
      plan(begin + dice.between(-9, 6) * DAY, () => this.ask(departmentId))
      plan(begin + dice.between(-4, 6.5) * DAY, () => this.add(departmentId))
    }
  }

  /** Somebody of the department: often one who has questions to answer, or comes soon. */
  private somebody(departmentId: number) {
    const { dice, ledger } = this.scene
    const now = this.scene.now()
    const all = this.scene.members(departmentId)
    const busy = new Set<string>()
    for (const { draft, published, isOffered, asked } of ledger.shifts.values()) {
      if (draft.userId && asked) busy.add(draft.userId)
      if (published?.userId && (isOffered || Math.abs(published.from - now) < HOUR / 4)) busy.add(published.userId)
    }
    for (const one of ledger.exchanges.values()) if (ledger.isOpen(one)) busy.add(one.from).add(one.to)
    for (const { id } of all) if (ledger.isOnDuty(id, now)) busy.add(id)
    const those = all.filter(({ id }) => busy.has(id))
    return those.length > 0 && dice.roll() < 0.6 ? dice.oneOf(those) : dice.oneOf(all)
  }

  private part(date: string): DaysAway {
    const [start, end] = this.scene.dice.oneOf([
      ['08:00', '12:00'],
      ['00:00', '14:00'],
      ['02:15', '09:00'],
      ['13:00', '23:45'],
      ['12:00', '18:30'],
    ] as const)
    return { first: date, last: date, start, end }
  }

  private days = (first: string, count: number): DaysAway => ({
    ...{ first, last: this.scene.zone.dateAfter(first, count - 1), start: null, end: null },
  })

  /** Somebody does not come to a shift. Some say that they are ill, before it or too late. */
  notCome(person: RosterPerson, { from }: Span) {
    const { dice, plan } = this.scene
    if (dice.roll() < 0.6)
      plan(from + dice.between(-180, 60) * MINUTE, () => this.reportIll(person.departmentId ?? 0, person))
    const colleague = dice.oneOf(this.scene.members(person.departmentId ?? 0).filter((one) => one !== person))
    for (const minutes of [17, 80]) plan(from + minutes * MINUTE, () => this.lookAtMissing(colleague))
  }

  private async reportIll(departmentId: number, person = this.somebody(departmentId)) {
    const { dice } = this.scene
    const days =
      dice.roll() < 0.2
        ? this.part(this.today())
        : this.days(this.today(dice.oneOf([0, 0, 0, -1, 1])), dice.oneOf([1, 1, 2, 3, 5]))
    const absence = await this.create(person, person, 'sick', days)
    if (absence) this.planEnd(absence)
  }

  private async ask(departmentId: number) {
    const { dice } = this.scene
    const person = this.somebody(departmentId)
    const first = this.today(dice.oneOf([0, 1, 2, 4, 7, 12, 20]))
    const days = dice.roll() < 0.25 ? this.part(first) : this.days(first, dice.oneOf([1, 2, 5, 7, 14]))
    const absence = await this.create(person, person, dice.oneOf(['vacation', 'vacation', 'unpaid', 'other']), days)
    if (!absence) return
    if (dice.roll() < 0.9)
      this.scene.plan(this.scene.now() + dice.between(0.5, 60) * HOUR, () => this.decide(absence, departmentId))
    this.planEnd(absence)
  }

  private async add(departmentId: number) {
    const { dice } = this.scene
    const planner = this.scene.planner(departmentId)
    const person = this.somebody(departmentId)
    if (person.id === planner.id) return
    const first = this.today(dice.oneOf([-3, -1, 0, 0, 1, 3]))
    const days = dice.roll() < 0.25 ? this.part(first) : this.days(first, dice.oneOf([1, 2, 4]))
    const kind = dice.oneOf(kindsOfAbsence)
    let absence = await this.create(planner, person, kind, days, dice.roll() < 0.5)
    if (absence === 'has_shifts' && dice.roll() < 0.8) absence = await this.create(planner, person, kind, days, true)
    if (absence && absence !== 'has_shifts') this.planEnd(absence)
  }

  /** Some come back earlier, or want no days off any more. */
  private planEnd(absence: AbsenceByHand) {
    const { dice } = this.scene
    if (dice.roll() < 0.4) return
    const now = this.scene.now()
    const until = dice.roll() < 0.6 ? now + 12 * HOUR : Math.max(absence.to, now + HOUR)
    this.scene.plan(dice.between(now + HOUR / 4, until), () => this.cancel(absence))
  }

  private async create(
    by: RosterPerson,
    person: RosterPerson,
    kind: AbsenceByHand['kind'],
    days: DaysAway,
  ): Promise<AbsenceByHand | undefined>
  private async create(
    by: RosterPerson,
    person: RosterPerson,
    kind: AbsenceByHand['kind'],
    days: DaysAway,
    vacate: boolean,
  ): Promise<AbsenceByHand | 'has_shifts' | undefined>
  private async create(
    by: RosterPerson,
    person: RosterPerson,
    kind: AbsenceByHand['kind'],
    days: DaysAway,
    vacate = false,
  ): Promise<AbsenceByHand | 'has_shifts' | undefined> {
    const { report, watch, fault } = this.scene
    const { absences } = this
    const isOwn = by === person
    const now = this.scene.now()
    const span = absences.spanOf(days)
    const counts = !isOwn || kind === 'sick'
    const inTheWay = absences.inTheWay(person.id, span, now)
    const { first, last, start, end } = days
    const body = {
      ...(!isOwn && { userId: person.id }),
      ...{ kind, from: first, to: last, note: watch.mark(person.id) },
      ...(start !== null && { start, end }),
      ...(vacate && { vacate }),
    }
    const { status, json } = await this.scene.call(by, 'POST', '/absences', body)
    const codes: string[] = []
    if (absences.isTaken(person.id, span)) codes.push('overlaps')
    // Of illness nobody is asked what becomes of the shifts.
    if (!isOwn && kind !== 'sick' && !vacate && inTheWay.size > 0) codes.push('has_shifts')
    const isRight = codes.length > 0 ? status === 409 && codes.includes(json.code) : status === 201
    const says = `${kind} of ${person.name} from ${first} to ${last} (${start ?? ''} ${end ?? ''}) by ${by.name}`
    if (!isRight) fault(`${says}: ${status} ${JSON.stringify(json)} instead of ${codes.join(' or ') || 201}`)
    if (status === 409 && json.code === 'has_shifts') {
      report.hasShifts += 1
      return 'has_shifts'
    }
    if (status !== 201) return undefined
    const state = counts ? 'approved' : 'requested'
    const absence: AbsenceByHand = {
      id: json.absence.id,
      user: person.id,
      kind,
      state,
      ...days,
      ...span,
      since: null,
      opened: [],
    }
    const opened = counts ? absences.open(absence, by, now) : 0
    absences.all.set(absence.id, absence)
    if (json.openedShifts !== opened) fault(`${says} opened ${json.openedShifts} shifts instead of ${opened}`)
    this.compare(json.absence, absence, says)
    if (!isOwn) absences.tellPerson(absence, by, 'added')
    else absences.tellManagers(absence, counts ? 'person-away' : 'absence-requested', opened, now)
    report.absences += 1
    report.requested += Number(!counts)
    report.shiftsOpened += opened
    return absence
  }

  private compare(seen: Absence, absence: AbsenceByHand, says: string) {
    const { id, user, kind, state, first, last, start, end, from, to } = absence
    const right = [id, user, kind, state, first, last, start, end, iso(from), iso(to)]
    const found = [seen.id, seen.user.id, seen.kind, seen.state, seen.from, seen.to, seen.start, seen.end]
    const both = [[...found, seen.startTime, seen.endTime], right].map((one) => JSON.stringify(one))
    if (both[0] !== both[1]) this.scene.fault(`${says}: the absence is ${both[0]} instead of ${both[1]}`)
  }

  /** A manager decides, sometimes after somebody has tried who may not. */
  private async decide(absence: AbsenceByHand, departmentId: number) {
    const { dice, ledger, report, watch, fault } = this.scene
    const { absences } = this
    const path = `/absences/${absence.id}/decision`
    const person = ledger.person(absence.user)
    if (dice.roll() < 0.25) {
      const may = (one: RosterPerson) => one.id !== person.id && RosterLedger.plans(one, departmentId)
      const others = [...ledger.everybody()].filter((one) => !may(one))
      const other = dice.roll() < 0.5 ? person : dice.oneOf(others)
      const { status, json } = await this.scene.call(other, 'PUT', path, { approve: true, vacate: true })
      if (![403, 404].includes(status))
        fault(`${other.name} decides about ${absence.id} of ${person.name}: ${status} ${JSON.stringify(json)}`)
    }
    const managers = this.scene.members(departmentId).filter((one) => one.role === 'manager' && one !== person)
    const first = managers.length > 0 && dice.roll() < 0.8 ? dice.oneOf(managers) : this.scene.admin
    // Sometimes two of them tap at the same moment.
    const everyone = first !== this.scene.admin && dice.roll() < 0.3 ? [first, this.scene.admin] : [first]
    const approve = dice.roll() < 0.8
    let vacate = dice.roll() < 0.4
    for (;;) {
      const now = this.scene.now()
      const inTheWay = absences.inTheWay(person.id, absence, now)
      const body = { approve, ...(vacate && { vacate }), reason: watch.mark(person.id) }
      const replies = await Promise.all(everyone.map((one) => this.scene.call(one, 'PUT', path, body)))
      // The second one changes nothing, and reads who has decided.
      const deciders = new Set(replies.flatMap(({ json }) => json.absence?.decidedBy ?? []))
      if (deciders.size > 1) fault(`${deciders.size} managers have decided about ${absence.id}`)
      const by = everyone.find(({ id }) => deciders.has(id)) ?? first
      const { status, json } = replies[everyone.indexOf(by)] ?? { status: 0, json: null }
      const says = `the ${approve ? 'yes' : 'no'} of ${by.name} to ${absence.id} of ${person.name}`
      const hasShifts = approve && !vacate && inTheWay.size > 0
      const right = absence.state !== 'requested' || hasShifts ? 409 : 200
      if (status !== right || (absence.state === 'requested' && hasShifts && json.code !== 'has_shifts'))
        fault(`${says}: ${status} ${JSON.stringify(json)} instead of ${hasShifts ? 'has_shifts' : right}`)
      if (status === 409 && json.code === 'has_shifts' && !vacate) {
        report.hasShifts += 1
        if (dice.roll() < 0.3) return
        vacate = true
        continue
      }
      if (status !== 200) return
      const change = approve ? 'approved' : 'refused'
      absence.state = change
      const opened = approve ? absences.open(absence, by, now) : 0
      if (json.openedShifts !== opened) fault(`${says} opened ${json.openedShifts} shifts instead of ${opened}`)
      this.compare(json.absence, absence, says)
      absences.tellPerson(absence, by, change)
      report.decided += 1
      report.shiftsOpened += opened
      return
    }
  }

  /** The person cancels, or a manager does so for them. */
  private async cancel(absence: AbsenceByHand) {
    const { dice, ledger, report, fault } = this.scene
    const { absences } = this
    const person = ledger.person(absence.user)
    const now = this.scene.now()
    // One that has ended stays as it was.
    if (absence.to <= now) return
    const manager = this.scene.planner(person.departmentId ?? 0)
    const by = dice.roll() < 0.3 ? manager : person
    const { status, json } = await this.scene.call(by, 'DELETE', `/absences/${absence.id}`)
    const says = `${by.name} cancels ${absence.id} of ${person.name}`
    const right = absence.state === 'refused' ? 409 : 200
    if (status !== right) fault(`${says}: ${status} ${JSON.stringify(json)} instead of ${right}`)
    if (status !== 200 || absence.state === 'cancelled') return
    const returned = absences.cancel(absence, by, now)
    if (json.returnedShifts !== returned) fault(`${says}: ${json.returnedShifts} returned instead of ${returned}`)
    this.compare(json.absence, absence, says)
    report.cancelled += 1
    report.shiftsReturned += returned
  }

  // Looking

  /** Compares when people are away as a planner sees it in the roster. */
  compareAway({ user, away }: SeenPerson, span: Span) {
    const { absences } = this
    const touches = (one: AbsenceByHand) => absences.isLive(one) && one.from < span.to && one.to > span.from
    const right = absences
      .of(user.id)
      .filter(touches)
      .map((one) => [one.id, one.state, one.kind, one.first, one.last, one.start, one.end, iso(one.from), iso(one.to)])
    const found = (away ?? []).map((one) => [
      ...[one.id, one.state, one.kind, one.from, one.to, one.start, one.end, one.startTime, one.endTime],
    ])
    const both = [found, right].map((all) => JSON.stringify(all.sort((a, b) => Number(a[0]) - Number(b[0]))))
    if (both[0] !== both[1]) this.scene.fault(`${user.lastName} is away ${both[0]} instead of ${both[1]}`)
  }

  /** Compares lists of absences: one's own, a department's, and those that wait. */
  async look(viewers: RosterPerson[], departmentId: number, from: string, to: string) {
    const { ledger, fault, zone } = this.scene
    const { absences } = this
    const span = { from: zone.beginOf(from), to: zone.beginOf(zone.dateAfter(to)) }
    const touches = (one: AbsenceByHand) => one.from < span.to && one.to > span.from
    const isHere = ({ user }: AbsenceByHand) => ledger.person(user).departmentId === departmentId
    for (const viewer of viewers) {
      const own = await this.scene.call(viewer, 'GET', `/absences?from=${from}&to=${to}`)
      if (own.status !== 200) fault(`${viewer.name} reads their absences: ${own.status} ${JSON.stringify(own.json)}`)
      else this.compareList(own.json.absences, absences.of(viewer.id).filter(touches), `${viewer.name}, own`)
      const query = `departmentId=${departmentId}`
      const list = await this.scene.call(viewer, 'GET', `/absences?from=${from}&to=${to}&${query}`)
      const requests = await this.scene.call(viewer, 'GET', `/absences/requests?${query}`)
      const plans = RosterLedger.plans(viewer, departmentId)
      for (const { status, json } of [list, requests])
        if (status !== (plans ? 200 : 403))
          fault(`${viewer.name} reads absences of ${departmentId}: ${status} ${JSON.stringify(json)}`)
      if (!plans) continue
      const live = [...absences.all.values()].filter((one) => isHere(one) && absences.isLive(one))
      if (list.status === 200) this.compareList(list.json.absences, live.filter(touches), `${viewer.name}, all`)
      if (requests.status !== 200) continue
      const now = this.scene.now()
      const waiting = live.filter(({ state, to: ends }) => state === 'requested' && ends > now)
      const seen = requests.json.requests as { absence: Absence; shifts: number; mayDecide: boolean }[]
      this.compareList(
        seen.map(({ absence }) => absence),
        waiting,
        `${viewer.name}, waiting`,
      )
      for (const { absence, shifts, mayDecide } of seen) {
        const known = absences.all.get(absence.id)
        if (!known) continue
        if (mayDecide !== (known.user !== viewer.id)) fault(`${viewer.name} may decide ${absence.id}: ${mayDecide}`)
        const right = new Set([
          ...absences.toOpen(known.user, known, now),
          ...absences.draftsOf(known.user, known, now),
        ]).size
        if (shifts !== right) fault(`the request ${absence.id} has ${shifts} shifts instead of ${right}`)
      }
    }
  }

  private compareList(seen: Absence[], right: AbsenceByHand[], says: string) {
    if (`${sortedIds(seen)}` !== `${sortedIds(right)}`)
      this.scene.fault(`${says}: absences ${sortedIds(seen)} instead of ${sortedIds(right)}`)
    for (const one of seen) {
      const known = this.absences.all.get(one.id)
      if (known) this.compare(one, known, says)
    }
  }

  /** Compares who has not come, as a colleague reads it who comes on duty. */
  async lookAtMissing(viewer: RosterPerson) {
    const { ledger, report, fault } = this.scene
    const now = this.scene.now()
    const { status, json } = await this.scene.call(viewer, 'GET', '/shift/briefing?section=plan')
    if (status !== 200) return fault(`${viewer.name} reads a briefing: ${status}`)
    interface Item {
      id: number
      what: string
      person: { id: string } | null
    }
    const section = json.sections.find(({ kind }: { kind: string }) => kind === 'plan') as { items: Item[] } | undefined
    const items = section?.items ?? []
    const seen = items.filter(({ what }) => what === 'missing')
    for (const shift of ledger.shifts.values()) {
      const { published, departmentId, id } = shift
      const user = published?.userId
      if (!user || departmentId !== viewer.departmentId || user === viewer.id) continue
      const index = seen.findIndex((one) => one.id === id)
      const [found] = index < 0 ? [] : seen.splice(index, 1)
      const isAwayNow = this.absences.isAway(user, { from: now, to: now + 1 })
      const isMissing = ledger.isMissing(user, published, now)
      if (found && (!isMissing || isAwayNow))
        fault(`${ledger.person(user).name} is told as missing at shift ${id}${isAwayNow ? ', and is away' : ''}`)
      // Of somebody who was away for a part of the shift, the text says nothing.
      const isClear = isMissing && !this.absences.isAway(user, published)
      if (isClear && !found && !json.isSameShift && items.length < MAX_ITEMS)
        fault(`${viewer.name} is not told that ${ledger.person(user).name} misses shift ${id}`)
      report.missing += Number(found !== undefined)
    }
    for (const { id, person } of seen) fault(`${person?.id} is told as missing at shift ${id}, which is none of theirs`)
  }

  /** Nobody who is away is a candidate, or is asked. */
  async lookAtCandidates(departmentId: number) {
    const { dice, ledger, fault } = this.scene
    const now = this.scene.now()
    const open = ledger
      .inSpan(departmentId, { from: now, to: now + 10 * DAY })
      .filter((one) => one.published && one.published.from > now && one.published.userId === null)
      .filter((one) => !ledger.differs(one))
    if (open.length === 0) return
    const shift = dice.oneOf(open)
    const { published } = shift
    if (!published) return
    const planner = this.scene.planner(departmentId)
    const { status, json } = await this.scene.call(planner, 'GET', `/roster/shifts/${shift.id}/candidates`)
    if (status !== 200) return fault(`candidates of ${shift.id}: ${status} ${JSON.stringify(json)}`)
    const candidates = json.candidates as { user: { id: string }; whyNot: { code: string } | null }[]
    for (const { user, whyNot } of candidates) {
      const { reasons } = ledger.verdict(user.id, shift, now)
      const { name } = ledger.person(user.id)
      if (reasons.has('away') && whyNot === null) fault(`${name} is a candidate of ${shift.id}, and is away`)
      if (whyNot?.code === 'away' && !reasons.has('away')) fault(`${name} is said to be away at shift ${shift.id}`)
    }
    const users = this.scene.members(departmentId).filter(({ role }) => role === 'user')
    const away = users.filter(({ id }) => this.absences.isAway(id, published))
    const people = [dice.oneOf(users), ...(dice.roll() < 0.5 ? away.slice(0, 2) : [])]
    const userIds = [...new Set(people.map(({ id }) => id))]
    const ask = await this.scene.call(planner, 'POST', `/roster/shifts/${shift.id}/ask`, { userIds })
    const isRight = people.some((one) => away.includes(one))
      ? ask.status === 409 && ask.json.code === 'away'
      : ask.status === 200
    if (!isRight)
      fault(`${people.map(({ name }) => name)} are asked about ${shift.id}: ${ask.status} ${JSON.stringify(ask.json)}`)
    // Those who were asked before they were away cannot say yes.
    for (const person of away) {
      const own = await this.scene.call(person, 'GET', '/roster/me')
      const asks = (own.json?.asks ?? []) as { shift: { id: number }; mayClaim: boolean }[]
      if (asks.some((one) => one.shift.id === shift.id && one.mayClaim))
        fault(`${person.name} may take shift ${shift.id}, and is away`)
    }
  }
}
