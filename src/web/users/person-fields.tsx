import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { Department } from '../../shared/departments.ts'
import { may } from '../../shared/permissions.ts'
import type { Person } from '../../shared/person.ts'
import { usernameBase } from '../../shared/usernames.ts'
import { languages } from '../../shared/words/languages.ts'
import { useViewer } from '../api/viewer.ts'
import { CheckOption } from '../components/choice/check-option.tsx'
import { ChoiceField } from '../components/choice/choice-field.tsx'
import { roleLabel } from '../components/people/role-label.ts'
import { useI18n } from '../language.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { PasswordInput } from './password-input.tsx'

/** The roles that this form offers. No form can make a god. */
const choices = ['admin', 'manager', 'user', 'guest'] as const
export interface PersonValues {
  firstName: string
  lastName: string
  email: string
  /** Empty for none. */
  username: string
  role: string
  departmentId: string
  /** Its code; empty for the browser's. */
  language: string
  /** Empty for none. */
  personnelNumber: string
  /** The person sets the password, by a link. */
  byLink: boolean
  /** The person gets a PIN for kiosks, and no password. */
  withPinAlone: boolean
  password: string
  /** Needed when people change their own e-mail or user name. */
  currentPassword: string
}

/** A person with an e-mail address needs a password sooner or later, so a PIN alone is for the others. */
export const isWithPinAlone = ({ withPinAlone, email }: Pick<PersonValues, 'withPinAlone' | 'email'>) =>
  withPinAlone && email.trim() === ''

/** Whether the form asks for the password of a new person. */
export const needsPassword = (values: Pick<PersonValues, 'withPinAlone' | 'email' | 'byLink'>) =>
  !values.byLink && !isWithPinAlone(values)

/** Whether somebody has changed the e-mail address or the user name. */
export const isRenamed = (values: Pick<PersonValues, 'email' | 'username'>, person: Person) =>
  values.email.trim() !== (person.email ?? '') || values.username.trim().toLowerCase() !== (person.username ?? '')

/** The fields of the form for a new person, or for this one. */
export function PersonFields({
  person,
  departments,
}: {
  person: Person | undefined
  departments: readonly Department[]
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { register, control, formState, getValues, setValue } = useFormContext<PersonValues>()
  const department = useController({ control, name: 'departmentId' })
  const { errors } = formState
  const [typedEmail, typedUsername, firstName, lastName, byLink, withPinAlone] = useWatch({
    control,
    name: ['email', 'username', 'firstName', 'lastName', 'byLink', 'withPinAlone'],
  })
  const hasEmail = typedEmail.trim() !== ''
  const suggested = `${firstName}${lastName}`.trim() === '' ? '' : usernameBase({ firstName, lastName })
  const suggest = () => {
    const { email, username } = getValues()
    if (!person && `${email}${username}`.trim() === '') setValue('username', suggested, { shouldDirty: true })
  }
  // A user name that was only suggested goes again when there is an e-mail address.
  const takeBack = () => {
    if (!person && getValues('username') === suggested) setValue('username', '')
  }
  const isOneself = person?.id === viewer.id
  const roleIsFixed = isOneself || person?.role === 'god'
  const roleChoices = roleIsFixed ? [person.role] : choices.filter((role) => may(viewer, 'user:grant', { role }))
  const departmentChoices = departments.map(({ id, name }) => ({ id: String(id), label: name }))
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field label={i18n.t('First Name')} error={errors.firstName?.message} required>
          <Input {...register('firstName')} autoComplete="off" />
        </Field>
        <Field label={i18n.t('Last Name')} error={errors.lastName?.message} required>
          <Input {...register('lastName')} autoComplete="off" />
        </Field>
      </div>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field label={i18n.t('Email')} error={errors.email?.message} required={typedUsername.trim() === ''}>
          <Input {...register('email', { onChange: takeBack })} type="email" autoComplete="off" inputMode="email" />
        </Field>
        <Field
          label={i18n.t('User name')}
          error={errors.username?.message}
          hint={hasEmail ? undefined : i18n.t('For people without an e-mail. They sign in with it.')}
        >
          <Input
            {...register('username')}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onFocus={({ target }) => {
              suggest()
              // Typed text replaces it.
              if (target.value === suggested) target.select()
            }}
          />
        </Field>
      </div>
      {isOneself && isRenamed({ email: typedEmail, username: typedUsername }, person) && (
        <Field
          label={i18n.t('Current password')}
          error={errors.currentPassword?.message}
          hint={
            typedEmail.trim() === (person.email ?? '')
              ? i18n.t('Needed to change your user name.')
              : i18n.t('Needed to change your e-mail. The old address gets a message.')
          }
          required
        >
          <SecretInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
      )}
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field
          label={i18n.t('Role')}
          error={errors.role?.message}
          hint={
            isOneself
              ? i18n.t('You cannot change your own role')
              : roleIsFixed
                ? i18n.t('This role cannot be changed here')
                : undefined
          }
          required
        >
          <Select {...register('role')} disabled={roleIsFixed}>
            {roleChoices.map((role) => (
              <option key={role} value={role}>
                {roleLabel(role, i18n)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={i18n.t('Department')} error={errors.departmentId?.message} required={!person}>
          <ChoiceField
            {...department.field}
            label={i18n.t('Departments')}
            choices={
              person || departments.length === 0
                ? [{ id: '', label: i18n.t('No department') }, ...departmentChoices]
                : departmentChoices
            }
            disabled={isOneself && viewer.role !== 'god'}
          />
        </Field>
      </div>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field label={i18n.t('Language')} error={errors.language?.message}>
          <Select {...register('language')}>
            <option value="">{i18n.t('As in the browser')}</option>
            {Object.entries(languages).map(([code, { name }]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={i18n.t('Personnel number')} error={errors.personnelNumber?.message}>
          <Input {...register('personnelNumber')} dir="ltr" autoComplete="off" spellCheck={false} />
        </Field>
      </div>
      {!person && !hasEmail && (
        <CheckOption {...register('withPinAlone', { onChange: suggest })}>
          {i18n.t('They only use kiosks, with a PIN and no password')}
        </CheckOption>
      )}
      {!person && !isWithPinAlone({ withPinAlone, email: typedEmail }) && (
        <CheckOption {...register('byLink')}>{i18n.t('They choose the password themselves, by a link')}</CheckOption>
      )}
      {!person && needsPassword({ withPinAlone, email: typedEmail, byLink }) && (
        <PasswordInput
          label={i18n.t('Password')}
          error={errors.password?.message}
          own={[typedEmail, typedUsername, firstName, lastName]}
          {...register('password')}
        />
      )}
    </>
  )
}
