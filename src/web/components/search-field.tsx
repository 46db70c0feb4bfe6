import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from '../ui/field.tsx'

/**
 * Searches a list that is all here, as one types. The value may come back a moment after it was typed, from the address: what
 * stands in the field does not wait for it, or the caret would jump.
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
  const [known, setKnown] = useState(applied)
  const underWay = useRef(new Set<string>())
  // The back button and Clear Filters change it as well.
  if (applied !== known) {
    setKnown(applied)
    if (!underWay.current.has(applied)) setTyped(applied)
  }
  useEffect(() => {
    if (applied === typed) underWay.current.clear()
  }, [applied, typed])

  const type = (words: string) => {
    underWay.current.add(words)
    setTyped(words)
    onChange(words || undefined)
  }
  return (
    <search className="relative flex min-w-full flex-1 md:min-w-44 md:max-w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 z-1 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
        className="truncate pl-8.5!"
      />
    </search>
  )
}
