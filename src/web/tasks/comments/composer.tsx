import { SendHorizontal } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { commentsApi, MAX_MENTIONS } from '../../../shared/comments.ts'
import { MAX_COMMENT_PHOTOS } from '../../../shared/photos.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { fullName } from '../../components/avatar.tsx'
import { OfferedPeople, useOfferedPeople } from '../../components/offered-people.tsx'
import { usePopup } from '../../components/popup.ts'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { toastError } from '../../ui/toast.tsx'
import { DraftPhotos } from '../photos/draft-photos.tsx'
import { PhotoButtons } from '../photos/photo-buttons.tsx'
import { addPhotos, dropPhoto, hasFailed, retryPhoto, usePhotoWorks } from '../photos/photo-work.ts'
import { picturesOf } from '../photos/picture-files.ts'
import { mentionAtEnd } from '../quick-add/parse.ts'
import { type Draft, draftKey, drafts, EMPTY, keepDraft, mentionedIn } from './drafts.ts'
import { send } from './outbox.ts'
import { tooLong } from './too-long.ts'
import { useDraftNote } from './use-draft-note.ts'
import { useFocusKey } from './use-focus-key.ts'

/** On phones the field stands beside the next action: what is needed to write comes when it is used. */
const whenUsed = 'max-lg:hidden max-lg:group-focus-within/composer:inline-flex'

/**
 * The field to write a comment. An @ offers the people who can see the task. Ctrl or Cmd with Enter sends. What is typed is kept
 * until it is sent.
 */
export function Composer({ task }: { task: Task }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number>()
  const [isUsed, setUsed] = useState(false)
  const key = draftKey(viewer.id, `task ${task.id}`)
  const draft = drafts.use()[key] ?? EMPTY
  const { text, photos = [] } = draft
  const change = (next: Draft) =>
    keepDraft(viewer.id, key, next.text.trim() === '' && !next.photos?.length ? null : next)
  // What can be sent depends on it.
  usePhotoWorks()
  useFocusKey(field)
  useDraftNote(key)

  const people = useReply(commentsApi.people, { params: { id: task.id } }, { enabled: isUsed })
  const offers = useOfferedPeople(openMention(draft, caret), text, isUsed ? (people.data?.people ?? []) : [])
  const popup = usePopup(offers.isOpen, box, offers.close)
  const choose = (person: { id: string; firstName: string; lastName: string } | undefined) => {
    if (!person || !offers.mention || caret === undefined) return
    const name = fullName(person)
    const before = `${text.slice(0, offers.mention.from)}@${name} `
    change({
      ...draft,
      text: before + text.slice(caret).trimStart(),
      mentions: [...draft.mentions, { id: person.id, name }],
    })
    // After the text is drawn, which puts the caret at its end.
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length))
    setCaret(before.length)
  }

  const mentions = mentionedIn(draft)
  const fault =
    tooLong(text, i18n) ??
    (mentions.length > MAX_MENTIONS ? i18n.t('At most {max} people', { max: MAX_MENTIONS }) : undefined)
  const isEmpty = text === '' && photos.length === 0
  const usable = photos.filter((photo) => !hasFailed(photo))
  const maySend = (text.trim() !== '' || usable.length > 0) && !fault
  const choosePhotos = (files: File[]) => {
    const room = MAX_COMMENT_PHOTOS - photos.length
    if (files.length > room) toastError(i18n.t('At most {max} photos', { max: MAX_COMMENT_PHOTOS }))
    change({ ...draft, photos: [...photos, ...addPhotos(files.slice(0, room), viewer.id)] })
    field.current?.focus()
  }
  /** Pictures that are dropped or pasted. */
  const onTransfer = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    const files = picturesOf(transfer)
    if (files.length === 0) return
    event.preventDefault()
    choosePhotos(files)
  }
  const submit = () => {
    field.current?.focus()
    if (!maySend) return
    const body = { text: text.trim(), mentions: mentions.map((person) => person.id), photoIds: usable }
    const names = mentions.map(({ name }) => name)
    void send({ by: viewer.id, task: { id: task.id, title: task.title }, body, names })
    // A photo that has failed stays, to be tried again.
    const failed = photos.filter(hasFailed)
    keepDraft(viewer.id, key, failed.length > 0 ? { ...EMPTY, photos: failed } : null)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    else if (offers.isOpen && step) offers.move(step)
    else if (offers.isOpen && (event.key === 'Enter' || event.key === 'Tab')) choose(offers.people[offers.active])
    else return
    event.preventDefault()
  }

  return (
    <div
      className={cx(
        'group/composer min-w-36 flex-[999_1_0%] max-lg:has-[:focus]:basis-full lg:flex-none lg:border-line lg:border-t lg:px-4 lg:py-3',
        !isEmpty && 'max-lg:basis-full',
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pictures can be dropped and pasted; a button chooses them as well */}
      <div
        ref={box}
        onPaste={(event) => onTransfer(event, event.clipboardData)}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => onTransfer(event, event.dataTransfer)}
        className={cx(
          'rounded-[22px] border border-control bg-surface transition-colors duration-120 lg:rounded-card',
          'focus-within:border-accent focus-within:outline-2 focus-within:outline-accent focus-within:-outline-offset-1 hover:border-muted',
          fault && 'border-overdue!',
        )}
      >
        <DraftPhotos
          ids={photos}
          onRemove={(photo) => {
            dropPhoto(photo)
            change({ ...draft, photos: photos.filter((other) => other !== photo) })
          }}
          onRetry={(photo) => retryPhoto(photo, viewer.id)}
        />
        <div className="flex items-end">
          <textarea
            ref={field}
            dir="auto"
            rows={1}
            data-comment-field
            aria-label={i18n.t('Write a comment')}
            aria-describedby={`${id}note`}
            aria-invalid={fault ? true : undefined}
            aria-haspopup="listbox"
            aria-controls={offers.isOpen ? `${id}people` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={offers.isOpen ? `${id}people${offers.people[offers.active]?.id}` : undefined}
            aria-keyshortcuts="m Control+Enter"
            value={text}
            placeholder={i18n.t('Write a comment')}
            onFocus={() => setUsed(true)}
            onChange={({ target }) => {
              setCaret(target.selectionStart)
              change({ ...draft, text: target.value })
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            className="field-sizing-content max-h-[min(40dvh,16rem)] min-h-10.5 min-w-0 flex-1 resize-none bg-transparent px-4 py-2.25 text-lg leading-normal outline-none placeholder:truncate lg:min-h-15 lg:px-3 lg:text-base"
          />
          <PhotoButtons onChoose={choosePhotos} className={isEmpty ? whenUsed : undefined} />
          <IconButton
            label={i18n.t('Send')}
            aria-disabled={!maySend || undefined}
            // The field keeps the focus, and a phone its keyboard.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={submit}
            className={cx(
              'size-10.5! shrink-0 rounded-full! lg:m-1 lg:size-8.5!',
              isEmpty && whenUsed,
              maySend ? 'bg-accent! text-on-accent! hover:bg-accent-hover!' : 'text-muted',
            )}
          >
            <SendHorizontal aria-hidden="true" className="size-4.5" />
          </IconButton>
        </div>
      </div>
      <p id={`${id}note`} role="status" className="px-4 text-overdue text-sm not-empty:pt-1 lg:px-1">
        {fault}
      </p>
      <OfferedPeople popup={popup} id={`${id}people`} offers={offers} onChoose={choose} />
    </div>
  )
}

/** The name that is being typed before the caret; undefined where none is, and after one that was chosen. */
function openMention({ text, mentions }: Draft, caret: number | undefined) {
  const mention = mentionAtEnd(text.slice(0, caret ?? text.length))
  if (caret === undefined || !mention) return undefined
  return mentions.some(({ name }) => mention.query.startsWith(`${name} `) || mention.query === name)
    ? undefined
    : mention
}
