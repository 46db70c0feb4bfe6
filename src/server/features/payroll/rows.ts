import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { MAX_PAYROLL_PEOPLE, type PayrollLine, type PayrollRun } from '../../../shared/payroll.ts'
import type { Context } from '../../core/context.ts'
import { payrollExports, payrollRuns } from '../../db/tables/payroll.ts'
import { users } from '../../db/tables/users.ts'

/** Runs for replies, newest first. */
export const runsWhere = (
  { db }: Context,
  condition: SQL | undefined,
  limit: number,
  offset = 0,
): Promise<PayrollRun[]> =>
  db
    .select({
      ...{ id: payrollRuns.id, period: payrollRuns.period, periodEnd: payrollRuns.periodEnd },
      ...{ people: payrollRuns.people, lines: payrollRuns.lines, corrections: payrollRuns.corrections },
      ...{ minutes: payrollRuns.minutes, createdAt: payrollRuns.createdAt },
      createdBy: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(payrollRuns)
    .innerJoin(users, eq(users.id, payrollRuns.createdBy))
    .where(condition)
    .orderBy(desc(payrollRuns.id))
    .limit(limit)
    .offset(offset)

type Run = typeof payrollRuns.$inferSelect
type Export = typeof payrollExports.$inferSelect

/** The exports of a run by name, from one place in this order on. An export without lines is left out. */
export const exportsOf = ({ db }: Context, { id }: Pick<Run, 'id'>, limit = MAX_PAYROLL_PEOPLE, offset = 0) =>
  db
    .select()
    .from(payrollExports)
    .where(sql`${payrollExports.runId} = ${id} and jsonb_array_length(${payrollExports.lines}) > 0`)
    .orderBy(asc(payrollExports.id))
    .limit(limit)
    .offset(offset)

/** The lines of an export, each with all facts that a file may show. */
export function exportedLines({ wageTypes }: Pick<Run, 'wageTypes'>, exported: Export): PayrollLine[] {
  const { userId, firstName, lastName, personnelNumber, department, periodStart, periodEnd, isCorrection } = exported
  const names = new Map(wageTypes.map(({ code, name }) => [code, name]))
  return exported.lines.map(({ date, code, minutes }) => ({
    ...{ userId, firstName, lastName, personnelNumber, department, periodStart, periodEnd, isCorrection },
    ...{ date, code, minutes, wageType: names.get(code) ?? '' },
  }))
}
