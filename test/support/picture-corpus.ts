import { deflateSync } from 'node:zlib'
import {
  adobe,
  animatedPng,
  animatedWebp,
  chunk,
  END_OF_JPEG,
  exifOf,
  exifSegment,
  JFIF,
  jpegOf,
  lossyPixel,
  PNG_SIGNATURE,
  pixelsOf,
  pngOf,
  profileOf,
  profileSegment,
  riffOf,
  SECRET,
  segment,
  webpChunk,
  webpOf,
} from './pictures.ts'

/** Pictures that people, cameras and attackers may send. */

export interface Sample {
  name: string
  bytes: Buffer
  /** The expected outcome: it is taken in, refused, or one of both. */
  expected: 'taken' | 'refused' | 'either'
}

const both = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const MB = 1024 * 1024

/** The kind of a picture, by its first byte. */
const kindOf = (bytes: Buffer) => (bytes[0] === 0xff ? 'jpeg' : bytes[0] === 0x89 ? 'png' : 'webp')

/** Honest pictures of every kind that browsers show. */
export const honestPictures: Sample[] = Object.entries({
  'grey JPEG': jpegOf(),
  'colour JPEG': jpegOf({ components: 3, width: 120, height: 80 }),
  'CMYK JPEG': jpegOf({ components: 4, before: [JFIF, adobe(0)] }),
  'YCCK JPEG': jpegOf({ components: 4, before: [JFIF, adobe(2)] }),
  'JPEG with a profile': jpegOf({ before: [JFIF, profileSegment(profileOf())] }),
  ...Object.fromEntries(
    [2, 3, 4, 5, 6, 7, 8].map((each) => [`JPEG turned ${each}`, jpegOf({ before: [JFIF, exifSegment(each)] })]),
  ),
  'grey PNG': pngOf(),
  'colour PNG': pngOf({ colour: 2, width: 90, height: 60 }),
  'PNG with a palette': pngOf({ colour: 3 }),
  'PNG turned 6': pngOf({ before: [chunk('eXIf', exifOf(6))] }),
  'animated PNG': animatedPng(),
  'WebP without losses': riffOf([pixelsOf(300, 200)]),
  'WebP with losses': riffOf([lossyPixel()]),
  'WebP with EXIF': webpOf(),
  'animated WebP': animatedWebp(),
}).map(([name, bytes]) => ({ name, bytes, expected: 'taken' }))

const otherFiles = {
  'a page': `<!doctype html><script>alert('${SECRET}')</script>`,
  'an archive': both('PK\x03\x04', Buffer.alloc(26), SECRET, 'PK\x05\x06', Buffer.alloc(18)),
  'a PDF': `%PDF-1.7\n1 0 obj << /Title (${SECRET}) >> endobj\ntrailer << >>\n%%EOF`,
  'a script': `*/=1;alert('${SECRET}')/*`,
}

/** A picture with something hidden: behind its end, and within it, as metadata. */
export function withSecrets({ name, bytes, expected }: Sample): Sample[] {
  const sample = (what: string, hidden: Buffer): Sample => ({ name: `${name} with ${what}`, bytes: hidden, expected })
  const behind = Object.entries(otherFiles).map(([what, file]) => sample(`${what} behind it`, both(bytes, file)))
  const within = Object.entries(otherFiles).map(([what, file]) => sample(`${what} in it`, insertedInto(bytes, file)))
  return [...behind, ...within, sample('a place', placedIn(bytes))]
}

function insertedInto(bytes: Buffer, file: Buffer | string) {
  if (kindOf(bytes) === 'jpeg') return both(bytes.subarray(0, 2), segment(0xfe, file), bytes.subarray(2))
  if (kindOf(bytes) === 'png')
    return both(bytes.subarray(0, 33), chunk('tEXt', both('Comment\0', file)), bytes.subarray(33))
  return riffOf([bytes.subarray(12), webpChunk('XMP ', file)])
}

function placedIn(bytes: Buffer) {
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SECRET}</x:xmpmeta>`
  if (kindOf(bytes) === 'jpeg')
    return both(
      bytes.subarray(0, 2),
      exifSegment(1),
      segment(0xe1, xmp),
      segment(0xed, `Photoshop 3.0\0${SECRET}`),
      bytes.subarray(2),
    )
  if (kindOf(bytes) === 'png')
    return both(bytes.subarray(0, 33), chunk('eXIf', exifOf(1)), chunk('iTXt', xmp), bytes.subarray(33))
  return riffOf([bytes.subarray(12), webpChunk('EXIF', exifOf(1)), webpChunk('XMP ', xmp)])
}

/** A picture that breaks off, at places all over it. */
export const cutOff = ({ name, bytes }: Sample, places = 8): Sample[] =>
  Array.from({ length: places }, (_, at) => {
    const length = Math.floor((bytes.length * (at + 0.5)) / places)
    return { name: `${name}, its first ${length} bytes`, bytes: bytes.subarray(0, length), expected: 'refused' }
  })

/** A picture with a bit changed, here and there, always the same. */
export const damaged = ({ name, bytes }: Sample, times = 10): Sample[] =>
  Array.from({ length: times }, (_, at) => {
    const changed = Buffer.from(bytes)
    const place = (at * 7919 + 13 * at * at + 2) % bytes.length
    changed[place] = (changed[place] ?? 0) ^ (1 << (at % 8))
    return { name: `${name}, changed at ${place}`, bytes: changed, expected: 'either' }
  })

const refused = (files: Record<string, Buffer | string>): Sample[] =>
  Object.entries(files).map(([name, file]) => ({ name, bytes: Buffer.from(file as string), expected: 'refused' }))

/** Files of a few bytes that claim to be huge, and others that only look like pictures. */
export function hostilePictures(): Sample[] {
  const huge = { width: 65_535, height: 65_535 }
  const gap = both(segment(0xfe, ''), segment(0xdb, ''))
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0]))
  const manyChunks = both(...Array<Buffer>(20_000).fill(both(chunk('gaMa'), chunk('IDAT'))))
  return [
    ...refused({
      ...otherFiles,
      nothing: '',
      'a GIF': 'GIF89a\x01\x00\x01\x00',
      'an SVG': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'a HEIC': both('\0\0\0\x18ftypheic', Buffer.alloc(200)),
      'a JPEG of 4,294 megapixels': jpegOf({ claims: huge }),
      'a PNG of 4,294 megapixels': pngOf({ claims: huge }),
      'a PNG of the greatest size': pngOf({ claims: { width: 2 ** 31 - 1, height: 2 ** 31 - 1 } }),
      'a WebP of 268 megapixels': riffOf([pixelsOf(16_383, 16_383)]),
      'a WebP of 16 megapixels in 40 bytes without a small picture': riffOf([pixelsOf(4_096, 4_096)]),
      'a PNG of zeros that unpacks to 48 megabytes': both(
        pngOf({ claims: { width: 8_000, height: 6_000 } }).subarray(0, 33),
        chunk('IDAT', deflateSync(Buffer.alloc(8_001 * 6_000))),
        chunk('IEND'),
      ),
      'a PNG without pixels': pngOf({ pixels: Buffer.alloc(0) }),
      'a JPEG of 2 megapixels without them': jpegOf({ claims: { width: 1_600, height: 1_200 } }),
      'a PNG with a chunk of four gigabytes': both(PNG_SIGNATURE, Buffer.alloc(25, 0xff)),
      'a WebP of four gigabytes': both('RIFF', Buffer.alloc(4, 0xff), 'WEBP', Buffer.alloc(40, 0xff)),
      'a JPEG of nothing but fill bytes': both(Buffer.from([0xff, 0xd8]), Buffer.alloc(5 * MB, 0xff)),
      'a JPEG of a scan without end': both(jpegOf().subarray(0, -2), Buffer.alloc(5 * MB)),
      'a JPEG of 200,000 segments': jpegOf({ before: [both(...Array<Buffer>(100_000).fill(gap))] }),
      'a JPEG of 20,000 scans': both(jpegOf().subarray(0, -2), ...Array<Buffer>(20_000).fill(scan), END_OF_JPEG),
      'a PNG of 40,000 chunks': pngOf({ after: [manyChunks] }),
      'a PNG of more than ten megabytes': pngOf({ behind: Buffer.alloc(10 * MB) }),
    }),
    ...Object.entries({
      'a PNG of zeros that unpacks to 1.6 megabytes': both(
        pngOf({ claims: { width: 1_600, height: 1_000 } }).subarray(0, 33),
        chunk('IDAT', deflateSync(Buffer.alloc(1_601 * 1_000))),
        chunk('IEND'),
      ),
      'a PNG that unpacks to more than it shows': both(
        pngOf().subarray(0, 33),
        chunk('IDAT', deflateSync(Buffer.alloc(20 * MB))),
        chunk('IEND'),
      ),
      'a WebP of 2.5 megapixels in 40 bytes': riffOf([pixelsOf(1_600, 1_600)]),
      'a JPEG with nine megabytes behind it': jpegOf({ after: Buffer.alloc(9 * MB, SECRET) }),
      'a JPEG with nine megabytes of comments': jpegOf({
        before: [both(...Array<Buffer>(140).fill(segment(0xfe, Buffer.alloc(65_000, SECRET))))],
      }),
      'a PNG with nine megabytes of texts': pngOf({ before: [chunk('tEXt', Buffer.alloc(9 * MB, SECRET))] }),
    }).map(([name, bytes]): Sample => ({ name, bytes, expected: 'taken' })),
  ]
}

/** Every kind of fault, for every kind of picture. */
export const wholeCorpus = (more: Sample[] = []): Sample[] => {
  const bases = honestPictures.filter(({ name }) => !/turned [2-578]/.test(name))
  return [
    ...honestPictures,
    ...more,
    ...bases.flatMap((sample) => [...withSecrets(sample), ...cutOff(sample), ...damaged(sample)]),
    ...hostilePictures(),
  ]
}
