const ORIENTATION = 0x0112
const SHORT = 3

/**
 * The orientation that EXIF data names, 1 to 8; 1 for data that names none, or cannot be read.
 *
 * @param tiff the data from its byte order on (`II` or `MM`)
 */
export function orientationOf(tiff: Buffer): number {
  if (tiff.length < 14) return 1
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const [short, long] =
    order === 'II'
      ? [(at: number) => tiff.readUInt16LE(at), (at: number) => tiff.readUInt32LE(at)]
      : [(at: number) => tiff.readUInt16BE(at), (at: number) => tiff.readUInt32BE(at)]
  const list = long(4)
  if (short(2) !== 42 || list < 8 || list + 2 > tiff.length) return 1
  const end = Math.min(list + 2 + 12 * short(list), tiff.length)
  for (let at = list + 2; at + 12 <= end; at += 12) {
    if (short(at) !== ORIENTATION) continue
    const value = short(at + 8)
    return short(at + 2) === SHORT && value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** EXIF data of our own, 26 bytes, that says nothing but an orientation. */
export const orientationAlone = (orientation: number) =>
  Buffer.from([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1],
    ...[ORIENTATION >> 8, ORIENTATION & 0xff, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ])
