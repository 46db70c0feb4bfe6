import { Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { HistorySection } from '../../components/history/history.tsx'
import { LinkedText } from '../../components/labels/linked-text.tsx'
import { useI18n } from '../../language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog, DialogTitle } from '../../ui/dialog.tsx'
import { discardQuestion } from '../../ui/guarded-closing.ts'
import { Later } from '../../ui/later.tsx'
import { useMedia, WIDE } from '../../ui/media.ts'
import { useDialogTitle } from '../../ui/title.ts'
import { toastsBelow } from '../../ui/toast.tsx'
import { useBoardActions } from '../board-context.ts'
import { MakeRoutineButton } from '../make-routine.tsx'
import { useMoves } from '../moves.ts'
import { unsavedSteps } from '../steps/unsaved-steps.ts'
import { CopyLink } from './copy-link.tsx'
import { Comments, Handing, LaterProcedure, LaterSteps, WriteComment } from './later-parts.tsx'
import { NextStatus, useNextStatus } from './next-status.tsx'
import { OccurrenceOf } from './occurrence.tsx'
import { StatusOf } from './status-of.tsx'
import { TaskFacts } from './task-facts.tsx'

export interface TaskViewProps {
  task: Task
  /** It was deleted, or is not visible to the viewer any more. */
  isGone: boolean
  /** Opens it at its latest comments. */
  atComments: boolean
  /** Absent for those who may not edit it. */
  onEdit: (() => void) | undefined
  onClose: () => void
}

/**
 * A task to read and to work on: the facts and the next action first, then the steps, then the comments. On wide
 * screens the conversation stands beside the work.
 */
export function TaskView({ task: saved, isGone, atComments, onEdit, onClose }: TaskViewProps) {
  const task = useMoves().get(saved.id)?.task ?? saved
  const i18n = useI18n()
  const isUnsaved = unsavedSteps.use()
  useDialogTitle(task.title)
  return (
    <Dialog
      open
      size="xl"
      title={task.title}
      head={<Head task={task} isGone={isGone} onEdit={onEdit} onClose={onClose} />}
      onClose={onClose}
      askBeforeClose={isUnsaved ? () => discardQuestion(i18n) : undefined}
    >
      <Parts task={task} isGone={isGone} atComments={atComments} onClose={onClose} />
    </Dialog>
  )
}

/** Stays in view: the status, and the actions on the whole task. */
function Head({ task, isGone, onEdit, onClose }: Pick<TaskViewProps, 'task' | 'isGone' | 'onEdit' | 'onClose'>) {
  const i18n = useI18n()
  const { remove } = useBoardActions()
  const mayDelete = useCan('task:delete', task)
  return (
    <header
      ref={toastsBelow}
      className="flex h-14 shrink-0 items-center gap-1 border-line border-b ps-3 pe-14 max-[17rem]:h-auto max-[17rem]:min-h-14 max-[17rem]:flex-wrap max-[17rem]:py-1.5 md:ps-5 lg:h-13"
    >
      <StatusOf task={task} onDone={onClose} />
      <span className="ms-auto flex shrink-0 items-center">
        {mayDelete && (
          <IconButton label={i18n.t('Delete Task')} onClick={() => remove(task) && onClose()}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        {!isGone && <MakeRoutineButton task={task} className="max-md:hidden" />}
        <CopyLink id={task.id} />
        {onEdit && (
          <>
            <Button onClick={onEdit} className="ms-1 me-1 max-md:hidden">
              <Pencil aria-hidden="true" className="size-4" />
              {i18n.t('Edit Task')}
            </Button>
            <IconButton label={i18n.t('Edit Task')} onClick={onEdit} className="md:hidden">
              <Pencil aria-hidden="true" className="size-4" />
            </IconButton>
          </>
        )}
      </span>
    </header>
  )
}

/** The task in two columns or one. Parts with fields keep their place, so turning a tablet loses no text. */
function Parts({
  task,
  isGone,
  atComments,
  onClose,
}: Pick<TaskViewProps, 'task' | 'isGone' | 'atComments' | 'onClose'>) {
  const isWide = useMedia(WIDE)
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(21rem,25rem)]">
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={scroller}
          data-dialog-part
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-4 pt-4 pb-5 outline-none max-lg:[overflow-anchor:none] md:px-6 lg:pt-5 lg:pb-6"
        >
          <What task={task} isGone={isGone} />
          {isWide && <NextStatus task={task} onDone={onClose} className="self-start px-6!" />}
          <How task={task} onClose={onClose} />
          <Later>
            {!isWide && <Comments task={task} scroller={scroller} atLatest={atComments} />}
            <Past task={task} />
          </Later>
        </div>
      </div>
      {isWide ? (
        <div className="flex min-h-0 flex-col rounded-ee-card border-line border-s bg-bg">
          <Later>
            <Comments task={task} isOwnColumn atLatest={atComments} />
            {!isGone && <WriteComment task={task} />}
          </Later>
        </div>
      ) : (
        <Foot task={task} isGone={isGone} onClose={onClose} />
      )}
    </div>
  )
}

/** At the lower edge of the one column, where the thumb is, stand the field to write and the next action. */
function Foot({ task, isGone, onClose }: Pick<TaskViewProps, 'task' | 'isGone' | 'onClose'>) {
  const mayWrite = useCan('task:comment', task)
  const hasNext = useNextStatus(task) !== undefined
  if (!mayWrite && !hasNext) return null
  return (
    <footer className="group/foot flex shrink-0 flex-wrap items-end gap-2 border-line border-t px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:px-5">
      {mayWrite && !isGone && <WriteComment task={task} />}
      <NextStatus
        task={task}
        onDone={onClose}
        className="max-w-full flex-[1_0_auto] group-has-[textarea:focus]/foot:hidden md:flex-none"
      />
    </footer>
  )
}

/** The task's content, its assignee and its due date. */
function What({ task, isGone }: Pick<TaskViewProps, 'task' | 'isGone'>) {
  const i18n = useI18n()
  return (
    <>
      {isGone && (
        <p role="alert" className="rounded-control border border-overdue/40 bg-overdue-soft p-3.5">
          {i18n.t('This task does not exist, or you cannot see it.')}
        </p>
      )}
      <div className="flex flex-col gap-3">
        <DialogTitle dir="auto" className="text-pretty font-semibold text-xl leading-snug wrap-anywhere lg:text-2xl">
          {task.title}
        </DialogTitle>
        <TaskFacts task={task} />
        <OccurrenceOf task={task} />
      </div>
    </>
  )
}

/** How it is done. */
const How = ({ task, onClose }: Pick<TaskViewProps, 'task' | 'onClose'>) => (
  <>
    {task.description && (
      <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap text-md wrap-anywhere">
        <LinkedText text={task.description} />
      </p>
    )}
    <Later>
      <LaterProcedure task={task} />
      <LaterSteps task={task} onDone={onClose} />
      <Handing task={task} onGone={onClose} />
    </Later>
  </>
)

const Past = ({ task }: { task: Task }) =>
  useCan('task:history', task) ? <HistorySection endpoint={tasksApi.history} id={task.id} /> : null
