import type { Task } from '../../../shared/tasks.ts'
import { CallError } from '../../api/call-endpoint.ts'
import { createStore, onPersonGone } from '../../store.ts'

/** A task that could not be completed for open required steps, or null. `StepsOpenDialog` shows it. */
export const stepsOpen = createStore<{ task: Task; message: string; steps: string[] } | null>(null)

/** Typed reasons to complete a task all the same, by its id, while people look at the steps. */
export const keptReasons = new Map<number, string>()
onPersonGone(() => keptReasons.clear())

/** Shows the open steps, if they are why the server refused to complete a task. False for another error. */
export function showStepsOpen(task: Task, error: unknown): boolean {
  if (!(error instanceof CallError) || error.reply?.code !== 'steps_open') return false
  const { message, issues = [] } = error.reply
  stepsOpen.set({ task, message, steps: issues.map((issue) => issue.message) })
  return true
}
