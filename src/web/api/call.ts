import { OWN_POSITION_HEADER, SNAPSHOT_HEADER, TAB_HEADER } from '../../shared/changes.ts'
import type { Arguments, Endpoint, Reply } from '../../shared/endpoint.ts'
import { wantedLanguage } from '../language.ts'
import { markOffline, markOnline, noteCachedReply } from '../live/connection.ts'
import { takeOwnPosition } from '../live/own-changes.ts'
import { parseSnapshot, type Snapshot } from '../live/snapshot.ts'
import { cachedReply, cacheOwner, cacheReply, clearResponseCache } from '../offline/response-cache.ts'
import { pageOpened, timeRequest } from '../server-time.ts'
import { callEndpoint, type Transport } from './call-endpoint.ts'
import { takeEarlyReply } from './early-replies.ts'
import { withReauthentication } from './reauthentication.ts'

/** A read that has a cached reply waits this long for the server, in milliseconds. */
const CACHED_READ_TIMEOUT_MS = 8000

/** Names this page to the server, so that it knows which changes are this page's own. */
export const tab = randomHex(12)

/** Random bytes as hexadecimal text, two characters for each byte. */
export function randomHex(bytes: number) {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Fetches a URL and reads the whole reply with `read`. The server answers in the page's language. Notes whether the
 * server can be reached, and its time. Clears the response cache when nobody is signed in. Throws `TypeError` when
 * there is no network.
 */
export async function fetchReply<T>(
  url: string,
  { headers, ...init }: RequestInit & { headers: Record<string, string> },
  read: (response: Response) => Promise<T>,
) {
  try {
    const early = takeEarlyReply(init.method, url, init.signal)
    const noteTime = timeRequest(early && pageOpened())
    const response = await (early ??
      fetch(url, { ...init, headers: { 'accept-language': wantedLanguage(), ...headers }, credentials: 'include' }))
    noteTime(response.headers.get('date'))
    const content = await read(response)
    markOnline()
    if (response.status === 401) await clearResponseCache()
    return { response, content }
  } catch (error) {
    if (error instanceof TypeError) markOffline()
    throw error
  }
}

/** A response with the facts about its content from its headers. */
type NotedResponse = Awaited<ReturnType<Transport>> & {
  snapshot?: Snapshot | undefined
  ownPosition?: number | undefined
}
type NotingTransport = (...request: Parameters<Transport>) => Promise<NotedResponse>

const fetchTransport =
  (signal?: AbortSignal): NotingTransport =>
  async ({ method, url, headers, body }) => {
    const { response, content } = await fetchReply(url, { method, headers, body, signal }, (reply) => reply.text())
    const { status, statusText } = response
    const position = response.headers.get(OWN_POSITION_HEADER)
    return {
      status,
      statusText,
      text: content,
      retryAfter: response.headers.get('retry-after'),
      snapshot: parseSnapshot(response.headers.get(SNAPSHOT_HEADER)),
      ...(position && { ownPosition: Number(position) }),
    }
  }

/** Caches each good reply. Returns the cached one when the server does not answer. */
const withResponseCache =
  (cached: Endpoint['cached'], signal?: AbortSignal): NotingTransport =>
  async (request) => {
    const owner = cacheOwner()
    const controller = new AbortController()
    signal?.addEventListener('abort', () => controller.abort(signal.reason))
    const timer = setTimeout(async () => {
      if (await cachedReply(request.url)) controller.abort(timeoutError())
    }, CACHED_READ_TIMEOUT_MS)
    try {
      const reply = await fetchTransport(controller.signal)(request)
      if (reply.status === 200) void cacheReply(request.url, reply.text, owner)
      return reply
    } catch (error) {
      const last = error instanceof TypeError ? await cachedReply(request.url) : null
      if (!last) throw error
      if (cached === 'moving') noteCachedReply(last.at)
      return { status: 200, statusText: 'OK', text: last.text }
    } finally {
      clearTimeout(timer)
    }
  }

/** The error of a call that timed out. It is a `TypeError`, as a missing network is: both are handled alike. */
export const timeoutError = () => new TypeError('The server did not answer')

/**
 * Calls an endpoint of the API. Throws `CallError` for a reply that is not OK, and `TypeError` when there is no
 * network. When there is no network but a cached reply, it returns that one. A call that needs a proof of who the
 * person is asks for it.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  signal?: AbortSignal,
): Promise<Reply<E>> {
  const transport = endpoint.cached ? withResponseCache(endpoint.cached, signal) : fetchTransport(signal)
  const headers: Record<string, string> = endpoint.method === 'GET' ? {} : { [TAB_HEADER]: tab }
  return withReauthentication(() => callNoting(transport, endpoint, args, headers))
}

/** Calls an endpoint, and notes the facts from the reply's headers. */
async function callNoting<E extends Endpoint>(
  transport: NotingTransport,
  endpoint: E,
  args: Arguments<E>,
  headers: Record<string, string>,
): Promise<Reply<E>> {
  let response: NotedResponse | undefined
  const noting: Transport = async (request) => {
    response = await transport(request)
    return response
  }
  const reply = await callEndpoint(noting, endpoint, args, headers)
  takeSnapshot(reply, response?.snapshot)
  takeOwnPosition(reply, response?.ownPosition)
  return reply
}

/** The transactions that a reply holds. A reply of the response cache has none. */
const snapshots = new WeakMap<object, Snapshot>()
export const snapshotOf = (reply: unknown) =>
  typeof reply === 'object' && reply !== null ? snapshots.get(reply) : undefined

/** Notes which transactions a reply holds. */
export function takeSnapshot(reply: unknown, snapshot: Snapshot | undefined) {
  if (snapshot && typeof reply === 'object' && reply !== null) snapshots.set(reply, snapshot)
}

/** Calls an endpoint without the response cache, and with more headers. Throws as `call` does. */
export const callServer = <E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Reply<E>> => callNoting(fetchTransport(signal), endpoint, args, { [TAB_HEADER]: tab, ...headers })
