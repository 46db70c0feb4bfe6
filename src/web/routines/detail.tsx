import { Link } from '@tanstack/react-router'
import {
  BookOpen,
  CalendarClock,
  FileText,
  Hourglass,
  ListChecks,
  MapPin,
  Pencil,
  Trash2,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type Routine, type RoutineStep, routinesApi } from '../../shared/routines.ts'
import { sopsApi } from '../../shared/sops.ts'
import { formatCount } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useCan } from '../api/viewer.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { LinkedText } from '../components/labels/linked-text.tsx'
import { PriorityIcon, priorityLabels } from '../components/labels/priority-icon.tsx'
import { Avatar } from '../components/people/avatar.tsx'
import { useStepFacts } from '../components/steps/limits.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDialogTitle } from '../ui/title.ts'
import { toast } from '../ui/toast.tsx'
import { LastOccurrences } from './last-occurrences.tsx'
import { NextWindows } from './next-windows.tsx'
import { SectionHead } from './section-head.tsx'
import { describeRoutine, expectedOf } from './words.ts'

/** A routine: its times, its assignee and steps, and the outcomes of its occurrences. */
export function RoutineDetail({
  routine,
  isGone,
  onEdit,
  onClose,
}: {
  routine: Routine
  isGone: boolean
  onEdit: () => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const mayManage = useCan('routine:manage', routine)
  const { title, description, isActive, steps, place, priority, tags, workMinutes } = routine
  useDialogTitle(title)
  return (
    <Dialog
      open
      size="lg"
      title={title}
      onClose={onClose}
      footer={
        mayManage && !isGone ? (
          <Actions routine={routine} onEdit={onEdit} onClose={onClose} />
        ) : (
          <CloseButton onClose={onClose} />
        )
      }
    >
      <div className="flex flex-col gap-6">
        {isGone && (
          <p role="alert" className="rounded-control border border-overdue/40 bg-overdue-soft p-3.5">
            {i18n.t('This routine does not exist, or you cannot see it.')}
          </p>
        )}
        {!isActive && (
          <p role="status" className="rounded-control bg-sunken px-3.5 py-2.5">
            {i18n.t('Switched off: it makes no more tasks until somebody switches it on.')}
          </p>
        )}
        <div className="flex flex-col gap-2 text-md">
          <Fact icon={<CalendarClock aria-hidden="true" className={iconClass} />} label={i18n.t('Rule')}>
            {describeRoutine(routine, i18n)}
          </Fact>
          <Fact
            icon={
              routine.assignee ? (
                <Avatar person={routine.assignee} />
              ) : (
                <UserRound aria-hidden="true" className={iconClass} />
              )
            }
            label={i18n.t('Who is expected')}
          >
            <bdi>{expectedOf(routine, i18n)}</bdi>
          </Fact>
          {place && (
            <Fact icon={<MapPin aria-hidden="true" className={iconClass} />} label={i18n.t('Place')}>
              <bdi className="wrap-anywhere">{place}</bdi>
            </Fact>
          )}
          {workMinutes && (
            <Fact icon={<Hourglass aria-hidden="true" className={iconClass} />} label={i18n.t('Estimated minutes')}>
              {formatMinutes(workMinutes, i18n)}
            </Fact>
          )}
          <Fact icon={<PriorityIcon priority={priority} />} label={i18n.t('Priority')}>
            <span className="flex flex-wrap items-center gap-1.5">
              {i18n.t(priorityLabels[priority])}
              {tags.map((tag) => (
                <Badge key={tag}>
                  <bdi className="truncate">{tag}</bdi>
                </Badge>
              ))}
            </span>
          </Fact>
        </div>
        {isActive && <NextOnes routine={routine} />}
        {description && (
          <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap text-md wrap-anywhere">
            <LinkedText text={description} />
          </p>
        )}
        {routine.sopId !== null && <Procedure sopId={routine.sopId} page={routine.sopPage ?? 1} />}
        {steps.length > 0 && <Steps steps={steps} />}
        <LastOccurrences id={routine.id} />
      </div>
    </Dialog>
  )
}

const iconClass = 'size-4 text-muted'

const Fact = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <p className="flex min-w-0 items-start gap-2.5">
    <span className="grid h-[1.5em] w-5.5 shrink-0 place-items-center">{icon}</span>
    <span className="sr-only">{label}: </span>
    <span className="min-w-0">{children}</span>
  </p>
)

function CloseButton({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  return <Button onClick={onClose}>{i18n.t('Close')}</Button>
}

/** Edit, switch off and on, delete. */
function Actions({ routine, onEdit, onClose }: { routine: Routine; onEdit: () => void; onClose: () => void }) {
  const i18n = useI18n()
  const { id, title, isActive } = routine
  const params = { id }
  const { mutate: update, isPending: isSwitching } = useCall(routinesApi.update, {
    onSuccess: (saved) =>
      toast({
        title: saved.isActive ? i18n.t('Routine switched on') : i18n.t('Routine switched off'),
      }),
    onError: tellFailure(msg('Failed to update routine')),
  })
  const { mutate: restore } = useCall(routinesApi.restore, {
    onSuccess: tell(msg('Routine restored')),
    onError: tellFailure(msg('The routine could not be restored')),
  })
  const { mutate: remove, isPending: isDeleting } = useCall(routinesApi.remove, {
    onSuccess() {
      toast({
        title: i18n.t('Routine deleted'),
        description: i18n.t('The tasks that it made stay.'),
        action: {
          label: i18n.t('Undo'),
          altText: i18n.t('Make the routine again'),
          onSelect: () => restore({ params }),
        },
      })
      onClose()
    },
    onError: tellFailure(msg('Failed to delete routine')),
  })
  return (
    <>
      {/* The first in the order of the keys: it has the focus when the routine opens. */}
      <Button variant="primary" onClick={onEdit} className="order-last max-md:flex-1">
        <Pencil aria-hidden="true" className="size-4" />
        {i18n.t('Edit')}
      </Button>
      <span className="me-auto flex gap-2">
        <IconButton
          label={i18n.t('Delete {name}', { name: title })}
          pending={isDeleting}
          onClick={() => remove({ params })}
        >
          {!isDeleting && <Trash2 aria-hidden="true" className="size-4" />}
        </IconButton>
        <Button variant="ghost" pending={isSwitching} onClick={() => update({ params, body: { isActive: !isActive } })}>
          {isActive ? i18n.t('Switch off') : i18n.t('Switch on')}
        </Button>
      </span>
    </>
  )
}

function NextOnes({ routine }: { routine: Routine }) {
  const i18n = useI18n()
  return (
    <section aria-label={i18n.t('Next')}>
      <SectionHead>{i18n.t('Next')}</SectionHead>
      <NextWindows rule={routine} />
    </section>
  )
}

function Procedure({ sopId, page }: { sopId: number; page: number }) {
  const i18n = useI18n()
  const { data } = useReply(sopsApi.list, {})
  const title = data?.find(({ id }) => id === sopId)?.title
  return (
    <section
      aria-label={i18n.t('Procedure')}
      className="flex items-center gap-3 rounded-card border border-line bg-surface p-3"
    >
      <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <bdi className="line-clamp-2 font-medium wrap-anywhere">{title ?? i18n.t('Procedure')}</bdi>
        <span className="tabular block text-muted text-sm">{i18n.t('Page {page}', { page })}</span>
      </span>
      <Link
        to="/sops"
        search={{ sop: sopId, page } as never}
        className="inline-flex h-8.5 shrink-0 items-center gap-1.5 rounded-control border border-line bg-surface px-4 font-medium shadow-card hover:bg-hover touch:h-11"
      >
        <BookOpen aria-hidden="true" className="size-4" />
        {i18n.t('Read ##do it')}
      </Link>
    </section>
  )
}

function Steps({ steps }: { steps: readonly RoutineStep[] }) {
  const i18n = useI18n()
  return (
    <section aria-label={i18n.t('Steps')}>
      <SectionHead>
        <span className="flex items-center gap-2">
          <ListChecks aria-hidden="true" className="size-4 text-muted" />
          {i18n.t('Steps')}
          <span className="font-normal text-muted text-sm tabular">{formatCount(steps.length, { i18n })}</span>
        </span>
      </SectionHead>
      <ol className="flex list-decimal flex-col gap-1.5 ps-6 marker:text-muted">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be alike, and only their place tells them apart
          <Step key={at} step={step} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step }: { step: RoutineStep }) {
  const words = useStepFacts(step)
  return (
    <li className="wrap-anywhere">
      <bdi>{step.text}</bdi>
      {words.length > 0 && <span className="text-muted text-sm"> {words.join(' · ')}</span>}
    </li>
  )
}
