import { Repeat } from 'lucide-react'
import type { PlannedOccurrence } from '../../../shared/routines.ts'
import { formatTime } from '../../../shared/words/formats.ts'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useReader } from '../../components/time/use-reader.ts'

/** The occurrences of a lane that have not opened. Nobody can change them: they become tasks when they open. */
export function PlannedList({ planned, label }: { planned: readonly PlannedOccurrence[]; label: string }) {
  const reader = useReader()
  const { i18n } = reader
  return (
    <ul aria-label={label} className="mt-2 grid grid-cols-1 gap-1.5">
      {planned.map(({ routineId, title, opensAt, place, workMinutes }) => (
        <li
          key={`${routineId} ${opensAt}`}
          className="flex items-start gap-2 rounded-card border border-control border-dashed px-3 py-2 text-muted text-sm"
        >
          <Repeat aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block wrap-anywhere">
              {title}
            </span>
            <span className="block text-xs tabular">
              <bdi>
                {[
                  i18n.t('opens at {time}', { time: formatTime(opensAt, reader) }),
                  place,
                  workMinutes !== null && formatMinutes(workMinutes, i18n),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
