import { useI18n } from '../language.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { card } from './metric-card.tsx'

/** Stands where the figures of shifts are loading, in their size. */
export function ShiftLoading() {
  const i18n = useI18n()
  return (
    <div role="status" className="grid gap-3 md:gap-4">
      <span className="sr-only">{i18n.t('Loading the figures of shifts...')}</span>
      <div className={`${card} grid h-72 content-start gap-5 p-5`}>
        <Skeleton className="h-5 w-40" />
        <div className="grid grid-cols-2 gap-5 md:grid-cols-5">
          {times(5, () => (
            <Skeleton className="h-11" />
          ))}
        </div>
      </div>
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
        {times(2, () => (
          <div className={`${card} grid h-56 content-start gap-5 p-5`}>
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-32" />
          </div>
        ))}
      </div>
    </div>
  )
}
