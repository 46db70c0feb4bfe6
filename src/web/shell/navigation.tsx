import { Link, useLocation } from '@tanstack/react-router'
import {
  AlarmClock,
  ArrowRightLeft,
  BookOpen,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  Clock,
  Cog,
  FolderKanban,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  Repeat,
  Scale,
  ScrollText,
  SquareCheckBig,
  Stethoscope,
  Sun,
  Users,
  Webhook,
} from 'lucide-react'
import { mayAnywhere, type Permission } from '../../shared/permissions.ts'
import type { Screen } from '../../shared/screens.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { formatCount } from '../../shared/words/formats.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { useUnreadMessages } from '../notifications/unread-messages.ts'
import { cx } from '../ui/class-names.ts'

interface Entry {
  to: Screen
  label: Message
  icon: LucideIcon
  allow?: Permission
  /** The key that opens it after G. */
  key: string
}

export type ShownEntry = Omit<Entry, 'key'>

const entries: Entry[] = [
  { to: '/today', label: msg('Today'), icon: Sun, key: 'y' },
  { to: '/dashboard', label: msg('Dashboard'), icon: LayoutDashboard, key: 'd' },
  { to: '/tasks', label: msg('Tasks'), icon: SquareCheckBig, key: 't' },
  { to: '/projects', label: msg('Projects'), icon: FolderKanban, key: 'p' },
  { to: '/calendar', label: msg('Calendar'), icon: CalendarDays, key: 'c' },
  { to: '/sops', label: msg('SOPs'), icon: BookOpen, key: 's', allow: 'sop:create' },
  { to: '/clock', label: msg('Clock In/Out'), icon: Clock, key: 'k', allow: 'clock:use' },
  { to: '/analytics', label: msg('Analytics'), icon: ChartColumn, key: 'a', allow: 'analytics:read' },
  { to: '/reminders', label: msg('Reminders'), icon: AlarmClock, key: 'r' },
  { to: '/roster', label: msg('Roster'), icon: CalendarClock, key: 'q', allow: 'roster:read' },
  { to: '/routines', label: msg('Routines'), icon: Repeat, key: 'o', allow: 'routine:read' },
  { to: '/handovers', label: msg('Handovers'), icon: ArrowRightLeft, key: 'h', allow: 'handover:read' },
  { to: '/messages', label: msg('Messages'), icon: MessagesSquare, key: 'm', allow: 'thread:read' },
  { to: '/admin/users', label: msg('Admin → Users'), icon: Users, key: 'u', allow: 'user:manage' },
  { to: '/admin/audit', label: msg('Admin → Audit log'), icon: ScrollText, key: 'l', allow: 'audit:read' },
  { to: '/admin/feedback', label: msg('Admin → Feedback'), icon: MessageSquareText, key: 'f', allow: 'feedback:read' },
  { to: '/admin/jobs', label: msg('Admin → Background'), icon: Cog, key: 'b', allow: 'job:read' },
  { to: '/admin/operations', label: msg('Admin → Operations'), icon: Stethoscope, key: 'x', allow: 'operations:read' },
  { to: '/admin/webhooks', label: msg('Admin → Webhooks'), icon: Webhook, key: 'w', allow: 'webhook:manage' },
  { to: '/admin/work-rules', label: msg('Admin → Work rules'), icon: Scale, key: 'e', allow: 'organisation:update' },
]

/** The navigation's entries that this person may see. */
export function useEntries() {
  const { role } = useViewer()
  return entries.filter(({ allow }) => !allow || mayAnywhere(role, allow))
}

/** Links to the screens that this person may see, for sidebar and drawer. `shown` replaces the usual entries. */
export function Navigation({ shown, onNavigate }: { shown?: ShownEntry[]; onNavigate?: () => void }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = pathname === '/' ? '/dashboard' : pathname
  const i18n = useI18n()
  const usual = useEntries()
  return (
    <nav aria-label={i18n.t('Main')} className="flex flex-col gap-0.5">
      {(shown ?? usual).map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          onClick={onNavigate}
          aria-current={to === current ? 'page' : undefined}
          className={cx(
            'flex min-h-8.5 items-center gap-2.5 rounded-control px-2 py-1 font-medium text-muted leading-tight transition-colors duration-120 touch:min-h-11 touch:px-3 touch:text-md',
            'hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent forced-colors:aria-[current]:underline',
          )}
        >
          <Icon aria-hidden="true" className="size-4.25 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{i18n.t(label)}</span>
          {to === '/tasks' && <TaskCount />}
          {to === '/messages' && <UnreadMessages />}
        </Link>
      ))}
    </nav>
  )
}

function TaskCount() {
  const { departmentId } = useDepartmentFilter()
  const i18n = useI18n()
  const { data } = useReply(tasksApi.list, { query: { departmentId, limit: 1 } }, { keepPrevious: true, total: true })
  if (!data || data.total === 0) return null
  return <span className="tabular ms-auto text-xs">{formatCount(data.total, { i18n })}</span>
}

/** How many threads have messages that the viewer has not read. */
function UnreadMessages() {
  const i18n = useI18n()
  const unread = useUnreadMessages()
  if (unread === 0) return null
  return (
    <span className="tabular ms-auto rounded-full bg-accent px-1.5 font-semibold text-on-accent text-xs leading-4.5">
      <span aria-hidden="true">{formatCount(unread, { i18n })}</span>
      <span className="sr-only">
        {i18n.t('{count, plural, one {# unread conversation} other {# unread conversations}}', { count: unread })}
      </span>
    </span>
  )
}
