import { beforeEach, describe, expect, test } from 'vitest'
import { clearPayroll, putWageType } from '../../../../test/support/payroll.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { departmentsApi } from '../../../shared/departments.ts'
import { MAX_WAGE_TYPES, type NewWageType, wageTypesApi } from '../../../shared/wage-types.ts'

/** Wage types: what they hold, what is refused, and their trail. */

const muster = useTestApp()
beforeEach(() => clearPayroll(muster))

const work: NewWageType = {
  ...{ code: '100', name: 'Work', source: 'work', windowStart: null, windowEnd: null },
  ...{ weekdays: [], holidays: 'any', overContract: false, departmentId: null },
}
const night: NewWageType = { ...work, code: '25', name: 'Night', windowStart: '23:00', windowEnd: '06:00' }
const add = async (values: Partial<NewWageType> = {}, base = work) =>
  (await muster.as('adam')).call(wageTypesApi.create, { body: { ...base, ...values } })
const faultOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return `${status} ${reply?.issues?.[0]?.path ?? reply?.code}`
}

test('are listed by code, with all their values', async () => {
  const second = await add({ weekdays: [6, 7], holidays: 'only', overContract: true }, night)
  const first = await add({}, work)
  const { wageTypes } = await (await muster.as('adam')).call(wageTypesApi.list, {})
  expect(wageTypes).toEqual([first, second])
  expect(second).toMatchObject({ ...night, weekdays: [6, 7], holidays: 'only', overContract: true })
})

describe('refused is', () => {
  test.each([
    [{ code: '' }, 'code'],
    [{ code: 'x'.repeat(21) }, 'code'],
    [{ code: '1\u200b0' }, 'code'],
    [{ name: '' }, 'name'],
    [{ windowStart: '23:00' }, 'windowEnd'],
    [{ windowStart: '24:00', windowEnd: '06:00' }, 'windowStart'],
    [{ weekdays: [7, 6] }, 'weekdays'],
    [{ weekdays: [1, 1] }, 'weekdays'],
    [{ weekdays: [0] }, 'weekdays.0'],
    [{ source: 'sick', overContract: true }, 'source'],
    [{ source: 'vacation', windowStart: '08:00', windowEnd: '16:00' }, 'source'],
    [{ departmentId: 2_000_000 }, 'departmentId'],
  ] as [Partial<NewWageType>, string][])('%j', async (values, path) => {
    expect(await faultOf(add(values))).toBe(`400 ${path}`)
  })

  test('a code that another one has', async () => {
    const { id } = await add()
    expect(await faultOf(add({ code: '100' }, night))).toBe('409 code_taken')
    const { id: other } = await add({}, night)
    const adam = await muster.as('adam')
    const change = { params: { id: other }, body: { ...night, code: '100' } }
    expect(await faultOf(adam.call(wageTypesApi.update, change))).toBe('409 code_taken')
    await adam.call(wageTypesApi.update, { params: { id }, body: { ...work, name: 'All work' } })
  })

  test('a second one that counts the same minutes, unless it is of a department', async () => {
    await add()
    expect(await faultOf(add({ code: '101' }))).toBe('409 counted_already')
    const departmentId = muster.fixtures.departments.Housekeeping
    await add({ code: '101', departmentId })
    expect(await faultOf(add({ code: '102', departmentId }))).toBe('409 counted_already')
    await add({ code: '103', source: 'paid_break' })
    expect(await faultOf(add({ code: '104', source: 'paid_break' }))).toBe('409 counted_already')
  })

  test('one of two at once with the same code', async () => {
    const results = await Promise.allSettled([add(), add()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('one more than there can be', async () => {
    await muster.services.database.pool.query(
      `insert into wage_types (code, name, source, over_contract)
       select 'n' || n, 'N', 'work', true from generate_series(1, $1::int) as n`,
      [MAX_WAGE_TYPES],
    )
    expect(await faultOf(add())).toBe('409 too_many_wage_types')
  })

  test('a change of an older version', async () => {
    const { id, updatedAt } = await add()
    const adam = await muster.as('adam')
    const params = { id }
    await adam.call(wageTypesApi.update, { params, body: { ...work, name: 'All', updatedAt } })
    const again = adam.call(wageTypesApi.update, { params, body: { ...work, name: 'Every', updatedAt } })
    expect(await faultOf(again)).toBe('409 edited_meanwhile')
  })
})

test.each(['uli', 'marta'] as const)('are nothing for %s', async (name) => {
  const { id } = await putWageType(muster, '100')
  const browser = await muster.as(name)
  expect(await httpErrorOf(browser.call(wageTypesApi.list, {}))).toMatchObject({ status: 403 })
  expect(await httpErrorOf(browser.call(wageTypesApi.remove, { params: { id } }))).toMatchObject({ status: 403 })
})

test('stand in the audit log with their name, also when deleted, and in a history', async () => {
  const { id } = await add()
  const adam = await muster.as('adam')
  await adam.call(wageTypesApi.update, { params: { id }, body: { ...work, code: '110' } })
  const history = await adam.call(wageTypesApi.history, { params: { id }, query: {} })
  expect(history.entries.map(({ action }) => action)).toEqual(['wage-type.update', 'wage-type.create'])
  expect(history.entries[0]?.changes).toEqual([{ field: 'wageCode', before: '100', after: '110' }])
  await adam.call(wageTypesApi.remove, { params: { id } })
  const { entries } = await adam.call(auditApi.list, { query: { resourceType: 'wage-type', limit: 2 } })
  expect(entries.map(({ action, title }) => [action, title])).toEqual([
    ['wage-type.delete', 'Work'],
    ['wage-type.update', 'Work'],
  ])
})

test('keep their department from being deleted', async () => {
  const gita = await muster.as('gita')
  const { id } = await gita.call(departmentsApi.create, { body: { name: 'Cellar' } })
  const { id: wageType } = await add({ departmentId: id })
  expect(await gita.call(departmentsApi.empty, {})).not.toContain(id)
  const removal = () => gita.call(departmentsApi.remove, { params: { id } })
  expect(await httpErrorOf(removal())).toMatchObject({ status: 409, reply: { code: 'not_empty' } })
  await gita.call(wageTypesApi.remove, { params: { id: wageType } })
  expect(await gita.call(departmentsApi.empty, {})).toContain(id)
  await removal()
})
