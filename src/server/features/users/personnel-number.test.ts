import { beforeEach, describe, expect, test } from 'vitest'
import { type PersonName, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { searchApi } from '../../../shared/search.ts'
import { usersApi } from '../../../shared/users.ts'

/** The number by which payroll knows a person: unique, and for administrators alone. */

const muster = useTestApp()
const idOf = (name: PersonName) => muster.fixtures.people[name].id
beforeEach(() => muster.services.database.pool.query('update users set personnel_number = null'))

const set = async (id: string, personnelNumber: string | null, name: PersonName = 'adam') =>
  (await muster.as(name)).call(usersApi.update, { params: { id }, body: { personnelNumber } })
const faultAt = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return `${status} ${reply?.issues?.[0]?.path}`
}
const newPerson = () => ({
  ...{ firstName: 'Ann', lastName: 'Applicant', email: `ann${Math.random()}@hotel.example`, role: 'user' as const },
  departmentId: muster.fixtures.departments.Operations,
})

describe('a personnel number', () => {
  test('is given, changed and taken away by administrators', async () => {
    const adam = await muster.as('adam')
    const { invitations } = await adam.call(usersApi.createMany, {
      body: { people: [{ ...newPerson(), personnelNumber: ' 00417 ' }] },
    })
    const id = invitations[0]?.userId ?? ''
    const numberOf = async () =>
      (await adam.call(usersApi.list, { query: {} })).find((person) => person.id === id)?.personnelNumber
    expect(await numberOf()).toBe('00417')
    expect(await set(id, 'K-12')).toMatchObject({ personnelNumber: 'K-12' })
    await set(id, null)
    expect(await numberOf()).toBeNull()
  })

  test('belongs to one account, and is free again after a deletion', async () => {
    const adam = await muster.as('adam')
    const { id } = await putPerson(muster.services)
    await set(id, '417')
    await set(id, '417')
    expect(await faultAt(set(idOf('uli'), '417'))).toBe('409 personnelNumber')
    const body = { ...newPerson(), personnelNumber: '417', password: 'a long passphrase' }
    expect(await faultAt(adam.call(usersApi.create, { body }))).toBe('409 personnelNumber')
    const two = [0, 1].map(() => ({ ...newPerson(), personnelNumber: '418' }))
    expect(await faultAt(adam.call(usersApi.createMany, { body: { people: two } }))).toBe(
      '400 people.1.personnelNumber',
    )
    await adam.call(usersApi.remove, { params: { id }, query: {} })
    expect(await set(idOf('uli'), '417')).toMatchObject({ personnelNumber: '417' })
  })

  test('of two that are given at once one is refused', async () => {
    const [one, other] = [await putPerson(muster.services), await putPerson(muster.services)]
    const results = await Promise.allSettled([set(one.id, '500'), set(other.id, '500')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each([[''], [' '], ['x'.repeat(21)], ['12\u200e3']])('is not %j', async (number) => {
    expect(await faultAt(set(idOf('uli'), number))).toBe('400 personnelNumber')
  })

  test('is in no reply to people who do not manage accounts', async () => {
    await set(idOf('uli'), 'SECRET-417')
    const urls = [
      ...['/users', '/auth/session', '/profile', '/search?q=uli', '/search?q=SECRET', '/clock/hours', '/clock/now'],
      ...['/clock/people/', '/users/'].map((path) => `${path}${idOf('uli')}`),
      `/clock/record?userId=${idOf('uli')}&from=2026-11-01&to=2026-11-02`,
      `/users/${idOf('uli')}/contracts`,
    ]
    for (const name of ['marta', 'uli', 'lea', 'gus'] as const) {
      const browser = await muster.as(name)
      for (const url of urls) {
        const { text } = await browser.raw({ method: 'GET', url: `/api/v1${url}` })
        expect(text, `${name} ${url}`).not.toMatch(/SECRET|personnel/)
      }
    }
    const { text } = await (await muster.as('adam')).raw({ method: 'GET', url: '/api/v1/users' })
    expect(text).toContain('SECRET-417')
  })

  test('finds its person for administrators', async () => {
    await set(idOf('uli'), 'KX-417')
    const found = async (name: PersonName, q: string) =>
      (await (await muster.as(name)).call(searchApi.everything, { query: { q } })).people.map(({ id }) => id)
    expect(await found('adam', 'kx-417')).toEqual([idOf('uli')])
    expect(await found('adam', 'brandt 417')).toEqual([idOf('uli')])
    expect(await found('marta', 'kx-417')).toEqual([])
    expect(await found('marta', 'brandt')).toEqual([idOf('uli')])
  })

  test('comes in by a file, and its faults are named by line', async () => {
    const adam = await muster.as('adam')
    await set(idOf('uli'), '9')
    const csvOf = (...numbers: string[]) =>
      [
        'First name;Last name;Email;Department;Personalnummer',
        ...numbers.map((number) => `Ann;Applicant;ann${Math.random()}@hotel.example;Operations;${number}`),
      ].join('\n')
    const preview = await adam.call(usersApi.previewImport, {
      body: { csv: csvOf('9', '10', '10', 'x'.repeat(21), '') },
    })
    expect(preview.assigned.personnelNumber).toBe(4)
    expect(preview.lines.map(({ personnelNumber, faults }) => [personnelNumber?.slice(0, 3), faults])).toEqual([
      ['9', ['Another account has this personnel number']],
      ['10', []],
      ['10', ['Line 3 has the same personnel number']],
      ['xxx', ['Personnel number: At most 20 characters']],
      ['', []],
    ])
    const { created } = await adam.call(usersApi.import, { body: { csv: csvOf('0011', '') } })
    expect(created).toBe(2)
    const people = await adam.call(usersApi.list, { query: {} })
    expect(people.filter(({ personnelNumber }) => personnelNumber === '0011')).toHaveLength(1)
  })
})
