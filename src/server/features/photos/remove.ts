import type { Input } from '../../../shared/endpoint.ts'
import type { photosApi } from '../../../shared/photos.ts'
import type { Context } from '../../core/context.ts'
import { announceComment, recount } from '../../core/tasks/contents.ts'
import { remove } from '../../core/write/write.ts'
import { photos } from '../../db/tables/photos.ts'
import { noSuchPhoto, removablePhotoFor } from './access.ts'
import { removeFromStep } from './step.ts'

/**
 * Takes a photo away from its comment or its step; the step is open again. It can be restored for 30 days. Throws 404
 * for one that has gone already, and 403 as `removablePhotoFor` does.
 */
export async function removePhoto(ctx: Context, { params }: Input<typeof photosApi.remove>): Promise<void> {
  const found = await removablePhotoFor(ctx, params.id)
  if (found.photo.deletedAt !== null) throw noSuchPhoto()
  if ('step' in found) await removeFromStep(ctx, found.step, found.photo)
  else {
    await remove(ctx, photos, found.photo)
    announceComment(ctx, found.comment, found.task)
  }
  await recount(ctx, found.task.id)
}
