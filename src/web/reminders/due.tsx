import type { Reminder } from '../../shared/reminders.ts'
import { formatIn } from '../../shared/time.ts'
import { useViewer } from '../api/viewer.ts'
import { useTicking } from '../components/ticking.ts'
import { cx } from '../ui/class-names.ts'

/** "Due in 15 min", as time goes by; "Overdue" once its time is past, quietly where it is over. */
export function Due({ reminder: { nextRun, isActive } }: { reminder: Reminder }) {
  const { timeZone } = useViewer()
  const words = useTicking((now) => (Date.parse(nextRun) < now ? 'Overdue' : `Due ${formatIn(nextRun, now, timeZone)}`))
  return (
    <span className={cx('font-semibold', words === 'Overdue' && (isActive ? 'text-overdue' : 'text-muted'))}>
      {words}
    </span>
  )
}
