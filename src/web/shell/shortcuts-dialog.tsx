import { type Message, msg } from '../../shared/words/message.ts'
import { useI18n } from '../language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Keys } from '../ui/keys.tsx'
import { isMac, type Shortcut, useShortcuts, useSingleKeys } from '../ui/shortcuts.ts'
import { Switch } from '../ui/switch.tsx'
import { EVERYWHERE, GO_TO } from './shortcuts.tsx'

interface Line {
  keys: string
  label: string | Message
}
type Group = [name: Message, lines: Line[]]

/** Keys that other parts handle themselves. */
const others: Group[] = [
  [EVERYWHERE, [{ keys: 'F8', label: msg('Go to the latest message') }]],
  [
    msg('Moving a card'),
    [
      { keys: 'Space', label: msg('On its handle: pick up, drop') },
      { keys: 'ArrowLeft ArrowRight', label: msg('Choose a column') },
      { keys: 'Escape', label: msg('Leave it where it was') },
    ],
  ],
  [
    msg('In the roster'),
    [
      { keys: 'N', label: msg('New shift') },
      { keys: 'Enter', label: msg('Open the shift') },
      { keys: '1', label: msg('A shift from the first template, 2 from the second') },
      { keys: 'mod+C', label: msg('Copy a day, or on a name the person’s row') },
      { keys: 'mod+V', label: msg('Paste') },
      { keys: 'Delete', label: msg('Remove the shifts of the day') },
      { keys: 'Alt+ArrowRight', label: msg('End a quarter of an hour later') },
      { keys: 'Alt+ArrowLeft', label: msg('End a quarter of an hour earlier') },
      { keys: '+', label: msg('By the day: end a quarter of an hour later, − earlier') },
      { keys: 'Alt+Shift+ArrowRight', label: msg('Begin a quarter of an hour later') },
      { keys: 'Alt+Shift+ArrowLeft', label: msg('Begin a quarter of an hour earlier') },
    ],
  ],
  [
    msg('In dialogs and menus'),
    [
      { keys: 'mod+Enter', label: msg('Save') },
      { keys: 'Escape', label: msg('Close') },
    ],
  ],
]

/** The shortcuts by group, and the switch that turns single-key shortcuts off. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shortcuts = useShortcuts()
  const [on, setOn] = useSingleKeys()
  const i18n = useI18n()
  return (
    <Dialog open={open} onClose={onClose} title={i18n.t('Keyboard shortcuts')} size="lg" closesOnBack>
      <Switch
        label={i18n.t('Single-key shortcuts')}
        note={
          on
            ? i18n.t('A single letter or sign works while you are not typing.')
            : i18n.t('Only keys together with {key} work.', { key: isMac ? '⌘' : 'Ctrl' })
        }
        checked={on}
        onChange={setOn}
      />
      <div className="mt-6 gap-x-10 md:columns-2">
        {groupsOf(shortcuts).map(([name, lines]) => (
          <section key={name.id} aria-label={i18n.t(name)} className="mb-6 break-inside-avoid">
            <h3 className="mb-1 font-semibold text-muted text-sm">{i18n.t(name)}</h3>
            <dl className="divide-y divide-line">
              {lines.map(({ keys, label }) => (
                <div key={keys} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
                  <dt className="min-w-0">{typeof label === 'string' ? label : i18n.t(label)}</dt>
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

/** Groups the shortcuts: first every screen's, then navigation, then this screen's. */
function groupsOf(shortcuts: readonly Shortcut[]) {
  const groups = new Map<Message, Line[]>([EVERYWHERE, GO_TO].map((name) => [name, []]))
  for (const [name, lines] of [...shortcuts.map(({ group, ...line }): Group => [group, [line]]), ...others]) {
    groups.set(name, [...(groups.get(name) ?? []), ...lines])
  }
  return [...groups]
}
