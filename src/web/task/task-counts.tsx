import { Camera, type LucideIcon, MessageSquare } from 'lucide-react'
import type { Task } from '../../shared/tasks.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { useUnreadCountOf } from './comments/unread-comments.ts'

/** The contents of a task, as far as there are any: steps, comments with a dot for the unread ones, photos. */
export function TaskCounts({ task, className }: { task: Task; className?: string }) {
  const i18n = useI18n()
  const unread = useUnreadCountOf(task.id)
  const { comments, photos, stepsDone, stepsTotal } = task
  // A reply that a device cached may come from an older server, which has no counts.
  if (!(stepsTotal > 0 || comments > 0 || photos > 0)) return null
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-2 tabular', className)}>
      {stepsTotal > 0 && (
        <span className="inline-flex items-center gap-1">
          <StepsCircle done={stepsDone} total={stepsTotal} />
          <span aria-hidden="true">
            {i18n.t('{done, number}/{total, number}', { done: stepsDone, total: stepsTotal })}
          </span>
          <span className="sr-only">
            {i18n.t('{total, plural, one {{done} of # step done} other {{done} of # steps done}}', {
              done: stepsDone,
              total: stepsTotal,
            })}
          </span>
        </span>
      )}
      {comments > 0 && (
        <Count
          icon={MessageSquare}
          count={comments}
          label={
            unread > 0
              ? i18n.t('{count, plural, one {# comment} other {# comments}}, {unread} unread', {
                  count: comments,
                  unread,
                })
              : i18n.t('{count, plural, one {# comment} other {# comments}}', { count: comments })
          }
          unread={unread}
        />
      )}
      {photos > 0 && (
        <Count
          icon={Camera}
          count={photos}
          label={i18n.t('{count, plural, one {# photo} other {# photos}}', { count: photos })}
        />
      )}
    </span>
  )
}

/** `unread` stands in place of the count, in a dot. */
const Count = ({
  icon: Icon,
  count,
  label,
  unread = 0,
}: {
  icon: LucideIcon
  count: number
  label: string
  unread?: number
}) => (
  <span className="inline-flex items-center gap-1">
    <Icon aria-hidden="true" className="size-3.5" />
    <span aria-hidden="true">{count}</span>
    {unread > 0 && (
      <span
        aria-hidden="true"
        data-unread
        className="grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 font-semibold text-[10px] text-on-accent leading-none"
      >
        {unread}
      </span>
    )}
    <span className="sr-only">{label}</span>
  </span>
)

const LENGTH = 2 * Math.PI * 5

const StepsCircle = ({ done, total }: { done: number; total: number }) => (
  <svg aria-hidden="true" viewBox="0 0 14 14" className="-rotate-90 size-3.5 fill-none stroke-2">
    <circle cx="7" cy="7" r="5" className="stroke-line" />
    {done > 0 && (
      <circle
        cx="7"
        cy="7"
        r="5"
        strokeDasharray={`${(LENGTH * Math.min(done, total)) / total} ${LENGTH}`}
        className={done >= total ? 'stroke-done' : 'stroke-accent'}
      />
    )}
  </svg>
)
