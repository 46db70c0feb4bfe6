import { ArrowDown, ChevronLeft, MessagesSquare } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { Thread, ThreadMessage } from '../../shared/threads.ts'
import { hasStatus } from '../api/call-endpoint.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { openThread } from '../live/open-thread.ts'
import { useScrolling } from '../task/comments/use-scrolling.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { firstUnread, placed } from './by-day.ts'
import { MessageComposer } from './composer.tsx'
import { DayHeading } from './day-heading.tsx'
import { MessageItem } from './message-item.tsx'
import { useReadMark, useThread } from './reading.ts'
import { useThreadSearch } from './search-params.ts'
import { hasMessageArrived, lastSent, useUnsentMessages } from './send-queue.ts'
import { ThreadPicture, threadName } from './thread-list.tsx'
import { UnsentMessageItem } from './unsent-item.tsx'

/** A thread with its messages and a field. It opens at the latest, and follows as others write. */
export function OpenThread({ id }: { id: number }) {
  const i18n = useI18n()
  const { close } = useThreadSearch()
  const { query, reading, readEarlier } = useThread(id)
  const { data, error } = query
  useEffect(() => {
    openThread.set(id)
    return () => openThread.set(null)
  }, [id])
  if (!data) {
    const isGone = hasStatus(error, 404)
    return (
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Head isLoading={!error} />
        {isGone ? (
          <EmptyState
            icon={MessagesSquare}
            title={i18n.t('You do not take part in this conversation')}
            action={<Button onClick={close}>{i18n.t('All conversations')}</Button>}
          >
            {i18n.t('A department’s conversation is for its people.')}
          </EmptyState>
        ) : (
          <NotLoaded query={query} failure={i18n.t('The messages could not be loaded.')}>
            <Loading />
          </NotLoaded>
        )}
      </div>
    )
  }
  const { thread, messages, next } = data
  return (
    <section aria-label={threadName(thread)} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Head thread={thread} />
      <Log thread={thread} messages={messages} hasEarlier={next !== null} reading={reading} readEarlier={readEarlier} />
      {thread.isOpen ? (
        <MessageComposer thread={thread} />
      ) : (
        <p className="border-line border-t bg-surface px-4 py-4 text-center text-muted">
          {i18n.t('{name} no longer gets messages.', { name: threadName(thread) })}
        </p>
      )}
    </section>
  )
}

/** The other side, and whether somebody is there to answer. On phones the way back to the list. */
function Head({ thread, isLoading = false }: { thread?: Thread; isLoading?: boolean }) {
  const i18n = useI18n()
  const isWide = useMedia(NOT_SMALL)
  const { close } = useThreadSearch()
  if (isWide && !thread && !isLoading) return null
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-3 border-line border-b bg-surface px-2 py-1.5 md:px-4">
      {!isWide && (
        <IconButton label={i18n.t('Back to all conversations')} onClick={close}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
      )}
      {thread ? (
        <>
          <ThreadPicture thread={thread} />
          <div className="min-w-0 flex-1">
            <h2 dir="auto" className="truncate font-semibold text-md">
              {threadName(thread)}
            </h2>
            <p className="text-muted text-sm leading-snug wrap-anywhere">
              <Presence thread={thread} />
            </p>
          </div>
        </>
      ) : (
        isLoading && (
          <>
            <Skeleton className="size-9 rounded-full!" />
            <Skeleton className="h-4 w-36" />
          </>
        )
      )}
    </header>
  )
}

/** Nobody off duty is disturbed: the sender knows when the message will be read. */
function Presence({ thread: { person, onDuty, isOpen } }: { thread: Thread }) {
  const i18n = useI18n()
  if (!isOpen) return null
  if (person) return onDuty > 0 ? i18n.t('On duty') : i18n.t('Off duty, reads it at the next clock-in')
  if (onDuty === 0) return i18n.t('Nobody else is on duty now')
  return i18n.t('{count, plural, one {# other on duty} other {# others on duty}}', { count: onDuty })
}

function Log({
  thread,
  messages,
  hasEarlier,
  reading,
  readEarlier,
}: {
  thread: Thread
  messages: readonly ThreadMessage[]
  hasEarlier: boolean
  reading: 'earlier' | 'failed' | undefined
  readEarlier: () => Promise<void>
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const box = useRef<HTMLDivElement>(null)
  const [newFrom] = useState(() => firstUnread(messages, viewer.id, thread.unread))
  const unsent = useUnsentMessages(thread.id).filter(
    (waiting) => !messages.some((message) => hasMessageArrived(waiting, message)),
  )
  const scrolling = useScrolling({
    box,
    comments: messages,
    unsent: unsent.length,
    sent: lastSent.use(),
    opensAtEnd: true,
  })
  useReadMark(thread, scrolling.isAtEnd)
  const lastOwn = messages.findLast(({ sender, takenBackAt }) => sender.id === viewer.id && takenBackAt === null)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller can be reached by keyboard
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 pb-3 [overflow-anchor:none] focus-visible:outline-offset-[-2px] md:px-6"
      >
        <div className="mx-auto mt-auto flex w-full max-w-3xl flex-col">
          {hasEarlier && (
            <div className="flex flex-col items-center gap-1.5 pt-3">
              {reading === 'failed' && (
                <p role="alert" className="text-overdue text-sm">
                  {i18n.t('The earlier messages could not be loaded.')}
                </p>
              )}
              <Button onClick={() => void readEarlier()} pending={reading === 'earlier'}>
                {reading === 'failed' ? i18n.t('Try again') : i18n.t('Earlier messages')}
              </Button>
            </div>
          )}
          <div
            role="log"
            aria-label={i18n.t('Messages')}
            aria-live={scrolling.isAtEnd ? 'polite' : 'off'}
            aria-busy={reading === 'earlier'}
          >
            {messages.length + unsent.length === 0 && (
              <p className="py-10 text-center text-muted">{i18n.t('No messages yet. Write the first one.')}</p>
            )}
            <ol className="flex flex-col">
              {placed(messages, viewer.timeZone).map(({ message, day, isFirst, isLast }) => (
                <Fragment key={message.id}>
                  {day && <DayHeading iso={message.createdAt} />}
                  {message.id === newFrom && <NewFromHere />}
                  <MessageItem
                    message={message}
                    isFirst={isFirst}
                    isLast={isLast}
                    showsSender={thread.department !== null}
                    isLastOwn={message.id === lastOwn?.id}
                  />
                </Fragment>
              ))}
              {unsent.map((message) => (
                <UnsentMessageItem key={message.key} message={message} />
              ))}
            </ol>
          </div>
          <div ref={scrolling.end} className="h-px" />
        </div>
      </div>
      {!scrolling.isAtEnd && messages.length > 0 && (
        <button
          type="button"
          aria-label={i18n.t('Jump to the latest message')}
          onClick={scrolling.toEnd}
          className="absolute inset-e-4 bottom-3 z-10 grid size-9 animate-fade-in place-items-center rounded-full border border-line raised text-muted shadow-float hover:bg-hover hover:text-text touch:size-11"
        >
          <ArrowDown aria-hidden="true" className="size-4.5" />
        </button>
      )}
    </div>
  )
}

/** Where the messages begin that the viewer has not seen. */
function NewFromHere() {
  const i18n = useI18n()
  return (
    <li data-new-from className="flex items-center gap-3 pt-3 pb-1 font-semibold text-accent text-xs">
      <span aria-hidden="true" className="h-px flex-1 bg-accent/50" />
      {i18n.t('New ##messages')}
      <span aria-hidden="true" className="h-px flex-1 bg-accent/50" />
    </li>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div
      role="status"
      aria-busy="true"
      className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end gap-3 px-3 pb-4 md:px-6"
    >
      <span className="sr-only">{i18n.t('Loading the messages...')}</span>
      {times(5, (at) => (
        <Skeleton className={at % 2 === 0 ? 'h-10 w-3/5 rounded-card!' : 'ms-auto h-10 w-2/5 rounded-card!'} />
      ))}
    </div>
  )
}
