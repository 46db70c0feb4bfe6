import { CircleCheck, CirclePlay, type LucideIcon, RotateCcw } from 'lucide-react'
import { type Message, msg } from '../../../shared/message.ts'
import type { Status } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { useBoardActions } from '../board/board-context.ts'

const complete = { label: msg('Mark Complete'), icon: CircleCheck, variant: 'primary' } as const

/** What is done next with a task of each status. */
const next: Record<Status, { label: Message; icon: LucideIcon; variant: 'primary' | 'secondary' }> = {
  pending: { label: msg('Start ##do it'), icon: CirclePlay, variant: 'primary' },
  in_progress: complete,
  overdue: complete,
  completed: { label: msg('Reopen'), icon: RotateCcw, variant: 'secondary' },
}

/** The next action for this viewer; undefined when they have none. */
export const useNextStatus = (task: Task) => (useCan('task:set-status', task) ? next[task.status] : undefined)

/** The one next action of a task: starts it, completes it, or takes that back. */
export function NextStatus({ task, className }: { task: Task; className?: string }) {
  const i18n = useI18n()
  const { setStatus, finish } = useBoardActions()
  const action = useNextStatus(task)
  if (!action) return null
  const { label, icon: Icon, variant } = action
  return (
    <Button
      size="lg"
      variant={variant}
      onClick={() => {
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
