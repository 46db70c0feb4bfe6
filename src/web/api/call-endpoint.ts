import { API_PREFIX } from '../../shared/api-prefix.ts'
import { type Arguments, type Endpoint, pathOf, type Reply } from '../../shared/endpoint.ts'
import type { ErrorReply } from '../../shared/errors.ts'

/** Sends a request to the server: `fetch` in the browser, an injected request in tests. */
export type Transport = (request: {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  body: string | undefined
}) => Promise<HttpResponse>

/** A transport's response. */
interface HttpResponse {
  status: number
  statusText: string
  text: string
  /** The header Retry-After as it was sent; absent or null without it. */
  retryAfter?: string | null
}

/** A reply without success. The message is the status, a colon and the body's text, or the status text. */
export class CallError extends Error {
  readonly status: number
  /** The error reply of the server; null if the body is something else, such as a proxy's page. */
  readonly reply: ErrorReply | null
  /** Seconds after which to try again; null if the server did not say. */
  readonly retryAfter: number | null

  constructor({ status, statusText, text, retryAfter }: HttpResponse) {
    super(`${status}: ${text || statusText}`)
    this.name = 'CallError'
    this.status = status
    this.reply = parseReply(text)
    this.retryAfter = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null
  }
}

function parseReply(text: string): ErrorReply | null {
  try {
    const reply = JSON.parse(text)
    return typeof reply?.message === 'string' ? reply : null
  } catch {
    return null
  }
}

/** Whether a call failed with this status. */
export const hasStatus = (error: unknown, status: number): error is CallError =>
  error instanceof CallError && error.status === status

/** Whether the server has refused a change because somebody else has saved another version meanwhile. */
export const isEditedMeanwhile = (error: unknown): error is CallError =>
  hasStatus(error, 409) && error.reply?.code === 'edited_meanwhile'

/** Whether the server will refuse the same call each time. */
export const isRefused = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

/** The message of the server's error reply, or the fallback for every other error. */
export const messageOf = (error: unknown, fallback: string) =>
  (error instanceof CallError && error.reply?.message) || fallback

/** The fault of a form's only field, by the server's error reply; the fallback for every other error. */
export const faultOf = (error: unknown, fallback: string) =>
  (error instanceof CallError && error.reply?.issues?.[0]?.message) || messageOf(error, fallback)

/** A query string with its question mark, without null and undefined values; empty if no value is left. */
export function queryString(query: object = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  return pairs.length === 0
    ? ''
    : `?${pairs.map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('=')).join('&')}`
}

/** The address of a call, with its parameters and query. */
export const urlOf = (endpoint: Endpoint, params?: Record<string, unknown>, query?: object) =>
  `${API_PREFIX}${pathOf(endpoint, params)}${queryString(query)}`

/** Calls an endpoint and returns its reply. Throws `CallError` without success, and the transport's errors. */
export async function callEndpoint<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  args: Arguments<E>,
  headers: Record<string, string> = {},
): Promise<Reply<E>> {
  const { params, query, body } = args as { params?: Record<string, unknown>; query?: object; body?: unknown }
  const response = await transport({
    method: endpoint.method,
    url: urlOf(endpoint, params, query),
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return replyFrom(endpoint, response)
}

/** The reply in a response. Throws `CallError` for a response without success. */
export function replyFrom<E extends Endpoint>(_endpoint: E, response: HttpResponse): Reply<E> {
  const { status, text } = response
  if (status < 200 || status > 299) throw new CallError(response)
  return (text === '' ? undefined : JSON.parse(text)) as Reply<E>
}
