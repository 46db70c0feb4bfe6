import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Department, departmentsApi, NewDepartment } from '../../shared/departments.ts'
import { text } from '../../shared/fields.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input, Textarea } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'

const Form = z.object({ name: NewDepartment.shape.name, description: text(2_000) })

/** The dialog in the address: a new department, or the one with this id. */
export function DepartmentDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const i18n = useI18n()
  const departments = useReply(departmentsApi.list, {}).data
  const [opened, setOpened] = useState<Department>()
  const department = departments?.find((department) => department.id === id)
  if (id === undefined) return <DepartmentForm onClose={onClose} />
  // Set once, so that nothing typed is lost when the department is deleted meanwhile.
  if (!opened && department) setOpened(department)
  if (opened) return <DepartmentForm department={opened} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={i18n.t('Edit Department')}
      size="sm"
      footer={<Button onClick={onClose}>{i18n.t('Close')}</Button>}
    >
      <p className="text-muted">
        {departments ? i18n.t('There is no such department any more.') : i18n.t('Loading the department...')}
      </p>
    </Dialog>
  )
}

/** Only the fields that differ, so that fields that others have changed meanwhile keep their values. */
const changesOf = ({ name, description }: Pick<Department, 'name' | 'description'>, before: Department) => ({
  ...(name !== before.name && { name }),
  ...(description !== before.description && { description }),
})

function DepartmentForm({ department, onClose }: { department?: Department; onClose: () => void }) {
  const i18n = useI18n()
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: { name: department?.name ?? '', description: department?.description ?? '' },
  })
  const { mutateAsync: create } = useCall(departmentsApi.create)
  const { mutateAsync: update } = useCall(departmentsApi.update)
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { setFocus, register, formState } = form
  useEffect(() => {
    if (!department) setFocus('name')
  }, [department, setFocus])
  const submit = form.handleSubmit(async (values) => {
    const body = { name: values.name, description: values.description || null }
    try {
      if (department) await update({ params: { id: department.id }, body: changesOf(body, department) })
      else await create({ body })
      toast({
        title: department ? i18n.t('Department updated successfully') : i18n.t('Department created successfully'),
      })
      leaving.leave()
    } catch (error) {
      const issues = error instanceof CallError ? (error.reply?.issues ?? []) : []
      for (const { path, message } of issues)
        if (path in values) form.setError(path as keyof typeof values, { message })
      const fallback = department ? i18n.t('Failed to update department') : i18n.t('Failed to create department')
      if (issues.length === 0) toastError(messageOf(error, fallback))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={department ? i18n.t('Edit Department') : i18n.t('New Department')}
        submitLabel={department ? i18n.t('Save') : i18n.t('Create Department')}
        pendingLabel={department ? i18n.t('Saving...') : i18n.t('Creating...')}
        onSubmit={submit}
        leaving={leaving}
      >
        <Field label={i18n.t('Name')} error={formState.errors.name?.message} required>
          <Input {...register('name')} autoComplete="off" />
        </Field>
        <Field label={i18n.t('Description')} error={formState.errors.description?.message}>
          <Textarea {...register('description')} rows={3} />
        </Field>
      </FormDialog>
    </FormProvider>
  )
}
