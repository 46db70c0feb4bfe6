import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'

export const CalendarPage = () => (
  <div className="grid flex-1 place-items-center">
    <EmptyState
      icon={CalendarDays}
      title="Calendar Coming Soon"
      action={
        <Link
          to="/dashboard"
          className="inline-flex h-8.5 items-center rounded-control border border-line bg-surface px-3 font-[550] shadow-card hover:bg-hover touch:h-11 touch:px-4"
        >
          Back to Dashboard
        </Link>
      }
    />
  </div>
)
