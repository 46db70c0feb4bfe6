import type { Role } from '../../../shared/permissions.ts'
import { RoleOptions } from '../../components/people/role-options.tsx'
import { useI18n } from '../../language.ts'
import { Field, Select } from '../../ui/field.tsx'

/** Says which roles are meant by names in the file that none of them has, such as job titles. */
export function UnknownRoles({
  names,
  pending,
  onMean,
}: {
  names: readonly string[]
  pending: boolean
  onMean: (role: { name: string; role: Role }) => unknown
}) {
  const i18n = useI18n()
  return (
    <fieldset className="mb-3 rounded-card border border-line px-4 pt-2 pb-4">
      <legend className="px-1 font-medium">{i18n.t('Which roles are meant?')}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {names.map((name) => (
          <Field key={name} label={name}>
            <Select
              value=""
              disabled={pending}
              onChange={({ target }) => void onMean({ name, role: target.value as Role })}
            >
              <option value="">{i18n.t('Choose a role')}</option>
              <RoleOptions />
            </Select>
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
