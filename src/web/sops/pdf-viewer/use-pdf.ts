import { type RefObject, useEffect, useRef, useState } from 'react'
import { openPdf, type Pdf, type PdfSource, type PdfState } from './pdf.ts'

const opening: PdfState = {
  pages: 0,
  page: 1,
  scale: 1,
  found: null,
  isDrawn: false,
  brokenPage: null,
  isAdobeForm: false,
}

/** A document within a container, for as long as both are there. Another address opens it anew. */
export function usePdf(container: RefObject<HTMLDivElement | null>, { url, size, page }: PdfSource) {
  const [state, setState] = useState(opening)
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const pdf = useRef<Pdf>(undefined)
  const firstPage = useRef(page)
  firstPage.current = page

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it again
  useEffect(() => {
    if (!container.current) return
    setState(opening)
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
  }, [container, url, size, attempt])

  return { state, error, pdf, retry: () => setAttempt(attempt + 1) }
}
