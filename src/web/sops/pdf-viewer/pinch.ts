import type { PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'

/** Pages are stretched while the fingers move. They are drawn sharply after this time without a movement. */
const DRAW_AFTER_MS = 250
const TAP_MS = 250
const SECOND_TAP_MS = 320
/** Pixels that a finger may move in a tap, and that two taps may lie apart. */
const TAP_MOVE = 10
const TAPS_APART = 40
const DOUBLE_TAP_FACTOR = 2.2
/** Wider than the screen by this factor counts as zoomed. */
const IS_ZOOMED = 1.15

interface Point {
  x: number
  y: number
}

/**
 * Zooms by touch: two fingers about the point between them, which may move; a double tap about itself, in and back to
 * the width. One finger scrolls, as the browser does it.
 */
export function zoomByTouch(container: HTMLElement, viewer: PDFViewer, onZoom: () => void, signal: AbortSignal) {
  let pinch: { distance: number; scale: number; hold: (centre: Point) => void } | undefined
  let tap: (Point & { at: number }) | undefined
  let lastTap: (Point & { at: number }) | undefined

  function toggle(point: Point) {
    onZoom()
    const page = pageAt(container, point)
    const width = page?.getBoundingClientRect().width ?? 0
    const hold = anchor(container, point)
    if (width > container.clientWidth * IS_ZOOMED) viewer.currentScaleValue = 'page-width'
    else viewer.updateScale({ scaleFactor: DOUBLE_TAP_FACTOR })
    hold(point)
  }

  const onStart = (event: TouchEvent) => {
    const [first] = event.touches
    tap = undefined
    pinch = undefined
    if (event.touches.length === 1 && first) tap = { x: first.clientX, y: first.clientY, at: event.timeStamp }
    if (event.touches.length !== 2) return
    lastTap = undefined
    if (event.cancelable) event.preventDefault()
    onZoom()
    const { centre, distance } = fingers(event)
    pinch = { distance: Math.max(1, distance), scale: viewer.currentScale, hold: anchor(container, centre) }
  }
  const onMove = (event: TouchEvent) => {
    const [first] = event.touches
    if (tap && first && Math.hypot(first.clientX - tap.x, first.clientY - tap.y) > TAP_MOVE) tap = undefined
    if (!pinch || event.touches.length !== 2) return
    if (event.cancelable) event.preventDefault()
    const { centre, distance } = fingers(event)
    const scaleFactor = (pinch.scale * (distance / pinch.distance)) / viewer.currentScale
    viewer.updateScale({ scaleFactor, drawingDelay: DRAW_AFTER_MS })
    pinch.hold(centre)
  }
  const onEnd = (event: TouchEvent) => {
    if (event.touches.length < 2) pinch = undefined
    if (event.touches.length > 0 || !tap || event.timeStamp - tap.at > TAP_MS) return
    const isSecond =
      lastTap &&
      event.timeStamp - lastTap.at < SECOND_TAP_MS &&
      Math.hypot(tap.x - lastTap.x, tap.y - lastTap.y) < TAPS_APART
    if (!isSecond) {
      lastTap = { ...tap, at: event.timeStamp }
      return
    }
    lastTap = undefined
    // It would select a word.
    if (event.cancelable) event.preventDefault()
    toggle(tap)
  }
  const onCancel = () => {
    pinch = undefined
    tap = undefined
  }
  const options = { signal, passive: false }
  container.addEventListener('touchstart', onStart, options)
  container.addEventListener('touchmove', onMove, options)
  container.addEventListener('touchend', onEnd, options)
  container.addEventListener('touchcancel', onCancel, options)
}

function fingers({ touches: [one, other] }: TouchEvent) {
  const [a, b] = [one ?? { clientX: 0, clientY: 0 }, other ?? { clientX: 0, clientY: 0 }]
  return {
    centre: { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 },
    distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
  }
}

/** The page at a point, or the nearest one. */
function pageAt(container: HTMLElement, { y }: Point) {
  const pages = [...container.querySelectorAll<HTMLElement>('.page')]
  return pages.find((page) => page.getBoundingClientRect().bottom > y) ?? pages.at(-1)
}

/** Remembers the thing at a point. The returned function scrolls it to another point, in any scale. */
function anchor(container: HTMLElement, point: Point) {
  const page = pageAt(container, point)
  if (!page) return () => {}
  const before = page.getBoundingClientRect()
  const share = { x: (point.x - before.left) / before.width, y: (point.y - before.top) / before.height }
  return ({ x, y }: Point) => {
    const now = page.getBoundingClientRect()
    container.scrollLeft += now.left + share.x * now.width - x
    container.scrollTop += now.top + share.y * now.height - y
  }
}
