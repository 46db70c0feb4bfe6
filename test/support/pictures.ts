import { crc32, deflateSync } from 'node:zlib'

/** Pictures written byte by byte: JPEG, PNG and WebP, with any parts that a sender may put into them. */

/** A text in the metadata of the pictures below. A picture that was taken in must never contain it. */
export const SECRET = 'Room 12, Ms Adler'

type Bytes = Buffer | string
const both = (...parts: Bytes[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
function u32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** EXIF data with an orientation, a camera's name and a place, beginning at its byte order. */
export function exifOf(orientation: number, { order = 'II' as 'II' | 'MM', camera = SECRET } = {}) {
  const bytes = Buffer.alloc(80)
  const short = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  const entry = (at: number, tag: number, type: number, count: number) => {
    short(tag, at)
    short(type, at + 2)
    long(count, at + 4)
  }
  bytes.write(order)
  short(42, 2)
  long(8, 4)
  short(3, 8)
  entry(10, 0x010f, 2, camera.length)
  long(80, 18)
  entry(22, 0x0112, 3, 1)
  short(orientation, 30)
  // The place, in a list of its own.
  entry(34, 0x8825, 4, 1)
  long(50, 42)
  short(1, 50)
  entry(52, 0x0001, 2, 2)
  bytes.write('N\0', 60)
  return both(bytes, camera)
}

/** A colour profile that readers accept as one by its head. */
export function profileOf(length = 200) {
  const profile = Buffer.alloc(length)
  profile.writeUInt32BE(length)
  profile.write('mntrRGB XYZ ', 12)
  profile.write('acsp', 36)
  return profile
}

// JPEG

/** A segment with its length. */
export const segment = (marker: number, data: Bytes) => {
  const bytes = Buffer.from(data as string)
  return both(Buffer.from([0xff, marker]), u16(bytes.length + 2), bytes)
}
export const exifSegment = (orientation: number) => segment(0xe1, both('Exif\0\0', exifOf(orientation)))
export const profileSegment = (data: Buffer, number = 1, count = 1) =>
  segment(0xe2, both('ICC_PROFILE\0', Buffer.from([number, count]), data))
export const JFIF = segment(0xe0, both('JFIF\0', Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0])))
export const adobe = (transform: number) => segment(0xee, both('Adobe', Buffer.from([0, 100, 0, 0, 0, 0, transform])))

interface Jpeg {
  width?: number
  height?: number
  /** 1 for grey, 3 for colours, 4 for printing colours. */
  components?: 1 | 3 | 4
  /** Segments behind the beginning, between the tables and the scan, and bytes behind the end. */
  before?: Buffer[]
  between?: Buffer[]
  after?: Bytes
  /** The size that the header claims, with few pixels behind it. */
  claims?: { width: number; height: number }
  marker?: number
}

/** A JPEG of black squares of eight pixels. The upper left one is white, to show the picture's orientation. */
export function jpegOf({
  width = 24,
  height = 16,
  components = 1,
  before = [JFIF],
  between = [],
  after = '',
  claims = { width, height },
  marker = 0xc0,
}: Jpeg = {}) {
  const all = Array.from({ length: components }, (_, at) => at + 1)
  const tables = [
    segment(0xdb, Buffer.alloc(65, 8).fill(0, 0, 1)),
    segment(
      marker,
      both(
        Buffer.from([8]),
        u16(claims.height),
        u16(claims.width),
        Buffer.from([components, ...all.flatMap((id) => [id, 0x11, 0])]),
      ),
    ),
    // Twelve lengths of differences; then one code, "the rest of the square is even".
    segment(
      0xc4,
      Buffer.from([0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ),
    segment(0xc4, Buffer.from([0x10, 1, ...Array(15).fill(0), 0])),
  ]
  const scan = segment(0xda, Buffer.from([components, ...all.flatMap((id) => [id, 0]), 0, 63, 0]))
  const start = Buffer.from([0xff, 0xd8])
  return both(start, ...before, ...tables, ...between, scan, squares(width, height, components), '', END_OF_JPEG, after)
}
export const END_OF_JPEG = Buffer.from([0xff, 0xd9])

const LENGTHS = ['00', '010', '011', '100', '101', '110', '1110', '11110', '111110', '1111110']

function squares(width: number, height: number, components: number) {
  let bits = ''
  const last = Array<number>(components).fill(0)
  const count = Math.ceil(width / 8) * Math.ceil(height / 8)
  for (let square = 0; square < count; square += 1)
    for (let component = 0; component < components; component += 1) {
      const isColour = components === 3 && component > 0
      const value = isColour ? 0 : square === 0 ? 127 : -128
      const difference = value - (last[component] ?? 0)
      last[component] = value
      const length = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference))
      const number = difference < 0 ? difference + 2 ** length - 1 : difference
      bits += `${LENGTHS[length]}${length === 0 ? '' : number.toString(2).padStart(length, '0')}0`
    }
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes = bits.match(/.{8}/g)?.flatMap((byte) => (byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)]))
  return Buffer.from(bytes ?? [])
}

// PNG

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
export function chunk(type: string, data: Bytes = '') {
  const bytes = Buffer.from(data as string)
  const named = both(Buffer.from(type, 'latin1'), bytes)
  return both(u32(bytes.length), named, u32(crc32(named)))
}

interface Png {
  width?: number
  height?: number
  /** The kind of colour: 0 grey, 2 colours, 3 a palette. */
  colour?: 0 | 2 | 3
  before?: Buffer[]
  after?: Buffer[]
  /** Bytes behind the end. */
  behind?: Bytes
  claims?: { width: number; height: number }
  /** The packed pixels, if not the picture's. */
  pixels?: Buffer
}

export const headerOf = (width: number, height: number, colour = 0, depth = 8) =>
  chunk('IHDR', both(u32(width), u32(height), Buffer.from([depth, colour, 0, 0, 0])))

/** A black PNG with a white square in its upper left corner. */
export function pngOf({
  width = 24,
  height = 16,
  colour = 0,
  before = [],
  after = [],
  behind = '',
  claims = { width, height },
  pixels: packed,
}: Png = {}) {
  const samples = colour === 2 ? 3 : 1
  const line = 1 + samples * width
  const pixels = Buffer.alloc(line * height)
  const white = colour === 3 ? 1 : 255
  for (let y = 0; y < Math.min(8, height); y += 1)
    pixels.fill(white, y * line + 1, y * line + 1 + samples * Math.min(8, width))
  const palette = colour === 3 ? [chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255]))] : []
  return both(
    PNG_SIGNATURE,
    headerOf(claims.width, claims.height, colour),
    ...palette,
    ...before,
    chunk('IDAT', packed ?? deflateSync(pixels)),
    ...after,
    chunk('IEND'),
    behind,
  )
}

/** The frame of an animated PNG: where it is, and how large. */
export const frameControl = (number: number, width: number, height: number, x = 0, y = 0) =>
  chunk('fcTL', both(...[number, width, height, x, y].map(u32), Buffer.from([0, 1, 0, 10, 0, 0])))

/** An animation of two frames: the picture itself, and its negative. */
export function animatedPng(width = 8, height = 8) {
  const second = deflateSync(Buffer.alloc((1 + width) * height, 99).map((byte, at) => (at % (1 + width) ? byte : 0)))
  return pngOf({
    ...{ width, height },
    before: [chunk('acTL', both(u32(2), u32(0))), frameControl(0, width, height)],
    after: [frameControl(1, width, height), chunk('fdAT', both(u32(2), second))],
  })
}

// WebP

export function webpChunk(type: string, data: Bytes) {
  const bytes = Buffer.from(data as string)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return both(type, length, bytes, bytes.length % 2 ? '\0' : '')
}

/** The file of these chunks, and the bytes behind it. */
export function riffOf(chunks: Buffer[], behind: Bytes = '') {
  const body = both('WEBP', ...chunks)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return both('RIFF', length, body, behind)
}

/** Packed pixels of one colour. They take thirty bytes, however many they are. */
export function pixelsOf(width: number, height: number) {
  let bits = ''
  const put = (value: number, count: number) => {
    for (let at = 0; at < count; at += 1) bits += (value >>> at) & 1
  }
  put(width - 1, 14)
  put(height - 1, 14)
  put(0, 4)
  put(0, 3)
  // Green, red, blue and alpha have one value each, and no distance is used.
  for (const value of [120, 40, 200, 255]) {
    put(0b101, 3)
    put(value, 8)
  }
  put(0b001, 3)
  put(0, 1)
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []
  const packed = bytes.map((byte) => Number.parseInt([...byte].reverse().join(''), 2))
  return webpChunk('VP8L', Buffer.from([0x2f, ...packed]))
}

/** A picture with losses, of one pixel. */
export const lossyPixel = () =>
  Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64').subarray(12)

const PROFILE = 0x20
const EXIF = 0x08
const XMP = 0x04
const ANIMATION = 0x02

/** The extended header of a WebP. Its flags announce the chunks. */
export function extended(width: number, height: number, flags: number) {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}

interface WebP {
  width?: number
  height?: number
  orientation?: number
  before?: Buffer[]
  after?: Buffer[]
  behind?: Bytes
}

/** A picture of one colour, with EXIF and XMP. */
export function webpOf({ width = 24, height = 16, orientation = 1, before = [], after = [], behind = '' }: WebP = {}) {
  return riffOf(
    [
      extended(width, height, EXIF | XMP | (before.length > 0 ? PROFILE : 0)),
      ...before,
      pixelsOf(width, height),
      webpChunk('EXIF', exifOf(orientation)),
      webpChunk('XMP ', `<x:xmpmeta>${SECRET}</x:xmpmeta>`),
      ...after,
    ],
    behind,
  )
}

/** A frame of an animation, with chunks behind its pixels. */
export function webpFrame(width: number, height: number, { x = 0, y = 0, more = [] as Buffer[] } = {}) {
  const head = Buffer.alloc(16)
  for (const [at, value] of [x / 2, y / 2, width - 1, height - 1, 100].entries()) head.writeUIntLE(value, 3 * at, 3)
  return webpChunk('ANMF', both(head, pixelsOf(width, height), ...more))
}

export const animatedWebp = (width = 24, height = 16, frames = [webpFrame(width, height), webpFrame(width, height)]) =>
  riffOf([extended(width, height, ANIMATION), webpChunk('ANIM', Buffer.alloc(6)), ...frames])
