import type { TimeSpan } from './worked-time.ts'

/** Rules about working time, for server and screens. A warning never stops anybody. */

const MINUTE = 60_000

/** A person who works for more than `afterMinutes` takes breaks of `breakMinutes` in all. */
export interface BreakRule {
  afterMinutes: number
  breakMinutes: number
}

export interface BreakRules {
  rules: readonly BreakRule[]
  /** A break shorter than this does not count. */
  pieceMinutes: number
}

/** The presets of an organisation. They are a start, no legal advice. */
export const breakPresets = {
  eu: { rules: [{ afterMinutes: 360, breakMinutes: 15 }], pieceMinutes: 0 },
  de: {
    rules: [
      { afterMinutes: 360, breakMinutes: 30 },
      { afterMinutes: 540, breakMinutes: 45 },
    ],
    pieceMinutes: 15,
  },
  fr: { rules: [{ afterMinutes: 360, breakMinutes: 20 }], pieceMinutes: 0 },
  us: { rules: [{ afterMinutes: 300, breakMinutes: 30 }], pieceMinutes: 0 },
  none: { rules: [], pieceMinutes: 0 },
} as const satisfies Record<string, BreakRules>

/** A session with its breaks, paid and unpaid. */
type Worked = TimeSpan & { breaks?: readonly TimeSpan[] | undefined }

/** A break that is missing by a rule. */
export interface MissingBreak extends BreakRule {
  missingMinutes: number
  /** When the work reaches the rule's limit, in milliseconds since 1970: before now if it has passed. */
  at: number
}

/**
 * The breaks that are missing in a stretch of work, or will be if it goes on: one for each rule, in the order of the
 * rules. Time between two sessions of the stretch is a break too. A break counts for all of the stretch, whenever it
 * was taken. If the stretch has ended, a rule counts only if its limit was passed.
 *
 * @param sessions the stretch, earliest session first; only the last may run, up to `now` (in milliseconds)
 */
export function missingBreaks(
  sessions: readonly Worked[],
  { rules, pieceMinutes }: BreakRules,
  now: number,
): MissingBreak[] {
  const endOf = ({ endTime }: TimeSpan) => (endTime === null ? now : Date.parse(endTime))
  const lengthOf = (span: TimeSpan) => endOf(span) - Date.parse(span.startTime)
  const pauses = sessions.flatMap((session, at) => {
    const previous = sessions[at - 1]
    const gap = previous ? Date.parse(session.startTime) - endOf(previous) : 0
    return [gap, ...(session.breaks ?? []).map(lengthOf)]
  })
  const inBreaks = sessions.flatMap(({ breaks = [] }) => breaks.map(lengthOf))
  const worked = sum(sessions.map(lengthOf)) - sum(inBreaks)
  const taken = sum(pauses.filter((pause) => pause >= pieceMinutes * MINUTE))
  const runs = sessions.at(-1)?.endTime === null
  return rules.flatMap((rule) => {
    const left = rule.afterMinutes * MINUTE - worked
    const missingMinutes = Math.ceil(rule.breakMinutes - taken / MINUTE)
    return missingMinutes > 0 && (runs || left < 0) ? [{ ...rule, missingMinutes, at: now + left }] : []
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
