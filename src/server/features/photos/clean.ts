import type { HeldFile } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/message.ts'
import { cleanPicture, type PictureType } from '../../adapters/pictures.ts'
import { invalid } from '../../base/errors.ts'

/** A picture without metadata, which is in memory. */
export interface CleanFile {
  bytes: Buffer
  /** The sender's name of it may say more than the picture, so it has another. */
  fileName: string
  type: PictureType
  /** In pixels, as people see it. */
  width: number
  height: number
}

const faults = {
  damaged: msg('This picture is damaged and cannot be read. Save it again and upload that.'),
  'too-large': msg('This picture has too many pixels. The most is 50 megapixels.'),
}

/** Takes the metadata out of a received picture. Throws 400 at `path` for a file that is no picture, and for one of too many pixels. */
export function cleanFile({ bytes }: HeldFile, path: string): CleanFile {
  const picture = cleanPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if ('fault' in picture) throw invalid(path, faults[picture.fault])
  const { type, width, height, pieces } = picture
  return { bytes: Buffer.concat(pieces), fileName: `photo.${type.slice('image/'.length)}`, type, width, height }
}
