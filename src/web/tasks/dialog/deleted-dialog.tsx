import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RESTORE_DAYS, type Task, tasksApi } from '../../../shared/tasks.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { formatCount } from '../../components/format.ts'
import { When } from '../../components/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { restore } from '../undo.ts'

const MAX_SHOWN = 200

/** The tasks deleted within the last 30 days, with a button to restore each. */
export function DeletedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      size="lg"
      title="Deleted tasks"
      description={`They can be restored for ${RESTORE_DAYS} days, then they are gone.`}
      onClose={onClose}
    >
      {useCan('task:restore') ? <DeletedTasks /> : <p>You may not restore tasks.</p>}
    </Dialog>
  )
}

function DeletedTasks() {
  const { data, error, isFetching, refetch } = useReply(tasksApi.list, { query: { deleted: 'true', limit: MAX_SHOWN } })
  if (!data) {
    return error ? (
      <FailedState message="The deleted tasks could not be loaded." onRetry={refetch} pending={isFetching} />
    ) : (
      <div role="status" className="grid gap-4 py-2">
        <span className="sr-only">Loading tasks...</span>
        {times(4, () => (
          <Skeleton className="h-10" />
        ))}
      </div>
    )
  }
  if (data.tasks.length === 0) {
    return <EmptyState icon={Trash2} title="Nothing was deleted in the last 30 days" />
  }
  return (
    <>
      <ul className="-mt-2 divide-y divide-line">
        {data.tasks.map((task) => (
          <DeletedTask key={task.id} task={task} />
        ))}
      </ul>
      {data.total > data.tasks.length && (
        <p className="pt-3 text-muted text-sm">
          The newest {formatCount(data.tasks.length)} of {formatCount(data.total)}.
        </p>
      )}
    </>
  )
}

function DeletedTask({ task: { id, title, department, deletedAt } }: { task: Task }) {
  const [pending, setPending] = useState(false)
  const restoreTask = async () => {
    setPending(true)
    await restore([id])
    setPending(false)
  }
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-2 font-[520] wrap-anywhere">
          {title}
        </p>
        <p className="flex whitespace-pre text-muted text-sm tabular max-md:flex-col">
          <span dir="auto" className="truncate">
            {department?.name ?? 'No department'}
          </span>
          {deletedAt && (
            <span className="shrink-0">
              <span className="max-md:sr-only"> · </span>
              deleted <When iso={deletedAt} as="moment" />
            </span>
          )}
        </p>
      </div>
      <Button onClick={() => void restoreTask()} pending={pending} aria-label={`Restore ${title}`}>
        Restore
      </Button>
    </li>
  )
}
