import './pdf-viewer.css'
// The viewer needs the library to be loaded before it.
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { isAdobeForm, loadPdf, type PdfFile } from './load-pdf.ts'
import { zoomByTouch } from './pinch.ts'

/** Larger pages are drawn with less detail: a page of a few metres would take gigabytes. */
const MAX_CANVAS_PIXELS = 2 ** 23
const LINKS_IN_A_NEW_TAB = 2
const FIND_STATES = ['found', 'not-found', 'wrapped', 'pending'] as const
const MOVING_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown']

export interface PdfState {
  pages: number
  page: number
  /** 1 for a page as large as on paper. */
  scale: number
  /** The search within the document: which match is shown, of how many. Null without a search. */
  found: { at: number; total: number; isPending: boolean } | null
  /** Whether the current page has been drawn. */
  isDrawn: boolean
  /** The number of a page that could not be drawn. */
  brokenPage: number | null
  /** A form in Adobe's own format. Other programs find only one page in it, which says "Please wait...". */
  isAdobeForm: boolean
}

export interface PdfSource extends PdfFile {
  /** The page to show first. */
  page: number
}

export type Pdf = ReturnType<typeof openPdf>
type OnChange = (changes: Partial<PdfState>) => void

/**
 * Shows a document within a container, which must be positioned and scroll. pdf.js's own viewer draws pages as they
 * come near and drops those far away. It runs no script of the document, and builds no code from strings.
 */
export function openPdf(
  container: HTMLDivElement,
  { url, size, page }: PdfSource,
  onChange: OnChange,
  onError: (error: unknown) => void,
) {
  const { events, links, viewer } = createViewer(container)
  const firstPage = holdPage(container, viewer, page)
  reportState(events, viewer, firstPage.restore, onChange)

  const closing = new AbortController()
  loadPdf({ url, size }, closing.signal, onError)
    .then(async (document) => {
      if (closing.signal.aborted) return
      links.setDocument(document)
      viewer.setDocument(document)
      if (await isAdobeForm(document)) onChange({ isAdobeForm: true })
    })
    .catch((error) => closing.signal.aborted || onError(error))
  const resizes = fitOnResize(container, viewer, firstPage.restore)
  zoomByTouch(container, viewer, firstPage.release, closing.signal)

  return {
    goTo(pageNumber: number) {
      firstPage.release()
      viewer.currentPageNumber = Math.max(1, Math.min(pageNumber, viewer.pagesCount))
    },
    zoom(how: 'in' | 'out' | 'width') {
      firstPage.release()
      if (how === 'in') viewer.increaseScale()
      else if (how === 'out') viewer.decreaseScale()
      else viewer.currentScaleValue = 'page-width'
    },
    /** Names the pages for screen readers, in words of the page's language. */
    labelPages(labelOf: (page: number) => string) {
      for (let at = 0; at < viewer.pagesCount; at += 1)
        viewer.getPageView(at).div.setAttribute('aria-label', labelOf(at + 1))
    },
    /** Marks a text, or several, and goes to the first, next or previous match. An empty one clears all marks. */
    find(words: string | string[], direction: 'first' | 'next' | 'previous' = 'first') {
      if (direction !== 'first') firstPage.release()
      if (words.length === 0) {
        events.dispatch('findbarclose', { source: null })
        return onChange({ found: null })
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
      resizes.disconnect()
      viewer.setDocument(null as never)
      links.setDocument(null)
      closing.abort()
    },
  }
}

/** pdf.js writes no words of its own: they would be English. */
const wordless = {
  getLanguage: () => 'en-us',
  getDirection: () => 'ltr',
  get: async (_ids: unknown, _args?: unknown, fallback = '') => fallback,
  translate: async () => {},
  pause() {},
  resume() {},
}

function createViewer(container: HTMLDivElement) {
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
    maxCanvasPixels: MAX_CANVAS_PIXELS,
    l10n: wordless,
  } as ConstructorParameters<typeof PDFViewer>[0])
  links.setViewer(viewer)
  return { events, links, viewer }
}

/** Holds the first page in view while sizes still change, until the person moves or `release` is called. */
function holdPage(container: HTMLElement, viewer: PDFViewer, page: number) {
  let isReleased = page === 1
  const release = () => {
    isReleased = true
  }
  for (const event of MOVING_EVENTS) container.addEventListener(event, release, { passive: true })
  const restore = () => {
    if (!isReleased && viewer.pagesCount > 0) viewer.currentPageNumber = Math.min(page, viewer.pagesCount)
  }
  return { release, restore }
}

/** Reports the viewer's events, and restores the first page whenever sizes have changed. */
function reportState(events: EventBus, viewer: PDFViewer, restorePage: () => void, onChange: OnChange) {
  events.on('pagesinit', () => {
    viewer.currentScaleValue = 'auto'
    restorePage()
    onChange({ pages: viewer.pagesCount, page: viewer.currentPageNumber })
  })
  events.on('pagesloaded', restorePage)
  events.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => onChange({ page: pageNumber }))
  events.on('scalechanging', ({ scale }: { scale: number }) => {
    onChange({ scale })
    requestAnimationFrame(restorePage)
  })
  events.on('pagerendered', ({ pageNumber, error }: { pageNumber: number; error?: unknown }) =>
    onChange(error ? { isDrawn: true, brokenPage: pageNumber } : { isDrawn: true }),
  )
  const reportFound = ({ matchesCount, state }: { matchesCount: { current: number; total: number }; state?: number }) =>
    onChange({
      found: { at: matchesCount.current, total: matchesCount.total, isPending: FIND_STATES[state ?? 0] === 'pending' },
    })
  events.on('updatefindmatchescount', reportFound)
  events.on('updatefindcontrolstate', reportFound)
}

/** Applies the scale anew when the container's size changes: a page that fits the width still does. */
function fitOnResize(container: HTMLElement, viewer: PDFViewer, restorePage: () => void) {
  const resizes = new ResizeObserver(() => {
    const { currentScaleValue } = viewer
    if (viewer.pagesCount > 0) viewer.currentScaleValue = currentScaleValue
    viewer.update()
    requestAnimationFrame(restorePage)
  })
  resizes.observe(container)
  return resizes
}
