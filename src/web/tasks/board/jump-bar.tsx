import { type RefObject, useEffect, useState } from 'react'
import { type Status, statuses } from '../../../shared/task-status.ts'
import { formatCount } from '../../../shared/words/formats.ts'
import { StatusIcon, statusLabels } from '../../components/labels/status-icon.tsx'
import { isRightToLeft } from '../../direction.ts'
import { useI18n } from '../../language.ts'
import { useTaskSearch } from '../../task/search-params.ts'
import { cx } from '../../ui/class-names.ts'
import { prefersReducedMotion } from '../../ui/media.ts'
import { rememberedMine } from '../filters/mine.ts'
import { useIsTarget } from './dragging.ts'

type Board = RefObject<HTMLElement | null>

/**
 * A button to each column, for small screens, where not all columns are in view. On phones the viewer's own tasks are
 * one tap away, and stay chosen.
 */
export function JumpBar({
  board,
  totals,
  chosen,
}: {
  board: Board
  totals: Record<Status, number> | undefined
  /** The status filter. Its column is scrolled into view. */
  chosen: Status | undefined
}) {
  const i18n = useI18n()
  const inView = useColumnsInView(board)
  useEffect(() => {
    if (chosen) jump(board, chosen, 'instant')
  }, [board, chosen])
  return (
    <div className="flex gap-1.5 overflow-x-auto px-3.5 pb-2.5 [scrollbar-width:none] low:max-md:pb-1.5 md:px-6 lg:hidden">
      <Mine />
      <nav aria-label={i18n.t('Columns')} className="flex gap-1.5">
        {statuses.map((status) => (
          <JumpButton
            key={status}
            status={status}
            total={totals?.[status]}
            current={inView.includes(status)}
            onJump={() => jump(board, status, prefersReducedMotion() ? 'instant' : 'smooth')}
          />
        ))}
      </nav>
    </div>
  )
}

function Mine() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const isMine = search.assignee === 'me'
  return (
    <button
      type="button"
      aria-pressed={isMine}
      onClick={() => {
        rememberedMine.set(!isMine)
        void change({ assignee: isMine ? undefined : 'me' })
      }}
      className={cx(
        'flex h-11 shrink-0 items-center gap-1.5 rounded-full border px-3.5 font-medium text-sm md:hidden forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:-outline-offset-2',
        isMine ? 'border-accent bg-accent text-on-accent' : 'border-control bg-surface text-muted',
      )}
    >
      {i18n.t('Mine ##only tasks that are assigned to me')}
    </button>
  )
}

function JumpButton({
  status,
  total,
  current,
  onJump,
}: {
  status: Status
  total: number | undefined
  current: boolean
  onJump: () => void
}) {
  const i18n = useI18n()
  const target = useIsTarget(status)
  return (
    <button
      type="button"
      data-jump={status}
      aria-current={current || undefined}
      onClick={(event) => {
        event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })
        onJump()
      }}
      className={cx(
        'flex h-11 shrink-0 items-center gap-1.75 rounded-full px-3.5 font-medium text-sm transition-colors duration-120',
        current
          ? 'bg-accent-soft text-accent forced-colors:outline-2 forced-colors:-outline-offset-2'
          : 'bg-sunken text-muted',
        target && 'shadow-[inset_0_0_0_1.5px_var(--accent)]',
      )}
    >
      <StatusIcon status={status} />
      {i18n.t(statusLabels[status])}
      <span className="min-w-[3ch] text-start tabular">{total !== undefined && formatCount(total, { i18n })}</span>
    </button>
  )
}

const columnIn = (board: HTMLElement, status: Status) => board.querySelector<HTMLElement>(`[data-column="${status}"]`)

/** Scrolls the board so that the column begins where its lines begin. */
function jump({ current: board }: Board, status: Status, behavior: ScrollBehavior) {
  const column = board && columnIn(board, status)?.getBoundingClientRect()
  if (!column) return
  const area = board.getBoundingClientRect()
  const padding = Number.parseFloat(getComputedStyle(board).paddingInlineStart)
  const left = isRightToLeft() ? column.right - area.right + padding : column.left - area.left - padding
  board.scrollBy({ left, behavior })
}

/** The columns whose middle is in view: one on a phone, two on a tablet. */
function useColumnsInView(board: Board) {
  const [inView, setInView] = useState<readonly Status[]>(['pending'])
  useEffect(() => {
    const element = board.current
    if (!element) return
    const measure = () => {
      const { left, right } = element.getBoundingClientRect()
      const seen = statuses.filter((status) => {
        const column = columnIn(element, status)?.getBoundingClientRect()
        const middle = column ? column.left + column.width / 2 : left
        return left < middle && middle < right
      })
      setInView((before) => (before.join() === seen.join() ? before : seen))
    }
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [board])
  return inView
}
