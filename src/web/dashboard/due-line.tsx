import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { dashboardApi } from '../../shared/dashboard.ts'
import { useReply } from '../api/queries.ts'
import { useMidnight } from '../components/time/use-midnight.ts'
import { useI18n } from '../language.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { duePatches } from '../live/today-changes.ts'
import { cx } from '../ui/class-names.ts'
import { DueLineSpace, hadDue } from './due-line-space.tsx'

registerPatches('tasks', duePatches)

/** "3 due today, 1 overdue", which leads to Today; nothing when there is none. */
export function DueLine() {
  const i18n = useI18n()
  const { data, error, refetch } = useReply(dashboardApi.due, {}, { total: true })
  useMidnight(() => void refetch())
  const has = data && data.overdue + data.dueToday > 0
  useEffect(() => {
    if (data) hadDue.set(has ? null : 'no')
  }, [data, has])
  if (!data && !error) return <DueLineSpace />
  if (!has) return null
  const { overdue, dueToday } = data
  const words =
    overdue === 0
      ? i18n.t('{dueToday, plural, one {# due today} other {# due today}}', { dueToday })
      : dueToday === 0
        ? i18n.t('{overdue, plural, one {# overdue} other {# overdue}}', { overdue })
        : i18n.t(
            '{dueToday, plural, one {# due today} other {# due today}}, {overdue, plural, one {# overdue} other {# overdue}}',
            { dueToday, overdue },
          )
  return (
    <Link
      to="/today"
      className={cx(
        'col-span-2 flex min-h-11 items-center justify-between gap-2 rounded-card px-3 font-semibold text-sm',
        overdue > 0 ? 'tint-overdue' : 'bg-accent-soft text-accent',
      )}
    >
      <span className="tabular">{words}</span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
    </Link>
  )
}
