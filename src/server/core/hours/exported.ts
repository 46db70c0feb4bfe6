import { inArray } from 'drizzle-orm'
import { payrollExports } from '../../db/tables/payroll.ts'
import type { OpenContext } from '../context.ts'

/** The approvals among these that payroll has received. Only a correction in a later run changes them. */
export async function exportedAmong({ db }: Pick<OpenContext, 'db'>, approvalIds: number[]): Promise<Set<number>> {
  if (approvalIds.length === 0) return new Set()
  const found = await db
    .select({ id: payrollExports.approvalId })
    .from(payrollExports)
    .where(inArray(payrollExports.approvalId, approvalIds))
  return new Set(found.map(({ id }) => id))
}
