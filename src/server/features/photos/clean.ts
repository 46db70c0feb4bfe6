import type { HeldFile } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/message.ts'
import { sizeOf } from '../../adapters/files.ts'
import { type CleanPicture, cleanPicture } from '../../adapters/pictures.ts'
import { invalid } from '../../base/errors.ts'

/** A picture without metadata, which is in memory. */
export interface CleanFile extends Omit<CleanPicture, 'pieces'> {
  pieces: Uint8Array[]
  /** The sender's name of it may say more than the picture, so it has another. */
  fileName: string
}

const faults = {
  damaged: msg('This picture is damaged and cannot be read. Save it again and upload that.'),
  'too-large': msg('This picture has too many pixels. The most is 50 megapixels.'),
}

/** What the next picture is copied into. It grows to the largest of them, so that memory for each need not be found, and freed, anew. */
let room = Buffer.alloc(0)

/** Takes the metadata out of a received picture. Throws 400 at `path` for a file that is no picture, and for one of too many pixels. */
export function cleanFile({ pieces }: HeldFile, path: string): CleanFile {
  const bytes = inRoom(pieces)
  const picture = cleanPicture(bytes)
  if ('fault' in picture) throw invalid(path, faults[picture.fault])
  // The app's own pictures have nothing to be taken out.
  const stays = isWhole(bytes, picture.pieces) ? pieces : [Buffer.concat(picture.pieces)]
  return { ...picture, pieces: stays, fileName: `photo.${picture.type.slice('image/'.length)}` }
}

/** The bytes of a file, one after the other, until the next call. */
function inRoom(pieces: Uint8Array[]) {
  const size = sizeOf(pieces)
  if (room.length < size) room = Buffer.alloc(size)
  let at = 0
  for (const piece of pieces) {
    room.set(piece, at)
    at += piece.length
  }
  return room.subarray(0, size)
}

/** Whether these pieces are all of the bytes, in order. */
function isWhole(bytes: Buffer, pieces: Buffer[]) {
  let at = 0
  return (
    sizeOf(pieces) === bytes.length &&
    pieces.every((piece) => {
      at += piece.length
      return piece.equals(bytes.subarray(at - piece.length, at))
    })
  )
}
