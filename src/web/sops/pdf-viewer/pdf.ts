import './pdf-viewer.css'
// First: the viewer finds the library where this has put it.
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { openEncryptedAttachments } from '../../../shared/pdf-encryption.mjs'
import { onReturn } from '../../api/connection.ts'
import { type ByteRange, readStored, type StoredRange } from '../../api/stored-file.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** Files up to here come in one piece; of larger ones only what is looked at. */
const SMALL = 2 * 1024 * 1024
const RANGE = 128 * 1024
/** Larger pages are drawn coarser: a page of a few metres would take gigabytes. */
const MOST_PIXELS = 2 ** 23
const MOST_IN_AN_IMAGE = 100_000_000
const LINKS_IN_A_NEW_TAB = 2
const FIND_STATES = ['found', 'not-found', 'wrapped', 'pending'] as const

export interface PdfState {
  pages: number
  page: number
  /** 1 for a page as large as on paper. */
  scale: number
  /** Which of the words that are looked for is shown, of how many. */
  found: { at: number; total: number; isPending: boolean } | null
  /** Whether the page that is looked at has been drawn. */
  isDrawn: boolean
  /** A page that could not be drawn. */
  brokenPage: number | null
  /** A form in a format of Adobe's: all that other programs find in it is a page that says "Please wait...". */
  isAdobeForm: boolean
}

export interface PdfSource {
  url: string
  size: number
  page: number
}

export type Pdf = ReturnType<typeof openPdf>

/**
 * Shows a document within a container, which must be positioned and scroll: pages are drawn as they come near and dropped
 * when far away, by pdf.js's own viewer. It runs no script of the document, and builds no code from strings.
 */
export function openPdf(
  container: HTMLDivElement,
  { url, size, page }: PdfSource,
  tell: (changes: Partial<PdfState>) => void,
  fail: (error: unknown) => void,
) {
  const events = new EventBus()
  const links = new PDFLinkService({ eventBus: events, externalLinkTarget: LINKS_IN_A_NEW_TAB })
  const find = new PDFFindController({ eventBus: events, linkService: links })
  const viewer = new PDFViewer({
    container,
    eventBus: events,
    linkService: links,
    findController: find,
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
    removePageBorders: true,
    maxCanvasPixels: MOST_PIXELS,
  } as ConstructorParameters<typeof PDFViewer>[0])
  links.setViewer(viewer)

  // Until somebody moves, the page that was asked for stays, whatever still changes its size.
  let isMoved = page === 1
  const moved = () => {
    isMoved = true
  }
  for (const deed of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    container.addEventListener(deed, moved, { passive: true })
  const place = () => {
    if (!isMoved && viewer.pagesCount > 0) viewer.currentPageNumber = Math.min(page, viewer.pagesCount)
  }
  events.on('pagesinit', () => {
    viewer.currentScaleValue = 'auto'
    place()
    tell({ pages: viewer.pagesCount, page: viewer.currentPageNumber })
  })
  events.on('pagesloaded', place)
  events.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => tell({ page: pageNumber }))
  events.on('scalechanging', ({ scale }: { scale: number }) => {
    tell({ scale })
    requestAnimationFrame(place)
  })
  events.on('pagerendered', ({ pageNumber, error }: { pageNumber: number; error?: unknown }) =>
    tell(error ? { isDrawn: true, brokenPage: pageNumber } : { isDrawn: true }),
  )
  const reportFound = ({ matchesCount, state }: { matchesCount: { current: number; total: number }; state?: number }) =>
    tell({
      found: { at: matchesCount.current, total: matchesCount.total, isPending: FIND_STATES[state ?? 0] === 'pending' },
    })
  events.on('updatefindmatchescount', reportFound)
  events.on('updatefindcontrolstate', reportFound)

  const closing = new AbortController()
  const loading = load({ url, size }, closing.signal, fail)
  loading
    .then(async (document) => {
      if (closing.signal.aborted) return
      links.setDocument(document)
      viewer.setDocument(document)
      if (await isAdobeForm(document)) tell({ isAdobeForm: true })
    })
    .catch((error) => closing.signal.aborted || fail(error))

  // A page that fits the width goes on fitting when the width changes.
  const resized = new ResizeObserver(() => {
    const { currentScaleValue } = viewer
    if (viewer.pagesCount > 0) viewer.currentScaleValue = currentScaleValue
    viewer.update()
    requestAnimationFrame(place)
  })
  resized.observe(container)

  return {
    goTo(pageNumber: number) {
      moved()
      viewer.currentPageNumber = Math.max(1, Math.min(pageNumber, viewer.pagesCount))
    },
    zoom(how: 'in' | 'out' | 'width') {
      moved()
      if (how === 'in') viewer.increaseScale()
      else if (how === 'out') viewer.decreaseScale()
      else viewer.currentScaleValue = 'page-width'
    },
    /** Marks the words, or any of several, and goes to the next place, or the one before. Without, nothing is marked. */
    find(words: string | string[], direction: 'first' | 'next' | 'previous' = 'first') {
      if (direction !== 'first') moved()
      if (words.length === 0) {
        events.dispatch('findbarclose', { source: null })
        return tell({ found: null })
      }
      events.dispatch('find', {
        source: null,
        type: direction === 'first' ? '' : 'again',
        query: words,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        matchDiacritics: false,
        findPrevious: direction === 'previous',
      })
    },
    close() {
      resized.disconnect()
      viewer.setDocument(null as never)
      links.setDocument(null)
      closing.abort()
    },
  }
}

/** Fields that pdf.js knows could be shown; a form without such is of the other kind. */
async function isAdobeForm(document: pdfjs.PDFDocumentProxy) {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  const { IsXFAPresent: isXfa, IsAcroFormPresent: hasFields } = info as Record<string, boolean>
  return isXfa && !hasFields
}

const OPTIONS = {
  isEvalSupported: false,
  enableXfa: false,
  maxImageSize: MOST_IN_AN_IMAGE,
  cMapUrl: '/pdfjs/cmaps/',
  cMapPacked: true,
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
}

/** Opens the file, which is read by our own calls: pdf.js would ask past the dialog of a session that has ended. */
async function load(
  { url, size }: Pick<PdfSource, 'url' | 'size'>,
  signal: AbortSignal,
  fail: (error: unknown) => void,
) {
  const first = await readStored(url, size > SMALL ? { begin: 0, end: RANGE } : null, signal)
  const isWhole = first.bytes.length === first.size
  try {
    return await opened(isWhole ? { data: first.bytes.slice() } : partsOf(url, first, signal, fail), signal)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'PasswordException')) throw error
    const { bytes } = isWhole ? first : await readStored(url, null, signal)
    if (!openEncryptedAttachments(bytes, new TextDecoder('latin1').decode(bytes))) throw error
    return opened({ data: bytes }, signal)
  }
}

/** The document, until it is closed. */
function opened(source: Parameters<typeof pdfjs.getDocument>[0] & object, signal: AbortSignal) {
  const loading = pdfjs.getDocument({ ...OPTIONS, ...source })
  signal.addEventListener('abort', () => void loading.destroy().catch(() => {}))
  return loading.promise
}

/** A large file, of which only what is looked at is read. */
function partsOf(url: string, first: StoredRange, signal: AbortSignal, fail: (error: unknown) => void) {
  class Parts extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      readOn(url, { begin, end }, signal).then(
        ({ bytes }) => this.onDataRange(begin, bytes),
        (error) => signal.aborted || fail(error),
      )
    }
  }
  const range = new Parts(first.size, first.bytes)
  return { range, rangeChunkSize: RANGE, disableStream: true, disableAutoFetch: true }
}

/** Waits for the network when it is away: pages that have been read stay on the screen. */
async function readOn(url: string, part: ByteRange, signal: AbortSignal): Promise<StoredRange> {
  try {
    return await readStored(url, part, signal)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    await new Promise<void>((resolve) => {
      const stop = onReturn(resolve)
      signal.addEventListener('abort', () => [stop(), resolve()])
    })
    signal.throwIfAborted()
    return readOn(url, part, signal)
  }
}
