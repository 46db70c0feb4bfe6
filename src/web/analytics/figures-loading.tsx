import { useI18n } from '../language.ts'
import { card } from '../ui/card.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'

/** Stands where the figures of routines are loading, in their size. */
export const RoutinesLoading = () => (
  <FiguresLoading label={useI18n().t('Loading the figures of routines...')} head="h-66 md:h-48" lists="h-72" />
)

/** Stands where the figures of shifts are loading, in their size. */
export const ShiftLoading = () => (
  <FiguresLoading label={useI18n().t('Loading the figures of shifts...')} head="h-72" lists="h-56" />
)

/** Stands where the figures on one page are loading, in their size. */
export const SheetLoading = () => (
  <FiguresLoading label={useI18n().t('Loading the figures...')} head="h-72" lists="h-56" />
)

function FiguresLoading({ label, head, lists }: { label: string; head: string; lists: string }) {
  return (
    <div role="status" className="grid gap-3 md:gap-4">
      <span className="sr-only">{label}</span>
      <div className={`${card} ${head} grid content-start gap-5 p-5`}>
        <Skeleton className="h-5 w-40" />
        <div className="grid grid-cols-2 gap-5 md:grid-cols-5">
          {times(5, () => (
            <Skeleton className="h-11" />
          ))}
        </div>
      </div>
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
        {times(2, () => (
          <div className={`${card} ${lists} grid content-start gap-5 p-5`}>
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-2/3" />
          </div>
        ))}
      </div>
    </div>
  )
}
