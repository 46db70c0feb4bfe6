import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { MAX_STEPS, type NewStep } from '../../../shared/step-fields.ts'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Ellipsis, GripVertical } from '../../ui/dots.ts'
import { Menu, MenuEntry, MenuSeparator } from '../../ui/menu.tsx'
import { AddSteps } from './add-steps.tsx'
import { DiscardQuestion } from './discard-question.tsx'
import { useStepFacts } from './limits.ts'
import { StepForm, type StepWords } from './step-form.tsx'

type EditedStep = StepWords & { id: number }

export interface StepActions {
  /** Adds steps at the end. It may refuse. */
  add: (steps: NewStep[]) => unknown
  /** It may refuse with the faults of fields. */
  change: (id: number, step: StepWords) => unknown
  /** Puts the steps into this order. */
  order: (ids: number[]) => void
  remove: (id: number) => void
}

/** Hears of steps that are typed but not added, and whether a change of one is not saved. */
export interface UnsavedSteps {
  typed: (steps: NewStep[]) => void
  changing: (isChanging: boolean) => void
}

/**
 * Arranges steps: add, change, order by dragging or Alt with an arrow key, delete. `takesFocus`: the field for a new
 * step has the focus when it appears.
 */
export function EditSteps({
  steps,
  actions,
  takesFocus = false,
  onUnsaved,
}: {
  steps: readonly EditedStep[]
  actions: StepActions
  takesFocus?: boolean
  onUnsaved?: UnsavedSteps
}) {
  const i18n = useI18n()
  /** The step whose form is open. */
  const [changing, setChanging] = useState<number>()
  const [isChanged, setChanged] = useState(false)
  /** The step whose form opens if the open one's typed text may be discarded. */
  const [next, setNext] = useState<number>()
  const noteChanged = (is: boolean) => {
    setChanged(is)
    onUnsaved?.changing(is)
  }
  const openForm = (id: number | undefined) => {
    setChanging(id)
    noteChanged(false)
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor),
  )
  const move = (from: number, to: number) => {
    const step = steps[from]
    if (!step || to < 0 || to >= steps.length || from === to) return
    const ordered = steps.toSpliced(from, 1).toSpliced(to, 0, step)
    actions.order(ordered.map(({ id }) => id))
  }
  return (
    <div className="flex flex-col gap-2">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => {
          const place = (id: unknown) => steps.findIndex((step) => step.id === id)
          if (over) move(place(active.id), place(over.id))
        }}
      >
        <ol className="flex flex-col divide-y divide-line rounded-card border border-line empty:hidden">
          {steps.map((step, at) =>
            step.id === changing ? (
              <li key={step.id} className="p-3">
                <StepForm
                  step={step}
                  onChange={() => isChanged || noteChanged(true)}
                  onSave={(changed) => actions.change(step.id, changed)}
                  onClose={() => openForm(undefined)}
                />
              </li>
            ) : (
              <Row
                key={step.id}
                step={step}
                isFirst={at === 0}
                isLast={at === steps.length - 1}
                onMove={(by) => move(at, at + by)}
                onChange={() => (isChanged ? setNext(step.id) : openForm(step.id))}
                onRemove={() => actions.remove(step.id)}
              />
            ),
          )}
        </ol>
      </DndContext>
      {steps.length < MAX_STEPS && (
        <AddSteps
          room={MAX_STEPS - steps.length}
          isFocused={takesFocus}
          onAdd={actions.add}
          onTyped={onUnsaved?.typed}
        />
      )}
      {steps.length >= MAX_STEPS && (
        <p className="text-muted text-sm">
          {i18n.t('{max, plural, one {A task has at most # step} other {A task has at most # steps}}', {
            max: MAX_STEPS,
          })}
        </p>
      )}
      {next !== undefined && (
        <DiscardQuestion
          onAnswer={(leaves) => {
            setNext(undefined)
            if (leaves) openForm(next)
          }}
        />
      )}
    </div>
  )
}

function Row({
  step,
  isFirst,
  isLast,
  onMove,
  onChange,
  onRemove,
}: {
  step: EditedStep
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onChange: () => void
  onRemove: () => void
}) {
  const i18n = useI18n()
  const { setNodeRef: setTarget } = useDroppable({ id: step.id })
  const { setNodeRef, setActivatorNodeRef, listeners, transform, isDragging } = useDraggable({ id: step.id })

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
    if (!event.altKey || !by) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li ref={setTarget} onKeyDown={onKeyDown}>
      <div
        ref={setNodeRef}
        style={transform ? { translate: `0 ${transform.y}px` } : undefined}
        className={cx(
          'flex min-h-11 items-center gap-1 rounded-card bg-surface pe-1',
          isDragging && 'relative z-10 shadow-float',
        )}
      >
        <span
          ref={setActivatorNodeRef}
          {...listeners}
          aria-hidden="true"
          className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted"
        >
          <GripVertical className="size-4" />
        </span>
        <button
          type="button"
          onClick={onChange}
          className="min-h-11 min-w-0 flex-1 py-2 text-start wrap-anywhere hover:underline"
        >
          <bdi>{step.text}</bdi>
          <Kind step={step} />
        </button>
        <Menu
          trigger={
            <IconButton label={i18n.t('Actions for {name}', { name: step.text })}>
              <Ellipsis aria-hidden="true" className="size-4" />
            </IconButton>
          }
        >
          <MenuEntry onSelect={onChange}>{i18n.t('Edit')}</MenuEntry>
          <MenuEntry icon={ArrowUp} disabled={isFirst} onSelect={() => onMove(-1)}>
            {i18n.t('Move up')}
          </MenuEntry>
          <MenuEntry icon={ArrowDown} disabled={isLast} onSelect={() => onMove(1)}>
            {i18n.t('Move down')}
          </MenuEntry>
          <MenuSeparator />
          <MenuEntry icon={Trash2} destructive onSelect={onRemove}>
            {i18n.t('Delete')}
          </MenuEntry>
        </Menu>
      </div>
    </li>
  )
}

/** The step's kind, unless it is only to be ticked. */
function Kind({ step }: { step: StepWords }) {
  const words = useStepFacts(step)
  if (words.length === 0) return null
  return <span className="block text-muted text-sm">{words.join(' · ')}</span>
}
