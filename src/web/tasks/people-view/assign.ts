import { peopleViewApi } from '../../../shared/people-view.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { call } from '../../api/call.ts'
import { isKeyOf, queryClient, showChanges } from '../../api/queries.ts'
import { viewerNow } from '../../api/viewer.ts'
import { i18nNow } from '../../language.ts'
import { createPersonalStore } from '../../store.ts'
import { reveal } from '../../task/reveal.ts'
import { sendInOrder, untilDrawn, waitForReads } from '../../task/run-move.ts'
import { undoAction, withUndo } from '../../task/undo-action.ts'
import { addUndoable } from '../../task/undo-stack.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { laneOf } from './lanes.ts'

/** A possible assignee. */
export interface PlannedPerson {
  id: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
}

/** Tasks as they are after an assignment that the server's replies may not contain yet, by their ids. */
const assigned = createPersonalStore<ReadonlyMap<number, Task>>(new Map())
export const useAssigned = assigned.use

function set(id: number, task: Task | null) {
  const next = new Map(assigned.get())
  if (task) next.set(id, task)
  else next.delete(id)
  assigned.set(next)
}

/** Waits until no lanes are being read. A change by somebody else breaks off a read and begins another. */
async function readAnew() {
  const isOfLanes = ({ queryKey }: { queryKey: readonly unknown[] }) => isKeyOf(peopleViewApi.lanes, queryKey)
  while (queryClient.isFetching({ predicate: isOfLanes }) > 0) await waitForReads(peopleViewApi.lanes)
  await untilDrawn()
}

function undoableAssignment({ id, title, assigneeId: before }: Task, assigneeId: string | null, by: string) {
  const replaced = { from: { assigneeId }, to: [{ ids: [id], values: { assigneeId: before } }] }
  const undo = () => withUndo(({ undoChange }) => undoChange(replaced, new Map([[id, title]])))
  return addUndoable({ by, undo })
}

/** Assigns a task to a person, or to nobody. The card moves at once, and back if the server refuses. */
export async function assign(task: Task, person: PlannedPerson | null, focus = false) {
  const assigneeId = person?.id ?? null
  if (laneOf(task) === laneOf({ assigneeId })) return
  const after: Task = { ...task, assigneeId, assignee: person && { ...person, email: '' } }
  set(task.id, after)
  reveal(task.id, focus)
  const i18n = i18nNow()
  const by = viewerNow()?.id ?? ''
  try {
    const reply = await sendInOrder(task.id, () =>
      call(tasksApi.update, { params: { id: task.id }, body: { assigneeId } }),
    )
    // Somebody else may have signed in meanwhile.
    if (viewerNow()?.id !== by) return
    toast({ title: i18n.t('Task updated successfully'), action: undoAction(undoableAssignment(task, assigneeId, by)) })
    await showChanges(tasksApi.update.changes, reply)
    await readAnew()
  } catch {
    toastError(i18n.t('Failed to update task'))
    reveal(task.id, focus)
    void showChanges(tasksApi.update.changes, undefined)
  } finally {
    // The same task may have been assigned again meanwhile.
    if (assigned.get().get(task.id) === after) set(task.id, null)
  }
}
