import { type Message, msg } from '../../../shared/words/message.ts'
import type { SmallPhoto } from '../../offline/stored-photos.ts'

/** Pixels of the longer side of the photo that is sent, and of the small one for lists. */
const MAX_EDGE = 1600
const THUMBNAIL_EDGE = 320
/** Of JPEG, from 0 to 1. */
const QUALITY = 0.82
const THUMBNAIL_QUALITY = 0.7

/** A picture that the browser cannot read; the message has the remedy. */
export class UnreadablePicture extends Error {
  readonly words: Message

  constructor(words: Message) {
    super('The picture cannot be read')
    this.words = words
  }
}

const isHeic = ({ name, type }: File) => /hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)

/**
 * Makes a photo small before it is sent: upright, a JPEG without metadata, and a small picture for lists. Throws
 * `UnreadablePicture` for a file that this browser cannot read as a picture.
 */
export async function shrink(file: File): Promise<SmallPhoto> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnreadablePicture(
      isHeic(file)
        ? msg(
            'This browser cannot read HEIC photos. Choose "Most Compatible" under Camera › Formats in the settings of the phone, or send a screenshot of the photo.',
          )
        : msg('This file is not a picture that can be read. Send a JPEG, PNG or WebP.'),
    )
  })
  try {
    const canvas = scaled(picture, MAX_EDGE)
    // Of the smaller one: to go through twelve megapixels twice takes an old phone a second.
    const small = scaled(canvas, THUMBNAIL_EDGE)
    const [thumbnail, file] = await Promise.all([jpeg(small, THUMBNAIL_QUALITY), jpeg(canvas, QUALITY)])
    return { file, thumbnail }
  } finally {
    picture.close()
  }
}

function scaled(picture: ImageBitmap | HTMLCanvasElement, maxEdge: number): HTMLCanvasElement {
  const scale = Math.min(1, maxEdge / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('The browser gives no canvas')
  // JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function jpeg(canvas: HTMLCanvasElement, quality: number): Promise<ArrayBuffer> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  // Safari holds the memory of a canvas until it is empty.
  canvas.width = 0
  if (!blob) throw new Error('The browser makes no JPEG')
  return blob.arrayBuffer()
}
