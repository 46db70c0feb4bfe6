import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { fold } from '../../shared/fold.ts'
import { Option } from '../ui/option.tsx'

/** More than this nobody reads through; the rest is found by typing. */
const MOST_SHOWN = 100

export interface Choice {
  id: string
  label: string
  /** What it is found by besides its label. */
  words?: string
}

/**
 * Finds one of many by typing: what is typed, what fits it, and which of it is active. The field has the focus, and its arrow
 * keys move through the list, which `FinderList` shows.
 */
export function useFinder<T extends Choice>(choices: readonly T[], value: string, onChoose: (choice: T) => void) {
  const listId = useId()
  const start = () => {
    const at = choices.findIndex(({ id }) => id === value)
    return at < 0 || at >= MOST_SHOWN ? 0 : at
  }
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(start)
  const found = matching(choices, typed)
  const shown = found.slice(0, MOST_SHOWN)

  const type = (words: string) => {
    setTyped(words)
    setActive(0)
  }
  return {
    listId,
    value,
    typed,
    shown,
    active,
    more: found.length - shown.length,
    choose: onChoose,
    type,
    /** As it was at first: nothing typed, at the chosen one. */
    restart: () => {
      setTyped('')
      setActive(start())
    },
    takeKey: (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, nativeEvent } = event
      if (nativeEvent.isComposing) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      const chosen = shown[active]
      if (step) setActive((now) => (now + step + shown.length) % Math.max(1, shown.length))
      else if (key === 'Enter' && !ctrlKey && !metaKey) chosen && onChoose(chosen)
      else return
      event.preventDefault()
    },
    /** What the field says of the list. */
    fieldProps: (open: boolean) =>
      ({
        role: 'combobox',
        'aria-expanded': open,
        'aria-controls': listId,
        'aria-autocomplete': 'list',
        'aria-activedescendant': open && shown[active] ? `${listId}${shown[active].id}` : undefined,
        autoComplete: 'off',
        spellCheck: false,
      }) as const,
  }
}

function matching<T extends Choice>(choices: readonly T[], typed: string) {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  return choices.filter((choice) => {
    const text = fold(`${choice.label} ${choice.words ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}

/** What fits, and below it what there is to say about it: `note`, else that there is nothing, or more. */
export const FinderList = <T extends Choice>({
  finder: { listId, value, shown, active, more, choose },
  label,
  nothing = 'Nothing matches',
  note,
  children = ({ label }) => <span className="line-clamp-2 wrap-anywhere">{label}</span>,
}: {
  finder: ReturnType<typeof useFinder<T>>
  label: string
  nothing?: string
  note?: ReactNode
  /** How a choice looks; its label when absent. */
  children?: (choice: T) => ReactNode
}) => (
  <>
    <div
      id={listId}
      role="listbox"
      aria-label={label}
      hidden={shown.length === 0}
      className="min-h-0 overflow-y-auto overscroll-contain p-1"
    >
      {shown.map((choice, at) => (
        <Option
          key={choice.id}
          id={`${listId}${choice.id}`}
          active={at === active}
          selected={choice.id === value}
          onChoose={() => choose(choice)}
          className={`gap-2.5 rounded-md px-2 py-1 hover:bg-hover touch:px-3 touch:text-md ${at === active ? 'bg-hover' : ''}`}
        >
          <span className="flex min-w-0 flex-1 items-center gap-2.5">{children(choice)}</span>
          {choice.id === value && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
        </Option>
      ))}
    </div>
    <div role="status" className="px-3 text-muted text-sm not-empty:py-2">
      {note || (shown.length === 0 ? nothing : more > 0 && `${more} more: type to find them`)}
    </div>
  </>
)
