import type { I18n } from '@lingui/core'
import { useNavigate } from '@tanstack/react-router'
import {
  AlarmClockPlus,
  ArrowRightLeft,
  Banknote,
  BookOpen,
  Building2,
  CalendarHeart,
  Coffee,
  Columns3,
  Globe,
  Keyboard,
  ListChecks,
  LogIn,
  LogOut,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Monitor,
  Moon,
  Play,
  Plus,
  QrCode,
  Sun,
  Table2,
  TabletSmartphone,
  TimerOff,
  User,
  Users,
  UsersRound,
} from 'lucide-react'
import type { Screen } from '../../shared/screens.ts'
import { fold, searchable } from '../../shared/words/fold.ts'
import { languages } from '../../shared/words/languages.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { runningBreakOf } from '../../shared/worked-time.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCan } from '../api/viewer.ts'
import { useActive, useClocking } from '../clock/clocking.ts'
import { openHandover } from '../components/shift/handing-over.ts'
import { openReport } from '../components/shift/report.ts'
import type { View } from '../task/search-params.ts'
import { rememberedView, useMayPlan } from '../tasks/filters/view.ts'
import { useTheme } from '../ui/theme.ts'
import { useEntries } from './navigation.tsx'
import { openFeedback, openShortcuts } from './overlay.ts'
import { useSignOut } from './sign-out.ts'
import { useTaskNavigation } from './task-navigation.ts'

export interface Command {
  id: string
  group: 'screens' | 'actions' | 'departments'
  label: Message
  icon: LucideIcon
  /** More words that find it. */
  words?: Message | undefined
  keys?: string
  run: () => unknown
}

/** Other words that people use for the screens. */
const otherWords: Partial<Record<Screen, Message>> = {
  '/today': msg('my day due now'),
  '/dashboard': msg('home start overview'),
  '/tasks': msg('board kanban'),
  '/sops': msg('library procedures documents pdf'),
  '/clock': msg('time hours work'),
  '/analytics': msg('figures reports charts'),
  '/routines': msg('recurring checklists rounds opening closing'),
  '/handovers': msg('log book shift passed on'),
  '/messages': msg('chat write colleagues answer conversation'),
  '/briefing': msg('what is new since my last shift'),
  '/on-duty': msg('who is here present colleagues message'),
  '/admin/users': msg('people staff accounts'),
  '/admin/audit': msg('log history trail who changed'),
  '/admin/feedback': msg('opinions ratings stars'),
  '/admin/jobs': msg('jobs queue failed e-mail attempts'),
  '/admin/operations': msg('doctor health version server disk backups certificate'),
  '/admin/webhooks': msg('integrations programs callbacks api'),
  '/problems': msg('problems reported what became'),
  '/places': msg('rooms qr codes stickers print'),
  '/admin/holidays': msg('public holidays days off calendar ics'),
  '/admin/kiosks': msg('tablet door pin terminal'),
  '/admin/payroll': msg('wages salary export wage types datev'),
  '/admin/work-rules': msg('breaks rest working time law overtime'),
  '/profile': msg('account password me'),
}

/** "Language", and each language, in all of them: the person may not read the language on the screen. */
const languageWords = {
  id: `language sprache idioma langue lingua língua język мова dil لغة ${Object.values(languages).map(({ name }) => name)}`,
}

/** All commands that the palette offers this person. */
export const useCommands = (): Command[] => [...useScreens(), ...useClock(), ...useActions(), ...useDepartments()]

function useScreens(): Command[] {
  const navigate = useNavigate()
  const entries = useEntries()
  const hasSopEntry = entries.some(({ to }) => to === '/sops')
  const maySeeSops = useCan('sop:read')
  const mayReport = useCan('task:report')
  const managesPlaces = useCan('place:manage')
  const managesKiosks = useCan('kiosk:manage')
  const managesHolidays = useCan('holiday:manage')
  const managesPayroll = useCan('payroll:manage')
  const hasShifts = useCan('briefing:own')
  const screens: { to: Screen; label: Message; icon: LucideIcon; key?: string }[] = [
    ...entries,
    ...(maySeeSops && !hasSopEntry ? [{ to: '/sops', label: msg('SOP library'), icon: BookOpen } as const] : []),
    ...(hasShifts
      ? ([
          { to: '/briefing', label: msg('Briefing'), icon: ListChecks },
          { to: '/on-duty', label: msg('On duty now'), icon: UsersRound },
        ] as const)
      : []),
    ...(mayReport ? [{ to: '/problems', label: msg('My reports'), icon: Megaphone } as const] : []),
    ...(managesPlaces ? [{ to: '/places', label: msg('Places and signs'), icon: QrCode } as const] : []),
    ...(managesKiosks ? [{ to: '/admin/kiosks', label: msg('Kiosks'), icon: TabletSmartphone } as const] : []),
    ...(managesHolidays ? [{ to: '/admin/holidays', label: msg('Holidays'), icon: CalendarHeart } as const] : []),
    ...(managesPayroll ? [{ to: '/admin/payroll', label: msg('Payroll'), icon: Banknote } as const] : []),
    { to: '/profile', label: msg('Profile'), icon: User },
  ]
  return screens.map(({ to, label, icon, key }) => ({
    id: to,
    group: 'screens',
    label,
    icon,
    words: otherWords[to],
    keys: key && `g ${key}`,
    run: () => navigate({ to }),
  }))
}

const themes = [
  { value: 'light', label: msg('Use the light theme'), icon: Sun },
  { value: 'dark', label: msg('Use the dark theme'), icon: Moon },
  { value: 'system', label: msg('Use the theme of the system'), icon: Monitor },
] as const

function useActions(): Command[] {
  const navigate = useNavigate()
  const { openNew } = useTaskNavigation()
  const mayCreate = useCan('task:create')
  const mayReport = useCan('task:report')
  const mayHandOver = useCan('handover:write')
  const mayPlan = useMayPlan()
  const signOut = useSignOut()
  const [theme, setTheme] = useTheme()
  const show = (view: View) => {
    rememberedView.set(view)
    return navigate({ to: '/tasks', search: (before: object) => ({ ...before, view }), resetScroll: false })
  }

  const actions: Omit<Command, 'group'>[] = [
    ...(mayCreate
      ? [{ id: 'new', label: msg('New task'), icon: Plus, words: msg('create add'), keys: 'c', run: openNew }]
      : []),
    ...(mayHandOver
      ? [
          {
            id: 'hand-over',
            label: msg('Hand over'),
            icon: ArrowRightLeft,
            words: msg('handover pass on next shift note'),
            run: openHandover,
          },
        ]
      : []),
    ...(mayReport
      ? [
          {
            id: 'report',
            label: msg('Report a problem'),
            icon: Megaphone,
            words: msg('new broken defect fault leak damage'),
            keys: 'r',
            run: () => openReport(),
          },
        ]
      : []),
    {
      id: 'new-reminder',
      label: msg('New reminder'),
      icon: AlarmClockPlus,
      words: msg('create add remind'),
      run: () => navigate({ to: '/reminders', search: { new: true } }),
    },
    {
      id: 'kanban',
      label: msg('Show tasks as a board'),
      icon: Columns3,
      words: msg('kanban view'),
      run: () => show('kanban'),
    },
    {
      id: 'table',
      label: msg('Show tasks as a table'),
      icon: Table2,
      words: msg('list view'),
      run: () => show('table'),
    },
    ...(mayPlan
      ? [
          {
            id: 'people',
            label: msg('Show tasks by person'),
            icon: Users,
            words: msg('people plan assign view'),
            run: () => show('people'),
          },
        ]
      : []),
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, label, icon }) => ({
        id: value,
        label,
        icon,
        words: msg('switch appearance mode colours'),
        run: () => setTheme(value),
      })),
    {
      id: 'language',
      label: msg('Change the language'),
      icon: Globe,
      words: languageWords,
      run: () => navigate({ to: '/profile', hash: 'language' }),
    },
    { id: 'keys', label: msg('Keyboard shortcuts'), icon: Keyboard, words: msg('help'), keys: '?', run: openShortcuts },
    {
      id: 'feedback',
      label: msg('Send feedback'),
      icon: MessageSquareText,
      words: msg('opinion problem idea'),
      run: openFeedback,
    },
    { id: 'sign-out', label: msg('Sign out'), icon: LogOut, words: msg('log out leave'), run: signOut },
  ]
  return actions.map((action) => ({ ...action, group: 'actions' }))
}

/** Clock in, or clock out and begin or end a break: what applies now. */
function useClock(): Command[] {
  const { mayUse, clockIn, clockOut, startBreak, endBreak } = useClocking()
  const { data: session } = useActive({ enabled: mayUse })
  if (!mayUse || session === undefined) return []
  const breaks: Command[] = !session
    ? []
    : runningBreakOf(session)
      ? [
          {
            id: 'break-end',
            group: 'actions',
            label: msg('End break'),
            icon: Play,
            words: msg('break pause lunch back resume'),
            run: endBreak,
          },
        ]
      : [
          {
            id: 'break-start',
            group: 'actions',
            label: msg('Start break'),
            icon: Coffee,
            words: msg('break pause lunch rest'),
            run: startBreak,
          },
        ]
  return [
    ...breaks,
    session
      ? {
          id: 'clock-out',
          group: 'actions',
          label: msg('Clock out'),
          icon: TimerOff,
          words: msg('time hours work shift stop end'),
          run: clockOut,
        }
      : {
          id: 'clock-in',
          group: 'actions',
          label: msg('Clock in'),
          icon: LogIn,
          words: msg('time hours work shift start begin'),
          run: clockIn,
        },
  ]
}

function useDepartments(): Command[] {
  const { mayChoose, chosen, choose, departments } = useDepartmentFilter()
  if (!mayChoose) return []
  const all = { id: undefined, label: msg('View All Departments') }
  const each = (departments.data ?? []).map(({ id, name }) => ({
    id,
    label: msg('View {department}', { department: name }),
  }))
  return [all, ...each]
    .filter(({ id }) => id !== chosen)
    .map(({ id, label }) => ({
      id: `department-${id}`,
      group: 'departments',
      label,
      icon: Building2,
      words: msg('choose show department filter'),
      run: () => choose(id),
    }))
}

/** The commands that match: each typed word is the beginning of one of the command's words. */
export function matchingCommands(commands: Command[], typed: string, i18n: I18n) {
  const typedWords = wordsOf(fold(typed))
  return commands.filter(({ label, words }) => {
    const own = wordsOf(searchable(`${i18n.t(label)} ${words ? i18n.t(words) : ''}`))
    return typedWords.every((word) => own.some((other) => other.startsWith(word)))
  })
}

const wordsOf = (folded: string) => folded.match(/[\p{L}\p{N}]+/gu) ?? []
