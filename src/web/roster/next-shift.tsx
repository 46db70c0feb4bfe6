import { Link } from '@tanstack/react-router'
import { CalendarClock, ChevronRight } from 'lucide-react'
import type { RosterShift } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { daysBetween, weekOf } from '../../shared/time/time.ts'
import { formatWeekday } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useReply } from '../api/queries.ts'
import { useCan } from '../api/viewer.ts'
import { useReader } from '../components/time/use-reader.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { useMinute } from '../ui/now.ts'
import { QuestionCard } from './question.tsx'
import { timesInWords } from './shift-words.ts'

/**
 * The viewer's next shift with a link to their week, and questions about late changes, for Today. It reads the same
 * reply as their week, so that both are there without a network. People without a plan see nothing.
 */
export function NextShift() {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const now = useMinute()
  const plans = useCan('roster:plan')
  const week = weekOf(now, timeZone)[0]?.date ?? ''
  const { data } = useReply(rosterApi.own, { query: { week } }, { keepPrevious: true })
  if (!data || (data.next === null && data.questions.length === 0)) return null
  const { next, questions } = data
  return (
    <div className="grid shrink-0 gap-3">
      {questions.map((question) => (
        <QuestionCard key={`${question.id} ${question.askedAt}`} question={question} />
      ))}
      {next && (
        <Link
          to="/roster"
          search={plans ? { mine: true } : {}}
          className={cx(card, 'flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-hover')}
        >
          <CalendarClock aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <span className="min-w-0 flex-1">
            <span className="block text-muted text-sm">{titleOf(next, now, i18n)}</span>
            <span className="tabular block font-semibold text-pretty">{wordsOf(next, now, reader)}</span>
          </span>
          <span className="shrink-0 font-medium text-accent text-sm max-sm:sr-only">{i18n.t('My week')}</span>
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
        </Link>
      )}
    </div>
  )
}

const titleOf = ({ startTime }: RosterShift, now: number, i18n: Reader['i18n']) =>
  Date.parse(startTime) <= now ? i18n.t('Your shift now') : i18n.t('Your next shift')

/** "Tomorrow, 06:00 – 14:30, Early". */
function wordsOf(shift: RosterShift, now: number, reader: Reader) {
  const { i18n, timeZone } = reader
  const start = Date.parse(shift.startTime)
  const days = daysBetween(now, start, timeZone)
  const day = days === 0 ? i18n.t('Today') : days === 1 ? i18n.t('Tomorrow') : formatWeekday(start, reader)
  const span = i18n.t('{date}, {time}', { date: day, time: timesInWords(shift, reader) })
  return shift.title ? i18n.t('{span}, {title}', { span, title: shift.title }) : span
}
