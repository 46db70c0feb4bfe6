import type { NotifyChoice, StartScreen } from '../../../shared/fields.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** The choices of a profile, for people. */
export const startScreenLabels: Record<StartScreen, Message> = { today: msg('Today'), dashboard: msg('Dashboard') }
export const notifyLabels: Record<NotifyChoice, Message> = {
  on_duty: msg('When I am on duty'),
  always: msg('Always'),
}
