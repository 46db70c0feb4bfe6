import { and, asc, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Department, type departmentsApi, MAX_DEPARTMENTS } from '../../../shared/departments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { fold } from '../../../shared/words/fold.ts'
import { formatSeries } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { departmentsFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { active } from '../../core/counts/task-counts.ts'
import { insertMany, removeMany } from '../../core/write/write.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { places } from '../../db/tables/places.ts'
import { projects } from '../../db/tables/projects.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { routines } from '../../db/tables/routines.ts'
import { sops } from '../../db/tables/sops.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { wageTypes } from '../../db/tables/wage-types.ts'
import { listDepartments } from './list.ts'
import { releaseUnlisted } from './release.ts'

const holds = (table: PgTable, column: PgColumn, condition?: SQL) =>
  sql`exists (select from ${table} where ${and(sql`${column} = ${departments.id}`, condition)})`

/** Whether anything that lives, or any hours, belong to a department. `deleteDepartment` asks the same of one. */
const isEmpty = sql`not (
  ${holds(users, users.departmentId, isNull(users.deletedAt))}
  or ${holds(tasks, tasks.departmentId, active)}
  or ${holds(projects, projects.departmentId)}
  or ${holds(sops, sops.departmentId)}
  or ${holds(reminders, reminders.departmentId)}
  or ${holds(routines, routines.departmentId, isNull(routines.deletedAt))}
  or ${holds(places, places.departmentId)}
  or ${holds(kiosks, kiosks.departmentId)}
  or ${holds(wageTypes, wageTypes.departmentId)}
  or ${holds(clockSessions, clockSessions.departmentId)})`

/** The ids of the departments that nothing belongs to. */
export async function listEmptyDepartments({ db }: Context): Promise<number[]> {
  const found = await db.select({ id: departments.id }).from(departments).where(isEmpty).orderBy(asc(departments.id))
  return found.map(({ id }) => id)
}

/**
 * Adds the departments whose names are new, in case and accents too, and deletes those that are named and empty: all or
 * nothing. Throws 404 for a department that does not exist, 409 for one that is not empty, and when there would be too
 * many.
 */
export async function updateDepartments(
  ctx: Context,
  { body: { add = [], remove = [] } }: Input<typeof departmentsApi.updateMany>,
): Promise<Department[]> {
  if (remove.length > 0) await removeEmpty(ctx, remove)
  await addNew(ctx, add)
  return listDepartments(ctx)
}

async function removeEmpty(ctx: Context, ids: number[]) {
  const found = await departmentsFor(ctx, ids, 'department:manage')
  const empty = await ctx.db
    .select({ id: departments.id })
    .from(departments)
    .where(and(inArray(departments.id, ids), isEmpty))
  const emptyIds = new Set(empty.map(({ id }) => id))
  const full = found.filter(({ id }) => !emptyIds.has(id)).map(({ name }) => name)
  if (full.length > 0) {
    const names = formatSeries(full, ctx.reader)
    throw conflict('not_empty', msg('These departments are not empty: {names}', { names }))
  }
  await releaseUnlisted(ctx, ids)
  await removeMany(ctx, departments, found)
}

async function addNew(ctx: Context, names: string[]) {
  const existing = await ctx.db.select({ foldedName: departments.foldedName }).from(departments)
  const known = new Set(existing.map(({ foldedName }) => foldedName))
  const rows = names.flatMap((name) => {
    const foldedName = fold(name)
    if (known.has(foldedName)) return []
    known.add(foldedName)
    return [{ name, foldedName }]
  })
  if (existing.length + rows.length > MAX_DEPARTMENTS)
    throw conflict(
      'too_many_departments',
      msg('{count, plural, one {There can be at most # department} other {There can be at most # departments}}', {
        count: MAX_DEPARTMENTS,
      }),
    )
  await insertMany(ctx, departments, rows)
}
