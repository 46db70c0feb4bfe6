import { zodResolver } from '@hookform/resolvers/zod'
import { Trans } from '@lingui/react'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { passwordOf } from '../../shared/fields.ts'
import { signInName } from '../../shared/sign-in-name.ts'
import { usersApi } from '../../shared/users.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useAccounts } from '../components/people/use-people.ts'
import { useI18n } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { PasswordInput } from './password-input.tsx'

/** Sets a new password for a person. */
export function SetPasswordDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const i18n = useI18n()
  const person = useAccounts().data?.find((account) => account.id === id)
  const { mutateAsync } = useCall(usersApi.setPassword)
  const form = useForm({
    resolver: zodResolver(z.object({ newPassword: passwordOf(deployment.passwordMin) })),
    defaultValues: { newPassword: '' },
  })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { setFocus } = form
  useEffect(() => setFocus('newPassword'), [setFocus])
  const submit = form.handleSubmit(async (body) => {
    try {
      await mutateAsync({ params: { id }, body })
      toast({ title: i18n.t('Password changed successfully') })
      leaving.leave()
    } catch (error) {
      if (showIssues(form, error)) return
      toastError(messageOf(error, i18n.t('Failed to change password')))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Set a new password')}
        submitLabel={i18n.t('Set Password')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
      >
        <p className="text-muted">
          {person ? (
            <Trans
              id="<0>{name}</0> is signed out everywhere. From now on they sign in with the new password."
              values={{ name: fullName(person) }}
              components={{ 0: <span className="font-medium text-text" /> }}
            />
          ) : (
            i18n.t('This person is signed out everywhere. From now on they sign in with the new password.')
          )}
        </p>
        <PasswordInput
          label={i18n.t('New password')}
          own={person && [signInName(person), person.firstName, person.lastName]}
          error={form.formState.errors.newPassword?.message}
          {...form.register('newPassword')}
        />
      </FormDialog>
    </FormProvider>
  )
}
