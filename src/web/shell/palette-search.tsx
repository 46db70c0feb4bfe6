import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { matchRanks, nameMatcher } from '../../shared/words/name-match.ts'
import { MAX_SEARCH_LENGTH } from '../../shared/words/search-length.ts'
import { type Opened, recentlyOpened } from '../api/recently-opened.ts'
import { useViewer } from '../api/viewer.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { Keys } from '../ui/keys.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toastsBelow } from '../ui/toast.tsx'
import { matchingCommands, useCommands } from './palette-commands.ts'
import { PaletteList } from './palette-list.tsx'
import { commandRow, foundRows, inGroups, type PaletteRow, recentRow } from './palette-rows.tsx'
import { useOpeners } from './use-openers.ts'
import { type PaletteResults, useSearchResults } from './use-search-results.ts'

/** So that the screens stay in view below them. */
const RECENT_SHOWN = 6

/** The palette's search field and its matching rows. The focus stays in the field; arrow keys move in the rows. */
export function PaletteSearch({ onChoose, onClose }: { onChoose: (run: () => unknown) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const commands = useCommands()
  const results = useSearchResults(typed)
  const openers = useOpeners()
  const viewer = useViewer()
  const [recent] = useState(() => recentlyOpened(viewer.id))
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)

  const i18n = useI18n()
  const reader = useReader()
  const groups = inGroups([
    ...recentFor(recent, typed, results.state).map((opened) => recentRow(opened, i18n, openers.open)),
    ...matchingCommands(commands, typed, i18n).map((command) => commandRow(command, typed, i18n)),
    ...(results.found ? foundRows(results.found, typed, reader, openers) : []),
  ])
  const rows = groups.flatMap((group) => group.rows)
  const active = rows.find(({ id }) => id === activeId) ?? rows[0]
  return (
    <>
      <div
        ref={toastsBelow}
        className="flex items-center gap-3 border-line border-b px-4 pt-[env(safe-area-inset-top)]"
      >
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
          className="-me-2 h-11 rounded-control px-2 font-medium text-accent text-md md:hidden"
        >
          {i18n.t('Cancel')}
        </button>
      </div>
      <PaletteList
        id={listId}
        groups={groups}
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

/** The last opened things: some of them while nothing is typed; without a connection, the matches. */
function recentFor(recent: Opened[], typed: string, state: PaletteResults['state']) {
  if (state === 'idle') return recent.slice(0, RECENT_SHOWN)
  if (state !== 'offline') return []
  const match = nameMatcher(typed)
  return recent.filter(({ label }) => match(label) !== matchRanks.none)
}

interface RowActions {
  move: (row: PaletteRow | undefined) => void
  choose: (row: PaletteRow) => void
  close: () => void
}

/** Handles the search field's keys: arrows, Home and End move, Enter chooses, the palette's shortcut closes it. */
function onKeyDownIn(rows: PaletteRow[], active: PaletteRow | undefined, { move, choose, close }: RowActions) {
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
  active: PaletteRow | undefined
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
      aria-label={i18n.t('Search everything')}
      aria-expanded={hasRows}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={active && `${listId}${active.id}`}
      placeholder={i18n.t('Search or go to...')}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={MAX_SEARCH_LENGTH}
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
