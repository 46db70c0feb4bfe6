import type { BufferedFile } from '../../../shared/endpoint.ts'
import { MAX_PHOTO_EDGE } from '../../../shared/photos.ts'
import { msg } from '../../../shared/words/message.ts'
import { type CleanPicture, cleanPicture } from '../../adapters/pictures.ts'
import { invalid } from '../../base/errors.ts'

/** A picture without metadata, which is in memory. */
export interface CleanFile extends Omit<CleanPicture, 'pieces'> {
  bytes: Buffer
  /** The sender's name of it may say more than the picture, so it has another. */
  fileName: string
}

const faults = {
  damaged: msg('This picture is damaged and cannot be read. Save it again and upload that.'),
  'too-large': msg(
    '{max, plural, one {This picture is too large. It can be at most # pixel wide and high.} other {This picture is too large. It can be at most # pixels wide and high.}}',
    { max: MAX_PHOTO_EDGE },
  ),
  empty: msg('This picture is empty or incomplete. Save it again and upload that.'),
}

/** Cleans a received picture of metadata. Throws 400 at `path` if it is none, or has no or too many pixels. */
export function cleanFile(file: BufferedFile, path: string): CleanFile {
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
  const picture = cleanPicture(bytes)
  if ('fault' in picture) throw invalid(path, faults[picture.fault])
  const { type, width, height, pieces } = picture
  // The app's own pictures have nothing to be taken out, and need no other memory.
  const stays = isWhole(bytes, pieces) ? bytes : Buffer.concat(pieces)
  return { bytes: stays, fileName: `photo.${type.slice('image/'.length)}`, type, width, height }
}

/** Whether these pieces are all of the bytes, in order. */
function isWhole(bytes: Buffer, pieces: Buffer[]) {
  let at = 0
  const isNext = (piece: Buffer) => {
    at += piece.length
    return piece.equals(bytes.subarray(at - piece.length, at))
  }
  return pieces.every(isNext) && at === bytes.length
}
