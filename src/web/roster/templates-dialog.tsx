import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_TEMPLATE_NAME, type ShiftTemplate, shiftColours } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Field, Input } from '../ui/field.tsx'
import { TimeInput } from '../ui/moment-input.tsx'
import { toastError } from '../ui/toast.tsx'
import { hueStyle, shiftSurface } from './shift-words.ts'

const empty = { name: '', start: '06:00', end: '14:00', breakMinutes: '30' }

/** The templates of a department, with the digit that makes a shift of each, and a form for another. */
export function TemplatesDialog({
  departmentId,
  templates,
  onClose,
}: {
  departmentId: number
  templates: readonly ShiftTemplate[]
  onClose: () => void
}) {
  const i18n = useI18n()
  const [values, setValues] = useState(empty)
  const { mutateAsync: create, isPending } = useCall(rosterApi.createTemplate)
  const { mutateAsync: remove } = useCall(rosterApi.removeTemplate)
  const failed = (error: unknown) => toastError(messageOf(error, i18n.t('The template could not be saved')))
  const set = (name: keyof typeof empty) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }))
  const submit = async () => {
    const { name, start, end } = values
    const breakMinutes = Number(values.breakMinutes.trim() || 0)
    const colour = shiftColours[templates.length % shiftColours.length] ?? 'blue'
    try {
      await create({ body: { departmentId, name, start, end, breakMinutes, colour } })
      setValues(empty)
    } catch (error) {
      failed(error)
    }
  }
  return (
    <PlainFormDialog
      title={i18n.t('Shift templates')}
      description={i18n.t('In the roster, a digit makes a shift of its template.')}
      cancelLabel={i18n.t('Close')}
      submitLabel={i18n.t('Add')}
      pending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {templates.length > 0 && (
        <ul className="grid gap-1">
          {templates.map(({ id, name, start, end, colour }, at) => (
            <li key={id} className="flex items-center gap-2">
              <span className="tabular w-5 text-muted">{at < 9 && at + 1}</span>
              <span
                style={hueStyle(colour)}
                className={cx('tabular rounded-control px-2 py-0.5 font-semibold text-sm', shiftSurface)}
              >
                {start} – {end}
              </span>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {name}
              </span>
              <IconButton
                label={i18n.t('Delete {name}', { name })}
                onClick={() => void remove({ params: { id } }).catch(failed)}
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Field label={i18n.t('Name')} required>
        <Input value={values.name} maxLength={MAX_TEMPLATE_NAME} onChange={set('name')} />
      </Field>
      <div className="grid grid-cols-3 gap-3">
        <Field label={i18n.t('Start time')}>
          <TimeInput value={values.start} onChange={set('start')} />
        </Field>
        <Field label={i18n.t('End time')}>
          <TimeInput value={values.end} onChange={set('end')} />
        </Field>
        <Field label={i18n.t('Break in minutes')}>
          <Input inputMode="numeric" value={values.breakMinutes} onChange={set('breakMinutes')} />
        </Field>
      </div>
    </PlainFormDialog>
  )
}
