import { Check, CheckCheck, Circle, CircleAlert, CircleDashed, type LucideIcon, SkipForward, X } from 'lucide-react'
import type { Outcome } from '../../../shared/task-kinds.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { useI18n } from '../../language.ts'
import type { Tone } from '../../ui/badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { outcomeLabels } from './outcome-labels.ts'

/** The state of an occurrence: its outcome, or whether it is open, past its due time, or still to come. */
export type OccurrenceState = Outcome | 'open' | 'overdue' | 'to-come'

/** Each state has a word, a sign and a colour. */
export const stateStyles: Record<OccurrenceState, { label: Message; icon: LucideIcon; tone: Tone }> = {
  done: { label: outcomeLabels.done, icon: Check, tone: 'done' },
  late: { label: outcomeLabels.late, icon: CheckCheck, tone: 'medium' },
  missed: { label: outcomeLabels.missed, icon: X, tone: 'overdue' },
  skipped: { label: outcomeLabels.skipped, icon: SkipForward, tone: 'neutral' },
  open: { label: msg('Open ##to be done'), icon: Circle, tone: 'progress' },
  overdue: { label: msg('Overdue'), icon: CircleAlert, tone: 'high' },
  'to-come': { label: msg('Not opened yet'), icon: CircleDashed, tone: 'neutral' },
}

/** How an occurrence that has a task stands at a time (milliseconds). */
export const stateOf = ({ outcome, dueAt }: { outcome: Outcome | null; dueAt: string }, now: number): OccurrenceState =>
  outcome ?? (Date.parse(dueAt) < now ? 'overdue' : 'open')

/** The outcome of a closed occurrence, in place of its status. */
export function OutcomeOf({ outcome, className }: { outcome: Outcome; className: string }) {
  const i18n = useI18n()
  const { label, icon: Icon } = stateStyles[outcome]
  return (
    <span className={className}>
      <Icon aria-hidden="true" className={outcome === 'missed' ? 'size-4 shrink-0 text-overdue' : 'size-4 shrink-0'} />
      <span className="truncate">{i18n.t(label)}</span>
    </span>
  )
}

/** A state as a badge, with its sign and its word. */
export function StateBadge({ state }: { state: OccurrenceState }) {
  const i18n = useI18n()
  const { label, icon: Icon, tone } = stateStyles[state]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3" />
      {i18n.t(label)}
    </Badge>
  )
}
