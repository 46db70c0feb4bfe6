import type { PersonName } from '../../../sample/people.ts'
import { BREAK, DRAFT_WEEK, dateIn, EXCHANGED_FROM, exchanges, type SampleShift } from '../../../sample/roster.ts'
import { claimJudge, rangeOfClaims } from '../../shared/roster/claims.ts'
import { type PlannedWork, piecesOfPlan } from '../../shared/roster/plan-warnings.ts'
import { shiftSpanOf } from '../../shared/roster/shift-times.ts'
import { weekOf } from '../../shared/time/time.ts'
import { workRulePresets } from '../../shared/work-rules.ts'
import { HttpError } from '../base/errors.ts'
import { acceptExchange } from '../features/roster/exchange-accept.ts'
import { askForExchange } from '../features/roster/exchange-ask.ts'
import { type Action, HOUR, type Hotel, MINUTE, sampleContext } from './hotel.ts'

/**
 * Exchanges of shifts between colleagues: one is done, and another waits for an answer. Both people keep their rest,
 * as the plan has it. A plan without such shifts has no exchange.
 *
 * @param taken shifts that are changed or offered, which stay where they are
 */
export function exchangeActions(
  hotel: Hotel,
  shifts: readonly SampleShift[],
  ids: ReadonlyMap<SampleShift, number>,
  taken: ReadonlySet<SampleShift>,
): Action[] {
  const { ctx, calendar, staff } = hotel
  const used = new Set(taken)
  const { now, timeZone } = calendar
  const drafts = weekOf(now, timeZone, DRAFT_WEEK)[0]
  const draftsFrom = drafts?.date ?? ''
  // Shifts of the sample have the same length, so an exchange changes no average.
  const rules = { ...workRulePresets.eu, averageMinutes: null }
  const judge = claimJudge(rules, rangeOfClaims({ from: now, to: drafts?.from ?? now }, rules, timeZone), timeZone)
  const spans = new Map<SampleShift, PlannedWork>()
  const spanOf = (shift: SampleShift) => {
    const known = spans.get(shift) ?? { ...shiftSpanOf(shift, timeZone), breakMinutes: BREAK }
    spans.set(shift, known)
    return known
  }
  /** Whether a person may take a shift for one of theirs, by the plan alone. */
  const suits = (own: readonly SampleShift[], given: SampleShift, wanted: SampleShift) => {
    const staying = own.filter((shift) => shift !== given).map(spanOf)
    const work = piecesOfPlan([], staying, 0)
    const present = piecesOfPlan([], [...staying, spanOf(given)], 0)
    return judge({ shifts: staying, work, present })(spanOf(wanted)) === null
  }
  const plan = new Map<PersonName, SampleShift[]>()
  for (const shift of shifts) plan.set(shift.name, [...(plan.get(shift.name) ?? []), shift])
  const planOf = (name: PersonName) => plan.get(name) ?? []
  const firstDate = dateIn(EXCHANGED_FROM, calendar)
  const isOpen = (shift: SampleShift) => shift.date >= firstDate && shift.date < draftsFrom && !used.has(shift)

  return exchanges.flatMap(({ from, to, hoursAgo, isDone }): Action[] => {
    const pairs = planOf(from)
      .filter(isOpen)
      .flatMap((given) =>
        planOf(to)
          .filter((wanted) => isOpen(wanted) && (wanted.date !== given.date || wanted.start !== given.start))
          .map((wanted) => ({ given, wanted })),
      )
    const pair = pairs.find(
      ({ given, wanted }) => suits(planOf(from), given, wanted) && suits(planOf(to), wanted, given),
    )
    if (!pair) return []
    const { given, wanted } = pair
    for (const shift of [given, wanted]) used.add(shift)
    plan.set(from, exchanged(planOf(from), given, wanted))
    plan.set(to, exchanged(planOf(to), wanted, given))
    const at = now - hoursAgo * HOUR
    let asked: number | undefined
    const ask = async () => {
      const body = { shiftId: ids.get(given) ?? 0, forShiftId: ids.get(wanted) ?? 0, toUserId: staff[to].id }
      const by = sampleContext(ctx, staff[from], at)
      asked = (await ifAllowed(askForExchange(by, { params: {}, query: undefined, body })))?.id
    }
    const agreedAt = at + 50 * MINUTE
    const agree = async () => {
      if (asked === undefined) return
      const by = sampleContext(ctx, staff[to], agreedAt)
      await ifAllowed(acceptExchange(by, { params: { id: asked }, query: undefined, body: undefined }))
    }
    return [{ at, act: ask }, ...(isDone ? [{ at: agreedAt, act: agree }] : [])]
  })
}

const exchanged = (own: readonly SampleShift[], given: SampleShift, wanted: SampleShift) => [
  ...own.filter((shift) => shift !== given),
  wanted,
]

/** The hours that people really worked may leave less rest than the plan. Then there is no exchange. */
async function ifAllowed<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) return undefined
    throw error
  }
}
