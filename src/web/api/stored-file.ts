import { CallError } from '../../shared/call.ts'
import { answerOf } from './call.ts'
import { sessionEnded } from './session-end.ts'

/** A part of a file: its first byte, and the one behind its last. */
export interface ByteRange {
  begin: number
  end: number
}

export interface StoredRange {
  bytes: Uint8Array
  /** Of the whole file. */
  size: number
}

/**
 * Reads a stored file, or a part of it. Where the session has ended it waits, below the dialog that asks for a new one, and then
 * reads on. Throws `CallError` for any other reply that is not OK, `TypeError` when there is no network.
 */
export async function readStored(url: string, part: ByteRange | null, signal: AbortSignal): Promise<StoredRange> {
  const headers: HeadersInit = part ? { range: `bytes=${part.begin}-${part.end - 1}` } : {}
  const { response, content } = await answerOf(url, { headers, signal }, (reply) => reply.arrayBuffer())
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
  // The whole file, as a proxy may send it.
  return { bytes: part ? bytes.slice(part.begin, part.end) : bytes, size: bytes.length }
}

/** Asks for a new session, and waits for it. */
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
