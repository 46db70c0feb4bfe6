import type { Reminder } from '../../shared/reminders.ts'
import { formatIn } from '../../shared/time.ts'
import { useViewer } from '../api/viewer.ts'
import { useTicking } from '../components/ticking.ts'
import { cx } from '../ui/class-names.ts'

/** "Due in 15 min", as time goes by; "Overdue" once the time is past, in grey if the reminder is not active any more. */
export function Due({ reminder: { nextRun, isActive } }: { reminder: Reminder }) {
  const { timeZone } = useViewer()
  const text = useTicking((now) => (Date.parse(nextRun) < now ? 'Overdue' : `Due ${formatIn(nextRun, now, timeZone)}`))
  return (
    <span className={cx('font-semibold', text === 'Overdue' && (isActive ? 'text-overdue' : 'text-muted'))}>
      {text}
    </span>
  )
}
