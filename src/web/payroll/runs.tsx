import { Banknote } from 'lucide-react'
import { Suspense } from 'react'
import { payrollApi } from '../../shared/payroll.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PayrollLoading } from './loading.tsx'
import { NewRun } from './new-run.tsx'
import { RunRow } from './run-row.tsx'
import { closedPayrollDialogs, readPayrollSearch } from './search-params.ts'

const RunDialog = lazyPart(() => import('./run-dialog.tsx'), 'RunDialog')

/** The runs that were made, and the next one. */
export function Runs() {
  const i18n = useI18n()
  const { run: opened } = useAddress(readPayrollSearch)
  const { open, close } = useAddressDialog(closedPayrollDialogs)
  const query = useReply(payrollApi.runs, { query: {} })
  const { data } = query
  if (!data)
    return (
      <NotLoaded query={query} failure={i18n.t('The payroll runs could not be loaded.')}>
        <PayrollLoading />
      </NotLoaded>
    )
  return (
    <>
      <NewRun periods={data.periods} />
      {data.runs.length > 0 ? (
        <ul aria-label={i18n.t('Payroll runs')} className="grid gap-2.5">
          {data.runs.map((run) => (
            <RunRow key={run.id} run={run} onOpen={() => open({ run: run.id })} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={Banknote} title={i18n.t('No payroll runs yet')}>
          {i18n.t(
            'A run takes the approved hours of a pay period into lines that never change. What changes later comes as a correction.',
          )}
        </EmptyState>
      )}
      <Suspense fallback={null}>
        {opened !== undefined && <RunDialog key={opened} id={opened} onClose={close} />}
      </Suspense>
    </>
  )
}
