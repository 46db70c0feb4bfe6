import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { signatureOf } from './sigv4.ts'

/**
 * The fault of one request: a status; no answer at all; a connection that ends in the middle of the bytes, or before
 * the answer to a finished write; bytes that were changed; all bytes instead of a range.
 */
export type S3Fault = number | 'hang' | 'cut' | 'lose' | 'spoil' | 'whole'

interface StoredObject {
  content: Buffer
  headers: Record<string, string>
  modified: Date
}

/** An object store in memory. Like S3 it refuses a wrong signature, an old date, and other bytes than signed. */
export interface S3Server {
  /** The value of FILES_URL. */
  url: string
  key: string
  secret: string
  objects: Map<string, StoredObject>
  /** Uploads in parts that have begun and not ended, by their ids. */
  uploads: Map<string, { name: string; parts: Map<number, Buffer>; begun: Date }>
  /** Each request as `GET name`, in order. */
  requests: string[]
  /** The next requests fail like this, one after the other; with a method only those. */
  faults: { method?: string; fault: S3Fault }[]
  /** Its treatment of `If-None-Match`: some stores do not look at it, OpenStack Swift refuses it. */
  conditions: 'known' | 'ignored' | 'refused'
  close(): Promise<void>
}

const BUCKET = 'muster-files'
const KEY = 'AKIDEXAMPLE'
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const MAX_SKEW_MS = 15 * 60_000

/** An answer that is no success. */
class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Starts an object store with one bucket. */
export async function startS3({ region = 'eu-test-1' } = {}): Promise<S3Server> {
  const server = createServer((request, response) => {
    void answer(store, region, request, response).catch((error) => {
      // A client may break off within a body.
      if (request.destroyed && !request.complete) return
      if (!(error instanceof Refusal)) throw error
      const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${error.code}</Code><Message>${error.message}</Message></Error>`
      response.writeHead(error.status, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? undefined : text)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const store: S3Server = {
    url: `s3://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}?region=${region}`,
    key: KEY,
    secret: SECRET,
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    faults: [],
    conditions: 'known',
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return store
}

async function answer(store: S3Server, region: string, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url = '' } = request
  const { pathname, searchParams } = new URL(url, 'http://any')
  const [, bucket, ...folders] = pathname.split('/').map(decodeURIComponent)
  const name = folders.join('/')
  store.requests.push(`${method} ${name}`)
  const fault = takeFault(store, method)
  if (fault === 'hang') return
  if (typeof fault === 'number') throw new Refusal(fault, 'InternalError', `Please say no word of ${SECRET}`)
  const body = Buffer.concat(await request.toArray())
  mustBeSigned(request, body, region)
  if (bucket !== BUCKET) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist')
  const reply = actions[method]?.(store, name, request, body, searchParams)
  if (!reply) throw new Refusal(405, 'MethodNotAllowed')
  if (fault === 'lose') return request.socket.destroy()
  let { content } = reply
  if (fault === 'spoil') content = Buffer.from(content.map((byte) => byte ^ 1))
  if (fault === 'whole') {
    reply.status = 200
    content = store.objects.get(name)?.content ?? content
    delete reply.headers['content-range']
  }
  response.writeHead(reply.status, { 'content-length': content.length, ...reply.headers })
  if (method === 'HEAD') return response.end()
  if (fault !== 'cut') return response.end(content)
  response.write(content.subarray(0, content.length / 2))
  await delay(20)
  request.socket.destroy()
}

function takeFault({ faults }: S3Server, method: string) {
  const at = faults.findIndex((each) => each.method === undefined || each.method === method)
  return at === -1 ? undefined : faults.splice(at, 1)[0]?.fault
}

function mustBeSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer, region: string) {
  const sent = headers as Record<string, string>
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    sent.authorization ?? '',
  )
  if (!parts) throw new Refusal(403, 'AccessDenied', 'Access Denied')
  const [, credential = '', names = '', signature = ''] = parts
  const date = sent['x-amz-date'] ?? ''
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - time) < MAX_SKEW_MS)) throw new Refusal(403, 'RequestTimeTooSkewed')
  const [key, ...scope] = credential.split('/')
  if (key !== KEY) throw new Refusal(403, 'InvalidAccessKeyId', 'The key does not exist in our records')
  if (scope[1] !== region)
    throw new Refusal(400, 'AuthorizationHeaderMalformed', `the region '${scope[1]}' is wrong; expecting '${region}'`)
  if (scope.join('/') !== `${date.slice(0, 8)}/${region}/s3/aws4_request`)
    throw new Refusal(400, 'AuthorizationHeaderMalformed')
  const signedHeaders = names.split(';')
  const mustSign = ['host', ...Object.keys(sent).filter((name) => name.startsWith('x-amz-'))]
  if (mustSign.some((name) => !signedHeaders.includes(name)))
    throw new Refusal(403, 'AccessDenied', 'There were headers present in the request which were not signed')
  if (signatureOf(SECRET, { method, url, headers: sent, signedHeaders, date, region }) !== signature)
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match')
  if (createHash('sha256').update(body).digest('hex') !== sent['x-amz-content-sha256'])
    throw new Refusal(400, 'XAmzContentSHA256Mismatch')
}

interface Reply {
  status: number
  headers: Record<string, string>
  content: Buffer
}

type Action = (store: S3Server, name: string, request: IncomingMessage, body: Buffer, query: URLSearchParams) => Reply

const reply = (status: number, text = '', headers = {}): Reply => ({ status, headers, content: Buffer.from(text) })

const actions: Record<string, Action> = {
  PUT(store, name, { headers }, content, query) {
    if (query.has('uploadId')) return putPart(store, content, query)
    const isConditional = headers['if-none-match'] === '*' && store.conditions !== 'ignored'
    if (isConditional && store.conditions === 'refused') throw new Refusal(501, 'NotImplemented')
    if (isConditional && store.objects.has(name)) throw new Refusal(412, 'PreconditionFailed')
    const own = Object.entries(headers).filter(([header]) => header.startsWith('x-amz-meta-'))
    const etag = `"${createHash('md5').update(content).digest('hex')}"`
    const kept = { ...(Object.fromEntries(own) as Record<string, string>), etag }
    store.objects.set(name, { content, headers: kept, modified: new Date() })
    return reply(200, '', { etag })
  },
  POST(store, name, _request, body, query) {
    if (!query.has('uploads')) return putTogether(store, body.toString(), query)
    const id = randomUUID()
    store.uploads.set(id, { name, parts: new Map(), begun: new Date() })
    return reply(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  },
  DELETE(store, name, _request, _body, query) {
    if (query.has('uploadId')) store.uploads.delete(query.get('uploadId') ?? '')
    else store.objects.delete(name)
    return reply(204)
  },
  HEAD(store, name) {
    const { content, headers } = objectOf(store, name)
    return { status: 200, headers, content }
  },
  GET(store, name, { headers: { range, 'if-match': ifMatch } }, _body, query) {
    if (name === '') return query.has('uploads') ? listUploads(store) : listOf(store, query)
    const { content, headers } = objectOf(store, name)
    if (ifMatch !== undefined && ifMatch !== headers.etag) throw new Refusal(412, 'PreconditionFailed')
    if (range === undefined) return { status: 200, headers: { ...headers }, content }
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    const [start, end] = [Number(from), Math.min(Number(to), content.length - 1)]
    if (start > end) throw new Refusal(416, 'InvalidRange')
    const contentRange = { 'content-range': `bytes ${start}-${end}/${content.length}` }
    return { status: 206, headers: { ...headers, ...contentRange }, content: content.subarray(start, end + 1) }
  },
}

function uploadOf(store: S3Server, query: URLSearchParams) {
  const upload = store.uploads.get(query.get('uploadId') ?? '')
  if (!upload) throw new Refusal(404, 'NoSuchUpload')
  return upload
}

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

function putPart(store: S3Server, content: Buffer, query: URLSearchParams) {
  uploadOf(store, query).parts.set(Number(query.get('partNumber')), content)
  return reply(200, '', { etag: etagOf(content) })
}

function putTogether(store: S3Server, text: string, query: URLSearchParams) {
  const { name, parts } = uploadOf(store, query)
  const named = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&#34;(\w+)&#34;<\/ETag>/g)]
  const contents = named.map(([, number, etag]) => {
    const content = parts.get(Number(number))
    if (!content || etagOf(content) !== `"${etag}"`) throw new Refusal(400, 'InvalidPart')
    return content
  })
  if (contents.length === 0 || contents.length !== parts.size) throw new Refusal(400, 'MalformedXML')
  const content = Buffer.concat(contents)
  store.objects.set(name, { content, headers: { etag: etagOf(content) }, modified: new Date() })
  store.uploads.delete(query.get('uploadId') ?? '')
  return reply(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
}

function listUploads({ uploads }: S3Server) {
  const entries = [...uploads].map(
    ([id, { name, begun }]) =>
      `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  )
  return reply(200, `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`)
}

function objectOf(store: S3Server, name: string) {
  const object = store.objects.get(name)
  if (!object) throw new Refusal(404, 'NoSuchKey')
  return object
}

/** The tokens hold signs that must be encoded in an address and in XML. */
const tokenOf = (name: string) => `1+/=&<${name}`

function listOf({ objects }: S3Server, query: URLSearchParams) {
  if (query.get('list-type') !== '2') throw new Refusal(501, 'NotImplemented')
  const token = query.get('continuation-token')
  const max = Math.min(Number(query.get('max-keys') ?? 1_000), 1_000)
  const prefix = query.get('prefix') ?? ''
  const rest = [...objects]
    .filter(([name]) => name.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([name]) => !token || tokenOf(name) > token)
  const page = rest.slice(0, max)
  const [last = ''] = page.at(-1) ?? []
  const next = tokenOf(last).replace('&', '&amp;').replace('<', '&lt;')
  const isTruncated = rest.length > page.length
  return reply(
    200,
    `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount>
<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}
${page
  .map(
    ([name, { content, modified, headers }]) =>
      `<Contents><Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${headers.etag?.replaceAll('"', '&quot;')}</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  )
  .join('\n')}</ListBucketResult>`,
  )
}
