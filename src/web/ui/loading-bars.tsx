import { useI18n } from '../language.ts'
import { Skeleton, times } from './skeleton.tsx'

/** Stands where a list or a text is loading: bars of its size, and words for screen readers. */
export function LoadingBars({
  bars,
  count = 1,
  words,
  className,
}: {
  /** The classes of each bar, or the same for all. */
  bars: string | readonly string[]
  count?: number
  /** "Loading the readers..." */
  words?: string
  className?: string
}) {
  const i18n = useI18n()
  const each = typeof bars === 'string' ? Array.from({ length: count }, () => bars) : bars
  return (
    <div role="status" className={className}>
      <span className="sr-only">{words ?? i18n.t('Loading...')}</span>
      {times(each.length, (at) => (
        <Skeleton className={each[at]} />
      ))}
    </div>
  )
}
