import { type Message, msg } from '../../shared/message.ts'
import type { TaskKind } from '../../shared/task-kinds.ts'

/** What a task is, as a filter names it. */
export const kindLabels: Record<TaskKind, Message> = {
  task: msg('Single tasks'),
  routine: msg('Routines'),
  problem: msg('Reported problems'),
}
