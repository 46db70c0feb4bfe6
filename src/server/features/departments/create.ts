import { count } from 'drizzle-orm'
import { type Department, type departmentsApi, MAX_DEPARTMENTS } from '../../../shared/departments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { insert } from '../../core/write/write.ts'
import { departments } from '../../db/tables/departments.ts'
import { unusedName } from './unused-name.ts'

/** Creates a department. Throws 409 for a name that differs only in case and accents, and for too many. */
export async function createDepartment(
  ctx: Context,
  { body }: Input<typeof departmentsApi.create>,
): Promise<Department> {
  const [counted] = await ctx.db.select({ departments: count() }).from(departments)
  if (counted && counted.departments >= MAX_DEPARTMENTS)
    throw conflict(
      'too_many_departments',
      msg('{count, plural, one {There can be at most # department} other {There can be at most # departments}}', {
        count: MAX_DEPARTMENTS,
      }),
    )
  const foldedName = await unusedName(ctx, body.name)
  return insert(ctx, departments, { ...body, foldedName })
}
