import { zodResolver } from '@hookform/resolvers/zod'
import { FileText, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { date } from '../../shared/fields.ts'
import { dateOf, weekOf } from '../../shared/time/time.ts'
import { formatDate } from '../../shared/words/formats.ts'
import { english, msg } from '../../shared/words/message.ts'
import { contractAt, type WorkContract, workContractsApi } from '../../shared/work-contracts.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { showIssues } from '../components/forms/form-issues.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { HistorySection } from '../components/history/history.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { FoldedSection } from '../ui/folded-section.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { DateInput } from '../ui/moment-input.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { toastError } from '../ui/toast.tsx'
import { type ContractValues, contractBody, contractValues, minutesOfHours } from './contract-values.ts'

/** A person's contracts, below the form of the person. They are read when the section is opened. */
export function ContractsSection({
  userId,
  onTyping,
}: {
  userId: string
  /** Hears whether something is typed that is not saved. */
  onTyping: (isTyping: boolean) => void
}) {
  const i18n = useI18n()
  return (
    <FoldedSection title={i18n.t('Contracts')} icon={FileText} className="mt-5">
      <Contracts userId={userId} onTyping={onTyping} />
    </FoldedSection>
  )
}

function Contracts({ userId, onTyping }: { userId: string; onTyping: (isTyping: boolean) => void }) {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const now = useMinute()
  const reply = useReply(workContractsApi.list, { params: { id: userId } })
  const [edited, setEdited] = useState<number | 'new'>()
  if (!reply.data) {
    return (
      <NotLoaded query={reply} failure={i18n.t('The contracts could not be loaded.')} className="gap-3! py-3!">
        <LoadingBars bars="h-5 w-3/5" />
      </NotLoaded>
    )
  }
  const { contracts } = reply.data
  const current = contractAt(contracts, dateOf(now, timeZone))
  const nextMonday = weekOf(now, timeZone, 1)[0]?.date ?? ''
  const form = { userId, onTyping, onClose: () => setEdited(undefined) }
  return (
    <>
      {contracts.length === 0 && edited === undefined && (
        <p className="text-muted text-sm">
          {i18n.t('No contract yet. With one, hours are shown beside those agreed.')}
        </p>
      )}
      <ul className="divide-y divide-line">
        {contracts.map((contract) => (
          <li key={contract.id} className="py-1.5">
            {edited === contract.id ? (
              <ContractForm {...form} contract={contract} from={contract.from} />
            ) : (
              <Line contract={contract} isCurrent={contract === current} onEdit={() => setEdited(contract.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <ContractForm {...form} from={nextMonday} />
      ) : (
        <Button className="mt-2" onClick={() => setEdited('new')}>
          {i18n.t('Add a contract')}
        </Button>
      )}
    </>
  )
}

function Line({ contract, isCurrent, onEdit }: { contract: WorkContract; isCurrent: boolean; onEdit: () => void }) {
  const i18n = useI18n()
  const { id, from, weeklyMinutes, daysPerWeek } = contract
  const day = formatDate(`${from}T12:00:00.000Z`, { i18n, timeZone: 'UTC' })
  const removal = useCall(workContractsApi.remove, {
    onSuccess: tell(msg('Contract deleted')),
    onError: tellFailure(msg('The contract could not be deleted')),
  })
  const remove = async () => {
    const text = i18n.t('Delete the contract from {day}? The one before it holds on.', { day })
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Delete') })) removal.mutate({ params: { id } })
  }
  return (
    <div className="flex items-center gap-2">
      <p className="tabular min-w-0 flex-1">
        <span className="font-medium">{i18n.t('From {day}', { day })}</span>
        <span className="block text-muted text-sm">
          {[
            i18n.t('{time} a week', { time: formatMinutes(weeklyMinutes, i18n) }),
            i18n.t('{days, plural, one {# day} other {# days}}', { days: daysPerWeek }),
            isCurrent && i18n.t('holds now ##a contract'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <IconButton label={i18n.t('Correct the contract from {day}', { day })} onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton
        label={i18n.t('Delete the contract from {day}', { day })}
        onClick={() => void remove()}
        pending={removal.isPending}
      >
        {!removal.isPending && <Trash2 aria-hidden="true" className="size-4" />}
      </IconButton>
    </div>
  )
}

const Form = z.object({
  from: date,
  hours: z.string().check(
    z.refine((text) => {
      const minutes = minutesOfHours(text)
      return minutes !== null && minutes <= 7 * 24 * 60
    }, english('Enter hours, as 40 or 38:30')),
  ),
  days: z.string(),
})

/** The form of a new contract, or of this one. */
function ContractForm({
  userId,
  contract,
  from,
  onTyping,
  onClose,
}: {
  userId: string
  contract?: WorkContract
  from: string
  onTyping: (isTyping: boolean) => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const form = useForm<ContractValues>({ resolver: zodResolver(Form), defaultValues: contractValues(contract, from) })
  const { errors, isDirty, isSubmitting } = form.formState
  const { mutateAsync: create } = useCall(workContractsApi.create)
  const { mutateAsync: update } = useCall(workContractsApi.update)
  useEffect(() => {
    onTyping(isDirty)
    return () => onTyping(false)
  }, [isDirty, onTyping])
  const submit = form.handleSubmit(async (values) => {
    const body = contractBody(values)
    try {
      if (contract) await update({ params: { id: contract.id }, body: { ...body, updatedAt: contract.updatedAt } })
      else await create({ params: { id: userId }, body })
      tell(msg('Contract saved'))()
      onClose()
    } catch (error) {
      if (!showIssues(form, error, { weeklyMinutes: 'hours', daysPerWeek: 'days' }))
        toastError(messageOf(error, i18n.t('The contract could not be saved')))
    }
  })
  return (
    <form
      noValidate
      aria-label={contract ? i18n.t('Contract') : i18n.t('New contract')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="grid gap-4 py-2"
    >
      <div className="grid gap-4 md:grid-cols-3">
        <Field label={i18n.t('From ##a day')} error={errors.from?.message ?? ''} required>
          <Controller control={form.control} name="from" render={({ field }) => <DateInput {...field} />} />
        </Field>
        <Field label={i18n.t('Hours a week')} error={errors.hours?.message ?? ''} required>
          <Input {...form.register('hours')} inputMode="decimal" autoComplete="off" />
        </Field>
        <Field label={i18n.t('Days a week')} error={errors.days?.message ?? ''}>
          <Select {...form.register('days')}>
            {[1, 2, 3, 4, 5, 6, 7].map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <p className="text-muted text-sm">
        {i18n.t('It holds until the next contract. It begins on a Monday, the first one on any day.')}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {i18n.t('Save contract')}
        </Button>
      </div>
      {contract && <HistorySection endpoint={workContractsApi.history} id={contract.id} />}
    </form>
  )
}
