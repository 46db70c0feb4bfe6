import { callEndpoint, type Transport } from '../../shared/call.ts'
import { TAB_HEADER } from '../../shared/changes.ts'
import type { Arguments, Endpoint, Reply } from '../../shared/endpoint.ts'
import { lost, markOnline, showsCached } from './connection.ts'
import { cachedFor, cachedReply, cacheReply, clearResponseCache } from './response-cache.ts'

/** A network that neither answers nor fails counts as away after so many milliseconds, where there is something to show. */
const TIMEOUT = 8000

/** Names this page to the server, so that the changes it makes are not sent back to it. */
export const tab = randomHex(12)

/** As many random bytes, as text. */
export function randomHex(bytes: number) {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What the server answers, read whole by `read`; notes whether there is a network, and a session. */
export async function answerOf<T>(url: string, init: RequestInit, read: (response: Response) => Promise<T>) {
  try {
    const response = await fetch(url, { ...init, credentials: 'include' })
    const content = await read(response)
    markOnline()
    // Nobody is signed in here any more.
    if (response.status === 401) await clearResponseCache()
    return { response, content }
  } catch (error) {
    if (error instanceof TypeError) lost()
    throw error
  }
}

const overFetch =
  (signal?: AbortSignal): Transport =>
  async ({ method, url, headers, body }) => {
    const { response, content } = await answerOf(url, { method, headers, body, signal }, (reply) => reply.text())
    const { status, statusText } = response
    return { status, statusText, text: content, retryAfter: response.headers.get('retry-after') }
  }

/** Keeps what is replied, and replies with what was kept when the network is away. */
const withResponseCache =
  (age: Endpoint['cached'], signal?: AbortSignal): Transport =>
  async (request) => {
    const owner = cachedFor()
    const stop = new AbortController()
    signal?.addEventListener('abort', () => stop.abort(signal.reason))
    const timer = setTimeout(async () => {
      if (await cachedReply(request.url)) stop.abort(noAnswer())
    }, TIMEOUT)
    try {
      const reply = await overFetch(stop.signal)(request)
      if (reply.status === 200) void cacheReply(request.url, reply.text, owner)
      return reply
    } catch (error) {
      const cached = error instanceof TypeError ? await cachedReply(request.url) : null
      if (!cached) throw error
      if (age === 'moving') showsCached(cached.at)
      return { status: 200, statusText: 'OK', text: cached.text }
    } finally {
      clearTimeout(timer)
    }
  }

/** Why a call was given up; of the kind that a missing network gives. */
export const noAnswer = () => new TypeError('The server did not answer')

/**
 * Calls an endpoint of the API. Throws `CallError` for a reply that is not OK, `TypeError` when there is no network. Where the
 * last known reply is kept, there is that instead.
 */
export const call = <E extends Endpoint>(endpoint: E, args: Arguments<E>, signal?: AbortSignal): Promise<Reply<E>> =>
  callEndpoint(
    endpoint.cached ? withResponseCache(endpoint.cached, signal) : overFetch(signal),
    endpoint,
    args,
    endpoint.method === 'GET' ? {} : { [TAB_HEADER]: tab },
  )

/** The same, of the server alone and with headers of its own. */
export const callServer = <E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Reply<E>> => callEndpoint(overFetch(signal), endpoint, args, { [TAB_HEADER]: tab, ...headers })
