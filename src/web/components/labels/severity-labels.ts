import type { Severity } from '../../../shared/handovers.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** How much an item of a handover matters, for people. */
export const severityLabels: Record<Severity, Message> = {
  watch: msg('Keep an eye on ##severity of a handover'),
  act: msg('To do ##severity of a handover'),
  urgent: msg('Urgent ##severity of a handover'),
}
