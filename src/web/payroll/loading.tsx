import { useI18n } from '../language.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'

export function PayrollLoading() {
  const i18n = useI18n()
  return (
    <div role="status" className="grid gap-2.5">
      <span className="sr-only">{i18n.t('Loading...')}</span>
      <Skeleton className="h-4 w-96 max-w-full" />
      {times(4, () => (
        <Skeleton className="h-18 rounded-card!" />
      ))}
    </div>
  )
}
