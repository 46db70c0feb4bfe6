import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Actor, may } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, notFound } from '../../base/errors.ts'
import { handoverItems, handovers } from '../../db/tables/handovers.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import type { Context } from '../context.ts'
import { isReturned } from '../handovers/items.ts'
import { itemSubject } from '../handovers/subjects.ts'
import { doesShifts } from '../people/active.ts'
import { mustSeeDepartment, seesAllDepartments } from './access.ts'

/**
 * The only way to handovers, by the same rules as in `access.ts`. Each item has its own readers, because its task may
 * belong to another department than its giver. The note of a handover is for the giver's department.
 */

type Item = typeof handoverItems.$inferSelect

/** A condition: the items that the viewer may see, by the rule of `handover:read`; a test compares the two. */
export function visibleItems(ctx: Context): SQL {
  if (seesAllDepartments(ctx)) return sql`true`
  const { id, departmentId } = ctx.viewer
  const own = departmentId === null ? sql`false` : sql`${handoverItems.departmentId} = ${departmentId}`
  return sql`(${own} or ${handoverItems.giverId} = ${id} or ${handoverItems.toUserId} = ${id})`
}

/** A condition on handovers: those that the viewer may read as a whole, with the note. */
export function visibleHandovers(ctx: Context): SQL {
  if (seesAllDepartments(ctx)) return sql`true`
  const { id, departmentId } = ctx.viewer
  const own = departmentId === null ? sql`false` : sql`${handovers.departmentId} = ${departmentId}`
  return sql`(${own} or ${handovers.giverId} = ${id})`
}

/**
 * Handovers with at least one part that the viewer may see. A handover may meet several of the conditions; each is read
 * in order from an index and cut. With `departmentId`: handovers by people of that department, and handovers with an
 * item for it. Throws 403 for a department that the viewer may not see.
 */
export function handoverScopes(ctx: Context, departmentId?: number): { ofHandovers: SQL[]; ofItems: SQL[] } {
  const { id, departmentId: own } = ctx.viewer
  const inDepartment = (department: number) => ({
    ofHandovers: [sql`${handovers.departmentId} = ${department}`],
    ofItems: [sql`${handoverItems.departmentId} = ${department}`],
  })
  if (departmentId !== undefined) {
    mustSeeDepartment(ctx, departmentId)
    return inDepartment(departmentId)
  }
  if (seesAllDepartments(ctx)) return { ofHandovers: [sql`true`], ofItems: [] }
  const ofDepartment = own === null ? { ofHandovers: [], ofItems: [] } : inDepartment(own)
  const isElsewhere = own === null ? sql`` : sql` and ${handoverItems.departmentId} is distinct from ${own}::int`
  return {
    ofHandovers: [...ofDepartment.ofHandovers, sql`${handovers.giverId} = ${id}`],
    // Those that go to the own department are among its items.
    ofItems: [...ofDepartment.ofItems, sql`${handoverItems.toUserId} = ${id}${isElsewhere}`],
  }
}

/** Finds and locks one item. Throws 404 when the viewer may not see it, 403 without the permission to write. */
export async function handoverItemFor(ctx: Context, id: number): Promise<Item> {
  const [item] = await ctx.db.select().from(handoverItems).where(eq(handoverItems.id, id)).for('update')
  if (!item || !may(ctx.viewer, 'handover:read', itemSubject(item))) throw notFound(msg('There is no such handover'))
  if (!may(ctx.viewer, 'handover:write', itemSubject(item))) throw forbidden()
  return item
}

/** The ids among `ids` of items that the viewer may see. */
export async function visibleItemsAmong(ctx: Context, ids: number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { id } = handoverItems
  const rows = await ctx.db
    .select({ id })
    .from(handoverItems)
    .where(and(sql`${id} = any(${sql.param(ids)}::int[])`, visibleItems(ctx)))
  return new Set(rows.map((row) => row.id))
}

/** Whether an item waits again. The caller has found and locked it. */
export async function hasReturned(ctx: Context, { id }: Item): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: handoverItems.id })
    .from(handoverItems)
    .where(and(eq(handoverItems.id, id), isReturned(ctx)))
  return row !== undefined
}

/**
 * Finds and locks one item with its task, the task first: so do all who change a task's contents. There is no task if
 * the item is about none, or if it was deleted.
 */
export async function handedOverFor(ctx: Context, id: number) {
  const [named] = await ctx.db
    .select({ taskId: handoverItems.taskId })
    .from(handoverItems)
    .where(eq(handoverItems.id, id))
  const [task] =
    named?.taskId == null
      ? []
      : await ctx.db
          .select()
          .from(tasks)
          .where(and(eq(tasks.id, named.taskId), isNull(tasks.deletedAt)))
          .for('update')
  return { item: await handoverItemFor(ctx, id), task }
}

/**
 * Checks that the viewer may receive an item. It must name the viewer, or nobody. An item that waits again is open to
 * everybody who may see it. An item that names somebody else is open to managers once they were told that it waits, and
 * to everybody once that person has no account any more. Throws 403 otherwise, and for items that the viewer has handed
 * over.
 */
export async function mustBeReceivable(ctx: Context, { giverId, toUserId, escalatedAt }: Item, isReturned: boolean) {
  if (isReturned) return
  if (giverId === ctx.viewer.id) throw forbidden(msg('You have handed this over yourself'))
  if (toUserId === null || toUserId === ctx.viewer.id) return
  if (escalatedAt !== null && seesAllDepartments(ctx)) return
  const [named] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, toUserId), doesShifts))
  if (named) throw forbidden(msg('This is for somebody else'))
}

/** The people among `ids` who can be given an item, by id, with the facts on which their permissions depend. */
export async function receiversAmong({ db }: Context, ids: string[]): Promise<ReadonlyMap<string, Actor>> {
  if (ids.length === 0) return new Map()
  const { id, role, departmentId } = users
  const found = await db
    .select({ id, role, departmentId })
    .from(users)
    .where(and(sql`${id} = any(${sql.param(ids)}::uuid[])`, doesShifts))
  return new Map(found.map((person) => [person.id, person]))
}
