import type { Task } from '../../shared/tasks.ts'
import { useCan } from '../api/viewer.ts'
import { taskHref } from '../components/addresses/hrefs.ts'
import { FinishCheck } from '../components/forms/finish-check.tsx'
import { StatusIcon, statusLabels } from '../components/labels/status-icon.tsx'
import { useI18n } from '../language.ts'
import { useBoardActions } from '../task/board-context.ts'
import { ClaimButton, useMayClaim } from '../task/claim-button.tsx'
import { WorkDetails } from '../task/work-details.tsx'
import { cx } from '../ui/class-names.ts'
import { OpeningLink } from '../ui/opening-link.tsx'
import { besideAction, Item, opens, withAction } from './item.tsx'
import { NewMark } from './new-mark.tsx'

/** A task: a round check that finishes it, or a button that takes it, and the rest opens it. */
export function TaskItem({
  task,
  isDone,
  onFinish,
  onTakeBack,
  offersClaim,
}: {
  task: Task
  isDone: boolean
  onFinish: () => void
  onTakeBack: () => void
  offersClaim: boolean
}) {
  const { open } = useBoardActions()
  const mayFinish = useCan('task:set-status', task)
  const mayClaim = useMayClaim(task) && offersClaim && !isDone
  return (
    <Item className={mayClaim ? `${withAction} py-2` : 'gap-1 py-2 ps-1.5 pe-4'}>
      {mayClaim ? null : mayFinish ? (
        <span className="relative z-10">
          <FinishCheck task={task} finished={isDone} onPress={isDone ? onTakeBack : onFinish} large />
        </span>
      ) : (
        <span className="grid size-11 shrink-0 place-items-center">
          <StatusIcon status={task.status} />
        </span>
      )}
      <div className={mayClaim ? besideAction : 'min-w-0 flex-1'}>
        <h3>
          <OpeningLink
            data-opens
            dir="auto"
            href={taskHref(task.id)}
            onOpen={() => open(task.id)}
            className={cx(
              opens,
              'line-clamp-2 w-full text-md font-medium leading-snug wrap-anywhere',
              isDone && 'text-muted line-through decoration-1',
            )}
          >
            {task.title}
          </OpeningLink>
        </h3>
        {isDone ? <Done /> : <WorkDetails task={task} />}
      </div>
      {mayClaim && <ClaimButton task={task} className="relative z-10 ms-auto px-4!" />}
      <NewMark of={`task ${task.id}`} since={task.updatedAt} />
    </Item>
  )
}

function Done() {
  const i18n = useI18n()
  return <p className="mt-0.5 text-done text-sm">{i18n.t(statusLabels.completed)}</p>
}
