import { expect, test } from 'vitest'
import { fold } from '../../shared/words/fold.ts'
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
  ['"Ada Lovelace" <mailto:ada@x.example>;', {}],
  ['\ufeff\u200bAda\u00a0\tLovelace\tmailto:ada@x.example\u200b', {}],
  ['"Ada";"Love\u00adlace";"ada@x.example"', {}],
])('%j is understood', (line, more) => {
  expect(pastedPeople(line, known)).toEqual([
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@x.example', ...more },
  ])
})

test('a line break in a quoted cell divides nobody', () => {
  expect(pastedPeople('Ada\t"Love\nlace"\tada@x.example', known)).toEqual([
    { firstName: 'Ada', lastName: 'Love lace', email: 'ada@x.example' },
  ])
})

test('lines without an address are left out, and half a name stays half', () => {
  expect(pastedPeople('Name\tE-mail\r\nAda\tada@x.example\n\nada@y.example', known)).toEqual([
    { firstName: 'Ada', lastName: '', email: 'ada@x.example' },
    { firstName: '', lastName: '', email: 'ada@y.example' },
  ])
})

test('a line without an address is a person, and a heading is none', () => {
  const text =
    'Name\tLast name\tE-mail\tDepartment\nRosa\tDíaz\t\tKüche\nAda\tLovelace\tada@x.example\tKüche\nIda\tBerg\t\t'
  expect(pastedPeople(text, known)).toEqual([
    { firstName: 'Rosa', lastName: 'Díaz', departmentId: '3' },
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@x.example', departmentId: '3' },
    { firstName: 'Ida', lastName: 'Berg' },
  ])
})

test('cells that name neither a role nor a department are kept, to be given a meaning', () => {
  expect(pastedPeople('Ada;Lovelace;ada@x.example;Chef de partie;Etage;Küche', known)).toEqual([
    {
      ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@x.example', departmentId: '3' },
      unknown: ['Chef de partie', 'Etage'],
    },
  ])
})
