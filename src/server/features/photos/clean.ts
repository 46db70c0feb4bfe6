import type { ReceivedFile } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/message.ts'
import { cleanPicture, type PictureType } from '../../adapters/pictures.ts'
import { invalid } from '../../base/errors.ts'
import { fairQueue } from '../../base/fair-queue.ts'
import type { Context } from '../../core/context.ts'
import { replaceBytes } from '../../core/files.ts'

/** A stored picture without metadata. */
export interface CleanFile {
  file: ReceivedFile
  type: PictureType
  /** In pixels, as people see it. */
  width: number
  height: number
}

/** Each picture is held in memory whole while it is walked. The others wait in the store. */
const queue = fairQueue({ concurrency: 1, concurrencyPerKey: 1 })

const faults = {
  damaged: msg('This picture is damaged and cannot be read. Save it again and upload that.'),
  'too-large': msg('This picture has too many pixels. The most is 50 megapixels.'),
}

/**
 * Takes the metadata out of a received picture: its bytes in the store are replaced. Throws 400 at `path` for a file that is no
 * picture, and for one of too many pixels.
 */
export const cleanFile = (ctx: Context, file: ReceivedFile, path: string): Promise<CleanFile> =>
  queue(ctx.viewer.id, async () => {
    const picture = cleanPicture(await bytesOf(ctx, file))
    if ('fault' in picture) throw invalid(path, faults[picture.fault])
    const { type, width, height, pieces } = picture
    await replaceBytes(ctx, file, pieces)
    // The sender's name of it may say more than the picture.
    file.fileName = `photo.${type.slice('image/'.length)}`
    return { file, type, width, height }
  })

/** What the next picture is read into. It grows to the largest of them, so that memory for each need not be found, and freed, anew. */
let room = Buffer.alloc(0)

/** The bytes of a stored file. They are those of the next one once this turn in the queue is over. */
async function bytesOf({ services }: Context, { storedAs, size }: ReceivedFile) {
  if (room.length < size) room = Buffer.alloc(size)
  const bytes = room.subarray(0, size)
  await services.files.readInto(storedAs, bytes)
  return bytes
}
