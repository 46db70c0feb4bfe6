import { formatAgo, formatDate, formatTime } from '../../shared/time.ts'
import { useViewer } from '../api/viewer.ts'
import { useTicking } from './ticking.ts'

/** How long ago something was, as time goes by. Hovering shows the exact time. */
export function Ago({ iso, className }: { iso: string; className?: string }) {
  const { timeZone } = useViewer()
  const text = useTicking((now) => formatAgo(iso, now, timeZone))
  return (
    <time dateTime={iso} title={`${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`} className={className}>
      {text}
    </time>
  )
}
