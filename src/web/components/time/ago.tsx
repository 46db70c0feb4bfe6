import { formatAgo, formatDateTime } from '../../../shared/words/formats.ts'
import { useTicking } from '../../ui/now.ts'
import { useReader } from './use-reader.ts'

/** How long ago something was, as time goes by. Hovering shows the exact time. */
export function Ago({ iso, className }: { iso: string; className?: string }) {
  const reader = useReader()
  const text = useTicking((now) => formatAgo(iso, now, reader))
  return (
    <time dateTime={iso} title={formatDateTime(iso, reader)} className={className}>
      {text}
    </time>
  )
}
