import { formatDate, formatDay } from '../../../shared/words/formats.ts'
import { formatMoment } from './format.ts'
import { useReader } from './use-reader.ts'

const formats = {
  /** Nov 3 */
  day: formatDay,
  /** Nov 3, 2026 */
  date: formatDate,
  /** Nov 3, 2026, 17:30 */
  moment: formatMoment,
}

/** A point in time, in the deployment's time zone. */
export function When({ iso, as = 'date', className }: { iso: string; as?: keyof typeof formats; className?: string }) {
  const reader = useReader()
  return (
    <time dateTime={iso} className={className}>
      {formats[as](iso, reader)}
    </time>
  )
}
