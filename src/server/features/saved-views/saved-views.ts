import { and, asc, count, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_SAVED_VIEWS, MAX_SHARED_VIEWS, type SavedView, type savedViewsApi } from '../../../shared/saved-views.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, HttpError } from '../../base/errors.ts'
import { mustBeAllowed, ownSavedViews, savedViewFor, visibleSavedViews } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { departments } from '../../db/tables/departments.ts'
import { hiddenViews, savedViews } from '../../db/tables/saved-views.ts'
import { users } from '../../db/tables/users.ts'

/**
 * Saved views are how one person arranges their screen. The audit log does not tell of them. Managers share some with
 * their department: it tells of that.
 */

type Row = typeof savedViews.$inferSelect

/** The viewer's saved views and those that are shared with their department, the oldest first. */
export const listSavedViews = (ctx: Context): Promise<SavedView[]> => viewsWithNames(ctx, visibleSavedViews(ctx))

/**
 * Saves a view. Throws 409 for a name that the viewer has used already, and when they or the department have too many
 * views; 403 for a department with which the viewer may not share.
 */
export async function createSavedView(ctx: Context, { body }: Input<typeof savedViewsApi.create>): Promise<SavedView> {
  await lockOwner(ctx)
  const [counted] = await ctx.db.select({ views: count() }).from(savedViews).where(ownSavedViews(ctx))
  if (counted && counted.views >= MAX_SAVED_VIEWS)
    throw conflict(
      'too_many_views',
      msg(
        '{count, plural, one {You have # saved view, and cannot save more. Delete it first.} other {You have # saved views, and cannot save more. Delete one first.}}',
        { count: MAX_SAVED_VIEWS },
      ),
    )
  const at = ctx.now.toISOString()
  await mustBeUnused(ctx, body.name)
  if (body.departmentId) await mustShare(ctx, body.departmentId)
  const values = { ...body, userId: ctx.viewer.id, createdAt: at, updatedAt: at }
  const [view] = await ctx.db.insert(savedViews).values(values).returning()
  return written(ctx, view as Row, null)
}

/** Changes the fields sent. Throws 404 or 403 for another person's view, and 409 and 403 as `createSavedView` does. */
export async function updateSavedView(
  ctx: Context,
  { params, body }: Input<typeof savedViewsApi.update>,
): Promise<SavedView> {
  await lockOwner(ctx)
  const before = await savedViewFor(ctx, params.id, 'saved-view:own')
  if (body.name !== undefined) await mustBeUnused(ctx, body.name, before.id)
  if (body.departmentId && body.departmentId !== before.departmentId) await mustShare(ctx, body.departmentId)
  const [view] = await ctx.db
    .update(savedViews)
    .set({ ...body, updatedAt: ctx.now.toISOString() })
    .where(eq(savedViews.id, before.id))
    .returning()
  return written(ctx, view as Row, before.departmentId)
}

/** Hides a shared view from the viewer alone, or shows it again. One's own view stays as it is. */
export async function hideSavedView(
  ctx: Context,
  { params, body }: Input<typeof savedViewsApi.hide>,
): Promise<SavedView> {
  const view = await savedViewFor(ctx, params.id, 'saved-view:read')
  const own = { viewId: view.id, userId: ctx.viewer.id }
  if (!body.isHidden) await ctx.db.delete(hiddenViews).where(isHiddenFrom(ctx, view.id))
  else if (view.userId !== ctx.viewer.id) await ctx.db.insert(hiddenViews).values(own).onConflictDoNothing()
  announce(ctx, view.id, [ctx.viewer.id])
  return viewWithNames(ctx, view.id)
}

/** Deletes a view of the viewer, or one that is shared with a department of theirs. Throws 404 or 403 for others. */
export async function deleteSavedView(ctx: Context, { params }: Input<typeof savedViewsApi.remove>): Promise<void> {
  const view = await savedViewFor(ctx, params.id, 'saved-view:own', 'saved-view:share')
  await ctx.db.delete(savedViews).where(eq(savedViews.id, view.id))
  if (view.departmentId !== null) await auditShared(ctx, 'saved-view.unshare', view, view.departmentId)
  announce(ctx, view.id, [view.userId], [view.departmentId])
}

/** Announces a written view, and logs the department that it is shared with by now. */
async function written(ctx: Context, view: Row, before: number | null): Promise<SavedView> {
  const { departmentId } = view
  if (before !== departmentId) {
    if (before !== null) await auditShared(ctx, 'saved-view.unshare', view, before)
    if (departmentId !== null) await auditShared(ctx, 'saved-view.share', view, departmentId)
  }
  announce(ctx, view.id, [view.userId], [before, departmentId])
  return viewWithNames(ctx, view.id)
}

const auditShared = (ctx: Context, action: string, view: Row, departmentId: number) =>
  audit(ctx, {
    action,
    resourceType: 'saved-view',
    resourceId: String(view.id),
    details: { after: { title: view.name, departmentId } },
  })

const isHiddenFrom = ({ viewer }: Context, viewId: number) =>
  and(eq(hiddenViews.viewId, viewId), eq(hiddenViews.userId, viewer.id))

/** Views as replies carry them. The caller says which ones the viewer may see. */
const viewsWithNames = (ctx: Context, condition: SQL | undefined): Promise<SavedView[]> =>
  ctx.db
    .select({
      id: savedViews.id,
      name: savedViews.name,
      state: savedViews.state,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      department: { id: departments.id, name: departments.name },
      isHidden: sql<boolean>`${hiddenViews.viewId} is not null`,
      createdAt: savedViews.createdAt,
      updatedAt: savedViews.updatedAt,
    })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))
    .leftJoin(departments, eq(departments.id, savedViews.departmentId))
    .leftJoin(hiddenViews, and(eq(hiddenViews.viewId, savedViews.id), eq(hiddenViews.userId, ctx.viewer.id)))
    .where(condition)
    .orderBy(asc(savedViews.id))

async function viewWithNames(ctx: Context, id: number): Promise<SavedView> {
  const [view] = await viewsWithNames(ctx, eq(savedViews.id, id))
  if (!view) throw new Error(`View ${id} is gone`)
  return view
}

/** Lets changes of one person's views follow each other: two at once would not count each other. */
const lockOwner = (ctx: Context) =>
  ctx.db.select({ id: users.id }).from(users).where(eq(users.id, ctx.viewer.id)).for('no key update')

/** Throws 409 when another view of the viewer has this name, in upper or lower case. */
async function mustBeUnused(ctx: Context, name: string, except = 0) {
  const [other] = await ctx.db
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(ownSavedViews(ctx), sql`lower(${savedViews.name}) = lower(${name})`, ne(savedViews.id, except)))
  if (!other) return
  const message = msg('You have a view of this name already')
  throw new HttpError(409, 'name_taken', message, { issues: [{ path: 'name', message }] })
}

/** Throws unless the viewer may share one more view with this department. It locks the department, to count them. */
async function mustShare(ctx: Context, departmentId: number) {
  mustBeAllowed(ctx, 'saved-view:share', { departmentId })
  await departmentNamedFor(ctx, departmentId, 'departmentId')
  await ctx.db
    .select({ id: departments.id })
    .from(departments)
    .where(eq(departments.id, departmentId))
    .for('no key update')
  const shared = eq(savedViews.departmentId, departmentId)
  const [counted] = await ctx.db.select({ views: count() }).from(savedViews).where(shared)
  if (counted && counted.views >= MAX_SHARED_VIEWS)
    throw conflict(
      'too_many_views',
      msg(
        '{count, plural, one {The department has # shared view already} other {The department has # shared views already}}',
        {
          count: MAX_SHARED_VIEWS,
        },
      ),
    )
}

/** Makes the pages of these people and departments read their views again. */
const announce = (ctx: Context, id: number, people: string[], ofDepartments: (number | null)[] = []) =>
  ctx.outbox.push({
    type: 'change',
    change: { resource: 'saved-views', id },
    audience: {
      fromRole: null,
      departments: [...new Set(ofDepartments.filter((each) => each !== null))],
      users: people,
    },
    tab: ctx.origin.tab,
  })
