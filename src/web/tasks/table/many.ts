import { CallError } from '../../../shared/call.ts'
import { type ManyChanges, type Task, tasksApi } from '../../../shared/tasks.ts'
import { useCall } from '../../api/queries.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { useBoardActions } from '../board/board-context.ts'
import { countOf } from '../counts.ts'
import { restore, WHERE_DELETED } from '../undo.ts'

/** Undo brings deleted tasks back one by one; beyond this many, they are restored from their list. */
const MOST_UNDONE = 20

const counted = (count: number) => `${countOf(count)} ${count === 1 ? 'task' : 'tasks'}`

const refused = (verb: string, count: number, error: unknown) =>
  toastError(`Failed to ${verb} ${counted(count)}: ${reasonOf(error)}. Nothing was changed`)

function reasonOf(error: unknown) {
  const status = error instanceof CallError ? error.status : 0
  if (status === 403) return 'you may not do this to all of them'
  if (status === 404) return 'some of them do not exist any more'
  return 'please try again'
}

/** What is done to many tasks in one call, all or none; each gives whether it was done. */
export function useMany() {
  const { openDeleted } = useBoardActions()
  const update = useCall(tasksApi.updateMany)
  const remove = useCall(tasksApi.removeMany)

  return {
    isPending: update.isPending || remove.isPending,
    async change(tasks: readonly Task[], changes: ManyChanges['changes']) {
      try {
        const { changed } = await update.mutateAsync({ body: { ids: tasks.map(({ id }) => id), changes } })
        toast({ title: changed === 0 ? 'They were so already' : `${counted(changed)} updated` })
        return true
      } catch (error) {
        refused('update', tasks.length, error)
        return false
      }
    },
    async remove(tasks: readonly Task[]) {
      if (!confirm(`Are you sure you want to delete ${counted(tasks.length)}?`)) return false
      const ids = tasks.map(({ id }) => id)
      try {
        await remove.mutateAsync({ body: { ids } })
        const action =
          ids.length <= MOST_UNDONE
            ? { label: 'Undo', altText: WHERE_DELETED, onSelect: () => void restore(ids) }
            : { label: 'Deleted tasks', altText: WHERE_DELETED, onSelect: openDeleted }
        toast({ title: `${counted(ids.length)} deleted`, action })
        return true
      } catch (error) {
        refused('delete', ids.length, error)
        return false
      }
    },
  }
}
