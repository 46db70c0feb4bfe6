import { SquareCheckBig, X } from 'lucide-react'
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { MAX_MESSAGE } from '../../shared/messages.ts'
import type { Thread } from '../../shared/threads.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { EMPTY } from '../task/comments/drafts.ts'
import { tooLong } from '../task/comments/too-long.ts'
import { SendButton, useDraft, WritingBox } from '../task/comments/writing-box.tsx'
import { PhotoButtons } from '../task/photos/photo-buttons.tsx'
import { addPhotos, dropPhoto } from '../task/photos/photo-work.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { keepsFocus } from '../ui/keeps-focus.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useVisibleViewport } from '../ui/visible-viewport.ts'
import { send } from './send-queue.ts'
import { threadName } from './thread-list.tsx'

const TaskPicker = lazyPart(() => import('./task-picker.tsx'), 'TaskPicker')

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
  const { draft, photos, usable, keep } = useDraft(`thread ${thread.id}`)
  const { text, task } = draft
  useVisibleViewport()

  const fault = tooLong(text, i18n, MAX_MESSAGE)
  const maySend = (text.trim() !== '' || usable.length > 0 || task !== undefined) && !fault
  /** A message has one photo: another takes its place. */
  const choosePhoto = (files: File[]) => {
    for (const photo of photos) dropPhoto(photo)
    keep({ ...draft, photos: addPhotos(files.slice(0, 1), viewer.id) })
    field.current?.focus()
  }
  const submit = () => {
    field.current?.focus()
    if (!maySend) return
    const body = { text: text.trim(), ...(usable.length > 0 && { photoIds: usable }) }
    void send({ by: viewer.id, thread: { id: thread.id, name: threadName(thread) }, task, body })
    keep(EMPTY)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey) return
    if (matchMedia('(pointer: coarse)').matches && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    submit()
  }

  return (
    <div className="shrink-0 border-line border-t bg-surface px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom),var(--viewport-bottom,0px))] md:px-6 md:py-3">
      <WritingBox
        draft={draft}
        hasFault={fault !== undefined}
        onChange={keep}
        onPictures={choosePhoto}
        className="group/field mx-auto w-full max-w-3xl md:rounded-card"
      >
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
                keep(rest)
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
            onChange={({ target }) => keep({ ...draft, text: target.value })}
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
            <SendButton maySend={maySend} onSend={submit} className="m-0.5 size-10! md:size-8.5! md:touch:size-10!" />
          </span>
        </div>
      </WritingBox>
      <p id={`${id}note`} role="status" className="mx-auto w-full max-w-3xl px-4 text-overdue text-sm not-empty:pt-1">
        {fault}
      </p>
      {isChoosing && (
        <Suspense fallback={null}>
          <TaskPicker
            onChoose={(chosen) => {
              keep({ ...draft, task: chosen })
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
