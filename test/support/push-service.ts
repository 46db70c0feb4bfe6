import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewSubscription, PushMessage } from '../../src/shared/push.ts'

/**
 * A push service of our own, and the browsers that subscribe to it. It decrypts pushes by RFC 8188 and RFC 8291, and
 * checks the signature by RFC 8292, with nothing of the code that makes them.
 */

export interface ReceivedPush {
  message: PushMessage
  headers: IncomingHttpHeaders
  /** The key that has signed it, in base64url, and its claims. */
  signedBy: string
  claims: { aud: string; exp: number; sub: string }
  at: number
}

/** The push service's answer to a push: a status with headers, or nothing at all. */
export type PushAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'hang'

export interface PushBrowser {
  subscription: NewSubscription
  received: ReceivedPush[]
  /** How many pushes have come to its address, also those that were answered with an error. */
  requests(): number
  answer: PushAnswer
}

export interface PushService {
  /** As it stands in PUSH_HOSTS. */
  host: string
  browser(): PushBrowser
  close(): Promise<void>
}

interface Known extends PushBrowser {
  key: ECDH
  auth: Buffer
  count: number
}

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, Known>()
  const hanging = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const browser = browsers.get(request.url ?? '')
    if (!browser) return void response.writeHead(404).end()
    browser.count += 1
    const { answer } = browser
    if (answer === 'hang') return void hanging.add(response)
    if (answer.status === 201) {
      try {
        browser.received.push({ ...read(browser, Buffer.concat(chunks), request.headers), at: Date.now() })
      } catch (error) {
        return void response.writeHead(400).end(String(error))
      }
    }
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    browser() {
      const key = createECDH('prime256v1')
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const auth = randomBytes(16)
      const keys = { p256dh: key.generateKeys().toString('base64url'), auth: auth.toString('base64url') }
      const subscription = { endpoint: `http://${host}${path}`, keys }
      const known: Known = {
        ...{ subscription, key, auth, received: [], answer: { status: 201 }, count: 0 },
        requests: () => known.count,
      }
      browsers.set(path, known)
      return known
    },
    async close() {
      for (const response of hanging) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function read(browser: Known, body: Buffer, headers: IncomingHttpHeaders) {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('It is not aes128gcm')
  const message = JSON.parse(decrypt(browser, body).toString())
  return { message, headers, ...readVapid(headers.authorization ?? '') }
}

const hmac = (key: Buffer, ...parts: Buffer[]) => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}
const info = (text: string) => Buffer.from(`${text}\0`)
const ONE = Buffer.from([1])

/** RFC 8291, 3.4, and RFC 8188, 2.1 and 2.2. */
function decrypt({ key, auth }: Known, body: Buffer) {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  if (keyLength !== 65) throw new Error('The key of the sender has another length')
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  // RFC 8291, 4: one record, which push services take up to 4,096 bytes.
  if (record.length > recordSize || body.length > 4_096) throw new Error('There is more than one record')
  const secret = hmac(hmac(auth, key.computeSecret(sender)), info('WebPush: info'), key.getPublicKey(), sender, ONE)
  const pseudoRandom = hmac(salt, secret)
  const contentKey = hmac(pseudoRandom, info('Content-Encoding: aes128gcm'), ONE).subarray(0, 16)
  const nonce = hmac(pseudoRandom, info('Content-Encoding: nonce'), ONE).subarray(0, 12)
  const cipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The last record does not end as it should')
  return padded.subarray(0, end)
}

/** RFC 8292, 2 and 3: the signature, with the key that comes with it. */
function readVapid(authorization: string) {
  const { token, key: signedBy } = /^vapid t=(?<token>[\w.-]+), ?k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {}
  const [head = '', payload = '', signature = ''] = (token ?? '').split('.')
  const point = Buffer.from(signedBy ?? '', 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
  if (!isSigned || alg !== 'ES256') throw new Error('The signature is not valid')
  return { signedBy: signedBy ?? '', claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) }
}
