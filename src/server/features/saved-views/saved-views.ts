import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_SAVED_VIEWS, type SavedView, type savedViewsApi } from '../../../shared/saved-views.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, HttpError } from '../../base/errors.ts'
import { ownSavedViews, savedViewFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { savedViews } from '../../db/tables/saved-views.ts'
import { users } from '../../db/tables/users.ts'

/** Saved views are how one person arranges their screen: they are neither in the audit log nor seen by anybody else. */

const columns = {
  id: savedViews.id,
  name: savedViews.name,
  state: savedViews.state,
  createdAt: savedViews.createdAt,
  updatedAt: savedViews.updatedAt,
}

/** The viewer's saved views, the oldest first. */
export const listSavedViews = (ctx: Context): Promise<SavedView[]> =>
  ctx.db.select(columns).from(savedViews).where(ownSavedViews(ctx)).orderBy(asc(savedViews.id))

/** Saves a view. Throws 409 for a name that the viewer has used already, and when they have too many views. */
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
  const values = { ...body, userId: ctx.viewer.id, createdAt: at, updatedAt: at }
  const [view] = await ctx.db.insert(savedViews).values(values).returning(columns)
  announce(ctx, view)
  return view as SavedView
}

/** Changes the fields sent. Throws 404 for another person's view, and 409 for a name in use. */
export async function updateSavedView(
  ctx: Context,
  { params, body }: Input<typeof savedViewsApi.update>,
): Promise<SavedView> {
  await lockOwner(ctx)
  const before = await savedViewFor(ctx, params.id, 'saved-view:own')
  if (body.name !== undefined) await mustBeUnused(ctx, body.name, before.id)
  const [view] = await ctx.db
    .update(savedViews)
    .set({ ...body, updatedAt: ctx.now.toISOString() })
    .where(eq(savedViews.id, before.id))
    .returning(columns)
  announce(ctx, view)
  return view as SavedView
}

/** Deletes a view; 404 for somebody else's. */
export async function deleteSavedView(ctx: Context, { params }: Input<typeof savedViewsApi.remove>): Promise<void> {
  const view = await savedViewFor(ctx, params.id, 'saved-view:own')
  await ctx.db.delete(savedViews).where(eq(savedViews.id, view.id))
  announce(ctx, view)
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

/** Makes the viewer's other pages read their views again. */
const announce = (ctx: Context, view: { id: number } | undefined) =>
  ctx.outbox.push({
    type: 'change',
    change: { resource: 'saved-views', id: view?.id ?? null },
    audience: { fromRole: null, departments: [], users: [ctx.viewer.id] },
    tab: ctx.origin.tab,
  })
