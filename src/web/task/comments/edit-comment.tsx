import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { type Comment, commentsApi } from '../../../shared/comments.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { OfferedPeople } from '../../components/people/offered-people.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { toastError } from '../../ui/toast.tsx'
import { draftKey, drafts, EMPTY, keepDraft, mentionedIn } from './drafts.ts'
import { showComment } from './reading.ts'
import { tooLong } from './too-long.ts'
import { tooManyMentions, useMentions } from './use-mentions.ts'

/**
 * Changes the text of one's own comment, in its place, and the people it mentions: their names stand in it. Typed text
 * is kept until it is saved or cancelled.
 */
export function EditComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const key = draftKey(viewer.id, `comment ${comment.id}`)
  const { text, mentions: chosen } = drafts.use()[key] ?? EMPTY
  const own = comment.mentions.map(named)
  const draft = { text, mentions: [...own, ...chosen] }
  const writing = useMentions(comment.taskId, draft, (next) => keepDraft(viewer.id, key, next))
  const { field } = writing
  const { mutateAsync: update, isPending } = useCall(commentsApi.update)
  const mentions = mentionedIn(draft)
  const isChanged = text.trim() !== comment.text || mentions.length > mentionedIn({ text, mentions: own }).length
  const fault = tooLong(text, i18n) ?? tooManyMentions(draft, i18n)
  const maySave = (text.trim() !== '' || comment.photos.length > 0) && !fault

  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [field])
  useCancelOnEscape(field, !isChanged && !writing.isOpen, onClose)

  const save = async () => {
    if (!isChanged) return onClose()
    if (!maySave || isPending) return
    try {
      const body = { text: text.trim(), mentions: mentions.map(({ id }) => id) }
      showComment(await update({ params: { id: comment.id }, body }))
      onClose()
    } catch (error) {
      toastError(messageOf(error, i18n.t('It could not be saved.')))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else if (!writing.onKey(event)) return
    event.preventDefault()
  }
  return (
    <div className="mt-1 flex flex-col gap-2">
      <div ref={writing.box} className="flex flex-col">
        <Textarea
          {...writing.fieldProps}
          ref={field}
          rows={2}
          aria-label={i18n.t('Your comment')}
          onKeyDown={onKeyDown}
          className="max-h-[40dvh]!"
        />
      </div>
      <OfferedPeople {...writing.list} />
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

const named = (person: Comment['mentions'][number]) => ({ id: person.id, name: fullName(person) })

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
