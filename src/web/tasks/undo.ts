import { tasksApi } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { markStale } from '../api/queries.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { reveal } from './reveal.ts'

/** Says where deleted tasks are found once the toast has gone. */
export const WHERE_DELETED = 'Deleted tasks can be restored for 30 days, from the menu beside the filters'

/** Restores deleted tasks and shows a toast with the result. Returns whether all were restored. */
export async function restore(ids: readonly number[]) {
  const outcomes = await Promise.allSettled(ids.map((id) => call(tasksApi.restore, { params: { id } })))
  const restored = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  void markStale(tasksApi.restore.changes)
  if (restored.length < ids.length) {
    toastError(ids.length === 1 ? 'Failed to restore task' : `Failed to restore ${ids.length - restored.length} tasks`)
    return false
  }
  const [first] = restored
  if (restored.length === 1 && first !== undefined) reveal(first)
  toast({ title: restored.length === 1 ? 'Task restored successfully' : `${restored.length} tasks restored` })
  return true
}
