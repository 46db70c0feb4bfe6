import { departmentsApi } from '../../../shared/departments.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Field, Select } from '../../ui/field.tsx'
import { toastError } from '../../ui/toast.tsx'

/** The value of the choice that makes a department of this name. */
const NEW = 'new'

/** Says which departments are meant by names in a list that none of them has. One can be made of a name. */
export function UnknownDepartments({
  names,
  pending,
  others = [],
  chosenOf = () => '',
  mayChoose = () => true,
  onMean,
  onOther,
}: {
  names: readonly string[]
  pending: boolean
  /** Further meanings, before the departments. */
  others?: readonly { value: string; label: string }[]
  /** The present meaning: the id of a department, one of the others, or empty. */
  chosenOf?: (name: string) => string
  mayChoose?: (departmentId: number) => boolean
  onMean: (department: { name: string; departmentId: number }) => unknown
  onOther?: (name: string, value: string) => void
}) {
  const i18n = useI18n()
  const mayCreate = useCan('department:manage')
  const departments = (useReply(departmentsApi.list, {}).data ?? []).filter(({ id }) => mayChoose(id))
  const create = useCall(departmentsApi.create)
  const choose = async (name: string, value: string) => {
    if (others.some((other) => other.value === value)) return onOther?.(name, value)
    if (value !== NEW) return onMean({ name, departmentId: Number(value) })
    try {
      const { id } = await create.mutateAsync({ body: { name } })
      await onMean({ name, departmentId: id })
    } catch (error) {
      toastError(messageOf(error, i18n.t('This could not be saved')))
    }
  }
  return (
    <fieldset className="mb-3 rounded-card border border-line px-4 pt-2 pb-4">
      <legend className="px-1 font-medium">{i18n.t('Which departments are meant?')}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {names.map((name) => (
          <Field key={name} label={name}>
            <Select
              value={chosenOf(name)}
              disabled={pending || create.isPending}
              onChange={({ target }) => void choose(name, target.value)}
            >
              {chosenOf(name) === '' && <option value="">{i18n.t('Choose a department')}</option>}
              {others.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
              {departments.map(({ id, name: label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
              {mayCreate && <option value={NEW}>{i18n.t('Create the department "{name}"', { name })}</option>}
            </Select>
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
