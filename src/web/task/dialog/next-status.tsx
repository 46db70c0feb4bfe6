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

/** The next action on a task of each status. */
const labels: Record<Status, Message> = {
  pending: msg('Start ##do it'),
  in_progress: msg('Mark Complete'),
  overdue: msg('Mark Complete'),
  completed: msg('Reopen'),
}

/** The next action for this viewer; undefined when they have none. */
export const useNextStatus = (task: Task) => (useMayChange('task:set-status', task) ? labels[task.status] : undefined)

/** The one next action of a task: takes it, starts it, completes it, or takes that back. */
export function NextStatus({ task, className = '' }: { task: Task; className?: string }) {
  const i18n = useI18n()
  const { setStatus, finish } = useBoardActions()
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
        if (!takesPress(ofTask(task.id), event)) return
        navigator.vibrate?.(10)
        if (task.status === 'pending') setStatus(task, 'in_progress')
        else finish(task)
      }}
      className={cx('font-semibold', className)}
    >
      <Icon aria-hidden="true" className="size-4.5" />
      {i18n.t(label)}
    </Button>
  )
}
