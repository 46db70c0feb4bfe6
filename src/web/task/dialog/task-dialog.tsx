import { Suspense, useEffect, useState } from 'react'
import type { Status } from '../../../shared/task-status.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { taskSections, todayApi } from '../../../shared/today.ts'
import { hasStatus } from '../../api/call-endpoint.ts'
import { whenIdle } from '../../api/first-screen.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { MessageDialog, OpeningDialog } from '../../components/forms/message-dialog.tsx'
import { useNoteOpened } from '../../components/history/use-note-opened.ts'
import { useI18n } from '../../language.ts'
import { cachedReplies } from '../../offline/cached-replies.ts'
import { lazyAhead } from '../../ui/on-demand.ts'
import { useMayChange } from '../occurrence.tsx'
import { loadParts } from './later-parts.tsx'
import { TaskView } from './task-view.tsx'

// A task opens without its forms, which bring their libraries along. They follow when there is time.
const { Component: CreateTask, load: loadForms } = lazyAhead(() =>
  import('./task-form.tsx').then((module) => module.CreateTask),
)
const { Component: EditTask, load: loadEditing } = lazyAhead(() =>
  import('./task-form.tsx').then((module) => module.EditTask),
)
for (const load of [() => loadParts(), loadForms, loadEditing]) whenIdle(load)

interface Props {
  id?: number
  status?: Status | undefined
  /** Opens the form of the task instead of the task. */
  isEditing?: boolean | undefined
  /** Opens the task at its latest comments. */
  atComments?: boolean | undefined
  onClose: () => void
}

/** The dialog that the address opens: the task with this id, or a new task, with `status` preset. */
export function TaskDialog({ id, status, onClose, ...how }: Props) {
  return (
    <Suspense fallback={null}>
      {id === undefined ? (
        <NewTask status={status} onClose={onClose} />
      ) : (
        <ExistingTask id={id} {...how} onClose={onClose} />
      )}
    </Suspense>
  )
}

function NewTask({ status, onClose }: { status: Status | undefined; onClose: () => void }) {
  const i18n = useI18n()
  return useCan('task:create') ? (
    <CreateTask status={status} onClose={onClose} />
  ) : (
    <MessageDialog title={i18n.t('New Task')} onClose={onClose}>
      {i18n.t('You cannot create tasks. Ask a manager of your department.')}
    </MessageDialog>
  )
}

function ExistingTask({ id, onClose, ...how }: Omit<Props, 'status'> & { id: number }) {
  const i18n = useI18n()
  const query = useReply(tasksApi.get, { params: { id } })
  const { data, error } = query
  // A task that is in the cache already opens at once.
  const [known] = useState(() => knownTask(id))
  const task = data ?? known
  const isGone = hasStatus(error, 404)

  // A task from the cache may be in a form already, with words that somebody has typed.
  if (isGone && !task) {
    return (
      <MessageDialog title={i18n.t('Task')} onClose={onClose}>
        {i18n.t('This task does not exist, or you cannot see it.')}
      </MessageDialog>
    )
  }
  if (!task) {
    return (
      <OpeningDialog
        title={i18n.t('Task')}
        loading={i18n.t('Loading the task...')}
        failure={i18n.t('The task could not be loaded.')}
        fields={['h-9', 'h-20', 'h-9', 'h-9']}
        query={query}
        onClose={onClose}
      />
    )
  }
  return <OpenTask task={task} isGone={isGone} {...how} onClose={onClose} />
}

/** The task to read. Its form opens over it, and closes to it; a form from the address closes to the screen. */
function OpenTask({
  task,
  isGone,
  isEditing = false,
  atComments = false,
  onClose,
}: Omit<Props, 'id' | 'status'> & { task: Task; isGone: boolean }) {
  useNoteOpened('task', task.id, task.title)
  // Decided once, so that a form in which somebody types does not become a view.
  const mayEditNow = useMayChange('task:update', task)
  const [opensForm] = useState(isEditing && mayEditNow)
  const [isFormOver, setFormOver] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  // After the form has gone, which the step back would only close.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isDeleted) onClose()
  }, [isDeleted])
  if (opensForm) return <EditTask task={task} isGone={isGone} onClose={onClose} />
  return (
    <>
      <TaskView
        task={task}
        isGone={isGone}
        atComments={atComments}
        onEdit={mayEditNow ? () => setFormOver(true) : undefined}
        onClose={onClose}
      />
      {isFormOver && (
        <Suspense fallback={null}>
          <EditTask
            task={task}
            isGone={isGone}
            closesOnBack
            onClose={() => setFormOver(false)}
            onDelete={() => setDeleted(true)}
          />
        </Suspense>
      )}
    </>
  )
}

/** A task that a board, a list or Today in the cache contains. */
function knownTask(id: number): Task | undefined {
  const boards = cachedReplies(tasksApi.board).flatMap((board) => Object.values(board))
  const lists = cachedReplies(tasksApi.list)
  const days = cachedReplies(todayApi.read).flatMap((today) => taskSections.flatMap((name) => today[name] ?? []))
  return [...boards, ...lists, ...days].flatMap(({ tasks }) => tasks).find((task) => task.id === id)
}
