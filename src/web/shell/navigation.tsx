import { Link, useLocation } from '@tanstack/react-router'
import {
  AlarmClock,
  BookOpen,
  CalendarDays,
  ChartColumn,
  Clock,
  Cog,
  FolderKanban,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  ScrollText,
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
  /** The key that opens it after G. */
  key: string
}

const entries: Entry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, key: 'd' },
  { to: '/tasks', label: 'Tasks', icon: SquareCheckBig, key: 't' },
  { to: '/projects', label: 'Projects', icon: FolderKanban, key: 'p' },
  { to: '/calendar', label: 'Calendar', icon: CalendarDays, key: 'c' },
  { to: '/sops', label: 'SOPs', icon: BookOpen, key: 's', allow: 'sop:create' },
  { to: '/clock', label: 'Clock In/Out', icon: Clock, key: 'k', allow: 'clock:use' },
  { to: '/analytics', label: 'Analytics', icon: ChartColumn, key: 'a', allow: 'analytics:read' },
  { to: '/reminders', label: 'Reminders', icon: AlarmClock, key: 'r' },
  { to: '/admin/users', label: 'Admin → Users', icon: Users, key: 'u', allow: 'user:manage' },
  { to: '/admin/audit', label: 'Admin → Audit log', icon: ScrollText, key: 'l', allow: 'audit:read' },
  { to: '/admin/feedback', label: 'Admin → Feedback', icon: MessageSquareText, key: 'f', allow: 'feedback:read' },
  { to: '/admin/jobs', label: 'Admin → Background', icon: Cog, key: 'b', allow: 'job:read' },
]

/** The navigation's entries that this person may see. */
export function useEntries() {
  const { role } = useViewer()
  return entries.filter(({ allow }) => !allow || mayAnywhere(role, allow))
}

/** Links to the screens that this person may see, for the sidebar and the drawer. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = pathname === '/' ? '/dashboard' : pathname
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {useEntries().map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          onClick={onNavigate}
          aria-current={to === current ? 'page' : undefined}
          className={cx(
            'flex h-8.5 items-center gap-2.5 rounded-control px-2 font-medium text-muted transition-colors duration-120 touch:h-11 touch:px-3 touch:text-md',
            'hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent forced-colors:aria-[current]:underline',
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
  return data && data.total > 0 && <span className="tabular ms-auto text-xs">{data.total.toLocaleString('en')}</span>
}
