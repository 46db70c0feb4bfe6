import { useState } from 'react'
import { messageOf } from '../api/call-endpoint.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { toastError } from '../ui/toast.tsx'

/** Two large buttons below a question: one answer is sent at a time, and a refusal of the server says why. */
export function AnswerButtons({
  about,
  yes,
  no,
  onAnswer,
}: {
  /** The question in a few words, for screen readers; absent where the card says it. */
  about?: string
  yes?: string
  no?: string
  onAnswer: (accept: boolean) => Promise<unknown>
}) {
  const i18n = useI18n()
  const [sent, setSent] = useState<boolean>()
  const send = async (accept: boolean) => {
    if (sent !== undefined) return
    setSent(accept)
    try {
      await onAnswer(accept)
    } catch (error) {
      toastError(messageOf(error, i18n.t('Your answer could not be sent')))
    }
    setSent(undefined)
  }
  const button = (accept: boolean, label: string) => (
    <Button
      {...(accept && { variant: 'primary' as const })}
      pending={sent === accept}
      {...(about && { 'aria-label': `${label}: ${about}` })}
      onClick={() => void send(accept)}
      className="h-12"
    >
      {label}
    </Button>
  )
  return (
    <div className="mt-3 grid grid-cols-2 gap-2">
      {button(true, yes ?? i18n.t('Yes'))}
      {button(false, no ?? i18n.t('No'))}
    </div>
  )
}
