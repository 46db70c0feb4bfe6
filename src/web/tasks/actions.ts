import { useMemo } from 'react'
import type { Endpoint } from '../../shared/endpoint.ts'
import { type Status, type Task, tasksApi } from '../../shared/tasks.ts'
import { formatDay } from '../../shared/time.ts'
import { callOrEnqueue, onSent, WAITS } from '../api/offline-queue.ts'
import { keyOf, queryClient, useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { statusLabels } from '../components/status-icon.tsx'
import { type Toast, toast, toastError } from '../ui/toast.tsx'
import { begin, count, drop, type Move } from './board/moves.ts'
import { isLate, shownNow } from './overdue.ts'
import { reveal } from './reveal.ts'
import { restore, WHERE_DELETED } from './undo.ts'

/** The same task's changes go to the server one after another, in the order in which they were made. */
const underWay = new Map<number, Promise<unknown>>()

function inTurn(id: number, deed: () => Promise<unknown>) {
  const turn = (underWay.get(id) ?? Promise.resolve()).catch(() => {}).then(deed)
  underWay.set(id, turn)
  return turn.finally(() => underWay.get(id) === turn && underWay.delete(id))
}

/** Waits for the reads of an endpoint that are under way. */
const readOut = (endpoint: Endpoint) =>
  queryClient.refetchQueries(
    { queryKey: keyOf(endpoint), predicate: ({ state }) => state.fetchStatus === 'fetching' },
    { cancelRefetch: false },
  )

/** Waits until what the server says holds the move, then leaves it to that. */
async function settle(move: Move) {
  await readOut(tasksApi.board)
  count(move)
  await readOut(tasksApi.list)
  drop(move)
}

// What has waited stays where it was put until what the server says holds it.
onSent(({ shows }) => {
  if (!('task' in shows)) return
  const move = { ...shows, counted: false }
  begin(move)
  void settle(move)
})

export interface TaskActions {
  /** Sets a task's status; the card moves at once, and back when the server refuses. Without a network it waits. */
  setStatus: (task: Task, status: Status, focus?: boolean) => void
  /**
   * Asks, then deletes; the card goes at once, and comes back when the server refuses or somebody undoes it. Gives what was
   * answered.
   */
  remove: (task: Task, question?: string) => boolean
}

const LATER = 'It will be sent when the connection returns.'

/** What can be done to a card on the board without opening it. Stays the same object as long as the viewer does. */
export function useTaskActions(): TaskActions {
  const { timeZone } = useViewer()
  const { mutateAsync: remove } = useCall(tasksApi.remove)

  return useMemo(() => {
    const carryOut = async (move: Move, deed: () => Promise<unknown>, success: Toast, failure: string) => {
      begin(move)
      try {
        const outcome = await inTurn(move.task.id, deed)
        if (outcome === WAITS) {
          drop(move)
          return toast({ title: 'Kept on this device', description: LATER })
        }
        toast(success)
        await settle(move)
      } catch {
        drop(move)
        toastError(failure)
      }
    }

    return {
      setStatus(task, status, focus = false) {
        const moved = { ...task, status }
        const [from, to] = [shownNow(task), shownNow(moved)]
        const stillOverdue = from === 'overdue' && to === 'overdue' && status !== 'overdue' && isLate(moved)
        const due =
          stillOverdue && task.dueDate ? `Still overdue: it was due ${formatDay(task.dueDate, timeZone)}` : null
        if (task.status === status) {
          if (due) toast({ title: due })
          return
        }
        void carryOut(
          { task: moved, from, to, counted: false },
          () =>
            callOrEnqueue(
              tasksApi.update,
              { params: { id: task.id }, body: { status } },
              {
                words: { what: task.title, deed: `Status: ${statusLabels[status]}` },
                shows: { task: moved, from, to },
              },
            ),
          { title: due ?? 'Task status updated successfully' },
          'Failed to update task status',
        )
        if (from !== to) reveal(task.id, focus)
      },
      remove(task, question = `Are you sure you want to delete "${task.title}"?`) {
        if (!confirm(question)) return false
        const move: Move = { task, from: shownNow(task), to: null, counted: false }
        const undo = () => {
          drop(move)
          void restore([task.id])
        }
        void carryOut(
          move,
          () => remove({ params: { id: task.id } }),
          {
            title: 'Task deleted successfully',
            action: { label: 'Undo', altText: WHERE_DELETED, onSelect: undo },
          },
          'Failed to delete task',
        )
        return true
      },
    }
  }, [timeZone, remove])
}
