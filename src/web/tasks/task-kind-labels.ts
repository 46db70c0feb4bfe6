import type { TaskKind } from '../../shared/task-kinds.ts'
import { type Message, msg } from '../../shared/words/message.ts'

/** The kinds of tasks, as a filter names them. */
export const taskKindLabels: Record<TaskKind, Message> = {
  task: msg('Single tasks'),
  routine: msg('Routines'),
  problem: msg('Reported problems'),
}
