import { Hand } from 'lucide-react'
import { may } from '../../shared/permissions.ts'
import type { Task } from '../../shared/tasks.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { ofTask, takesPress } from '../components/forms/steady-press.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { useBoardActions } from './board-context.ts'

/** Whether the viewer may take this task now. */
export function useMayClaim(task: Pick<Task, 'assigneeId' | 'status' | 'departmentId' | 'closedAt'>) {
  const isPermitted = useCan('task:claim', task)
  // A reply that a device cached may come from an older server, which knows of no closed tasks.
  return isPermitted && task.assigneeId === null && task.status !== 'completed' && !task.closedAt
}

/** Whether the viewer has this task and may give it back. */
export function useMayGiveBack({ assigneeId, closedAt, status }: Task) {
  const viewer = useViewer()
  return may(viewer, 'task:release', { assigneeId }) && assigneeId === viewer.id && status !== 'completed' && !closedAt
}

/** On a card: small, in place of the assignee, with 44 px to touch. Only where `useMayClaim` says so. */
export function CardClaim({ task, tabIndex, className }: { task: Task; tabIndex?: number; className?: string }) {
  const i18n = useI18n()
  const { claim } = useBoardActions()
  return (
    <button
      type="button"
      data-card-action
      data-row-action
      tabIndex={tabIndex}
      aria-label={i18n.t("I'll take it: {title}", { title: task.title })}
      onClick={() => claim(task)}
      className={cx(
        '-my-0.25 relative inline-flex h-6 shrink-0 items-center whitespace-nowrap rounded-full border border-control/60 bg-surface px-2.5 font-semibold text-accent text-xs',
        'before:absolute before:inset-x-0 before:-inset-y-2.5 hover:border-accent hover:bg-accent-soft touch:-my-0.75 touch:h-7 touch:px-3 touch:text-sm',
        className,
      )}
    >
      {i18n.t("I'll take it")}
    </button>
  )
}

/** Where there is room for it: a button of its own. */
export function ClaimButton({ task, main, className }: { task: Task; main?: boolean; className?: string }) {
  const i18n = useI18n()
  const { claim } = useBoardActions()
  return (
    <Button
      size="lg"
      variant={main ? 'primary' : 'secondary'}
      aria-label={main ? undefined : i18n.t("I'll take it: {title}", { title: task.title })}
      onClick={(event) => {
        if (!takesPress(ofTask(task.id), event)) return
        navigator.vibrate?.(10)
        claim(task)
      }}
      className={cx('font-semibold', className)}
    >
      {main && <Hand aria-hidden="true" className="size-4.5" />}
      {i18n.t("I'll take it")}
    </Button>
  )
}
