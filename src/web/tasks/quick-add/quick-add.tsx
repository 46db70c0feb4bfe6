import { CornerDownLeft, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { isOnDutyUntil } from '../../../shared/duty.ts'
import type { PersonOnShift } from '../../../shared/shift.ts'
import { usePopup } from '../../components/choice/popup.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { mentionAtEnd } from '../../components/people/mention.ts'
import { OfferedPeople, useOfferedPeople } from '../../components/people/offered-people.tsx'
import { useI18n } from '../../language.ts'
import { serverNow } from '../../server-time.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Chip } from './chips.tsx'
import { type Destination, useQuickAdd } from './use-quick-add.ts'

/** A field of one line that creates tasks: Enter creates one and stays, Escape closes it. No text is lost. */
export function QuickAdd({ className, onClose, ...place }: Destination & { className?: string; onClose: () => void }) {
  const i18n = useI18n()
  const add = useQuickAdd(place)
  const { draft, date, error, people } = add
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => input.current?.focus(), [])

  const offers = useOfferedPeople(mentionAtEnd(draft.text), draft.text, people)
  const popup = usePopup(offers.isOpen, box, offers.close)
  const choose = (person: PersonOnShift | undefined) => {
    if (person && offers.mention)
      add.choose({ kind: 'person', id: person.id, raw: `@${fullName(person)}` }, offers.mention.from)
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
          aria-activedescendant={offers.isOpen ? `${id}people${offers.people[offers.active]?.id}` : undefined}
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
      <OfferedPeople
        popup={popup}
        id={`${id}people`}
        offers={offers}
        onChoose={choose}
        note={({ onDutyUntil }) => (isOnDutyUntil(onDutyUntil, serverNow()) ? i18n.t('On duty') : i18n.t('Off duty'))}
      />
    </div>
  )
}
