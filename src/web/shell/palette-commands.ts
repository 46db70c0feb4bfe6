import { useNavigate } from '@tanstack/react-router'
import {
  AlarmClockPlus,
  BookOpen,
  Building2,
  Columns3,
  Keyboard,
  LogIn,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  Monitor,
  Moon,
  Plus,
  Sun,
  Table2,
  TimerOff,
  User,
} from 'lucide-react'
import { fold } from '../../shared/fold.ts'
import type { Screen } from '../../shared/screens.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCan } from '../api/viewer.ts'
import { useActive, useClocking } from '../clock/clocking.ts'
import type { View } from '../tasks/filters/search-params.ts'
import { rememberedView } from '../tasks/filters/view.ts'
import { useTheme } from '../ui/theme.ts'
import { useEntries } from './navigation.tsx'
import { openFeedback, openShortcuts } from './overlay.ts'
import { useSignOut } from './sign-out.ts'
import { useTaskNavigation } from './task-navigation.ts'

export interface Command {
  id: string
  group: 'Go to' | 'Actions' | 'Departments'
  label: string
  icon: LucideIcon
  /** More words that find it. */
  words?: string
  keys?: string
  run: () => unknown
}

/** Other words that people use for the screens. */
const otherWords: Partial<Record<Screen, string>> = {
  '/dashboard': 'home start overview',
  '/tasks': 'board kanban',
  '/sops': 'library procedures documents pdf',
  '/clock': 'time hours work',
  '/analytics': 'figures reports charts',
  '/admin/users': 'people staff accounts',
  '/admin/audit': 'log history trail who changed',
  '/admin/feedback': 'opinions ratings stars',
  '/admin/jobs': 'jobs queue failed e-mail attempts',
  '/profile': 'account password me',
}

/** All commands that the palette offers this person. */
export const useCommands = (): Command[] => [...useScreens(), ...useClock(), ...useActions(), ...useDepartments()]

function useScreens(): Command[] {
  const navigate = useNavigate()
  const entries = useEntries()
  const hasSopEntry = entries.some(({ to }) => to === '/sops')
  const maySeeSops = useCan('sop:read')
  const screens: { to: Screen; label: string; icon: LucideIcon; key?: string }[] = [
    ...entries,
    ...(maySeeSops && !hasSopEntry ? [{ to: '/sops', label: 'SOP library', icon: BookOpen } as const] : []),
    { to: '/profile', label: 'Profile', icon: User },
  ]
  return screens.map(({ to, label, icon, key }) => ({
    id: to,
    group: 'Go to',
    label,
    icon,
    words: otherWords[to],
    keys: key && `g ${key}`,
    run: () => navigate({ to }),
  }))
}

const themes = [
  { value: 'light', label: 'Use the light theme', icon: Sun },
  { value: 'dark', label: 'Use the dark theme', icon: Moon },
  { value: 'system', label: 'Use the theme of the system', icon: Monitor },
] as const

function useActions(): Command[] {
  const navigate = useNavigate()
  const { openNew } = useTaskNavigation()
  const mayCreate = useCan('task:create')
  const signOut = useSignOut()
  const [theme, setTheme] = useTheme()
  const show = (view: View) => {
    rememberedView.set(view)
    return navigate({ to: '/tasks', search: (before: object) => ({ ...before, view }), resetScroll: false })
  }

  const actions: Omit<Command, 'group'>[] = [
    ...(mayCreate ? [{ id: 'new', label: 'New task', icon: Plus, words: 'create add', keys: 'c', run: openNew }] : []),
    {
      id: 'new-reminder',
      label: 'New reminder',
      icon: AlarmClockPlus,
      words: 'create add remind',
      run: () => navigate({ to: '/reminders', search: { new: true } }),
    },
    { id: 'kanban', label: 'Show tasks as a board', icon: Columns3, words: 'kanban view', run: () => show('kanban') },
    { id: 'table', label: 'Show tasks as a table', icon: Table2, words: 'list view', run: () => show('table') },
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, label, icon }) => ({
        id: value,
        label,
        icon,
        words: 'switch appearance mode colours',
        run: () => setTheme(value),
      })),
    { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, words: 'help', keys: '?', run: openShortcuts },
    {
      id: 'feedback',
      label: 'Send feedback',
      icon: MessageSquareText,
      words: 'opinion problem idea',
      run: openFeedback,
    },
    { id: 'sign-out', label: 'Sign out', icon: LogOut, words: 'log out leave', run: signOut },
  ]
  return actions.map((action) => ({ ...action, group: 'Actions' }))
}

/** Clock in or clock out, whichever applies now. */
function useClock(): Command[] {
  const { mayUse, clockIn, clockOut } = useClocking()
  const { data: session } = useActive({ enabled: mayUse })
  if (!mayUse || session === undefined) return []
  const words = 'time hours work shift'
  return [
    session
      ? {
          id: 'clock-out',
          group: 'Actions',
          label: 'Clock out',
          icon: TimerOff,
          words: `${words} stop end`,
          run: clockOut,
        }
      : {
          id: 'clock-in',
          group: 'Actions',
          label: 'Clock in',
          icon: LogIn,
          words: `${words} start begin`,
          run: clockIn,
        },
  ]
}

function useDepartments(): Command[] {
  const { mayChoose, chosen, choose, departments } = useDepartmentFilter()
  if (!mayChoose) return []
  const all = [{ id: undefined, name: 'All Departments' }, ...(departments.data ?? [])]
  return all
    .filter(({ id }) => id !== chosen)
    .map(({ id, name }) => ({
      id: `department-${id}`,
      group: 'Departments',
      label: `View ${name}`,
      icon: Building2,
      words: 'choose show department filter',
      run: () => choose(id),
    }))
}

/** The commands that match: each typed word is the beginning of one of the command's words. */
export function matching(commands: Command[], typed: string) {
  const typedWords = wordsOf(typed)
  return commands.filter(({ label, words = '' }) => {
    const own = wordsOf(`${label} ${words}`)
    return typedWords.every((word) => own.some((other) => other.startsWith(word)))
  })
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
