import { asc } from 'drizzle-orm'
import type { departmentsApi } from '../../shared/departments.ts'
import type { Reply } from '../../shared/endpoint.ts'
import type { Context } from '../context.ts'
import { departments } from '../db/tables/people.ts'

/** All departments, in the order in which they were made. */
export const listDepartments = (ctx: Context): Promise<Reply<typeof departmentsApi.list>> =>
  ctx.db.select({ id: departments.id, name: departments.name }).from(departments).orderBy(asc(departments.id))
