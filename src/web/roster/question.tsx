import type { ShiftQuestion } from '../../shared/roster/own-shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { QuestionsToTake } from './own-exchanges.tsx'
import { spanInWords } from './shift-words.ts'

/** Questions to the viewer about late changes, exchanges and open shifts, for a screen that is not their own week. */
export function OwnQuestions() {
  const { data } = useReply(rosterApi.own, { query: {} })
  const { id: viewerId } = useViewer()
  const exchanges = data?.exchanges?.filter(({ to, state }) => to.id === viewerId && state === 'asked') ?? []
  if (!data || data.questions.length + exchanges.length + (data.asks?.length ?? 0) === 0) return null
  return (
    <div className="grid max-w-160 gap-3 px-3.5 pt-3 md:px-(--gutter)">
      {data.questions.map((question) => (
        <QuestionCard key={`${question.id} ${question.askedAt}`} question={question} />
      ))}
      <QuestionsToTake exchanges={exchanges} asks={data.asks} />
    </div>
  )
}

/** A question about a late change, with two large buttons. */
export function QuestionCard({ question }: { question: ShiftQuestion }) {
  const reader = useReader()
  const { i18n } = reader
  const { id, before, after, askedAt, askedBy, reason } = question
  const { mutateAsync: answer } = useCall(rosterApi.answer)
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
      <AnswerButtons onAnswer={(accept) => answer({ params: { id }, body: { accept, askedAt } })} />
    </section>
  )
}
