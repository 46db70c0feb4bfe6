import { Suspense } from 'react'
import type { ItemSection } from '../../shared/today.ts'
import { isUrgentHandover } from '../../shared/waiting.ts'
import { useBoardActions } from '../task/board-context.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { NewMark } from './new-mark.tsx'
import { TodaySection } from './section.tsx'

/** Few days have something of it, so no first screen waits for it. */
const ItemCard = lazyPart(() => import('../shift/handovers/item.tsx'), 'ItemCard')

/** Items of handovers under a heading: received by the viewer, asked about, or free to take. */
export function HandoverItems({ title, section: { items, total } }: { title: string; section: ItemSection }) {
  if (total === 0) return null
  return (
    <TodaySection
      title={title}
      total={total}
      shown={items.length}
      all={{ to: '/handovers' }}
      isAlarming={items.some(isUrgentHandover)}
    >
      <ItemCards items={items} />
    </TodaySection>
  )
}

/** Each item as a row of a list. */
export function ItemCards({ items }: { items: ItemSection['items'] }) {
  const { open } = useBoardActions()
  return items.map((item) => (
    <li key={item.id} className="relative">
      <Suspense fallback={<Skeleton className="h-36 rounded-card!" />}>
        <ItemCard item={item} onOpenTask={open} />
      </Suspense>
      <NewMark of={`item ${item.id}`} since={item.createdAt} />
    </li>
  ))
}
