import { useState } from 'react'
import type { ShiftQuestion } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { toastError } from '../ui/toast.tsx'
import { spanInWords } from './shift-words.ts'

/** Questions to the viewer about late changes, for a screen that is not their own week. */
export function OwnQuestions() {
  const { data } = useReply(rosterApi.own, { query: {} })
  if (!data || data.questions.length === 0) return null
  return (
    <div className="grid max-w-160 gap-3 px-3.5 pt-3 md:px-(--gutter)">
      {data.questions.map((question) => (
        <QuestionCard key={`${question.id} ${question.askedAt}`} question={question} />
      ))}
    </div>
  )
}

/** A question about a late change, with two large buttons. */
export function QuestionCard({ question }: { question: ShiftQuestion }) {
  const reader = useReader()
  const { i18n } = reader
  const { id, before, after, askedAt, askedBy, reason } = question
  const { mutateAsync: answer } = useCall(rosterApi.answer)
  const [sent, setSent] = useState<boolean>()
  const send = async (accept: boolean) => {
    if (sent !== undefined) return
    setSent(accept)
    try {
      await answer({ params: { id }, body: { accept, askedAt } })
    } catch (error) {
      toastError(messageOf(error, i18n.t('Your answer could not be sent')))
    }
    setSent(undefined)
  }
  return (
    <section className={cx(card, 'border-accent p-4')}>
      <h2 className="text-muted text-sm">{i18n.t('Can you work then?')}</h2>
      <p className="font-semibold text-lg">{spanInWords(after, reader)}</p>
      {before && <p>{i18n.t('instead of {span}', { span: spanInWords(before, reader) })}</p>}
      <p className="mt-1 text-muted text-sm">
        {askedBy && i18n.t('{by} asks', { by: fullName(askedBy) })}
        {reason && (
          <span dir="auto" className="block text-text">
            {reason}
          </span>
        )}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button variant="primary" pending={sent === true} onClick={() => void send(true)} className="h-12">
          {i18n.t('Yes')}
        </Button>
        <Button pending={sent === false} onClick={() => void send(false)} className="h-12">
          {i18n.t('No')}
        </Button>
      </div>
    </section>
  )
}
