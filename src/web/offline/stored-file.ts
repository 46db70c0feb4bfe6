import { fetchReply } from '../api/call.ts'
import { CallError } from '../api/call-endpoint.ts'
import { sessionEnded } from '../api/session-end.ts'

/** A part of a file: its first byte, and the byte after its last. */
export interface ByteRange {
  begin: number
  end: number
}

export interface StoredRange {
  bytes: Uint8Array
  /** The size of the whole file, in bytes. */
  size: number
}

/**
 * Reads a stored file, or a part of it. If the session has ended, it waits until the person has signed in again, and
 * then reads on. Throws `CallError` for any other reply that is not OK, and `TypeError` when there is no network.
 */
export async function readStored(url: string, part: ByteRange | null, signal: AbortSignal): Promise<StoredRange> {
  const headers: Record<string, string> = part ? { range: `bytes=${part.begin}-${part.end - 1}` } : {}
  const { response, content } = await fetchReply(url, { headers, signal }, (reply) => reply.arrayBuffer())
  const bytes = new Uint8Array(content)
  if (response.status === 401) {
    await nextSession(signal)
    return readStored(url, part, signal)
  }
  if (!response.ok) {
    const { status, statusText } = response
    throw new CallError({ status, statusText, text: new TextDecoder().decode(bytes) })
  }
  if (response.status === 206) return { bytes, size: Number(response.headers.get('content-range')?.split('/')[1]) }
  // A proxy may send the whole file instead of the range.
  return { bytes: part ? bytes.slice(part.begin, part.end) : bytes, size: bytes.length }
}

/** Opens the sign-in dialog and waits until there is a session. */
function nextSession(signal: AbortSignal) {
  sessionEnded.set(true)
  return new Promise<void>((resolve, reject) => {
    const stop = sessionEnded.subscribe(() => {
      if (sessionEnded.get()) return
      stop()
      resolve()
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
  })
}
