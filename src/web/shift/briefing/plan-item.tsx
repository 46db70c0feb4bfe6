import { Link } from '@tanstack/react-router'
import { CalendarClock, UserX } from 'lucide-react'
import type { PlanItem } from '../../../shared/roster/day-shapes.ts'
import { planItemDetails, planItemTitle } from '../../components/labels/plan-item-words.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { cx } from '../../ui/class-names.ts'
import { ItemLine, itemTitle, opensItem } from './items.tsx'

/** A change of one's own shifts, which opens one's week, or a colleague who has not come. */
export function PlanItemLine({ item }: { item: PlanItem }) {
  const reader = useReader()
  const isMissing = item.what === 'missing'
  const Icon = isMissing ? UserX : CalendarClock
  const words = planItemTitle(item, reader)
  const details = planItemDetails(item, reader)
  return (
    <ItemLine className={isMissing ? 'hover:border-line! hover:bg-surface!' : ''}>
      <Icon aria-hidden="true" className={cx('size-5 shrink-0', isMissing ? 'text-overdue' : 'text-muted')} />
      <div className="min-w-0 flex-1">
        <h3 className={cx(itemTitle, 'tabular')}>
          {isMissing ? (
            words
          ) : (
            <Link to="/roster" data-opens className={opensItem}>
              {words}
            </Link>
          )}
        </h3>
        <p className="tabular mt-0.5 flex flex-wrap gap-x-2 text-muted text-sm">
          {details && <span>{details}</span>}
          {item.by && <bdi>{item.by}</bdi>}
        </p>
      </div>
    </ItemLine>
  )
}
