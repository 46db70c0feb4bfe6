import { CircleCheck, CirclePlay, RotateCcw } from 'lucide-react'
import type { Status } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { ofTask, takesPress, useIsPressed } from '../../components/forms/steady-press.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { useBoardActions } from '../board-context.ts'
import { ClaimButton, useMayClaim } from '../claim-button.tsx'
import { useMayChange } from '../occurrence.tsx'
import { stepsOpen } from '../steps/steps-open.ts'
import { unsavedSteps } from '../steps/unsaved-steps.ts'
import { openRequired } from '../steps/use-steps.ts'

/** The next action on a task of each status. */
const labels: Record<Status, Message> = {
  pending: msg('Start ##do it'),
  in_progress: msg('Mark Complete'),
  overdue: msg('Mark Complete'),
  completed: msg('Reopen'),
}

/** The next action for this viewer; undefined when they have none. */
export const useNextStatus = (task: Task) => (useMayChange('task:set-status', task) ? labels[task.status] : undefined)

/** Completes a task, whose dialog closes then, unless it holds text that is not saved. */
export function useCompleting(task: Task, onDone: () => void) {
  const { setStatus } = useBoardActions()
  return () => {
    if (showsOpenSteps(task)) return
    setStatus(task, 'completed')
    if (!unsavedSteps.get()) onDone()
  }
}

/** Shows the required steps that keep a task from being completed. False if there are none. */
function showsOpenSteps({ id }: Task) {
  if (openRequired(id).length === 0) return false
  stepsOpen.set({ taskId: id })
  return true
}

/** The one next action of a task: takes it, starts it, completes it, or takes that back. */
export function NextStatus({ task, onDone, className = '' }: { task: Task; onDone: () => void; className?: string }) {
  const i18n = useI18n()
  const { setStatus, finish } = useBoardActions()
  const complete = useCompleting(task, onDone)
  const label = useNextStatus(task)
  const isPressed = useIsPressed(ofTask(task.id))
  // A task in progress is completed, even if nobody has it.
  if (useMayClaim(task) && task.status !== 'in_progress') return <ClaimButton main task={task} className={className} />
  if (!label) return null
  const Icon = { pending: CirclePlay, in_progress: CircleCheck, overdue: CircleCheck, completed: RotateCcw }[
    task.status
  ]
  return (
    <Button
      size="lg"
      variant={task.status === 'completed' ? 'secondary' : 'primary'}
      aria-disabled={isPressed || undefined}
      onClick={(event) => {
        // It changes nothing, so it is no press that the next one must wait for.
        if (task.status !== 'pending' && task.status !== 'completed' && showsOpenSteps(task)) return
        if (!takesPress(ofTask(task.id), event)) return
        navigator.vibrate?.(10)
        if (task.status === 'pending') setStatus(task, 'in_progress')
        else if (task.status === 'completed') finish(task)
        else complete()
      }}
      className={cx('font-semibold', className)}
    >
      <Icon aria-hidden="true" className="size-4.5" />
      {i18n.t(label)}
    </Button>
  )
}
