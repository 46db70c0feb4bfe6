import { msg } from '../../shared/message.ts'
import { RESTORE_DAYS, tasksApi } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { markStale } from '../api/queries.ts'
import { i18nNow } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { reveal } from './reveal.ts'

/** Says where deleted tasks are found once the toast has gone. */
export const WHERE_DELETED = msg(
  'Deleted tasks can be restored for {days, plural, one {# day} other {# days}}, from the menu beside the filters',
  { days: RESTORE_DAYS },
)

/** Restores deleted tasks and shows a toast with the result. Returns whether all were restored. */
export async function restore(ids: readonly number[]) {
  const i18n = i18nNow()
  const outcomes = await Promise.allSettled(ids.map((id) => call(tasksApi.restore, { params: { id } })))
  const restored = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  void markStale(tasksApi.restore.changes)
  if (restored.length < ids.length) {
    const count = ids.length - restored.length
    toastError(
      ids.length === 1
        ? i18n.t('Failed to restore task')
        : i18n.t('{count, plural, one {Failed to restore # tasks} other {Failed to restore # tasks}}', { count }),
    )
    return false
  }
  const [first] = restored
  if (restored.length === 1 && first !== undefined) reveal(first)
  toast({
    title:
      restored.length === 1
        ? i18n.t('Task restored successfully')
        : i18n.t('{count, plural, one {# task restored} other {# tasks restored}}', { count: restored.length }),
  })
  return true
}
