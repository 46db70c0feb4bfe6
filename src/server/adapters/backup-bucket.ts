import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Bucket } from '../base/bucket.ts'
import { escapedMarkup } from '../base/markup.ts'
import type { BackupStore } from './backups.ts'
import { StoreFault } from './files.ts'
import { openIncoming } from './incoming.ts'
import { download, listObjects } from './object-store.ts'
import { openS3, type S3, type S3Limits, xmlValuesOf } from './s3-client.ts'

/** At most 10,000 parts make an object, so a backup may have 640 GB. */
const PART_BYTES = 64 * 1024 * 1024
/** Longer than any backup may take (`backup/process.ts`). */
const ABANDONED_AFTER_MS = 24 * 3600 * 1000

interface BackupBucketOptions extends Partial<S3Limits> {
  partBytes?: number
}

/**
 * Backups in a bucket that speaks S3. A backup goes there in parts (multipart upload), each through a temporary file of
 * `folder`, because a request is signed with the hash of its bytes. The object is there once the store is told to put
 * the parts together.
 */
export function openBackupBucket(
  bucket: Bucket,
  folder: string,
  { partBytes = PART_BYTES, ...limits }: BackupBucketOptions = {},
): BackupStore {
  const s3 = openS3(bucket, limits)
  const incoming = openIncoming(folder)
  const { prefix } = bucket

  /** The ETag of each part, in order. */
  async function sendParts(key: string, uploadId: string, source: Readable, signal: AbortSignal | undefined) {
    const etags: string[] = []
    let size = 0
    for await (const part of inParts(source, partBytes)) {
      const maxBytes = Number.POSITIVE_INFINITY
      await incoming.receive(part, { maxBytes, signal, flush: false }, async (path, bytes) => {
        const query = { partNumber: String(etags.length + 1), uploadId }
        const body = { path, ...bytes }
        const reply = await s3.ask({ method: 'PUT', key, query, body, signal })
        reply.body.resume()
        etags.push(String(reply.headers.etag))
        size += bytes.size
      })
    }
    return { etags, size }
  }

  async function complete(key: string, uploadId: string, { etags, size: whole }: { etags: string[]; size: number }) {
    const parts = etags.map(
      (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapedMarkup(etag)}</ETag></Part>`,
    )
    const xml = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    await incoming.withPath(async (path) => {
      await writeFile(path, xml, { mode: 0o600 })
      const body = { path, size: Buffer.byteLength(xml), sha256: createHash('sha256').update(xml).digest('hex') }
      const { status, text } = await s3.askForText({ method: 'POST', key, query: { uploadId }, body, expected: [404] })
      // The store may have done it, and only its answer was lost.
      if (status === 404 && (await sizeOf(key)) === whole) return
      // A store that takes long answers 200 before it knows how it ends.
      const [code] = text.includes('<Error>') ? xmlValuesOf(text, 'Code') : []
      if (code || status === 404)
        throw new StoreFault(
          `The object store ${s3.place} failed: it did not put the parts together (${code ?? status})`,
        )
    })
  }

  async function sizeOf(key: string) {
    const reply = await s3.ask({ method: 'HEAD', key, expected: [404] })
    reply.body.resume()
    return reply.status === 404 ? undefined : Number(reply.headers['content-length'])
  }

  const abort = async (key: string, uploadId: string) =>
    void (await s3.askForText({ method: 'DELETE', key, query: { uploadId }, expected: [404] }))

  return {
    place: `${s3.place}/${prefix}`.replace(/\/$/, ''),
    async put(name, source, signal) {
      const key = prefix + name
      const { text } = await s3.askForText({ method: 'POST', key, query: { uploads: '' }, signal })
      const [uploadId] = xmlValuesOf(text, 'UploadId')
      if (!uploadId) throw new StoreFault(`The object store ${s3.place} does not take objects in parts as S3 does`)
      try {
        const sent = await sendParts(key, uploadId, source, signal)
        await complete(key, uploadId, sent)
        return { name, size: sent.size }
      } catch (error) {
        source.destroy()
        await abort(key, uploadId).catch(() => {})
        throw error
      }
    },
    open: (name) => download(s3, prefix + name),
    async list() {
      const found = []
      for await (const page of listObjects(s3, prefix)) found.push(...page)
      return found
        .map(({ key, size }) => ({ name: key.slice(prefix.length), size }))
        .filter(({ name }) => name && !name.includes('/'))
    },
    remove: async (name) => void (await s3.askForText({ method: 'DELETE', key: prefix + name, expected: [404] })),
    async removeUnfinished() {
      await incoming.removeAbandoned()
      for (const { key, uploadId, begun } of await uploadsOf(s3, prefix))
        if (begun < Date.now() - ABANDONED_AFTER_MS) await abort(key, uploadId)
    },
  }
}

/** The first thousand uploads that have begun and not ended; the next backup sees to the rest. */
async function uploadsOf(s3: S3, prefix: string) {
  // A store that does not list them has them run out by itself, or never.
  const query = { uploads: '', ...(prefix && { prefix }) }
  const { status, text } = await s3.askForText({ method: 'GET', query, expected: [400, 403, 404, 405, 501] })
  if (status !== 200) return []
  return [...text.matchAll(/<Upload>(.*?)<\/Upload>/gs)].flatMap(([, upload = '']) => {
    const [key = '', uploadId = '', begun = ''] = ['Key', 'UploadId', 'Initiated'].map(
      (name) => xmlValuesOf(upload, name)[0],
    )
    return isBackupIn(prefix, key) ? [{ key, uploadId, begun: Date.parse(begun) }] : []
  })
}

const isBackupIn = (prefix: string, key: string) => /^muster-[^/]+$/.test(key.slice(prefix.length))

/** Divides a stream into streams of so many bytes; the last has the rest. Each must be read before the next begins. */
async function* inParts(source: Readable, bytes: number): AsyncGenerator<Readable> {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.of()
  const hasMore = async () => {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) return false
      rest = value
    }
    return true
  }
  async function* part() {
    for (let left = bytes; left > 0 && (await hasMore()); ) {
      const taken = rest.subarray(0, left)
      rest = rest.subarray(taken.length)
      left -= taken.length
      yield taken
    }
  }
  do yield Readable.from(part(), { objectMode: false })
  while (await hasMore())
}
