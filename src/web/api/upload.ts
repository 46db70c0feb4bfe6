import { API_PREFIX } from '../../shared/api-prefix.ts'
import { TAB_HEADER } from '../../shared/changes.ts'
import { type Endpoint, pathOf, type Reply } from '../../shared/endpoint.ts'
import { wantedLanguage } from '../language.ts'
import { tab } from './call.ts'
import { hasStatus, replyFrom } from './call-endpoint.ts'
import { markStale } from './queries.ts'
import { sessionEnded } from './session-end.ts'

/**
 * Sends a form with its files. `onProgress` gets the share that has been sent, from 0 to 1; `fetch` cannot report that,
 * so this uses XMLHttpRequest. The fields go first, so that the server can refuse before it receives the file. Rejects
 * with `CallError` for a reply that is not OK, and with `TypeError` when there is no network.
 */
export function upload<E extends Endpoint & { form: object }>(
  endpoint: E,
  {
    params,
    form,
    files,
  }: { params?: Record<string, unknown>; form: Record<string, string>; files: Record<string, File> },
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<Reply<E>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  for (const [name, file] of Object.entries(files)) body.append(name, file)
  return new Promise<Reply<E>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, `${API_PREFIX}${pathOf(endpoint, params)}`)
    request.setRequestHeader(TAB_HEADER, tab)
    request.setRequestHeader('accept-language', wantedLanguage())
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(total === 0 ? 1 : loaded / total)
    request.onload = () => {
      try {
        const { status, statusText, responseText } = request
        const retryAfter = request.getResponseHeader('retry-after')
        resolve(replyFrom(endpoint, { status, statusText, text: responseText, retryAfter }))
      } catch (error) {
        if (hasStatus(error, 401)) sessionEnded.set(true)
        reject(error)
      }
    }
    request.onerror = () => reject(new TypeError('The network is away'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  }).finally(() => markStale(endpoint.changes ?? []))
}
