import { CallError } from '../../api/call-endpoint.ts'
import { createPersonalStore, onPersonGone } from '../../store.ts'

/** The task that could not be completed for open required steps, anew with each try; or null. Its dialog shows them. */
export const stepsOpen = createPersonalStore<{ taskId: number } | null>(null)

/** Typed reasons to complete a task all the same, by its id. They outlast its dialog. */
export const keptReasons = new Map<number, string>()
onPersonGone(() => keptReasons.clear())

/** The sentence that names the open steps, if they are why the server refused to complete a task. */
export function stepsFault(error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.reply?.code !== 'steps_open') return undefined
  const { message, issues = [] } = error.reply
  return [message, ...issues.map((issue) => issue.message)].join(' ')
}

/** Shows the open steps, if they are why the server refused to complete a task. False for another error. */
export function showStepsOpen(taskId: number, error: unknown): boolean {
  if (stepsFault(error) === undefined) return false
  stepsOpen.set({ taskId })
  return true
}
