import { SendHorizontal } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { useViewer, viewerNow } from '../../api/viewer.ts'
import { i18nNow, useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { keepsFocus } from '../../ui/keeps-focus.ts'
import { currentToast, toast } from '../../ui/toast.tsx'
import { DraftPhotos } from '../photos/draft-photos.tsx'
import { dropPhoto, hasFailed, retryPhoto, usePhotoWorks } from '../photos/photo-work.ts'
import { picturesOf } from '../photos/picture-files.ts'
import { type Draft, type DraftPlace, draftKey, drafts, EMPTY, keepDraft } from './drafts.ts'

/** Hook: the viewer's draft at a place, its photos, also without failed ones, and the function that keeps a draft. */
export function useDraft(place: DraftPlace) {
  const { id } = useViewer()
  const key = draftKey(id, place)
  const draft = drafts.use()[key] ?? EMPTY
  // It decides which photos can be sent.
  usePhotoWorks()
  useDraftNote(key)
  const photos = draft.photos ?? []
  return {
    draft,
    photos,
    usable: photos.filter((photo) => !hasFailed(photo)),
    /** A draft without text, photos and task is forgotten. */
    keep: (next: Draft) => keepDraft(id, key, isBlank(next) ? null : next),
  }
}

/** Says that a draft is kept, when the place is closed in which somebody has typed it. */
function useDraftNote(key: string) {
  useEffect(() => {
    const before = drafts.get()[key]?.text
    return () => {
      const draft = drafts.get()[key]
      // The text of another toast matters more: it may have an Undo.
      if (!draft || draft.text === before || !viewerNow() || currentToast.get()?.open) return
      const i18n = i18nNow()
      toast({ title: i18n.t('Draft saved') })
    }
  }, [key])
}

const isBlank = ({ text, photos = [], task }: Draft) => text.trim() === '' && photos.length === 0 && task === undefined

/** The box around a text field and its photos. Pictures may be dropped or pasted into it. */
export function WritingBox({
  ref,
  draft,
  hasFault,
  onChange,
  onPictures,
  className,
  children,
}: {
  ref?: RefObject<HTMLDivElement | null>
  draft: Draft
  hasFault: boolean
  onChange: (draft: Draft) => void
  onPictures: (files: File[]) => void
  className: string
  children: ReactNode
}) {
  const { id: owner } = useViewer()
  const { photos = [] } = draft
  const onTransfer = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    const files = picturesOf(transfer)
    if (files.length === 0) return
    event.preventDefault()
    onPictures(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pictures are dropped or pasted; a button does it too
    <div
      ref={ref}
      onPaste={(event) => onTransfer(event, event.clipboardData)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => onTransfer(event, event.dataTransfer)}
      className={cx(
        'rounded-[22px] border border-control bg-surface transition-colors duration-120',
        'focus-within:border-accent focus-within:outline-2 focus-within:outline-accent focus-within:-outline-offset-1 hover:border-muted',
        hasFault && 'border-overdue!',
        className,
      )}
    >
      <DraftPhotos
        ids={photos}
        onRemove={(photo) => {
          dropPhoto(photo)
          onChange({ ...draft, photos: photos.filter((other) => other !== photo) })
        }}
        onRetry={(photo) => retryPhoto(photo, owner)}
      />
      {children}
    </div>
  )
}

/** The button that sends what stands in the box. A press leaves the focus in the field. */
export function SendButton({
  maySend,
  onSend,
  className,
}: {
  maySend: boolean
  onSend: () => void
  className: string
}) {
  const i18n = useI18n()
  return (
    <IconButton
      label={i18n.t('Send')}
      aria-disabled={!maySend || undefined}
      {...keepsFocus}
      onClick={onSend}
      className={cx(
        'shrink-0 rounded-full!',
        maySend ? 'bg-accent! text-on-accent! hover:bg-accent-hover!' : 'text-muted',
        className,
      )}
    >
      <SendHorizontal aria-hidden="true" className="size-4.5" />
    </IconButton>
  )
}
