import { useCloseOnBack } from '../ui/close-on-back.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Keys } from '../ui/keys.tsx'
import { isMac, type Shortcut, useShortcuts, useSingleKeys } from '../ui/shortcuts.ts'
import { Switch } from '../ui/switch.tsx'
import { EVERYWHERE, GO_TO } from './shortcuts.tsx'

type Line = Pick<Shortcut, 'keys' | 'label'>
type Group = [name: string, lines: Line[]]

/** Keys that other parts handle themselves. */
const others: Group[] = [
  [EVERYWHERE, [{ keys: 'F8', label: 'Go to the latest message' }]],
  [
    'Moving a card',
    [
      { keys: 'Space', label: 'On its handle: pick up, drop' },
      { keys: 'ArrowLeft ArrowRight', label: 'Choose a column' },
      { keys: 'Escape', label: 'Leave it where it was' },
    ],
  ],
  [
    'In dialogs and menus',
    [
      { keys: 'mod+Enter', label: 'Save' },
      { keys: 'Escape', label: 'Close' },
    ],
  ],
]

/** The shortcuts by group, and the switch that turns single-key shortcuts off. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shortcuts = useShortcuts()
  const [on, setOn] = useSingleKeys()
  useCloseOnBack(open, onClose)
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <Switch
        label="Single-key shortcuts"
        note={
          on
            ? 'A letter or sign alone acts when nothing is being typed.'
            : `Only keys together with ${isMac ? '⌘' : 'Ctrl'} act.`
        }
        checked={on}
        onChange={setOn}
      />
      <div className="mt-6 gap-x-10 md:columns-2">
        {groupsOf(shortcuts).map(([name, lines]) => (
          <section key={name} aria-label={name} className="mb-6 break-inside-avoid">
            <h3 className="mb-1 font-semibold text-muted text-sm">{name}</h3>
            <dl className="divide-y divide-line">
              {lines.map(({ keys, label }) => (
                <div key={keys} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
                  <dt className="min-w-0">{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Groups the shortcuts: first those of every screen, then navigation, then those of this screen. */
function groupsOf(shortcuts: readonly Shortcut[]) {
  const groups = new Map<string, Line[]>([EVERYWHERE, GO_TO].map((name) => [name, []]))
  for (const [name, lines] of [...shortcuts.map(({ group, ...line }): Group => [group, [line]]), ...others]) {
    groups.set(name, [...(groups.get(name) ?? []), ...lines])
  }
  return [...groups]
}
