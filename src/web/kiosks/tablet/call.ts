import { TAB_HEADER } from '../../../shared/changes.ts'
import type { Arguments, Endpoint, Reply } from '../../../shared/endpoint.ts'
import { tab } from '../../api/call.ts'
import { CallError, callEndpoint, type Transport } from '../../api/call-endpoint.ts'
import { wantedLanguage } from '../../language.ts'
import { timeRequest } from '../../server-time.ts'

/** A server that takes longer is away, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Calls for the kiosk, or with the pass of the person at it. Nothing is stored, queued or sent again: a reply stays in
 * the component that asked, and is gone with it. Throws `CallError`, and `TypeError` when the server does not answer.
 */
export function callKiosk<E extends Endpoint>(endpoint: E, args: Arguments<E>, pass?: string): Promise<Reply<E>> {
  const headers: Record<string, string> = {
    'accept-language': wantedLanguage(),
    ...(endpoint.method !== 'GET' && { [TAB_HEADER]: tab }),
    ...(pass !== undefined && { authorization: `Bearer ${pass}` }),
  }
  return callEndpoint(transport, endpoint, args, headers)
}

const transport: Transport = async ({ url, ...request }) => {
  // `AbortSignal.timeout` would do it, which Safari has since 16.
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), TIMEOUT_MS)
  try {
    const noteTime = timeRequest()
    const { signal } = waiting
    const response = await fetch(url, { ...request, cache: 'no-store', credentials: 'include', signal })
    const { status, statusText, headers } = response
    noteTime(headers.get('date'))
    return { status, statusText, text: await response.text(), retryAfter: headers.get('retry-after') }
  } catch (error) {
    throw new TypeError('The server did not answer', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the server could not be reached, or only something in front of it answered. */
export const isAwayError = (error: unknown) => !(error instanceof CallError) || (error.status >= 500 && !error.reply)
