import { CalendarHeart, Trash2, Upload } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import { type Holiday, holidaysApi } from '../../shared/holidays.ts'
import { formatWeekdayDate } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field, Input } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { DateInput } from '../ui/moment-input.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'

const HolidaysDialog = lazyPart(() => import('./holidays-dialog.tsx'), 'HolidaysDialog')

/** The holidays of the house, for administrators: added one by one, or from a list or a file. */
export function HolidaysPage() {
  const i18n = useI18n()
  const [isReading, setReading] = useState(false)
  const query = useReply(holidaysApi.list, {})
  const holidays = query.data?.holidays
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-3.5 pt-3 pb-6 md:px-6 md:pt-4">
      <p className="max-w-2xl text-pretty text-muted">{i18n.t('Holidays stand beside the days of hours.')}</p>
      <NewHoliday />
      <div>
        <Button onClick={() => setReading(true)}>
          <Upload aria-hidden="true" className="size-4" />
          {i18n.t('Paste a list, or open an iCal file')}
        </Button>
      </div>
      {holidays && holidays.length > 0 ? (
        <ul
          aria-label={i18n.t('Holidays')}
          className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
        >
          {holidays.map((holiday) => (
            <Row key={holiday.id} holiday={holiday} />
          ))}
        </ul>
      ) : holidays ? (
        <EmptyState icon={CalendarHeart} title={i18n.t('No holidays yet')} />
      ) : (
        <NotLoaded query={query} failure={i18n.t('The holidays could not be loaded.')}>
          <LoadingBars count={6} bars="h-10" className="grid gap-2" />
        </NotLoaded>
      )}
      <Suspense fallback={null}>{isReading && <HolidaysDialog onClose={() => setReading(false)} />}</Suspense>
    </div>
  )
}

/** The form for one holiday. */
function NewHoliday() {
  const i18n = useI18n()
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const { mutate, isPending } = useCall(holidaysApi.create, {
    onSuccess: () => {
      tell(msg('Holiday added'))()
      setDate('')
      setName('')
    },
    onError: tellFailure(msg('The holidays could not be saved')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (date !== '' && name.trim() !== '') mutate({ body: { holidays: [{ date, name }] } })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label={i18n.t('Day')} required>
        <DateInput value={date} onChange={({ target }) => setDate(target.value)} />
      </Field>
      <Field label={i18n.t('Name')} required className="min-w-0 flex-1 basis-48">
        <Input value={name} onChange={({ target }) => setName(target.value)} maxLength={100} autoComplete="off" />
      </Field>
      <Button type="submit" variant="primary" pending={isPending} disabled={date === '' || name.trim() === ''}>
        {i18n.t('Add')}
      </Button>
    </form>
  )
}

function Row({ holiday: { id, date, name } }: { holiday: Holiday }) {
  const i18n = useI18n()
  const { mutate, isPending } = useCall(holidaysApi.remove, {
    onSuccess: tell(msg('Holiday deleted')),
    onError: tellFailure(msg('The holiday could not be deleted')),
  })
  return (
    <li className="flex items-center gap-3 px-4 py-1.5">
      <span className="tabular min-w-44 text-muted">
        {formatWeekdayDate(`${date}T12:00:00.000Z`, { i18n, timeZone: 'UTC' })}
      </span>
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere font-medium">
        {name}
      </span>
      <IconButton
        label={i18n.t('Delete {name}', { name })}
        onClick={() => mutate({ params: { id } })}
        pending={isPending}
      >
        {!isPending && <Trash2 aria-hidden="true" className="size-4" />}
      </IconButton>
    </li>
  )
}
