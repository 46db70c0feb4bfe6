import { tasksApi } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { markStale } from '../api/queries.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { reveal } from './reveal.ts'

/** Where a deleted task is found once its toast has gone. */
export const WHERE_DELETED = 'Deleted tasks can be restored for 30 days, from the menu beside the filters'

/** Brings deleted tasks back, and says how that went. Gives whether all are back. */
export async function restore(ids: readonly number[]) {
  const outcomes = await Promise.allSettled(ids.map((id) => call(tasksApi.restore, { params: { id } })))
  const back = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  void markStale(tasksApi.restore.changes)
  if (back.length < ids.length) {
    toastError(ids.length === 1 ? 'Failed to restore task' : `Failed to restore ${ids.length - back.length} tasks`)
    return false
  }
  const [first] = back
  if (back.length === 1 && first !== undefined) reveal(first)
  toast({ title: back.length === 1 ? 'Task restored successfully' : `${back.length} tasks restored` })
  return true
}
