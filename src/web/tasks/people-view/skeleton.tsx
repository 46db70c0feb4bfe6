import { Skeleton, times } from '../../ui/skeleton.tsx'
import { CardSkeleton } from '../board/column-tail.tsx'

/** The lanes while they load. */
export const LanesSkeleton = () => (
  <div
    aria-hidden="true"
    className="min-h-0 flex-1 overflow-hidden px-3.5 md:px-6 lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-3 lg:pb-5"
  >
    <LaneSkeleton cards={4} />
    <div className="flex min-h-0 flex-col gap-2 overflow-hidden max-lg:mt-2">
      {times(5, () => (
        <LaneSkeleton cards={3} isRow />
      ))}
    </div>
  </div>
)

const LaneSkeleton = ({ cards, isRow = false }: { cards: number; isRow?: boolean }) => (
  <div className="rounded-card bg-sunken px-2 pb-2">
    <div className="flex h-12 items-center gap-2.5 px-2">
      <Skeleton className="size-7.5 rounded-full" />
      <Skeleton className="h-3.5 w-32" />
    </div>
    <div className={isRow ? 'grid gap-2 max-lg:hidden sm:grid-cols-2 xl:grid-cols-3' : 'grid gap-2'}>
      {times(cards, (at) => (
        <CardSkeleton lines={(at % 2) + 1} />
      ))}
    </div>
  </div>
)
