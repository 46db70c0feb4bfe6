import { use, useState } from 'react'
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
import { Moved, StepFrame, type StepProps } from './step-frame.tsx'

/** The first account has this name until somebody says theirs (`server/start/first-start.ts`). */
const isUnnamed = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  firstName === 'First' && lastName === 'Administrator'

/** Asks the first administrator for their name, because the server has made their account from an address. */
export function OrganisationStep(props: StepProps) {
  const viewer = useViewer()
  const hasMoved = use(Moved)
  const [wasUnnamed] = useState(() => isUnnamed(viewer))
  const [isAsked, setAsked] = useState(false)
  if (wasUnnamed && !isAsked) return <OwnNameForm onDone={() => setAsked(true)} />
  return (
    <Moved value={hasMoved || isAsked}>
      <OrganisationForm {...props} />
    </Moved>
  )
}

/** Names the organisation. */
function OrganisationForm({ onDone, onSkip }: StepProps) {
  const i18n = useI18n()
  const { organisation } = useViewer()
  const [name, setName] = useState(organisation ?? '')
  const [fault, setFault] = useState<string>()
  const known = useReply(organisationApi.get, {}).data?.emergencyPhone ?? ''
  const [typedPhone, setPhone] = useState<string>()
  const [phoneFault, setPhoneFault] = useState<string>()
  const phone = typedPhone ?? known
  const { mutateAsync, isPending } = useCall(organisationApi.update)
  const save = async () => {
    const checked = organisationName.safeParse(name)
    const checkedPhone = phone.trim() === '' ? { data: null } : phoneNumber.safeParse(phone)
    if (!checked.success) setFault(checked.error.issues[0]?.message)
    if (checkedPhone.data === undefined) setPhoneFault(checkedPhone.error?.issues[0]?.message)
    if (!checked.success || checkedPhone.data === undefined) return
    try {
      await mutateAsync({ body: { name: checked.data, emergencyPhone: checkedPhone.data } })
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
    </StepFrame>
  )
}

/** The name of the first administrator. Colleagues see it beside each thing that they do. */
function OwnNameForm({ onDone }: { onDone: () => void }) {
  const i18n = useI18n()
  const { id } = useViewer()
  const [own, setOwn] = useState({ firstName: '', lastName: '' })
  const [faults, setFaults] = useState<Partial<Record<keyof typeof own, string>>>({})
  const { mutateAsync, isPending } = useCall(usersApi.update)
  const save = async () => {
    const found = faultsOf(own)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    try {
      await mutateAsync({ params: { id }, body: own })
      onDone()
    } catch (error) {
      toastError(messageOf(error, i18n.t('This could not be saved')))
    }
  }
  return (
    <StepFrame
      title={i18n.t('What is your name?')}
      description={i18n.t('Your colleagues see it beside what you do. Your account has only an e-mail address so far.')}
      submitLabel={i18n.t('Save and continue')}
      pending={isPending}
      onSubmit={save}
      onSkip={async () => onDone()}
    >
      {ownNames.map(({ name, label, autoComplete }) => {
        const fault = faults[name]
        return (
          <Field key={name} label={i18n.t(label)} {...(fault && { error: fault })} required className="max-w-md">
            <Input
              value={own[name]}
              autoComplete={autoComplete}
              maxLength={100}
              onChange={({ target }) => {
                setOwn({ ...own, [name]: target.value })
                setFaults({ ...faults, [name]: undefined })
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
