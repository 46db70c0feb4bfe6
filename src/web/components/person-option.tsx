import { Check } from 'lucide-react'
import type { Person } from '../../shared/users.ts'
import { cx } from '../ui/class-names.ts'
import { Option } from '../ui/option.tsx'
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
  return (
    <Option
      id={id}
      active={active}
      selected={selected}
      onChoose={onChoose}
      className={cx('gap-2.5 rounded-md px-2 py-1 hover:bg-hover', active && 'bg-hover')}
    >
      {person ? <Avatar person={person} /> : <NoAvatar />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {person?.department && <span className="block truncate text-muted text-xs">{person.department.name}</span>}
      </span>
      {selected && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
    </Option>
  )
}
