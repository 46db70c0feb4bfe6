/** The part of the board's width at each side in which a held card scrolls it. */
const EDGE = 0.15
/** Pixels a ms at the very edge: on a phone one column a second, slow enough to stop at the right one. */
const FASTEST = 0.5

/**
 * Scrolls the board sideways while a card is held near one of its edges. The drag library has this too, but takes the
 * end of a list that runs from right to left for its beginning.
 */
export function createEdgeScroll(board: () => HTMLElement | null) {
  let speed = 0
  let frame = 0
  let last = 0

  const step = (now: number) => {
    board()?.scrollBy({ left: speed * (now - last), behavior: 'instant' })
    last = now
    frame = requestAnimationFrame(step)
  }

  return {
    /** The pointer has moved to this place, in pixels from the window's left edge. */
    moveTo(x: number) {
      speed = speedAt(x, board()?.getBoundingClientRect())
      if (speed === 0) return this.stop()
      if (frame) return
      last = performance.now()
      frame = requestAnimationFrame(step)
    },
    stop() {
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}

/** Pixels a millisecond, negative towards the left. */
function speedAt(x: number, box: DOMRect | undefined) {
  if (!box) return 0
  const edge = box.width * EDGE
  const inLeft = Math.min(1, Math.max(0, (box.left + edge - x) / edge))
  const inRight = Math.min(1, Math.max(0, (x - box.right + edge) / edge))
  return (inRight - inLeft) * FASTEST
}
