import { weekOf } from '../time/time.ts'
import { type Breach, breachFinder } from '../work-breaches.ts'
import type { WorkPiece } from '../work-pieces.ts'
import type { BreakableRule, WorkRules } from '../work-rules.ts'
import { type ClaimRefusal, claimRefusalCodes } from './claim-shapes.ts'
import { type BothCopies, changeOf, hasBegun } from './plan-changes.ts'
import { type PlannedWork, piecesOfPlan } from './plan-warnings.ts'
import type { ShiftSpan } from './shift-times.ts'

/** Whether a person may take a shift: pure functions. People's own acts never break a work rule. */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const codes: Partial<Record<BreakableRule, ClaimRefusal['code']>> = {
  restMinutes: 'rest',
  dayMinutes: 'day',
  weekRestMinutes: 'week',
  weekMinutes: 'week',
  averageMinutes: 'week',
  daysInRow: 'row',
}

/** Of these rules, less is worse. */
const isRest = (rule: BreakableRule) => rule === 'restMinutes' || rule === 'weekRestMinutes'

const without = (code: ClaimRefusal['code']): ClaimRefusal => ({
  ...{ code, rule: null, value: null, limit: null, side: null },
})

/** Why nobody may take or offer the shift now: it has begun, or planners change it. `now` is in ms. */
export function closedToAll(copies: BothCopies, now: number): ClaimRefusal | null {
  const { published } = copies
  if (published === null) return without('being_changed')
  if (hasBegun({ draft: null, published }, now)) return without('begun')
  return changeOf(copies) === null ? null : without('being_changed')
}

/**
 * When the work begins and ends, in ms, that decides about shifts which begin between two instants: the weeks of these
 * shifts, the rests beside them, and rows of days that they make longer.
 */
export function rangeOfClaims({ from, to }: { from: number; to: number }, rules: WorkRules, timeZone: string) {
  const [monday] = weekOf(from - 3 * DAY, timeZone)
  return { from: monday?.from ?? from, to: to + (3 + (rules.daysInRow ?? 0)) * DAY }
}

/** A person's work, for the question whether they may take a shift. */
export interface OwnWork {
  /** Their published shifts, for shifts at the same time. */
  shifts: readonly ShiftSpan[]
  /** When they are away. */
  away?: readonly ShiftSpan[]
  /** Their pieces of work in the order of time, as `breachFinder` takes them. */
  work: WorkPiece[]
  /** Their work as it is now, if they would give a shift away, which is then neither in `shifts` nor in `work`. */
  present?: WorkPiece[]
}

/**
 * Makes the function that says why a person may not take a shift; null if they may. It finds the breaches of their work
 * with the shift and without it: a rule that is broken already is no reason. A break can still be taken on the day, and
 * overtime is only a warning, so neither is a reason.
 *
 * @param range of `rangeOfClaims`
 */
export function claimJudge(rules: WorkRules, range: { from: number; to: number }, timeZone: string) {
  const breachesOf = breachFinder({ ...rules, breaks: [], overtimeWeekMinutes: null }, range, timeZone)
  return ({ shifts, away = [], work, present = work }: OwnWork) => {
    const before = new Map(breachesOf(present).map((breach) => [keyOf(breach), breach.value]))
    const isMade = (breach: Breach) => {
      const known = before.get(keyOf(breach))
      return known === undefined || (isRest(breach.rule) ? breach.value < known : breach.value > known)
    }
    return (shift: PlannedWork): ClaimRefusal | null => {
      if (shifts.some((other) => overlap(other, shift))) return without('overlaps')
      if (away.some((time) => overlap(time, shift))) return without('away')
      // As a shift that has not begun.
      const added = piecesOfPlan([], [shift], 0)
      const breaches = breachesOf([...work, ...added].sort((a, b) => a.from - b.from)).filter(isMade)
      const [first] = breaches.sort((a, b) => placeOf(a) - placeOf(b))
      const code = first && codes[first.rule]
      if (!code) return null
      const { rule, value, limit } = first
      return { code, rule, value, limit, side: rule === 'restMinutes' ? sideOf(shift, work, value) : null }
    }
  }
}

const keyOf = ({ rule, at }: Breach) => `${rule} ${at}`
const placeOf = ({ rule }: Breach) => claimRefusalCodes.indexOf(codes[rule] ?? 'begun')
const overlap = (a: ShiftSpan, b: ShiftSpan) =>
  Date.parse(a.startTime) < Date.parse(b.endTime) && Date.parse(b.startTime) < Date.parse(a.endTime)

/** The side of the shift on which a rest has so many minutes; null for neither. */
function sideOf({ startTime, endTime }: ShiftSpan, work: WorkPiece[], minutes: number): ClaimRefusal['side'] {
  const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
  const isIt = (gap: number) => Math.floor(gap / MINUTE) === minutes
  if (isIt(from - Math.max(...work.filter((piece) => piece.from < from).map((piece) => piece.to)))) return 'before'
  if (isIt(Math.min(...work.filter((piece) => piece.from >= to).map((piece) => piece.from)) - to)) return 'after'
  return null
}
