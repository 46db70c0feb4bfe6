import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../api/viewer.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { useEntries } from './navigation.tsx'
import { openPalette, openShortcuts } from './overlay.ts'
import { useTaskNavigation } from './task-navigation.ts'

export const EVERYWHERE = 'Everywhere'
export const GO_TO = 'Go to'
const group = EVERYWHERE

/** The shortcuts of every screen. */
export function ShellShortcuts() {
  const { openNew } = useTaskNavigation()
  useShortcut('mod+k', 'Find a task, a screen or a command', openPalette, { group })
  useShortcut('c', 'New task', openNew, { group, enabled: useCan('task:create') })
  useShortcut('?', 'Show the shortcuts', openShortcuts, { group })
  return useEntries().map(({ to, label, key }) => <GoTo key={to} to={to} label={label} keys={`g ${key}`} />)
}

function GoTo({ to, label, keys }: { to: string; label: string; keys: string }) {
  const navigate = useNavigate()
  useShortcut(keys, label, () => void navigate({ to }), { group: GO_TO })
  return null
}
