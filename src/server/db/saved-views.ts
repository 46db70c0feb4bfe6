import { eq } from 'drizzle-orm'
import type { Db } from './connect/connect.ts'
import { savedViews } from './tables/saved-views.ts'

/** Deletes the views that a person has saved. */
export const deleteSavedViewsOf = (db: Db, userId: string) => db.delete(savedViews).where(eq(savedViews.userId, userId))
