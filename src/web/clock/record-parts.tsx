import type { Day } from '../../shared/time/time.ts'
import { formatWeekdayName } from '../../shared/words/formats.ts'
import type { RecordedPart } from '../../shared/work-record.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { formatPart } from './format.ts'

/** "Mon 16", of a date. */
export function useDayNames() {
  const i18n = useI18n()
  return (date: string) =>
    i18n.t('{weekday} {day}', {
      weekday: formatWeekdayName(new Date(date).getUTCDay(), { i18n }, 'short'),
      day: Number(date.slice(8)),
    })
}

/** The parts of a day: begin and end of each, with its breaks below. */
export function DayParts({ day, parts, now }: { day: Day | undefined; parts: RecordedPart[]; now: number }) {
  const reader = useReader()
  const { i18n } = reader
  if (!day) return null
  return parts.map((part) => {
    const notes = [
      part.isCorrected && i18n.t('corrected ##hours, by a manager'),
      part.needsReview && i18n.t('to review ##hours'),
    ].filter((note) => note !== false)
    return (
      <div key={part.startTime}>
        {[formatPart(part, day, now, reader), ...notes].join(' · ')}
        {part.breaks.map((one) => {
          const span = formatPart(one, day, now, reader)
          return (
            <span key={one.startTime} className="block text-muted text-sm">
              {one.isPaid ? i18n.t('Break {span} (paid)', { span }) : i18n.t('Break {span}', { span })}
            </span>
          )
        })}
      </div>
    )
  })
}
