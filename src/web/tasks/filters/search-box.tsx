import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../../shared/words/search-length.ts'
import { useI18n } from '../../language.ts'
import { useTaskSearch } from '../../task/search-params.ts'
import { useShortcut } from '../../ui/shortcuts.ts'

const PAUSE_MS = 170

/** Searches as one types. The address changes after a short pause, without an entry in the history for each letter. */
export function SearchBox() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const applied = search.q ?? ''
  const [typed, setTyped] = useState(applied)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The back button and Clear Filters change the search. Text that was just typed does not count as such a change.
  const [lastApplied, setLastApplied] = useState(applied)
  if (applied !== lastApplied) {
    setLastApplied(applied)
    if (applied !== typed.trim()) setTyped(applied)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useShortcut('/', i18n.t('Search tasks'), () => input.current?.select())

  const apply = (words: string) => {
    clearTimeout(timer.current)
    const q = words.trim() || undefined
    if (q !== search.q) change({ q }, 'replace')
  }
  const type = (words: string) => {
    setTyped(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(words), PAUSE_MS)
  }

  return (
    <search className="relative flex min-w-0 flex-1 md:min-w-40 md:max-w-105 print:min-w-0">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 inset-s-2.5 size-4 -translate-y-1/2 text-muted touch:inset-s-3"
      />
      <input
        ref={input}
        type="search"
        aria-label={i18n.t('Search tasks')}
        placeholder={i18n.t('Search tasks, departments, owners, or tags...')}
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(typed)
          if (event.key === 'Escape' && typed) {
            event.preventDefault()
            setTyped('')
            apply('')
          }
        }}
        className="h-8.5 w-full truncate [&::-webkit-search-cancel-button]:appearance-none rounded-control border border-control bg-surface pe-2.5 ps-8.5 shadow-card transition-colors duration-120 hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0 touch:h-11 touch:ps-9.5 touch:text-lg"
      />
    </search>
  )
}
