import { Coffee } from 'lucide-react'
import { formatTime } from '../../../shared/words/formats.ts'
import { useReader } from '../time/use-reader.ts'

/** "On break since 12:05", where people on duty are listed. */
export function OnBreak({ since }: { since: string }) {
  const reader = useReader()
  return (
    <span className="tabular inline-flex shrink-0 items-center gap-1.5 font-medium text-progress">
      <Coffee aria-hidden="true" className="size-3.5 shrink-0" />
      {reader.i18n.t('On break since {time}', { time: formatTime(since, reader) })}
    </span>
  )
}
