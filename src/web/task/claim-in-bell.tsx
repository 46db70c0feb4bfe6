import { tasksApi } from '../../shared/tasks.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { claim } from './claim.ts'
import { useMayClaim } from './claim-button.tsx'
import { useMoves } from './moves.ts'

/** In the notification of a problem: takes it with one tap, for as long as nobody has it. */
export function ClaimInBell({ taskId }: { taskId: number }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { data } = useReply(tasksApi.get, { params: { id: taskId } })
  const task = useMoves().get(taskId)?.task ?? data
  const mayClaim = useMayClaim(task ?? UNKNOWN)
  if (!task || !mayClaim) return null
  return (
    <Button
      aria-label={i18n.t("I'll take it: {title}", { title: task.title })}
      onClick={() => claim(task, viewer)}
      // Over the link that takes all of the row.
      className="relative mt-1.5"
    >
      {i18n.t("I'll take it")}
    </Button>
  )
}

/** Until the task is read, nobody may take it. */
const UNKNOWN = { assigneeId: '', status: 'completed', departmentId: null, closedAt: null } as const
