import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { readRow } from '../../db/rows.ts'
import { payrollRuns } from '../../db/tables/payroll.ts'

/** Finds a payroll run. Runs never change, so nobody needs a lock. Throws 404 if there is none. */
export async function runFor(ctx: Context, id: number, permission: 'payroll:manage' | 'payroll:export') {
  const run = await readRow(ctx.db, payrollRuns, id)
  if (!run) throw notFound(msg('There is no such payroll run'))
  mustBeAllowed(ctx, permission, {})
  return run
}
