import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Person } from '../../shared/users.ts'
import { cx } from '../ui/class-names.ts'
import { Avatar, NoAvatar } from './avatar.tsx'

export type Somebody = Pick<Person, 'id' | 'firstName' | 'lastName'> & Partial<Person>

/** A person to choose, or nobody (with an empty id). */
export interface Choice {
  id: string
  label: string
  person: Somebody | null
}

/** A person in the list of a picker, whose input has the focus and points to the active one. */
export function PersonOption({
  id,
  choice: { label, person },
  active,
  selected,
  onChoose,
}: {
  id: string
  choice: Choice
  active: boolean
  selected: boolean
  onChoose: () => void
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which points to the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={selected}
      // Keeps the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 hover:bg-hover touch:min-h-11',
        active && 'bg-hover',
      )}
    >
      {person ? <Avatar person={person} /> : <NoAvatar />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {person?.department && <span className="block truncate text-muted text-xs">{person.department.name}</span>}
      </span>
      {selected && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
    </div>
  )
}
