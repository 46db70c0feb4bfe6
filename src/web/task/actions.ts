import { useMemo } from 'react'
import type { Status } from '../../shared/task-status.ts'
import { type Task, tasksApi } from '../../shared/tasks.ts'
import { formatDay } from '../../shared/words/formats.ts'
import { randomHex } from '../api/call.ts'
import { isEditedMeanwhile } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useViewer, viewerNow } from '../api/viewer.ts'
import { statusLabels } from '../components/labels/status-icon.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { i18nNow } from '../language.ts'
import { createPersonalStore, onPersonGone } from '../store.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { endMove, type Move } from './moves.ts'
import { closedMessage } from './occurrence.tsx'
import { isLate, shownStatusNow } from './overdue.ts'
import { reveal } from './reveal.ts'
import { runMove } from './run-move.ts'
import { sendStatus } from './send-status.ts'
import { showStepsOpen } from './steps/steps-open.ts'
import { undoAction, WHERE_DELETED, withUndo } from './undo-action.ts'
import { addUndoable, forgetUndoable } from './undo-stack.ts'

export interface TaskActions {
  /** Sets a task's status. The card moves at once, and back on refusal. Without a network it is queued. */
  setStatus: (task: Task, status: Status, focus?: boolean) => void
  /** Completes a task. A completed one gets its former status, if this page has completed it; else pending. */
  finish: (task: Task) => void
  /**
   * Deletes a task after a confirmation. The card goes at once. It comes back if the server refuses or somebody undoes
   * the deletion. Returns whether the person confirmed.
   */
  remove: (task: Task, question?: string) => boolean
  /** Takes a task that nobody has, for the viewer. Needs the network. */
  claim: (task: Task) => void
  /** Asks for a note, and gives a task back that the viewer has. */
  giveBack: (task: Task) => void
}

/** The task that the viewer is about to give back; null if there is none. `GiveBackDialog` asks for a note. */
export const givenBackTask = createPersonalStore<Task | null>(null)

async function takeTask(task: Task) {
  const viewer = viewerNow()
  const i18n = i18nNow()
  const code = await import('./claim.ts').catch(() => undefined)
  if (!code) toastError(i18n.t('No connection. Please try again.'))
  else if (viewer) await code.claim(task, viewer)
}

/** The status that tasks had before this page completed them. */
const unfinished = new Map<number, Status>()
onPersonGone(() => unfinished.clear())

/** The actions on a task that need no dialog. The result stays the same object as long as the viewer does. */
export function useTaskActions(): TaskActions {
  const reader = useReader()
  const { i18n } = reader
  const { id: by } = useViewer()
  const { mutateAsync: remove } = useCall(tasksApi.remove)

  return useMemo(() => {
    const setStatus: TaskActions['setStatus'] = (task, status, focus = false) => {
      const moved = { ...task, status }
      const [from, to] = [shownStatusNow(task), shownStatusNow(moved)]
      const stillOverdue = from === 'overdue' && to === 'overdue' && status !== 'overdue' && isLate(moved)
      const due =
        stillOverdue && task.dueDate
          ? i18n.t('Still overdue: it was due {day}', { day: formatDay(task.dueDate, reader) })
          : null
      if (task.status === status) {
        if (due) toast({ title: due })
        return
      }
      if (status === 'completed') unfinished.set(task.id, task.status)
      const key = randomHex(16)
      const change = addUndoable({
        by,
        undo: () => withUndo(({ undoStatus }) => undoStatus({ task, moved, key, call })),
      })
      const call = runMove({ task: moved, from, to, counted: false }, () => sendStatus(task, status, key), {
        success: {
          title: due ?? i18n.t('Task status updated successfully'),
          ...(status === 'completed' && { short: i18n.t(statusLabels.completed) }),
          action: undoAction(change),
        },
        onFailure(error) {
          forgetUndoable(change)
          const reason = closedMessage(error) ?? (isEditedMeanwhile(error) ? error.reply?.message : undefined)
          if (!showStepsOpen(task.id, error)) toastError(reason ?? i18n.t('Failed to update task status'))
          if (from !== to) reveal(task.id, focus)
        },
      })
      if (from !== to) reveal(task.id, focus)
    }
    return {
      setStatus,
      finish: (task) =>
        setStatus(task, task.status === 'completed' ? (unfinished.get(task.id) ?? 'pending') : 'completed'),
      remove(task, question = i18n.t('Are you sure you want to delete "{name}"?', { name: task.title })) {
        if (!confirm(question)) return false
        const move: Move = { task, from: shownStatusNow(task), to: null, counted: false }
        const change = addUndoable({
          by,
          async undo() {
            await call.catch(() => {})
            endMove(move)
            return withUndo(({ restore }) => restore([task.id]))
          },
        })
        const call = runMove(move, () => remove({ params: { id: task.id } }), {
          success: {
            title: i18n.t('Task deleted successfully'),
            action: undoAction(change, i18n.t(WHERE_DELETED)),
          },
          onFailure() {
            forgetUndoable(change)
            toastError(i18n.t('Failed to delete task'))
          },
        })
        return true
      },
      claim: (task) => void takeTask(task),
      giveBack: (task) => givenBackTask.set(task),
    }
  }, [reader, i18n, by, remove])
}
