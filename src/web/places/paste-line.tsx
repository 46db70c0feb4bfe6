import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { MAX_PLACE } from '../../shared/task-kinds.ts'
import { DepartmentPicker } from '../components/choice/department-picker.tsx'
import { LineFaults } from '../components/import-people/paste-summary.tsx'
import { useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { cx } from '../ui/class-names.ts'
import { Field, Input } from '../ui/field.tsx'
import type { PlacesPaste, PreviewPlace } from './use-paste.ts'

/** A place of the preview. One with a fault is corrected where it stands. */
export function PasteLine({ place, paste }: { place: PreviewPlace; paste: PlacesPaste }) {
  const i18n = useI18n()
  const { key, line, name, departmentId, faults, range, isLeftOut } = place
  const { leaveOut, correct, keepWhole, mayManage, departments } = paste
  // Stays open once opened: the field must not vanish under the hands of its person when the fault is gone.
  const [isOpen, setOpen] = useState(false)
  if (faults.length > 0 && !isOpen) setOpen(true)
  const shown = name.slice(0, MAX_PLACE) || i18n.t('No name')
  const department = departments?.find(({ id }) => id === departmentId)?.name
  return (
    <li className={cx('flex gap-1', isLeftOut && 'text-muted')}>
      <Checkbox
        label={i18n.t('Create {title}', { title: shown })}
        checked={!isLeftOut}
        onChange={({ target }) => leaveOut([key], !target.checked)}
        className="min-h-10 min-w-9 self-start touch:min-h-11 touch:min-w-11 -ms-2"
      />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="flex min-h-7 items-center gap-3">
          <bdi className={cx('line-clamp-2 min-w-0 font-medium wrap-anywhere', isLeftOut && 'line-through')}>
            {shown}
          </bdi>
          {!isLeftOut && department && (
            <span dir="auto" className="min-w-0 truncate text-muted text-sm">
              {department}
            </span>
          )}
          <span className="ms-auto shrink-0 text-muted text-sm tabular">{i18n.t('Line {line}', { line })}</span>
          {!isOpen && !isLeftOut && (
            <IconButton label={i18n.t('Correct {name}', { name: shown })} onClick={() => setOpen(true)}>
              <Pencil aria-hidden="true" className="size-4" />
            </IconButton>
          )}
        </p>
        {!isLeftOut && <LineFaults faults={faults} />}
        {!isLeftOut && isOpen && (
          <fieldset className="mt-2 grid gap-3 pb-1 sm:grid-cols-2">
            <legend className="sr-only">{i18n.t('Line {line}', { line })}</legend>
            <Field label={i18n.t('Name')}>
              <Input
                value={name}
                maxLength={MAX_PLACE}
                autoComplete="off"
                onChange={({ target }) => correct(key, { name: target.value, departmentId })}
              />
            </Field>
            <Field label={i18n.t('Department')}>
              <DepartmentPicker
                may={mayManage}
                value={departmentId === null ? '' : String(departmentId)}
                onChange={(id) => correct(key, { name, departmentId: id === '' ? null : Number(id) })}
              />
            </Field>
          </fieldset>
        )}
        {!isLeftOut && range && (
          <Button onClick={() => keepWhole(key)} className="mt-1 h-8! px-2.5! text-sm! touch:h-11!">
            {i18n.t('Keep "{text}" as one place', { text: range.text.slice(0, 60) })}
          </Button>
        )}
      </div>
    </li>
  )
}
