import { CircleAlert } from 'lucide-react'
import { clockApi } from '../../shared/clock.ts'
import { formatWeekdayDate } from '../../shared/words/formats.ts'
import { useReply } from '../api/queries.ts'
import { askEnd } from '../components/shift/forgotten-end.ts'
import { useReader } from '../components/time/use-reader.ts'
import { Button } from '../ui/button.tsx'

/** A shift without a statement of when it really ended: the question waits here when it was put aside. */
export function ForgottenNote() {
  const reader = useReader()
  const { i18n } = reader
  const { data: session } = useReply(clockApi.forgotten, {})
  if (!session) return null
  return (
    <div className="flex w-full max-w-80 flex-col gap-2.5 rounded-card bg-overdue-soft p-3.5 text-start">
      <p className="flex gap-2">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-overdue" />
        <span>
          {i18n.t('Nobody knows when the shift of {day} ended.', {
            day: formatWeekdayDate(session.startTime, reader),
          })}
        </span>
      </p>
      <Button onClick={askEnd}>{i18n.t('When did your shift end?')}</Button>
    </div>
  )
}
