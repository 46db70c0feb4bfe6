import { ListChecks, Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import type { Step } from '../../../shared/steps.ts'
import type { Task } from '../../../shared/tasks.ts'
import { formatCount } from '../../../shared/words/formats.ts'
import { DiscardQuestion } from '../../components/steps/discard-question.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useI18n } from '../../language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMayChange } from '../occurrence.tsx'
import { ArrangeSteps } from './arrange-steps.tsx'
import { CompleteAnyway, StepsOpen } from './held-open.tsx'
import { StepItem } from './step-item.tsx'
import { stepsOpen } from './steps-open.ts'
import { useSavingTyped } from './typed-values.ts'
import { useAskBeforeUnload, useNoteUnsaved } from './unsaved-steps.ts'
import { holdsOpen, useSteps } from './use-steps.ts'

/**
 * The steps of a task: to tick and enter for those who may, to arrange for those who may edit the task. If open ones
 * keep it from being completed, it says so here. `onDone` is called when the task is completed anyway.
 */
export function StepsSection({ task, onDone }: { task: Task; onDone: () => void }) {
  const i18n = useI18n()
  const { steps, isError, isFetching, refetch } = useSteps(task.id)
  const mayEdit = useMayChange('task:update', task)
  const [editing, setEditing] = useState(false)
  const [unsaved, setUnsaved] = useState(nothingUnsaved)
  const [asking, setAsking] = useState(false)
  const { isTyped, isAtFault } = useSavingTyped(task, steps)
  const isArranged = unsaved.typed || unsaved.changing
  useNoteUnsaved(isArranged || isAtFault)
  useAskBeforeUnload(isArranged || isTyped)
  const id = useId()
  const isKeptOpen = stepsOpen.use()?.taskId === task.id && steps?.some(holdsOpen) === true
  const stopEditing = () => {
    setEditing(false)
    setUnsaved(nothingUnsaved)
  }

  if (!steps) {
    if (isError)
      return <FailedState message={i18n.t('The steps could not be loaded.')} onRetry={refetch} pending={isFetching} />
    return task.stepsTotal === 0 ? null : <Loading count={task.stepsTotal} />
  }
  if (steps.length === 0 && !editing) {
    if (!mayEdit) return null
    return (
      <Button variant="ghost" onClick={() => setEditing(true)} className="-mx-3 self-start">
        <ListChecks aria-hidden="true" className="size-4" />
        {i18n.t('Add steps')}
      </Button>
    )
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex min-h-8.5 items-center gap-3 touch:min-h-11">
        <h3 id={id} className="font-semibold text-sm">
          {i18n.t('Steps')}
        </h3>
        <Progress steps={steps} />
        {mayEdit && <Pace steps={steps} />}
        {mayEdit &&
          (editing ? (
            <Button variant="ghost" onClick={() => (isArranged ? setAsking(true) : stopEditing())} className="ms-auto">
              {i18n.t('Done ##arranging')}
            </Button>
          ) : (
            <span className="ms-auto flex">
              <IconButton label={i18n.t('Edit steps')} onClick={() => setEditing(true)}>
                <Pencil aria-hidden="true" className="size-4" />
              </IconButton>
            </span>
          ))}
      </div>
      {isKeptOpen && !editing && <StepsOpen count={steps.filter(holdsOpen).length} />}
      {editing ? (
        <ArrangeSteps
          task={task}
          steps={steps}
          onUnsaved={{
            typed: (added) => setUnsaved((before) => ({ ...before, typed: added.length > 0 })),
            changing: (changing) => setUnsaved((before) => ({ ...before, changing })),
          }}
        />
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-card border border-line">
          {steps.map((step) => (
            <StepItem key={step.id} task={task} step={step} isMissing={isKeptOpen && holdsOpen(step)} />
          ))}
        </ul>
      )}
      {isKeptOpen && !editing && <CompleteAnyway task={task} onDone={onDone} />}
      {asking && (
        <DiscardQuestion
          onAnswer={(leaves) => {
            setAsking(false)
            if (leaves) stopEditing()
          }}
        />
      )}
    </section>
  )
}

/** Whether a new step is typed and not added, and whether a change of one is not saved. */
const nothingUnsaved = { typed: false, changing: false }

const isDone = ({ doneBy }: Step) => doneBy !== null

/** "3 of 6", and a bar. */
function Progress({ steps }: { steps: Step[] }) {
  const i18n = useI18n()
  const [done, total] = [steps.filter(isDone).length, steps.length]
  if (total === 0) return null
  return (
    <>
      <span className="tabular text-muted text-sm">
        {i18n.t('{done} of {total}', { done: formatCount(done, { i18n }), total: formatCount(total, { i18n }) })}
      </span>
      <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-sunken forced-colors:border">
        <span
          style={{ inlineSize: `${(done / total) * 100}%` }}
          className="block h-full rounded-full bg-done transition-[inline-size] duration-150 forced-colors:bg-[Highlight]"
        />
      </span>
    </>
  )
}

/** Fewer steps say nothing about the pace. */
const MIN_STEPS = 3

/** How long the steps took from the first to the last: "6 steps in 9 s". Only for those who are given the times. */
function Pace({ steps }: { steps: Step[] }) {
  const i18n = useI18n()
  const times = steps.flatMap(({ doneAt }) => (doneAt === null ? [] : [Date.parse(doneAt)]))
  if (times.length < MIN_STEPS) return null
  const seconds = Math.round((Math.max(...times) - Math.min(...times)) / 1000)
  return (
    <span className="tabular min-w-0 truncate text-muted text-sm">
      {i18n.t('{count, plural, one {# step} other {# steps}} in {duration}', {
        count: times.length,
        duration: seconds < 120 ? i18n.t('{seconds} s', { seconds }) : formatMinutes(Math.round(seconds / 60), i18n),
      })}
    </span>
  )
}

const MAX_SKELETONS = 6

function Loading({ count }: { count: number }) {
  const i18n = useI18n()
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{i18n.t('Loading the steps...')}</span>
      {Array.from({ length: Math.min(count, MAX_SKELETONS) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={at} className="h-11" />
      ))}
    </div>
  )
}
