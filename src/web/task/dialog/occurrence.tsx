import { Link } from '@tanstack/react-router'
import { Repeat, SkipForward } from 'lucide-react'
import { Suspense, useState } from 'react'
import { routinesApi } from '../../../shared/routines.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { StateBadge } from '../../components/labels/outcome.tsx'
import { causeLabels } from '../../components/labels/outcome-labels.ts'
import { momentOnDay, windowSentence } from '../../components/rules/window-sentence.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useTicking } from '../../ui/now.ts'
import { useMayChange } from '../occurrence.tsx'
import { useIsLate } from '../overdue.ts'
import { withUndo } from '../undo-action.ts'

const SkipDialog = lazyPart(() => import('./skip-dialog.tsx'), 'SkipDialog')

/** For an occurrence of a routine: its window, its routine, and its outcome; nothing for other tasks. */
export function OccurrenceOf({ task }: { task: Task }) {
  if (!task.occurrenceAt) return null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-md">
        <Window task={task} opensAt={task.occurrenceAt} />
        {task.status === 'completed' && task.outcome && <StateBadge state={task.outcome} />}
        <ToRoutine task={task} />
        <Skip task={task} />
      </div>
      {task.closedAt && <Closed task={task} closedAt={task.closedAt} opensAt={task.occurrenceAt} />}
    </>
  )
}

function Window({ task, opensAt }: { task: Task; opensAt: string }) {
  const reader = useReader()
  const late = useIsLate(task)
  const { dueDate: dueAt, closesAt, completedAt } = task
  const window = { opensAt, dueAt, closesAt: completedAt ? null : closesAt }
  const words = useTicking((now) => windowSentence(window, now, reader))
  const completed = useTicking((now) => (completedAt ? momentOnDay(completedAt, now, reader) : ''))
  return (
    <p className={cx('tabular flex min-w-0 items-center gap-1.75', late && 'font-semibold text-overdue')}>
      <Repeat aria-hidden="true" className={cx('size-4 shrink-0', !late && 'text-muted')} />
      {completed
        ? reader.i18n.t('{words}, {phrase}', {
            words,
            phrase: reader.i18n.t('completed {when} ##in a list', { when: completed }),
          })
        : words}
    </p>
  )
}

function ToRoutine({ task: { routineId, departmentId, assigneeId } }: { task: Task }) {
  const i18n = useI18n()
  const mayRead = useCan('routine:read', { departmentId, assigneeId })
  if (!routineId || !mayRead) return null
  return (
    <Link
      to="/routines"
      search={{ routine: routineId } as never}
      className="inline-flex items-center rounded-control font-medium text-accent hover:underline touch:min-h-11"
    >
      {i18n.t('Show the routine')}
    </Link>
  )
}

function Skip({ task }: { task: Task }) {
  const i18n = useI18n()
  const mayChange = useMayChange('task:update', task)
  const [isOpen, setOpen] = useState(false)
  if (!mayChange || task.status === 'completed') return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <SkipForward aria-hidden="true" className="size-4" />
        {i18n.t('Skip…')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SkipDialog task={task} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Says that nothing can be done any more, and why. */
function Closed({ task, closedAt, opensAt }: { task: Task; closedAt: string; opensAt: string }) {
  const reader = useReader()
  const { i18n } = reader
  const when = useTicking((now) => momentOnDay(closedAt, now, reader))
  const isSkipped = task.outcome === 'skipped'
  const isOver = useTicking((now) => task.closesAt !== null && Date.parse(task.closesAt) <= now)
  const mayOpen = useCan('task:update', task) && isSkipped && !isOver
  const [isPending, setPending] = useState(false)
  const openAgain = () => {
    setPending(true)
    void withUndo(({ undoSkip }) => undoSkip(task)).finally(() => setPending(false))
  }
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line bg-sunken p-3.5"
    >
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <p className="font-semibold">
          {isSkipped ? i18n.t('Skipped {when}', { when }) : i18n.t('Missed: its time ended {when}', { when })}
        </p>
        <Why task={task} opensAt={opensAt} />
        <p className="text-pretty text-muted">
          {isSkipped && !isOver
            ? i18n.t('Nobody needs to do it. As long as it is skipped, it cannot be changed.')
            : i18n.t('It cannot be changed any more. Comments are still possible.')}
        </p>
      </div>
      {mayOpen && (
        <Button pending={isPending} onClick={openAgain}>
          {i18n.t('Open it again')}
        </Button>
      )}
    </div>
  )
}

/** Why it was skipped or missed, as far as the viewer may know: only the occurrences of the routine say it. */
function Why({ task, opensAt }: { task: Task; opensAt: string }) {
  const mayRead = useCan('routine:read', task)
  return task.routineId && mayRead ? <Reason task={task} routineId={task.routineId} opensAt={opensAt} /> : null
}

function Reason({ task, routineId, opensAt }: { task: Task; routineId: number; opensAt: string }) {
  const i18n = useI18n()
  // The latest that opened before the next millisecond is this one.
  const before = new Date(Date.parse(opensAt) + 1).toISOString()
  const { data } = useReply(routinesApi.occurrences, { params: { id: routineId }, query: { before, limit: 1 } })
  const found = data?.occurrences.find(({ taskId }) => taskId === task.id)
  if (!found) return null
  const { cause, skipReason } = found
  return (
    <p dir="auto" className="wrap-anywhere">
      {skipReason ?? (cause && i18n.t(causeLabels[cause]))}
    </p>
  )
}
