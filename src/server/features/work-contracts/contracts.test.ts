import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { clockApi } from '../../../shared/clock.ts'
import { daysLater, weekOf } from '../../../shared/time/time.ts'
import { contractAt, MAX_CONTRACTS, type NewContract, workContractsApi } from '../../../shared/work-contracts.ts'
import { readTeamHours } from '../clock/team.ts'

/** Contracts, the rules of their days, and who sees them beside hours. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const monday = (weeks: number) => weekOf(Date.now(), 'Europe/Berlin', weeks)[0]?.date ?? ''

beforeEach(async () => {
  await clearSessions(muster)
  await muster.services.database.pool.query('delete from work_contracts')
})

const add = async (
  from: string,
  values: Partial<NewContract> = {},
  name: PersonName = 'adam',
  of: PersonName = 'uli',
) =>
  (await muster.as(name)).call(workContractsApi.create, {
    params: { id: idOf(of) },
    body: { from, weeklyMinutes: 2400, daysPerWeek: 5, ...values },
  })
const listFor = async (name: PersonName, of: PersonName = 'uli') =>
  (await (await muster.as(name)).call(workContractsApi.list, { params: { id: idOf(of) } })).contracts
const faultAt = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return `${status} ${reply?.issues?.[0]?.path ?? reply?.code}`
}

describe('contracts', () => {
  test('hold from their day until the next one, latest first', async () => {
    const first = await add('2026-01-14', { weeklyMinutes: 1200, daysPerWeek: 3 })
    const second = await add(monday(1))
    expect(first).toMatchObject({ userId: idOf('uli'), from: '2026-01-14', weeklyMinutes: 1200, daysPerWeek: 3 })
    expect(await listFor('adam')).toEqual([second, first])
  })

  test('begin on Mondays, the first one on any day, no two on the same', async () => {
    await add('2026-01-14')
    expect(await faultAt(add(daysLater(monday(1), 1)))).toBe('400 from')
    await add(monday(1))
    expect(await faultAt(add(monday(1)))).toBe('400 from')
    // Before a first one that begins on a Wednesday: then that one would be wrong.
    expect(await faultAt(add('2025-12-01'))).toBe('400 from')
    const [, first] = await listFor('adam')
    const adam = await muster.as('adam')
    const params = { id: first?.id ?? 0 }
    await adam.call(workContractsApi.update, { params, body: { from: '2026-01-12' } })
    await add('2025-12-03')
    expect((await listFor('adam')).map(({ from }) => from)).toEqual([monday(1), '2026-01-12', '2025-12-03'])
  })

  test('change no past week that has one, unless one is corrected', async () => {
    const first = await add('2026-01-05', { weeklyMinutes: 1200 })
    expect(await faultAt(add(monday(-1)))).toBe('400 from')
    await add(monday(0))
    const adam = await muster.as('adam')
    const body = { weeklyMinutes: 1500, updatedAt: first.updatedAt }
    expect(await adam.call(workContractsApi.update, { params: { id: first.id }, body })).toMatchObject({
      weeklyMinutes: 1500,
      from: '2026-01-05',
    })
    expect(await faultAt(adam.call(workContractsApi.update, { params: { id: first.id }, body }))).toBe(
      '409 edited_meanwhile',
    )
  })

  test('are so many of a person at most', async () => {
    await muster.services.database.pool.query(
      `insert into work_contracts (user_id, from_date, weekly_minutes, days_per_week)
       select $1, '2020-01-06'::date + 7 * n, 2400, 5 from generate_series(1, $2::int) as n`,
      [idOf('uli'), MAX_CONTRACTS],
    )
    expect(await faultAt(add(monday(1)))).toBe('409 too_many_contracts')
  })

  test.each([
    [{ weeklyMinutes: -1 }, 'weeklyMinutes'],
    [{ weeklyMinutes: 10_081 }, 'weeklyMinutes'],
    [{ weeklyMinutes: 2400.5 }, 'weeklyMinutes'],
    [{ daysPerWeek: 0 }, 'daysPerWeek'],
    [{ daysPerWeek: 8 }, 'daysPerWeek'],
    [{ from: '2026-02-30' }, 'from'],
  ])('refuse %j', async (values, path) => {
    expect(await faultAt(add(monday(1), values))).toBe(`400 ${path}`)
  })

  test('of two that are added at once for the same day one is refused', async () => {
    const results = await Promise.allSettled([add(monday(1)), add(monday(1))])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await listFor('adam')).toHaveLength(1)
  })

  test('stand in the audit log with their person, also when deleted, and in a history', async () => {
    const { id } = await add('2026-01-05')
    const adam = await muster.as('adam')
    await adam.call(workContractsApi.update, { params: { id }, body: { weeklyMinutes: 1800 } })
    const history = await adam.call(workContractsApi.history, { params: { id }, query: {} })
    expect(history.entries.map(({ action }) => action)).toEqual(['contract.update', 'contract.create'])
    await adam.call(workContractsApi.remove, { params: { id } })
    const { entries } = await adam.call(auditApi.list, { query: { resourceType: 'contract', limit: 3 } })
    expect(entries.map(({ action, title }) => [action, title])).toEqual([
      ['contract.delete', 'Uli Brandt'],
      ['contract.update', 'Uli Brandt'],
      ['contract.create', 'Uli Brandt'],
    ])
    expect(await listFor('adam')).toEqual([])
  })
})

describe('a contract is seen', () => {
  test.each(['uli', 'marta', 'adam', 'gita'] as const)('by %s', async (name) => {
    await add('2026-01-05')
    expect(await listFor(name)).toHaveLength(1)
  })

  test.each([
    ['lea', 404],
    ['una', 404],
    ['gus', 403],
    ['milan', 403],
    ['nora', 403],
  ] as const)('not by %s', async (name, status) => {
    await add('2026-01-05')
    expect(await httpErrorOf(listFor(name))).toMatchObject({ status })
  })

  test.each(['uli', 'marta', 'milan'] as const)('and not changed by %s', async (name) => {
    const { id } = await add('2026-01-05')
    const browser = await muster.as(name)
    expect(await httpErrorOf(add(monday(1), {}, name))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(browser.call(workContractsApi.remove, { params: { id } }))).toMatchObject({ status: 403 })
  })
})

describe('beside the hours of a week', () => {
  test('stand those of the contract of its Monday', async () => {
    await add('2026-01-14', { weeklyMinutes: 1200 })
    await muster.services.database.pool.query(
      `insert into work_contracts (user_id, from_date, weekly_minutes, days_per_week) values ($1, '2026-03-02', 2310, 5)`,
      [idOf('uli')],
    )
    const uli = await muster.as('uli')
    const contracts = await listFor('uli')
    for (const week of ['2026-01-05', '2026-01-12', '2026-01-19', '2026-02-23', '2026-03-02', '2026-11-16']) {
      const { contractMinutes } = await uli.call(clockApi.history, { query: { week } })
      expect(contractMinutes, week).toBe(contractAt(contracts, week)?.weeklyMinutes ?? null)
      const marta = await muster.as('marta')
      const { people } = await marta.call(clockApi.hours, { query: { week } })
      expect(people.find(({ user }) => user.id === idOf('uli'))?.contractMinutes, week).toBe(contractMinutes)
      expect(people.find(({ user }) => user.id === idOf('lea'))?.contractMinutes).toBeNull()
      const person = await marta.call(clockApi.person, { params: { id: idOf('uli') }, query: { week } })
      expect(person.contractMinutes).toBe(contractMinutes)
    }
  })

  test('stand none for a token without the scope', async () => {
    await add('2026-01-05')
    await putSession(muster, 'uli', '2026-11-17T07:00:00.000Z', '2026-11-17T11:00:00.000Z')
    const ctx = muster.contextOf('marta')
    const viewer = { ...ctx.viewer, scopes: ['clock:read-others'] as const }
    const input = { params: {}, query: { week: '2026-11-16' }, body: undefined }
    const { people } = await readTeamHours({ ...ctx, viewer }, input)
    expect(people.find(({ user }) => user.id === idOf('uli'))).toMatchObject({ total: 240, contractMinutes: null })
  })
})
