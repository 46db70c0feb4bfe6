import { type FormEvent, useState } from 'react'
import type { ManyChanges } from '../../../shared/tasks.ts'
import { instantOf } from '../../../shared/time/time.ts'
import { useViewer } from '../../api/viewer.ts'
import { PersonPicker } from '../../components/people/person-picker.tsx'
import { useI18n } from '../../language.ts'
import { dueRange } from '../../task/dialog/form-values.ts'
import { labels } from '../../task/dialog/labels.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { DateInput, TimeInput } from '../../ui/moment-input.tsx'
import { changePart, type TasksPart } from './bulk-actions.ts'

const FORM_ID = 'bulk'

/** Sets or clears the assignee or the due date of the selected tasks. */
export function BulkDialog({
  field,
  part,
  pending,
  onChange,
  onClose,
}: {
  field: 'assignee' | 'dueDate'
  part: TasksPart
  pending: boolean
  onChange: (changes: ManyChanges['changes']) => Promise<boolean>
  onClose: () => void
}) {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const [assigneeId, setAssigneeId] = useState('')
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const isDate = field === 'dueDate'
  const { count, total } = part
  const submitLabel = isDate ? i18n.t('Set due date') : i18n.t('Assign')
  const isChosen = isDate ? date !== '' : assigneeId !== ''

  const change = async (changes: ManyChanges['changes']) => {
    if (!pending && (await onChange(changes))) onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChosen) void change(isDate ? { dueDate: instantOf(date, time, timeZone) } : { assigneeId })
  }

  return (
    <Dialog
      open
      size="sm"
      title={
        isDate
          ? i18n.t('{count, plural, one {Due date of # task} other {Due date of # tasks}}', { count })
          : i18n.t('{count, plural, one {Assignee of # task} other {Assignee of # tasks}}', { count })
      }
      onClose={onClose}
      closesOnBack
      footer={
        <>
          <Button
            variant="ghost"
            onClick={() => void change(isDate ? { dueDate: null } : { assigneeId: null })}
            className="me-auto -ms-3"
          >
            {isDate ? i18n.t('Clear due date') : i18n.t('Unassign')}
          </Button>
          <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
          <Button type="submit" form={FORM_ID} variant="primary" pending={pending} disabled={!isChosen}>
            {count < total ? changePart(part, i18n) : submitLabel}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4">
        {isDate ? (
          <DueFields date={date} time={time} onDate={setDate} onTime={setTime} />
        ) : (
          <Field label={i18n.t(labels.assigneeId)}>
            <PersonPicker value={assigneeId} onChange={setAssigneeId} />
          </Field>
        )}
      </form>
    </Dialog>
  )
}

function DueFields({
  date,
  time,
  onDate,
  onTime,
}: {
  date: string
  time: string
  onDate: (date: string) => void
  onTime: (time: string) => void
}) {
  const i18n = useI18n()
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label={i18n.t(labels.dueDate)}>
        <DateInput {...dueRange} value={date} onChange={({ target }) => onDate(target.value)} />
      </Field>
      <Field label={i18n.t(labels.dueTime)} hint={i18n.t('Optional')}>
        <TimeInput value={time} disabled={date === ''} onChange={({ target }) => onTime(target.value)} />
      </Field>
    </div>
  )
}
