import { useNavigate } from '@tanstack/react-router'
import { msg } from '../../shared/words/message.ts'
import { useCan } from '../api/viewer.ts'
import { openReport } from '../components/shift/report.ts'
import { useI18n } from '../language.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { useEntries } from './navigation.tsx'
import { openPalette, openShortcuts } from './overlay.ts'
import { useTaskNavigation } from './task-navigation.ts'

export const EVERYWHERE = msg('Everywhere')
export const GO_TO = msg('Go to')
const group = EVERYWHERE

/** The shortcuts of every screen. */
export function ShellShortcuts() {
  const { openNew } = useTaskNavigation()
  const i18n = useI18n()
  useShortcut('mod+k', i18n.t('Find a task, a screen or a command'), openPalette, { group })
  useShortcut('c', i18n.t('New task'), openNew, { group, enabled: useCan('task:create') })
  useShortcut('r', i18n.t('Report a problem'), () => openReport(), { group, enabled: useCan('task:report') })
  useShortcut('?', i18n.t('Show the shortcuts'), openShortcuts, { group })
  return useEntries().map(({ to, label, key }) => <GoTo key={to} to={to} label={i18n.t(label)} keys={`g ${key}`} />)
}

function GoTo({ to, label, keys }: { to: string; label: string; keys: string }) {
  const navigate = useNavigate()
  useShortcut(keys, label, () => void navigate({ to }), { group: GO_TO })
  return null
}
