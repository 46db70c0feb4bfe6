import { sql } from 'drizzle-orm'
import type { BufferedFile, Input, ReceivedFile } from '../../../shared/endpoint.ts'
import {
  MAX_EDGE_ALONE,
  MAX_THUMBNAIL_EDGE,
  MAX_UNATTACHED_PHOTOS,
  type Photo,
  photosApi,
  photoUrls,
} from '../../../shared/photos.ts'
import { msg } from '../../../shared/words/message.ts'
import { pictureTypeOf } from '../../adapters/pictures.ts'
import { conflict, HttpError, invalid, violates } from '../../base/errors.ts'
import { ownLoosePhotos } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { addFiles, keepFiles, withStored } from '../../core/files/files.ts'
import { mustKeepLimit } from '../../core/rate-limits.ts'
import { executePrepared } from '../../db/connect/connect.ts'
import { insertRows } from '../../db/rows.ts'
import { photos } from '../../db/tables/photos.ts'
import { type CleanFile, cleanFile } from './clean.ts'
import { unattachedBefore } from './expire.ts'

/** The share of the disk that stays free of photos, for everything else that Muster writes. */
const RESERVED_SHARE = 0.05
/** Seconds. Somebody must make room first. */
const RETRY_AFTER_DISK = 30

type Upload = Input<typeof photosApi.upload>

/** Throws 415 unless a file begins like a JPEG, a PNG or a WebP, with any name. */
export function acceptPicture(beginning: Buffer) {
  if (!pictureTypeOf(beginning))
    throw new HttpError(415, 'wrong_type', msg('Only JPEG, PNG and WebP pictures are allowed'))
}

/** Throws 409 for another person's photo or too many unattached ones, and 503 if the disk is nearly full. */
export async function mayUploadPhoto(ctx: Context, { params }: Pick<Upload, 'params'>) {
  // At once: on a busy server each question waits for its turn.
  const questions = [ownPhoto(ctx, params.id), hasRoom(ctx), ctx.services.files.freeShare()] as const
  const [known, isRoom, freeShare] = await Promise.all(questions)
  if (known) return
  if (!isRoom) throw tooManyPhotos()
  if (freeShare < RESERVED_SHARE)
    throw new HttpError(
      503,
      'disk_full',
      msg("The server's disk is nearly full. It accepts no more photos. Tell the person who runs Muster."),
      { retryAfter: RETRY_AFTER_DISK },
    )
}

/**
 * Takes a photo in: without metadata, and at first hanging on nothing. If the viewer has uploaded a photo under this id
 * before, that one is the reply, and the files are thrown away. Throws `HttpError`; then neither file nor rows stay.
 */
export async function uploadPhoto(ctx: Context, { params: { id }, files }: Upload): Promise<Photo> {
  const picture = cleanFile(files.file[0], 'file')
  const thumbnail = files.thumbnail[0] && cleanThumbnail(files.thumbnail[0], picture)
  if (!thumbnail && Math.max(picture.width, picture.height) > MAX_EDGE_ALONE)
    throw invalid(
      'thumbnail',
      msg(
        '{max, plural, one {A photo of more than # pixel needs a small picture with it} other {A photo of more than # pixels needs a small picture with it}}',
        { max: MAX_EDGE_ALONE },
      ),
    )
  const asked = ownPhoto(ctx, id)
  // Its error is seen below, once the files are stored: until then they cannot be removed.
  asked.catch(() => {})
  try {
    return await withStored(ctx, thumbnail ? [picture, thumbnail] : [picture], async (stored) => {
      const known = await asked
      if (known) return again(ctx, known)
      const files = stored.map(({ file }) => file)
      return keepFiles(ctx, files, (within) => addPhoto(within, id, stored))
    })
  } catch (error) {
    // The same photo was sent twice at the same time.
    const other = violates(error, 'photos_pkey') && (await ownPhoto(ctx, id))
    if (!other) throw error
    return again(ctx, other)
  }
}

function again(ctx: Context, photo: Photo) {
  ctx.wasThere = true
  return photo
}

function cleanThumbnail(file: BufferedFile, picture: CleanFile) {
  const thumbnail = cleanFile(file, 'thumbnail')
  if (Math.max(thumbnail.width, thumbnail.height) > MAX_THUMBNAIL_EDGE)
    throw invalid('thumbnail', msg('Must be at most 640 pixels wide and high'))
  if (!isSmallOf(thumbnail, picture))
    throw invalid('thumbnail', msg('Must show the photo: no larger, and of the same proportions'))
  return thumbnail
}

/** Whether one picture can be a smaller copy: sides in the other's proportion, rounded to whole pixels. */
function isSmallOf(small: CleanFile, { width, height }: CleanFile) {
  const scale = Math.max(small.width, small.height) / Math.max(width, height)
  const fits = (own: number, of: number) => Math.abs(own - Math.max(1, of * scale)) <= 1
  return scale <= 1 && fits(small.width, width) && fits(small.height, height)
}

/** A stored picture without metadata. */
type StoredPicture = Pick<CleanFile, 'type' | 'width' | 'height'> & { file: ReceivedFile }

/** Writes the rows of a photo whose files are stored, and of its thumbnail, if any. It hangs on nothing yet. */
export async function addPhoto(
  ctx: Context,
  id: string,
  pictures: [StoredPicture, ...StoredPicture[]],
): Promise<Photo> {
  // The limit locks the person's row, so that photos that are sent at once are counted one after the other.
  await mustKeepLimit(ctx, photosApi.upload)
  if (!(await hasRoom(ctx))) throw tooManyPhotos()
  const { width, height, file } = pictures[0]
  const added = pictures.map(({ file, type }) => ({ file, mediaType: type }))
  const [fileId, thumbnailFileId] = await addFiles(ctx, added, { type: 'photo', id })
  const values = {
    ...{ id, width, height, size: file.size, createdBy: ctx.viewer.id, createdAt: ctx.now.toISOString() },
    ...{ fileId: fileId as number, thumbnailFileId: thumbnailFileId ?? null },
  }
  await insertRows(ctx.db, photos, [values])
  return photoOf(values)
}

/** A photo as replies give it. */
export const photoOf = ({ id, width, height, size }: Omit<Photo, 'url' | 'thumbnailUrl'>): Photo => ({
  ...{ id, width, height, size },
  ...photoUrls(id),
})

/** The viewer's photo of this id; undefined if there is none. Throws 409 if it is another person's. */
async function ownPhoto(ctx: Context, id: string) {
  const [photo] = await executePrepared<Omit<Photo, 'url' | 'thumbnailUrl'> & { createdBy: string }>(
    ctx.db,
    sql`select id, width, height, size, created_by as "createdBy" from ${photos} where ${photos.id} = ${id}`,
  )
  if (photo && photo.createdBy !== ctx.viewer.id) throw conflict('taken', msg('This exists already'))
  return photo && photoOf(photo)
}

/** Whether the viewer has few enough photos that hang on nothing for another one. */
async function hasRoom(ctx: Context) {
  const [row] = await executePrepared<{ photos: number }>(
    ctx.db,
    sql`select count(*)::int as photos from ${photos} where ${ownLoosePhotos(ctx)} and ${photos.createdAt} > ${unattachedBefore(ctx.now)}`,
  )
  return (row?.photos ?? 0) < MAX_UNATTACHED_PHOTOS
}

const tooManyPhotos = () =>
  conflict('too_many_photos', msg('You have sent 50 photos that belong to no task. Use some of them, or wait a day.'))
