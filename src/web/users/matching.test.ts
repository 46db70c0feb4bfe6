import { expect, test } from 'vitest'
import type { Person } from '../../shared/person.ts'
import { matchingPeople, searchablePeople } from './matching.ts'
import { readUsersSearch, type UsersSearch } from './search-params.ts'

const person = (firstName: string, more: Partial<Person> = {}): Person => ({
  id: firstName,
  firstName,
  lastName: 'Núñez',
  email: `${firstName.toLowerCase()}@hotel.example`,
  profileImageUrl: null,
  role: 'user',
  departmentId: 1,
  department: { id: 1, name: 'Front-of-House' },
  isActive: true,
  language: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})
const people = searchablePeople([
  person('Ana'),
  person('Bo', { role: 'admin', departmentId: null, department: null }),
  person('Cy', { isActive: false }),
])

test.each<[UsersSearch, string[]]>([
  [{}, ['Ana', 'Bo', 'Cy']],
  [{ q: 'nunez' }, ['Ana', 'Bo', 'Cy']],
  [{ q: ' HOUSE an' }, ['Ana']],
  [{ q: 'bo@hotel' }, ['Bo']],
  [{ q: 'nobody' }, []],
  [{ role: 'admin' }, ['Bo']],
  [{ role: 'user', status: 'inactive' }, ['Cy']],
  [{ status: 'active' }, ['Ana', 'Bo']],
])('%j finds %j', (search, names) => {
  expect(matchingPeople(people, search).map(({ firstName }) => firstName)).toEqual(names)
})

test('unknown and bad values in the address are dropped', () => {
  expect(
    readUsersSearch({
      tab: 'x',
      q: {},
      role: 'root',
      status: 'gone',
      edit: '5',
      place: '',
      new: 1,
    }),
  ).toEqual({})
  expect(readUsersSearch({ tab: 'departments', q: 7, role: 'god', new: 'true', place: 0 })).toEqual({
    ...{ tab: 'departments', q: '7', role: 'god', new: true, place: 0 },
  })
})
