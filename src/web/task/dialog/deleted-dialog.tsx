import { Trans } from '@lingui/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RESTORE_DAYS, type Task, tasksApi } from '../../../shared/tasks.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { restore } from '../undo.ts'

const MAX_SHOWN = 200

/** The tasks deleted within the last 30 days, with a button to restore each. */
export function DeletedDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  return (
    <Dialog
      open
      size="lg"
      title={i18n.t('Deleted tasks')}
      description={i18n.t('They can be restored for {days, plural, one {# day} other {# days}}, then they are gone.', {
        days: RESTORE_DAYS,
      })}
      onClose={onClose}
    >
      {useCan('task:restore') ? <DeletedTasks /> : <p>{i18n.t('You cannot restore tasks.')}</p>}
    </Dialog>
  )
}

function DeletedTasks() {
  const i18n = useI18n()
  const reply = useReply(tasksApi.list, { query: { deleted: 'true', limit: MAX_SHOWN } })
  const { data } = reply
  if (!data) {
    return (
      <NotLoaded query={reply} failure={i18n.t('The deleted tasks could not be loaded.')}>
        <LoadingBars words={i18n.t('Loading tasks...')} count={4} bars="h-10" className="grid gap-4 py-2" />
      </NotLoaded>
    )
  }
  if (data.tasks.length === 0) {
    return (
      <EmptyState
        icon={Trash2}
        title={i18n.t(
          '{days, plural, one {Nothing was deleted in the last # day} other {Nothing was deleted in the last # days}}',
          { days: RESTORE_DAYS },
        )}
      />
    )
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
          {i18n.t('The newest {shown, number} of {total, number}.', { shown: data.tasks.length, total: data.total })}
        </p>
      )}
    </>
  )
}

function DeletedTask({ task: { id, title, department, deletedAt } }: { task: Task }) {
  const i18n = useI18n()
  const [pending, setPending] = useState(false)
  const restoreTask = async () => {
    setPending(true)
    await restore([id])
    setPending(false)
  }
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {title}
        </p>
        <p className="flex whitespace-pre text-muted text-sm tabular max-md:flex-col">
          <span dir="auto" className="truncate">
            {department?.name ?? i18n.t('No department')}
          </span>
          {deletedAt && (
            <span className="shrink-0">
              <span className="max-md:sr-only"> · </span>
              <Trans id="deleted <0/>" components={{ 0: <When iso={deletedAt} as="moment" /> }} />
            </span>
          )}
        </p>
      </div>
      <Button onClick={() => void restoreTask()} pending={pending} aria-label={i18n.t('Restore {title}', { title })}>
        {i18n.t('Restore')}
      </Button>
    </li>
  )
}
