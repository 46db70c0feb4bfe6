import { beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { holidaysApi, MAX_HOLIDAYS, type NewHoliday } from '../../../shared/holidays.ts'

const muster = useTestApp()
beforeEach(() => muster.services.database.pool.query('delete from holidays'))

const add = async (holidays: NewHoliday[], name: PersonName = 'adam') =>
  (await muster.as(name)).call(holidaysApi.create, { body: { holidays } })
const listed = async (name: PersonName = 'adam') =>
  (await (await muster.as(name)).call(holidaysApi.list, {})).holidays.map(({ date, name }) => `${date} ${name}`)
const newYear = { date: '2027-01-01', name: 'New Year' }
const labourDay = { date: '2027-05-01', name: 'Labour Day' }

describe('holidays', () => {
  test('are added, by date, and seen by everybody from the role user on', async () => {
    expect(await add([labourDay, newYear])).toEqual({ added: 2 })
    for (const name of ['adam', 'marta', 'uli'] as const)
      expect(await listed(name)).toEqual(['2027-01-01 New Year', '2027-05-01 Labour Day'])
    expect(await httpErrorOf(listed('gus'))).toMatchObject({ status: 403 })
  })

  test('keep the first name of their date, in a list and in the database', async () => {
    expect(await add([newYear, { ...newYear, name: 'Neujahr' }])).toEqual({ added: 1 })
    expect(await add([{ ...newYear, name: 'Again' }, labourDay])).toEqual({ added: 1 })
    expect(await add([newYear])).toEqual({ added: 0 })
    expect(await listed()).toEqual(['2027-01-01 New Year', '2027-05-01 Labour Day'])
  })

  test('that two lists bring at once are there once', async () => {
    const results = await Promise.all([add([newYear, labourDay]), add([labourDay, newYear])])
    expect(results.map(({ added }) => added).sort()).toEqual([0, 2])
  })

  test('are so many at most', async () => {
    const days = Array.from({ length: MAX_HOLIDAYS }, (_, at) => ({
      date: new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10),
      name: `Day ${at}`,
    }))
    expect(await add(days)).toEqual({ added: MAX_HOLIDAYS })
    expect(await httpErrorOf(add([{ date: '2030-01-01', name: 'One more' }]))).toMatchObject({
      ...{ status: 409, reply: { code: 'too_many_holidays' } },
    })
    const tooLong = [...days, { date: '2030-01-01', name: 'One more' }]
    expect(await httpErrorOf(add(tooLong))).toMatchObject({ status: 400 })
  })

  test.each([
    [{ date: '2027-02-29', name: 'No such day' }, 'date'],
    [{ date: '2027-01-01', name: ' ' }, 'name'],
    [{ date: '2027-01-01', name: 'x'.repeat(101) }, 'name'],
  ])('refuse %j', async (holiday, field) => {
    expect(await httpErrorOf(add([holiday]))).toMatchObject({
      ...{ status: 400, reply: { issues: [{ path: `holidays.0.${field}` }] } },
    })
  })

  test('are deleted, and stand in the audit log with their names', async () => {
    await add([newYear])
    const adam = await muster.as('adam')
    const [holiday] = (await adam.call(holidaysApi.list, {})).holidays
    await adam.call(holidaysApi.remove, { params: { id: holiday?.id ?? 0 } })
    expect(await listed()).toEqual([])
    const { entries } = await adam.call(auditApi.list, { query: { resourceType: 'holiday', limit: 2 } })
    expect(entries.map(({ action, title }) => [action, title])).toEqual([
      ['holiday.delete', 'New Year'],
      ['holiday.create', 'New Year'],
    ])
  })
})
