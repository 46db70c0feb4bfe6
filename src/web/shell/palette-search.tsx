import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { cx } from '../ui/class-names.ts'
import { Keys } from '../ui/keys.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { matching, useCommands } from './palette-commands.ts'
import { commandRow, PaletteList, type Row, taskRow } from './palette-list.tsx'
import { useTaskNavigation } from './task-navigation.ts'
import { useSearchResults } from './use-search-results.ts'

/** The palette's field and what fits it. The focus stays in the field; the arrows move through the rows. */
export function PaletteSearch({ onChoose, onClose }: { onChoose: (run: () => unknown) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState<string>()
  const commands = useCommands()
  const results = useSearchResults(typed)
  const { openTask } = useTaskNavigation()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)

  const now = Date.now()
  const rows: Row[] = [
    ...matching(commands, typed).map(commandRow),
    ...results.tasks.map((task) => taskRow(task, now, () => openTask(task.id))),
  ]
  const active = rows.find(({ id }) => id === wanted) ?? rows[0]

  const move = (index: number) => setWanted(rows[(index + rows.length) % rows.length]?.id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const at = active ? rows.indexOf(active) : 0
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(-1),
      Enter: () => active && onChoose(active.run),
    }
    const togglesPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const deed = togglesPalette ? onClose : actions[event.key]
    if (!deed) return
    event.preventDefault()
    deed()
  }

  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4 pt-[env(safe-area-inset-top)]">
        <Search aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        <input
          ref={input}
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type
          autoFocus
          role="combobox"
          aria-label="Find a task, a screen or a command"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && `${listId}${active.id}`}
          placeholder="Search or go to..."
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setWanted(undefined)
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <Spinner
          className={cx(
            'size-4 text-muted transition-opacity',
            // A quick answer needs no sign of waiting.
            results.state === 'searching' ? 'opacity-100 delay-300' : 'opacity-0',
          )}
        />
        <button
          type="button"
          onClick={onClose}
          className="-mr-2 h-11 rounded-control px-2 font-[550] text-accent text-md md:hidden"
        >
          Cancel
        </button>
      </div>
      <PaletteList
        id={listId}
        rows={rows}
        active={active}
        typed={typed}
        results={results}
        onRetry={() => {
          results.retry()
          // The button that has the focus goes.
          input.current?.focus()
        }}
        onPoint={setWanted}
        onChoose={(row) => onChoose(row.run)}
      />
      <footer className="flex items-center gap-4 border-line border-t px-4 py-2 text-muted text-xs touch:hidden">
        <Hint keys="ArrowUp ArrowDown">to move</Hint>
        <Hint keys="Enter">to open</Hint>
        <Hint keys="Escape">to close</Hint>
      </footer>
    </>
  )
}

const Hint = ({ keys, children }: { keys: string; children: string }) => (
  <span className="flex items-center gap-1.5">
    <Keys keys={keys} />
    {children}
  </span>
)
