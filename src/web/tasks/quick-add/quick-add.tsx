import { CornerDownLeft, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isOnDuty } from '../../../shared/duty.ts'
import { hasWords, searchable, searchWords } from '../../../shared/fold.ts'
import type { PersonOnShift } from '../../../shared/shift.ts'
import { Avatar, fullName } from '../../components/avatar.tsx'
import { usePopup } from '../../components/popup.ts'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Option } from '../../ui/option.tsx'
import { Chip } from './chips.tsx'
import { mentionAtEnd } from './parse.ts'
import { type Place, useQuickAdd } from './use-quick-add.ts'

/** People offered at once. Further letters find the others. */
const MAX_OFFERED = 8

/** A field of one line that creates tasks: Enter creates one and stays for the next, Escape closes it. Nothing typed is lost. */
export function QuickAdd({ className, onClose, ...place }: Place & { className?: string; onClose: () => void }) {
  const i18n = useI18n()
  const add = useQuickAdd(place)
  const { draft, date, error, people } = add
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => input.current?.focus(), [])

  const offers = useOffers(draft.text, people)
  const popup = usePopup(offers.isOpen, box, offers.close)
  const choose = (person: PersonOnShift | undefined) => {
    if (person && offers.from !== undefined)
      add.choose({ kind: 'person', id: person.id, raw: `@${fullName(person)}` }, offers.from)
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (offers.isOpen && step) offers.move(step)
    else if (offers.isOpen && (event.key === 'Enter' || event.key === 'Tab')) choose(offers.people[offers.active])
    else if (event.key === 'Enter') void add.submit()
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Backspace' && draft.text === '') {
      const last = draft.parts.at(-1)
      if (last) add.remove(last)
      return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={cx('shrink-0', className)}>
      <div
        ref={box}
        className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-control border border-control bg-surface p-1.25 shadow-card transition-colors duration-120 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent has-aria-invalid:border-overdue touch:min-h-11 touch:gap-2 touch:py-0.5"
      >
        {[...draft.parts, ...(date ? [date] : [])].map((part) => (
          <Chip key={`${part.kind} ${part.raw}`} part={part} people={people} onRemove={() => add.remove(part)} />
        ))}
        <input
          ref={input}
          dir="auto"
          role="combobox"
          aria-label={i18n.t('Title of the new task')}
          aria-describedby={`${id}note`}
          aria-invalid={error ? true : undefined}
          aria-expanded={offers.isOpen}
          aria-controls={`${id}people`}
          aria-autocomplete="list"
          aria-activedescendant={offers.isOpen ? `${id}${offers.people[offers.active]?.id}` : undefined}
          value={draft.text}
          placeholder={i18n.t('Title, @person, !high, #tag, tomorrow')}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => add.type(target.value)}
          onKeyDown={onKeyDown}
          onBlur={offers.close}
          className="h-6 min-w-32 flex-1 text-ellipsis bg-transparent px-1.5 outline-none placeholder:text-sm touch:h-11 touch:text-lg"
        />
        <span className="ms-auto flex touch:-me-1">
          <IconButton
            label={i18n.t('Create Task')}
            pending={add.isPending}
            onClick={() => {
              void add.submit()
              input.current?.focus()
            }}
            className="size-6.5! touch:size-11! [&[aria-busy]>.lucide]:hidden"
          >
            <CornerDownLeft aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={i18n.t('Close')} onClick={onClose} className="size-6.5! touch:size-11!">
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      </div>
      <p id={`${id}note`} role="status" className="px-1 text-overdue text-sm not-empty:pt-1">
        {error}
      </p>
      <div
        ref={popup}
        popover="manual"
        className="m-0 flex-col overflow-hidden rounded-[10px] border border-line raised text-text shadow-float open:flex"
      >
        <div id={`${id}people`} role="listbox" aria-label={i18n.t('People')} className="overflow-y-auto p-1">
          {offers.isOpen &&
            offers.people.map((person, at) => (
              <Option
                key={person.id}
                id={`${id}${person.id}`}
                active={at === offers.active}
                selected={at === offers.active}
                onChoose={() => choose(person)}
                className={cx('gap-2.5 rounded-md px-2 py-1 hover:bg-hover', at === offers.active && 'bg-hover')}
              >
                <Avatar person={person} />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate">
                    {fullName(person)}
                  </span>
                  <span className="block truncate text-muted text-xs">
                    {isOnDuty(person.onDutySince, Date.now()) ? i18n.t('On duty') : i18n.t('Off duty')}
                  </span>
                </span>
              </Option>
            ))}
        </div>
      </div>
    </div>
  )
}

/** The people whose names fit what was typed after an @. */
function useOffers(text: string, people: readonly PersonOnShift[]) {
  const [active, setActive] = useState(0)
  /** The text for which the list was closed. It opens again when the text changes. */
  const [closedFor, setClosedFor] = useState<string>()
  const mention = mentionAtEnd(text)
  // Letters find the beginnings of names.
  const words = searchWords(mention?.query ?? '').map((forms) => forms.map((form) => ` ${form}`))
  const fitting = mention
    ? people.filter((person) => hasWords(` ${searchable(fullName(person))}`, words)).slice(0, MAX_OFFERED)
    : []
  return {
    isOpen: fitting.length > 0 && closedFor !== text,
    people: fitting,
    active: Math.min(active, Math.max(0, fitting.length - 1)),
    from: mention?.from,
    close: () => setClosedFor(text),
    move: (step: number) =>
      setActive((now) => (Math.min(now, fitting.length - 1) + step + fitting.length) % fitting.length),
  }
}
