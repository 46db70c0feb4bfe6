import { useMemo } from 'react'
import type { Person } from '../../../shared/person.ts'
import { useI18n } from '../../language.ts'
import { Combobox } from '../choice/combobox.tsx'
import type { Choice } from '../choice/finder.tsx'
import { Avatar, fullName, NoAvatar } from './avatar.tsx'
import { usePeople } from './use-people.ts'

type PickedPerson = Pick<Person, 'id' | 'firstName' | 'lastName'> & Partial<Person>

/** A person to choose, or nobody, with an empty id. */
interface PersonChoice extends Choice {
  person: PickedPerson | null
}

/** Chooses one person, or nobody, by typing a part of their name, e-mail or department. */
export function PersonPicker({
  value,
  onChange,
  current,
  none,
  nonePerson = null,
  may,
}: {
  /** A user's id; empty for nobody. */
  value: string
  onChange: (id: string) => void
  /** The person chosen at first. They are offered also while the list loads, and if they are not in it any more. */
  current?: PickedPerson | null
  /** The label for nobody; "Unassigned" when absent. */
  none?: string
  /** The person that stands for nobody, as the viewer does in "Myself". */
  nonePerson?: PickedPerson | null
  /** Whether this person may be chosen; all may when absent. */
  may?: (person: Person) => boolean
}) {
  const i18n = useI18n()
  const nobody = none ?? i18n.t('Unassigned')
  const people = usePeople()
  const offered = useMemo(() => (may ? people.data?.filter(may) : people.data) ?? [], [people.data, may])
  const choices = useMemo(
    () => choicesOf(offered, current, { id: '', label: nobody, person: nonePerson }),
    [offered, current, nobody, nonePerson],
  )
  return (
    <Combobox
      choices={choices}
      value={value}
      onChange={onChange}
      label={i18n.t('People')}
      placeholder={nobody}
      icon={(chosen) => (chosen?.person ? <Avatar person={chosen.person} /> : <NoAvatar />)}
      emptyText={i18n.t('Nobody matches')}
      note={people.isError ? <Failed onRetry={people.refetch} /> : people.isPending && i18n.t('Loading people...')}
    >
      {({ label, person }) => (
        <>
          {person ? <Avatar person={person} /> : <NoAvatar />}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{label}</span>
            {person?.department && (
              <span dir="auto" className="block truncate text-muted text-xs">
                {person.department.name}
              </span>
            )}
          </span>
        </>
      )}
    </Combobox>
  )
}

function choicesOf(people: Person[], current: PickedPerson | null | undefined, none: PersonChoice): PersonChoice[] {
  const known = current && !people.some(({ id }) => id === current.id) ? [current] : []
  const asChoice = (person: PickedPerson) => ({
    id: person.id,
    label: fullName(person),
    words: `${person.email ?? ''} ${person.department?.name ?? ''}`,
    person,
  })
  return [none, ...[...known, ...people].map(asChoice)]
}

function Failed({ onRetry }: { onRetry: () => unknown }) {
  const i18n = useI18n()
  return (
    <>
      {i18n.t('The list of people could not be loaded.')}{' '}
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onRetry()}
        className="font-semibold text-accent"
      >
        {i18n.t('Try again')}
      </button>
    </>
  )
}
