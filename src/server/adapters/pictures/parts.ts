/** The parts of a picture that stay. */
export interface Parts {
  /** As the pixels are stored, before the orientation. */
  width: number
  height: number
  /** As EXIF counts it, 1 to 8. */
  orientation: number
  /** The packed pixels have fewer bytes than a picture of this size needs, however even it is. */
  isEmpty: boolean
  pieces: Buffer[]
}

/** A picture that cannot be walked, is too wide or too high, or has no pixels behind its header. */
export type Fault = 'damaged' | 'too-large' | 'empty'

/** A picture that cannot be walked. */
export class PictureFault extends Error {
  readonly fault = 'damaged'
}

/** Ends the walk unless a rule of the format holds. */
export function must(holds: boolean): asserts holds {
  if (!holds) throw new PictureFault()
}

/** A file of ten megabytes could have a million segments. An honest one has no more than a few hundred gaps. */
const MAX_PIECES = 10_000
/** A segment costs half a microsecond of the server's time. Programs write segments of some kilobytes. */
const MAX_SEGMENTS = 20_000

/** Counts the segments of a walk, and ends it at too many. */
export function segmentCount() {
  let count = 0
  return () => {
    count += 1
    must(count <= MAX_SEGMENTS)
  }
}

/** Collects the ranges of a file that stay, and bytes to put between them. Ranges that touch become one piece. */
export function collectPieces(bytes: Buffer) {
  const pieces: Buffer[] = []
  let [from, to] = [0, 0]
  const flush = () => {
    if (to > from) push(bytes.subarray(from, to))
    from = to
  }
  const push = (piece: Buffer) => {
    must(pieces.length < MAX_PIECES)
    pieces.push(piece)
  }
  return {
    /** Keeps the bytes from `start` to `end`, the last one excluded. */
    keep(start: number, end: number) {
      if (start !== to) {
        flush()
        from = start
      }
      to = end
    },
    /** Puts in bytes of our own. */
    add(piece: Buffer) {
      flush()
      push(piece)
    },
    done() {
      flush()
      return pieces
    },
  }
}

/** A colour profile may be so long. Printing houses have profiles of half a megabyte. */
const MAX_PROFILE = 1024 * 1024
const PROFILE_HEADER = 128

/** Whether these bytes are a colour profile: it names its own length, and has its signature at byte 36. */
export function isColourProfile(profile: Buffer) {
  return (
    profile.length >= PROFILE_HEADER &&
    profile.length <= MAX_PROFILE &&
    profile.readUInt32BE(0) === profile.length &&
    profile.toString('latin1', 36, 40) === 'acsp'
  )
}

/** A packed colour profile, which is not unpacked here, may be so long. */
export const fitsProfile = (length: number) => length <= MAX_PROFILE
