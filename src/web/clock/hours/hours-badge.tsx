import { BadgeCheck, Check, TriangleAlert } from 'lucide-react'
import type { HoursState } from '../../../shared/hours.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { useI18n } from '../../language.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const states: Record<HoursState, { label: Message; tone: Tone; icon?: typeof Check } | null> = {
  open: null,
  confirmed: { label: msg('Confirmed ##hours, by their person'), tone: 'accent', icon: Check },
  approved: { label: msg('Approved ##hours'), tone: 'done', icon: BadgeCheck },
  changed: { label: msg('Changed since the approval'), tone: 'overdue', icon: TriangleAlert },
  exported: { label: msg('With payroll ##hours'), tone: 'done', icon: BadgeCheck },
  corrected: { label: msg('Changed since payroll'), tone: 'overdue', icon: TriangleAlert },
}

/** The state of a person's hours; nothing for open ones. */
export function HoursBadge({ status }: { status: HoursState }) {
  const i18n = useI18n()
  const state = states[status]
  if (!state) return null
  const Icon = state.icon
  return (
    <Badge tone={state.tone}>
      {Icon && <Icon aria-hidden="true" className="size-3" />}
      {i18n.t(state.label)}
    </Badge>
  )
}
