import { useState } from 'react'
import { CallError, messageOf } from '../../shared/call.ts'
import { organisationApi, organisationName } from '../../shared/organisation.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Field, Input } from '../ui/field.tsx'
import { toastError } from '../ui/toast.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

/** Names the organisation. */
export function OrganisationStep({ onDone, onSkip }: StepProps) {
  const i18n = useI18n()
  const { organisation } = useViewer()
  const [name, setName] = useState(organisation ?? '')
  const [fault, setFault] = useState<string>()
  const { mutateAsync, isPending } = useCall(organisationApi.update)
  const save = async () => {
    const checked = organisationName.safeParse(name)
    if (!checked.success) return setFault(checked.error.issues[0]?.message)
    try {
      await mutateAsync({ body: { name: checked.data } })
      await onDone()
    } catch (error) {
      const issue = error instanceof CallError ? error.reply?.issues?.[0]?.message : undefined
      if (issue) setFault(issue)
      else toastError(messageOf(error, i18n.t('This could not be saved')))
    }
  }
  return (
    <StepFrame
      title={i18n.t('What is your organisation called?')}
      description={i18n.t('Everybody sees the name beside the menu and where they sign in.')}
      submitLabel={i18n.t('Save and continue')}
      pending={isPending}
      onSubmit={save}
      onSkip={onSkip}
    >
      <Field label={i18n.t('Name')} {...(fault && { error: fault })} required className="max-w-md">
        <Input
          value={name}
          autoComplete="organization"
          maxLength={200}
          onChange={({ target }) => {
            setName(target.value)
            setFault(undefined)
          }}
        />
      </Field>
    </StepFrame>
  )
}
