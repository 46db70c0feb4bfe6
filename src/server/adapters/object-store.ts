import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { msg } from '../../shared/words/message.ts'
import type { Bucket } from '../base/bucket.ts'
import { notFound, StartError } from '../base/errors.ts'
import {
  atOnce,
  ChangedBytes,
  type FileStore,
  isStoredName,
  mustBeStoredName,
  type StoredBytes,
  StoreFault,
} from './files.ts'
import { openIncoming } from './incoming.ts'
import { openS3, type S3, type S3Limits, type S3Reply, xmlValuesOf } from './s3-client.ts'

/** The object that holds the owner of the bucket. */
const OWNER = 'owner'
const SHA256 = 'x-amz-meta-sha256'
/** So often a download is taken up again without a new byte, and in all. */
const MAX_VAIN_RESUMES = 3
const MAX_RESUMES = 20

export interface ObjectStoreOptions extends Partial<S3Limits> {
  /** Within this time a server that claims the bucket has written the claim that it read as free. In milliseconds. */
  claimMs?: number
}

/**
 * Stores files in a bucket that speaks S3, each as an object of its stored name.
 *
 * A file comes in as a whole into a temporary file of `folder`, and then goes out by one request. So a file that breaks
 * off, is too long or is refused never reaches the store, an attempt can be repeated, the store checks the bytes
 * against their hash, and no upload takes memory for its parts or leaves some of them behind. One request may carry 5
 * GB, five times the largest MAX_UPLOAD_MB.
 *
 * Throws `StoreFault` if the store fails, and the errors of the disk of `folder`, such as `ENOSPC`.
 */
export function openObjectStore(
  bucket: Bucket,
  folder: string,
  { claimMs = 1_000, ...limits }: ObjectStoreOptions = {},
): FileStore {
  const s3 = openS3(bucket, limits)
  const incoming = openIncoming(folder)

  const remove = async (key: string) => {
    await s3.askForText({ method: 'DELETE', key, expected: [404] })
  }
  const ownerOf = async () => {
    const { status, text } = await s3.askForText({ method: 'GET', key: OWNER, expected: [404] })
    return status === 404 ? undefined : text
  }

  const put: FileStore['put'] = async (source, { storedAs, ...options }) => {
    const key = mustBeStoredName(storedAs ?? randomBytes(16).toString('hex'))
    const { signal, maxBytes, accept, turn = atOnce } = options
    const send = async (path: string, bytes: Omit<StoredBytes, 'storedAs'>) => {
      try {
        const headers = { [SHA256]: bytes.sha256 }
        await s3.askForText({ method: 'PUT', key, headers, body: { path, ...bytes }, signal })
      } catch (error) {
        // The store may have taken it, and only its answer was lost. A name from before keeps its bytes.
        if (!storedAs) await remove(key).catch(() => {})
        throw error
      }
      return { storedAs: key, ...bytes }
    }
    return incoming.receive(source, { signal, maxBytes, accept, flush: false }, (path, bytes) =>
      turn(() => send(path, bytes)),
    )
  }

  return {
    place: s3.place,
    setting: 'FILES_URL',
    put,
    receive: incoming.keep,
    async putTogether(files) {
      const putting = files.map((bytes) => put(Readable.from([bytes]), { maxBytes: bytes.length }))
      const ended = await Promise.allSettled(putting)
      if (ended.some(({ status }) => status === 'rejected')) {
        const stored = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value.storedAs] : []))
        await Promise.allSettled(stored.map(remove))
      }
      return Promise.all(putting)
    },
    open: (storedAs, range) => download(s3, mustBeStoredName(storedAs), range),
    async stat(storedAs) {
      const reply = await s3.ask({ method: 'HEAD', key: mustBeStoredName(storedAs), expected: [404] })
      reply.body.resume()
      return reply.status === 404 ? undefined : { size: lengthOf(s3, reply) }
    },
    remove: async (storedAs) => remove(mustBeStoredName(storedAs)),
    list: (before) => storedNames(s3, before),
    withLocalCopy: (storedAs, use) =>
      incoming.withPath(async (path) => {
        const bytes = await download(s3, mustBeStoredName(storedAs))
        await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return use(path)
      }),
    // A file goes out by one request: the store itself has nothing unfinished.
    removeUnfinished: () => incoming.removeAbandoned(),
    async belongsTo(id, claim) {
      const owner = await ownerOf()
      if (owner !== undefined || !claim) return owner === id
      await incoming.withPath(async (path) => {
        await writeFile(path, id, { mode: 0o600 })
        const body = { path, size: Buffer.byteLength(id), sha256: createHash('sha256').update(id).digest('hex') }
        const claim = (headers: Record<string, string>) =>
          s3.askForText({ method: 'PUT', key: OWNER, headers, body, expected: [409, 412, 501] })
        // 412 and 409 if another server was first, 501 if the store refuses conditions.
        const { status } = await claim({ 'if-none-match': '*' })
        if (status === 501) await claim({})
      })
      // A store without conditions keeps the last write. All claims at once are written by then.
      await delay(claimMs)
      return (await ownerOf()) === id
    },
    // Nobody can ask an object store how full it is. A full one refuses.
    freeShare: async () => 1,
    disown: () => remove(OWNER),
  }
}

/**
 * Throws `StartError` unless the bucket can be listed, written and read, in parts too. It leaves nothing behind.
 *
 * @param folder for temporary files
 */
export async function mustBeUsable(bucket: Bucket, folder: string, limits: Partial<S3Limits> = {}): Promise<void> {
  const store = openObjectStore(bucket, folder, limits)
  try {
    for await (const _ of store.list()) break
    const { storedAs } = await store.put(Readable.from(['Muster']), { maxBytes: 6 })
    const part: Buffer[] = await (await store.open(storedAs, { start: 1, end: 3 })).toArray()
    await store.remove(storedAs)
    if (Buffer.concat(part).toString() !== 'ust')
      throw new StoreFault(`The object store ${store.place} gives out other bytes than it was given`)
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error
    throw new StartError(
      `${error.message}. Files are stored there by FILES_URL. Check its host, its bucket, its key and secret and its region, what the key may do (list, read, write, delete), and the clock of this machine.`,
    )
  }
}

function lengthOf(s3: S3, { headers }: S3Reply) {
  const length = Number(headers['content-length'])
  if (headers['content-length'] === undefined || !Number.isSafeInteger(length))
    throw new StoreFault(`The object store ${s3.place} does not say how long a file is`)
  return length
}

interface Range {
  start: number
  /** Included. */
  end: number
}

/** Asks for an object, or a range of it. Throws 404 if there is none. */
async function begin(s3: S3, key: string, range: Range | undefined, etag: string | undefined, signal: AbortSignal) {
  const headers = {
    ...(range && { range: `bytes=${range.start}-${range.end}` }),
    // An object that was replaced meanwhile has another end.
    ...(etag && { 'if-match': etag }),
  }
  const reply = await s3.ask({ method: 'GET', key, headers, signal, expected: [404] })
  if (reply.status === 404) {
    reply.body.resume()
    throw notFound(msg('There is no such file'))
  }
  const isAsked = range
    ? reply.status === 206 && `${reply.headers['content-range']}`.startsWith(`bytes ${range.start}-${range.end}/`)
    : reply.status === 200
  if (!isAsked) {
    reply.body.destroy()
    throw new StoreFault(`The object store ${s3.place} gives out other parts of a file than it is asked for`)
  }
  // A slow reader must not look like a slow store. After this, only the time spent waiting for the store counts.
  reply.body.socket.setTimeout(0)
  return reply
}

/**
 * Reads an object, or a range of it. If the connection breaks, it goes on from there. A whole object must have the hash
 * that it was stored with; otherwise the stream ends with an error before its last bytes.
 */
export async function download(s3: S3, key: string, range?: Range): Promise<Readable> {
  const aborting = new AbortController()
  const first = await begin(s3, key, range, undefined, aborting.signal)
  const { etag, [SHA256]: sha256 } = first.headers
  const hash = range || !sha256 ? undefined : createHash('sha256')
  const end = range ? range.end : lengthOf(s3, first) - 1
  let [at, body, chunks] = [range?.start ?? 0, first.body, first.body[Symbol.asyncIterator]()]
  let [resumes, vainResumes] = [0, 0]

  async function goOn(error: unknown) {
    aborting.signal.throwIfAborted()
    body.destroy()
    resumes += 1
    vainResumes += 1
    if (resumes > MAX_RESUMES || vainResumes > MAX_VAIN_RESUMES) throw s3.asFault(error)
    body = (await begin(s3, key, { start: at, end }, etag, aborting.signal)).body
    chunks = body[Symbol.asyncIterator]()
  }

  /** The next bytes; null at the end. */
  async function next(): Promise<Buffer | null> {
    for (;;) {
      try {
        const { value, done } = await within(s3.idleMs, chunks.next())
        if (!done) return take(value)
        if (at > end) return null
        throw new Error('the connection ended in the middle of a file')
      } catch (error) {
        if (error instanceof StoreFault) throw error
        if (at > end) return null
        await goOn(error)
      }
    }
  }

  function take(chunk: Buffer) {
    at += chunk.length
    vainResumes = 0
    hash?.update(chunk)
    if (hash && at > end && hash.digest('hex') !== sha256)
      throw new ChangedBytes(`The bytes of ${key} in the object store ${s3.place} are not those that were stored`)
    return chunk
  }

  return new Readable({
    read() {
      next().then(
        (chunk) => this.push(chunk),
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      if (at <= end || error) aborting.abort()
      done(error)
    },
  })
}

/** Rejects if the promise takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no byte for ${ms / 1000} s`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

async function* storedNames(s3: S3, before?: Date) {
  for await (const page of listObjects(s3)) {
    const names = page.filter(({ key, modified }) => isStoredName(key) && (!before || modified < before.getTime()))
    if (names.length > 0) yield names.map(({ key }) => key)
  }
}

interface Listed {
  key: string
  size: number
  /** In milliseconds since 1970. */
  modified: number
}

/** Lists the objects whose names begin with `prefix`, a page of at most 1,000 at a time. */
export async function* listObjects(s3: S3, prefix = ''): AsyncGenerator<Listed[]> {
  let token: string | undefined
  do {
    const query = {
      ...{ 'list-type': '2', 'max-keys': '1000' },
      ...(prefix && { prefix }),
      ...(token && { 'continuation-token': token }),
    }
    const { text } = await s3.askForText({ method: 'GET', query })
    const isTruncated = xmlValuesOf(text, 'IsTruncated')[0] === 'true'
    token = isTruncated ? xmlValuesOf(text, 'NextContinuationToken')[0] : undefined
    if (!text.includes('<ListBucketResult') || (isTruncated && !token))
      throw new StoreFault(`The object store ${s3.place} does not list its files as S3 does (ListObjectsV2)`)
    yield [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => {
      const [key = '', size = '', modified = ''] = ['Key', 'Size', 'LastModified'].map(
        (name) => xmlValuesOf(object, name)[0],
      )
      return { key, size: Number(size), modified: Date.parse(modified) }
    })
  } while (token)
}
