import { DepartmentPicker } from '../components/choice/department-picker.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useI18n } from '../language.ts'
import { Field, Select } from '../ui/field.tsx'
import { TimeInput } from '../ui/moment-input.tsx'
import { dayPresets } from './paste-words.ts'
import type { Paste } from './use-paste.ts'

/** Minutes. */
const dueChoices = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440]
const closeChoices = [0, 30, 60, 120, 240, 480]

/** The defaults of lines that do not say otherwise. */
export function PasteDefaults({ paste: { defaults, changeDefaults, mayManage, faulty } }: { paste: Paste }) {
  const i18n = useI18n()
  const { departmentId, days, opensAt, dueAfterMinutes, closesAfterDue } = defaults
  const lacksDepartment = departmentId === null && faulty.some(({ entry }) => entry.department === '')
  const lacksTime = opensAt === '' && faulty.some(({ entry }) => entry.opens === '')
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 text-muted text-sm">{i18n.t('For lines that do not say it')}</legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-3">
        <Field label={i18n.t('Department')} {...(lacksDepartment && { error: i18n.t('Choose a department') })}>
          <DepartmentPicker
            may={mayManage}
            none={i18n.t('As the list says')}
            value={departmentId === null ? '' : String(departmentId)}
            onChange={(id) => changeDefaults({ departmentId: id === '' ? null : Number(id) })}
          />
        </Field>
        <Field label={i18n.t('Days')}>
          <Select value={days} onChange={({ target }) => changeDefaults({ days: target.value })}>
            {dayPresets(i18n).map((preset) => (
              <option key={preset.days} value={preset.days}>
                {preset.label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-x-3 gap-y-3 md:grid-cols-3">
        <Field label={i18n.t('Opens at')} {...(lacksTime && { error: i18n.t('Choose a time') })}>
          <TimeInput value={opensAt} onChange={({ target }) => changeDefaults({ opensAt: target.value })} />
        </Field>
        <Field label={i18n.t('Due after')}>
          <Select
            value={dueAfterMinutes}
            onChange={({ target }) => changeDefaults({ dueAfterMinutes: Number(target.value) })}
          >
            {dueChoices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {formatMinutes(minutes, i18n)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={i18n.t('Closes')} className="max-md:col-span-2">
          <Select
            value={closesAfterDue ?? ''}
            onChange={({ target }) =>
              changeDefaults({ closesAfterDue: target.value === '' ? null : Number(target.value) })
            }
          >
            {closeChoices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 0
                  ? i18n.t('When it is due')
                  : i18n.t('{time} after it is due', { time: formatMinutes(minutes, i18n) })}
              </option>
            ))}
            <option value="">{i18n.t('Never: it stays open')}</option>
          </Select>
        </Field>
      </div>
    </fieldset>
  )
}
