import { MapPin, Megaphone } from 'lucide-react'
import type { Task } from '../../shared/tasks.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'

/** The sign of a problem that somebody has reported; nothing for other tasks. */
export function ProblemSign({ task: { kind }, className }: { task: Task; className?: string }) {
  const i18n = useI18n()
  if (kind !== 'problem') return null
  return (
    <span title={i18n.t('Reported problem')} className={cx('inline-flex shrink-0 text-high', className)}>
      <Megaphone aria-hidden="true" className="size-3.75" />
      <span className="sr-only">{i18n.t('Reported problem')}</span>
    </span>
  )
}

/** Where a task is to be done, in one line; nothing if that is not known. */
export function PlaceOf({ task: { place }, className }: { task: Task; className?: string }) {
  const i18n = useI18n()
  if (!place) return null
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1', className)}>
      <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">{i18n.t('Place')}</span>
      <span dir="auto" className="min-w-0 truncate">
        {place}
      </span>
    </span>
  )
}
