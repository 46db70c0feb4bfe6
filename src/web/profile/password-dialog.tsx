import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { currentPassword, passwordOf } from '../../shared/fields.ts'
import { signInName } from '../../shared/sign-in-name.ts'
import { usersApi } from '../../shared/users.ts'
import { english } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { PasswordStrength } from '../components/forms/password-strength.tsx'
import { useI18n } from '../language.ts'
import { Field } from '../ui/field.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
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
      message: english("New passwords don't match"),
    }),
  )

/** Changes the viewer's password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer()
  const { id, firstName, lastName } = viewer
  const i18n = useI18n()
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
      toast({ title: i18n.t('Password changed successfully') })
      leaving.leave()
    } catch (error) {
      toastError(messageOf(error, i18n.t('Failed to change password')))
      showIssues(form, error)
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Change Password')}
        submitLabel={i18n.t('Change Password')}
        pendingLabel={i18n.t('Changing...')}
        onSubmit={submit}
        leaving={leaving}
      >
        <input type="text" name="username" autoComplete="username" value={signInName(viewer)} readOnly hidden />
        <Field label={i18n.t('Current password')} error={errors.currentPassword?.message} required>
          <SecretInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field
          label={i18n.t('New password')}
          error={errors.newPassword?.message}
          hint={i18n.t(
            '{min, plural, one {At least # character.} other {At least # characters.}} Your other sessions end.',
            { min: deployment.passwordMin },
          )}
          required
        >
          <SecretInput {...register('newPassword')} autoComplete="new-password" />
          <PasswordStrength
            password={newPassword}
            own={[viewer.email ?? '', viewer.username ?? '', firstName, lastName]}
          />
        </Field>
        <Field label={i18n.t('Confirm new password')} error={errors.confirmPassword?.message} required>
          <SecretInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
      </FormDialog>
    </FormProvider>
  )
}
