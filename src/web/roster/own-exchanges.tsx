import type { OpenShift } from '../../shared/roster/claim-shapes.ts'
import { refusalMessage } from '../../shared/roster/claim-words.ts'
import type { ShiftExchange } from '../../shared/roster/exchange-shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { formatWeekday } from '../../shared/words/formats.ts'
import { translate } from '../../shared/words/message.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { toast } from '../ui/toast.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { spanInWords, timesInWords } from './shift-words.ts'

/** Questions of colleagues and planners to the viewer: to exchange or take a shift. */
export function QuestionsToTake({
  exchanges = [],
  asks = [],
}: {
  exchanges?: readonly ShiftExchange[] | undefined
  asks?: readonly OpenShift[] | undefined
}) {
  const { id: viewerId } = useViewer()
  return (
    <>
      {exchanges
        .filter(({ to, state }) => to.id === viewerId && state === 'asked')
        .map((exchange) => (
          <ExchangeCard key={exchange.id} exchange={exchange} />
        ))}
      {asks.map((open) => (
        <AskCard key={open.shift.id} open={open} />
      ))}
    </>
  )
}

/** The two shifts of an exchange, side by side where there is room. */
export function BothShifts({ exchange: { from, to, shift, forShift } }: { exchange: ShiftExchange }) {
  const reader = useReader()
  const { i18n } = reader
  const sides = [
    { key: 'shift', from, to, shift },
    ...(forShift ? [{ key: 'forShift', from: to, to: from, shift: forShift }] : []),
  ]
  return (
    <ul aria-label={i18n.t('The shifts')} className="mt-2 grid gap-2 sm:grid-cols-2">
      {sides.map(({ key, from, to, shift }) => (
        <li key={key} className="rounded-control bg-sunken px-3 py-2">
          <span className="block text-sm">{formatWeekday(Date.parse(shift.startTime), reader)}</span>
          <b className="tabular font-semibold">{timesInWords(shift, reader)}</b> <bdi>{shift.title}</bdi>
          <span className="block text-muted text-sm">
            {i18n.t('from {from} to {to}', { from: fullName(from), to: fullName(to) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function ExchangeCard({ exchange }: { exchange: ShiftExchange }) {
  const reader = useReader()
  const { i18n } = reader
  const { mutateAsync: accept } = useCall(rosterApi.acceptExchange)
  const { mutateAsync: refuse } = useCall(rosterApi.refuseExchange)
  const { id, from, shift, forShift } = exchange
  const name = fullName(from)
  return (
    <section className={cx(card, 'border-accent p-4')}>
      <h2 className="font-semibold">
        {forShift
          ? i18n.t('{by} would like to exchange shifts with you', { by: name })
          : i18n.t('{by} would like to give you a shift', { by: name })}
      </h2>
      <BothShifts exchange={exchange} />
      <AnswerButtons
        about={spanInWords(shift, reader)}
        onAnswer={async (isYes) => {
          if (!isYes) return refuse({ params: { id } })
          const { state } = await accept({ params: { id } })
          toast({
            title: state === 'waiting' ? i18n.t('A manager decides about it') : i18n.t('The shift is yours'),
            description: spanInWords(shift, reader),
          })
        }}
      />
    </section>
  )
}

function AskCard({ open: { shift, asked, whyNot } }: { open: OpenShift }) {
  const reader = useReader()
  const { i18n } = reader
  const { mutateAsync: claim } = useCall(rosterApi.claim)
  const { mutateAsync: decline } = useCall(rosterApi.declineShift)
  const { id } = shift
  const span = spanInWords(shift, reader)
  return (
    <section className={cx(card, 'border-accent p-4')}>
      <h2 className="text-muted text-sm">{i18n.t('Could you come?')}</h2>
      <p className="font-semibold text-lg">{span}</p>
      {shift.title && <p dir="auto">{shift.title}</p>}
      <p className="mt-1 text-muted text-sm">
        {asked && i18n.t('{by} asks', { by: fullName(asked.by) })}
        {asked?.reason && (
          <span dir="auto" className="block text-text">
            {asked.reason}
          </span>
        )}
        {whyNot && <span className="block text-overdue">{translate(i18n, refusalMessage(whyNot))}</span>}
      </p>
      <AnswerButtons
        about={span}
        yes={i18n.t('I will come')}
        onAnswer={async (isYes) => {
          if (!isYes) return decline({ params: { id } })
          await claim({ params: { id } })
          toast({ title: i18n.t('The shift is yours'), description: span })
        }}
      />
    </section>
  )
}
