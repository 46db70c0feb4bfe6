import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Bucket } from '../base/bucket.ts'
import { StoreFault } from './files.ts'

export interface S3Limits {
  /** A store that neither sends nor takes a byte for so long is asked again. In milliseconds. */
  idleMs: number
  /** The pause before the second attempt, in milliseconds. It doubles with each further one. */
  pauseMs: number
}

const LIMITS: S3Limits = { idleMs: 20_000, pauseMs: 200 }
const MAX_ATTEMPTS = 4
/** After this time no further attempt begins: somebody waits for the reply. */
const MAX_ATTEMPTS_MS = 30_000
/** A list of 1,000 names takes less than 500 kB. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024
/** The SHA-256 of no bytes, which every request without a body sends. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504])
/** Refusals that mean: the bytes were changed or cut off on their way. */
const PASSING_CODES = new Set(['RequestTimeout', 'BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody'])

interface Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The name of an object; empty for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Bytes in a file, so that they can be sent again and need no memory. */
  body?: { path: string; size: number; sha256: string } | undefined
  signal?: AbortSignal | undefined
  /** The statuses beside 200 to 299 that are answers and no faults. */
  expected?: number[]
}

export interface S3Reply {
  status: number
  headers: IncomingMessage['headers']
  /** Unread. The caller reads it to the end, or destroys it. */
  body: IncomingMessage
}

/** Ends the attempts: to ask again would change nothing. */
class Refused extends Error {}

/**
 * Sends signed requests to one bucket of an object store that speaks S3, with addresses as `host/bucket/name`. Requests
 * that fail in passing are sent again, at most three times. Then it throws `StoreFault`.
 */
export function openS3(bucket: Bucket, limits: Partial<S3Limits> = {}) {
  const { idleMs, pauseMs } = { ...LIMITS, ...limits }
  const isTls = bucket.endpoint.startsWith('https:')
  const [send, agent] = isTls
    ? [httpsRequest, new HttpsAgent({ keepAlive: true })]
    : [httpRequest, new HttpAgent({ keepAlive: true })]
  const place = `${bucket.endpoint}/${bucket.name}`
  const signingKeys = new Map<string, ArrayBuffer>()

  const urlOf = (key: string, query: Record<string, string>) => {
    const params = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='))
    return `${place}${key && `/${key}`}${params.length > 0 ? `?${params.join('&')}` : ''}`
  }

  async function attempt(request: Request, isFirst: boolean): Promise<S3Reply> {
    const { method, key = '', query = {}, headers = {}, body, signal, expected = [] } = request
    const signer = new AwsV4Signer({
      ...{ method, url: urlOf(key, query), accessKeyId: bucket.key, secretAccessKey: bucket.secret },
      ...{ service: 's3', region: bucket.region, cache: signingKeys },
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
    })
    const { url, headers: signed } = await signer.sign()
    signal?.throwIfAborted()
    const sent = send(url, {
      method,
      // These are not signed. No store may compress the bytes: their length would say nothing.
      headers: { ...Object.fromEntries(signed), 'accept-encoding': 'identity', 'content-length': body?.size ?? 0 },
      // A connection from before may have ended meanwhile. A second attempt gets a new one.
      agent: isFirst ? agent : false,
      timeout: idleMs,
    })
    // As an option, `signal` would also end the connection, which another request may use by then. And with an error,
    // `destroy` would throw it at nobody if the reply has just ended.
    const end = () => sent.destroy()
    signal?.addEventListener('abort', end, { once: true })
    sent.once('close', () => signal?.removeEventListener('abort', end))
    let isLate = false
    sent.on('timeout', () => {
      isLate = true
      end()
    })
    // An error after the reply shows in its body.
    sent.on('error', () => {})
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    // If the file cannot be read, or the connection breaks, `answered` rejects with the same.
    if (body) void pipeline(createReadStream(body.path), sent).catch(() => {})
    else sent.end()
    const [reply] = await answered.catch((error) => {
      throw isLate ? new Error(`no answer for ${idleMs / 1000} s`) : error
    })
    // Its reader learns of an error. It may also come when nobody reads any more.
    reply.on('error', () => {})
    const { statusCode: status = 0 } = reply
    if ((status >= 200 && status < 300) || expected.includes(status))
      return { status, headers: reply.headers, body: reply }
    const refusal = await refusalOf(reply)
    // The store may have refused before it had the whole body.
    sent.destroy()
    const isPassing = PASSING_STATUS.has(status) || PASSING_CODES.has(refusal.code)
    throw new (isPassing ? Error : Refused)(refusal.text)
  }

  async function ask(request: Request): Promise<S3Reply> {
    const begun = performance.now()
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(request, attempts === 1)
      } catch (error) {
        request.signal?.throwIfAborted()
        const isLast = attempts === MAX_ATTEMPTS || performance.now() - begun > MAX_ATTEMPTS_MS
        if (isLast || error instanceof Refused || isLocal(error)) throw asFault(error)
        // Not all at once, when many wait for the same store.
        await delay(pauseMs * 2 ** (attempts - 1) * (0.5 + Math.random()), undefined, { signal: request.signal })
      }
    }
  }

  /** Only facts that administrators need. An error of the network names its host, never a secret. */
  function asFault(error: unknown) {
    if (isLocal(error)) return error
    const { code, message } = error instanceof AggregateError ? error.errors[0] : (error as NodeJS.ErrnoException)
    const cause = code === 'EPROTO' ? 'it does not speak TLS (EPROTO)' : message || code || 'unknown'
    return new StoreFault(`The object store ${place} failed: ${cause.replaceAll(bucket.secret, '…')}`)
  }

  return {
    place,
    idleMs,
    ask,
    /** The same for a reply whose text is short. */
    async askForText(request: Request): Promise<Pick<S3Reply, 'status'> & { text: string }> {
      for (let attempts = 1; ; attempts += 1) {
        const { status, body } = await ask(request)
        try {
          return { status, text: await textOf(body) }
        } catch (error) {
          if (attempts === MAX_ATTEMPTS) throw asFault(error)
        }
      }
    },
    asFault,
  }
}

export type S3 = ReturnType<typeof openS3>

/** An error of this machine's disk, which the store has no part in. */
function isLocal(error: unknown) {
  const { syscall = '' } = error as NodeJS.ErrnoException
  return ['open', 'read', 'write', 'fsync', 'close'].includes(syscall) && 'path' in (error as object)
}

async function textOf(reply: IncomingMessage) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of reply) {
    size += chunk.length
    if (size > MAX_REPLY_BYTES) throw new Error('its reply is longer than any should be')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The store's reason for its refusal. A reply to HEAD has only a status. */
async function refusalOf(reply: IncomingMessage) {
  const text = await textOf(reply).catch(() => '')
  const [code = ''] = xmlValuesOf(text, 'Code')
  const [message = ''] = xmlValuesOf(text, 'Message')
  const said = [code, message.slice(0, 300).replace(/\.$/, '')].filter(Boolean).join(': ')
  return { code, text: `status ${reply.statusCode}${said && ` (${said})`}` }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The texts of all elements of this name that hold nothing but text. */
export const xmlValuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, entity) => {
      if (entity) return ENTITIES[entity] ?? all
      return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
    }),
  )
