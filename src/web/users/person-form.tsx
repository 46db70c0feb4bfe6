import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { FormProvider, useController, useForm, useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { CallError, messageOf } from '../../shared/call.ts'
import { type Department, departmentsApi } from '../../shared/departments.ts'
import { passwordOf } from '../../shared/fields.ts'
import { may, type Role } from '../../shared/permissions.ts'
import { NewPerson, type Person, usersApi } from '../../shared/users.ts'
import { deployment } from '../api/deployment.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { ChoiceField } from '../components/choice-field.tsx'
import { FormDialog, useLeaving } from '../components/form-dialog.tsx'
import { HistorySection } from '../components/history.tsx'
import { roleLabel } from '../components/role-badge.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { PasswordInput } from './password-input.tsx'

/** The roles that this form offers. No form can make a god. */
const choices = ['admin', 'manager', 'user', 'guest'] as const
/** The id of the department that is chosen at first, if it exists. */
const DEFAULT_DEPARTMENT = 8

const { firstName, lastName, email } = NewPerson.shape
const password = passwordOf(deployment.passwordMin)
const shared = { firstName, lastName, email, role: z.string(), departmentId: z.string() }
const NewForm = z.object({
  ...shared,
  departmentId: z.string().check(z.minLength(1, 'Department is required')),
  password,
  currentPassword: z.string(),
})
const EditForm = z.object({ ...shared, password: z.string(), currentPassword: z.string() })

interface Values {
  firstName: string
  lastName: string
  email: string
  role: string
  departmentId: string
  password: string
  /** Needed when people change their own e-mail. */
  currentPassword: string
}

const valuesOf = (person: Person | undefined, departments: readonly Department[]): Values => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  email: person?.email ?? '',
  role: person?.role ?? 'user',
  departmentId: String(person ? (person.departmentId ?? '') : (defaultOf(departments) ?? '')),
  password: '',
  currentPassword: '',
})

const defaultOf = (departments: readonly Department[]) =>
  (departments.find(({ id }) => id === DEFAULT_DEPARTMENT) ?? departments[0])?.id

/** The form that creates a user, or edits this one. */
export function PersonForm({ person, onClose }: { person?: Person; onClose: () => void }) {
  const viewer = useViewer()
  const mayManage = person && may(viewer, 'user:manage', { ...person, userId: person.id })
  const departments = useReply(departmentsApi.list, {}).data
  const form = useForm<Values>({
    resolver: zodResolver(person ? EditForm : NewForm),
    defaultValues: valuesOf(person, departments ?? []),
  })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const submit = useSubmit(form, person, leaving.leave)
  const { setFocus, resetField, getValues } = form
  useEffect(() => {
    if (!person) setFocus('firstName')
  }, [person, setFocus])
  // The departments may arrive after the form.
  useEffect(() => {
    const department = departments && defaultOf(departments)
    if (!person && department && !getValues('departmentId'))
      resetField('departmentId', { defaultValue: String(department) })
  }, [person, departments, resetField, getValues])
  return (
    <FormProvider {...form}>
      <FormDialog
        title={person ? 'Edit User' : 'Create User'}
        submitLabel={person ? 'Save' : 'Create User'}
        pendingLabel={person ? 'Saving...' : 'Creating...'}
        onSubmit={submit}
        leaving={leaving}
      >
        <Fields person={person} departments={departments ?? []} />
        {mayManage && <HistorySection endpoint={usersApi.history} id={person.id} />}
      </FormDialog>
    </FormProvider>
  )
}

const EMAIL_NEEDS_PASSWORD = 'Enter your current password to change your e-mail'

function useSubmit(form: ReturnType<typeof useForm<Values>>, person: Person | undefined, onDone: () => void) {
  const viewer = useViewer()
  const { mutateAsync: create } = useCall(usersApi.create)
  const { mutateAsync: update } = useCall(usersApi.update)
  const incomplete = () => {
    const values = form.getValues()
    const required = [
      'firstName',
      'lastName',
      'email',
      ...(person ? [] : ['departmentId', 'password']),
    ] as (keyof Values)[]
    if (required.some((name) => !values[name].trim())) toastError('Please fill in all required fields')
  }
  return form.handleSubmit(async ({ currentPassword, ...values }) => {
    const needsPassword = person?.id === viewer.id && values.email !== person.email
    if (needsPassword && !currentPassword) {
      return form.setError('currentPassword', { message: EMAIL_NEEDS_PASSWORD }, { shouldFocus: true })
    }
    try {
      if (person)
        await update({
          params: { id: person.id },
          body: { ...changesOf(values, person), ...(needsPassword && { currentPassword }) },
        })
      else {
        await create({ body: { ...values, role: values.role as Role, departmentId: Number(values.departmentId) } })
      }
      toast({ title: `User ${person ? 'updated' : 'created'} successfully` })
      onDone()
    } catch (error) {
      const issues = error instanceof CallError ? (error.reply?.issues ?? []) : []
      for (const { path, message } of issues)
        if (path in form.getValues()) form.setError(path as keyof Values, { message })
      toastError(messageOf(error, person ? 'Failed to update user' : 'Failed to create user'))
    }
  }, incomplete)
}

/** Only the fields that differ, so that fields that others have changed meanwhile keep their values. */
function changesOf({ password: _, ...values }: Omit<Values, 'currentPassword'>, person: Person) {
  const body = {
    ...values,
    role: values.role as Role,
    departmentId: values.departmentId === '' ? null : Number(values.departmentId),
  }
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== person[name as keyof Person]),
  ) as Partial<typeof body>
}

function Fields({ person, departments }: { person: Person | undefined; departments: readonly Department[] }) {
  const viewer = useViewer()
  const { register, control, formState } = useFormContext<Values>()
  const department = useController({ control, name: 'departmentId' })
  const { errors } = formState
  const [typedEmail, typedFirstName, typedLastName] = useWatch({ control, name: ['email', 'firstName', 'lastName'] })
  const isOneself = person?.id === viewer.id
  const roleIsFixed = isOneself || person?.role === 'god'
  const roleChoices = roleIsFixed ? [person.role] : choices.filter((role) => may(viewer, 'user:grant', { role }))
  const departmentChoices = departments.map(({ id, name }) => ({ id: String(id), label: name }))
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field label="First Name" error={errors.firstName?.message} required>
          <Input {...register('firstName')} autoComplete="off" />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message} required>
          <Input {...register('lastName')} autoComplete="off" />
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message} required>
        <Input {...register('email')} type="email" autoComplete="off" inputMode="email" />
      </Field>
      {isOneself && typedEmail !== person.email && (
        <Field
          label="Current password"
          error={errors.currentPassword?.message}
          hint="Needed to change your e-mail. The old address is told."
          required
        >
          <Input {...register('currentPassword')} type="password" autoComplete="current-password" />
        </Field>
      )}
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field
          label="Role"
          error={errors.role?.message}
          hint={isOneself ? 'Nobody changes their own role' : roleIsFixed ? 'Set outside of this form' : undefined}
          required
        >
          <Select {...register('role')} disabled={roleIsFixed}>
            {roleChoices.map((role) => (
              <option key={role} value={role}>
                {roleLabel(role)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Department" error={errors.departmentId?.message} required={!person}>
          <ChoiceField
            {...department.field}
            label="Departments"
            choices={
              person || departments.length === 0
                ? [{ id: '', label: 'No department' }, ...departmentChoices]
                : departmentChoices
            }
            disabled={isOneself && viewer.role !== 'god'}
          />
        </Field>
      </div>
      {!person && (
        <PasswordInput
          label="Password"
          error={errors.password?.message}
          own={[typedEmail, typedFirstName, typedLastName]}
          {...register('password')}
        />
      )}
    </>
  )
}
