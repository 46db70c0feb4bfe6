import { MAX_PHOTO_EDGE } from '../../shared/photos.ts'
import { jpegParts } from './pictures/jpeg.ts'
import { type Fault, type Parts, PictureFault } from './pictures/parts.ts'
import { pngParts } from './pictures/png.ts'
import { webpParts } from './pictures/webp.ts'

/**
 * Takes everything out of a picture that is not needed to show it: time, place, device and author, the uncropped
 * preview, comments, and files that are hidden behind it. It walks the segments of the file and unpacks nothing, so the
 * worst that a hostile picture can do here is to be refused. It needs as much memory as the file, and time linear in
 * its length.
 */

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** A picture without its metadata. */
export interface CleanPicture {
  type: PictureType
  /** Of the picture as people see it, upright. */
  width: number
  height: number
  /** The bytes, in order. They share the memory of the original. */
  pieces: Buffer[]
}

const walks: Record<PictureType, (bytes: Buffer) => Parts> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
}

/** The kind of a picture by its first twelve bytes, not by its name; undefined if Muster does not take it. */
export function pictureTypeOf(beginning: Buffer): PictureType | undefined {
  const text = beginning.toString('latin1', 0, 12)
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'image/webp' : undefined
}

/**
 * Walks a whole picture and returns the parts that stay. An orientation stays as well, in a segment of our own: a
 * browser that has not applied it before would show the picture lying on its side.
 *
 * @returns the fault, for a file that cannot be walked to its end, is too wide or too high, or has no pixels
 */
export function cleanPicture(bytes: Buffer): CleanPicture | { fault: Fault } {
  const type = pictureTypeOf(bytes)
  if (!type) return { fault: 'damaged' }
  try {
    const { width, height, orientation, isEmpty, pieces } = walks[type](bytes)
    if (width === 0 || height === 0) return { fault: 'damaged' }
    if (Math.max(width, height) > MAX_PHOTO_EDGE) return { fault: 'too-large' }
    if (isEmpty) return { fault: 'empty' }
    // From 5 on, the picture is turned by a quarter.
    const [shownWidth, shownHeight] = orientation < 5 ? [width, height] : [height, width]
    return { type, width: shownWidth, height: shownHeight, pieces }
  } catch (error) {
    if (error instanceof PictureFault) return { fault: error.fault }
    throw error
  }
}
