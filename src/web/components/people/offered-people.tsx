import { type ReactNode, type RefObject, useState } from 'react'
import { hasWords, searchable, searchWords } from '../../../shared/words/fold.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { Option } from '../../ui/option.tsx'
import { Avatar, fullName } from './avatar.tsx'

/** People offered at once. Further letters find the others. */
const MAX_OFFERED = 8

interface Person {
  id: string
  firstName: string
  lastName: string
}

/** People by the name typed after an @. `mention` is the name with its place; `text` is the whole field. */
export function useOfferedPeople<P extends Person, M extends { query: string }>(
  mention: M | undefined,
  text: string,
  people: readonly P[],
) {
  const [active, setActive] = useState(0)
  /** The text for which the list was closed. It opens again when the text changes. */
  const [closedFor, setClosedFor] = useState<string>()
  // Letters find the beginnings of names.
  const words = searchWords(mention?.query ?? '').map((forms) => forms.map((form) => ` ${form}`))
  const fitting = mention
    ? people.filter((person) => hasWords(` ${searchable(fullName(person))}`, words)).slice(0, MAX_OFFERED)
    : []
  return {
    isOpen: fitting.length > 0 && closedFor !== text,
    people: fitting,
    active: Math.min(active, Math.max(0, fitting.length - 1)),
    mention,
    close: () => setClosedFor(text),
    move: (step: number) =>
      setActive((now) => (Math.min(now, fitting.length - 1) + step + fitting.length) % fitting.length),
  }
}

/** The list of offered people. `popup` is the ref of `usePopup`, `id` its name; `note` stands below a name. */
export function OfferedPeople<P extends Person>({
  popup,
  id,
  offers,
  onChoose,
  note,
}: {
  popup: RefObject<HTMLDivElement | null>
  id: string
  offers: { isOpen: boolean; people: readonly P[]; active: number }
  onChoose: (person: P) => void
  note?: (person: P) => ReactNode
}) {
  const i18n = useI18n()
  return (
    <div
      ref={popup}
      popover="manual"
      className="m-0 flex-col overflow-hidden rounded-[10px] border border-line raised text-text shadow-float open:flex"
    >
      <div id={id} role="listbox" aria-label={i18n.t('People')} className="overflow-y-auto p-1">
        {offers.isOpen &&
          offers.people.map((person, at) => (
            <Option
              key={person.id}
              id={`${id}${person.id}`}
              active={at === offers.active}
              selected={at === offers.active}
              onChoose={() => onChoose(person)}
              className={cx('gap-2.5 rounded-md px-2 py-1 hover:bg-hover', at === offers.active && 'bg-hover')}
            >
              <Avatar person={person} />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate">
                  {fullName(person)}
                </span>
                {note && <span className="block truncate text-muted text-xs">{note(person)}</span>}
              </span>
            </Option>
          ))}
      </div>
    </div>
  )
}
