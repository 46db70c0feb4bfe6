import { createDeflateRaw } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'

/** As for the other replies (`http/request/compress.ts`). */
export const LEVEL = 3
/** Sizes within a ZIP file have so many bits. */
export const MAX_BYTES = 2 ** 32 - 1

/** A file in a ZIP file that zlib compresses in a thread of its own, so that requests are served meanwhile. */
export class Deflated extends ZipPassThrough {
  readonly #deflate = createDeflateRaw({ level: LEVEL })

  constructor(path: string) {
    super(path)
    this.compression = 8
    this.#deflate.on('data', (piece: Buffer<ArrayBuffer>) => this.ondata(null, piece, false))
  }

  protected override process() {}

  /** Resolves when the text is compressed. */
  async add(text: string) {
    const bytes = Buffer.from(text)
    this.push(bytes)
    if (this.size > MAX_BYTES) throw new RangeError('The file is too large for a ZIP file')
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  async end(text: string) {
    await this.add(text)
    this.push(new Uint8Array(), true)
    await new Promise<void>((resolve, reject) => {
      this.#deflate.once('error', reject).once('end', resolve).end()
    })
    this.ondata(null, new Uint8Array(), true)
  }

  /** Frees the memory of zlib, also half way. */
  close() {
    this.#deflate.destroy()
  }
}

/** A file within an archive. Texts are compressed, bytes are not: pictures are compressed already. */
export type ArchivedFile =
  | { path: string; texts: AsyncIterable<string> }
  | { path: string; bytes: AsyncIterable<Uint8Array> }

/** Writes a ZIP file piece by piece while its files are read, so that their number and size take no memory. */
export async function* archivePieces(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array, void> {
  let made: Uint8Array[] = []
  let total = 0
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
    total += piece.length
  })
  const takeMade = () => {
    if (total > MAX_BYTES) throw new RangeError('The files are too large for a ZIP file')
    const taken = Buffer.concat(made)
    made = []
    return taken
  }
  let open: Deflated | undefined
  try {
    for await (const file of files) {
      if ('texts' in file) {
        open = new Deflated(file.path)
        zip.add(open)
        for await (const text of file.texts) {
          await open.add(text)
          yield takeMade()
        }
        await open.end('')
      } else {
        const stored = new ZipPassThrough(file.path)
        zip.add(stored)
        for await (const bytes of file.bytes) {
          stored.push(bytes)
          yield takeMade()
        }
        stored.push(new Uint8Array(), true)
      }
      yield takeMade()
    }
    zip.end()
    yield takeMade()
  } finally {
    open?.close()
  }
}
