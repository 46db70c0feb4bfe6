import { type KeyboardEvent, type RefObject, useEffect, useId } from 'react'
import { MAX_COMMENT_PHOTOS } from '../../../shared/photos.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useViewer } from '../../api/viewer.ts'
import { OfferedPeople } from '../../components/people/offered-people.tsx'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { useSingleKeys } from '../../ui/shortcuts.ts'
import { toastError } from '../../ui/toast.tsx'
import { PhotoButtons } from '../photos/photo-buttons.tsx'
import { addPhotos, hasFailed } from '../photos/photo-work.ts'
import { EMPTY, mentionedIn } from './drafts.ts'
import { sendComment } from './send-queue.ts'
import { tooLong } from './too-long.ts'
import { tooManyMentions, useMentions } from './use-mentions.ts'
import { SendButton, useDraft, WritingBox } from './writing-box.tsx'

/** On phones the field stands beside the next action: the tools to write come when it is used. */
const whenUsed = 'max-lg:hidden max-lg:group-focus-within/composer:inline-flex'

/** The field for a comment. @ offers people. Ctrl or Cmd with Enter sends. Unsent text is kept. */
export function Composer({ task }: { task: Task }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const id = useId()
  const { draft, photos, usable, keep } = useDraft(`task ${task.id}`)
  const { text } = draft
  const writing = useMentions(task.id, draft, (next) => keep({ ...draft, ...next }))
  const { field } = writing
  useFocusKey(field)

  const mentions = mentionedIn(draft)
  const fault = tooLong(text, i18n) ?? tooManyMentions(draft, i18n)
  const isEmpty = text === '' && photos.length === 0
  const maySend = (text.trim() !== '' || usable.length > 0) && !fault
  const choosePhotos = (files: File[]) => {
    const room = MAX_COMMENT_PHOTOS - photos.length
    if (files.length > room)
      toastError(i18n.t('{max, plural, one {At most # photo} other {At most # photos}}', { max: MAX_COMMENT_PHOTOS }))
    keep({ ...draft, photos: [...photos, ...addPhotos(files.slice(0, room), viewer.id)] })
    field.current?.focus()
  }
  const submit = () => {
    field.current?.focus()
    if (!maySend) return
    const body = { text: text.trim(), mentions: mentions.map((person) => person.id), photoIds: usable }
    const names = mentions.map(({ name }) => name)
    void sendComment({ by: viewer.id, task: { id: task.id, title: task.title }, body, names })
    // A photo that has failed stays, to be tried again.
    keep({ ...EMPTY, photos: photos.filter(hasFailed) })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    else if (!writing.onKey(event)) return
    event.preventDefault()
  }

  return (
    <div
      className={cx(
        'group/composer min-w-36 flex-[999_1_0%] max-lg:has-[:focus]:basis-full lg:flex-none lg:border-line lg:border-t lg:px-4 lg:py-3',
        !isEmpty && 'max-lg:basis-full',
      )}
    >
      <WritingBox
        ref={writing.box}
        draft={draft}
        hasFault={fault !== undefined}
        onChange={keep}
        onPictures={choosePhotos}
        className="lg:rounded-card"
      >
        <div className="flex items-end">
          <textarea
            {...writing.fieldProps}
            ref={field}
            dir="auto"
            rows={1}
            data-comment-field
            aria-label={i18n.t('Write a comment')}
            aria-describedby={`${id}note`}
            aria-invalid={fault ? true : undefined}
            aria-keyshortcuts="m Control+Enter"
            placeholder={i18n.t('Write a comment')}
            onKeyDown={onKeyDown}
            className="field-sizing-content max-h-[min(40dvh,16rem)] min-h-10.5 min-w-0 flex-1 resize-none bg-transparent ps-4 py-2.25 text-lg leading-normal outline-none placeholder:truncate lg:min-h-15 lg:px-3 lg:text-base"
          />
          <PhotoButtons onChoose={choosePhotos} className={isEmpty ? whenUsed : undefined} />
          <SendButton
            maySend={maySend}
            onSend={submit}
            className={cx('size-10.5! lg:m-1 lg:size-8.5!', isEmpty && whenUsed)}
          />
        </div>
      </WritingBox>
      <p id={`${id}note`} role="status" className="px-4 text-overdue text-sm not-empty:pt-1 lg:px-1">
        {fault}
      </p>
      <OfferedPeople {...writing.list} />
    </div>
  )
}

const KEY = 'm'
/** Elements that would take the key for themselves: a field, or another dialog or menu over this one. */
const OTHERS = ':is([role=alertdialog], [role=menu]):not([data-state=closed])'

/** M brings the focus into the field, while nothing lies over its dialog. It does nothing while somebody types. */
function useFocusKey(field: RefObject<HTMLElement | null>) {
  const [isEnabled] = useSingleKeys()
  useEffect(() => {
    if (!isEnabled) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, target } = event
      if (key?.toLowerCase() !== KEY || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const dialogs = document.querySelectorAll('[role=dialog]:not([data-state=closed])')
      const isOnTop = [...dialogs].at(-1)?.contains(field.current) && !document.querySelector(OTHERS)
      const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
      if (!isOnTop || isTyping) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [field, isEnabled])
}
