import type { Routine } from '../../shared/routines.ts'
import type { Step } from '../../shared/steps.ts'
import type { Task } from '../../shared/tasks.ts'
import { dateTimeIn } from '../../shared/time/time.ts'
import { usualRoutine } from './form-values.ts'

/** The routine that a task becomes, with its department and assignee, before anybody has said when it comes. */
export interface RoutineOfTask {
  routine: typeof usualRoutine
  owners: Pick<Routine, 'department' | 'assignee'>
}

/** Minutes. */
const DAY = 24 * 60

/**
 * A routine with the words, the procedure and the steps of a task, without their entries. A task that is due at a time
 * of day gives the time at which the routine is due.
 */
export function fromTask(task: Task, steps: readonly Step[], timeZone: string): RoutineOfTask {
  const { title, description, departmentId, assigneeId, priority, tags, place, sopId, sopPage } = task
  const { estimateMinutes: workMinutes } = task
  const { department, assignee } = task
  return {
    routine: {
      ...usualRoutine,
      ...{ title, description, departmentId, assigneeId, priority, tags, place, sopId, sopPage },
      workMinutes,
      steps: steps.map(({ text, kind, required, unit, min, max }) => ({ text, kind, required, unit, min, max })),
      ...opensBefore(task.dueDate, timeZone),
    },
    owners: { department, assignee },
  }
}

/** Opens so long before the time at which the task is due as a new routine usually does. */
function opensBefore(dueDate: string | null, timeZone: string) {
  const due = dueDate === null ? undefined : dateTimeIn(dueDate, timeZone)
  if (!due || due.endOfDay) return {}
  const [hour = 0, minute = 0] = due.time.split(':').map(Number)
  const opening = (hour * 60 + minute - usualRoutine.dueAfterMinutes + DAY) % DAY
  return { opensAt: new Date(opening * 60_000).toISOString().slice(11, 16) }
}
