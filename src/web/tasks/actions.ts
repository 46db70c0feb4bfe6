import { useMemo } from 'react'
import type { Endpoint } from '../../shared/endpoint.ts'
import { formatDay } from '../../shared/formats.ts'
import { type Status, type Task, tasksApi } from '../../shared/tasks.ts'
import { callOrEnqueue, onSent, QUEUED } from '../api/offline-queue.ts'
import { isKeyOf, queryClient, useCall } from '../api/queries.ts'
import { statusLabels } from '../components/status-icon.tsx'
import { useReader } from '../components/use-reader.ts'
import { i18nNow } from '../language.ts'
import { type Toast, toast, toastError } from '../ui/toast.tsx'
import { endMove, type Move, markCounted, startMove } from './board/moves.ts'
import { isLate, shownStatusNow } from './overdue.ts'
import { reveal } from './reveal.ts'
import { restore, WHERE_DELETED } from './undo.ts'

/** The last call of each task. Calls for one task are sent one after another, in the order in which they were made. */
const lastCalls = new Map<number, Promise<unknown>>()

function sendInOrder(id: number, send: () => Promise<unknown>) {
  const call = (lastCalls.get(id) ?? Promise.resolve()).catch(() => {}).then(send)
  lastCalls.set(id, call)
  return call.finally(() => lastCalls.get(id) === call && lastCalls.delete(id))
}

/** Waits for the reads of an endpoint that are under way. */
const waitForReads = (endpoint: Endpoint) =>
  queryClient.refetchQueries(
    { predicate: ({ queryKey, state }) => isKeyOf(endpoint, queryKey) && state.fetchStatus === 'fetching' },
    { cancelRefetch: false },
  )

/** Ends a move once the server's replies contain it. */
async function settle(move: Move) {
  await waitForReads(tasksApi.board)
  markCounted(move)
  await waitForReads(tasksApi.list)
  endMove(move)
}

// A queued change has been sent. Its card stays where it is until the server's replies contain the change.
onSent(({ shows }) => {
  if (!('task' in shows)) return
  const move = { ...shows, counted: false }
  startMove(move)
  void settle(move)
})

/** Shows a move at once and sends it. If the send fails, the move is undone. Without a network it is queued. */
async function runMove(move: Move, send: () => Promise<unknown>, success: Toast, failure: string) {
  startMove(move)
  try {
    const outcome = await sendInOrder(move.task.id, send)
    if (outcome === QUEUED) {
      endMove(move)
      const i18n = i18nNow()
      return toast({
        title: i18n.t('Kept on this device'),
        description: i18n.t('It will be sent when the connection returns.'),
      })
    }
    toast(success)
    await settle(move)
  } catch {
    endMove(move)
    toastError(failure)
  }
}

export interface TaskActions {
  /** Sets a task's status. The card moves at once, and back if the server refuses. Without a network the change is queued. */
  setStatus: (task: Task, status: Status, focus?: boolean) => void
  /**
   * Deletes a task after a confirmation. The card goes at once. It comes back if the server refuses or somebody undoes the
   * deletion. Returns whether the person confirmed.
   */
  remove: (task: Task, question?: string) => boolean
}

/** The actions on a task that need no dialog. The result stays the same object as long as the viewer does. */
export function useTaskActions(): TaskActions {
  const reader = useReader()
  const { i18n } = reader
  const { mutateAsync: remove } = useCall(tasksApi.remove)

  return useMemo(
    () => ({
      setStatus(task, status, focus = false) {
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
        void runMove(
          { task: moved, from, to, counted: false },
          () =>
            callOrEnqueue(
              tasksApi.update,
              { params: { id: task.id }, body: { status } },
              {
                words: { what: task.title, deed: i18n.t('Status: {status}', { status: i18n.t(statusLabels[status]) }) },
                shows: { task: moved, from, to },
              },
            ),
          { title: due ?? i18n.t('Task status updated successfully') },
          i18n.t('Failed to update task status'),
        )
        if (from !== to) reveal(task.id, focus)
      },
      remove(task, question = i18n.t('Are you sure you want to delete "{name}"?', { name: task.title })) {
        if (!confirm(question)) return false
        const move: Move = { task, from: shownStatusNow(task), to: null, counted: false }
        const undo = () => {
          endMove(move)
          void restore([task.id])
        }
        void runMove(
          move,
          () => remove({ params: { id: task.id } }),
          {
            title: i18n.t('Task deleted successfully'),
            action: { label: i18n.t('Undo'), altText: i18n.t(WHERE_DELETED), onSelect: undo },
          },
          i18n.t('Failed to delete task'),
        )
        return true
      },
    }),
    [reader, i18n, remove],
  )
}
