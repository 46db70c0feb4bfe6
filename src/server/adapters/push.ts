import { ECDH } from 'node:crypto'
import type webPush from 'web-push'
import type { Config } from '../base/config.ts'
import { reasonOf } from '../base/errors.ts'
import { type Answer, isSuccess, openOutgoing, SILENT } from './outgoing.ts'
import { outgoingAddressOf, PrivateAddress, type Resolve } from './push-address.ts'

/**
 * Web push. `web-push` encrypts a message for one browser (RFC 8291) and signs for us (RFC 8292). Sending is ours
 * (`outgoing.ts`): to allowed hosts alone, and so that a push service that does not answer delays nobody.
 */

/** The key pair by which push services know this deployment, in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

// With its first use: a deployment where nobody has a device that rings never needs it.
const load = async () => (await import('web-push')).default

/** Makes the key pair of a deployment. */
export const newPushKeys = async (): Promise<PushKeys> => (await load()).generateVAPIDKeys()

/** The unusable key of a browser, or null: encryption needs a point on the curve and a secret of 16 bytes. */
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

/** For so many milliseconds nothing is sent to a host that has not answered in time. */
const REST = 60_000
const OF_REPLY = { maxBytes: 4_096, maxCharacters: 200 }

type SenderConfig = Pick<Config, 'pushHosts' | 'publicUrl' | 'mailFrom' | 'adminEmail'>

/** Opens the way to push services. `resolve` finds addresses of names; absent for the network's name servers. */
export function openPushSender(config: SenderConfig, resolve?: Resolve): PushSender {
  const outgoing = openOutgoing(resolve)
  const subject = subjectOf(config)
  /** Until when nothing is sent to a host, by `performance.now()`. */
  const resting = new Map<string, number>()

  return {
    async send(push, keys, { within, signal }) {
      const address = outgoingAddressOf(push.endpoint, config.pushHosts)
      if (!address) return { result: 'refused', reason: 'PUSH_HOSTS does not allow its address' }
      const { url } = address
      const after = (resting.get(url.host) ?? 0) - performance.now()
      if (after > 0) return { result: 'later', reason: `${url.host} did not answer lately`, after, isPutOff: true }
      resting.delete(url.host)
      try {
        const request = await requestOf(push, { ...keys, subject })
        const answer = await outgoing.post(address, request, { within, signal, ...OF_REPLY })
        if (answer !== SILENT) return outcomeOf(answer)
        resting.set(url.host, performance.now() + REST)
        return { result: 'later', reason: `${url.host} has not answered within ${within} ms`, after: REST }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof PrivateAddress || error instanceof Unsendable)
          return { result: 'refused', reason: error.message }
        return { result: 'later', reason: reasonOf(error), after: 0 }
      }
    },
    close: outgoing.close,
  }
}

/** The contact for a push service. It wants an address of ours, though nothing is sent to it otherwise. */
function subjectOf({ publicUrl, mailFrom, adminEmail }: SenderConfig) {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${mailFrom?.address ?? adminEmail ?? 'push@muster.example'}`
}

/** The keys of the browser cannot be used. */
class Unsendable extends Error {}

type PushRequest = Pick<webPush.RequestDetails, 'headers' | 'body'>

async function requestOf(
  { endpoint, p256dh, auth, message, ttl, topic, urgency }: Push,
  vapidDetails: PushKeys & { subject: string },
): Promise<PushRequest> {
  const webPush = await load()
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

function outcomeOf({ status, text, after }: Answer): PushOutcome {
  const reason = `${status} ${text}`.trim()
  if (isSuccess(status)) return { result: 'taken' }
  if (status === 404 || status === 410) return { result: 'gone' }
  if (status === 429 || status >= 500) return { result: 'later', reason, after }
  return { result: 'refused', reason }
}
