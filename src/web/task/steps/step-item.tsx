import { Check, CircleAlert, MessageSquareText } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { isOutOfLimits, type Step } from '../../../shared/steps.ts'
import type { Task } from '../../../shared/tasks.ts'
import { formatDecimal, formatTime } from '../../../shared/words/formats.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { ofStep, takesPress } from '../../components/forms/steady-press.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useLimits } from '../../components/steps/limits.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { beginComment } from '../comments/begin-comment.ts'
import { useMayChange } from '../occurrence.tsx'
import { StepField } from './step-field.tsx'
import { StepPhoto } from './step-photo.tsx'
import { enterValue } from './use-steps.ts'

/**
 * One step: its words, and its tick or field. The whole line of a tick takes the tap. `isMissing`: it keeps the task
 * from being completed.
 */
export function StepItem({ task, step, isMissing }: { task: Task; step: Step; isMissing: boolean }) {
  const mayCheck = useMayChange('task:check', task)
  const id = useId()
  const isDone = step.doneBy !== null
  const missing = isMissing
    ? { 'data-missing': true, className: 'bg-overdue-soft first:rounded-t-card last:rounded-b-card' }
    : undefined
  const words = (
    <span className="min-w-0 flex-1 py-2.5">
      <span id={id} dir="auto" className={cx('wrap-anywhere', isDone && step.kind === 'tick' && 'text-muted')}>
        {step.text}
      </span>
      <Required step={step} isMissing={isMissing} />
      <DoneBy step={step} />
    </span>
  )
  if (step.kind === 'tick') {
    return (
      <li {...missing}>
        <label className={cx('flex min-h-11 items-start gap-1 pe-3', mayCheck && 'cursor-pointer hover:bg-hover')}>
          <span className="relative grid size-11 shrink-0 place-items-center">
            <input
              type="checkbox"
              aria-labelledby={id}
              checked={isDone}
              disabled={!mayCheck}
              onChange={() => {
                // Nothing moves below the finger: the next step may be ticked at once, the same one not.
                if (!takesPress(ofStep(step.id))) return
                navigator.vibrate?.(10)
                void enterValue(task, step, isDone ? null : true)
              }}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-control disabled:cursor-default"
            />
            <Box isDone={isDone} />
          </span>
          {words}
        </label>
      </li>
    )
  }
  return (
    <li {...missing} className={cx('flex flex-col gap-2 pb-2.5', missing?.className)}>
      <div className="flex min-h-11 items-start gap-1 pe-3">
        <span className="grid size-11 shrink-0 place-items-center">
          {isOutOfLimits(step) ? (
            <CircleAlert aria-hidden="true" className="size-5.5 text-overdue" />
          ) : (
            <Box isDone={isDone} />
          )}
        </span>
        {words}
      </div>
      <div className="flex flex-col gap-2 ps-12 pe-3">
        {step.kind === 'photo' ? (
          <StepPhoto task={task} step={step} labelledBy={id} readOnly={!mayCheck} />
        ) : (
          <StepField task={task} step={step} labelledBy={id} readOnly={!mayCheck} />
        )}
        <OutOfLimits task={task} step={step} />
      </div>
    </li>
  )
}

/** The mark of a step: a square that fills when it is done. */
const Box = ({ isDone }: { isDone: boolean }) => (
  <span
    aria-hidden="true"
    className={cx(
      'pointer-events-none grid size-5.5 place-items-center rounded-md border-[1.5px] transition-colors duration-120 peer-hover:border-done',
      isDone ? 'border-done bg-done text-surface' : 'border-control bg-surface text-transparent',
    )}
  >
    <Check className={cx('size-4 stroke-3!', !isDone && 'opacity-0')} />
  </span>
)

function Required({ step, isMissing }: { step: Step; isMissing: boolean }) {
  const i18n = useI18n()
  if (!step.required || step.doneBy) return null
  const colour = isMissing ? 'text-overdue' : 'text-muted'
  return <span className={cx('ms-2 whitespace-nowrap font-medium text-base', colour)}>{i18n.t('required')}</span>
}

/** The person who has done it; when, for people who are given the time. */
function DoneBy({ step: { doneBy, doneAt } }: { step: Step }) {
  const reader = useReader()
  if (!doneBy) return null
  return (
    <span className="block text-base text-muted">
      <bdi>{fullName(doneBy)}</bdi>
      {doneAt && <span className="tabular ms-2">{formatTime(doneAt, reader)}</span>}
    </span>
  )
}

/** Says that a number is outside its limits, and asks for a comment. */
function OutOfLimits({ task, step }: { task: Task; step: Step }) {
  const i18n = useI18n()
  const limits = useLimits(step)
  const mayComment = useCan('task:comment', task)
  const viewer = useViewer()
  const isShown = isOutOfLimits(step) && limits !== null
  const note = useRef<HTMLParagraphElement>(null)
  const [valueWhenOpened] = useState(step.value)
  const isNew = isShown && step.value !== valueWhenOpened && step.doneBy?.id === viewer.id
  // The first value also begins the task, and then the foot of the dialog grows.
  const shownIn = isNew ? task.status : undefined
  useEffect(() => {
    // It comes below the field, where the foot begins. The person who has entered the number must see it.
    if (shownIn) note.current?.scrollIntoView({ block: 'nearest' })
  }, [shownIn])
  if (!isShown) return null
  const value = `${formatDecimal(Number(step.value), { i18n })}${step.unit ? ` ${step.unit}` : ''}`
  return (
    <p
      ref={note}
      role="status"
      className="flex scroll-mb-2 flex-wrap items-center gap-x-2 gap-y-1 font-medium text-overdue text-sm"
    >
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      {i18n.t('Should be {limits}', { limits })}
      {mayComment && (
        <Button variant="ghost" onClick={() => beginComment(task.id, `${step.text}: ${value}. `)}>
          <MessageSquareText aria-hidden="true" className="size-4" />
          {i18n.t('Say why')}
        </Button>
      )}
    </p>
  )
}
