import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useViewer } from '../../api/viewer.ts'
import { type ReadingPosition, readingPositionOf, rememberPosition } from './positions.ts'

const REST_MS = 300
/** Frames in which pages above may still get their height. */
const SETTLE_FRAMES = 4
/** Pixels between the top of the view and the place shown there. */
const MARGIN = 12

/** The element of a place: its block, or its page if there is no such block. */
function elementOf(scroller: HTMLElement, { page, block }: ReadingPosition) {
  const pages = [...scroller.querySelectorAll<HTMLElement>('[data-page]')]
  const section = pages.find((each) => Number(each.dataset.page) >= page) ?? pages.at(-1)
  const isItsOwn = section && Number(section.dataset.page) === page && block > 0
  return (isItsOwn && section.querySelector<HTMLElement>(`[data-block="${block}"]`)) || section
}

/** The first element of a list, in order, whose lower edge is below the line. */
function firstBelow(elements: NodeListOf<HTMLElement>, line: number) {
  let [low, high] = [0, elements.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > line) high = middle
    else low = middle + 1
  }
  return elements[low]
}

/** The place at the top of the view. */
function placeIn(scroller: HTMLElement): ReadingPosition {
  const line = scroller.getBoundingClientRect().top + MARGIN + 1
  const section = firstBelow(scroller.querySelectorAll('[data-page]'), line)
  const block = section && firstBelow(section.querySelectorAll('[data-block]'), line)
  return { page: Number(section?.dataset.page ?? 1), block: Number(block?.dataset.block ?? 0) }
}

/**
 * The reader's place in a text: where it begins, which page is shown, and how to go elsewhere. The text must be there
 * when this is mounted. It begins at `startPage` if there is one, and where the reader was on it; else where the reader
 * was in this revision.
 */
export function usePosition(
  scroller: RefObject<HTMLElement | null>,
  { sop, revision, startPage }: { sop: number; revision: number; startPage: number | undefined },
  onPage: (page: number) => void,
) {
  const { id: viewerId } = useViewer()
  const [page, setPage] = useState(startPage ?? 1)
  const latest = useRef({ place: undefined as ReadingPosition | undefined, onPage, isLeft: false })
  latest.current.onPage = onPage
  const settling = useRef(0)

  /** Scrolls to an element, and again while parts above it change their height. */
  const show = useCallback(
    (find: () => Element | null | undefined, block: 'start' | 'center') => {
      cancelAnimationFrame(settling.current)
      let frames = SETTLE_FRAMES
      const align = () => {
        const [box, element] = [scroller.current, find()]
        if (!box || !element) return
        const [view, own] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
        box.scrollTop += own.top - view.top - (block === 'start' ? MARGIN : (view.height - own.height) / 3)
        frames -= 1
        if (frames > 0) settling.current = requestAnimationFrame(align)
      }
      align()
    },
    [scroller],
  )
  const goTo = useCallback(
    (place: ReadingPosition) => show(() => scroller.current && elementOf(scroller.current, place), 'start'),
    [show, scroller],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: only where it begins
  useLayoutEffect(() => {
    const known = readingPositionOf(viewerId, sop, revision)
    const start = startPage === undefined || known?.page === startPage ? known : { page: startPage, block: 0 }
    if (!start) return
    goTo(start)
    setPage(start.page)
  }, [])

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    const store = () => {
      const { place } = latest.current
      timer = undefined
      if (!place) return
      rememberPosition(viewerId, sop, revision, box.scrollTop > MARGIN ? place : undefined)
      if (!latest.current.isLeft) latest.current.onPage(place.page)
    }
    const look = () => {
      frame = 0
      const place = placeIn(box)
      latest.current.place = place
      setPage(place.page)
      clearTimeout(timer)
      timer = setTimeout(store, REST_MS)
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    const stopSettling = () => cancelAnimationFrame(settling.current)
    box.addEventListener('scroll', onScroll, { passive: true })
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      box.addEventListener(event, stopSettling, { passive: true })
    return () => {
      stopSettling()
      cancelAnimationFrame(frame)
      if (timer) {
        clearTimeout(timer)
        const { place } = latest.current
        if (place) rememberPosition(viewerId, sop, revision, place)
      }
    }
  }, [scroller, viewerId, sop, revision])

  /** Reports no page any more: the reader is on the way to another one. */
  const leave = useCallback(() => {
    latest.current.isLeft = true
  }, [])
  return { page, goTo, show, leave }
}
