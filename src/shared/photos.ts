import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { english } from './words/message.ts'

/** Bytes of a photo. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
/**
 * Pixels of a photo's longer side. A browser unpacks the photo that somebody opens, and takes four bytes for each
 * pixel: 64 MB at most. The app sends 1600 pixels; a program may send a camera's twelve megapixels.
 */
export const MAX_PHOTO_EDGE = 4096
/** A photo with a longer side has a small picture beside it: without one, lists show the photo itself. */
export const MAX_EDGE_ALONE = 1600
/** Bytes of the small picture that comes with a photo, and pixels of its longer side. */
export const MAX_THUMBNAIL_BYTES = 200 * 1024
export const MAX_THUMBNAIL_EDGE = 640
/** Photos of one person that hang on nothing. */
export const MAX_UNATTACHED_PHOTOS = 50
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

const params = { id: photoId }

export const photosApi = {
  upload: endpoint({
    method: 'PUT',
    path: '/photos/:id',
    summary: 'Upload a JPEG, PNG or WebP under a new id. The same id again is the same photo',
    allow: 'task:comment',
    limit: 'photo',
    params,
    form: z.strictObject({}),
    files: {
      file: { min: 1, max: 1, maxBytes: MAX_PHOTO_BYTES, isBuffered: true, missing: english('Select a photo') },
      thumbnail: { max: 1, maxBytes: MAX_THUMBNAIL_BYTES, isBuffered: true },
    },
    reply: Photo,
    status: 201,
    statusAgain: 200,
  }),
  file: endpoint({
    method: 'GET',
    path: '/photos/:id',
    summary: 'A photo, whole or in ranges',
    allow: 'task:read',
    params,
    stored: 'image/*',
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/photos/:id/thumbnail',
    summary: 'The small picture of a photo, or the photo itself if it has none',
    allow: 'task:read',
    params,
    stored: 'image/*',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/photos/:id',
    summary: 'Remove a photo from its comment or its step',
    allow: 'task:comment',
    limit: 'photo',
    params,
    changes: ['photos', 'comments', 'steps'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/photos/:id/restore',
    summary: 'Bring back a photo removed within the last 30 days',
    allow: 'task:comment',
    limit: 'photo',
    params,
    reply: Photo,
    status: 200,
    changes: ['photos', 'comments', 'steps'],
  }),
}
