import type { ZoneByHand } from './zone-by-hand.ts'

/**
 * The rules of the roster, worked out a second time with nothing of `src`: when a local time is, which work belongs to
 * which shift, and which work rules somebody's plan breaks. `roster-ledger.ts` knows who has which shift.
 */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Sessions with gaps of at most so many minutes are one stretch. */
const SAME_STRETCH = 90 * MINUTE
/** A running session counts for so long at most. */
const DUTY = 14 * 60 * MINUTE

export interface Span {
  from: number
  to: number
}

/** A clock session with its unpaid breaks. `to` is null while it runs. */
export interface SessionByHand {
  id: number
  from: number
  to: number | null
  pauses: { from: number; to: number | null }[]
}

/** A shift of a person, in any copy. */
export interface PlanByHand extends Span {
  id: number
  breakMinutes: number
}

/** Work: a session, or a shift that has not begun. */
interface Piece extends Span {
  pauses: Span[]
}

/** The rules that a plan may not break, as the setting of the organisation has them; null and 0 are no rule. */
export interface RulesByHand {
  restMinutes: number
  weekRestMinutes: number
  dayMinutes: number | null
  weekMinutes: number | null
  averageMinutes: number | null
  averageWeeks: number
  daysInRow: number | null
  noticeHours: number
}

/**
 * The instant of a local time. One that the clocks leave out is as far after the beginning of the gap; one that they
 * show twice is the first.
 */
export function instantByHand(zone: ZoneByHand, date: string, clock: string): number {
  const guess = Date.parse(`${date}T${clock}:00Z`)
  const offsetAt = (time: number) => {
    const wall = zone.wallAt(time)
    return Date.parse(`${wall.date}T${wall.clock}:00Z`) - time
  }
  const offsets = [offsetAt(guess - DAY), offsetAt(guess + DAY)]
  const shown = offsets
    .map((offset) => guess - offset)
    .filter((time) => zone.wallAt(time).date === date && zone.wallAt(time).clock === clock)
  return shown.length > 0 ? Math.min(...shown) : guess - (offsets[0] ?? 0)
}

/** A shift in local time. An end that is not after the start is the next day's. */
export const spanByHand = (zone: ZoneByHand, date: string, start: string, end: string): Span => ({
  from: instantByHand(zone, date, start),
  to: instantByHand(zone, end > start ? date : zone.dateAfter(date), end),
})

/** The Monday of a date's week. */
export function mondayOf(zone: ZoneByHand, date: string) {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return zone.dateAfter(date, -weekday)
}

const overlap = (a: Span, b: Span) => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))
const minutes = (time: number) => Math.floor(time / MINUTE)
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** Until when a running session reaches. */
const reached = ({ from, to }: SessionByHand, now: number) => to ?? Math.max(from, Math.min(now, from + DUTY))

/** Paid milliseconds of a shift between two instants. Its break is in the middle, as the plan names no time. */
export function plannedWithin({ from, to, breakMinutes }: PlanByHand, span: Span) {
  const half = (breakMinutes * MINUTE) / 2
  const middle = (from + to) / 2
  return overlap({ from, to }, span) - overlap({ from: middle - half, to: middle + half }, span)
}

/** Paid milliseconds of sessions between two instants. */
export const workedWithin = (sessions: SessionByHand[], span: Span, now: number) =>
  sum(
    sessions.map((session) => {
      const own = { from: session.from, to: session.to ?? Math.max(session.from, now) }
      const pauses = session.pauses.map((pause) => ({ from: pause.from, to: pause.to ?? own.to }))
      return (
        overlap(own, span) - sum(pauses.map((pause) => overlap({ ...pause, to: Math.min(pause.to, own.to) }, span)))
      )
    }),
  )

/** The work in a shift that has begun. */
export interface ActualByHand {
  milliseconds: number
  cameAt: number | null
  wentAt: number | null
  state: 'planned' | 'running' | 'worked' | 'absent' | 'away'
}

/**
 * Gives each worked instant to the shift that contains it, else to the nearest one that its stretch overlaps. It cuts
 * the time at every instant at which the answer can change, and asks for each piece in between.
 */
export function actualsByHand(plans: PlanByHand[], sessions: SessionByHand[], now: number) {
  const sorted = [...sessions].sort((a, b) => a.from - b.from)
  const stretches: SessionByHand[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const session of sorted) {
    const last = stretches.at(-1)
    if (last && session.from - end <= SAME_STRETCH) last.push(session)
    else stretches.push([session])
    end = Math.max(end, reached(session, now))
  }
  const found = new Map<number, { paid: number; from: number; to: number; isRunning: boolean }>()
  const unplanned: { span: Span; paid: number }[] = []
  for (const stretch of stretches) {
    const whole = { from: stretch[0]?.from ?? 0, to: Math.max(...stretch.map((one) => reached(one, now))) }
    const met = plans.filter((plan) => plan.from < whole.to && plan.to > whole.from)
    const edges = met.flatMap((plan) => [plan.from, plan.to])
    const middles = met.flatMap((a) => met.map((b) => (a.to + b.from) / 2))
    for (const session of stretch) {
      const own = { from: session.from, to: reached(session, now) }
      const pauses = session.pauses.map(({ from, to }) => ({ from, to: Math.min(to ?? own.to, own.to) }))
      const cuts = [...edges, ...middles, ...pauses.flatMap(({ from, to }) => [from, to])]
      const times = [own.from, ...cuts.filter((cut) => cut > own.from && cut < own.to), own.to].sort((a, b) => a - b)
      for (const [at, from] of times.slice(0, -1).entries()) {
        const to = times[at + 1] ?? from
        if (to <= from) continue
        const middle = (from + to) / 2
        const isPaid = !pauses.some((pause) => pause.from < middle && middle < pause.to)
        const away = (plan: PlanByHand) => Math.max(0, plan.from - middle, middle - plan.to)
        const nearest = [...met].sort((a, b) => away(a) - away(b))[0]
        if (!nearest) {
          unplanned.push({ span: { from, to }, paid: isPaid ? to - from : 0 })
          continue
        }
        const known = found.get(nearest.id) ?? { paid: 0, from, to, isRunning: false }
        const runs = session.to === null && to === own.to && now < session.from + DUTY
        found.set(nearest.id, {
          paid: known.paid + (isPaid ? to - from : 0),
          from: Math.min(known.from, from),
          to: Math.max(known.to, to),
          isRunning: known.isRunning || runs,
        })
      }
    }
  }
  const actuals = new Map<number, ActualByHand>()
  for (const plan of plans) {
    if (plan.from > now) continue
    const work = found.get(plan.id)
    const isEarly = now < plan.from + 5 * MINUTE
    actuals.set(
      plan.id,
      work
        ? {
            milliseconds: work.paid,
            cameAt: work.from,
            wentAt: work.isRunning ? null : work.to,
            state: work.isRunning ? 'running' : 'worked',
          }
        : { milliseconds: 0, cameAt: null, wentAt: null, state: isEarly ? 'planned' : 'absent' },
    )
  }
  const unplannedWithin = (span: Span) => sum(unplanned.map((one) => (one.paid === 0 ? 0 : overlap(one.span, span))))
  return { actuals, unplannedWithin }
}

/**
 * A person's work: sessions, and published shifts that have not begun. A running session reaches up to the end of the
 * shift that it covers, which is the one at its time or the next one within 90 minutes.
 */
export function piecesByHand(sessions: SessionByHand[], plans: PlanByHand[], now: number): Piece[] {
  const running = sessions.find(({ to }) => to === null)
  const covers = (plan: Span) => running !== undefined && plan.to > running.from && plan.from <= now + SAME_STRETCH
  const until = Math.max(now, ...plans.filter(covers).map(({ to }) => to))
  const worked = sessions.map((session) => {
    const to = session.to ?? Math.max(session.from, Math.min(until, session.from + DUTY))
    const known = reached(session, now)
    return { from: session.from, to, pauses: session.pauses.map((one) => ({ from: one.from, to: one.to ?? known })) }
  })
  const planned = plans.filter((plan) => plan.from > now && !covers(plan)).map(pieceOf)
  return [...worked, ...planned].sort((a, b) => a.from - b.from)
}

function pieceOf({ from, to, breakMinutes }: PlanByHand): Piece {
  const half = (breakMinutes * MINUTE) / 2
  const middle = (from + to) / 2
  return { from, to, pauses: half > 0 ? [{ from: middle - half, to: middle + half }] : [] }
}

export type RefusalCode = 'begun' | 'being_changed' | 'overlaps' | 'away' | 'rest' | 'day' | 'week' | 'row'

/** Why a person may not take a shift. */
export interface VerdictByHand {
  /** Reasons that forbid it, each with the numbers (minutes, or days in a row) that the refusal may name. */
  reasons: Map<RefusalCode, (value: number) => boolean>
  /** Rules that are broken without the shift already: the text does not say when it makes that worse. */
  open: Set<RefusalCode>
}

/** The free time between pieces, before the first and after the last. */
function gapsOf(pieces: Span[]): Span[] {
  const gaps: Span[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of pieces) {
    if (from > end) gaps.push({ from: end, to: from })
    end = Math.max(end, to)
  }
  return [...gaps, { from: end, to: Number.POSITIVE_INFINITY }]
}

/** The pieces around a shift without a rest between them. */
function chainAround(pieces: Piece[], shift: Span, rest: number) {
  const gaps = gapsOf(pieces).filter((gap) => gap.to - gap.from >= rest)
  const before = Math.max(...gaps.filter((gap) => gap.to <= shift.from).map((gap) => gap.to))
  const after = Math.min(...gaps.filter((gap) => gap.from >= shift.to).map((gap) => gap.from))
  return pieces.filter((piece) => piece.from >= before && piece.to <= after)
}

const endOf = (pieces: Span[]) => Math.max(...pieces.map(({ to }) => to))
const spans = (chain: Span[]) => (chain.length === 0 ? 0 : endOf(chain) - Math.min(...chain.map(({ from }) => from)))
const paidOf = ({ from, to, pauses }: Piece, span: Span) =>
  overlap({ from, to }, span) - sum(pauses.map((pause) => overlap(pause, span)))
const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Judges whether a person's work with one more shift breaks a rule that it keeps without. */
export function breachesByHand(
  zone: ZoneByHand,
  rules: RulesByHand,
  work: Piece[],
  plan: PlanByHand,
): Pick<VerdictByHand, 'reasons' | 'open'> {
  const reasons: VerdictByHand['reasons'] = new Map()
  const open: VerdictByHand['open'] = new Set()
  const shift = pieceOf(plan)
  const all = [...work, shift].sort((a, b) => a.from - b.from)
  const rest = rules.restMinutes * MINUTE
  const chain = chainAround(all, shift, rest || 8 * 60 * MINUTE)
  const others = chain.filter((piece) => piece !== shift)
  const brokenBefore = others.some((piece) => spans(chainAround(work, piece, rest)) > DAY - rest)
  if (rest > 0 && spans(chain) > DAY - rest) {
    if (brokenBefore) open.add('rest').add('day')
    else {
      // The longest rest that begins within 24 hours: between two pieces, or what is left of the 24 hours.
      const begin = chain[0]?.from ?? 0
      const inside = gapsOf(chain).filter((gap) => gap.from > begin && gap.from < begin + DAY)
      const lengths = inside.map((gap) => minutes(Math.min(gap.to, Math.max(gap.from, begin + DAY)) - gap.from))
      const whole = inside.filter((gap) => Number.isFinite(gap.to)).map((gap) => minutes(gap.to - gap.from))
      const left = Math.max(0, minutes(begin + DAY - endOf(chain)))
      const best = Math.max(left, ...whole)
      reasons.set('rest', (value) =>
        // A chain of more than two is divided in a way that the text leaves open.
        chain.length <= 2 ? value === best : [...lengths, ...whole, left].includes(value) || value < rules.restMinutes,
      )
      open.add('day')
    }
  }
  if (rules.dayMinutes !== null) {
    const paid = minutes(sum(chain.map((piece) => paidOf(piece, ALWAYS))))
    const before = Math.max(0, ...others.map((one) => paidOfChain(work, one, rest)))
    if (before > rules.dayMinutes) open.add('day')
    else if (paid > rules.dayMinutes && !open.has('day')) reasons.set('day', (value) => value === paid)
  }
  judgeWeeks(zone, rules, work, all, shift, { reasons, open })
  if (rules.daysInRow !== null) {
    const [before, after] = [rowOf(zone, work, shift), rowOf(zone, all, shift)]
    if (after > rules.daysInRow) {
      if (before > rules.daysInRow) open.add('row')
      else reasons.set('row', (value) => value > (rules.daysInRow ?? 0) && value <= after)
    }
  }
  return { reasons, open }
}

const paidOfChain = (work: Piece[], piece: Piece, rest: number) =>
  minutes(sum(chainAround(work, piece, rest || 8 * 60 * MINUTE).map((one) => paidOf(one, ALWAYS))))

/** The rules about weeks: the long rest, the most work, and the mean of many. */
function judgeWeeks(
  zone: ZoneByHand,
  rules: RulesByHand,
  work: Piece[],
  all: Piece[],
  shift: Span,
  { reasons, open }: VerdictByHand,
) {
  const first = mondayOf(zone, zone.wallAt(shift.from).date)
  const weekAt = (number: number) => {
    const monday = zone.dateAfter(first, 7 * number)
    return { monday, from: zone.beginOf(monday), to: zone.beginOf(zone.dateAfter(monday, 7)) }
  }
  const forbid = (isMade: boolean, isBrokenBefore: boolean, value: number) => {
    if (!isMade) return
    if (isBrokenBefore) open.add('week')
    else {
      const known = reasons.get('week')
      reasons.set('week', (named) => named === value || (known?.(named) ?? false))
    }
  }
  const needed = rules.weekRestMinutes * MINUTE
  if (needed > 0)
    for (const number of [-1, 0, 1]) {
      const week = weekAt(number)
      const isFree = (pieces: Span[]) =>
        gapsOf(pieces).some((gap) => gap.to - gap.from >= needed && overlap(gap, week) >= Math.min(DAY, needed))
      const longest = Math.max(...gapsOf(all).map((gap) => minutes(overlap(gap, week))))
      forbid(!isFree(all), !isFree(work), longest)
    }
  for (const number of [0, 1]) {
    const paidIn = (pieces: Piece[], at: number) => {
      const { monday } = weekAt(at)
      return sum(
        [0, 1, 2, 3, 4, 5, 6].map((day) => {
          const date = zone.dateAfter(monday, day)
          const span = { from: zone.beginOf(date), to: zone.beginOf(zone.dateAfter(date)) }
          return minutes(sum(pieces.map((piece) => paidOf(piece, span))))
        }),
      )
    }
    if (overlap(shift, weekAt(number)) === 0) continue
    const { weekMinutes, averageMinutes, averageWeeks } = rules
    if (weekMinutes !== null)
      forbid(paidIn(all, number) > weekMinutes, paidIn(work, number) > weekMinutes, paidIn(all, number))
    if (averageMinutes !== null) {
      const meanOf = (pieces: Piece[]) =>
        Math.floor(sum(Array.from({ length: averageWeeks }, (_, back) => paidIn(pieces, number - back))) / averageWeeks)
      const mean = meanOf(all)
      if (mean > averageMinutes) forbid(true, meanOf(work) > averageMinutes, mean)
    }
  }
}

/** How many days in a row have a beginning of work, around the day of the shift. */
function rowOf(zone: ZoneByHand, pieces: Piece[], shift: Span) {
  const begun = new Set<string>()
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of pieces) {
    if (from - end > SAME_STRETCH) begun.add(zone.wallAt(from).date)
    end = Math.max(end, to)
  }
  const day = zone.wallAt(shift.from).date
  const count = (step: number) => {
    let days = 0
    while (begun.has(zone.dateAfter(day, step * (days + 1)))) days += 1
    return days
  }
  const [before, after] = [count(-1), count(1)]
  return begun.has(day) ? before + 1 + after : Math.max(before, after)
}
