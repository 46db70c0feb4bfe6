import { orientationAlone, orientationOf } from './exif.ts'
import { collectPieces, isColourProfile, must, type Parts, segmentCount } from './parts.ts'

const HEAD = 8
/** The bits of an extended header (VP8X). */
const PROFILE_BIT = 0x20
const ALPHA_BIT = 0x10
const EXIF_BIT = 0x08
const ANIMATION_BIT = 0x02
/** The head of an animation's frame, before its own chunks. */
const FRAME_HEAD = 16

interface Chunk {
  type: string
  start: number
  data: Buffer
  /** Behind the byte that makes its length even. */
  end: number
}

/**
 * Walks a WebP (RFC 9649). The pixels, their transparency, the frames of an animation and the colour profile stay.
 * EXIF, XMP and unknown chunks go, and all that comes after the end.
 */
export function webpParts(bytes: Buffer): Parts {
  const end = HEAD + bytes.readUInt32LE(4)
  must(end >= 20 && end <= bytes.length)
  const count = segmentCount()
  const chunks = chunksOf(bytes, 12, end, count)
  const first = chunks.next().value
  must(first !== undefined)
  const kept = collectPieces(bytes)
  if (first.type !== 'VP8X') {
    // A simple picture is this one chunk.
    const size = imageSize(first)
    must(size !== undefined)
    kept.keep(first.start, first.end)
    return { ...size, orientation: 1, isEmpty: false, pieces: riff(kept.done()) }
  }
  return extendedParts(first, chunks, kept, count)
}

function extendedParts(
  header: Chunk,
  chunks: Iterable<Chunk>,
  kept: ReturnType<typeof collectPieces>,
  count: () => void,
): Parts {
  must(header.data.length === 10)
  const flags = header.data[0] ?? 0
  const [width, height] = [header.data.readUIntLE(4, 3) + 1, header.data.readUIntLE(7, 3) + 1]
  const isAnimation = (flags & ANIMATION_BIT) !== 0
  let [orientation, hasProfile, hasImage, hasAlpha, isBegun] = [0, false, false, false, false]
  for (const chunk of chunks) {
    const { type, data } = chunk
    if (type === 'EXIF')
      orientation ||= orientationOf(data.toString('latin1', 0, 4) === 'Exif' ? data.subarray(6) : data)
    else if (type === 'ICCP' && !hasProfile && !hasImage && !isBegun && isColourProfile(data)) {
      hasProfile = true
      kept.keep(chunk.start, chunk.end)
    } else if (isAnimation && type === 'ANIM' && !isBegun) {
      must(data.length === 6)
      isBegun = true
      kept.keep(chunk.start, chunk.end)
    } else if (isAnimation && type === 'ANMF') {
      must(isBegun)
      hasImage = true
      for (const piece of frameOf(chunk, width, height, count)) kept.add(piece)
    } else if (!isAnimation && type === 'ALPH' && !hasAlpha && !hasImage) {
      hasAlpha = true
      kept.keep(chunk.start, chunk.end)
    } else if (!isAnimation && !hasImage && (type === 'VP8 ' || type === 'VP8L')) {
      const size = imageSize(chunk)
      must(size?.width === width && size.height === height && !(hasAlpha && type === 'VP8L'))
      hasImage = true
      kept.keep(chunk.start, chunk.end)
    }
  }
  must(hasImage)
  if (orientation > 1) kept.add(chunkOf('EXIF', orientationAlone(orientation)))
  const own = Buffer.from(header.data)
  own.fill(0, 0, 4)
  own[0] = (flags & (ALPHA_BIT | ANIMATION_BIT)) | (hasProfile ? PROFILE_BIT : 0) | (orientation > 1 ? EXIF_BIT : 0)
  return {
    width,
    height,
    orientation: orientation || 1,
    isEmpty: false,
    pieces: riff([chunkOf('VP8X', own), ...kept.done()]),
  }
}

/** A frame of an animation without unknown chunks. It must lie within the picture. */
function frameOf({ data }: Chunk, width: number, height: number, count: () => void) {
  must(data.length > FRAME_HEAD)
  const [x, y] = [2 * data.readUIntLE(0, 3), 2 * data.readUIntLE(3, 3)]
  const own = { width: data.readUIntLE(6, 3) + 1, height: data.readUIntLE(9, 3) + 1 }
  must(x + own.width <= width && y + own.height <= height)
  const kept = collectPieces(data)
  kept.keep(0, FRAME_HEAD)
  let [hasAlpha, hasImage] = [false, false]
  for (const chunk of chunksOf(data, FRAME_HEAD, data.length, count)) {
    if (chunk.type === 'ALPH' && !hasAlpha && !hasImage) hasAlpha = true
    else if (!hasImage && (chunk.type === 'VP8 ' || chunk.type === 'VP8L')) {
      const size = imageSize(chunk)
      must(size?.width === own.width && size.height === own.height)
      hasImage = true
    } else continue
    kept.keep(chunk.start, chunk.end)
  }
  must(hasImage)
  const pieces = kept.done()
  return [headOf('ANMF', lengthOf(pieces)), ...pieces]
}

/** The chunks between two positions, each counted. One that reaches beyond the end ends the walk with a fault. */
function* chunksOf(bytes: Buffer, from: number, end: number, count: () => void): Generator<Chunk, undefined> {
  for (let at = from; at < end; ) {
    count()
    must(at + HEAD <= end)
    const length = bytes.readUInt32LE(at + 4)
    const next = at + HEAD + length + (length % 2)
    must(next <= end)
    const data = bytes.subarray(at + HEAD, at + HEAD + length)
    yield { type: bytes.toString('latin1', at, at + 4), start: at, data, end: next }
    at = next
  }
}

/** The size of packed pixels (RFC 9649, 2.6; RFC 6386, 9.1); undefined for other or damaged chunks. */
function imageSize({ type, data }: Chunk) {
  if (type === 'VP8 ' && data.length >= 10) {
    const isKeyFrame = ((data[0] ?? 1) & 1) === 0 && data.readUIntBE(3, 3) === 0x9d012a
    // The first part of the pixels stands behind a head of ten bytes, and is whole.
    const part = data.readUIntLE(0, 3) >>> 5
    const hasPixels = part > 0 && 10 + part <= data.length
    return isKeyFrame && hasPixels
      ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
      : undefined
  }
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1)
    return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined
  }
  return undefined
}

const lengthOf = (pieces: Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

function headOf(type: string, length: number) {
  const head = Buffer.alloc(HEAD)
  head.write(type, 'latin1')
  head.writeUInt32LE(length, 4)
  return head
}

/** A chunk of even length. */
const chunkOf = (type: string, data: Buffer) => Buffer.concat([headOf(type, data.length), data])

/** The whole file of these chunks. */
const riff = (pieces: Buffer[]) => [headOf('RIFF', 4 + lengthOf(pieces)), Buffer.from('WEBP'), ...pieces]
