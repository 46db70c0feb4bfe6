import { createHmac } from 'node:crypto'
import type { Config } from '../base/config.ts'
import { reasonOf } from '../base/errors.ts'
import { isSuccess, openOutgoing, SILENT } from './outgoing.ts'
import { type OutgoingAddress, outgoingAddressOf, type Resolve } from './push-address.ts'

/** Sends messages to webhooks, signed by Standard Webhooks 1.0. */

export interface WebhookSending {
  url: string
  /** `whsec_` and the key in base64. */
  secret: string
  /** The same at each attempt. */
  id: string
  /** JSON. */
  body: string
}

/** The result of an attempt. Without a status there was no answer. `after`: the least milliseconds until the next. */
export interface WebhookOutcome {
  status: number | null
  isTaken: boolean
  error: string | null
  after: number
}

export interface WebhookSender {
  /** Sends once. It never throws, but when `signal` is aborted. */
  send(sending: WebhookSending, signal: AbortSignal): Promise<WebhookOutcome>
  close(): void
}

/** Milliseconds until a receiver must have answered. */
const ANSWER_WITHIN = 10_000
const OF_REPLY = { maxBytes: 1_024, maxCharacters: 400 }
const SECRET_PREFIX = 'whsec_'

/** The address if webhooks may go there, else null: public hosts by https at port 443, and WEBHOOK_HOSTS. */
export const webhookAddressOf = (url: string, { webhookHosts }: Pick<Config, 'webhookHosts'>): OutgoingAddress | null =>
  outgoingAddressOf(url, ['*', ...webhookHosts])

/** The header webhook-signature. `timestamp` is in seconds since 1970. */
export function signatureOf({ secret, id, body }: Omit<WebhookSending, 'url'>, timestamp: number): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Opens the way to receivers. `resolve` finds the addresses of their names; absent for the network's name servers. */
export function openWebhookSender(config: Pick<Config, 'webhookHosts'>, resolve?: Resolve): WebhookSender {
  const outgoing = openOutgoing(resolve)
  const failed = (error: string, after = 0): WebhookOutcome => ({ status: null, isTaken: false, error, after })
  return {
    async send(sending, signal) {
      const address = webhookAddressOf(sending.url, config)
      if (!address) return failed('WEBHOOK_HOSTS does not allow this address')
      const timestamp = Math.floor(Date.now() / 1000)
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sending.body),
        'user-agent': 'Muster-Webhooks',
        'webhook-id': sending.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(sending, timestamp),
      }
      try {
        const limits = { within: ANSWER_WITHIN, signal, ...OF_REPLY }
        const answer = await outgoing.post(address, { headers, body: sending.body }, limits)
        if (answer === SILENT) return failed(`No answer within ${ANSWER_WITHIN / 1000} s`)
        const { status, text, after } = answer
        const isTaken = isSuccess(status)
        return { status, isTaken, error: isTaken ? null : `${status} ${text}`.trim(), after: isTaken ? 0 : after }
      } catch (error) {
        signal.throwIfAborted()
        return failed(reasonOf(error).replaceAll('\0', '').slice(0, OF_REPLY.maxCharacters))
      }
    },
    close: outgoing.close,
  }
}
