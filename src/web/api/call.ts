import { callOver, type Transport } from '../../shared/call.ts'
import { TAB_HEADER } from '../../shared/changes.ts'
import type { Arguments, Endpoint, Reply } from '../../shared/endpoint.ts'

/** Names this page to the server, so that the changes it makes are not sent back to it. */
export const tab = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')

const overFetch =
  (signal?: AbortSignal): Transport =>
  async ({ method, url, headers, body }) => {
    const response = await fetch(url, { method, headers, body, signal, credentials: 'include' })
    return { status: response.status, statusText: response.statusText, text: await response.text() }
  }

/** Calls an endpoint of the API. Throws `CallError` for a reply that is not OK, `TypeError` when there is no network. */
export const call = <E extends Endpoint>(endpoint: E, args: Arguments<E>, signal?: AbortSignal): Promise<Reply<E>> =>
  callOver(overFetch(signal), endpoint, args, endpoint.method === 'GET' ? {} : { [TAB_HEADER]: tab })
