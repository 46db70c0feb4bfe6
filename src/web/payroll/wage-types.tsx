import { Coins, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import { isConditional, type WageType, wageTypesApi } from '../../shared/wage-types.ts'
import { formatList, formatWeekdayName } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useCall, useReply } from '../api/queries.ts'
import { EditAndDelete } from '../components/forms/edit-and-delete.tsx'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { holidayLabels, wageSourceLabels } from '../components/labels/payroll-labels.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NextAction } from '../ui/next-action.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PayrollLoading } from './loading.tsx'
import { closedPayrollDialogs, readPayrollSearch } from './search-params.ts'

const WageTypeDialog = lazyPart(() => import('./wage-type-dialog.tsx'), 'WageTypeDialog')

/** The wage types, by code. */
export function WageTypes() {
  const i18n = useI18n()
  const { edit } = useAddress(readPayrollSearch)
  const { open, close } = useAddressDialog(closedPayrollDialogs)
  const query = useReply(wageTypesApi.list, {})
  const departments = useReply(departmentsApi.list, {})
  const wageTypes = query.data?.wageTypes
  const names = new Map(departments.data?.map(({ id, name }) => [id, name]))
  const onNew = () => open({ edit: 0 })
  return (
    <>
      {wageTypes && wageTypes.length > 0 ? (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 text-pretty text-muted">
              {i18n.t(
                'Each paid minute is in one wage type without a condition. Wage types with a condition come on top, for nights or holidays for example.',
              )}
            </p>
            <NextAction icon={Plus} onClick={onNew}>
              {i18n.t('New wage type')}
            </NextAction>
          </div>
          <ul aria-label={i18n.t('Wage types')} className={cx(card, 'divide-y divide-line')}>
            {wageTypes.map((wageType) => (
              <Row
                key={wageType.id}
                wageType={wageType}
                department={wageType.departmentId === null ? undefined : names.get(wageType.departmentId)}
                onEdit={() => open({ edit: wageType.id })}
              />
            ))}
          </ul>
        </>
      ) : wageTypes ? (
        <EmptyState
          icon={Coins}
          title={i18n.t('No wage types yet')}
          action={
            <Button size="lg" variant="primary" onClick={onNew}>
              <Plus aria-hidden="true" className="size-4.5" />
              {i18n.t('New wage type')}
            </Button>
          }
        >
          {i18n.t('Begin with one for all work, under the code that your payroll program knows.')}
        </EmptyState>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The wage types could not be loaded.')}>
          <PayrollLoading />
        </NotLoaded>
      )}
      <Suspense fallback={null}>
        {edit !== undefined && <WageTypeDialog key={edit} id={edit} wageTypes={wageTypes} onClose={close} />}
      </Suspense>
    </>
  )
}

/** The source and the conditions of a wage type, in a few words each. */
function wordsOf(wageType: WageType, department: string | undefined, reader: Reader): string[] {
  const { i18n } = reader
  const { source, windowStart, windowEnd, weekdays, holidays, overContract } = wageType
  const days = weekdays.map((day) => formatWeekdayName(day, reader, 'short'))
  return [
    i18n.t(wageSourceLabels[source]),
    ...(windowStart !== null ? [i18n.t('{start} to {end}', { start: windowStart, end: windowEnd })] : []),
    ...(days.length > 0 ? [formatList(days, reader)] : []),
    ...(holidays === 'any' ? [] : [i18n.t(holidayLabels[holidays])]),
    ...(overContract ? [i18n.t('Only over the contract')] : []),
    ...(department === undefined ? [] : [department]),
  ]
}

function Row({
  wageType,
  department,
  onEdit,
}: {
  wageType: WageType
  department: string | undefined
  onEdit: () => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const { id, code, name } = wageType
  const removal = useCall(wageTypesApi.remove, {
    onSuccess: tell(msg('Wage type deleted')),
    onError: tellFailure(msg('The wage type could not be deleted')),
  })
  const remove = async () => {
    const text = i18n.t('Delete the wage type {code} {name}? What payroll has received stays.', { code, name })
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Delete') })) removal.mutate({ params: { id } })
  }
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2.5">
          <bdi className="font-semibold tabular">{code}</bdi>
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          {isConditional(wageType) && (
            <span className="text-muted text-sm">{i18n.t('on top ##of the other minutes')}</span>
          )}
        </p>
        <p dir="auto" className="text-muted text-sm wrap-anywhere">
          {wordsOf(wageType, department, reader).join(' · ')}
        </p>
      </div>
      <EditAndDelete name={name} onEdit={onEdit} onDelete={remove} isDeleting={removal.isPending} />
    </li>
  )
}
