import { Link, useLocation } from '@tanstack/react-router'
import {
  AlarmClock,
  BookOpen,
  CalendarDays,
  ChartColumn,
  Clock,
  FolderKanban,
  LayoutDashboard,
  type LucideIcon,
  SquareCheckBig,
  Users,
} from 'lucide-react'
import { mayAnywhere, type Permission } from '../../shared/permissions.ts'
import type { Screen } from '../../shared/screens.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { cx } from '../ui/class-names.ts'

interface Entry {
  to: Screen
  label: string
  icon: LucideIcon
  allow?: Permission
}

const entries: Entry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/tasks', label: 'Tasks', icon: SquareCheckBig },
  { to: '/projects', label: 'Projects', icon: FolderKanban },
  { to: '/calendar', label: 'Calendar', icon: CalendarDays },
  { to: '/sops', label: 'SOPs', icon: BookOpen, allow: 'sop:create' },
  { to: '/clock', label: 'Clock In/Out', icon: Clock, allow: 'clock:use' },
  { to: '/analytics', label: 'Analytics', icon: ChartColumn, allow: 'analytics:read' },
  { to: '/reminders', label: 'Reminders', icon: AlarmClock },
  { to: '/admin/users', label: 'Admin → Users', icon: Users, allow: 'user:manage' },
]

/** The ways to the screens that this person may see; in the sidebar and in the drawer. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { role } = useViewer()
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = pathname === '/' ? '/dashboard' : pathname
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {entries
        .filter(({ allow }) => !allow || mayAnywhere(role, allow))
        .map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            onClick={onNavigate}
            aria-current={to === current ? 'page' : undefined}
            className={cx(
              'flex h-8.5 items-center gap-2.5 rounded-control px-2 font-medium text-muted transition-colors duration-120 touch:h-11 touch:px-3 touch:text-md',
              'hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent',
            )}
          >
            <Icon aria-hidden="true" className="size-4.25 shrink-0" />
            {label}
            {to === '/tasks' && <TaskCount />}
          </Link>
        ))}
    </nav>
  )
}

function TaskCount() {
  const { departmentId } = useDepartmentFilter()
  const { data } = useReply(tasksApi.list, { query: { departmentId, limit: 1 } }, { keepPrevious: true, total: true })
  return data && data.total > 0 && <span className="tabular ml-auto text-xs">{data.total.toLocaleString('en')}</span>
}
