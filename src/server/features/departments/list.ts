import { asc } from 'drizzle-orm'
import type { Department } from '../../../shared/departments.ts'
import type { Context } from '../../core/context.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'

/** All departments, in the order in which they were created. */
export const listDepartments = (ctx: Context): Promise<Department[]> =>
  runPrepared(ctx.db.select(columns).from(departments).orderBy(asc(departments.id)))

const columns = {
  id: departments.id,
  name: departments.name,
  description: departments.description,
  createdAt: departments.createdAt,
}
