import { eq, type SQL, sql } from 'drizzle-orm'
import { type Permission, rankOf } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { isProblem } from '../../core/counts/task-counts.ts'
import { departments } from '../../db/tables/departments.ts'
import { places } from '../../db/tables/places.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** The only way to places, by the same rules as in `core/access/access.ts`. */

/** Finds and locks one place. Everybody from the role user on sees all of them. */
export async function placeFor(ctx: Context, id: number, permission: Permission) {
  const [place] = await ctx.db.select().from(places).where(eq(places.id, id)).for('update')
  if (!place) throw notFound(msg('There is no such place'))
  mustBeAllowed(ctx, permission, place)
  return place
}

/** Finds the place whose sign has this code. */
export async function placeOfSign(ctx: Context, code: string) {
  const [place] = await ctx.db.select().from(places).where(eq(places.code, code))
  if (!place) throw notFound(msg('There is no such place'))
  return place
}

/** Only so many problems are searched for typed places, so that it never costs more. */
const LATEST = 200
/** For people who see all departments: divided among these, but each has ten at least. */
const LATEST_OF_EACH = sql`(select greatest(10, ${LATEST}::int / greatest(1, count(*))) from ${departments})`

/**
 * A query for `place` and `created_at` of the latest problems. Managers get each department's problems, others get
 * their own department's and the problems they reported themselves. They must not read texts that strangers have typed
 * in other departments.
 */
export function placesOfProblems(ctx: Context): SQL {
  // The filter stands outside, so that the newest are read from an index, and no others.
  const latest = (condition: SQL, limit: number | SQL, filter = sql`true`) => sql`
    select place, created_at from (
      select ${tasks.place}, ${tasks.createdAt}, ${tasks.departmentId} from ${tasks}
      where ${condition} and ${isProblem} and ${tasks.deletedAt} is null order by ${tasks.createdAt} desc limit ${limit}
    ) as newest where place is not null and ${filter}`
  if (rankOf(ctx.viewer.role) >= rankOf('manager'))
    return sql`select problem.place, problem.created_at from ${departments}
      cross join lateral (${latest(sql`${tasks.departmentId} = ${departments.id}`, LATEST_OF_EACH)}) as problem`
  const { id, departmentId } = ctx.viewer
  const elsewhere = sql`department_id is distinct from ${departmentId}::int`
  const own = latest(sql`${tasks.creatorId} = ${id}`, LATEST, elsewhere)
  if (departmentId === null) return own
  return sql`${latest(sql`${tasks.departmentId} = ${departmentId}`, LATEST)} union all ${own}`
}
