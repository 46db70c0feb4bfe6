import { API_PREFIX } from './api-prefix.ts'
import { type Arguments, type Endpoint, pathOf, type Reply } from './endpoint.ts'
import type { ErrorReply } from './errors.ts'

/** Carries a request to the server: `fetch` in the browser, an injected request in the tests. */
export type Transport = (request: {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  body: string | undefined
}) => Promise<HttpResponse>

/** What came back. */
export interface HttpResponse {
  status: number
  statusText: string
  text: string
  /** The header Retry-After as it came; absent or null when there was none. */
  retryAfter?: string | null
}

/**
 * A reply that is not OK. Its message is the status, a colon and the body's text, or the status text when the body is
 * empty (specification, section 8).
 */
export class CallError extends Error {
  readonly status: number
  /** The server's own words; null when the body is not one of its error replies. */
  readonly reply: ErrorReply | null
  /** After how many seconds the server wants to be asked again; null when it did not say. */
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

/** The server's sentence for a person, or the given one when it sent none. */
export const messageOf = (error: unknown, otherwise: string) =>
  (error instanceof CallError && error.reply?.message) || otherwise

/** A query string with its question mark, without what is null or undefined; empty when nothing is left. */
export function queryString(query: object = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  return pairs.length === 0
    ? ''
    : `?${pairs.map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('=')).join('&')}`
}

/** Calls an endpoint; throws `CallError` for a reply that is not OK, and whatever the transport throws. */
export async function callOver<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  args: Arguments<E>,
  headers: Record<string, string> = {},
): Promise<Reply<E>> {
  const { params, query, body } = args as { params?: Record<string, unknown>; query?: object; body?: unknown }
  const response = await transport({
    method: endpoint.method,
    url: `${API_PREFIX}${pathOf(endpoint, params)}${queryString(query)}`,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return replyFrom(endpoint, response)
}

/** The reply that a response carries; throws `CallError` for one that is not OK. */
export function replyFrom<E extends Endpoint>(_endpoint: E, response: HttpResponse): Reply<E> {
  const { status, text } = response
  if (status < 200 || status > 299) throw new CallError(response)
  return (text === '' ? undefined : JSON.parse(text)) as Reply<E>
}
