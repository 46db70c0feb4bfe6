import { inTransaction } from '../../src/server/core/context.ts'
import { insert } from '../../src/server/core/write/write.ts'
import { payrollRuns } from '../../src/server/db/tables/payroll.ts'
import { wageTypes } from '../../src/server/db/tables/wage-types.ts'
import { hoursApi } from '../../src/shared/hours.ts'
import { type PersonName, personNames } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Deletes everything about payroll and approvals, and all hours. Triggers refuse that otherwise. */
export async function clearPayroll({ services }: TestApp) {
  await services.database.pool.query(`begin;
    set local session_replication_role = replica;
    delete from payroll_exports; delete from payroll_runs; delete from wage_types;
    delete from hours_approvals; delete from hours_answers; delete from breaks; delete from clock_sessions;
    delete from work_contracts; delete from holidays;
    commit`)
}

/** Inserts a wage type; one for all work if nothing is said. */
export const putWageType = (
  { contextOf }: TestApp,
  code: string,
  values: Partial<typeof wageTypes.$inferInsert> = {},
) =>
  inTransaction(contextOf('gita'), (ctx) =>
    insert(ctx, wageTypes, { code, name: `Wage type ${code}`, source: 'work', ...values }),
  )

/** Inserts a run that has nothing of anybody. */
export const putPayrollRun = ({ contextOf, fixtures }: TestApp) =>
  inTransaction(contextOf('gita'), (ctx) =>
    insert(ctx, payrollRuns, {
      ...{ period: '2026-10-01', periodEnd: '2026-10-31', people: 0, lines: 0, corrections: 0, minutes: 0 },
      ...{ wageTypes: [], createdBy: fixtures.people.gita.id },
    }),
  )

/** Gives everybody a personnel number, or these people. */
export async function putPersonnelNumbers({ services, fixtures }: TestApp, names: readonly PersonName[] = personNames) {
  await services.database.pool.query('update users set personnel_number = null')
  for (const [at, name] of names.entries())
    await services.database.pool.query('update users set personnel_number = $1 where id = $2', [
      String(1_000 + at),
      fixtures.people[name].id,
    ])
}

/** Approves what there is of a pay period, of everybody or of one person. */
export async function approveHours(muster: TestApp, period: string, name?: PersonName, by: PersonName = 'gita') {
  const browser = await muster.as(by)
  const { people } = await browser.call(hoursApi.periods, { query: { period } })
  const chosen = people.filter(
    ({ user, days, status }) =>
      (name ? user.id === muster.fixtures.people[name].id : days.some((minutes) => minutes > 0)) &&
      !['approved', 'exported'].includes(status),
  )
  if (chosen.length === 0) return 0
  const body = { period, people: chosen.map(({ user, hash }) => ({ userId: user.id, hash })) }
  return (await browser.call(hoursApi.approve, { body })).approved
}
