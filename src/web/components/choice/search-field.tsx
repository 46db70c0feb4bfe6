import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../../shared/words/search-length.ts'
import { Input } from '../../ui/field.tsx'

/**
 * A search field. `onChange` is called with each letter; where each would ask the server, `useSettled` waits for the
 * last. The value may come back through the address a moment later. The field does not wait for it, because the caret
 * would jump.
 */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (words: string | undefined) => void
}) {
  const applied = value ?? ''
  const [typed, setTyped] = useState(applied)
  const [lastValue, setLastValue] = useState(applied)
  const pending = useRef(new Set<string>())
  // The back button and Clear Filters change the value as well.
  if (applied !== lastValue) {
    setLastValue(applied)
    if (!pending.current.has(applied)) setTyped(applied)
  }
  useEffect(() => {
    if (applied === typed) pending.current.clear()
  }, [applied, typed])

  const type = (words: string) => {
    pending.current.add(words)
    setTyped(words)
    onChange(words || undefined)
  }
  return (
    <search className="relative flex min-w-full flex-1 md:min-w-40 md:max-w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 inset-s-2.5 z-1 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
        className="truncate ps-8.5!"
      />
    </search>
  )
}
