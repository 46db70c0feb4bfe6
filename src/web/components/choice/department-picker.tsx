import type { ComponentProps } from 'react'
import { departmentsApi } from '../../../shared/departments.ts'
import { useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { ChoiceField } from './choice-field.tsx'

/** Chooses one of the departments that the viewer may use, or none. Values are ids as text, empty for none. */
export function DepartmentPicker({
  may,
  current,
  none,
  ...field
}: {
  /** Whether the viewer may choose this department; null stands for none. */
  may: (departmentId: number | null) => boolean
  /** The current department. It is offered in any case, also while the list loads. */
  current?: { id: number; name: string } | null
  /** The label for none; "No department" when absent. */
  none?: string
} & Omit<ComponentProps<typeof ChoiceField>, 'choices' | 'label'>) {
  const i18n = useI18n()
  const departments = useReply(departmentsApi.list, {})
  const offered = (departments.data ?? []).filter(({ id }) => may(id) || id === current?.id)
  const missing = current && !offered.some(({ id }) => id === current.id) ? [current] : []
  const choices = [...missing, ...offered].map(({ id, name }) => ({ id: String(id), label: name }))
  return (
    <ChoiceField
      {...field}
      label={i18n.t('Departments')}
      choices={may(null) || !current ? [{ id: '', label: none ?? i18n.t('No department') }, ...choices] : choices}
    />
  )
}
