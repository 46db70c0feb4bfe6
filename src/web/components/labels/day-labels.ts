import type { SectionKind } from '../../../shared/briefing.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { statusLabels } from './status-icon.tsx'

/** The headings of the sections of Today. */
export const todayLabels = {
  now: msg('Now ##what the viewer works on'),
  received: msg('Handed over to you'),
  asked: msg('Questions to you'),
  problems: msg('Problems that nobody has taken'),
  offered: msg('Handed over, nobody has it yet'),
  overdue: statusLabels.overdue,
  dueToday: msg('Due today'),
  open: msg('Your other tasks'),
  unassigned: msg('Not taken yet'),
} satisfies Record<string, Message>

/** The headings of the briefing's sections. */
export const briefingLabels: Record<SectionKind, Message> = {
  handed_over: msg('Handed over to you'),
  unclaimed_problems: msg('Problems that nobody has taken'),
  overdue: statusLabels.overdue,
  routines_now: msg('Routines open now'),
  due_today: msg('Due today'),
  procedures: msg('Changed procedures'),
  plan: msg('Changes of the plan'),
  held: msg('While you were off'),
}
