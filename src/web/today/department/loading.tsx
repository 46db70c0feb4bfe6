import { useI18n } from '../../language.ts'
import { card } from '../../ui/card.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The part about the department while it is being read: as high as it is when all is clear. */
export function DepartmentLoading() {
  const i18n = useI18n()
  return (
    <div role="status" aria-busy="true" className={`${card} flex h-12.5 items-center gap-3 px-4`}>
      <span className="sr-only">{i18n.t('Loading the department...')}</span>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  )
}
