import { Suspense } from 'react'
import { workRulesApi } from '../../shared/work-rules.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'

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

const Loading = () => (
  <LoadingBars
    bars={['h-4 w-96 max-w-full', ...Array<string>(5).fill('h-24 rounded-card!')]}
    className="grid gap-2.5"
  />
)
