import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { useI18n } from '../language.ts'
import { EmptyState } from '../ui/empty-state.tsx'

export function CalendarPage() {
  const i18n = useI18n()
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        icon={CalendarDays}
        title={i18n.t('Calendar Coming Soon')}
        action={
          <Link
            to="/dashboard"
            className="inline-flex h-8.5 items-center rounded-control border border-line bg-surface px-3 font-medium shadow-card hover:bg-hover touch:h-11 touch:px-4"
          >
            {i18n.t('Back to Dashboard')}
          </Link>
        }
      />
    </div>
  )
}
