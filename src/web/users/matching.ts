import type { Person } from '../../shared/person.ts'
import { hasWords, searchable as searchableText, searchWords } from '../../shared/words/fold.ts'
import type { UsersSearch } from './search-params.ts'

/** A person with the text that searches match, folded once. */
export interface SearchablePerson {
  person: Person
  searchText: string
}

/** Prepares people for `matchingPeople`. */
export const searchablePeople = (people: readonly Person[]): SearchablePerson[] =>
  people.map((person) => ({
    person,
    searchText: searchableText(
      `${person.firstName} ${person.lastName} ${person.email ?? ''} ${person.username ?? ''} ${person.personnelNumber ?? ''} ${person.department?.name ?? ''} ${person.role}`,
    ),
  }))

/** The people who match the search and the filters, in the given order. */
export function matchingPeople(people: readonly SearchablePerson[], { q = '', role, status }: UsersSearch): Person[] {
  const words = searchWords(q)
  return people
    .filter(
      ({ person, searchText }) =>
        (role === undefined || person.role === role) &&
        (status === undefined || person.isActive === (status === 'active')) &&
        hasWords(searchText, words),
    )
    .map(({ person }) => person)
}

/**
 * Whether an active person can neither sign in nor set a password, and has no PIN for kiosks. `now` is in milliseconds
 * since 1970.
 */
export const isWaiting = ({ isActive, hasPassword, hasPin, invitedUntil }: Person, now: number) =>
  isActive && hasPassword === false && !hasPin && (!invitedUntil || Date.parse(invitedUntil) < now)
