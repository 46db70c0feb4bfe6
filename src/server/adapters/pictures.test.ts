import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  adobe,
  animatedPng,
  animatedWebp,
  chunk,
  exifOf,
  exifSegment,
  extended,
  frameControl,
  headerOf,
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
  webpFrame,
  webpOf,
} from '../../../test/support/pictures.ts'
import { processorTimeOf } from '../../../test/support/processor-time.ts'
import { type CleanPicture, cleanPicture, pictureTypeOf } from './pictures.ts'

const both = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const HTML = `<!doctype html><script>alert('${SECRET}')</script>`
const ZIP = both('PK\x03\x04', SECRET)
const MB = 1024 * 1024

function cleaned(bytes: Buffer): CleanPicture & { bytes: Buffer } {
  const result = cleanPicture(bytes)
  if ('fault' in result) throw new Error(`The picture was refused: ${result.fault}`)
  return { ...result, bytes: Buffer.concat(result.pieces) }
}
const text = (bytes: Buffer) => bytes.toString('latin1')
/** The types of a PNG's chunks, in their order. */
function chunksOf(png: Buffer) {
  const types: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) types.push(text(png.subarray(at + 4, at + 8)))
  return types
}

describe('a picture without metadata stays as it is:', () => {
  test.each<[string, Buffer, string, number, number]>([
    ['a grey JPEG', jpegOf(), 'image/jpeg', 24, 16],
    ['a JPEG in colours', jpegOf({ components: 3, width: 40, height: 8 }), 'image/jpeg', 40, 8],
    ['a JPEG in printing colours', jpegOf({ components: 4, before: [JFIF, adobe(0)] }), 'image/jpeg', 24, 16],
    ['a JPEG with a colour profile', jpegOf({ before: [JFIF, profileSegment(profileOf())] }), 'image/jpeg', 24, 16],
    ['a JPEG without JFIF', jpegOf({ before: [] }), 'image/jpeg', 24, 16],
    ['a JPEG of large tables', jpegOf({ marker: 0xc1 }), 'image/jpeg', 24, 16],
    ['a grey PNG', pngOf(), 'image/png', 24, 16],
    ['a PNG with a palette', pngOf({ colour: 3, before: [chunk('tRNS', 'x')] }), 'image/png', 24, 16],
    ['an animated PNG', animatedPng(), 'image/png', 8, 8],
    ['a WebP without losses', riffOf([pixelsOf(300, 200)]), 'image/webp', 300, 200],
    ['a WebP with losses', riffOf([lossyPixel()]), 'image/webp', 1, 1],
    ['an animated WebP', animatedWebp(), 'image/webp', 24, 16],
  ])('%s', (_, bytes, type, width, height) => {
    const picture = cleaned(bytes)
    expect([picture.type, picture.width, picture.height]).toEqual([type, width, height])
    expect(picture.bytes.equals(bytes)).toBe(true)
  })
})

describe('no metadata stays in', () => {
  const secrets: [string, Buffer][] = [
    ['a JPEG with EXIF', jpegOf({ before: [JFIF, exifSegment(1)] })],
    ['a JPEG with XMP', jpegOf({ before: [segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`)] })],
    ['a JPEG with IPTC', jpegOf({ before: [segment(0xed, `Photoshop 3.0\0${SECRET}`)] })],
    ['a JPEG with a comment', jpegOf({ before: [segment(0xfe, SECRET)] })],
    ['a JPEG with a comment between its tables', jpegOf({ between: [segment(0xfe, SECRET), exifSegment(1)] })],
    ['a JPEG with a page behind it', jpegOf({ after: HTML })],
    ['a JPEG with a second picture behind it', jpegOf({ after: jpegOf({ before: [segment(0xfe, SECRET)] }) })],
    ['a JPEG with the index of several pictures', jpegOf({ before: [segment(0xe2, `MPF\0${SECRET}`)] })],
    [
      'a JPEG with a preview in JFIF',
      jpegOf({ before: [segment(0xe0, both(JFIF.subarray(4, 16), '\x01\x01', SECRET))] }),
    ],
    ['a JPEG with a preview of its own', jpegOf({ before: [JFIF, segment(0xe0, `JFXX\0\x10${SECRET}`)] })],
    ['a JPEG with two JFIF segments', jpegOf({ before: [JFIF, segment(0xe0, both(JFIF.subarray(4, 16), SECRET))] })],
    ['a JPEG with more in Adobe’s segment', jpegOf({ before: [segment(0xee, both(adobe(1).subarray(4), SECRET))] })],
    ['a JPEG with a profile that is none', jpegOf({ before: [profileSegment(Buffer.from(SECRET.repeat(20)))] })],
    ['a JPEG with more behind its profile', jpegOf({ before: [profileSegment(both(profileOf(), SECRET))] })],
    ['a PNG with a text', pngOf({ before: [chunk('tEXt', `Comment\0${SECRET}`)] })],
    ['a PNG with texts at its end', pngOf({ after: [chunk('iTXt', SECRET), chunk('zTXt', SECRET)] })],
    ['a PNG with EXIF', pngOf({ before: [chunk('eXIf', exifOf(1))] })],
    ['a PNG with an unknown chunk', pngOf({ before: [chunk('seCr', SECRET)] })],
    ['a PNG with a gamma that is a text', pngOf({ before: [chunk('gAMA', SECRET)] })],
    ['a PNG with a named profile', pngOf({ before: [chunk('iCCP', both(SECRET, '\0\0', deflateSync(profileOf())))] })],
    ['a PNG with a profile that is none', pngOf({ before: [chunk('iCCP', SECRET)] })],
    ['a PNG with an archive behind it', pngOf({ behind: ZIP })],
    ['a WebP with EXIF and XMP', webpOf()],
    ['a WebP with an unknown chunk', webpOf({ after: [webpChunk('SECR', SECRET)] })],
    ['a WebP with a profile that is none', webpOf({ before: [webpChunk('ICCP', SECRET)] })],
    ['a WebP with a page behind it', webpOf({ behind: HTML })],
    ['a simple WebP with more in it', riffOf([pixelsOf(8, 8), webpChunk('XMP ', SECRET)], ZIP)],
    [
      'an animated WebP with more in a frame',
      animatedWebp(8, 8, [webpFrame(8, 8, { more: [webpChunk('XMP ', SECRET)] })]),
    ],
  ]
  test.each(secrets)('%s', (_, bytes) => {
    expect(text(bytes)).toContain(SECRET)
    const clean = cleaned(bytes).bytes
    expect(text(clean)).not.toMatch(/Room|Adler|Exif|EXIF|eXIf|XMP|xap|Photoshop|MPF|JFXX|PK|<script/)
    // A clean picture stays the same, byte for byte.
    expect(cleaned(clean).bytes.equals(clean)).toBe(true)
  })
})

describe('an orientation stays alone, and turns the size:', () => {
  test.each<[string, Buffer, number]>([
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((each): [string, Buffer, number] => [
      `a JPEG of orientation ${each}`,
      jpegOf({ before: [JFIF, exifSegment(each)] }),
      each,
    ]),
    [
      'a JPEG with EXIF in the other order',
      jpegOf({ before: [segment(0xe1, both('Exif\0\0', exifOf(6, { order: 'MM' })))] }),
      6,
    ],
    ['a JPEG of two orientations', jpegOf({ before: [exifSegment(8), exifSegment(3)] }), 8],
    ['a JPEG of an orientation that is none', jpegOf({ before: [exifSegment(9)] }), 1],
    ['a JPEG whose EXIF is cut', jpegOf({ before: [segment(0xe1, 'Exif\0\0II*\0')] }), 1],
    ['a PNG', pngOf({ after: [chunk('eXIf', exifOf(6))] }), 6],
    ['a WebP', webpOf({ orientation: 8 }), 8],
  ])('%s', (_, bytes, orientation) => {
    const { width, height, bytes: clean } = cleaned(bytes)
    expect([width, height]).toEqual(orientation < 5 ? [24, 16] : [16, 24])
    const tiff = text(clean).indexOf('MM\0*')
    expect(tiff >= 0 ? clean.readUInt16BE(tiff + 18) : 1).toBe(orientation)
    expect(text(clean)).not.toMatch(/Room|Adler/)
    expect(cleaned(clean).bytes.equals(clean)).toBe(true)
  })
})

test('what changes how a PNG looks stays, once and before its pixels', () => {
  const looks = ['gAMA', 'cHRM', 'sRGB', 'sBIT', 'pHYs', 'cICP', 'mDCV', 'cLLI', 'bKGD']
  const lengths = [4, 32, 1, 1, 9, 4, 24, 8, 2]
  const all = looks.map((type, at) => chunk(type, Buffer.alloc(lengths[at] ?? 0)))
  const png = pngOf({ before: [...all, ...all, chunk('tIME', Buffer.alloc(7))], after: all })
  expect(chunksOf(cleaned(png).bytes)).toEqual(['IHDR', ...looks, 'IDAT', 'IEND'])
})

test('a colour profile stays: whole, in its order, and up to a megabyte', () => {
  const profile = profileOf(100_000)
  const [first, second] = [profile.subarray(0, 60_000), profile.subarray(60_000)]
  const parts = [profileSegment(first, 1, 2), profileSegment(second, 2, 2)]
  expect(text(cleaned(jpegOf({ before: parts.toReversed() })).bytes)).toContain(text(Buffer.concat(parts)))
  expect(text(cleaned(jpegOf({ before: [profileSegment(first, 1, 2)] })).bytes)).not.toContain('ICC_PROFILE')
  const packed = deflateSync(profile)
  expect(text(cleaned(pngOf({ before: [chunk('iCCP', both('Camera\0\0', packed))] })).bytes)).toContain(text(packed))
  const named = chunksOf(cleaned(pngOf({ before: [chunk('iCCP', both('x\0\0', Buffer.alloc(MB)))] })).bytes)
  expect(named).toEqual(['IHDR', 'IDAT', 'IEND'])
  const webp = cleaned(webpOf({ before: [webpChunk('ICCP', profile)] })).bytes
  expect(webp.includes(profile)).toBe(true)
  expect(webp[20]).toBe(0x20)
})

describe('is refused:', () => {
  const progressive = both(...Array<Buffer>(101).fill(segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0]))))
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from(HTML)],
    ['a JPEG of three bytes', Buffer.from([0xff, 0xd8, 0xff])],
    ['a JPEG without pixels', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a JPEG without an end', jpegOf().subarray(0, -2)],
    ['a JPEG with junk between its segments', jpegOf({ before: [Buffer.from('junk')] })],
    ['a JPEG with junk behind its tables', jpegOf({ between: [segment(0xdb, both(Buffer.alloc(65), 'junk'))] })],
    ['a JPEG with junk behind its codes', jpegOf({ between: [segment(0xc4, both(Buffer.alloc(17), 'junk'))] })],
    ['a JPEG with a segment of no length', jpegOf({ between: [Buffer.from([0xff, 0xfe, 0, 0])] })],
    ['a JPEG with two frames', both(jpegOf().subarray(0, -2), jpegOf().subarray(2))],
    ['a JPEG of a kind that no browser shows', jpegOf({ marker: 0xc3 })],
    ['a JPEG without height', jpegOf({ claims: { width: 24, height: 0 } })],
    ['a JPEG of a hundred and one scans', both(jpegOf().subarray(0, -2), progressive, '', Buffer.from([0xff, 0xd9]))],
    ['a PNG that is cut', pngOf().subarray(0, -1)],
    ['a PNG without an end', pngOf().subarray(0, -12)],
    ['a PNG without pixels', both(PNG_SIGNATURE, headerOf(8, 8), chunk('IEND'))],
    ['a PNG without a header', both(PNG_SIGNATURE, chunk('IDAT', 'x'), chunk('IEND'))],
    ['a PNG of a wrong checksum', Buffer.from(pngOf()).fill(9, 40, 44)],
    ['a PNG of two headers', pngOf({ before: [headerOf(8, 8)] })],
    ['a PNG of colours that are none', both(PNG_SIGNATURE, headerOf(8, 8, 5), pngOf().subarray(33))],
    ['a PNG of a palette without one', both(PNG_SIGNATURE, headerOf(8, 8, 3), pngOf().subarray(33))],
    ['a PNG with an unknown chunk that it needs', pngOf({ before: [chunk('SECR', 'x')] })],
    ['a PNG with pixels in two places', pngOf({ after: [chunk('gAMA', '1234'), chunk('IDAT', 'x')] })],
    ['a PNG of no width', pngOf({ claims: { width: 0, height: 8 } })],
    [
      'a PNG with a frame beyond its edge',
      pngOf({ before: [chunk('acTL', Buffer.alloc(8)), frameControl(0, 24, 16, 1)] }),
    ],
    ['a WebP that is cut', webpOf().subarray(0, -1)],
    ['a WebP without pixels', riffOf([extended(8, 8, 0), webpChunk('XMP ', 'x')])],
    ['a WebP of another size than it claims', riffOf([extended(9, 8, 0), pixelsOf(8, 8)])],
    ['a WebP of a chunk that reaches beyond the end', riffOf([pixelsOf(8, 8).fill(0xff, 5, 6)])],
    ['a WebP with a frame beyond its edge', animatedWebp(8, 8, [webpFrame(8, 8, { x: 2 })])],
    ['a WebP with a frame of another size', animatedWebp(8, 8, [webpFrame(8, 8).fill(3, 14, 15)])],
    ['a sound', riffOf([webpChunk('fmt ', 'x')]).fill('WAVE', 8, 12)],
  ])('%s', (_, bytes) => {
    expect(cleanPicture(bytes)).toEqual({ fault: 'damaged' })
  })

  test.each<[string, Buffer, Buffer]>([
    ['wide JPEG', jpegOf({ width: 4096, height: 8 }), jpegOf({ claims: { width: 4097, height: 8 } })],
    ['high PNG', pngOf({ width: 8, height: 4096 }), pngOf({ claims: { width: 8, height: 4097 } })],
    ['WebP', riffOf([pixelsOf(4096, 4096)]), riffOf([pixelsOf(16_383, 16_383)])],
  ])('a %s of more than 4096 pixels on a side', (_, most, more) => {
    expect(cleaned(most).width).toBeGreaterThan(0)
    expect(cleanPicture(more)).toEqual({ fault: 'too-large' })
  })

  const most = { width: 4096, height: 4096 }
  test.each<[string, Buffer, Buffer]>([
    [
      'JPEG',
      jpegOf({ width: 640, height: 640 }),
      jpegOf({ width: 24, height: 16, claims: { width: 640, height: 640 } }),
    ],
    ['JPEG in colours', jpegOf({ ...most, components: 3 }), jpegOf({ components: 3, claims: most })],
    ['PNG', pngOf(most), pngOf({ claims: most })],
    ['PNG in colours', pngOf({ ...most, colour: 2 }), pngOf({ colour: 2, pixels: deflateSync(''), claims: most })],
    ['PNG of an empty chunk', pngOf(), pngOf({ pixels: Buffer.alloc(0) })],
  ])('a %s without the pixels that it claims, and not one of nothing but black', (_, whole, less) => {
    expect(cleaned(whole).bytes.equals(whole)).toBe(true)
    expect(cleanPicture(less)).toEqual({ fault: 'empty' })
  })

  test('a picture of two hundred thousand segments, without much memory', () => {
    const gap = both(segment(0xfe, ''), segment(0xdb, ''))
    expect(cleanPicture(jpegOf({ before: [both(...Array<Buffer>(100_000).fill(gap))] }))).toEqual({ fault: 'damaged' })
  })

  const full = (part: Buffer) => Buffer.alloc(Math.floor((9 * MB) / part.length) * part.length, part)
  const frame = webpFrame(8, 8, { more: [full(webpChunk('abcd', ''))] })
  test.each([
    ['JPEG of comments', jpegOf({ before: [full(segment(0xfe, ''))] })],
    ['PNG of unknown chunks', both(PNG_SIGNATURE, headerOf(8, 8), full(chunk('abCd')))],
    ['PNG of empty pixels', both(PNG_SIGNATURE, headerOf(8, 8), full(chunk('IDAT')))],
    ['WebP of unknown chunks', riffOf([extended(8, 8, 0), full(webpChunk('abcd', ''))])],
    ['WebP of a frame of unknown chunks', riffOf([extended(8, 8, 2), webpChunk('ANIM', Buffer.alloc(6)), frame])],
  ])('a %s alone, before it has held up the others', (_, picture) => {
    expect(processorTimeOf(() => expect(cleanPicture(picture)).toEqual({ fault: 'damaged' }))).toBeLessThan(120)
  })
})

test('a picture that is cut anywhere is refused', () => {
  for (const whole of [jpegOf({ before: [JFIF, exifSegment(6)] }), pngOf(), webpOf(), animatedPng(), animatedWebp()])
    for (let length = 0; length < whole.length; length += 1)
      expect([length, cleanPicture(whole.subarray(0, length))]).toEqual([length, { fault: 'damaged' }])
})

test('a picture with any byte changed is refused or cleaned, and never shows its secrets', () => {
  const wholes = [
    jpegOf({ before: [JFIF, exifSegment(6), segment(0xfe, SECRET)] }),
    webpOf({ orientation: 6 }),
    pngOf(),
  ]
  for (const whole of wholes)
    for (let at = 0; at < whole.length; at += 1)
      for (const bit of [1, 16, 128]) {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ bit
        const result = cleanPicture(changed)
        if (!('fault' in result)) expect(text(Buffer.concat(result.pieces))).not.toContain(SECRET)
      }
})

test('the kind of a picture is known by its first bytes', () => {
  expect(pictureTypeOf(jpegOf())).toBe('image/jpeg')
  expect(pictureTypeOf(pngOf())).toBe('image/png')
  expect(pictureTypeOf(webpOf())).toBe('image/webp')
  for (const other of ['GIF89a', 'BM', '\0\0\0\x18ftypheic', '<svg xmlns=""/>', 'RIFF1234WAVE', '%PDF-1.7', ''])
    expect(pictureTypeOf(Buffer.from(other, 'latin1'))).toBeUndefined()
})
