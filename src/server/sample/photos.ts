import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type PictureName, pictures } from '../../../sample/pictures.ts'
import type { Context } from '../core/context.ts'
import { addPhoto } from '../features/photos/upload.ts'
import { draw } from './draw.ts'

/** Pixels of a unit of the drawings. */
const SCALE = 2
const THUMBNAIL_SCALE = 0.8

/** Draws a photo and uploads it for the context's person. Returns its id, the same for the same `key`. */
export async function putPhoto(ctx: Context, name: PictureName, key: string): Promise<string> {
  const hash = createHash('sha256').update(`${key} ${name}`).digest('hex')
  const id = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
  await addPhoto(ctx, id, [await storePicture(ctx, name, SCALE), await storePicture(ctx, name, THUMBNAIL_SCALE)])
  return id
}

async function storePicture({ services }: Context, name: PictureName, scale: number) {
  const { png, width, height } = draw(pictures[name], scale)
  const bytes = await services.files.put(Readable.from([png]), { maxBytes: png.length })
  return { file: { ...bytes, fileName: 'photo.png', isKept: true }, type: 'image/png' as const, width, height }
}
