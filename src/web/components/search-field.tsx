import { Search } from 'lucide-react'
import { Input } from '../ui/field.tsx'

/** Searches a list that is all here, as one types. */
export const SearchField = ({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (words: string | undefined) => void
}) => (
  <search className="relative flex min-w-full flex-1 md:min-w-44 md:max-w-80">
    <Search
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-2.5 z-1 size-4 -translate-y-1/2 text-muted"
    />
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value ?? ''}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value || undefined)}
      className="truncate pl-8.5!"
    />
  </search>
)
