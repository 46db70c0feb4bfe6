import { useEffect } from 'react'

/** In pixels. A smaller difference is a bar of the browser, not a keyboard. */
const MIN_KEYBOARD = 60

let users = 0

/**
 * While mounted, keeps `--viewport-top` and `--viewport-bottom` at the part of the page that a keyboard covers, for
 * browsers that lay it over the page and do not know `interactive-widget` (`index.html`), as Safari does. Where it
 * covers nothing they are not set: all elements inherit them, and would get their styles anew with each dialog, which
 * takes a slow phone 90 ms.
 */
export function useVisibleViewport() {
  useEffect(() => {
    const { visualViewport: visible } = window
    if (!visible) return
    users += 1
    const place = () => {
      const below = innerHeight - visible.height - visible.offsetTop
      const isCovered = visible.scale === 1 && innerHeight - visible.height > MIN_KEYBOARD
      if (!isCovered) return setNothing()
      const { style } = document.documentElement
      style.setProperty('--viewport-top', `${visible.offsetTop}px`)
      style.setProperty('--viewport-bottom', `${Math.max(0, below)}px`)
    }
    // To ask for the height at once would lay out the page before the dialog is painted.
    const first = requestAnimationFrame(place)
    visible.addEventListener('resize', place)
    visible.addEventListener('scroll', place)
    return () => {
      cancelAnimationFrame(first)
      visible.removeEventListener('resize', place)
      visible.removeEventListener('scroll', place)
      users -= 1
      if (users === 0) setNothing()
    }
  }, [])
}

function setNothing() {
  const { style } = document.documentElement
  style.removeProperty('--viewport-top')
  style.removeProperty('--viewport-bottom')
}
