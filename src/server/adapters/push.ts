import { ECDH } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import type { Config } from '../base/config.ts'
import { reasonOf } from '../base/errors.ts'
import { lookupPublic, openResolver, PrivateAddress, pushAddressOf, type Resolve } from './push-address.ts'

/**
 * Web push. `web-push` encrypts a message for one browser (RFC 8291) and signs for us (RFC 8292). Sending is ours: with a time limit,
 * without redirects, to allowed hosts alone, and so that a push service that does not answer delays nobody.
 */

/** The key pair by which push services know this deployment, in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/** Which of a browser's keys the encryption cannot use: it needs a point on the curve and a secret of 16 bytes. Null if both are. */
export function unusableKey({ p256dh, auth }: { p256dh: string; auth: string }): 'p256dh' | 'auth' | null {
  const point = Buffer.from(p256dh, 'base64url')
  try {
    ECDH.convertKey(point, 'prime256v1')
  } catch {
    return 'p256dh'
  }
  if (point.length !== 65) return 'p256dh'
  return Buffer.from(auth, 'base64url').length === 16 ? null : 'auth'
}

export interface Push {
  endpoint: string
  p256dh: string
  auth: string
  /** What the browser gets. */
  message: string
  /** For how many seconds the push service keeps it for a device that is out of reach. */
  ttl: number
  /** A later push of the same topic takes the place of one that the device has not got yet. */
  topic: string
  urgency: 'normal' | 'high'
}

export type PushOutcome =
  /** The push service has taken it. */
  | { result: 'taken' }
  /** The browser does not take pushes at this address any more. */
  | { result: 'gone' }
  /** Sent again it would be refused again. */
  | { result: 'refused'; reason: string }
  /** It may succeed later, not before so many milliseconds. `isPutOff`: it was not tried, because its host rests. */
  | { result: 'later'; reason: string; after: number; isPutOff?: true }

export interface PushSender {
  /**
   * Sends one push. It never throws, but when `signal` is aborted.
   *
   * @param within milliseconds until the push service must have answered
   */
  send(push: Push, keys: PushKeys, options: { within: number; signal: AbortSignal }): Promise<PushOutcome>
  close(): void
}

/** Connections to one push service at a time. */
const MAX_CONNECTIONS = 32
/** For so many milliseconds nothing is sent to a host that has not answered in time. */
const REST = 60_000
/** A push service that asks for a longer wait is asked again after so many milliseconds. */
const LONGEST_WAIT = 3600_000
const MAX_REPLY_BYTES = 4_096
const MAX_REASON_CHARACTERS = 200

type SenderConfig = Pick<Config, 'pushHosts' | 'publicUrl' | 'mailFrom' | 'adminEmail'>

/** Opens the way to push services. `resolve` finds the addresses of their names; absent for the network's name servers. */
export function openPushSender(config: SenderConfig, resolve: Resolve = openResolver()): PushSender {
  const pool = { keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: 4 }
  const agents = {
    public: new https.Agent({ ...pool, lookup: lookupPublic(resolve) }),
    listed: { 'https:': new https.Agent(pool), 'http:': new http.Agent(pool) },
  }
  const subject = subjectOf(config)
  /** Until when nothing is sent to a host, by `performance.now()`. */
  const resting = new Map<string, number>()

  return {
    async send(push, keys, { within, signal }) {
      const address = pushAddressOf(push.endpoint, config.pushHosts)
      if (!address) return { result: 'refused', reason: 'PUSH_HOSTS does not allow its address' }
      const { url, isListed } = address
      const after = (resting.get(url.host) ?? 0) - performance.now()
      if (after > 0) return { result: 'later', reason: `${url.host} did not answer lately`, after, isPutOff: true }
      resting.delete(url.host)
      const agent = isListed ? agents.listed[url.protocol as 'https:'] : agents.public
      try {
        const outcome = await post(url, agent, requestOf(push, { ...keys, subject }), { within, signal })
        if (outcome !== SILENT) return outcome
        resting.set(url.host, performance.now() + REST)
        return { result: 'later', reason: `${url.host} has not answered within ${within} ms`, after: REST }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof PrivateAddress || error instanceof Unsendable)
          return { result: 'refused', reason: error.message }
        return { result: 'later', reason: reasonOf(error), after: 0 }
      }
    },
    close() {
      agents.public.destroy()
      for (const agent of Object.values(agents.listed)) agent.destroy()
    },
  }
}

/** Whom a push service may write to. It wants an address of ours, though nothing is sent to it otherwise. */
function subjectOf({ publicUrl, mailFrom, adminEmail }: SenderConfig) {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${mailFrom?.address ?? adminEmail ?? 'push@muster.example'}`
}

/** The keys of the browser cannot be used. */
class Unsendable extends Error {}

type PushRequest = Pick<webPush.RequestDetails, 'headers' | 'body'>

function requestOf(
  { endpoint, p256dh, auth, message, ttl, topic, urgency }: Push,
  vapidDetails: PushKeys & { subject: string },
): PushRequest {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails,
      contentEncoding: 'aes128gcm',
      ...{ TTL: ttl, topic, urgency },
    })
  } catch (error) {
    throw new Unsendable(reasonOf(error))
  }
}

const SILENT = Symbol('silent')
interface Limits {
  within: number
  signal: AbortSignal
}

/** Posts, and reads no more of the reply than its status and the beginning of a reason. */
function post(url: URL, agent: http.Agent, push: PushRequest, limits: Limits): Promise<PushOutcome | typeof SILENT> {
  return new Promise((resolve, reject) => {
    const { headers, body } = push
    const { signal } = limits
    const request = (url.protocol === 'https:' ? https : http).request(url, { method: 'POST', headers, agent, signal })
    const timer = setTimeout(() => {
      resolve(SILENT)
      request.destroy()
    }, limits.within)
    request.on('close', () => clearTimeout(timer))
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The push service has closed the connection that was kept open.
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve(post(url, agent, push, limits))
      else reject(error)
    })
    request.on('response', (response) => {
      let reason = ''
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        reason = (reason + chunk.toString()).slice(0, MAX_REASON_CHARACTERS)
        bytes += chunk.length
        if (bytes > MAX_REPLY_BYTES) response.destroy()
      })
      response.on('error', () => {})
      response.on('close', () => resolve(outcomeOf(response, reason)))
      if (isTaken(response)) resolve({ result: 'taken' })
    })
    request.end(body)
  })
}

const isTaken = ({ statusCode = 0 }: http.IncomingMessage) => statusCode >= 200 && statusCode < 300

function outcomeOf(response: http.IncomingMessage, text: string): PushOutcome {
  const { statusCode = 0, headers } = response
  const reason = `${statusCode} ${text.replace(/\s+/g, ' ').trim()}`.trim()
  if (isTaken(response)) return { result: 'taken' }
  if (statusCode === 404 || statusCode === 410) return { result: 'gone' }
  if (statusCode === 429 || statusCode >= 500) return { result: 'later', reason, after: waitOf(headers['retry-after']) }
  return { result: 'refused', reason }
}

/** The milliseconds that a header Retry-After asks for, which is in seconds or a date. */
function waitOf(header: string | undefined) {
  const asked = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - Date.now()
  return Math.min(Math.max(asked || 0, 0), LONGEST_WAIT)
}
