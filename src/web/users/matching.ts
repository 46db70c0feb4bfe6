import { fold } from '../../shared/fold.ts'
import type { Person } from '../../shared/users.ts'
import type { UsersSearch } from './search-params.ts'

/** A person with the words by which they are found, folded once. */
export interface Found {
  person: Person
  words: string
}

export const withWords = (people: readonly Person[]): Found[] =>
  people.map((person) => ({
    person,
    words: fold(
      `${person.firstName} ${person.lastName} ${person.email} ${person.department?.name ?? ''} ${person.role}`,
    ),
  }))

/** Those who match the search and the filters, in their order. */
export function matching(people: readonly Found[], { q = '', role, status }: UsersSearch): Person[] {
  const words = fold(q).split(/\s+/).filter(Boolean)
  return people
    .filter(
      ({ person, words: own }) =>
        (role === undefined || person.role === role) &&
        (status === undefined || person.isActive === (status === 'active')) &&
        words.every((word) => own.includes(word)),
    )
    .map(({ person }) => person)
}
