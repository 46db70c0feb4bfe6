import { useI18n } from '../language.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { card } from './metric-card.tsx'

/** Stands where the figures of routines are loading, in their size. */
export function RoutinesLoading() {
  const i18n = useI18n()
  return (
    <div role="status" className="grid gap-3 md:gap-4">
      <span className="sr-only">{i18n.t('Loading the figures of routines...')}</span>
      <div className={`${card} grid h-66 content-start gap-5 p-5 md:h-48`}>
        <Skeleton className="h-5 w-40" />
        <div className="grid grid-cols-2 gap-5 md:grid-cols-5">
          {times(5, () => (
            <Skeleton className="h-11" />
          ))}
        </div>
      </div>
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
        {times(2, () => (
          <div className={`${card} grid h-72 content-start gap-5 p-5`}>
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-48" />
          </div>
        ))}
      </div>
    </div>
  )
}
