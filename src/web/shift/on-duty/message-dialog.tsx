import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MAX_MESSAGE, MAX_REASON, MIN_REASON, messagesApi, type SentMessage } from '../../../shared/messages.ts'
import type { PersonOnShift } from '../../../shared/shift.ts'
import { compareTexts } from '../../../shared/words/formats.ts'
import { CallError, messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useKeptTyping } from '../../components/forms/kept-typing.ts'
import { PlainFormDialog } from '../../components/forms/plain-form-dialog.tsx'
import { fullName } from '../../components/people/avatar.tsx'
import { useShiftPeople } from '../../components/people/use-shift-people.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { Field, Select, Textarea } from '../../ui/field.tsx'
import { discardQuestion } from '../../ui/guarded-closing.ts'
import { toast } from '../../ui/toast.tsx'

interface Department {
  id: number
  name: string
}

/** A message's addressees: a person, everybody on duty in a department, or anybody of it, also off duty. */
export type Addressees =
  | { person: Pick<PersonOnShift, 'id' | 'firstName' | 'lastName'> }
  | { onDutyIn: Department }
  | { urgentIn: Department }

interface Typed {
  text: string
  reason: string
  /** Empty: everybody of the department. */
  person: string
}
const NOTHING: Typed = { text: '', reason: '', person: '' }

const idOf = (to: Addressees) =>
  'person' in to ? to.person.id : 'onDutyIn' in to ? { onDutyIn: to.onDutyIn.id } : { urgentIn: to.urgentIn.id }

/** A message to people on duty, or an urgent one with its reason. Once it is sent, a toast leads to its thread. */
export function DutyMessageDialog({ to, onClose }: { to: Addressees; onClose: () => void }) {
  const i18n = useI18n()
  const [kept, keep] = useKeptTyping<Typed>(`message ${JSON.stringify(idOf(to))}`)
  const [typed, setTyped] = useState(kept ?? NOTHING)
  const { text, reason, person } = typed
  const type = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    keep(next.text.trim() === '' && next.reason.trim() === '' ? null : next)
  }
  const [faults, setFaults] = useState<{ text?: string; reason?: string; general?: string }>({})
  const navigate = useNavigate()
  const isUrgent = 'urgentIn' in to
  const onError = (error: Error) => {
    const issues = (error instanceof CallError && error.reply?.issues) || []
    const faultOf = (field: string) => issues.find(({ path }) => path === field)?.message
    const [ofText, ofReason] = [faultOf('text'), faultOf('reason')]
    if (ofText || ofReason) setFaults({ ...(ofText && { text: ofText }), ...(ofReason && { reason: ofReason }) })
    else
      setFaults({
        general:
          error instanceof TypeError
            ? i18n.t('A message needs a connection. What you typed is kept here.')
            : messageOf(error, i18n.t('It could not be sent.')),
      })
  }
  const onSuccess = ({ recipients, threadId }: SentMessage) => {
    keep(null)
    onClose()
    toast({
      title: sentTo(recipients, i18n),
      ...(threadId !== null && {
        action: {
          label: i18n.t('Open'),
          altText: i18n.t('Open it under Messages'),
          onSelect: () => void navigate({ to: '/messages', search: { thread: threadId } }),
        },
      }),
    })
  }
  const sending = useCall(messagesApi.send, { onSuccess, onError })
  const sendingUrgent = useCall(messagesApi.sendUrgent, { onSuccess, onError })
  const isPending = sending.isPending || sendingUrgent.isPending

  const submit = () => {
    const [words, why] = [text.trim(), reason.trim()]
    if (words === '') return setFaults({ text: i18n.t('Write your message') })
    if (isUrgent && why.length < MIN_REASON) {
      const fault = i18n.t(
        '{min, plural, one {Say why it cannot wait, in # character or more} other {Say why it cannot wait, in # characters or more}}',
        { min: MIN_REASON },
      )
      return setFaults({ reason: fault })
    }
    setFaults({})
    if ('urgentIn' in to)
      sendingUrgent.mutate({
        body: { ...(person ? { userIds: [person] } : { departmentId: to.urgentIn.id }), text: words, reason: why },
      })
    else if ('onDutyIn' in to) sending.mutate({ body: { onDutyIn: to.onDutyIn.id, text: words } })
    else sending.mutate({ body: { userIds: [to.person.id], text: words } })
  }
  const title =
    'urgentIn' in to
      ? i18n.t('Urgent message to {department}', { department: to.urgentIn.name })
      : 'onDutyIn' in to
        ? i18n.t('Message to all on duty in {department}', { department: to.onDutyIn.name })
        : i18n.t('Message to {name}', { name: fullName(to.person) })
  return (
    <PlainFormDialog
      size="sm"
      title={title}
      description={isUrgent ? i18n.t('It also reaches people off duty. The reason is stored.') : undefined}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() => (text.trim() === '' && reason.trim() === '' ? undefined : discardQuestion(i18n))}
      submitLabel={isUrgent ? i18n.t('Send as urgent') : i18n.t('Send')}
      pending={isPending}
      onSubmit={submit}
    >
      {faults.general && (
        <p role="alert" className="rounded-control bg-overdue-soft px-3 py-2 font-medium text-overdue">
          {faults.general}
        </p>
      )}
      {'urgentIn' in to && <Whom department={to.urgentIn} value={person} onChange={(person) => type({ person })} />}
      <Field label={i18n.t('Message')} {...(faults.text && { error: faults.text })} required>
        <Textarea
          rows={3}
          value={text}
          maxLength={MAX_MESSAGE}
          onChange={({ target }) => type({ text: target.value })}
        />
      </Field>
      {isUrgent && (
        <Field
          label={i18n.t('Why can it not wait?')}
          {...(faults.reason && { error: faults.reason })}
          hint={i18n.t('You and the people who get it can read the reason later.')}
          required
        >
          <Textarea
            rows={2}
            value={reason}
            maxLength={MAX_REASON}
            onChange={({ target }) => type({ reason: target.value })}
          />
        </Field>
      )}
    </PlainFormDialog>
  )
}

/** "Sent to Amina", or to how many people, and how many of them it reached off duty. */
function sentTo(recipients: SentMessage['recipients'], i18n: ReturnType<typeof useI18n>) {
  const offDuty = recipients.filter(({ wasOnDuty }) => !wasOnDuty).length
  const [first] = recipients
  if (recipients.length === 1 && first) return i18n.t('Sent to {name}', { name: first.firstName })
  return offDuty > 0
    ? i18n.t(
        '{count, plural, one {Sent to # person} other {Sent to # people}}, {offDuty, plural, one {# off duty} other {# off duty}}',
        { count: recipients.length, offDuty },
      )
    : i18n.t('{count, plural, one {Sent to # person} other {Sent to # people}}', { count: recipients.length })
}

/** The addressees of an urgent message: everybody of the department, or one of its people, on duty or not. */
function Whom({
  department,
  value,
  onChange,
}: {
  department: Department
  value: string
  onChange: (person: string) => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const viewer = useViewer()
  const { data = [] } = useShiftPeople()
  const people = data
    .filter((person) => person.department?.id === department.id && person.id !== viewer.id)
    .sort((a, b) => compareTexts(fullName(a), fullName(b), reader))
  return (
    <Field label={i18n.t('To')}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{i18n.t('Everybody in {department}', { department: department.name })}</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {fullName(person)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
