import { useState } from 'react'
import { type Task, tasksApi } from '../../shared/tasks.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { SearchField } from '../components/choice/search-field.tsx'
import { StatusIcon } from '../components/labels/status-icon.tsx'
import { useI18n } from '../language.ts'
import { shownStatusNow } from '../task/overdue.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useSettled } from '../ui/use-settled.ts'

/** Tasks that are offered at once. */
const MAX_OFFERED = 20
/** A search waits so many milliseconds for the next letter. */
const TYPING_MS = 250

/** Chooses the task that a message mentions: one's own are offered first, all that one sees can be searched. */
export function TaskPicker({
  onChoose,
  onClose,
}: {
  onChoose: (task: { id: number; title: string }) => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const [typed, setTyped] = useState<string>()
  const search = useSettled(typed, TYPING_MS)
  const query = search ? { search, limit: MAX_OFFERED } : { assigneeId: viewer.id, limit: MAX_OFFERED }
  const tasks = useReply(tasksApi.list, { query }, { keepPrevious: true })
  const { data } = tasks
  return (
    <Dialog open size="sm" title={i18n.t('Mention a task')} onClose={onClose} closesOnBack>
      <SearchField
        label={i18n.t('Search tasks')}
        placeholder={i18n.t('Search tasks')}
        value={typed}
        onChange={setTyped}
      />
      <div className="-mx-2 pt-3" aria-busy={tasks.isFetching}>
        {!data ? (
          <NotLoaded query={tasks} failure={i18n.t('The tasks could not be loaded.')}>
            <LoadingBars
              bars="h-10"
              count={5}
              words={i18n.t('Loading tasks...')}
              className="flex flex-col gap-2 px-2"
            />
          </NotLoaded>
        ) : data.tasks.length === 0 ? (
          <p className="px-2 py-6 text-center text-muted">
            {search ? i18n.t('No task matches.') : i18n.t('You have no tasks. Search for another one.')}
          </p>
        ) : (
          <ul aria-label={i18n.t('Tasks')} className="flex flex-col">
            {data.tasks.map((task) => (
              <li key={task.id}>
                <Offered task={task} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const Offered = ({ task, onChoose }: { task: Task; onChoose: (task: { id: number; title: string }) => void }) => (
  <button
    type="button"
    onClick={() => onChoose({ id: task.id, title: task.title })}
    className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 py-1.5 text-start hover:bg-hover"
  >
    <StatusIcon status={shownStatusNow(task)} />
    <span className="min-w-0 flex-1">
      <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
        {task.title}
      </span>
      {task.department && (
        <span dir="auto" className="block truncate text-muted text-xs">
          {task.department.name}
        </span>
      )}
    </span>
  </button>
)
