import { sampleWageTypes } from '../../../sample/payroll.ts'
import { checkRun, createRun } from '../features/payroll/run.ts'
import { createWageType } from '../features/wage-types/wage-types.ts'
import { type Action, HOUR, type Hotel, sampleContext } from './hotel.ts'
import { approvedMonth } from './hours.ts'

/** The administrator enters the wage types, and makes a run of last month when all its hours are approved. */
export function payrollActions({ ctx, calendar, staff }: Hotel): Action[] {
  const { period, at } = approvedMonth(calendar)
  const admin = (time: number) => sampleContext(ctx, staff.beatriz, time)
  const entered = at - 2 * HOUR
  const types = sampleWageTypes.map(
    ({ windowStart = null, windowEnd = null, weekdays = [], ...type }, order): Action => {
      const body = {
        ...({ source: 'work', holidays: 'any', overContract: false, departmentId: null } as const),
        ...{ windowStart, windowEnd, weekdays, ...type },
      }
      const time = entered + order
      return { at: time, act: () => createWageType(admin(time), { params: {}, query: undefined, body }) }
    },
  )
  const made = at + 3 * HOUR
  const run = async () => {
    const { faults } = await checkRun(admin(made), { params: {}, query: { period }, body: undefined })
    if (faults.length === 0) await createRun(admin(made), { params: {}, query: undefined, body: { period } })
  }
  return [...types, { at: made, act: run }]
}
