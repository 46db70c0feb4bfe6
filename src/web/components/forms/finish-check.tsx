import { Check } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { ofTask, takesPress, useIsPressed } from './steady-press.ts'

/**
 * Completes a task in one tap; of a completed one, takes that back. Only for those who may set the status. It takes 44
 * pixels of touch and shows a ring of half of them, or a larger one.
 */
export function FinishCheck({
  task: { id, title },
  finished,
  onPress,
  large,
  tabIndex,
  className,
}: {
  task: { id: number; title: string }
  finished: boolean
  onPress: () => void
  large?: boolean
  tabIndex?: number
  className?: string
}) {
  const i18n = useI18n()

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!takesPress(ofTask(id), event)) return
    const { currentTarget, detail } = event
    // By keyboard the focus goes on to the next one, because this card leaves its column.
    const next = detail === 0 ? neighbourOf(currentTarget) : undefined
    navigator.vibrate?.(10)
    onPress()
    if (next) requestAnimationFrame(() => next.focus())
  }

  return (
    <button
      type="button"
      data-card-action
      data-finish
      tabIndex={tabIndex}
      aria-label={i18n.t('Mark complete: {title}', { title })}
      aria-pressed={finished}
      aria-disabled={useIsPressed(ofTask(id)) || undefined}
      onClick={press}
      className={cx(
        'group/finish grid size-11 shrink-0 place-items-center rounded-full outline-offset-[-9px]',
        className,
      )}
    >
      <FinishMark finished={finished} large={large} />
    </button>
  )
}

/** The round mark of the check: a ring, filled when the task is completed. */
export const FinishMark = ({ finished, large }: { finished: boolean; large?: boolean | undefined }) => (
  <span
    aria-hidden="true"
    className={cx(
      large ? 'size-7 border-2' : 'size-5.5 border-[1.5px]',
      'grid place-items-center rounded-full transition-[color,background-color,border-color,scale] duration-120 group-active/finish:scale-88',
      finished
        ? 'border-done bg-done text-surface group-hover/finish:opacity-85'
        : 'border-control text-transparent group-hover/finish:border-done group-hover/finish:text-done group-focus-visible/finish:text-done',
    )}
  >
    {/* Forced colours draw transparent parts. */}
    <Check className={cx('stroke-3!', large ? 'size-4' : 'size-3.5', !finished && 'forced-colors:opacity-0')} />
  </span>
)

/** The check of the card after this one, else of the one before; none where nothing leaves its list. */
function neighbourOf(check: HTMLElement) {
  const row = check.closest('[data-task]')?.parentElement
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  return neighbour?.querySelector<HTMLElement>('[data-finish]')
}
