import { useI18n } from '../language.ts'
import { card } from '../ui/card.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'

/** The day while it is being read. */
export function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-2 lg:max-w-[61%]">
      <span className="sr-only">{i18n.t('Loading your day...')}</span>
      <Skeleton className="mx-1 h-5 w-28" />
      {times(4, (at) => (
        <div key={at} aria-hidden="true" className={`${card} flex h-15 items-center gap-3 px-4`}>
          <Skeleton className="size-7 rounded-full!" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      ))}
    </div>
  )
}
