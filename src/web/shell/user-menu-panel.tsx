import { useNavigate } from '@tanstack/react-router'
import {
  Banknote,
  BookOpen,
  CalendarHeart,
  Globe,
  Keyboard,
  ListChecks,
  LogOut,
  Megaphone,
  MessageSquareText,
  Monitor,
  Moon,
  QrCode,
  Sun,
  TabletSmartphone,
  User,
} from 'lucide-react'
import { signInName } from '../../shared/sign-in-name.ts'
import { infoOf } from '../../shared/words/languages.ts'
import { msg } from '../../shared/words/message.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { fullName } from '../components/people/avatar.tsx'
import { RoleBadge } from '../components/people/role-badge.tsx'
import { useI18n, wantedLanguage } from '../language.ts'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { MenuChoices, MenuEntry, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { MenuPanel } from '../ui/menu-panel.tsx'
import type { PanelProps } from '../ui/panel.ts'
import { useTheme } from '../ui/theme.ts'
import { openFeedback, openShortcuts } from './overlay.ts'
import { useSignOut } from './sign-out.ts'

const themes = [
  { value: 'system', label: msg('System'), icon: Monitor },
  { value: 'light', label: msg('Light'), icon: Sun },
  { value: 'dark', label: msg('Dark'), icon: Moon },
] as const

/** The panel of the user menu. A module of its own: nobody needs it before they press its button. */
export function UserMenuPanel(panel: PanelProps) {
  const viewer = useViewer()
  const i18n = useI18n()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const [theme, setTheme] = useTheme()
  const notSmall = useMedia(NOT_SMALL)
  const hasNoSopEntry = !useCan('sop:create')
  const maySeeSops = useCan('sop:read')
  const mayReport = useCan('task:report')
  const managesPlaces = useCan('place:manage')
  const managesKiosks = useCan('kiosk:manage')
  const managesHolidays = useCan('holiday:manage')
  const managesPayroll = useCan('payroll:manage')
  const maySetUp = useCan('setup:manage')
  return (
    <MenuPanel {...panel} align="end">
      <MenuLabel>
        <span className="flex items-center gap-3">
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-semibold text-base text-text">
              {fullName(viewer)}
            </span>
            <span dir="ltr" className="block truncate font-normal">
              {signInName(viewer)}
            </span>
          </span>
          <RoleBadge role={viewer.role} className="sm:hidden" />
        </span>
      </MenuLabel>
      <MenuSeparator />
      <MenuEntry icon={User} onSelect={() => void navigate({ to: '/profile' })}>
        {i18n.t('Profile')}
      </MenuEntry>
      {maySeeSops && hasNoSopEntry && (
        <MenuEntry icon={BookOpen} onSelect={() => void navigate({ to: '/sops' })}>
          {i18n.t('SOP library')}
        </MenuEntry>
      )}
      {mayReport && (
        <MenuEntry icon={Megaphone} onSelect={() => void navigate({ to: '/problems' })}>
          {i18n.t('My reports')}
        </MenuEntry>
      )}
      {managesPlaces && (
        <MenuEntry icon={QrCode} onSelect={() => void navigate({ to: '/places' })}>
          {i18n.t('Places and signs')}
        </MenuEntry>
      )}
      {managesKiosks && (
        <MenuEntry icon={TabletSmartphone} onSelect={() => void navigate({ to: '/admin/kiosks' })}>
          {i18n.t('Kiosks')}
        </MenuEntry>
      )}
      {managesHolidays && (
        <MenuEntry icon={CalendarHeart} onSelect={() => void navigate({ to: '/admin/holidays' })}>
          {i18n.t('Holidays')}
        </MenuEntry>
      )}
      {managesPayroll && (
        <MenuEntry icon={Banknote} onSelect={() => void navigate({ to: '/admin/payroll' })}>
          {i18n.t('Payroll')}
        </MenuEntry>
      )}
      {maySetUp && (
        <MenuEntry icon={ListChecks} onSelect={() => void navigate({ to: '/setup' })}>
          {i18n.t('Set up Muster')}
        </MenuEntry>
      )}
      <MenuEntry icon={Globe} onSelect={() => void navigate({ to: '/profile', hash: 'language' })}>
        {i18n.t('Language: {language}', { language: infoOf(wantedLanguage()).name })}
      </MenuEntry>
      <MenuSeparator />
      <MenuLabel>{i18n.t('Theme')}</MenuLabel>
      <MenuChoices
        value={theme}
        onChange={setTheme}
        choices={themes.map((each) => ({ ...each, label: i18n.t(each.label) }))}
      />
      <MenuSeparator />
      {notSmall && (
        <MenuEntry icon={Keyboard} shortcut="?" onSelect={openShortcuts}>
          {i18n.t('Keyboard shortcuts')}
        </MenuEntry>
      )}
      <MenuEntry icon={MessageSquareText} onSelect={openFeedback}>
        {i18n.t('Send feedback')}
      </MenuEntry>
      <MenuEntry icon={LogOut} onSelect={() => void signOut()}>
        {i18n.t('Sign out')}
      </MenuEntry>
    </MenuPanel>
  )
}
