import { lazy, Suspense } from 'react'
import type { Today } from '../../shared/today.ts'
import { briefingLabels } from '../components/labels/day-labels.ts'
import { useI18n } from '../language.ts'
import { useBoardActions } from '../task/board-context.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Section } from './section.tsx'

/** Few days have something of it, so no first screen waits for it. */
const ItemCard = lazy(() => import('../shift/handovers/item.tsx').then((module) => ({ default: module.ItemCard })))

/** What the viewer has received and not done, and what is about no task. */
export function ReceivedItems({ handedOver: { items, total } }: { handedOver: Today['handedOver'] }) {
  const i18n = useI18n()
  const { open } = useBoardActions()
  return (
    <Section
      title={i18n.t(briefingLabels.handed_over)}
      total={total}
      shown={items.length}
      all={{ to: '/handovers' }}
      isAlarming={items.some(({ severity }) => severity === 'urgent')}
    >
      {items.map((item) => (
        <li key={item.id}>
          <Suspense fallback={<Skeleton className="h-36 rounded-card!" />}>
            <ItemCard item={item} onOpenTask={open} />
          </Suspense>
        </li>
      ))}
    </Section>
  )
}
