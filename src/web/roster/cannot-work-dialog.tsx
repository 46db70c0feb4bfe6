import { useState } from 'react'
import type { ClaimRefusal } from '../../shared/roster/claim-shapes.ts'
import { refusalMessage } from '../../shared/roster/claim-words.ts'
import type { RosterShift } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { formatWeekday } from '../../shared/words/formats.ts'
import { translate } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { ChoiceField } from '../components/choice/choice-field.tsx'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'
import { Field } from '../ui/field.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { spanInWords, timesInWords } from './shift-words.ts'

const ways = ['offer', 'give', 'exchange'] as const
type Way = (typeof ways)[number]

/** Gives one's shift away: it is offered to all colleagues, given to one, or exchanged for one of theirs. */
export function CannotWorkDialog({ shift, onClose }: { shift: RosterShift; onClose: () => void }) {
  const reader = useReader()
  const { i18n } = reader
  const [way, setWay] = useState<Way>('offer')
  const [userId, setUserId] = useState('')
  const [forShiftId, setForShiftId] = useState<number>()
  const offer = useCall(rosterApi.offer)
  const ask = useCall(rosterApi.askForExchange)
  const { id } = shift
  const query = useReply(
    rosterApi.exchangeChoices,
    { params: { id }, query: way === 'exchange' && userId ? { userId } : {} },
    { enabled: way !== 'offer', keepPrevious: true },
  )
  const people = query.data?.people ?? []
  const isReady = way === 'offer' || (userId !== '' && (way === 'give' || forShiftId !== undefined))
  const submit = async () => {
    if (!isReady) return
    try {
      if (way === 'offer') await offer.mutateAsync({ params: { id } })
      else {
        const body = { shiftId: id, toUserId: userId, forShiftId: way === 'exchange' ? (forShiftId ?? null) : null }
        const { to } = await ask.mutateAsync({ body })
        toast({ title: i18n.t('You have asked {name}', { name: fullName(to) }) })
      }
      onClose()
    } catch (error) {
      toastError(messageOf(error, i18n.t('The shift could not be changed')))
      void query.refetch()
    }
  }
  const labels: Record<Way, string> = {
    offer: i18n.t('Offer to all'),
    give: i18n.t('Give to a colleague'),
    exchange: i18n.t('Exchange'),
  }
  const notes: Record<Way, string> = {
    offer: i18n.t('It stays yours until somebody takes it.'),
    give: i18n.t('It stays yours until your colleague agrees.'),
    exchange: i18n.t('Both shifts stay where they are until your colleague agrees.'),
  }
  return (
    <PlainFormDialog
      title={i18n.t('I cannot work then')}
      description={spanInWords(shift, reader)}
      submitLabel={way === 'offer' ? i18n.t('Offer it') : i18n.t('Ask ##a colleague')}
      pending={offer.isPending || ask.isPending}
      isReady={isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <Segmented
          label={i18n.t('What shall become of the shift?')}
          value={way}
          onChange={setWay}
          choices={ways.map((value) => ({ value, label: labels[value] }))}
          className="max-sm:flex"
        />
        <p className="mt-2 text-muted text-sm">{notes[way]}</p>
      </div>
      {way !== 'offer' &&
        (!query.data ? (
          <NotLoaded query={query} failure={i18n.t('The colleagues could not be loaded.')}>
            <LoadingBars bars="h-9" count={1} />
          </NotLoaded>
        ) : (
          <Field label={i18n.t('Colleague')} required>
            <ChoiceField
              label={i18n.t('Colleague')}
              value={userId}
              onChange={(chosen) => {
                setUserId(chosen)
                setForShiftId(undefined)
              }}
              choices={[{ id: '', label: '' }, ...people.map((person) => ({ id: person.id, label: fullName(person) }))]}
            />
          </Field>
        ))}
      {way === 'exchange' && userId && query.data && !query.isPlaceholderData && (
        <Choices shifts={query.data.shifts} value={forShiftId} onChange={setForShiftId} />
      )}
    </PlainFormDialog>
  )
}

/** The shifts of the colleague, with the reason where one does not suit. */
function Choices({
  shifts,
  value,
  onChange,
}: {
  shifts: readonly { shift: RosterShift; whyNot: ClaimRefusal | null }[]
  value: number | undefined
  onChange: (id: number) => void
}) {
  const reader = useReader()
  const { i18n } = reader
  if (shifts.length === 0) return <p>{i18n.t('No shift of this colleague is planned in these weeks.')}</p>
  return (
    <fieldset>
      <legend className="font-medium text-sm">{i18n.t('For which shift?')}</legend>
      <div className="mt-1.5 grid max-h-72 gap-1.5 overflow-y-auto">
        {shifts.map(({ shift, whyNot }) => (
          <label
            key={shift.id}
            className={cx(
              'flex min-h-11 items-center gap-3 rounded-control bg-sunken px-3 py-1.5',
              whyNot ? 'text-muted' : 'cursor-pointer',
            )}
          >
            <input
              type="radio"
              name="forShift"
              disabled={whyNot !== null}
              checked={value === shift.id}
              onChange={() => onChange(shift.id)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block text-sm">{formatWeekday(Date.parse(shift.startTime), reader)}</span>
              <b className="tabular font-semibold">{timesInWords(shift, reader)}</b> <bdi>{shift.title}</bdi>
              {whyNot && <span className="block text-sm">{translate(i18n, refusalMessage(whyNot))}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
