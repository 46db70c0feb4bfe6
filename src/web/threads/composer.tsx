import { SendHorizontal, SquareCheckBig, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { MAX_MESSAGE } from '../../shared/messages.ts'
import type { Thread } from '../../shared/threads.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { type Draft, draftKey, drafts, EMPTY, keepDraft } from '../task/comments/drafts.ts'
import { tooLong } from '../task/comments/too-long.ts'
import { useDraftNote } from '../task/comments/use-draft-note.ts'
import { DraftPhotos } from '../task/photos/draft-photos.tsx'
import { PhotoButtons } from '../task/photos/photo-buttons.tsx'
import { addPhotos, dropPhoto, hasFailed, retryPhoto, usePhotoWorks } from '../task/photos/photo-work.ts'
import { picturesOf } from '../task/photos/picture-files.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { keepsFocus } from '../ui/keeps-focus.ts'
import { useVisibleViewport } from '../ui/visible-viewport.ts'
import { send } from './send-queue.ts'
import { threadName } from './thread-list.tsx'

const TaskPicker = lazy(() => import('./task-picker.tsx').then((module) => ({ default: module.TaskPicker })))

/**
 * The field for a message, with a photo and a task. Enter sends and Shift+Enter begins a line; where people type on the
 * screen, Enter begins a line. Unsent text is kept.
 */
export function MessageComposer({ thread }: { thread: Thread }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const key = draftKey(viewer.id, `thread ${thread.id}`)
  const draft = drafts.use()[key] ?? EMPTY
  const { text, photos = [], task } = draft
  const change = (next: Draft) => keepDraft(viewer.id, key, isBlank(next) ? null : next)
  // It decides which photo can be sent.
  usePhotoWorks()
  useDraftNote(key)
  useVisibleViewport()

  const fault = tooLong(text, i18n, MAX_MESSAGE)
  const usable = photos.filter((photo) => !hasFailed(photo))
  const maySend = (text.trim() !== '' || usable.length > 0 || task !== undefined) && !fault
  /** A message has one photo: another takes its place. */
  const choosePhoto = (files: File[]) => {
    for (const photo of photos) dropPhoto(photo)
    change({ ...draft, photos: addPhotos(files.slice(0, 1), viewer.id) })
    field.current?.focus()
  }
  /** Pictures that are dropped or pasted. */
  const onTransfer = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    const files = picturesOf(transfer)
    if (files.length === 0) return
    event.preventDefault()
    choosePhoto(files)
  }
  const submit = () => {
    field.current?.focus()
    if (!maySend) return
    const body = { text: text.trim(), ...(usable.length > 0 && { photoIds: usable }) }
    void send({ by: viewer.id, thread: { id: thread.id, name: threadName(thread) }, task, body })
    keepDraft(viewer.id, key, null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey) return
    if (matchMedia('(pointer: coarse)').matches && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    submit()
  }

  return (
    <div className="shrink-0 border-line border-t bg-surface px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom),var(--viewport-bottom,0px))] md:px-6 md:py-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pictures are dropped or pasted; a button does it too */}
      <div
        onPaste={(event) => onTransfer(event, event.clipboardData)}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => onTransfer(event, event.dataTransfer)}
        className={cx(
          'group/field mx-auto w-full max-w-3xl rounded-[22px] border border-control bg-surface transition-colors duration-120 md:rounded-card',
          'focus-within:border-accent focus-within:outline-2 focus-within:outline-accent focus-within:-outline-offset-1 hover:border-muted',
          fault && 'border-overdue!',
        )}
      >
        <DraftPhotos
          ids={photos}
          onRemove={(photo) => {
            dropPhoto(photo)
            change({ ...draft, photos: [] })
          }}
          onRetry={(photo) => retryPhoto(photo, viewer.id)}
        />
        {task && (
          <p className="flex items-center gap-2 ps-4 pe-1 pt-1 font-medium">
            <SquareCheckBig aria-hidden="true" className="size-4 shrink-0 text-accent" />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {task.title}
            </span>
            <IconButton
              label={i18n.t('Leave the task out')}
              {...keepsFocus}
              onClick={() => {
                const { task: _, ...rest } = draft
                change(rest)
              }}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </p>
        )}
        {/* On phones the words get a line of their own as soon as somebody writes. */}
        <div className="flex flex-wrap items-end justify-end">
          <textarea
            ref={field}
            dir="auto"
            rows={1}
            value={text}
            data-message-field
            aria-label={i18n.t('Write a message')}
            aria-describedby={`${id}note`}
            aria-invalid={fault ? true : undefined}
            placeholder={i18n.t('Write a message')}
            enterKeyHint="enter"
            onChange={({ target }) => change({ ...draft, text: target.value })}
            onKeyDown={onKeyDown}
            className={cx(
              'field-sizing-content max-h-[min(40dvh,12rem)] min-h-10.5 min-w-0 flex-1 resize-none bg-transparent ps-4 py-2.25 text-lg leading-normal outline-none placeholder:truncate md:min-h-11 md:py-2.5 md:text-base',
              // With large letters it gets that line at once.
              text === '' ? 'basis-32 max-md:group-focus-within/field:basis-full' : 'max-md:basis-full max-md:pe-4',
            )}
          />
          <span className="flex shrink-0 items-center md:min-h-11 md:pe-1">
            <IconButton {...keepsFocus} label={i18n.t('Mention a task')} onClick={() => setChoosing(true)}>
              <SquareCheckBig aria-hidden="true" className="size-5" />
            </IconButton>
            <PhotoButtons onChoose={choosePhoto} single />
            <IconButton
              label={i18n.t('Send')}
              aria-disabled={!maySend || undefined}
              {...keepsFocus}
              onClick={submit}
              className={cx(
                'm-0.5 size-10! shrink-0 rounded-full! md:size-8.5! md:touch:size-10!',
                maySend ? 'bg-accent! text-on-accent! hover:bg-accent-hover!' : 'text-muted',
              )}
            >
              <SendHorizontal aria-hidden="true" className="size-4.5" />
            </IconButton>
          </span>
        </div>
      </div>
      <p id={`${id}note`} role="status" className="mx-auto w-full max-w-3xl px-4 text-overdue text-sm not-empty:pt-1">
        {fault}
      </p>
      {isChoosing && (
        <Suspense fallback={null}>
          <TaskPicker
            onChoose={(chosen) => {
              change({ ...draft, task: chosen })
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

const isBlank = ({ text, photos = [], task }: Draft) => text.trim() === '' && photos.length === 0 && task === undefined
