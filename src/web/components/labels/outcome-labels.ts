import type { Cause } from '../../../shared/routines.ts'
import type { Outcome } from '../../../shared/task-kinds.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** The outcomes of a routine's occurrences, for people. */
export const outcomeLabels: Record<Outcome, Message> = {
  done: msg('Done in time'),
  late: msg('Done late'),
  missed: msg('Missed'),
  skipped: msg('Skipped'),
}

/** Why an occurrence was missed. */
export const causeLabels: Record<Cause, Message> = {
  nobody_on_duty: msg('Nobody was on duty'),
  on_duty_not_taken: msg('Somebody was on duty, and nobody took it'),
  taken_not_finished: msg('It was taken, and not finished'),
  muster_was_down: msg('Muster was not running'),
}
