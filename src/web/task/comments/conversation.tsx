import { ChevronDown, MessageSquare } from 'lucide-react'
import { Fragment, type ReactNode, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Task } from '../../../shared/tasks.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { CommentItem } from './comment-item.tsx'
import { useComments } from './reading.ts'
import { hasCommentArrived, useLastSent, useUnsentComments } from './send-queue.ts'
import { UnsentItem } from './unsent-item.tsx'
import { useNewComments } from './use-new-comments.ts'
import { type Scroller, useScrolling } from './use-scrolling.ts'

/** The comments on a task, oldest first. It opens at the latest, and follows as others write. */
export function Conversation({
  task,
  isOwnColumn = false,
  scroller,
  atLatest,
}: {
  task: Task
  /** It scrolls by itself; else it scrolls with `scroller`. */
  isOwnColumn?: boolean
  scroller?: Scroller
  /** It comes into view when it opens. */
  atLatest: boolean
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const headingId = useId()
  const own = useRef<HTMLDivElement>(null)
  const box = isOwnColumn ? own : scroller
  const reading = useComments(task.id)
  const { comments } = reading
  const unsent = useUnsentComments(task.id).filter(
    (waiting) => !comments?.some((comment) => hasCommentArrived(waiting, comment)),
  )
  const scrolling = useScrolling({
    box,
    comments,
    unsent: unsent.length,
    sent: useLastSent(task.id),
    opensAtEnd: isOwnColumn || atLatest,
  })
  const { newFrom, unseen } = useNewComments(task.id, comments, scrolling)
  const mayWrite = useCan('task:comment', task)
  const mayDelete = useCan('task:update', task)

  const content = comments && (
    <>
      {reading.hasEarlier && <Earlier reading={reading} />}
      <div
        role="log"
        aria-labelledby={headingId}
        aria-live={scrolling.isAtEnd ? 'polite' : 'off'}
        aria-busy={reading.reading === 'earlier'}
      >
        {comments.length + unsent.length === 0 ? (
          <p className="text-muted">
            {mayWrite ? i18n.t('No comments yet. Write what others should know.') : i18n.t('No comments yet.')}
          </p>
        ) : (
          <ol className="flex flex-col gap-5">
            {comments.map((comment) => (
              <Fragment key={comment.id}>
                {comment.id === newFrom && <NewFromHere />}
                <CommentItem
                  comment={comment}
                  mayWrite={mayWrite}
                  mayDelete={mayDelete || (mayWrite && comment.author.id === viewer.id)}
                />
              </Fragment>
            ))}
            {unsent.map((comment) => (
              <UnsentItem key={comment.key} comment={comment} />
            ))}
          </ol>
        )}
      </div>
    </>
  )
  const failed = reading.error && !comments && (
    <FailedState
      message={i18n.t('The comments could not be loaded.')}
      onRetry={reading.refetch}
      pending={reading.isFetching}
    />
  )
  const body = (
    <>
      {content ?? (failed || <Loading />)}
      <div ref={scrolling.end} className="h-px" />
    </>
  )
  const heading = (
    <h2 id={headingId} className="flex items-baseline gap-2 font-semibold text-sm">
      {i18n.t('Comments')}
      {task.comments > 0 && <span className="tabular font-medium text-muted">{i18n.number(task.comments)}</span>}
    </h2>
  )
  const jump = !scrolling.isAtEnd && comments && comments.length > 0 && box?.current?.parentElement
  return (
    <section aria-labelledby={headingId} className={cx(isOwnColumn && 'contents')}>
      {isOwnColumn ? (
        <div className="relative flex min-h-0 flex-1 flex-col">
          <div className="shrink-0 px-5 pt-5 pb-3">{heading}</div>
          <div
            ref={own}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller can be reached by keyboard
            tabIndex={0}
            className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-5 pb-4 [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
          >
            {body}
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-4 border-line border-t pt-4">
          {heading}
          {body}
        </div>
      )}
      {jump && createPortal(<Jump unseen={unseen} onJump={scrolling.toEnd} />, jump)}
    </section>
  )
}

function Earlier({ reading: { reading, readEarlier } }: { reading: ReturnType<typeof useComments> }) {
  const i18n = useI18n()
  return (
    <div className="flex flex-col items-center gap-1.5">
      {reading === 'failed' && (
        <p role="alert" className="text-overdue text-sm">
          {i18n.t('The earlier comments could not be loaded.')}
        </p>
      )}
      <Button onClick={() => void readEarlier()} pending={reading === 'earlier'}>
        {reading === 'failed' ? i18n.t('Try again') : i18n.t('Earlier comments')}
      </Button>
    </div>
  )
}

/** Where the comments begin that the viewer has not seen. */
function NewFromHere() {
  const i18n = useI18n()
  return (
    <li data-new-from className="flex items-center gap-3 font-semibold text-accent text-xs">
      <span aria-hidden="true" className="h-px flex-1 bg-accent/50" />
      {i18n.t('New ##comments')}
      <span aria-hidden="true" className="h-px flex-1 bg-accent/50" />
    </li>
  )
}

/** Leads to the latest comment, and says how many came while it was out of view. */
function Jump({ unseen, onJump }: { unseen: number; onJump: () => void }): ReactNode {
  const i18n = useI18n()
  const label =
    unseen > 0
      ? i18n.t('{count, plural, one {# new comment} other {# new comments}}', { count: unseen })
      : i18n.t('Jump to the latest comment')
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center px-3">
      <button
        type="button"
        aria-label={label}
        onClick={onJump}
        className={cx(
          'pointer-events-auto inline-flex h-9 animate-fade-in items-center gap-1.5 rounded-full font-semibold text-sm shadow-float forced-colors:border touch:h-11',
          unseen > 0
            ? 'bg-accent px-4 text-on-accent hover:bg-accent-hover'
            : 'ms-auto border border-line raised px-3 text-muted hover:bg-hover hover:text-text',
        )}
      >
        {unseen > 0 ? label : <MessageSquare aria-hidden="true" className="size-4" />}
        <ChevronDown aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{i18n.t('Loading the comments...')}</span>
      {times(2, () => (
        <div className="flex gap-3">
          <Skeleton className="size-7.5 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
