import { expect, test } from 'vitest'
import { fold } from '../../shared/fold.ts'
import { pastedPeople } from './pasted-people.ts'

const known = {
  roles: new Map([[fold('Manager'), 'manager']]),
  departments: new Map([[fold('Küche'), '3']]),
}

test.each([
  ['Ada\tLovelace\tada@x.example\tmanager\tKÜCHE', { role: 'manager', departmentId: '3' }],
  ['ada@x.example;Ada;Lovelace', {}],
  ['Ada Lovelace, ada@x.example', {}],
  ['"Ada";"Lovelace";"ada@x.example"', {}],
  ['Ada Lovelace <ada@x.example>', {}],
])('%j is understood', (line, more) => {
  expect(pastedPeople(line, known)).toEqual([
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@x.example', ...more },
  ])
})

test('lines without an address are left out, and half a name stays half', () => {
  expect(pastedPeople('Name\tE-mail\r\nAda\tada@x.example\n\nada@y.example', known)).toEqual([
    { firstName: 'Ada', lastName: '', email: 'ada@x.example' },
    { firstName: '', lastName: '', email: 'ada@y.example' },
  ])
})
