import { Suspense, useState } from 'react'
import type { ShiftExchange } from '../../shared/roster/exchange-shapes.ts'
import type { RosterShift } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { toastError } from '../ui/toast.tsx'
import { spanInWords } from './shift-words.ts'

const CannotWorkDialog = lazyPart(() => import('./cannot-work-dialog.tsx'), 'CannotWorkDialog')

/** Of the viewer's own shift to come: gives it away, or takes the offer or the question to a colleague back. */
export function OwnShiftAction({
  shift,
  exchange,
}: {
  shift: RosterShift
  /** The open exchange that the viewer has asked for with this shift. */
  exchange: ShiftExchange | undefined
}) {
  const reader = useReader()
  const { i18n } = reader
  const { mutateAsync: withdraw } = useCall(rosterApi.withdrawOffer)
  const { mutateAsync: cancel } = useCall(rosterApi.cancelExchange)
  const [isSent, setIsSent] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const span = spanInWords(shift, reader)
  const { id, isOffered = false } = shift
  const takeBack = async () => {
    if (isSent) return
    setIsSent(true)
    try {
      if (exchange) await cancel({ params: { id: exchange.id } })
      else await withdraw({ params: { id } })
    } catch (error) {
      toastError(messageOf(error, i18n.t('The shift could not be changed')))
    }
    setIsSent(false)
  }
  const state = exchange
    ? exchange.state === 'waiting'
      ? i18n.t('Waits for a manager')
      : i18n.t('You have asked {name}', { name: fullName(exchange.to) })
    : isOffered && i18n.t('Offered to colleagues')
  const label = state ? i18n.t('Keep it ##offered shift') : i18n.t("I can't")
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-x-2">
      {state && <span className="text-sm">{state}</span>}
      <Button
        variant="ghost"
        pending={isSent}
        aria-label={`${label}: ${span}`}
        onClick={() => (state ? void takeBack() : setIsOpen(true))}
      >
        {label}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <CannotWorkDialog shift={shift} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </span>
  )
}
