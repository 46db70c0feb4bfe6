import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { photos } from '../../db/tables/photos.ts'
import type { taskSteps } from '../../db/tables/steps.ts'

/** The photo of a step hangs on the step's task. The audit log does not tell of it: the step's entry does. */

type StepRow = typeof taskSteps.$inferSelect

/** Hangs a photo on the task of the step that shows it. */
export const hangPhoto = ({ db }: Context, { taskId }: StepRow, id: string) =>
  db.update(photos).set({ taskId }).where(eq(photos.id, id))

/**
 * Deletes the photo of a step that is deleted, or that no longer shows it. It stays for 30 days: it may be the only
 * record of a fact that a colleague has seen. A photo that was removed before keeps its time.
 */
export async function deletePhotoOf({ db, now }: Context, { photoId }: StepRow) {
  if (photoId === null) return
  const isActive = and(eq(photos.id, photoId), isNull(photos.deletedAt))
  await db.update(photos).set({ deletedAt: now.toISOString() }).where(isActive)
}

/** Brings back the photo of a step that is restored, unless it was removed before the step was deleted. */
export async function restorePhotoOf({ db }: Context, { photoId, doneAt }: StepRow) {
  if (photoId !== null && doneAt !== null)
    await db.update(photos).set({ deletedAt: null }).where(eq(photos.id, photoId))
}
