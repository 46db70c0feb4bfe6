import { and, eq, isNull } from 'drizzle-orm'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import { removableCommentFor } from '../../core/access/comments.ts'
import { stepFor } from '../../core/access/steps.ts'
import type { Context } from '../../core/context.ts'
import { photos } from '../../db/tables/photos.ts'
import { taskSteps } from '../../db/tables/steps.ts'

/** Access to a photo that is to be changed. `access.ts` says who may see it. */

/**
 * Finds a photo, also a deleted one, and the comment or the step that it belongs to, for those who may take it away and
 * bring it back. Of a comment, these are its author and anyone who may update the task; of a step, anyone who may tick
 * it. Locks the task, then the comment or the step, then the photo. Throws 404 when the viewer may not see the task, or
 * nothing has the photo any more, and 403 without the permission.
 */
export async function removablePhotoFor(ctx: Context, id: string) {
  const [place] = await ctx.db
    .select({ commentId: photos.commentId, stepId: taskSteps.id })
    .from(photos)
    .leftJoin(taskSteps, and(eq(taskSteps.photoId, photos.id), isNull(taskSteps.deletedAt)))
    .where(eq(photos.id, id))
  const found = place && (await ownerFor(ctx, place))
  const photo = found && (await lockedPhoto(ctx, id, found.task.id))
  // Meanwhile the step may have got another photo.
  if (!photo || ('step' in found && found.step.photoId !== id)) throw noSuchPhoto()
  return { ...found, photo }
}

async function ownerFor(ctx: Context, { commentId, stepId }: { commentId: number | null; stepId: number | null }) {
  if (stepId !== null) return stepFor(ctx, stepId, 'task:check')
  if (commentId === null) return undefined
  const found = await removableCommentFor(ctx, commentId)
  // A deleted comment comes back with its photos, and not in parts.
  return found.comment.deletedAt === null ? found : undefined
}

async function lockedPhoto({ db }: Context, id: string, taskId: number) {
  const [photo] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.id, id), eq(photos.taskId, taskId)))
    .for('update')
  return photo
}

/** The refusal for a photo that does not exist, or that the viewer may not see. */
export const noSuchPhoto = () => notFound(msg('There is no such photo'))
