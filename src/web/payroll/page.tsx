import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Tabs } from '../ui/tabs.tsx'
import { PayrollLoading } from './loading.tsx'
import { Runs } from './runs.tsx'
import { readPayrollSearch } from './search-params.ts'

const WageTypes = lazyPart(() => import('./wage-types.tsx'), 'WageTypes')
const FileSettings = lazyPart(() => import('./file-settings.tsx'), 'FileSettings')

/** Payroll for administrators: runs, wage types, and how the file of a run is written. */
export function PayrollPage() {
  const i18n = useI18n()
  const { tab = 'runs' } = useAddress(readPayrollSearch)
  const navigate = useNavigate({ from: '/admin/payroll' })
  return (
    <Tabs
      label={i18n.t('Payroll')}
      value={tab}
      // An entry of its own, so that the form of the file asks before it loses typed text.
      onChange={(next) => void navigate({ search: next === 'runs' ? {} : { tab: next } })}
      tabs={[
        { value: 'runs', label: i18n.t('Runs ##of payroll') },
        { value: 'wage-types', label: i18n.t('Wage types') },
        { value: 'file', label: i18n.t('File ##for the payroll program') },
      ]}
    >
      <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-3.5 pt-3 thumb:pb-24 pb-6 md:px-6 md:pt-4">
        <Suspense fallback={<PayrollLoading />}>
          {tab === 'runs' ? <Runs /> : tab === 'wage-types' ? <WageTypes /> : <FileSettings />}
        </Suspense>
      </div>
    </Tabs>
  )
}
