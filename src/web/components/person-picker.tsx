import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { fold } from '../../shared/fold.ts'
import { type Person, usersApi } from '../../shared/users.ts'
import { useReply } from '../api/queries.ts'
import { cx } from '../ui/class-names.ts'
import { useFieldWiring } from '../ui/field.tsx'
import { Avatar, fullName, NoAvatar } from './avatar.tsx'
import { type Choice, PersonOption, type Somebody } from './person-option.tsx'
import { usePopup } from './popup.ts'

/** More than this nobody reads through; the rest is found by typing. */
const MOST_SHOWN = 60

/** Chooses one person, or nobody, by typing a part of their name, e-mail or department. */
export function PersonPicker({
  value,
  onChange,
  current,
  none = 'Unassigned',
  noneIs = null,
  may,
}: {
  /** A user's id; empty for nobody. */
  value: string
  onChange: (id: string) => void
  /** Who is chosen as it opens, shown also before the list is here and when they are not in it any more. */
  current?: Somebody | null
  none?: string
  /** Whom choosing nobody means. */
  noneIs?: Somebody | null
  /** Whether this person may be chosen; everybody when absent. */
  may?: (person: Person) => boolean
}) {
  const people = useReply(usersApi.list, {})
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const popup = usePopup(open, input, () => setOpen(false))

  const offered = useMemo(() => (may ? people.data?.filter(may) : people.data) ?? [], [people.data, may])
  const all = useMemo(
    () => choicesOf(offered, current, { id: '', label: none, person: noneIs }),
    [offered, current, none, noneIs],
  )
  const chosen = all.find(({ id }) => id === value)
  const found = open ? matching(all, typed) : []
  const shown = found.slice(0, MOST_SHOWN)

  const show = () => {
    setTyped('')
    const at = all.findIndex(({ id }) => id === value)
    setActive(at < 0 || at >= MOST_SHOWN ? 0 : at)
    setOpen(true)
  }
  const choose = (choice: Choice | undefined) => {
    if (choice) onChange(choice.id)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) show()
      else setActive((now) => (now + step + shown.length) % Math.max(1, shown.length))
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Tab') setOpen(false)
  }

  return (
    <div className="relative">
      <span className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2">
        {chosen?.person ? <Avatar person={chosen.person} /> : <NoAvatar />}
      </span>
      <input
        {...useFieldWiring()}
        ref={input}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && shown[active] ? `${listId}${shown[active].id}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={open ? typed : (chosen?.label ?? '')}
        placeholder={open ? (chosen?.label ?? none) : none}
        onChange={(event) => {
          if (!open) show()
          setTyped(event.target.value)
          setActive(0)
        }}
        onClick={() => !open && show()}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className="h-9 w-full truncate rounded-control border border-control bg-surface pr-8 pl-10 transition-colors duration-120 hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-overdue touch:h-11 touch:text-lg"
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
      <div
        ref={popup}
        popover="manual"
        className="m-0 flex-col overflow-hidden rounded-[10px] border border-line raised text-text shadow-float open:flex"
      >
        <div id={listId} role="listbox" aria-label="People" className="min-h-0 overflow-y-auto overscroll-contain p-1">
          {shown.map((choice, index) => (
            <PersonOption
              key={choice.id}
              id={`${listId}${choice.id}`}
              choice={choice}
              active={index === active}
              selected={choice.id === value}
              onChoose={() => choose(choice)}
            />
          ))}
        </div>
        <Note people={people} shown={found.length} onRetry={people.refetch} />
      </div>
    </div>
  )
}

function choicesOf(people: Person[], current: Somebody | null | undefined, none: Choice): Choice[] {
  const known = current && !people.some(({ id }) => id === current.id) ? [current] : []
  return [none, ...[...known, ...people].map((person) => ({ id: person.id, label: fullName(person), person }))]
}

function matching(choices: Choice[], typed: string) {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  return choices.filter(({ label, person }) => {
    const text = fold(`${label} ${person?.email ?? ''} ${person?.department?.name ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}

/** Below the list: why it is empty, or not all of it. */
function Note({
  people,
  shown,
  onRetry,
}: {
  people: { isPending: boolean; isError: boolean }
  shown: number
  onRetry: () => unknown
}) {
  if (people.isError) {
    return (
      <p className="px-3 pb-2 text-muted text-sm">
        The list of people could not be loaded.{' '}
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onRetry()}
          className="font-semibold text-accent"
        >
          Try again
        </button>
      </p>
    )
  }
  const words = people.isPending
    ? 'Loading people...'
    : shown === 0
      ? 'Nobody matches'
      : shown > MOST_SHOWN && `${shown - MOST_SHOWN} more: type to find them`
  return (
    <p role="status" className={cx('text-muted text-sm', words && 'px-3 pb-2')}>
      {words}
    </p>
  )
}
