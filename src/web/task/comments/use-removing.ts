import { type Comment, commentsApi } from '../../../shared/comments.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { serverNowText } from '../../server-time.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { undoAction } from '../undo-action.ts'
import { addUndoable } from '../undo-stack.ts'
import { showComment } from './reading.ts'

/** Returns a function that deletes a comment: at once, and back if the server refuses. Undo restores it. */
export function useRemoving(comment: Comment) {
  const i18n = useI18n()
  const { id: by } = useViewer()
  const { mutateAsync: remove } = useCall(commentsApi.remove)
  const { mutateAsync: restore } = useCall(commentsApi.restore)
  const params = { id: comment.id }

  async function undo() {
    try {
      showComment(await restore({ params }))
      toast({ title: i18n.t('Comment restored') })
      return true
    } catch {
      toastError(i18n.t('Failed to restore the comment'))
      return false
    }
  }

  return async () => {
    showComment({ ...comment, text: '', photos: [], mentions: [], deletedAt: serverNowText() })
    try {
      await remove({ params })
      toast({ title: i18n.t('Comment deleted'), action: undoAction(addUndoable({ by, undo })) })
    } catch {
      showComment(comment)
      toastError(i18n.t('Failed to delete the comment'))
    }
  }
}
