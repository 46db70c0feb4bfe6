import { and, asc, count, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type Department, type departmentsApi, MAX_DEPARTMENTS } from '../../../shared/departments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { fold } from '../../../shared/words/fold.ts'
import { formatList } from '../../../shared/words/formats.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { conflict, HttpError } from '../../base/errors.ts'
import { departmentFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { living } from '../../core/counts/task-counts.ts'
import { insert, remove, update } from '../../core/write/write.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { departments, users } from '../../db/tables/people.ts'
import { projects } from '../../db/tables/projects.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { places, routines } from '../../db/tables/routines.ts'
import { sops } from '../../db/tables/sops.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { releaseUnlisted } from './release.ts'

/** All departments, in the order in which they were created. */
export const listDepartments = (ctx: Context): Promise<Department[]> =>
  ctx.db.select(columns).from(departments).orderBy(asc(departments.id))

const columns = {
  id: departments.id,
  name: departments.name,
  description: departments.description,
  createdAt: departments.createdAt,
}

/**
 * Creates a department. Throws 409 when a name differs from another only in case and accents, and when there are as many
 * departments as there may be.
 */
export async function createDepartment(
  ctx: Context,
  { body }: Input<typeof departmentsApi.create>,
): Promise<Department> {
  const [counted] = await ctx.db.select({ departments: count() }).from(departments)
  if (counted && counted.departments >= MAX_DEPARTMENTS)
    throw conflict(
      'too_many_departments',
      msg('There are {count} departments; there can be no more', { count: MAX_DEPARTMENTS }),
    )
  const foldedName = await unusedName(ctx, body.name)
  return insert(ctx, departments, { ...body, foldedName })
}

/** Changes the fields sent. Throws 409 for the name of another department. */
export async function updateDepartment(
  ctx: Context,
  { params, body }: Input<typeof departmentsApi.update>,
): Promise<Department> {
  const department = await departmentFor(ctx, params.id, 'department:manage')
  const foldedName = body.name === undefined ? undefined : await unusedName(ctx, body.name, department.id)
  return update(ctx, departments, department, { ...body, ...(foldedName && { foldedName }) })
}

/** Deletes an empty department. Throws 409 with what still belongs to it. */
export async function deleteDepartment(ctx: Context, { params }: Input<typeof departmentsApi.remove>): Promise<void> {
  const department = await departmentFor(ctx, params.id, 'department:manage')
  const contents = await contentsOf(ctx, department.id)
  if (contents.length > 0) {
    throw conflict(
      'not_empty',
      msg('{name} cannot be deleted: {contents} still belong to it', {
        name: department.name,
        contents: formatList(contents, ctx.reader),
      }),
    )
  }
  await releaseUnlisted(ctx, [department.id])
  await remove(ctx, departments, department)
}

/** The folded name. Throws 409 when another department has it. */
async function unusedName({ db }: Context, name: string, except?: number) {
  const foldedName = fold(name)
  const same = eq(departments.foldedName, foldedName)
  const [other] = await db
    .select({ id: departments.id })
    .from(departments)
    .where(except === undefined ? same : and(same, ne(departments.id, except)))
  if (!other) return foldedName
  const message = msg('There is a department of this name already')
  throw new HttpError(409, 'name_taken', message, { issues: [{ path: 'name', message }] })
}

/** How many of each kind still belong to the department, as "2 tasks"; all in one statement. */
async function contentsOf({ db, reader: { i18n } }: Context, id: number) {
  const countOf = (table: SQL, column: SQL, condition = sql`true`) =>
    sql`(select count(*)::int from ${table} where ${column} = ${id} and ${condition})`
  const { rows } = await db.execute<Record<string, number>>(sql`select
    ${countOf(sql`${users}`, sql`${users.departmentId}`, isNull(users.deletedAt))} as people,
    ${countOf(sql`${tasks}`, sql`${tasks.departmentId}`, living)} as tasks,
    ${countOf(sql`${projects}`, sql`${projects.departmentId}`)} as projects,
    ${countOf(sql`${sops}`, sql`${sops.departmentId}`)} as sops,
    ${countOf(sql`${reminders}`, sql`${reminders.departmentId}`)} as reminders,
    ${countOf(sql`${routines}`, sql`${routines.departmentId}`, isNull(routines.deletedAt))} as routines,
    ${countOf(sql`${places}`, sql`${places.departmentId}`)} as places,
    ${countOf(sql`${kiosks}`, sql`${kiosks.departmentId}`)} as kiosks,
    ${countOf(sql`${clockSessions}`, sql`${clockSessions.departmentId}`)} as hours`)
  return Object.entries(counts).flatMap(([kind, describe]) => {
    const count = rows[0]?.[kind] ?? 0
    return count === 0 ? [] : [i18n.t(describe(count))]
  })
}

const counts: Record<string, (count: number) => Message> = {
  people: (count) => msg('{count, plural, one {# person} other {# people}}', { count }),
  tasks: (count) => msg('{count, plural, one {# task} other {# tasks}}', { count }),
  projects: (count) => msg('{count, plural, one {# project} other {# projects}}', { count }),
  sops: (count) => msg('{count, plural, one {# SOP} other {# SOPs}}', { count }),
  reminders: (count) => msg('{count, plural, one {# reminder} other {# reminders}}', { count }),
  routines: (count) => msg('{count, plural, one {# routine} other {# routines}}', { count }),
  places: (count) => msg('{count, plural, one {# place} other {# places}}', { count }),
  kiosks: (count) => msg('{count, plural, one {# kiosk} other {# kiosks}}', { count }),
  hours: (count) => msg('{count, plural, one {# clock session} other {# clock sessions}}', { count }),
}
