import * as z from 'zod/mini'

/** Bytes of a photo. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
/** Pixels of a photo. */
export const MAX_PHOTO_PIXELS = 50_000_000
/** Photos of one comment. */
export const MAX_COMMENT_PHOTOS = 10

/** A photo's id. The client makes it, so that a repeated upload is the same photo. */
export const photoId = z.uuid().check(z.toLowerCase())

export const Photo = z.object({
  id: photoId,
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  /** In bytes. */
  size: z.int(),
  /** Addresses of the picture and of the small one. */
  url: z.string(),
  thumbnailUrl: z.string(),
})
export type Photo = z.output<typeof Photo>

/** The addresses of a photo. */
export const photoUrls = (id: string) => ({
  url: `/api/v1/photos/${id}`,
  thumbnailUrl: `/api/v1/photos/${id}/thumbnail`,
})
