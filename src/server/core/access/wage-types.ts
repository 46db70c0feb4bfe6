import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import { readRow } from '../../db/rows.ts'
import { wageTypes } from '../../db/tables/wage-types.ts'
import type { Context } from '../context.ts'
import { mustBeAllowed } from './access.ts'

/** Finds and locks a wage type. Throws 404 if there is none, and 403 for people who do not manage payroll. */
export async function wageTypeFor(ctx: Context, id: number) {
  const wageType = await readRow(ctx.db, wageTypes, id, { lock: true })
  if (!wageType) throw notFound(msg('There is no such wage type'))
  mustBeAllowed(ctx, 'payroll:manage', {})
  return wageType
}
