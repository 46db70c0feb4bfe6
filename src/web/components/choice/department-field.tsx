import type { ComponentProps } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useI18n } from '../../language.ts'
import { Field } from '../../ui/field.tsx'
import { DepartmentPicker } from './department-picker.tsx'

/** The field `departmentId` of the form around it, by default with the label "Department". */
export function DepartmentField({
  label,
  hint,
  ...picker
}: { label?: string; hint?: string } & Pick<ComponentProps<typeof DepartmentPicker>, 'may' | 'current' | 'none'>) {
  const i18n = useI18n()
  const { control } = useFormContext<{ departmentId: string }>()
  return (
    <Controller
      control={control}
      name="departmentId"
      render={({ field, fieldState }) => (
        <Field label={label ?? i18n.t('Department')} error={fieldState.error?.message} {...(hint && { hint })}>
          <DepartmentPicker {...field} {...picker} />
        </Field>
      )}
    />
  )
}
