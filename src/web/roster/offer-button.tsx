import { useState } from 'react'
import type { RosterShift } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useReader } from '../components/time/use-reader.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { toastError } from '../ui/toast.tsx'
import { spanInWords } from './shift-words.ts'

/** Of the viewer's own shift to come: offers it to colleagues, or takes the offer back. */
export function OfferButton({ shift }: { shift: RosterShift }) {
  const reader = useReader()
  const { i18n } = reader
  const { mutateAsync: offer } = useCall(rosterApi.offer)
  const { mutateAsync: withdraw } = useCall(rosterApi.withdrawOffer)
  const [isSent, setIsSent] = useState(false)
  const span = spanInWords(shift, reader)
  const { id, isOffered = false } = shift
  const change = async () => {
    if (isSent) return
    const question = {
      text: i18n.t('Offer your shift of {span} to colleagues? It stays yours until somebody takes it.', { span }),
      stay: i18n.t('Cancel'),
      leave: i18n.t('Offer it'),
    }
    if (!isOffered && !(await ask(question))) return
    setIsSent(true)
    try {
      await (isOffered ? withdraw : offer)({ params: { id } })
    } catch (error) {
      toastError(messageOf(error, i18n.t('The shift could not be changed')))
    }
    setIsSent(false)
  }
  const label = isOffered ? i18n.t('Keep it ##offered shift') : i18n.t("I can't")
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-x-2">
      {isOffered && <span className="text-sm">{i18n.t('Offered to colleagues')}</span>}
      <Button variant="ghost" pending={isSent} aria-label={`${label}: ${span}`} onClick={() => void change()}>
        {label}
      </Button>
    </span>
  )
}
