import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { type Comment, commentsApi } from '../../../shared/comments.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { Ago } from '../../components/time/ago.tsx'
import { useI18n } from '../../language.ts'
import { serverNowText } from '../../server-time.ts'
import { Ellipsis } from '../../ui/dots.ts'
import { Menu, MenuEntry } from '../../ui/menu.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { PhotoGrid } from '../photos/photo-grid.tsx'
import { removeShownPhoto } from '../photos/remove-photo.ts'
import { undoAction } from '../undo-action.ts'
import { addUndoable } from '../undo-stack.ts'
import { CommentText } from './comment-text.tsx'
import { draftKey, drafts, keepDraft } from './drafts.ts'
import { EditComment } from './edit-comment.tsx'
import { showComment, showPhoto } from './reading.ts'

/** A comment with its author. `mayDelete`: the viewer may delete it and its photos; `mayWrite`: edit it. */
export const CommentItem = memo(function CommentItem({
  comment,
  mayWrite,
  mayDelete,
}: {
  comment: Comment
  mayWrite: boolean
  mayDelete: boolean
}) {
  const { author, createdAt, deletedAt, editedAt, mentions, photos, text } = comment
  const i18n = useI18n()
  const viewer = useViewer()
  const key = draftKey(viewer.id, `comment ${comment.id}`)
  const isOwn = mayWrite && author.id === viewer.id
  const isEdited = drafts.useSelected((all) => isOwn && deletedAt === null && key in all)
  const remove = useRemoving(comment)
  return (
    <li className="group/comment relative flex gap-3">
      <Avatar person={author} size="lg" className={deletedAt ? 'opacity-50' : ''} />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-5 flex-wrap items-baseline gap-x-2 pe-8 touch:pe-10">
          <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {fullName(author)}
          </span>
          <span className="text-muted text-sm">
            <Ago iso={createdAt} className="tabular" />
            {editedAt && !deletedAt && <> · {i18n.t('edited')}</>}
          </span>
        </p>
        {deletedAt ? (
          <p className="text-muted italic">{i18n.t('Comment deleted')}</p>
        ) : isEdited ? (
          <EditComment comment={comment} onClose={() => keepDraft(viewer.id, key, null)} />
        ) : text ? (
          <CommentText text={text} names={mentions.map(fullName)} own={fullName(viewer)} />
        ) : (
          photos.length === 0 && <p className="text-muted italic">{i18n.t('Photo removed')}</p>
        )}
        <PhotoGrid
          photos={photos}
          by={fullName(author)}
          onRemove={
            mayDelete ? (id) => void removeShownPhoto(id, (isThere) => showPhoto(comment, id, isThere)) : undefined
          }
        />
      </div>
      {!deletedAt && !isEdited && (isOwn || mayDelete) && (
        <Menu
          trigger={
            <button
              type="button"
              aria-label={i18n.t('Actions for the comment of {name}', { name: fullName(author) })}
              className="-top-1 -inset-e-1 absolute grid size-7 place-items-center rounded-control text-muted opacity-0 hover:bg-hover hover:text-text focus-visible:opacity-100 aria-expanded:opacity-100 group-hover/comment:opacity-100 touch:-top-2.75 touch:-inset-e-3 touch:size-11 touch:opacity-100"
            >
              <Ellipsis aria-hidden="true" className="size-4" />
            </button>
          }
        >
          {isOwn && (
            <MenuEntry icon={Pencil} onSelect={() => keepDraft(viewer.id, key, { text, mentions: [] })}>
              {i18n.t('Edit')}
            </MenuEntry>
          )}
          <MenuEntry icon={Trash2} destructive onSelect={remove}>
            {i18n.t('Delete')}
          </MenuEntry>
        </Menu>
      )}
    </li>
  )
})

/** Returns a function that deletes a comment: at once, and back if the server refuses. Undo restores it. */
function useRemoving(comment: Comment) {
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
