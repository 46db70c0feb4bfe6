import { orientationAlone, orientationOf } from './exif.ts'
import { collectPieces, isColourProfile, must, type Parts, segmentCount } from './parts.ts'

/** Markers, the second byte of each (ITU T.81, table B.1). */
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const DQT = 0xdb
const DHT = 0xc4
const DRI = 0xdd
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COM = 0xfe
/** Baseline, extended and progressive pictures. No browser shows the other kinds. */
const FRAMES = [0xc0, 0xc1, 0xc2]

/** A progressive picture has about ten scans. Every scan makes viewers walk over all pixels. */
const MAX_SCANS = 100
const PROFILE = 'ICC_PROFILE\0'
/** Bytes of a marker with a length. */
const HEAD = 4

interface Segment {
  marker: number
  /** The position of the marker's 0xff. */
  start: number
  /** The bytes behind the length. */
  data: Buffer
  end: number
}

/**
 * Walks a JPEG (ITU T.81). The tables, the frame and the scans stay, and of the application segments: JFIF without its
 * preview, the colour profile, and Adobe's colour transform. All comments and other segments go, and all that comes
 * after the end.
 */
export function jpegParts(bytes: Buffer): Parts {
  const kept = collectPieces(bytes)
  const [beginning, colours] = [new Map<number, Buffer>(), profileParts()]
  let [orientation, frame, scans, packed, at] = [0, undefined as Buffer | undefined, 0, 0, 2]
  must(bytes.readUInt16BE(0) === 0xff00 + SOI)
  kept.keep(0, 2)
  const count = segmentCount()
  // The parts before the tables are put together first, because they may be spread over the file.
  const body = collectPieces(bytes)
  for (;;) {
    count()
    const segment = segmentAt(bytes, at)
    const { marker, data } = segment
    at = segment.end
    if (marker === EOI) break
    if (FRAMES.includes(marker)) {
      must(frame === undefined && isFrame(data))
      frame = data
    } else if (marker === SOS) {
      scans += 1
      must(frame !== undefined && scans <= MAX_SCANS && data.length === 4 + 2 * (data[0] ?? 0))
      const begin = at
      at = scanEnd(bytes, at)
      packed += at - begin
    } else if (marker === DQT) must(isQuantisation(data))
    else if (marker === DHT) must(isHuffman(data))
    else if (marker === DRI) must(data.length === 2)
    else if ((marker >= APP0 && marker <= APP15) || marker === COM) {
      if (marker === APP0) setOnce(beginning, APP0, jfifOf(data))
      if (marker === APP14) setOnce(beginning, APP14, adobeOf(data))
      if (marker === APP1 && startsWith(data, 'Exif\0')) orientation ||= orientationOf(data.subarray(6))
      if (marker === APP2 && startsWith(data, PROFILE)) colours.take(data)
      continue
    } else must(false)
    body.keep(segment.start, at)
  }
  must(frame !== undefined && scans > 0)
  const { height, width } = { height: frame.readUInt16BE(1), width: frame.readUInt16BE(3) }
  for (const [marker, data] of [
    [APP0, beginning.get(APP0)],
    [APP1, orientation > 1 ? Buffer.concat([Buffer.from('Exif\0\0'), orientationAlone(orientation)]) : undefined],
    ...colours.whole().map((data) => [APP2, data] as const),
    [APP14, beginning.get(APP14)],
  ] as const)
    if (data) kept.add(Buffer.concat([head(marker, data.length), data]))
  for (const piece of body.done()) kept.add(piece)
  kept.add(Buffer.from([0xff, EOI]))
  const isEmpty = packed * 8 < blocksOf(frame, width, height)
  return { width, height, orientation: orientation || 1, isEmpty, pieces: kept.done() }
}

/** How many squares of eight pixels a picture has in all its components (T.81, A.1.1). Each takes one bit at least. */
function blocksOf(frame: Buffer, width: number, height: number) {
  const factors = Array.from({ length: frame[5] ?? 0 }, (_, at) => frame[7 + 3 * at] ?? 0)
  const across = factors.map((factor) => factor >> 4)
  const down = factors.map((factor) => factor & 15)
  const squares = (pixels: number, own: number, all: number[]) =>
    Math.ceil(Math.ceil((pixels * own) / Math.max(...all)) / 8)
  return factors.reduce(
    (sum, _, at) => sum + squares(width, across[at] ?? 0, across) * squares(height, down[at] ?? 0, down),
    0,
  )
}

/** The segment that begins at a position. Any number of 0xff may stand before its marker; they are left out. */
function segmentAt(bytes: Buffer, from: number): Segment {
  must(bytes[from] === 0xff)
  let at = from + 1
  while (bytes[at] === 0xff) at += 1
  const marker = bytes[at] ?? 0
  const start = at - 1
  if (marker === EOI) return { marker, start, data: Buffer.alloc(0), end: at + 1 }
  must(at + 3 <= bytes.length)
  const end = at + 1 + bytes.readUInt16BE(at + 1)
  must(end >= at + 3 && end <= bytes.length)
  return { marker, start, data: bytes.subarray(start + HEAD, end), end }
}

/** Where the packed pixels end that begin at a position: at a marker other than a restart. */
function scanEnd(bytes: Buffer, from: number) {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    // 0xff of the pixels is followed by zero, and 0xd0 to 0xd7 are restarts.
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  must(false)
  return 0
}

function isFrame(data: Buffer) {
  const components = data[5] ?? 0
  if (data[0] !== 8 || ![1, 3, 4].includes(components) || data.length !== 6 + 3 * components) return false
  // How many samples of each component stand for a square of the picture, 1 to 4 each way.
  const factors = Array.from({ length: components }, (_, at) => data[7 + 3 * at] ?? 0)
  return factors.every((factor) => [factor >> 4, factor & 15].every((each) => each >= 1 && each <= 4))
}

/** Whether the tables of a segment fill it: a segment could hold something behind them. */
function isQuantisation(data: Buffer) {
  let at = 0
  while (at < data.length) at += (data[at] ?? 0) < 16 ? 65 : 129
  return at === data.length
}

function isHuffman(data: Buffer) {
  let at = 0
  while (at + 17 <= data.length) at += 17 + data.subarray(at + 1, at + 17).reduce((sum, codes) => sum + codes, 0)
  return at === data.length
}

const startsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text

function setOnce(segments: Map<number, Buffer>, marker: number, data: Buffer | undefined) {
  if (data && !segments.has(marker)) segments.set(marker, data)
}

/** JFIF's version and density, without the preview that may follow; undefined for another segment. */
function jfifOf(data: Buffer) {
  if (!startsWith(data, 'JFIF\0') || data.length < 14) return undefined
  return Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)])
}

/** How the colours of a picture by Adobe's programs are stored, without the fields that may follow. */
const adobeOf = (data: Buffer) => (startsWith(data, 'Adobe') && data.length >= 12 ? data.subarray(0, 12) : undefined)

/** Puts a colour profile together. It may be spread over up to 255 segments, each with its number and their count. */
function profileParts() {
  const parts = new Map<number, Buffer>()
  let count = 0
  return {
    take(data: Buffer) {
      const [number = 0, of = 0] = data.subarray(PROFILE.length)
      count ||= of
      if (number > 0 && !parts.has(number)) parts.set(number, data)
    },
    /** The segments in their order; none if one is missing, or together they are no profile. */
    whole() {
      const ordered = Array.from({ length: count }, (_, at) => parts.get(at + 1))
      if (parts.size !== count || !ordered.every((part) => part !== undefined)) return []
      const profile = Buffer.concat(ordered.map((part) => part.subarray(PROFILE.length + 2)))
      return isColourProfile(profile) ? ordered : []
    },
  }
}

const head = (marker: number, length: number) => {
  const bytes = Buffer.from([0xff, marker, 0, 0])
  bytes.writeUInt16BE(length + 2, 2)
  return bytes
}
