import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { openEncryptedAttachments } from '../../../shared/pdf-encryption.mjs'
import { onReconnect } from '../../live/connection.ts'
import { type ByteRange, readStored, type StoredRange } from '../../offline/stored-file.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** Bytes. A smaller file is read whole. Of a larger one only the ranges in view are read. */
const MAX_READ_WHOLE = 2 * 1024 * 1024
const RANGE_BYTES = 128 * 1024
const MAX_IMAGE_PIXELS = 100_000_000

export interface PdfFile {
  url: string
  /** In bytes. */
  size: number
}

const OPTIONS = {
  isEvalSupported: false,
  enableXfa: false,
  maxImageSize: MAX_IMAGE_PIXELS,
  cMapUrl: '/pdfjs/cmaps/',
  cMapPacked: true,
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
}

/**
 * Loads a PDF. `signal` closes it. `onError` receives a failure to read a later range. Throws the errors of reading and
 * of pdf.js.
 *
 * The file is read by our own calls: pdf.js would bypass the dialog that appears when the session has ended.
 */
export async function loadPdf({ url, size }: PdfFile, signal: AbortSignal, onError: (error: unknown) => void) {
  const first = await readStored(url, size > MAX_READ_WHOLE ? { begin: 0, end: RANGE_BYTES } : null, signal)
  const isWhole = first.bytes.length === first.size
  try {
    return await openDocument(
      isWhole ? { data: first.bytes.slice() } : rangeSource(url, first, signal, onError),
      signal,
    )
  } catch (error) {
    if (!(error instanceof Error && error.name === 'PasswordException')) throw error
    const { bytes } = isWhole ? first : await readStored(url, null, signal)
    if (!openEncryptedAttachments(bytes, new TextDecoder('latin1').decode(bytes))) throw error
    return openDocument({ data: bytes }, signal)
  }
}

/** Whether the document is a form in Adobe's own format. pdf.js can show one that also has usual fields. */
export async function isAdobeForm(document: pdfjs.PDFDocumentProxy) {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  const { IsXFAPresent: isXfa, IsAcroFormPresent: hasFields } = info as Record<string, boolean>
  return isXfa && !hasFields
}

function openDocument(source: Parameters<typeof pdfjs.getDocument>[0] & object, signal: AbortSignal) {
  const loading = pdfjs.getDocument({ ...OPTIONS, ...source })
  signal.addEventListener('abort', () => void loading.destroy().catch(() => {}))
  return loading.promise
}

/** The source of a large file: pdf.js asks for the ranges that it needs. */
function rangeSource(url: string, first: StoredRange, signal: AbortSignal, onError: (error: unknown) => void) {
  class Ranges extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      readWithRetry(url, { begin, end }, signal).then(
        ({ bytes }) => this.onDataRange(begin, bytes),
        (error) => signal.aborted || onError(error),
      )
    }
  }
  const range = new Ranges(first.size, first.bytes)
  return { range, rangeChunkSize: RANGE_BYTES, disableStream: true, disableAutoFetch: true }
}

/** Reads a range. Without a network it waits and tries again: the pages that were read stay on the screen. */
async function readWithRetry(url: string, part: ByteRange, signal: AbortSignal): Promise<StoredRange> {
  try {
    return await readStored(url, part, signal)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    await new Promise<void>((resolve) => {
      const stop = onReconnect(() => resolve())
      signal.addEventListener('abort', () => [stop(), resolve()])
    })
    signal.throwIfAborted()
    return readWithRetry(url, part, signal)
  }
}
