import { SECRET } from './pictures.ts'

/**
 * Finds traces of its sender in a served picture. It looks in other ways than the server does: by the kinds of segments
 * that there may be, by words, and by the texts of the original's metadata.
 */

/** Markers that a JPEG may have before its pixels: tables, frames, JFIF, our own EXIF, profiles, Adobe. */
const MARKERS = new Set([0xdb, 0xc4, 0xc0, 0xc1, 0xc2, 0xdd, 0xe0, 0xe1, 0xe2, 0xee])
const CHUNKS =
  /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|cICP|mDCV|cLLI|bKGD|pHYs|acTL|fcTL|fdAT|eXIf|RIFF|VP8X|VP8 |VP8L|ALPH|ICCP|ANIM|ANMF|EXIF)$/
/** EXIF of nothing but an orientation: 26 bytes, one entry, no other list. */
const ORIENTATION_ALONE = /^4d4d002a00000008000101120003000000010{3}[2-8]0{12}$/
const WORDS = [
  'http://ns.adobe.com',
  '<x:xmpmeta',
  '<?xpacket',
  'Photoshop 3.0',
  'JFXX\0',
  'MPF\0II',
  'MPF\0MM',
  '%PDF-',
  SECRET,
]

/** The traces of metadata in a served picture; none if it is clean. */
export function leaksOf(served: Buffer, original: Buffer): string[] {
  const text = served.toString('latin1')
  const parts = partsOf(served)
  const last = parts.at(-1)
  return [
    ...WORDS.filter((word) => text.includes(word)),
    ...parts.filter(({ isKnown }) => !isKnown).map(({ name }) => `the segment ${name}`),
    ...parts
      .filter(({ name, data }) => /exif/i.test(name) && !isOrientationAlone(data))
      .map(({ name }) => `${name} of a camera`),
    ...(last?.end === served.length ? [] : [`${served.length - (last?.end ?? 0)} bytes behind the end`]),
    ...textsOf(original).filter((each) => text.includes(each)),
  ]
}

const isOrientationAlone = (data: string) => ORIENTATION_ALONE.test(Buffer.from(data, 'latin1').toString('hex'))

interface Part {
  name: string
  data: string
  end: number
  isKnown: boolean
}

function partsOf(bytes: Buffer): Part[] {
  if (bytes[0] === 0xff) return jpegParts(bytes)
  const isPng = bytes[0] === 0x89
  const parts: Part[] = []
  for (let at = isPng ? 8 : 12; at + 8 <= bytes.length; ) {
    const length = isPng ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at + 4)
    const name = bytes.toString('latin1', isPng ? at + 4 : at, isPng ? at + 8 : at + 4)
    const data = bytes.toString('latin1', at + 8, at + 8 + length)
    at += isPng ? length + 12 : length + 8 + (length % 2)
    parts.push({ name, data, end: at, isKnown: CHUNKS.test(name) })
  }
  return parts
}

function jpegParts(bytes: Buffer): Part[] {
  const parts: Part[] = []
  let at = 2
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda && at < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const data = bytes.toString('latin1', at + 4, end)
    const isExif = marker === 0xe1
    parts.push({
      name: isExif ? 'Exif' : `0x${marker.toString(16)}`,
      data: isExif ? data.slice(6) : data,
      end,
      isKnown: MARKERS.has(marker),
    })
    at = end
  }
  // The end may not stand anywhere but at the end.
  const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) + 2
  return [...parts, { name: 'the scans', data: '', end, isKnown: true }]
}

/** Texts of ten letters and more in the metadata of an original: cameras, places, dates. */
function textsOf(original: Buffer): string[] {
  const texts: string[] = []
  let rest: Buffer = Buffer.alloc(0)
  const collect = (data: Buffer) =>
    texts.push(...(data.toString('latin1').match(/[ -~]{10,200}/g) ?? []).filter((each) => new Set(each).size > 5))
  if (original[0] === 0xff)
    for (let at = 2; at + 4 < original.length && original[at] === 0xff && original[at + 1] !== 0xda; ) {
      const end = at + 2 + original.readUInt16BE(at + 2)
      if ([0xe1, 0xed, 0xfe].includes(original[at + 1] ?? 0)) collect(original.subarray(at + 4, end))
      else rest = Buffer.concat([rest, original.subarray(at, end)])
      at = end
    }
  else {
    const isPng = original[0] === 0x89
    for (let at = isPng ? 8 : 12; at + 8 <= original.length; ) {
      const length = isPng ? original.readUInt32BE(at) : original.readUInt32LE(at + 4)
      const name = original.toString('latin1', isPng ? at + 4 : at, isPng ? at + 8 : at + 4)
      if (/^(tEXt|zTXt|iTXt|eXIf|EXIF|XMP )$/.test(name)) collect(original.subarray(at + 8, at + 8 + length))
      at += isPng ? length + 12 : length + 8 + (length % 2)
    }
  }
  // A preview has tables of its own, often the same ones as the picture.
  const others = rest.toString('latin1')
  return [...new Set(texts)].filter((each) => !others.includes(each)).slice(0, 200)
}
