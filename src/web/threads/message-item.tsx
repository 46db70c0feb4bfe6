import { Siren, SquareCheckBig, Undo2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { TAKE_BACK_MS, type ThreadMessage, threadsApi } from '../../shared/threads.ts'
import { formatDateTime, formatTime } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { taskHref } from '../components/addresses/hrefs.ts'
import { tellFailure } from '../components/forms/tell.ts'
import { LinkedText } from '../components/labels/linked-text.tsx'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { useBoardActions } from '../task/board-context.ts'
import { PhotoGrid } from '../task/photos/photo-grid.tsx'
import { cx } from '../ui/class-names.ts'
import { useNow } from '../ui/now.ts'
import { OpeningLink } from '../ui/opening-link.tsx'
import { showMessage } from './reading.ts'

/**
 * A message: one's own at the end of the line, others' at its start. `showsSender` names them, where a thread has many.
 */
export const MessageItem = memo(function MessageItem({
  message,
  isFirst,
  isLast,
  showsSender,
  isLastOwn,
}: {
  message: ThreadMessage
  /** Whether it begins, and ends, a run of messages of its sender. */
  isFirst: boolean
  isLast: boolean
  showsSender: boolean
  /** It is the viewer's last one, which they can take back for a while. */
  isLastOwn: boolean
}) {
  const i18n = useI18n()
  const reader = useReader()
  const viewer = useViewer()
  const { sender, text, reason, photo, task, createdAt, takenBackAt } = message
  const isOwn = sender.id === viewer.id
  const name = fullName(sender)
  return (
    <li className={cx('flex gap-2', isOwn && 'justify-end', isFirst ? 'pt-2.5' : 'pt-0.5')}>
      {showsSender && !isOwn && (
        <span className="mb-5 w-7.5 shrink-0 self-end">{isLast && <Avatar person={sender} size="lg" />}</span>
      )}
      <div className={cx('flex min-w-0 max-w-[85%] flex-col md:max-w-[75%]', isOwn ? 'items-end' : 'items-start')}>
        {isFirst && showsSender && !isOwn ? (
          <p dir="auto" className="px-3 pb-0.5 font-semibold text-muted text-xs">
            {name}
          </p>
        ) : (
          <span className="sr-only">{isOwn ? i18n.t('You') : name}</span>
        )}
        {takenBackAt ? (
          <p className="rounded-2xl border border-line border-dashed px-3 py-1.5 text-muted italic">
            {i18n.t('Message taken back')}
          </p>
        ) : (
          <MessageBubble isOwn={isOwn} isUrgent={reason !== null} isLast={isLast}>
            {reason !== null && (
              <p className="flex items-center gap-1.5 font-semibold text-overdue text-sm">
                <Siren aria-hidden="true" className="size-4 shrink-0" />
                {i18n.t('Urgent')}
              </p>
            )}
            {text && (
              <p dir="auto" className="whitespace-pre-wrap text-md leading-normal wrap-anywhere">
                <LinkedText text={text} />
              </p>
            )}
            {photo && <PhotoGrid photos={[photo]} by={name} />}
            {task && <TaskLink task={task} />}
            {!text && !photo && !task && <p className="text-muted italic">{i18n.t('A task that you cannot see')}</p>}
            {reason !== null && (
              <p className="own-direction mt-1 text-muted text-sm wrap-anywhere">
                {i18n.t('Reason: {reason}', { reason })}
              </p>
            )}
          </MessageBubble>
        )}
        {(isLast || isLastOwn) && (
          <p className="flex min-h-5 items-center gap-2 px-3 pt-0.5 text-muted text-xs">
            <time dateTime={createdAt} title={formatDateTime(createdAt, reader)} className="tabular">
              {formatTime(createdAt, reader)}
            </time>
            {isLastOwn && reason === null && <TakeBack message={message} />}
          </p>
        )}
      </div>
    </li>
  )
})

export function MessageBubble({
  isOwn,
  isUrgent = false,
  isLast = true,
  children,
}: {
  isOwn: boolean
  isUrgent?: boolean
  isLast?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={cx(
        'min-w-0 max-w-full rounded-2xl px-3 py-2 forced-colors:border',
        isUrgent
          ? 'border border-overdue/40 bg-overdue-soft'
          : isOwn
            ? 'bg-accent-soft'
            : 'border border-line bg-surface',
        isLast && (isOwn ? 'rounded-ee-md' : 'rounded-es-md'),
      )}
    >
      {children}
    </div>
  )
}

/** The task that a message mentions. It opens over the thread. */
function TaskLink({ task: { id, title } }: { task: { id: number; title: string } }) {
  const i18n = useI18n()
  const { open } = useBoardActions()
  return (
    <OpeningLink
      aria-label={i18n.t('Task: {title}', { title })}
      href={taskHref(id)}
      onOpen={() => open(id)}
      className="my-0.5 flex min-h-9 max-w-full items-center gap-2 rounded-control border border-line bg-surface px-2.5 py-1.5 text-start font-medium hover:bg-hover touch:min-h-11"
    >
      <SquareCheckBig aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
        {title}
      </span>
    </OpeningLink>
  )
}

/** Takes the viewer's last message back, for two minutes. */
function TakeBack({ message }: { message: ThreadMessage }) {
  const i18n = useI18n()
  const end = Date.parse(message.createdAt) + TAKE_BACK_MS
  const isInTime = useNow((now) => now < end)
  const { mutate, isPending } = useCall(threadsApi.takeBack, {
    onError: tellFailure(msg('The message could not be taken back.')),
    onSuccess: () =>
      showMessage({ ...message, text: '', photo: null, task: null, takenBackAt: new Date(end).toISOString() }),
  })
  if (!isInTime) return null
  return (
    <button
      type="button"
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate({ params: { id: message.threadId, message: message.id } })}
      className="relative inline-flex items-center gap-1 font-medium text-muted before:absolute before:-inset-x-2 before:-inset-y-3 hover:text-text hover:underline"
    >
      <Undo2 aria-hidden="true" className="size-3.25" />
      {i18n.t('Take back')}
    </button>
  )
}
