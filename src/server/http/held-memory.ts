/**
 * Memory for files that are held until their request ends. It is used again, because collecting what each upload has taken would stop
 * the server too often: the collector counts these bytes and looks through everything else, too.
 */

/** Unused parts that are kept, the largest of them, and the smallest that is taken. At most 8 MB are kept. */
const MOST_FREE = 16
const LARGEST_FREE = 512 * 1024
const SMALLEST = 64 * 1024

const free: Buffer[] = []

/** Takes memory for so many bytes. What was in it before is still there. */
export function takeMemory(size: number): Buffer {
  const at = free.findIndex(({ length }) => length >= size)
  const [found] = at < 0 ? [] : free.splice(at, 1)
  // By powers of two, so that it fits others.
  return (
    found ?? Buffer.allocUnsafeSlow(size > LARGEST_FREE ? size : Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(size))))
  )
}

/** Gives back what `takeMemory` gave, by any part of it. Nobody may use it any more. */
export function giveBack({ buffer }: Uint8Array) {
  if (buffer.byteLength <= LARGEST_FREE && free.length < MOST_FREE) free.push(Buffer.from(buffer as ArrayBuffer))
}
