import type { Reminder } from '../../shared/reminders.ts'
import { formatIn } from '../../shared/words/formats.ts'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'
import { useTicking } from '../ui/now.ts'

/** "Due in 15 min", as time goes by; "Overdue" once the time is past, in grey if the reminder is not active. */
export function ReminderDue({ reminder: { nextRun, isActive } }: { reminder: Reminder }) {
  const reader = useReader()
  const { i18n } = reader
  const isPast = useTicking((now) => Date.parse(nextRun) < now)
  const text = useTicking((now) =>
    isPast ? i18n.t('Overdue') : i18n.t('Due {when}', { when: formatIn(nextRun, now, reader) }),
  )
  return <span className={cx('font-semibold', isPast && (isActive ? 'text-overdue' : 'text-muted'))}>{text}</span>
}
