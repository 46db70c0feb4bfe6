import type { PauseReason } from '../../../shared/webhooks.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** Why a webhook is paused, for people. */
export const pauseLabels: Record<PauseReason, Message> = {
  person: msg('Paused ##webhook'),
  gone: msg('Paused: the receiver wants no more'),
  failing: msg('Paused: nothing arrived for three days'),
  full: msg('Paused: too many messages wait'),
  unowned: msg('Paused: no owner'),
}
