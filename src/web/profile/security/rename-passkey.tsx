import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { type Passkey, PasskeyName, passkeysApi } from '../../../shared/passkeys.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { FormDialog, useLeaving } from '../../components/forms/form-dialog.tsx'
import { showIssues } from '../../components/forms/form-issues.ts'
import { useI18n } from '../../language.ts'
import { Field, Input } from '../../ui/field.tsx'
import { toastError } from '../../ui/toast.tsx'

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const i18n = useI18n()
  const form = useForm({ resolver: zodResolver(PasskeyName), defaultValues: { name: passkey.name } })
  const { errors, isDirty } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const { mutateAsync } = useCall(passkeysApi.rename)
  const leaving = useLeaving(isDirty, onClose)
  const submit = form.handleSubmit(async (body) => {
    try {
      await mutateAsync({ params: { id: passkey.id }, body })
      leaving.leave()
    } catch (error) {
      if (showIssues(form, error)) return
      toastError(messageOf(error, i18n.t('The passkey could not be renamed')))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Rename passkey')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        closesOnBack
      >
        <Field label={i18n.t('Name')} error={errors.name?.message} required>
          <Input {...form.register('name')} dir="auto" autoComplete="off" className="h-11" />
        </Field>
      </FormDialog>
    </FormProvider>
  )
}
