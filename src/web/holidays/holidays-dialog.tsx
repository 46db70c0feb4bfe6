import { useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { holidaysApi, MAX_HOLIDAYS } from '../../shared/holidays.ts'
import {
  isIcal,
  MAX_HOLIDAYS_TEXT,
  type ReadHolidays,
  readIcalHolidays,
  readPastedHolidays,
} from '../../shared/read-holidays.ts'
import { formatWeekdayDate, writesMonthFirst } from '../../shared/words/formats.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** Adds the holidays of a pasted list or an iCal file, which the browser reads. A preview shows what it understands. */
export function HolidaysDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const form = useForm<{ text: string }>({ defaultValues: { text: '' } })
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const { mutateAsync: create } = useCall(holidaysApi.create)
  const leaving = useLeaving(text !== '', onClose)
  const read: ReadHolidays = isIcal(text)
    ? readIcalHolidays(text)
    : readPastedHolidays(text, writesMonthFirst({ i18n }))
  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > MAX_HOLIDAYS_TEXT) return toastError(i18n.t('The file is too large'))
    setText(await chosen.text())
  }
  const submit = form.handleSubmit(async () => {
    if (read.holidays.length === 0) return toastError(i18n.t('There is no holiday in it.'))
    if (read.holidays.length > MAX_HOLIDAYS)
      return toastError(
        i18n.t('{max, plural, one {At most # holiday} other {At most # holidays}}', { max: MAX_HOLIDAYS }),
      )
    try {
      const { added } = await create({ body: { holidays: read.holidays } })
      toast({ title: i18n.t('{count, plural, one {# holiday added} other {# holidays added}}', { count: added }) })
      leaving.leave()
    } catch (error) {
      toastError(messageOf(error, i18n.t('The holidays could not be saved')))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Add holidays')}
        submitLabel={i18n.t('Add')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
      >
        <Field
          label={i18n.t('A holiday a line: a date with its year, and a name')}
          hint={i18n.t('For example: {example}', { example: '2027-01-01 New Year' })}
        >
          <Textarea value={text} onChange={({ target }) => setText(target.value)} rows={6} spellCheck={false} />
        </Field>
        <div>
          <input
            ref={file}
            type="file"
            accept=".ics,text/calendar"
            hidden
            onChange={({ target }) => {
              void open(target.files?.[0])
              target.value = ''
            }}
          />
          <Button onClick={() => file.current?.click()}>{i18n.t('Open an iCal file')}</Button>
        </div>
        {text.trim() !== '' && <Preview read={read} />}
      </FormDialog>
    </FormProvider>
  )
}

/** The holidays that were understood, and the lines that were not. */
function Preview({ read: { holidays, notUnderstood } }: { read: ReadHolidays }) {
  const i18n = useI18n()
  return (
    <section aria-label={i18n.t('Preview')} aria-live="polite" className="grid gap-3">
      <p className="font-medium">
        {i18n.t('{count, plural, one {# holiday} other {# holidays}}', { count: holidays.length })}
      </p>
      {notUnderstood.length > 0 && (
        <div className="text-overdue">
          <p className="font-medium">{i18n.t('Not understood, and left out:')}</p>
          <ul>
            {notUnderstood.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice
              <li key={at} dir="auto" className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className="divide-y divide-line">
        {holidays.slice(0, MAX_HOLIDAYS).map(({ date, name }) => (
          <li key={date} className="flex gap-3 py-1">
            <span className="tabular min-w-44 text-muted">
              {formatWeekdayDate(`${date}T12:00:00.000Z`, { i18n, timeZone: 'UTC' })}
            </span>
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {name}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
