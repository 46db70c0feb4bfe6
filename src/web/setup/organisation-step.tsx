import { useState } from 'react'
import { MAX_PHONE, personName, phoneNumber } from '../../shared/fields.ts'
import { organisationApi, organisationName } from '../../shared/organisation.ts'
import { usersApi } from '../../shared/users.ts'
import { english, msg } from '../../shared/words/message.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Field, Input } from '../ui/field.tsx'
import { toastError } from '../ui/toast.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

/** The first account has this name until somebody says theirs (`server/start/first-start.ts`). */
const isUnnamed = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  firstName === 'First' && lastName === 'Administrator'

/** Names the organisation, and the first administrator. The server has made their account from an address. */
export function OrganisationStep({ onDone, onSkip }: StepProps) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { organisation } = viewer
  const [asksForName] = useState(() => isUnnamed(viewer))
  const [own, setOwn] = useState({ firstName: '', lastName: '' })
  const [ownFaults, setOwnFaults] = useState<Partial<Record<keyof typeof own, string>>>({})
  const { mutateAsync: rename, isPending: isRenaming } = useCall(usersApi.update)
  const [name, setName] = useState(organisation ?? '')
  const [fault, setFault] = useState<string>()
  const known = useReply(organisationApi.get, {}).data?.emergencyPhone ?? ''
  const [typedPhone, setPhone] = useState<string>()
  const [phoneFault, setPhoneFault] = useState<string>()
  const phone = typedPhone ?? known
  const { mutateAsync, isPending } = useCall(organisationApi.update)
  const save = async () => {
    const checked = organisationName.safeParse(name)
    const given = asksForName && (own.firstName.trim() !== '' || own.lastName.trim() !== '')
    const faults = given ? faultsOf(own) : {}
    setOwnFaults(faults)
    const checkedPhone = phone.trim() === '' ? { data: null } : phoneNumber.safeParse(phone)
    if (!checked.success) setFault(checked.error.issues[0]?.message)
    if (checkedPhone.data === undefined) setPhoneFault(checkedPhone.error?.issues[0]?.message)
    if (!checked.success || checkedPhone.data === undefined || Object.keys(faults).length > 0) return
    try {
      await mutateAsync({ body: { name: checked.data, emergencyPhone: checkedPhone.data } })
      if (given) await rename({ params: { id: viewer.id }, body: own })
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
      pending={isPending || isRenaming}
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
      <Field
        label={i18n.t('Emergency number of the house')}
        hint={i18n.t('Shown at the end of a report when nobody is on duty in its department.')}
        {...(phoneFault && { error: phoneFault })}
        className="max-w-md"
      >
        <Input
          inputMode="tel"
          value={phone}
          autoComplete="off"
          maxLength={MAX_PHONE}
          onChange={({ target }) => {
            setPhone(target.value)
            setPhoneFault(undefined)
          }}
        />
      </Field>
      {asksForName &&
        ownNames.map(({ name: field, label, autoComplete }) => {
          const ownFault = ownFaults[field]
          return (
            <Field key={field} label={i18n.t(label)} {...(ownFault && { error: ownFault })} className="max-w-md">
              <Input
                value={own[field]}
                autoComplete={autoComplete}
                maxLength={100}
                onChange={({ target }) => {
                  setOwn({ ...own, [field]: target.value })
                  setOwnFaults({ ...ownFaults, [field]: undefined })
                }}
              />
            </Field>
          )
        })}
    </StepFrame>
  )
}

const ownNames = [
  { name: 'firstName', label: msg('Your first name'), autoComplete: 'given-name' },
  { name: 'lastName', label: msg('Your last name'), autoComplete: 'family-name' },
] as const

const schemas = {
  firstName: personName(english('First name is required')),
  lastName: personName(english('Last name is required')),
}

/** The faults of one's own name. */
function faultsOf(own: Record<keyof typeof schemas, string>) {
  const faults: Partial<Record<keyof typeof schemas, string>> = {}
  for (const { name } of ownNames) {
    const checked = schemas[name].safeParse(own[name])
    if (!checked.success) faults[name] = checked.error.issues[0]?.message
  }
  return faults
}
