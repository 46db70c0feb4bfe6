import type { TaskKind } from '../../../shared/task-kinds.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** What a task is, as a filter names it. */
export const kindLabels: Record<TaskKind, Message> = {
  task: msg('Single tasks'),
  routine: msg('Routines'),
  problem: msg('Reported problems'),
}
