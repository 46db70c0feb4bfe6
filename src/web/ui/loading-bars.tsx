import { useI18n } from '../language.ts'
import { Skeleton, times } from './skeleton.tsx'

/** Stands where a list or a text is loading: bars of its size, and words for screen readers. */
export function LoadingBars({
  bars,
  row,
  count = 1,
  words,
  className,
}: {
  /** The classes of each bar, or the same for all. */
  bars: string | readonly string[]
  /** The classes of a row. Each of `count` rows has all bars; without rows, there are `count` of a single bar. */
  row?: string
  count?: number
  /** "Loading the readers..." */
  words?: string
  className?: string
}) {
  const i18n = useI18n()
  const ofRow = typeof bars === 'string' ? [bars] : bars
  const each = row === undefined && typeof bars === 'string' ? Array.from({ length: count }, () => bars) : ofRow
  const drawn = times(each.length, (at) => <Skeleton className={each[at]} />)
  return (
    <div role="status" className={className}>
      <span className="sr-only">{words ?? i18n.t('Loading...')}</span>
      {row === undefined ? drawn : times(count, () => <div className={row}>{drawn}</div>)}
    </div>
  )
}
