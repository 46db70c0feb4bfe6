import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { photosApi } from '../../../shared/photos.ts'
import type { Context, StoredFile } from '../../core/context.ts'
import { fileFor } from '../../core/files/files.ts'
import { files } from '../../db/tables/files.ts'
import { photos } from '../../db/tables/photos.ts'

/** A photo. Throws 404 if there is none, or the viewer may not see its comment or step. */
export const readPhoto = (ctx: Context, { params }: Input<typeof photosApi.file>) =>
  storedPhoto(ctx, params.id, sql`${photos.fileId}`)

/** The small picture of a photo, or the photo itself if its sender has made none. Throws as `readPhoto`. */
export const readThumbnail = (ctx: Context, { params }: Input<typeof photosApi.thumbnail>) =>
  storedPhoto(ctx, params.id, sql`coalesce(${photos.thumbnailFileId}, ${photos.fileId})`)

async function storedPhoto(ctx: Context, id: string, fileId: SQL): Promise<StoredFile> {
  const file = await fileFor(ctx, sql`${files.id} = (select ${fileId} from ${photos} where ${photos.id} = ${id})`)
  const { storedAs, size, fileName, mediaType } = file
  return { storedAs, size, fileName, mediaType, tag: `f${file.id}-${size}` }
}
