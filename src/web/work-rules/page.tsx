import { Suspense } from 'react'
import { workRulesApi } from '../../shared/work-rules.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'

const PayPeriodCard = lazyPart(() => import('./pay-period.tsx'), 'PayPeriodCard')
const WorkRulesForm = lazyPart(() => import('./form.tsx'), 'WorkRulesForm')

/** The rules about working time, for administrators. */
export function WorkRulesPage() {
  const i18n = useI18n()
  const query = useReply(workRulesApi.get, {})
  const { data } = query
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-3.5 pt-3 pb-6 md:px-6 md:pt-4">
      {data ? (
        <Suspense fallback={<Loading />}>
          <WorkRulesForm stored={data} />
        </Suspense>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The work rules could not be loaded.')}>
          <Loading />
        </NotLoaded>
      )}
      <Suspense fallback={null}>
        <PayPeriodCard />
      </Suspense>
    </div>
  )
}

const Loading = () => {
  const i18n = useI18n()
  return (
    <div role="status" className="grid gap-2.5">
      <span className="sr-only">{i18n.t('Loading...')}</span>
      <Skeleton className="h-4 w-96 max-w-full" />
      {times(5, () => (
        <Skeleton className="h-24 rounded-card!" />
      ))}
    </div>
  )
}
