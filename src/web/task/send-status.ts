import type { Status } from '../../shared/task-status.ts'
import { type Task, tasksApi } from '../../shared/tasks.ts'
import { statusLabels } from '../components/labels/status-icon.tsx'
import { i18nNow } from '../language.ts'
import { callOrEnqueue } from '../offline/offline-queue.ts'
import { shownStatusNow } from './overdue.ts'

/**
 * Sets the status of a task as the person sees it. Without a network the change waits, with its time: the window of a
 * routine may close before the connection returns. The server is told which status the person has seen, so that nothing
 * of a colleague's is undone.
 */
export function sendStatus(task: Task, status: Status, key?: string) {
  const i18n = i18nNow()
  const moved = { ...task, status }
  const body = { status, was: task.status }
  return callOrEnqueue(
    tasksApi.update,
    { params: { id: task.id }, body },
    {
      ...(key && { key }),
      words: { what: task.title, deed: i18n.t('Status: {status}', { status: i18n.t(statusLabels[status]) }) },
      shows: { task: moved, from: shownStatusNow(task), to: shownStatusNow(moved) },
      body: (at) => ({ ...body, at }),
    },
  )
}
