import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { Feedback, FeedbackPage, feedbackApi } from '../../../shared/feedback.ts'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { insert, update } from '../../core/write/write.ts'
import { feedback } from '../../db/tables/feedback.ts'
import { users } from '../../db/tables/users.ts'

const PAGE_SIZE = 50

/** Feedback, newest first, with the number of entries and their average rating. */
export async function listFeedback(
  ctx: Context,
  { query: { visible, limit = PAGE_SIZE, after } }: Input<typeof feedbackApi.list>,
): Promise<FeedbackPage> {
  const shown = visible && eq(feedback.isVisible, visible === 'true')
  const [rows, [totals]] = await Promise.all([
    feedbackWhere(ctx, and(shown, after ? lt(feedback.id, after) : undefined), limit + 1),
    ctx.db
      .select({ total: count(), averageRating: sql<number | null>`avg(${feedback.rating})::float` })
      .from(feedback)
      .where(shown),
  ])
  const page = rows.slice(0, limit)
  return {
    feedback: page,
    total: totals?.total ?? 0,
    averageRating: totals?.averageRating ?? null,
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Stores the viewer's feedback. */
export async function createFeedback(ctx: Context, { body }: Input<typeof feedbackApi.create>): Promise<Feedback> {
  const { id } = await insert(ctx, feedback, {
    rating: body.rating,
    category: body.category || null,
    comment: body.comment || null,
    userId: ctx.viewer.id,
  })
  return feedbackWithPerson(ctx, id)
}

/** Hides an entry, or shows it again; 404 when there is none. */
export async function updateFeedback(
  ctx: Context,
  { params, body }: Input<typeof feedbackApi.update>,
): Promise<Feedback> {
  const [entry] = await ctx.db.select().from(feedback).where(eq(feedback.id, params.id)).for('update')
  if (!entry) throw notFound(msg('There is no such feedback'))
  await update(ctx, feedback, entry, body)
  return feedbackWithPerson(ctx, entry.id)
}

async function feedbackWithPerson(ctx: Context, id: number): Promise<Feedback> {
  const [entry] = await feedbackWhere(ctx, eq(feedback.id, id), 1)
  if (!entry) throw new Error(`Feedback ${id} is gone`)
  return entry
}

const feedbackWhere = ({ db }: Context, condition: SQL | undefined, limit: number): Promise<Feedback[]> =>
  db
    .select({
      id: feedback.id,
      rating: feedback.rating,
      category: feedback.category,
      comment: feedback.comment,
      isVisible: feedback.isVisible,
      createdAt: feedback.createdAt,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(feedback)
    .innerJoin(users, eq(users.id, feedback.userId))
    .where(condition)
    .orderBy(desc(feedback.id))
    .limit(limit)
