import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A store's receipt for bytes. */
export interface StoredBytes {
  /** The random name that the store gave them. */
  storedAs: string
  size: number
  /** In hexadecimal. */
  sha256: string
}

export interface PutOptions {
  /** More bytes than these are refused with `TooLong`. */
  maxBytes: number
  /** Breaks the transfer off. */
  signal?: AbortSignal | undefined
  /** Receives the first bytes, at most `BEGINNING`, before the file is taken. If it throws, the file is refused. */
  accept?: ((beginning: Buffer) => void) | undefined
  /** The name of bytes that had one before, for a restore. If the store has that name, the bytes are replaced. */
  storedAs?: string
  /** Runs the rest of the work once all bytes are on this machine, when it may. By default at once. */
  turn?: (<T>(store: () => Promise<T>) => Promise<T>) | undefined
}

/** Bytes that wait in a temporary file of this machine. */
export interface WaitingBytes {
  size: number
  /** Reads them into `room` and returns the part with them. Throws `RangeError` if the room is too small. */
  readInto(room: Buffer): Promise<Buffer>
  remove(): Promise<void>
}

/**
 * The stored bytes, under random names that say nothing. The interface gives out no paths and moves nothing, so that an
 * object store can stand behind it as well as a folder. The table `files` has their kind and their owner.
 */
export interface FileStore {
  /** Where the bytes are, for messages to administrators. */
  readonly place: string
  /** The setting that names the place. */
  readonly setting: 'DATA_DIR' | 'FILES_URL'
  /** Stores a stream. If the source breaks off, is too long or is refused, nothing of it stays. */
  put(source: Readable, options: PutOptions): Promise<StoredBytes>
  /** Receives a stream into a temporary file, with the checks of `put`. A fault leaves nothing. */
  receive(source: Readable, options: Pick<PutOptions, 'maxBytes' | 'accept' | 'signal'>): Promise<WaitingBytes>
  /** Stores files that are in memory, in fewer turns than streams take. If one cannot be stored, none of them stays. */
  putTogether(files: Uint8Array[]): Promise<StoredBytes[]>
  /** Reads the bytes from `start` to `end`, the last included, or all. Throws 404 if there are no such bytes. */
  open(storedAs: string, range?: { start: number; end: number }): Promise<Readable>
  /** Undefined if there are no such bytes. */
  stat(storedAs: string): Promise<{ size: number } | undefined>
  /** Removes the bytes. It is no error if they are gone already. */
  remove(storedAs: string): Promise<void>
  /** Lists the names of all bytes, or of those stored before a time, a page of at most 1,000 names at a time. */
  list(before?: Date): AsyncIterable<string[]>
  /** Gives `use` a path from which a program outside this process can read the bytes, for as long as `use` runs. */
  withLocalCopy<T>(storedAs: string, use: (path: string) => Promise<T>): Promise<T>
  /** Removes leftovers of transfers that were cut off. */
  removeUnfinished(): Promise<void>
  /** Whether the store is this owner's. With `claim`, a store without an owner becomes theirs. */
  belongsTo(owner: string, claim: boolean): Promise<boolean>
  /** The share of the space that is left for new files, 0 to 1. */
  freeShare(): Promise<number>
  /** Takes the owner away: the next one who claims the store has it. */
  disown(): Promise<void>
}

/** A file is longer than it may be. */
export class TooLong extends Error {}

/**
 * A store elsewhere fails, although it was asked several times. The message is for administrators: it names the place
 * and the fault, and no secret.
 */
export class StoreFault extends Error {}

/** The bytes read are not the bytes stored. */
export class ChangedBytes extends StoreFault {}

/** The turn of a file that waits for none. */
export const atOnce = <T>(store: () => Promise<T>) => store()

/** How many bytes `accept` receives, if the file has them. PDF readers look no further for the beginning of a PDF. */
export const BEGINNING = 1024

export const isStoredName = (name: string) => /^[0-9a-f]{32}$/.test(name)

/** Returns the name. Throws if it is none that a store gives, so that no path or address can be made of it. */
export function mustBeStoredName(name: string): string {
  if (!isStoredName(name)) throw new Error(`No name of a stored file: ${name}`)
  return name
}

/**
 * Receives a stream into `room`, with the checks of a store, and returns the part with its bytes. Throws the errors of
 * checks and source, such as `TooLong`, and `RangeError` if the room is too small.
 */
export async function receiveInto(
  room: Buffer,
  source: Readable,
  { signal, ...checks }: Pick<PutOptions, 'maxBytes' | 'accept' | 'signal'>,
): Promise<Buffer> {
  let size = 0
  const fill = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      room.set(chunk, size)
      size += chunk.length
    }
  }
  await pipeline(source, intake(checks).stream, fill, { signal })
  return room.subarray(0, size)
}

/** A stream through which the bytes pass on their way into a store: it checks, counts and hashes them. */
export function intake({ maxBytes, accept }: Pick<PutOptions, 'maxBytes' | 'accept'>) {
  const hash = createHash('sha256')
  let size = 0
  let beginning: Buffer[] | undefined = []
  const decide = () => {
    if (!beginning) return
    accept?.(Buffer.concat(beginning).subarray(0, BEGINNING))
    beginning = undefined
  }
  const pass = (work: () => void, done: (error?: Error | null) => void) => {
    try {
      work()
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      pass(() => {
        size += chunk.length
        beginning?.push(chunk)
        if (size >= BEGINNING) decide()
        if (size > maxBytes) throw new TooLong()
        hash.update(chunk)
        stream.push(chunk)
      }, done)
    },
    flush: (done) => pass(decide, done),
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) }
}
