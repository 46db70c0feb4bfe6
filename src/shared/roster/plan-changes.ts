import type { WorkRules } from '../work-rules.ts'
import type { ShiftSpan } from './shift-times.ts'

/** Differences between the plan as planners have it and as people see it: pure functions. */

/** One copy of a planned shift. */
export interface ShiftCopy extends ShiftSpan {
  /** Null: nobody's. */
  userId: string | null
  breakMinutes: number
  title: string | null
  note: string | null
  templateId: number | null
}

/** Both copies of a planned shift. */
export interface BothCopies {
  /** As planners have it; null if they have removed it. */
  draft: ShiftCopy | null
  /** As people see it; null if it was never published. */
  published: ShiftCopy | null
}

export const planChanges = ['added', 'changed', 'removed'] as const
export type PlanChange = (typeof planChanges)[number]

const compared = ['userId', 'startTime', 'endTime', 'breakMinutes', 'title', 'note', 'templateId'] as const

/** Whether two copies say the same. */
export const isSameCopy = (a: ShiftCopy, b: ShiftCopy) => compared.every((name) => a[name] === b[name])

/** The change that a publish would make of the shift; null if both copies are the same. */
export function changeOf({ draft, published }: BothCopies): PlanChange | null {
  if (draft === null) return published === null ? null : 'removed'
  if (published === null) return 'added'
  return isSameCopy(draft, published) ? null : 'changed'
}

const HOUR = 3_600_000
const startOf = ({ startTime }: ShiftSpan) => Date.parse(startTime)
const present = (copies: BothCopies) => [copies.draft, copies.published].filter((copy) => copy !== null)

/** Whether the shift has begun in each of its copies: its change is a correction, and tells nobody. */
export const hasBegun = (copies: BothCopies, now: number) => present(copies).every((copy) => startOf(copy) <= now)

/** Whether the change is about more than words: about who works, and when. */
const isOfTime = ({ draft, published }: BothCopies) =>
  draft?.userId !== published?.userId ||
  draft?.startTime !== published?.startTime ||
  draft?.endTime !== published?.endTime ||
  draft?.breakMinutes !== published?.breakMinutes

/** Whether a change of who works, or when, comes later than the notice that the work rules ask for. `now` is in ms. */
export const isLateChange = (
  copies: BothCopies,
  { noticeHours, late }: Pick<WorkRules, 'noticeHours' | 'late'>,
  now: number,
) =>
  late !== 'allow' &&
  !hasBegun(copies, now) &&
  isOfTime(copies) &&
  present(copies).some((copy) => startOf(copy) < now + noticeHours * HOUR)

/** Whether a publish of the change needs a reason: it is late, or its shift has begun. */
export const needsReason = (copies: BothCopies, rules: Pick<WorkRules, 'noticeHours' | 'late'>, now: number) =>
  hasBegun(copies, now) || isLateChange(copies, rules, now)

/**
 * Whether the person must say yes before the change is published: a late addition, move or lengthening, if the work
 * rules ask. Removing and shortening need no yes, and neither does a shift that is nobody's.
 */
export function needsYes(copies: BothCopies, rules: Pick<WorkRules, 'noticeHours' | 'late'>, now: number) {
  const { draft, published } = copies
  if (rules.late !== 'ask' || draft === null || draft.userId === null || startOf(draft) <= now) return false
  if (!isLateChange(copies, rules, now)) return false
  const isWithin =
    published !== null &&
    published.userId === draft.userId &&
    published.startTime <= draft.startTime &&
    published.endTime >= draft.endTime
  return !isWithin
}
