import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { Keys } from '../ui/keys.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { matching, useCommands } from './palette-commands.ts'
import { commandRow, PaletteList, type Row, taskRow } from './palette-list.tsx'
import { useTaskNavigation } from './task-navigation.ts'
import { useSearchResults } from './use-search-results.ts'

/** The palette's search field and the rows that match. The focus stays in the field; the arrow keys move through the rows. */
export function PaletteSearch({ onChoose, onClose }: { onChoose: (run: () => unknown) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const commands = useCommands()
  const results = useSearchResults(typed)
  const { openTask } = useTaskNavigation()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)

  const i18n = useI18n()
  const now = Date.now()
  const rows: Row[] = [
    ...matching(commands, typed, i18n).map((command) => commandRow(command, i18n)),
    ...results.tasks.map((task) => taskRow(task, now, i18n, () => openTask(task.id))),
  ]
  const active = rows.find(({ id }) => id === activeId) ?? rows[0]
  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4 pt-[env(safe-area-inset-top)]">
        <Search aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        <SearchInput
          ref={input}
          listId={listId}
          active={active}
          hasRows={rows.length > 0}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setActiveId(undefined)
          }}
          onKeyDown={onKeyDownIn(rows, active, {
            move: (row) => setActiveId(row?.id),
            choose: (row) => onChoose(row.run),
            close: onClose,
          })}
        />
        <Spinner
          className={cx(
            'size-4 text-muted transition-opacity',
            // The delay hides the spinner when the answer is quick.
            results.state === 'searching' ? 'opacity-100 delay-300' : 'opacity-0',
          )}
        />
        <button
          type="button"
          onClick={onClose}
          className="-me-2 h-11 rounded-control px-2 font-[550] text-accent text-md md:hidden"
        >
          {i18n.t('Cancel')}
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
          // The focused button disappears.
          input.current?.focus()
        }}
        onPoint={setActiveId}
        onChoose={(row) => onChoose(row.run)}
      />
      <KeyHints />
    </>
  )
}

interface RowActions {
  move: (row: Row | undefined) => void
  choose: (row: Row) => void
  close: () => void
}

/** Handles the keys of the search field: arrows, Home and End move, Enter chooses, and the palette's own shortcut closes it. */
function onKeyDownIn(rows: Row[], active: Row | undefined, { move, choose, close }: RowActions) {
  const moveTo = (index: number) => move(rows[(index + rows.length) % rows.length])
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const at = active ? rows.indexOf(active) : 0
    const actions: Record<string, () => void> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      Home: () => moveTo(0),
      End: () => moveTo(-1),
      Enter: () => active && choose(active),
    }
    const togglesPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const action = togglesPalette ? close : actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
}

function SearchInput({
  ref,
  listId,
  active,
  hasRows,
  value,
  onChange,
  onKeyDown,
}: {
  ref: RefObject<HTMLInputElement | null>
  listId: string
  active: Row | undefined
  hasRows: boolean
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const i18n = useI18n()
  return (
    <input
      ref={ref}
      // biome-ignore lint/a11y/noAutofocus: the palette is opened to type
      autoFocus
      role="combobox"
      aria-label={i18n.t('Find a task, a screen or a command')}
      aria-expanded={hasRows}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={active && `${listId}${active.id}`}
      placeholder={i18n.t('Search or go to...')}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={200}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
      className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
    />
  )
}

function KeyHints() {
  const i18n = useI18n()
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-muted text-xs touch:hidden">
      <Hint keys="ArrowUp ArrowDown">{i18n.t('to move')}</Hint>
      <Hint keys="Enter">{i18n.t('to open')}</Hint>
      <Hint keys="Escape">{i18n.t('to close')}</Hint>
    </footer>
  )
}

const Hint = ({ keys, children }: { keys: string; children: string }) => (
  <span className="flex items-center gap-1.5">
    <Keys keys={keys} />
    {children}
  </span>
)
