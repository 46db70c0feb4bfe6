import { and, asc, count, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type Department, type departmentsApi, MAX_DEPARTMENTS } from '../../shared/departments.ts'
import type { Input } from '../../shared/endpoint.ts'
import { fold } from '../../shared/fold.ts'
import { conflict, HttpError } from '../base/errors.ts'
import { departmentFor } from '../core/access-people.ts'
import type { Context } from '../core/context.ts'
import { insert, remove, update, updateWhere } from '../core/write.ts'
import { clockSessions } from '../db/tables/clock.ts'
import { departments, users } from '../db/tables/people.ts'
import { projects } from '../db/tables/projects.ts'
import { reminders } from '../db/tables/reminders.ts'
import { sops } from '../db/tables/sops.ts'
import { tasks } from '../db/tables/tasks.ts'

/** All departments, in the order in which they were made. */
export const listDepartments = (ctx: Context): Promise<Department[]> =>
  ctx.db.select(columns).from(departments).orderBy(asc(departments.id))

const columns = {
  id: departments.id,
  name: departments.name,
  description: departments.description,
  createdAt: departments.createdAt,
}

/** Creates a department; names differ by more than case and accents. */
export async function createDepartment(
  ctx: Context,
  { body }: Input<typeof departmentsApi.create>,
): Promise<Department> {
  const [all] = await ctx.db.select({ departments: count() }).from(departments)
  if (all && all.departments >= MAX_DEPARTMENTS)
    throw conflict('too_many_departments', `There are ${MAX_DEPARTMENTS} departments; there can be no more`)
  const foldedName = await freeName(ctx, body.name)
  return insert(ctx, departments, { ...body, foldedName })
}

/** Changes the fields sent. */
export async function updateDepartment(
  ctx: Context,
  { params, body }: Input<typeof departmentsApi.update>,
): Promise<Department> {
  const department = await departmentFor(ctx, params.id, 'department:manage')
  const foldedName = body.name === undefined ? undefined : await freeName(ctx, body.name, department.id)
  return update(ctx, departments, department, { ...body, ...(foldedName && { foldedName }) })
}

/** Deletes a department that nothing belongs to any more; 409 with what does. */
export async function deleteDepartment(ctx: Context, { params }: Input<typeof departmentsApi.remove>): Promise<void> {
  const department = await departmentFor(ctx, params.id, 'department:manage')
  const belongings = await belongingsOf(ctx, department.id)
  if (belongings.length > 0) {
    throw conflict('not_empty', `${department.name} cannot be deleted: ${describe(belongings)} still belong to it`)
  }
  await letDeletedGo(ctx, department.id)
  await remove(ctx, departments, department)
}

async function freeName({ db }: Context, name: string, except?: number) {
  const foldedName = fold(name)
  const same = eq(departments.foldedName, foldedName)
  const [other] = await db
    .select({ id: departments.id })
    .from(departments)
    .where(except === undefined ? same : and(same, ne(departments.id, except)))
  if (!other) return foldedName
  const message = 'There is a department of this name already'
  throw new HttpError(409, 'name_taken', message, { issues: [{ path: 'name', message }] })
}

/** How many of each kind still belong to it, in words; all in one statement. */
async function belongingsOf({ db }: Context, id: number) {
  const countOf = (table: SQL, column: SQL, condition = sql`true`) =>
    sql`(select count(*)::int from ${table} where ${column} = ${id} and ${condition})`
  const { rows } = await db.execute<Record<string, number>>(sql`select
    ${countOf(sql`${users}`, sql`${users.departmentId}`, isNull(users.deletedAt))} as people,
    ${countOf(sql`${tasks}`, sql`${tasks.departmentId}`, isNull(tasks.deletedAt))} as tasks,
    ${countOf(sql`${projects}`, sql`${projects.departmentId}`)} as projects,
    ${countOf(sql`${sops}`, sql`${sops.departmentId}`)} as sops,
    ${countOf(sql`${reminders}`, sql`${reminders.departmentId}`)} as reminders,
    ${countOf(sql`${clockSessions}`, sql`${clockSessions.departmentId}`)} as hours`)
  return Object.entries(names).flatMap(([kind, [one, many]]) => {
    const count = rows[0]?.[kind] ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
}

const names: Record<string, [one: string, many: string]> = {
  people: ['person', 'people'],
  tasks: ['task', 'tasks'],
  projects: ['project', 'projects'],
  sops: ['SOP', 'SOPs'],
  reminders: ['reminder', 'reminders'],
  hours: ['clock session', 'clock sessions'],
}

const describe = (parts: string[]) => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

/** Closed accounts and deleted tasks are in no list, and hold no department. */
async function letDeletedGo(ctx: Context, id: number) {
  const gone = { departmentId: null }
  await updateWhere(ctx, users, and(eq(users.departmentId, id), isNotNull(users.deletedAt)), gone)
  await updateWhere(ctx, tasks, and(eq(tasks.departmentId, id), isNotNull(tasks.deletedAt)), gone)
}
