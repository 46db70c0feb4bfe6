/**
 * Memory for files that are held until their request ends. It is used again, because collecting each upload's memory
 * would stop the server too often: the collector counts these bytes and looks through everything else, too.
 */

/** Unused parts that are kept, the largest of them, and the smallest that is taken. At most 8 MB are kept. */
const MOST_FREE = 16
const LARGEST_FREE = 512 * 1024
const SMALLEST = 64 * 1024

/**
 * The most memory that forms take while they arrive, perhaps for half an hour. Files of other forms wait on the disk.
 */
const MOST_ARRIVING = 32 * 1024 * 1024

const free: Buffer[] = []
let buffered = 0

/** How many bytes are taken now. */
export const bufferedBytes = () => buffered

/** Takes memory for so many bytes, with its old contents. */
export function takeMemory(size: number): Buffer {
  const at = free.findIndex(({ length }) => length >= size)
  const [found] = at < 0 ? [] : free.splice(at, 1)
  // By powers of two, so that it fits others.
  const memory =
    found ?? Buffer.allocUnsafeSlow(size > LARGEST_FREE ? size : Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(size))))
  buffered += memory.length
  return memory
}

/** The same for a file whose bytes are on their way; undefined when files on their way have too much already. */
export const takeMemoryForArrival = (size: number): Buffer | undefined =>
  buffered + size > MOST_ARRIVING ? undefined : takeMemory(size)

/** Releases memory from `takeMemory` without using it again: a transfer that broke off may still write into it. */
export function letGo({ buffer }: Uint8Array) {
  buffered -= buffer.byteLength
}

/** Gives back memory from `takeMemory`, by any part of it. Nobody may use it any more. */
export function releaseMemory({ buffer }: Uint8Array) {
  buffered -= buffer.byteLength
  if (buffer.byteLength <= LARGEST_FREE && free.length < MOST_FREE) free.push(Buffer.from(buffer as ArrayBuffer))
}
