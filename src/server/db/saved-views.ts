import { eq } from 'drizzle-orm'
import type { Db } from './connect/connect.ts'
import { hiddenViews, savedViews } from './tables/saved-views.ts'

/** Deletes the views that a person has saved, and what they have hidden of others. */
export async function deleteSavedViewsOf(db: Db, userId: string) {
  await db.delete(savedViews).where(eq(savedViews.userId, userId))
  await db.delete(hiddenViews).where(eq(hiddenViews.userId, userId))
}
