import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Department, departmentsApi } from '../../shared/departments.ts'
import { email, passwordOf, username } from '../../shared/fields.ts'
import { may, type Role } from '../../shared/permissions.ts'
import { NewPerson, noSignInName, type Person, personnelNumber } from '../../shared/person.ts'
import { type Invitation, usersApi } from '../../shared/users.ts'
import type { Language } from '../../shared/words/languages.ts'
import { english } from '../../shared/words/message.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { HistorySection } from '../components/history/history.tsx'
import { LinksDialog } from '../components/invitations/links-dialog.tsx'
import { ShownPinDialog } from '../components/pins/pin-dialogs.tsx'
import { useI18n } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { ContractsSection } from './contracts-section.tsx'
import { isRenamed, isWithPinAlone, needsPassword, PersonFields, type PersonValues } from './person-fields.tsx'

/** The id of the department that is chosen at first, if it exists. */
const DEFAULT_DEPARTMENT = 8

const { firstName, lastName } = NewPerson.shape
const password = passwordOf(deployment.passwordMin)
const shared = {
  ...{ firstName, lastName, email: z.string(), username: z.string(), role: z.string() },
  ...{ departmentId: z.string(), language: z.string(), personnelNumber: z.string() },
  ...{ byLink: z.boolean(), withPinAlone: z.boolean(), password: z.string(), currentPassword: z.string() },
}
type Typed = { value: PersonValues; issues: unknown[] }
const addFault = ({ value, issues }: Typed, field: keyof PersonValues, message: string | undefined) => {
  if (message) issues.push({ code: 'custom', input: value, path: [field], message })
}
const faultOfText = (schema: z.ZodMiniType, typed: string) => schema.safeParse(typed).error?.issues[0]?.message
/** An empty e-mail address or user name is none; one of the two must be there. */
const namesAreGood = z.check<PersonValues>((typed) => {
  const { email: address, username: name } = typed.value
  if (address.trim() !== '') addFault(typed, 'email', faultOfText(email, address))
  if (name.trim() !== '') addFault(typed, 'username', faultOfText(username, name))
  const number = typed.value.personnelNumber
  if (number.trim() !== '') addFault(typed, 'personnelNumber', faultOfText(personnelNumber, number))
  if (`${address}${name}`.trim() === '') addFault(typed, 'email', noSignInName)
})
const EditForm = z.object(shared).check(namesAreGood)
const NewForm = z
  .object({ ...shared, departmentId: z.string().check(z.minLength(1, english('Department is required'))) })
  .check(
    namesAreGood,
    z.check<PersonValues>((typed) => {
      if (needsPassword(typed.value)) addFault(typed, 'password', faultOfText(password, typed.value.password))
    }),
  )

const valuesOf = (person: Person | undefined, departments: readonly Department[]): PersonValues => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  email: person?.email ?? '',
  username: person?.username ?? '',
  role: person?.role ?? 'user',
  departmentId: String(person ? (person.departmentId ?? '') : (defaultOf(departments) ?? '')),
  language: person?.language ?? '',
  personnelNumber: person?.personnelNumber ?? '',
  byLink: false,
  withPinAlone: false,
  password: '',
  currentPassword: '',
})

const defaultOf = (departments: readonly Department[]) =>
  (departments.find(({ id }) => id === DEFAULT_DEPARTMENT) ?? departments[0])?.id

/** The form that creates a user, or edits this one. */
export function PersonForm({ person, onClose }: { person?: Person; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const mayManage = person && may(viewer, 'user:manage', { ...person, userId: person.id })
  const departments = useReply(departmentsApi.list, {}).data
  const form = useForm<PersonValues>({
    resolver: zodResolver(person ? EditForm : NewForm),
    defaultValues: valuesOf(person, departments ?? []),
  })
  const [links, setLinks] = useState<Invitation[]>()
  const [made, setMade] = useState<{ person: Person; pin: string }>()
  const [isTypingContract, setTypingContract] = useState(false)
  const leaving = useLeaving((form.formState.isDirty || isTypingContract) && !links && !made, onClose)
  const submit = useSubmit(form, person, leaving.leave, { onLinks: setLinks, onPin: setMade })
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
  if (links) return <LinksDialog invitations={links} onClose={onClose} />
  if (made) return <ShownPinDialog {...made} onClose={onClose} />
  return (
    <FormProvider {...form}>
      <FormDialog
        title={person ? i18n.t('Edit User') : i18n.t('Create User')}
        submitLabel={person ? i18n.t('Save') : i18n.t('Create User')}
        pendingLabel={person ? i18n.t('Saving...') : i18n.t('Creating...')}
        onSubmit={submit}
        leaving={leaving}
        below={person && <ContractsSection userId={person.id} onTyping={setTypingContract} />}
      >
        <PersonFields person={person} departments={departments ?? []} />
        {mayManage && <HistorySection endpoint={usersApi.history} id={person.id} />}
      </FormDialog>
    </FormProvider>
  )
}

function useSubmit(
  form: ReturnType<typeof useForm<PersonValues>>,
  person: Person | undefined,
  onDone: () => void,
  {
    onLinks,
    onPin,
  }: { onLinks: (links: Invitation[]) => void; onPin: (made: { person: Person; pin: string }) => void },
) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { mutateAsync: create } = useCall(usersApi.create)
  const { mutateAsync: createMany } = useCall(usersApi.createMany)
  const { mutateAsync: update } = useCall(usersApi.update)
  const { mutateAsync: makePin } = useCall(usersApi.setPin)
  const incomplete = () => {
    const values = form.getValues()
    const required = [
      'firstName',
      'lastName',
      ...(values.username.trim() ? [] : ['email']),
      ...(person ? [] : ['departmentId', ...(needsPassword(values) ? ['password'] : [])]),
    ] as Exclude<keyof PersonValues, 'byLink' | 'withPinAlone'>[]
    if (required.some((name) => !values[name].trim())) toastError(i18n.t('Please fill in all required fields'))
  }
  return form.handleSubmit(async ({ currentPassword, ...values }) => {
    const mustProve = person?.id === viewer.id && isRenamed(values, person)
    if (mustProve && !currentPassword) {
      const message =
        values.email.trim() === (person.email ?? '')
          ? i18n.t('Enter your current password to change your user name')
          : i18n.t('Enter your current password to change your e-mail')
      return form.setError('currentPassword', { message }, { shouldFocus: true })
    }
    try {
      if (person)
        await update({
          params: { id: person.id },
          body: { ...changesOf(values, person), ...(mustProve && { currentPassword }) },
        })
      else {
        const { language, personnelNumber, ...rest } = bodyOf(values)
        const given = { ...(language && { language }), ...(personnelNumber && { personnelNumber }) }
        const body = { ...rest, departmentId: Number(values.departmentId), ...given }
        if (isWithPinAlone(values)) {
          const created = await create({ body })
          toast({ title: i18n.t('User created successfully') })
          return await makePin({ params: { id: created.id } }).then(
            ({ pin }) => onPin({ person: created, pin }),
            // The account is there. Its menu makes a PIN, too.
            (error) => {
              toastError(messageOf(error, i18n.t('The PIN could not be made')))
              onDone()
            },
          )
        }
        if (values.byLink) onLinks((await createMany({ body: { people: [body] } })).invitations)
        else await create({ body: { ...body, password: values.password } })
      }
      toast({ title: person ? i18n.t('User updated successfully') : i18n.t('User created successfully') })
      if (person || !values.byLink) onDone()
    } catch (error) {
      const issues = error instanceof CallError ? (error.reply?.issues ?? []) : []
      for (const { path, message } of issues) {
        const field = path.replace('people.0.', '')
        if (field in form.getValues()) form.setError(field as keyof PersonValues, { message })
      }
      toastError(messageOf(error, person ? i18n.t('Failed to update user') : i18n.t('Failed to create user')))
    }
  }, incomplete)
}

type Sent = Omit<PersonValues, 'currentPassword'>
const bodyOf = ({ password: _, byLink: _byLink, withPinAlone: _withPinAlone, ...values }: Sent) => ({
  ...values,
  email: values.email.trim() || null,
  username: values.username.trim().toLowerCase() || null,
  role: values.role as Role,
  departmentId: values.departmentId === '' ? null : Number(values.departmentId),
  language: (values.language || null) as Language | null,
  personnelNumber: values.personnelNumber.trim() || null,
})

/** Only the fields that differ, so that fields that others have changed meanwhile keep their values. */
function changesOf(values: Sent, person: Person) {
  const body = bodyOf(values)
  // The reply of an older server lacks the language.
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== (person[name as keyof Person] ?? null)),
  ) as Partial<typeof body>
}
