import type { Input } from '../../../shared/endpoint.ts'
import type { Photo, photosApi } from '../../../shared/photos.ts'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { announceComment, recount } from '../../core/tasks/contents.ts'
import { restoreLimit } from '../../core/write/restore-limit.ts'
import { update } from '../../core/write/write.ts'
import { photos } from '../../db/tables/photos.ts'
import { removablePhotoFor } from './access.ts'
import { bringBackToStep } from './step.ts'
import { photoOf } from './upload.ts'

/**
 * Brings a removed photo back to its comment or its step, for those who may remove it. A step is done again, by the
 * same person and at the same time as before. Throws 404 after 30 days, and if the comment or the step was deleted, or
 * the step has another photo.
 */
export async function restorePhoto(ctx: Context, { params }: Input<typeof photosApi.restore>): Promise<Photo> {
  const found = await removablePhotoFor(ctx, params.id)
  const { photo, task } = found
  if (photo.deletedAt === null || photo.deletedAt < restoreLimit(ctx.now))
    throw notFound(msg('There is no such removed photo'))
  if ('step' in found) await bringBackToStep(ctx, found.step, photo)
  else {
    await update(ctx, photos, photo, { deletedAt: null }, 'restore')
    announceComment(ctx, found.comment, task)
  }
  await recount(ctx, task.id)
  return photoOf(photo)
}
