import { Download, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useMedia, WIDE } from '../../ui/media.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FindBar } from './find-bar.tsx'
import { PageNumber, Zoom } from './tools.tsx'
import { usePdf } from './use-pdf.ts'

const SETTLED = 400

/** The pages of a document with what one needs to read it. `download` is offered where they cannot be shown. */
export function Document({
  title,
  url,
  size,
  page,
  find,
  download,
  onPage,
  children,
}: {
  title: string
  url: string
  size: number
  page: number
  find: string
  download: ReactNode
  onPage: (page: number) => void
  /** What one has to say about it, beside the tools. */
  children?: ReactNode
}) {
  const container = useRef<HTMLDivElement>(null)
  const { state, error, pdf } = usePdf(container, { url, size, page })
  const isWide = useMedia(WIDE)
  const [words, setWords] = useState(find)
  const [isFinding, setFinding] = useState(find !== '')
  useRestoredPage(state.pages > 0 ? state.page : undefined, onPage)

  // What a search has found is marked once the document is there.
  const isOpen = state.pages > 0
  useEffect(() => {
    if (isOpen && find) pdf.current?.find(find.split(/\s+/))
  }, [isOpen, find, pdf])

  const look = (next: string, direction: 'first' | 'next' | 'previous') => {
    setWords(next)
    // What a search has looked for stands anywhere on the page, what is typed here stands together.
    pdf.current?.find(next === find ? find.split(/\s+/).filter(Boolean) : next, direction)
  }
  const endFinding = () => {
    setFinding(false)
    pdf.current?.find('')
    container.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement
    const deed =
      (event.ctrlKey || event.metaKey) && event.key === 'f'
        ? () => setFinding(true)
        : isTyping || event.ctrlKey || event.metaKey || event.altKey
          ? undefined
          : {
              '+': () => pdf.current?.zoom('in'),
              '-': () => pdf.current?.zoom('out'),
              '0': () => pdf.current?.zoom('width'),
            }[event.key]
    if (!deed) return
    event.preventDefault()
    deed()
  }

  if (error) return <NotShown download={download} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for the whole of it, beside the buttons
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      {isFinding && <FindBar words={words} found={state.found} onFind={look} onClose={endFinding} />}
      {state.isAdobeForm && (
        <p role="status" className="border-line border-b bg-sunken px-4 py-2 text-sm">
          This is a form that only Adobe Acrobat Reader can show. Download it and open it there.
        </p>
      )}
      {state.brokenPage !== null && (
        <p role="alert" className="border-line border-b bg-overdue-soft px-4 py-2 text-sm">
          Page {state.brokenPage} cannot be shown here. The file can still be downloaded.
        </p>
      )}
      <div className="relative min-h-0 flex-1 bg-sunken">
        {/* biome-ignore lint/a11y/useSemanticElements: pdf.js takes nothing but a div */}
        <div
          ref={container}
          role="region"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard
          tabIndex={0}
          aria-label={`Pages of ${title}`}
          data-autofocus=""
          className="absolute inset-0 overflow-auto focus-visible:-outline-offset-2"
        >
          <div className="pdfViewer" />
        </div>
        {!state.isDrawn && <Coming />}
      </div>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-1.5 border-line border-t bg-surface px-3 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] md:grid md:grid-cols-[1fr_auto_1fr] md:px-4 md:py-2">
        <PageNumber page={state.page} pages={state.pages} onGo={(to) => pdf.current?.goTo(to)} />
        <Zoom scale={state.scale} onZoom={(how) => pdf.current?.zoom(how)} />
        <span className="flex items-center justify-end gap-3 md:min-w-0">
          <IconButton
            label="Find in document"
            aria-pressed={isFinding}
            onClick={() => (isFinding ? endFinding() : setFinding(true))}
          >
            <Search aria-hidden="true" className="size-4" />
          </IconButton>
          {isWide && children}
        </span>
        {!isWide && children && <div className="col-span-full w-full">{children}</div>}
      </div>
    </div>
  )
}

/** Tells the page once the scrolling rests, and not where it began. */
function useRestoredPage(page: number | undefined, onPage: (page: number) => void) {
  const latest = useRef(onPage)
  latest.current = onPage
  useEffect(() => {
    if (page === undefined) return
    const timer = setTimeout(() => latest.current(page), SETTLED)
    return () => clearTimeout(timer)
  }, [page])
}

const Coming = () => (
  <div role="status" className="absolute inset-0 overflow-hidden bg-sunken px-3 pt-3">
    <span className="sr-only">Loading the document...</span>
    <Skeleton className="mx-auto aspect-[1/1.414] w-full max-w-248 rounded-none! bg-surface!" />
  </div>
)

const NotShown = ({ download }: { download: ReactNode }) => (
  <div role="alert" className="grid flex-1 place-items-center">
    <EmptyState icon={Download} title="This PDF cannot be shown here" action={download}>
      It can still be downloaded and opened with another program.
    </EmptyState>
  </div>
)
