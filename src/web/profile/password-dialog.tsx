import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { messageOf } from '../../shared/call.ts'
import { currentPassword, passwordOf } from '../../shared/fields.ts'
import { usersApi } from '../../shared/users.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { FormDialog, useLeaving } from '../components/form-dialog.tsx'
import { showIssues } from '../components/form-issues.ts'
import { PasswordStrength } from '../components/password-strength.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'

const PasswordForm = z
  .object({
    currentPassword,
    newPassword: passwordOf(deployment.passwordMin),
    confirmPassword: z.string(),
  })
  .check(
    z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      path: ['confirmPassword'],
      message: "New passwords don't match",
    }),
  )

/** Changes the viewer's password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { id, email, firstName, lastName } = useViewer()
  const { mutateAsync } = useCall(usersApi.setPassword)
  const form = useForm({
    resolver: zodResolver(PasswordForm),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { setFocus, register, control } = form
  const newPassword = useWatch({ control, name: 'newPassword' })
  const { errors } = form.formState
  useEffect(() => setFocus('currentPassword'), [setFocus])

  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await mutateAsync({ params: { id }, body: { currentPassword, newPassword } })
      toast({ title: 'Password changed successfully' })
      leaving.leave()
    } catch (error) {
      toastError(messageOf(error, 'Failed to change password'))
      showIssues(form, error)
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title="Change Password"
        submitLabel="Change Password"
        pendingLabel="Changing..."
        onSubmit={submit}
        leaving={leaving}
      >
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" error={errors.currentPassword?.message} required>
          <Input {...register('currentPassword')} type="password" autoComplete="current-password" />
        </Field>
        <Field
          label="New password"
          error={errors.newPassword?.message}
          hint={`At least ${deployment.passwordMin} characters. Your other sessions end.`}
          required
        >
          <Input {...register('newPassword')} type="password" autoComplete="new-password" />
          <PasswordStrength password={newPassword} own={[email, firstName, lastName]} />
        </Field>
        <Field label="Confirm new password" error={errors.confirmPassword?.message} required>
          <Input {...register('confirmPassword')} type="password" autoComplete="new-password" />
        </Field>
      </FormDialog>
    </FormProvider>
  )
}
