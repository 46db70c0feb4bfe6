import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { useI18n } from '../../language.ts'
import { useFieldWiring } from '../../ui/field.tsx'

const MAX_TAGS = 20
const MAX_LENGTH = 40

interface TagsProps {
  value: string[]
  onChange: (tags: string[]) => void
  /** Receives the reason why a text does not become a tag; undefined when there is none any more. */
  onProblem: (problem: string | undefined) => void
}

/** Tags as chips: Enter or a comma turns the typed text into a tag, Backspace removes the last one. */
export function TagInput({ ref, ...tags }: TagsProps & { ref?: Ref<HTMLInputElement> }) {
  const i18n = useI18n()
  const { value } = tags
  const box = useRef<HTMLDivElement>(null)
  const { typed, setTyped, add, remove } = useTags(tags, () => box.current?.querySelector('input')?.focus())

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) {
      // The form is about to be sent.
      if (event.key === 'Enter' && typed.trim()) add(typed)
      return
    }
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      if (typed.trim()) add(typed)
    } else if (event.key === 'Backspace' && typed === '') {
      const last = value.at(-1)
      if (last !== undefined) remove(last)
    }
  }

  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').replace(/[\n\t;]+/g, ',')
    if (!text.includes(',')) return
    event.preventDefault()
    add(typed + text)
  }

  return (
    <div
      ref={box}
      className="flex min-h-9 flex-wrap gap-1.5 rounded-control border border-control bg-surface p-1.25 transition-colors duration-120 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent hover:border-muted has-aria-invalid:border-overdue touch:min-h-11 touch:gap-2"
    >
      {value.map((tag) => (
        <TagChip key={tag} tag={tag} onRemove={() => remove(tag)} />
      ))}
      <input
        {...useFieldWiring()}
        ref={ref}
        dir="auto"
        value={typed}
        placeholder={value.length === 0 ? i18n.t('Add a tag, then Enter') : undefined}
        autoComplete="off"
        enterKeyHint="enter"
        onChange={(event) => {
          // Some keyboards on phones send no key names: the comma arrives as text only.
          if (event.target.value.includes(',')) add(event.target.value)
          else setTyped(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => typed.trim() && add(typed)}
        className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none touch:h-8.5 touch:text-lg"
      />
    </div>
  )
}

/** The typed text, and the ways to turn it into tags and to remove a tag. */
function useTags({ value, onChange, onProblem }: TagsProps, focusInput: () => void) {
  const i18n = useI18n()
  const [typed, setTyped] = useState('')
  return {
    typed,
    setTyped,
    /** Adds the tags of a text, separated by commas. The rest stays in the input. */
    add(text: string) {
      const words = text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean)
      const tooLong = words.filter((word) => word.length > MAX_LENGTH)
      const wanted = [...new Set([...value, ...words.filter((word) => word.length <= MAX_LENGTH)])]
      const tags = wanted.slice(0, MAX_TAGS)
      if (tags.length !== value.length) onChange(tags)
      if (wanted.length > MAX_TAGS)
        onProblem(i18n.t('{max, plural, one {At most # tag} other {At most # tags}}', { max: MAX_TAGS }))
      else
        onProblem(
          tooLong.length > 0
            ? i18n.t('{max, plural, one {At most # character} other {At most # characters}}', { max: MAX_LENGTH })
            : undefined,
        )
      setTyped([...wanted.slice(MAX_TAGS), ...tooLong].join(', '))
    },
    remove(tag: string) {
      onChange(value.filter((other) => other !== tag))
      onProblem(undefined)
      focusInput()
    },
  }
}

function TagChip({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  const i18n = useI18n()
  return (
    <span className="flex h-6 max-w-full items-center rounded-full bg-sunken ps-2.5 text-sm touch:h-9 touch:text-md">
      <span dir="auto" className="truncate">
        {tag}
      </span>
      <button
        type="button"
        aria-label={i18n.t('Remove tag {tag}', { tag })}
        onClick={onRemove}
        className="relative grid size-6 shrink-0 place-items-center rounded-full text-muted hover:text-text after:absolute touch:size-9 touch:after:-inset-1"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  )
}
