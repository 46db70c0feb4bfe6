import { type MouseEvent, memo, useCallback, useId } from 'react'
import type { Status } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { taskHref } from '../../components/addresses/hrefs.ts'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { cx } from '../../ui/class-names.ts'
import { GripVertical } from '../../ui/dots.ts'
import { openInTab, opensElsewhere } from '../../ui/opening-link.tsx'
import { besideCheck, CardMeta, cardClass, checkPlace, titleClass } from './card-face.tsx'
import { CardMenu } from './card-menu.tsx'
import { cards, DRAG_HELP, useIsDragged } from './dragging.ts'
import { CardCheck } from './finish-check.tsx'

/** A task on the board. It has no handlers for dragging: the drag layer finds it by its attributes. */
export const BoardCard = memo(function BoardCard({
  task,
  column,
  position,
  total,
}: {
  task: Task
  column: Status
  position: number
  total: number
}) {
  const { open } = useBoardActions()
  const mayMove = useCan('task:set-status', task)
  const dragged = useIsDragged(task.id)
  const id = useId()
  const register = useCallback(
    (card: HTMLElement | null) => {
      if (card) cards.set(card, { task, column })
    },
    [task, column],
  )

  // The whole card opens the task. The menu's entries stand elsewhere in the document: their clicks bubble here, too.
  const openFromAnywhere = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('[data-card-action]')) return
    if (opensElsewhere(event)) return openInTab(event, taskHref(task.id))
    event.preventDefault()
    open(task.id)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the title within is a link that does the same
    <article
      ref={register}
      aria-labelledby={id}
      aria-posinset={position}
      aria-setsize={total}
      data-task={task.id}
      data-movable={mayMove || undefined}
      onClick={openFromAnywhere}
      onAuxClick={openFromAnywhere}
      className={cx(
        cardClass,
        'group/card relative cursor-pointer select-none [-webkit-touch-callout:none]',
        'hover:border-control has-[:focus-visible]:border-control',
        dragged && 'border-accent! border-dashed! bg-accent-soft! shadow-none! *:opacity-0!',
      )}
    >
      <h3 className={cx('touch:pe-7', mayMove && besideCheck)}>
        <a
          href={taskHref(task.id)}
          // The card is dragged, not its link.
          draggable={false}
          id={id}
          dir="auto"
          className={cx(
            titleClass,
            'outline-none focus-visible:after:absolute focus-visible:after:-inset-px focus-visible:after:rounded-[10px] focus-visible:after:outline-2 focus-visible:after:outline-accent',
          )}
        >
          {task.title}
        </a>
      </h3>
      <CardMeta task={task} column={column} hasCheck={mayMove} />
      {mayMove && <CardCheck task={task} className={checkPlace} />}
      <div
        data-card-action
        className={cx(
          'absolute top-1 inset-e-1 flex rounded-control bg-surface opacity-0 transition-opacity duration-120',
          'before:absolute before:inset-y-0 before:inset-e-full before:w-6 before:bg-linear-[calc(-90deg*var(--dir))] before:from-surface touch:before:hidden',
          'group-focus-within/card:opacity-100 group-hover/card:opacity-100 has-aria-expanded:opacity-100 touch:top-0 touch:inset-e-0 touch:bg-transparent touch:opacity-100',
        )}
      >
        {mayMove && <DragHandle title={task.title} />}
        <CardMenu task={task} column={column} mayMove={mayMove} />
      </div>
    </article>
  )
})

function DragHandle({ title }: { title: string }) {
  const i18n = useI18n()
  return (
    <button
      type="button"
      data-drag-handle
      aria-label={i18n.t('Move {title}', { title })}
      aria-roledescription={i18n.t('drag handle')}
      aria-describedby={DRAG_HELP}
      className="grid size-7 cursor-grab place-items-center rounded-control text-muted hover:bg-hover hover:text-text touch:mt-2 touch:bg-surface touch:opacity-0 touch:group-focus-within/card:opacity-100 touch:group-hover/card:opacity-100 pointer-coarse:hidden"
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  )
}
