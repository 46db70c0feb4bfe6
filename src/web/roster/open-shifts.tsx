import { useState } from 'react'
import type { OpenShift } from '../../shared/roster/claim-shapes.ts'
import { refusalMessage } from '../../shared/roster/claim-words.ts'
import { rosterApi } from '../../shared/roster.ts'
import { formatWeekday } from '../../shared/words/formats.ts'
import { translate } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { spanInWords, timesInWords } from './shift-words.ts'

/** Open and offered shifts of the week: one tap takes a shift, or words say why not. */
export function OpenShifts({ shifts }: { shifts: readonly OpenShift[] }) {
  const { i18n } = useReader()
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{i18n.t('Open shifts')}</h2>
      {shifts.length === 0 ? (
        <p className="text-muted text-sm">{i18n.t('No shift is open this week.')}</p>
      ) : (
        <ul aria-label={i18n.t('Open shifts')} className="grid gap-1.5">
          {shifts.map((open) => (
            <OpenShiftRow key={open.shift.id} open={open} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OpenShiftRow({ open: { shift, offeredBy, mayClaim, whyNot } }: { open: OpenShift }) {
  const reader = useReader()
  const { i18n } = reader
  const { mutateAsync: claim } = useCall(rosterApi.claim)
  const [isSent, setIsSent] = useState(false)
  const span = spanInWords(shift, reader)
  const take = async () => {
    if (isSent) return
    setIsSent(true)
    try {
      await claim({ params: { id: shift.id } })
      toast({ title: i18n.t('The shift is yours'), description: span })
    } catch (error) {
      toastError(messageOf(error, i18n.t('The shift could not be taken')))
    }
    setIsSent(false)
  }
  return (
    <li className={cx(card, 'flex items-center gap-3 px-3 py-2')}>
      <span className="min-w-0 flex-1">
        <span className="block text-muted text-sm">{formatWeekday(Date.parse(shift.startTime), reader)}</span>
        <b className="tabular font-semibold">{timesInWords(shift, reader)}</b> <bdi>{shift.title}</bdi>
        {offeredBy && (
          <span className="block text-sm">{i18n.t('{name} offers it', { name: fullName(offeredBy) })}</span>
        )}
        {whyNot && <span className="block text-muted text-sm">{translate(i18n, refusalMessage(whyNot))}</span>}
      </span>
      {mayClaim && (
        <Button
          variant="primary"
          pending={isSent}
          aria-label={`${i18n.t('Take it ##open shift')}: ${span}`}
          onClick={() => void take()}
        >
          {i18n.t('Take it ##open shift')}
        </Button>
      )}
    </li>
  )
}
