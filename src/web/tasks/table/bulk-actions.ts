import type { I18n } from '@lingui/core'
import { CallError } from '../../../shared/call.ts'
import { type ManyChanges, type Task, tasksApi } from '../../../shared/tasks.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { useBoardActions } from '../board/board-context.ts'
import { restore, WHERE_DELETED } from '../undo.ts'

/** Undo restores deleted tasks one by one. If there are more, they are restored from the list of deleted tasks. */
const MAX_UNDONE = 20

function reasonOf(error: unknown, i18n: I18n) {
  const status = error instanceof CallError ? error.status : 0
  if (status === 403) return i18n.t('you may not do this to all of them')
  if (status === 404) return i18n.t('some of them do not exist any more')
  return i18n.t('please try again')
}

/** Actions on many tasks in one call, which changes all or none. Each returns whether it was done. */
export function useBulkActions() {
  const i18n = useI18n()
  const { openDeleted } = useBoardActions()
  const update = useCall(tasksApi.updateMany)
  const remove = useCall(tasksApi.removeMany)

  return {
    isPending: update.isPending || remove.isPending,
    async change(tasks: readonly Task[], changes: ManyChanges['changes']) {
      try {
        const { changed } = await update.mutateAsync({ body: { ids: tasks.map(({ id }) => id), changes } })
        toast({
          title:
            changed === 0
              ? i18n.t('They were so already')
              : i18n.t('{count, plural, one {# task updated} other {# tasks updated}}', { count: changed }),
        })
        return true
      } catch (error) {
        toastError(
          i18n.t(
            '{count, plural, one {Failed to update # task: {reason}. Nothing was changed} other {Failed to update # tasks: {reason}. Nothing was changed}}',
            { count: tasks.length, reason: reasonOf(error, i18n) },
          ),
        )
        return false
      }
    },
    async remove(tasks: readonly Task[]) {
      const count = tasks.length
      const question = i18n.t(
        '{count, plural, one {Are you sure you want to delete # task?} other {Are you sure you want to delete # tasks?}}',
        { count },
      )
      if (!confirm(question)) return false
      const ids = tasks.map(({ id }) => id)
      try {
        await remove.mutateAsync({ body: { ids } })
        const altText = i18n.t(WHERE_DELETED)
        const action =
          count <= MAX_UNDONE
            ? { label: i18n.t('Undo'), altText, onSelect: () => void restore(ids) }
            : { label: i18n.t('Deleted tasks'), altText, onSelect: openDeleted }
        toast({ title: i18n.t('{count, plural, one {# task deleted} other {# tasks deleted}}', { count }), action })
        return true
      } catch (error) {
        toastError(
          i18n.t(
            '{count, plural, one {Failed to delete # task: {reason}. Nothing was changed} other {Failed to delete # tasks: {reason}. Nothing was changed}}',
            { count, reason: reasonOf(error, i18n) },
          ),
        )
        return false
      }
    },
  }
}
