import { Trans } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import { MessagesSquare, Siren, UsersRound } from 'lucide-react'
import { MAX_UNREAD_MESSAGES, type Thread } from '../../shared/threads.ts'
import { formatCount } from '../../shared/words/formats.ts'
import { useViewer } from '../api/viewer.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { Ago } from '../components/time/ago.tsx'
import { useI18n } from '../language.ts'
import { dialogState } from '../ui/address-dialog.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { useThreads } from './reading.ts'
import { useThreadSearch } from './search-params.ts'

/** The viewer's threads, the latest message first. */
export function ThreadList() {
  const i18n = useI18n()
  const {
    threads,
    isError,
    isFetching,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
  } = useThreads()
  if (!threads) {
    if (!isError) return <Loading />
    return <FailedState message={i18n.t('The messages could not be loaded.')} onRetry={refetch} pending={isFetching} />
  }
  if (threads.length === 0) {
    return (
      <EmptyState icon={MessagesSquare} title={i18n.t('No messages yet')} action={<WriteLink primary />}>
        {i18n.t('Write to people who are on duty. Their answers come here.')}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 px-3.5 pt-3 pb-1 md:px-4">
        <h2 className="font-semibold text-muted text-sm">{i18n.t('Conversations')}</h2>
        <WriteLink />
      </div>
      <ul aria-label={i18n.t('Conversations')} className="flex flex-col px-1.5 pb-4 md:px-2">
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex flex-col items-center gap-1.5 pb-5">
          {isFetchNextPageError && (
            <p role="alert" className="text-overdue text-sm">
              {i18n.t('The earlier conversations could not be loaded.')}
            </p>
          )}
          <Button onClick={() => void fetchNextPage()} pending={isFetchingNextPage}>
            {isFetchNextPageError ? i18n.t('Try again') : i18n.t('Earlier conversations')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Leads to the people on duty, who can be written to. */
function WriteLink({ primary = false }: { primary?: boolean }) {
  const i18n = useI18n()
  return (
    <Link to="/on-duty" className={buttonClass(primary ? 'primary' : 'secondary')}>
      {i18n.t('New message')}
    </Link>
  )
}

/** The picture of a thread: its other person, with a mark if they are on duty, or its department. */
export function ThreadPicture({ thread: { person, onDuty } }: { thread: Thread }) {
  if (!person) {
    return (
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent ring-1 ring-accent/25">
        <UsersRound aria-hidden="true" className="size-4.5" />
      </span>
    )
  }
  return (
    <span className="relative">
      <Avatar person={person} size="lg" className="size-9! text-[13px]!" />
      {onDuty > 0 && (
        <span
          aria-hidden="true"
          className="-bottom-0.5 -inset-e-0.5 absolute size-3 rounded-full border-2 border-surface bg-done"
        />
      )}
    </span>
  )
}

/** The name of a thread: its other person's, or its department's. */
export const threadName = ({ person, department }: Pick<Thread, 'person' | 'department'>) =>
  person ? fullName(person) : (department?.name ?? '')

function ThreadRow({ thread }: { thread: Thread }) {
  const i18n = useI18n()
  const { thread: open } = useThreadSearch()
  const { id, last, unread, onDuty, person } = thread
  const isUnread = unread > 0
  return (
    <li>
      <Link
        to="/messages"
        search={{ thread: id }}
        // On a wide screen the list stays: the way back leads to the screen before.
        {...(open === undefined ? { state: dialogState } : { replace: true, state: true as never })}
        aria-current={open === id ? 'page' : undefined}
        className="flex min-h-16 items-center gap-3 rounded-card px-2 py-2.5 transition-colors duration-120 hover:bg-hover aria-[current]:bg-accent-soft md:px-2.5"
      >
        <ThreadPicture thread={thread} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span
              dir="auto"
              className={cx('min-w-0 flex-1 truncate text-md', isUnread ? 'font-semibold' : 'font-medium')}
            >
              {threadName(thread)}
              {person && onDuty > 0 && <span className="sr-only">, {i18n.t('On duty')}</span>}
            </span>
            {last && <Ago iso={last.createdAt} className="tabular shrink-0 text-muted text-xs" />}
          </span>
          <span className="mt-0.5 flex items-center gap-2">
            {last?.isUrgent && (
              <Siren role="img" aria-label={i18n.t('Urgent')} className="size-3.5 shrink-0 text-overdue" />
            )}
            <span className={cx('flex min-w-0 flex-1 gap-1 text-sm', isUnread ? 'text-text' : 'text-muted')}>
              <LastWords thread={thread} />
            </span>
            {isUnread && (
              <span className="tabular grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 font-semibold text-on-accent text-xs">
                <span aria-hidden="true">
                  {unread >= MAX_UNREAD_MESSAGES ? `${MAX_UNREAD_MESSAGES - 1}+` : formatCount(unread, { i18n })}
                </span>
                <span className="sr-only">
                  {i18n.t('{count, plural, one {# unread message} other {# unread messages}}', { count: unread })}
                </span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** The last message in a line: with its sender's name where the name of the thread does not say it. */
function LastWords({ thread: { last, person } }: { thread: Thread }) {
  const i18n = useI18n()
  const viewer = useViewer()
  if (!last) return null
  const { text, sender, isTakenBack, hasPhoto } = last
  if (isTakenBack) return <i className="truncate">{i18n.t('Message taken back')}</i>
  const isOwn = sender.id === viewer.id
  // In a part of its own, the text keeps its direction and is cut at its end.
  const components = {
    0: <span dir={isOwn ? undefined : 'auto'} className="shrink-0" />,
    1: (
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {text || (hasPhoto ? i18n.t('Photo') : i18n.t('Task'))}
      </span>
    ),
  }
  if (isOwn) return <Trans id="<0>You:</0> <1/>" components={components} />
  return person ? (
    components[1]
  ) : (
    <Trans id="<0>{name}:</0> <1/>" values={{ name: sender.firstName }} components={components} />
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" aria-busy="true" className="flex flex-col px-1.5 pt-14 md:px-2">
      <span className="sr-only">{i18n.t('Loading the messages...')}</span>
      {times(6, () => (
        <div className="flex h-16 items-center gap-3 px-2">
          <Skeleton className="size-9 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
