import { crc32 } from 'node:zlib'
import { orientationAlone, orientationOf } from './exif.ts'
import { collectPieces, fitsProfile, must, type Parts, segmentCount } from './parts.ts'

const SIGNATURE = 8
/** The signature and the header. */
const BEGINNING = 33
/** The bytes of a chunk beside its data: length and type before it, the checksum behind it. */
const HEAD = 8
const CHECKSUM = 4

/** The bit depths that each kind of colour may have. */
const DEPTHS: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }

/** The samples of a pixel, for each kind of colour. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Deflate (RFC 1951) makes at most 258 bytes out of two bits. */
const MOST_PACKED = 1032

/** Chunks that change how the picture looks, once each and before its pixels, with the lengths that they may have. */
const LOOKS: Record<string, number[] | ((length: number) => boolean)> = {
  tRNS: (length) => length > 0 && length <= 256,
  gAMA: [4],
  cHRM: [32],
  sRGB: [1],
  sBIT: [1, 2, 3, 4],
  cICP: [4],
  mDCV: [24],
  cLLI: [8],
  bKGD: [1, 2, 6],
  pHYs: [9],
  acTL: [8],
}
const FRAME = 26

/**
 * Walks a PNG (third edition, with animations). The pixels stay, and the chunks that change how they look. Texts,
 * times, EXIF and unknown chunks go, and all that comes after the end. A chunk that is of the wrong length goes too, if
 * a picture can be shown without it.
 */
export function pngParts(bytes: Buffer): Parts {
  const kept = collectPieces(bytes)
  const seen = new Set<string>()
  const count = segmentCount()
  let [orientation, at] = [0, SIGNATURE]
  let [width, height, depth, colour, pixelsEnded, packed] = [0, 0, 0, 0, false, 0]
  for (let type = ''; type !== 'IEND'; ) {
    count()
    must(at + HEAD + CHECKSUM <= bytes.length)
    const length = bytes.readUInt32BE(at)
    const end = at + HEAD + length + CHECKSUM
    must(end <= bytes.length)
    const last = type
    type = bytes.toString('latin1', at + 4, at + HEAD)
    const data = bytes.subarray(at + HEAD, end - CHECKSUM)
    must(/^[A-Za-z]{4}$/.test(type) && crc32(bytes.subarray(at + 4, end - CHECKSUM)) === bytes.readUInt32BE(end - 4))
    must((type === 'IHDR') === (at === SIGNATURE))
    if (last === 'IDAT' && type !== 'IDAT') pixelsEnded = true

    let stays = false
    if (type === 'IHDR') {
      must(length === 13 && isHeader(data))
      ;[width, height, depth, colour] = [data.readUInt32BE(0), data.readUInt32BE(4), data[8] ?? 0, data[9] ?? 0]
    } else if (type === 'PLTE') {
      must(!seen.has('PLTE') && !seen.has('IDAT') && length % 3 === 0 && length > 0 && length <= 768)
      stays = colour !== 0 && colour !== 4
    } else if (type === 'IDAT') {
      must(!pixelsEnded && (colour !== 3 || seen.has('PLTE')))
      packed += length
      stays = true
    } else if (type === 'IEND') {
      must(length === 0 && seen.has('IDAT'))
      stays = true
    } else if (type === 'fcTL' || type === 'fdAT') {
      stays = seen.has('acTL')
      if (stays && type === 'fcTL') must(length === FRAME && isWithin(data, width, height))
      if (stays && type === 'fdAT') must(length >= 4 && seen.has('fcTL') && seen.has('IDAT'))
    } else if (type === 'iCCP') {
      const profile = seen.has('iCCP') || seen.has('IDAT') ? undefined : profileChunk(data)
      if (profile) for (const piece of profile) kept.add(piece)
    } else if (type === 'eXIf') {
      orientation ||= orientationOf(data)
    } else {
      // A chunk with a capital at its beginning is needed to show the picture, and this one is unknown.
      must(/^[a-z]/.test(type))
      const lengths = LOOKS[type]
      const fits = typeof lengths === 'function' ? lengths(length) : lengths?.includes(length)
      stays = fits === true && !seen.has(type) && !seen.has('IDAT')
    }
    if (stays) kept.keep(at, end)
    if (stays || type === 'iCCP') seen.add(type)
    at = end
  }
  const upright = orientation > 1 ? chunk('eXIf', orientationAlone(orientation)) : []
  const pieces = [bytes.subarray(0, BEGINNING), ...upright, ...kept.done()]
  const isEmpty = packed === 0 || packed * MOST_PACKED < (width * height * depth * (SAMPLES[colour] ?? 1)) / 8
  return { width, height, orientation: orientation || 1, isEmpty, pieces }
}

function isHeader(data: Buffer) {
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = data.subarray(8)
  const isSmall = data.readUInt32BE(0) < 2 ** 31 && data.readUInt32BE(4) < 2 ** 31
  return isSmall && DEPTHS[colour]?.includes(depth) === true && compression === 0 && filter === 0 && interlace < 2
}

/** Whether a frame of an animation lies within the picture. */
function isWithin(data: Buffer, width: number, height: number) {
  const [ownWidth = 0, ownHeight = 0, x = 0, y = 0] = [4, 8, 12, 16].map((at) => data.readUInt32BE(at))
  return ownWidth > 0 && ownHeight > 0 && x + ownWidth <= width && y + ownHeight <= height
}

/** The colour profile, under our own name: its name is the sender's text. Undefined if it is too long, or none. */
function profileChunk(data: Buffer) {
  const nameEnd = data.indexOf(0)
  const isPacked = nameEnd > 0 && nameEnd < 80 && data[nameEnd + 1] === 0
  if (!isPacked || !fitsProfile(data.length)) return undefined
  return chunk('iCCP', Buffer.from('icc\0'), data.subarray(nameEnd + 1))
}

function chunk(type: string, ...data: Buffer[]) {
  const head = Buffer.alloc(HEAD)
  head.writeUInt32BE(data.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  const checksum = Buffer.alloc(CHECKSUM)
  checksum.writeUInt32BE(data.reduce((sum, part) => crc32(part, sum), crc32(head.subarray(4))))
  return [head, ...data, checksum]
}
