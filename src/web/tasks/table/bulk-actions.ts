import { CallError } from '../../../shared/call.ts'
import { type ManyChanges, type Task, tasksApi } from '../../../shared/tasks.ts'
import { useCall } from '../../api/queries.ts'
import { formatCount } from '../../components/format.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { useBoardActions } from '../board/board-context.ts'
import { restore, WHERE_DELETED } from '../undo.ts'

/** Undo restores deleted tasks one by one. If there are more, they are restored from the list of deleted tasks. */
const MAX_UNDONE = 20

const formatTasks = (count: number) => `${formatCount(count)} ${count === 1 ? 'task' : 'tasks'}`

const showFailure = (verb: string, count: number, error: unknown) =>
  toastError(`Failed to ${verb} ${formatTasks(count)}: ${reasonOf(error)}. Nothing was changed`)

function reasonOf(error: unknown) {
  const status = error instanceof CallError ? error.status : 0
  if (status === 403) return 'you may not do this to all of them'
  if (status === 404) return 'some of them do not exist any more'
  return 'please try again'
}

/** Actions on many tasks in one call, which changes all or none. Each returns whether it was done. */
export function useBulkActions() {
  const { openDeleted } = useBoardActions()
  const update = useCall(tasksApi.updateMany)
  const remove = useCall(tasksApi.removeMany)

  return {
    isPending: update.isPending || remove.isPending,
    async change(tasks: readonly Task[], changes: ManyChanges['changes']) {
      try {
        const { changed } = await update.mutateAsync({ body: { ids: tasks.map(({ id }) => id), changes } })
        toast({ title: changed === 0 ? 'They were so already' : `${formatTasks(changed)} updated` })
        return true
      } catch (error) {
        showFailure('update', tasks.length, error)
        return false
      }
    },
    async remove(tasks: readonly Task[]) {
      if (!confirm(`Are you sure you want to delete ${formatTasks(tasks.length)}?`)) return false
      const ids = tasks.map(({ id }) => id)
      try {
        await remove.mutateAsync({ body: { ids } })
        const action =
          ids.length <= MAX_UNDONE
            ? { label: 'Undo', altText: WHERE_DELETED, onSelect: () => void restore(ids) }
            : { label: 'Deleted tasks', altText: WHERE_DELETED, onSelect: openDeleted }
        toast({ title: `${formatTasks(ids.length)} deleted`, action })
        return true
      } catch (error) {
        showFailure('delete', ids.length, error)
        return false
      }
    },
  }
}
