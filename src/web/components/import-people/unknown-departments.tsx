import { departmentsApi } from '../../../shared/departments.ts'
import { useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Field, Select } from '../../ui/field.tsx'
import type { MeantDepartment } from './use-import.ts'

/** Says which departments are meant by names in the file that none of them has. */
export function UnknownDepartments({
  names,
  pending,
  onMean,
}: {
  names: readonly string[]
  pending: boolean
  onMean: (department: MeantDepartment) => Promise<unknown>
}) {
  const i18n = useI18n()
  const departments = useReply(departmentsApi.list, {}).data ?? []
  return (
    <fieldset className="mb-3 rounded-card border border-line px-4 pt-2 pb-4">
      <legend className="px-1 font-medium">{i18n.t('Which departments are meant?')}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {names.map((name) => (
          <Field key={name} label={name}>
            <Select
              value=""
              disabled={pending}
              onChange={({ target }) => void onMean({ name, departmentId: Number(target.value) })}
            >
              <option value="">{i18n.t('Choose a department')}</option>
              {departments.map(({ id, name: label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
