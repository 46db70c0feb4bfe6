import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { toastError } from '../ui/toast.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { BothShifts } from './own-exchanges.tsx'
import { spanInWords } from './shift-words.ts'

/** Exchanges of a department that wait for a manager's decision. */
export function WaitingExchanges({ departmentId }: { departmentId: number }) {
  const reader = useReader()
  const { i18n } = reader
  const { data } = useReply(rosterApi.exchanges, { query: { departmentId } })
  const { mutateAsync: decide } = useCall(rosterApi.decideExchange)
  if (!data || data.exchanges.length === 0) return null
  return (
    <section aria-label={i18n.t('Exchanges that wait for a manager')} className="px-3.5 pt-3 md:px-(--gutter)">
      <h2 className="font-semibold">{i18n.t('Exchanges that wait for a manager')}</h2>
      <ul className="mt-2 grid max-h-96 gap-3 overflow-y-auto lg:grid-cols-2">
        {data.exchanges.map((exchange) => (
          <li key={exchange.id} className={cx(card, 'p-4')}>
            <p className="font-medium">
              {i18n.t('{from} and {by} would like to exchange shifts', {
                from: fullName(exchange.from),
                by: fullName(exchange.to),
              })}
            </p>
            <BothShifts exchange={exchange} />
            <AnswerButtons
              about={spanInWords(exchange.shift, reader)}
              yes={i18n.t('Approve ##an exchange')}
              no={i18n.t('Refuse ##an exchange')}
              onAnswer={(approve) => decide({ params: { id: exchange.id }, body: { approve } })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Reads and changes whether managers of a department decide about exchanges. */
export function useExchangeApproval(departmentId: number) {
  const { i18n } = useReader()
  const { data } = useReply(rosterApi.exchanges, { query: { departmentId } })
  const { mutateAsync: save } = useCall(rosterApi.exchangeSettings)
  const needsApproval = data?.needsApproval ?? false
  return {
    needsApproval,
    async toggle() {
      try {
        await save({ body: { departmentId, needsApproval: !needsApproval } })
      } catch (error) {
        toastError(messageOf(error, i18n.t('The choice could not be saved')))
      }
    },
  }
}
