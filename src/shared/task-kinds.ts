/** Kinds of tasks: an ordinary task, an occurrence of a routine, or a problem that somebody has reported. */
export const taskKinds = ['task', 'routine', 'problem'] as const
export type TaskKind = (typeof taskKinds)[number]

/** The outcome of a routine's occurrence. One without an outcome is open. */
export const outcomes = ['done', 'late', 'missed', 'skipped'] as const
export type Outcome = (typeof outcomes)[number]
/** The outcomes of closed tasks. These stand in no list, count or figure, unless it asks for the outcome. */
export const closedOutcomes: readonly Outcome[] = ['missed', 'skipped']

/** Characters of the place of a task. */
export const MAX_PLACE = 100
/** Minutes of work that somebody expects a task, or each occurrence of a routine, to take: a day at most. */
export const MAX_ESTIMATE = 24 * 60
/** Characters of the reason for which an occurrence is skipped. */
export const MAX_SKIP_REASON = 500
