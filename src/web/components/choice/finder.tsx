import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { hasWords, searchable, searchWords } from '../../../shared/words/fold.ts'
import { useI18n } from '../../language.ts'
import { Option } from '../../ui/option.tsx'

/** So many choices are listed. The others are found by typing. */
const MAX_SHOWN = 100

export interface Choice {
  id: string
  label: string
  /** Further words by which it is found. */
  words?: string
}

/**
 * The state of a list that is searched by typing: the typed text, the choices that match it, and the active one. The
 * field keeps the focus. Its arrow keys move through the list, which `FinderList` shows.
 */
export function useFinder<T extends Choice>(choices: readonly T[], value: string, onChoose: (choice: T) => void) {
  const listId = useId()
  const chosenIndex = () => {
    const index = choices.findIndex(({ id }) => id === value)
    return index < 0 || index >= MAX_SHOWN ? 0 : index
  }
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(chosenIndex)
  const found = matching(choices, typed)
  const shown = found.slice(0, MAX_SHOWN)

  const type = (text: string) => {
    setTyped(text)
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
    /** Resets it: nothing is typed, and the chosen one is active. */
    restart: () => {
      setTyped('')
      setActive(chosenIndex())
    },
    /** Arrow keys move the active choice, Enter chooses it. */
    onKeyDown: (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, nativeEvent } = event
      if (nativeEvent.isComposing) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      const chosen = shown[active]
      if (step) setActive((now) => (now + step + shown.length) % Math.max(1, shown.length))
      else if (key === 'Enter' && !ctrlKey && !metaKey) chosen && onChoose(chosen)
      else return
      event.preventDefault()
    },
    /** The attributes that tie the field to the list. `open`: the list is shown. */
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

/** The choices that contain all typed words. */
function matching<T extends Choice>(choices: readonly T[], typed: string) {
  const words = searchWords(typed)
  if (words.length === 0) return choices
  return choices.filter((choice) => hasWords(searchable(`${choice.label} ${choice.words ?? ''}`), words))
}

/** The matching choices. Below them stands `note`, or that nothing matches, or how many more there are. */
export function FinderList<T extends Choice>({
  finder: { listId, value, shown, active, more, choose },
  label,
  emptyText,
  note,
  children = ({ label }) => (
    <span dir="auto" className="line-clamp-2 wrap-anywhere">
      {label}
    </span>
  ),
}: {
  finder: ReturnType<typeof useFinder<T>>
  label: string
  /** Shown if nothing matches; "Nothing matches" when absent. */
  emptyText?: string
  note?: ReactNode
  /** Draws a choice; its label when absent. */
  children?: (choice: T) => ReactNode
}) {
  const i18n = useI18n()
  const below = () => {
    if (shown.length === 0) return emptyText ?? i18n.t('Nothing matches')
    return (
      more > 0 &&
      i18n.t('{count, plural, one {# more: type to find them} other {# more: type to find them}}', { count: more })
    )
  }
  return (
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
        {note || below()}
      </div>
    </>
  )
}
