import { type RefObject, useEffect, useRef, useState } from 'react'
import { openPdf, type Pdf, type PdfSource, type PdfState } from './pdf.ts'

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
export function usePdf(container: RefObject<HTMLDivElement | null>, { url, size, page }: PdfSource) {
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
