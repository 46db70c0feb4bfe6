import type { I18n } from '@lingui/core'
import { may, type Permission } from '../../../shared/permissions.ts'
import { type ManyChanges, type Task, tasksApi } from '../../../shared/tasks.ts'
import { CallError } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { shortList } from '../../task/short-list.ts'
import { restore, undoChange } from '../../task/undo.ts'
import { undoAction, WHERE_DELETED } from '../../task/undo-action.ts'
import { addUndoable } from '../../task/undo-stack.ts'
import { toast, toastError } from '../../ui/toast.tsx'

/** How many of the selected tasks an action changes. */
export interface TasksPart {
  count: number
  total: number
}

/** "Change 3 of 5". */
export const changePart = ({ count, total }: TasksPart, i18n: I18n) =>
  i18n.t('Change {count} of {total}', { count, total })

/** Undo restores deleted tasks one by one. If there are more, they are restored from the list of deleted tasks. */
const MAX_UNDONE = 20

function reasonOf(error: unknown, i18n: I18n) {
  const status = error instanceof CallError ? error.status : 0
  if (status === 403) return i18n.t('you cannot do this to all of them')
  if (status === 404) return i18n.t('some of them do not exist any more')
  return i18n.t('please try again')
}

/**
 * Actions on many tasks in one call, which changes all or none. Tasks that the viewer may not change so are left out,
 * and a note names them. Each action returns whether it was done.
 */
export function useBulkActions() {
  const i18n = useI18n()
  const viewer = useViewer()
  const { openDeleted } = useBoardActions()
  const update = useCall(tasksApi.updateMany)
  const remove = useCall(tasksApi.removeMany)

  const isMine = (permission: Permission) => (task: Task) => may(viewer, permission, task)
  const mineOf = (tasks: readonly Task[], permission: Permission) => tasks.filter(isMine(permission))
  /** The note about the tasks that are left out; undefined if there are none. */
  const notMine = (tasks: readonly Task[], permission: Permission) => {
    const titles = tasks.filter((task) => !isMine(permission)(task)).map(({ title }) => title)
    return titles.length === 0 ? undefined : i18n.t('You cannot change: {names}', { names: shortList(titles, i18n) })
  }

  return {
    isPending: update.isPending || remove.isPending,
    mineOf,
    async change(tasks: readonly Task[], changes: ManyChanges['changes']) {
      const permission = 'status' in changes ? 'task:set-status' : 'task:update'
      const mine = mineOf(tasks, permission)
      const description = notMine(tasks, permission)
      try {
        const { changed, before } = await update.mutateAsync({ body: { ids: mine.map(({ id }) => id), changes } })
        const titles = new Map(mine.map(({ id, title }) => [id, title]))
        const undo = () => undoChange({ from: changes, to: before }, titles)
        toast({
          title:
            changed === 0
              ? i18n.t('Nothing to change')
              : description
                ? i18n.t('{total, plural, one {{count, number} of # changed} other {{count, number} of # changed}}', {
                    count: changed,
                    total: tasks.length,
                  })
                : i18n.t('{count, plural, one {# task updated} other {# tasks updated}}', { count: changed }),
          ...(description && { description }),
          ...(changed > 0 && { action: undoAction(addUndoable({ by: viewer.id, undo })) }),
        })
        return true
      } catch (error) {
        toastError(
          i18n.t(
            '{count, plural, one {Failed to update # task: {reason}. Nothing was changed} other {Failed to update # tasks: {reason}. Nothing was changed}}',
            { count: mine.length, reason: reasonOf(error, i18n) },
          ),
        )
        return false
      }
    },
    async remove(tasks: readonly Task[]) {
      const ids = mineOf(tasks, 'task:delete').map(({ id }) => id)
      const count = ids.length
      const description = notMine(tasks, 'task:delete')
      const question = i18n.t(
        '{count, plural, one {Are you sure you want to delete # task?} other {Are you sure you want to delete # tasks?}}',
        { count },
      )
      if (!confirm(description ? `${question}\n${description}` : question)) return false
      try {
        await remove.mutateAsync({ body: { ids } })
        const altText = i18n.t(WHERE_DELETED)
        const isFew = count <= MAX_UNDONE
        const change = addUndoable({
          by: viewer.id,
          async undo() {
            if (isFew) return restore(ids)
            openDeleted()
            return true
          },
        })
        toast({
          title: i18n.t('{count, plural, one {# task deleted} other {# tasks deleted}}', { count }),
          ...(description && { description }),
          action: isFew
            ? undoAction(change, altText)
            : { label: i18n.t('Deleted tasks'), altText, onSelect: openDeleted },
        })
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
