import { Download } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useI18n } from '../../language.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { FindBar } from './find-bar.tsx'
import { openPdf, type Pdf, type PdfSource, type PdfState } from './pdf.ts'
import { PageNumber, Zoom } from './tools.tsx'
import { useOwnFocus } from './use-own-focus.ts'
import { ViewerBar } from './viewer-bar.tsx'

const REPORT_DELAY_MS = 400

type PdfRef = RefObject<Pdf | undefined>

/** The pages of a document, with the search and the tools. */
export function DocumentPages({
  title,
  url,
  size,
  page,
  find,
  download,
  onPage,
  note,
  children,
}: {
  title: string
  url: string
  size: number
  page: number
  find: string
  /** A link to the file, shown if the document cannot be. */
  download: ReactNode
  onPage: (page: number) => void
  /** Stands above the tools. */
  note?: ReactNode
  /** Stands beside the tools. */
  children?: ReactNode
}) {
  const i18n = useI18n()
  const container = useRef<HTMLDivElement>(null)
  const { state, error, pdf } = usePdf(container, { url, size, page })
  useOwnFocus(container)
  const isOpen = state.pages > 0
  const search = useSearch(pdf, find, isOpen, () => container.current?.focus())
  useEffect(() => {
    if (isOpen) pdf.current?.labelPages((page) => i18n.t('Page {page}', { page }))
  }, [isOpen, pdf, i18n])
  useReportedPage(isOpen ? state.page : undefined, onPage)

  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event, pdf, search.start)
    if (!action) return
    event.preventDefault()
    action()
  }

  if (error) return <NotShown download={download} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for the whole of it, beside the buttons
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      {search.isOpen && <FindBar words={search.words} found={state.found} onFind={search.find} onClose={search.end} />}
      <Notices state={state} />
      <div className="relative min-h-0 flex-1 bg-sunken">
        {/* biome-ignore lint/a11y/useSemanticElements: pdf.js takes nothing but a div */}
        <div
          ref={container}
          role="region"
          // pdf.js counts its scrolling from the left. Its pages are not mirrored either.
          dir="ltr"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard
          tabIndex={0}
          aria-label={i18n.t('Pages of {title}', { title })}
          data-autofocus=""
          // Two fingers zoom the pages, and not the whole screen.
          className="absolute inset-0 touch-pan-x touch-pan-y overflow-auto focus-visible:-outline-offset-2"
        >
          <div className="pdfViewer" />
        </div>
        {!state.isDrawn && <LoadingPage />}
      </div>
      <ViewerBar
        page={<PageNumber page={state.page} pages={state.pages} onGo={(to) => pdf.current?.goTo(to)} />}
        size={<Zoom scale={state.scale} onZoom={(how) => pdf.current?.zoom(how)} />}
        search={search}
        note={note}
      >
        {children}
      </ViewerBar>
    </div>
  )
}

/** The search within the document. `initial` holds the words that led here: marked once it is open. */
function useSearch(pdf: PdfRef, initial: string, isDocumentOpen: boolean, onEnd: () => void) {
  const [words, setWords] = useState(initial)
  const [isOpen, setOpen] = useState(initial !== '')
  useEffect(() => {
    if (isDocumentOpen && initial) pdf.current?.find(initial.split(/\s+/))
  }, [isDocumentOpen, initial, pdf])
  return {
    words,
    isOpen,
    start: () => setOpen(true),
    find(next: string, direction: 'first' | 'next' | 'previous') {
      setWords(next)
      // The initial words may stand anywhere on a page. Words typed here must stand together.
      pdf.current?.find(next === initial ? initial.split(/\s+/).filter(Boolean) : next, direction)
    },
    end() {
      setOpen(false)
      pdf.current?.find('')
      onEnd()
    },
  }
}

/** The action of a key: Ctrl or Cmd with F searches. Plus, minus and zero zoom, but not while somebody types. */
function actionOf({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent, pdf: PdfRef, startSearch: () => void) {
  if ((ctrlKey || metaKey) && key === 'f') return startSearch
  if (target instanceof HTMLInputElement || ctrlKey || metaKey || altKey) return
  return {
    '+': () => pdf.current?.zoom('in'),
    '-': () => pdf.current?.zoom('out'),
    '0': () => pdf.current?.zoom('width'),
  }[key]
}

/** Reports the page once the scrolling rests, but not the page at which it began. */
function useReportedPage(page: number | undefined, onPage: (page: number) => void) {
  const latest = useRef(onPage)
  latest.current = onPage
  useEffect(() => {
    if (page === undefined) return
    const timer = setTimeout(() => latest.current(page), REPORT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [page])
}

function Notices({ state: { isAdobeForm, brokenPage } }: { state: PdfState }) {
  const i18n = useI18n()
  return (
    <>
      {isAdobeForm && (
        <p role="status" className="border-line border-b bg-sunken px-4 py-2 text-sm">
          {i18n.t('This is a form that only Adobe Acrobat Reader can show. Download it and open it there.')}
        </p>
      )}
      {brokenPage !== null && (
        <p role="alert" className="border-line border-b bg-overdue-soft px-4 py-2 text-sm">
          {i18n.t('Page {page} cannot be shown here. The file can still be downloaded.', { page: brokenPage })}
        </p>
      )}
    </>
  )
}

function LoadingPage() {
  const i18n = useI18n()
  return (
    <LoadingBars
      words={i18n.t('Loading the document...')}
      bars="mx-auto aspect-[1/1.414] w-full max-w-248 rounded-none! bg-surface!"
      className="absolute inset-0 overflow-hidden bg-sunken px-3 pt-3"
    />
  )
}

function NotShown({ download }: { download: ReactNode }) {
  const i18n = useI18n()
  return (
    <div role="alert" className="grid flex-1 place-items-center">
      <EmptyState icon={Download} title={i18n.t('This PDF cannot be shown here')} action={download}>
        {i18n.t('It can still be downloaded and opened with another program.')}
      </EmptyState>
    </div>
  )
}

const initial: PdfState = {
  pages: 0,
  page: 1,
  scale: 1,
  found: null,
  isDrawn: false,
  brokenPage: null,
  isAdobeForm: false,
}

/** Shows a document within a container while the component is mounted. Another address opens it anew. */
function usePdf(container: RefObject<HTMLDivElement | null>, { url, size, page }: PdfSource) {
  const [state, setState] = useState(initial)
  const [error, setError] = useState<unknown>()
  const pdf = useRef<Pdf>(undefined)
  const firstPage = useRef(page)
  firstPage.current = page

  useEffect(() => {
    if (!container.current) return
    setState(initial)
    setError(undefined)
    const opened = openPdf(
      container.current,
      { url, size, page: firstPage.current },
      (changes) => setState((before) => ({ ...before, ...changes })),
      setError,
    )
    pdf.current = opened
    return () => {
      pdf.current = undefined
      opened.close()
    }
  }, [container, url, size])

  return { state, error, pdf }
}
