import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { SopTextPage } from '../../../shared/sops.ts'
import { findMatches } from './find.ts'

/**
 * The search within a text. `initial` holds the words that led here: each is marked. `pageNow` says on which page the
 * reader is: the first match is the first from there on. `onMatch` is called with the number of the match to show.
 */
export function useTextFind(
  pages: readonly SopTextPage[],
  initial: string,
  pageNow: () => number,
  onMatch: (at: number) => void,
) {
  const [words, setWords] = useState(initial)
  const [isOpen, setOpen] = useState(initial !== '')
  const [at, setAt] = useState(-1)
  const wanted = useDeferredValue(words)
  const matches = useMemo(
    // The initial words may stand anywhere on a page. Words typed here must stand together.
    () => findMatches(pages, wanted === initial ? initial.split(/\s+/) : [wanted]),
    [pages, wanted, initial],
  )
  const latest = useRef({ pageNow, onMatch })
  latest.current = { pageNow, onMatch }

  const show = (next: number) => {
    setAt(next)
    latest.current.onMatch(next)
  }
  // Only new matches, and not the reader's own scrolling, lead to the first of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` uses the latest functions
  useEffect(() => {
    if (matches.total === 0) return setAt(-1)
    const page = latest.current.pageNow()
    show(
      Math.max(
        0,
        matches.pageOf.findIndex((each) => each >= page),
      ),
    )
  }, [matches])

  return {
    words,
    isOpen,
    matches,
    at,
    found: words === '' ? null : { at: at + 1, total: matches.total, isPending: wanted !== words },
    start: () => setOpen(true),
    end() {
      setOpen(false)
      setWords('')
    },
    find(next: string, direction: 'first' | 'next' | 'previous') {
      if (direction === 'first') return setWords(next)
      const { total } = matches
      if (total > 0) show((at + (direction === 'next' ? 1 : -1) + total) % total)
    },
  }
}
