import { useState } from 'react'
import { CallError } from '../../../shared/call.ts'
import type { Status } from '../../../shared/task-status.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { todayApi } from '../../../shared/today.ts'
import { cachedReplies } from '../../api/cached-replies.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { MessageDialog, OpeningDialog } from '../../components/message-dialog.tsx'
import { useNoteOpened } from '../../components/use-note-opened.ts'
import { useI18n } from '../../language.ts'
import { CreateTask, EditTask } from './task-form.tsx'
import { TaskView } from './task-view.tsx'

/** The dialog that the address opens: the task with this id, or a new task, with `status` preset. */
export function TaskDialog({ id, status, onClose }: { id?: number; status?: Status | undefined; onClose: () => void }) {
  return id === undefined ? <NewTask status={status} onClose={onClose} /> : <ExistingTask id={id} onClose={onClose} />
}

function NewTask({ status, onClose }: { status: Status | undefined; onClose: () => void }) {
  const i18n = useI18n()
  return useCan('task:create') ? (
    <CreateTask status={status} onClose={onClose} />
  ) : (
    <MessageDialog title={i18n.t('New Task')} onClose={onClose}>
      {i18n.t('You may not create tasks. Ask a manager of your department.')}
    </MessageDialog>
  )
}

function ExistingTask({ id, onClose }: { id: number; onClose: () => void }) {
  const i18n = useI18n()
  const { data, error, isFetching, refetch } = useReply(tasksApi.get, { params: { id } })
  // A task that is in the cache already opens at once.
  const [known] = useState(() => knownTask(id))
  const task = data ?? known
  const isGone = error instanceof CallError && error.status === 404

  if (isGone && !data) {
    return (
      <MessageDialog title={i18n.t('Task')} onClose={onClose}>
        {i18n.t('This task does not exist, or you may not see it.')}
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
        failed={Boolean(error)}
        onRetry={refetch}
        retrying={isFetching}
        onClose={onClose}
      />
    )
  }
  return <OpenTask task={task} isGone={isGone} onClose={onClose} />
}

function OpenTask({ task, isGone, onClose }: { task: Task; isGone: boolean; onClose: () => void }) {
  useNoteOpened('task', task.id, task.title)
  // Decided once, so that a form in which somebody types does not become a view.
  const mayEditNow = useCan('task:update', task)
  const [mayEdit] = useState(mayEditNow)
  return mayEdit ? (
    <EditTask task={task} isGone={isGone} onClose={onClose} />
  ) : (
    <TaskView task={task} onClose={onClose} />
  )
}

/** A task that a board, a list or Today in the cache contains. */
function knownTask(id: number): Task | undefined {
  const boards = cachedReplies(tasksApi.board).flatMap((board) => Object.values(board))
  const lists = cachedReplies(tasksApi.list)
  const days = cachedReplies(todayApi.read).flatMap(({ dayEnds: _, procedures: __, ...sections }) =>
    Object.values(sections).filter((section) => section !== null),
  )
  return [...boards, ...lists, ...days].flatMap(({ tasks }) => tasks).find((task) => task.id === id)
}
