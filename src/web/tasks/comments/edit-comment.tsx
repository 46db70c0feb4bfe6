import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { messageOf } from '../../../shared/call.ts'
import { type Comment, commentsApi } from '../../../shared/comments.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { toastError } from '../../ui/toast.tsx'
import { draftKey, drafts, EMPTY, keepDraft } from './drafts.ts'
import { showComment } from './reading.ts'
import { tooLong } from './too-long.ts'

/** Changes the text of one's own comment, in its place. What was typed is kept until it is saved or cancelled. */
export function EditComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const field = useRef<HTMLTextAreaElement>(null)
  const key = draftKey(viewer.id, `comment ${comment.id}`)
  const { text } = drafts.use()[key] ?? EMPTY
  const { mutateAsync: update, isPending } = useCall(commentsApi.update)
  const isChanged = text.trim() !== comment.text
  const fault = tooLong(text, i18n)
  const maySave = (text.trim() !== '' || comment.photos.length > 0) && !fault

  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  useCancelOnEscape(field, !isChanged, onClose)

  const save = async () => {
    if (!isChanged) return onClose()
    if (!maySave || isPending) return
    try {
      showComment(await update({ params: { id: comment.id }, body: { text: text.trim() } }))
      onClose()
    } catch (error) {
      toastError(messageOf(error, i18n.t('It could not be saved.')))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  return (
    <div className="mt-1 flex flex-col gap-2">
      <Textarea
        ref={field}
        rows={2}
        aria-label={i18n.t('Your comment')}
        value={text}
        onChange={({ target }) => keepDraft(viewer.id, key, { text: target.value, mentions: [] })}
        onKeyDown={onKeyDown}
        className="max-h-[40dvh]!"
      />
      {fault && (
        <p role="alert" className="text-overdue text-sm">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={isPending} disabled={!maySave} onClick={() => void save()}>
          {i18n.t('Save')}
        </Button>
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
      </div>
    </div>
  )
}

/** Escape in the field ends the editing, as long as nothing is lost by that; the dialog around stays open. */
function useCancelOnEscape(field: RefObject<HTMLElement | null>, enabled: boolean, onCancel: () => void) {
  const cancel = useRef(onCancel)
  cancel.current = onCancel
  useEffect(() => {
    if (!enabled) return
    // In the capture phase on the window, before the dialog receives the key.
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== field.current) return
      event.preventDefault()
      event.stopPropagation()
      cancel.current()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [field, enabled])
}
